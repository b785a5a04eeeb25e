"""Settings, checked before they are passed on."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from operator import index
from typing import Any


def whole(name: str, number: Any, least: int = 0, most: int = 2**32 - 1) -> int:
    """The number, if it is whole and not out of range.

    >>> whole("restarts", -1)
    Traceback (most recent call last):
    ValueError: restarts=-1 is not allowed: use a whole number of 0 or more
    """
    try:
        given = index(number)
    except TypeError:
        given = None
    if given is not None and least <= given <= most:
        return given
    right = f"of {least} or more" if given is None or given < least else f"of at most {most}"
    error = TypeError if given is None else ValueError
    raise error(f"{name}={number!r} is not allowed: use a whole number {right}")


def seeded(seed: Any) -> int:
    """The seed, if it is one."""
    return whole("seed", seed, most=2**64 - 1)


def refuse_unknown(function: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raises an error that names an option which the function does not have."""
    for name in given:
        if name not in known:
            raise TypeError(f"{function} has no option {name!r}: use {', '.join(known)}")
