from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

VERSION: str

class PathEvent:
    """Something a path search did."""

    @property
    def kind(self) -> str:
        """``"bound"``, ``"expand"``, ``"generate"``, ``"improve"`` or ``"goal"``."""
    @property
    def state(self) -> Any:
        """The state it is about; ``None`` for a bound."""
    @property
    def parent(self) -> Any:
        """For ``"generate"``, the state that it was generated from."""
    @property
    def g(self) -> Any:
        """The cost of reaching the state; for ``"bound"``, the bound."""
    @property
    def h(self) -> Any:
        """The estimate of what remains."""
    @property
    def fate(self) -> str | None:
        """For ``"generate"``: ``"new"``, ``"cheaper"``, ``"known"`` or ``"pruned"``."""

class LocalEvent:
    """Something a local search did."""

    @property
    def kind(self) -> str:
        """``"start"``, ``"step"``, ``"optimum"``, ``"generation"`` or ``"best"``."""
    @property
    def state(self) -> Any:
        """The state it is about; for ``"step"``, the one before it."""
    @property
    def cost(self) -> Any:
        """Its cost."""
    @property
    def after(self) -> Any:
        """For ``"step"``, the cost that the move leads to."""
    @property
    def accepted(self) -> bool | None:
        """For ``"step"``, whether the move is accepted."""

class Node:
    """The argument of a heuristic in the style of aima-python."""

    @property
    def state(self) -> Any:
        """The state that the heuristic is asked about."""

class Known: ...

class Graph:
    def __init__(
        self,
        edges: Iterable[Any],
        directed: bool,
        nodes: Iterable[Any],
        points: dict[Any, tuple[float, float]] | None,
    ) -> None: ...
    @staticmethod
    def of_networkx(
        adjacency: Mapping[Any, Any],
        directed: bool,
        several: bool,
        weight: str | None,
        points: dict[Any, tuple[float, float]] | None,
    ) -> Graph: ...
    def __len__(self) -> int: ...
    def edges(self) -> int: ...
    def has_points(self) -> bool: ...
    def search(
        self,
        method: str,
        source: Hashable,
        target: Hashable,
        straight: bool,
        time: float | str | None,
        nodes: int | str | None,
        memory: int | str | None,
    ) -> dict[str, Any]: ...

class Grid:
    def __init__(
        self, rows: int, columns: int, blocks: Iterable[bytes], diagonal: bool, cutting: bool
    ) -> None: ...
    @property
    def shape(self) -> tuple[int, int]: ...
    def search(
        self,
        method: str,
        start: tuple[int, int],
        goal: tuple[int, int],
        h: str | None,
        time: float | str | None,
        nodes: int | str | None,
        memory: int | str | None,
    ) -> dict[str, Any]: ...

class Instance:
    def __init__(self, domain: str, text: str | None, seed: int) -> None: ...
    @property
    def domain(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def drawing(self) -> str: ...
    def methods(self) -> list[tuple[str, str, str]]: ...
    def solve(
        self,
        method: str | None,
        seed: int,
        jobs: int,
        time: float | str | None,
        nodes: int | str | None,
        memory: int | str | None,
        observer: Callable[[dict[str, Any]], object] | None,
    ) -> str: ...
    def replay(
        self,
        method: str | None,
        seed: int,
        time: float | str | None,
        nodes: int | str | None,
        memory: int | str | None,
    ) -> str: ...
    def audit(
        self,
        names: list[str],
        seed: int,
        samples: int | None,
        time: float | str | None,
        nodes: int | str | None,
        memory: int | str | None,
    ) -> str: ...

class Comparison:
    def table(self, width: int) -> str: ...
    def tabular(self) -> str: ...
    def plots(self) -> list[tuple[str, str, str, str]]: ...
    @staticmethod
    def plot_css() -> str: ...
    def export(self, ending: str) -> bytes: ...

def main(words: Sequence[str]) -> int: ...
def domain_list() -> str: ...
def compare(
    domain: str,
    instance: str | None,
    set: str | None,
    instances: str | None,
    methods: str | None,
    runs: int | None,
    seed: int,
    jobs: int,
    time: float | str | None,
    nodes: int | str | None,
    memory: int | str | None,
) -> Comparison: ...
def search_path(
    method: str,
    start: Any,
    moves: list[Any],
    is_goal: Callable[[Any], object] | None,
    h: tuple[str, Callable[..., Any], Any] | None,
    goals: list[Any] | None,
    back: Any,
    time: float | str | None,
    nodes: int | str | None,
    memory: int | str | None,
    observer: Callable[[PathEvent], object] | None,
    replay: bool,
) -> dict[str, Any]: ...
def search_networkx(
    known: Known,
    adjacency: Any,
    directed: bool,
    several: bool,
    weight: Any,
    source: Any,
    target: Any,
    heuristic: Callable[[Any, Any], Any] | None,
    cutoff: float | None,
    time: float | str | None,
    nodes: int | str | None,
    memory: int | str | None,
    observer: Callable[[PathEvent], object] | None,
) -> dict[str, Any]: ...
def audit_path(
    start: Any,
    moves: list[Any],
    is_goal: Callable[[Any], object] | None,
    h: tuple[str, Callable[..., Any], Any] | None,
    time: float | str | None,
    nodes: int | str | None,
    memory: int | str | None,
) -> dict[str, Any]: ...
def search_local(
    method: str,
    settings: dict[str, Any],
    parts: Any,
    goal: float | None,
    seed: int,
    time: float | str | None,
    nodes: int | str | None,
    memory: int | str | None,
    observer: Callable[[LocalEvent], object] | None,
) -> dict[str, Any]: ...
def solve_model(
    variables: list[tuple[str, list[int]]],
    constraints: list[tuple[Any, ...]],
    values: list[Any] | None,
    names: list[Any],
    solutions: list[dict[Any, Any]],
    most: int | None,
    inference: str,
    order: str,
    value_order: str,
    time: float | str | None,
    nodes: int | str | None,
    memory: int | str | None,
) -> dict[str, Any]: ...
def search_game(
    method: str,
    parts: Any,
    depth: int | None,
    all_moves: bool,
    playouts: int,
    exploration: float,
    seed: int,
    time: float | str | None,
    nodes: int | str | None,
    memory: int | str | None,
) -> dict[str, Any]: ...
