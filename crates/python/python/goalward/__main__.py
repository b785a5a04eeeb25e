"""The command ``goalward``, and ``python -m goalward``."""

import os
import shutil
import signal
import sys

from goalward import _goalward


def main() -> int:
    """Run the command with the arguments of the process; returns its exit code."""
    # The command has its own answer to Ctrl-C.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _goalward.main([_program(), *sys.argv[1:]])


def _program() -> str:
    """The path of a program that is this one, for jobs that start it again."""
    if not sys.argv[0].endswith("__main__.py"):
        return os.path.abspath(sys.argv[0])
    return shutil.which("goalward", path=os.path.dirname(sys.executable)) or "goalward"


if __name__ == "__main__":
    sys.exit(main())
