"""What the documents show is run, and what they show of its output is compared."""

from __future__ import annotations

import doctest
import pathlib
import re
from typing import Any

import goalward
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[3]
DOCUMENTS = [
    ROOT / "docs" / "python.md",
    ROOT / "docs" / "students" / "paths.md",
    ROOT / "crates" / "python" / "README.md",
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.name))
def test_documents_tell_the_truth(
    document: pathlib.Path, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {"goalward": goalward}
    blocks = re.findall(r"^```(python|pycon)\n(.*?)^```$", document.read_text(), re.M | re.S)
    assert blocks
    for kind, text in blocks:
        if kind == "python":
            exec(compile(text, str(document), "exec"), known)
            continue
        session = doctest.DocTestParser().get_doctest(text, known, document.name, str(document), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        runner.run(session, clear_globs=False)
        assert runner.failures == 0
        known.update(session.globs)


def test_everything_public_has_a_docstring() -> None:
    for name in goalward.__all__:
        thing = getattr(goalward, name)
        assert thing.__doc__, name
        if isinstance(thing, type):
            members = {key: it for key, it in vars(thing).items() if not key.startswith("_")}
            for key, member in members.items():
                if callable(member) or isinstance(member, property):
                    assert member.__doc__, f"{name}.{key}"
