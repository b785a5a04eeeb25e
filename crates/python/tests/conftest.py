"""What every test needs."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def sigint_interrupts() -> Iterator[None]:
    """SIGINT raises KeyboardInterrupt, even in a background job, which a shell starts with it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
