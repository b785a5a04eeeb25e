"""The instance sets, read from the project's own copies."""

from pathlib import Path

DATA = Path(__file__).resolve().parents[2] / "domains" / "data"


def lines(name):
    text = (DATA / name).read_text()
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def eight(count):
    """The first 8-puzzles of the set, as tuples; the blank is last in the goal."""
    return [tuple(int(word) for word in line.split()) for line in lines("eight200.txt")[:count]]


def sudokus():
    return lines("sudoku.txt")
