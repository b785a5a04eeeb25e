"""Path search: every method as a function, on problems as they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypedDict

from goalward import _goalward, _problems
from goalward._results import PathResult

if TYPE_CHECKING:
    from typing_extensions import Unpack

    Successors = Callable[[Any], Iterable[Any]]
    Goal = Callable[[Any], object]
    Estimate = Callable[..., Any]


class Limits(TypedDict, total=False):
    """The limits of a search, and its observer.

    ``time``, ``nodes`` and ``memory`` are seconds, nodes expanded and bytes, or strings such as
    ``"10s"``, ``"5M"`` and ``"2G"``. A search that reaches one keeps its best result so far.
    ``observer`` is called with each event; if it returns ``False``, the search ends.
    """

    time: float | str | None
    nodes: int | str | None
    memory: int | str | None
    observer: Callable[[_goalward.PathEvent], object] | None


class Options(Limits, total=False):
    """The options of every path method.

    ``heuristic`` is another name for ``h``. With ``replay=True`` the result has a page that steps
    through the search, and a notebook shows it.
    """

    heuristic: Estimate | None
    replay: bool


def search(
    method: str,
    problem: Any,
    successors: Successors | Estimate | None = None,
    is_goal: Goal | None = None,
    h: Estimate | None = None,
    *,
    goals: Iterable[Any] | None = None,
    predecessors: Successors | None = None,
    undirected: bool = False,
    time: float | str | None = None,
    nodes: int | str | None = None,
    memory: int | str | None = None,
    observer: Callable[[_goalward.PathEvent], object] | None = None,
    heuristic: Estimate | None = None,
    replay: bool = False,
    **unknown: Any,
) -> PathResult[Any, Any]:
    """Searches with the method of a spec, such as ``"wastar(weight=2)"``."""
    for name in unknown:
        raise TypeError(
            f"{method.split('(')[0]} has no option {name!r}: use time, nodes or memory (limits), "
            "observer, heuristic or replay; a setting belongs to its method, as in wastar(…, weight=2)"
        )
    found = _problems.parts(problem, successors, is_goal, heuristic if h is None else h)
    all_goals = found.goals if goals is None else list(goals)
    back = "undirected" if undirected else predecessors or found.back
    if method.strip() == "bidirectional":
        if replay:
            raise TypeError("bidirectional search has no replay: use another method, such as ucs")
        if not all_goals:
            raise TypeError("bidirectional search needs the goals: give goals=[…]")
        if back is None:
            raise TypeError(
                "bidirectional search needs a way back: give undirected=True if every action can be "
                "undone at the same cost, or predecessors=… which returns (action, state, cost) for "
                "every state that leads to the given one"
            )
    return PathResult(
        _goalward.search_path(
            method,
            found.start,
            list(found.moves),
            found.is_goal,
            found.h,
            all_goals,
            back,
            time,
            nodes,
            memory,
            observer,
            replay,
        )
    )


def astar(
    problem: Any,
    successors: Successors | Estimate | None = None,
    is_goal: Goal | None = None,
    h: Estimate | None = None,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """A*: least f = g + h first. Cheapest plans if ``h`` never overestimates.

    It takes a problem, or a problem and a heuristic, or a start, ``successors``, ``is_goal`` and
    optionally ``h``.

    Like every method it can be limited: ``time`` (seconds or ``"10s"``), ``nodes`` (a number or
    ``"5M"``) and ``memory`` (bytes or ``"2G"``). ``observer`` is called with each event and ends the
    search if it returns ``False``. With ``replay=True`` a notebook shows the search step by step.

    >>> import goalward
    >>> leaps = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]
    >>> knight = lambda at: [((at[0] + dx, at[1] + dy), 1) for dx, dy in leaps]
    >>> goalward.astar((1, 1), knight, lambda at: at == (4, 6)).cost
    4
    """
    return search("astar", problem, successors, is_goal, h, **options)


def bfs(
    problem: Any,
    successors: Successors | None = None,
    is_goal: Goal | None = None,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """Breadth-first search: level by level. Plans with the fewest actions.

    Called like ``astar``, with the same options.
    """
    return search("bfs", problem, successors, is_goal, **options)


def dfs(
    problem: Any,
    successors: Successors | None = None,
    is_goal: Goal | None = None,
    *,
    depth: int | None = None,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """Depth-first search, no deeper than ``depth`` actions (50 by default). No guarantee.

    Called like ``astar``, with the same options.
    """
    spec = "dfs" if depth is None else f"dfs(depth={depth})"
    return search(spec, problem, successors, is_goal, **options)


def ids(
    problem: Any,
    successors: Successors | None = None,
    is_goal: Goal | None = None,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """Iterative deepening: depth-first with an increasing depth limit. Plans with the fewest actions.

    Called like ``astar``, with the same options.
    """
    return search("ids", problem, successors, is_goal, **options)


def ucs(
    problem: Any,
    successors: Successors | None = None,
    is_goal: Goal | None = None,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """Uniform-cost search, also known as Dijkstra's algorithm. Cheapest plans.

    Called like ``astar``, with the same options.
    """
    return search("ucs", problem, successors, is_goal, **options)


def greedy(
    problem: Any,
    successors: Successors | Estimate | None = None,
    is_goal: Goal | None = None,
    h: Estimate | None = None,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """Greedy best-first search: least h first. No guarantee.

    Called like ``astar``, with the same options.
    """
    return search("greedy", problem, successors, is_goal, h, **options)


def wastar(
    problem: Any,
    successors: Successors | Estimate | None = None,
    is_goal: Goal | None = None,
    h: Estimate | None = None,
    *,
    weight: float = 2,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """Weighted A*: least f = g + weight·h first. Plans at most ``weight`` times the cheapest.

    Called like ``astar``, with the same options.
    """
    return search(f"wastar(weight={weight})", problem, successors, is_goal, h, **options)


def idastar(
    problem: Any,
    successors: Successors | Estimate | None = None,
    is_goal: Goal | None = None,
    h: Estimate | None = None,
    *,
    cycles: str | None = None,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """IDA*: depth-first with an increasing bound on f = g + h. Cheapest plans if ``h`` never overestimates.

    With ``cycles="avoid"`` no path visits a state twice. Called like ``astar``, with the same options.
    """
    spec = "idastar" if cycles is None else f"idastar(cycles={cycles})"
    return search(spec, problem, successors, is_goal, h, **options)


def beam(
    problem: Any,
    successors: Successors | Estimate | None = None,
    is_goal: Goal | None = None,
    h: Estimate | None = None,
    *,
    width: int | None = None,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """Beam search: of each level only the best ``width`` states (100 by default). No guarantee.

    Called like ``astar``, with the same options.
    """
    spec = "beam" if width is None else f"beam(width={width})"
    return search(spec, problem, successors, is_goal, h, **options)


def bidirectional(
    problem: Any,
    successors: Successors | None = None,
    is_goal: Goal | None = None,
    *,
    goals: Iterable[Any] | None = None,
    predecessors: Successors | None = None,
    undirected: bool = False,
    **options: Unpack[Options],
) -> PathResult[Any, Any]:
    """Uniform-cost search from the start and the goals at once. Cheapest plans.

    It needs the goals, from ``goals`` or the problem, and a way back: ``undirected=True`` if every
    action can be undone at the same cost, or ``predecessors``, which returns ``(action, state,
    cost)`` for every state that leads to the given one.
    """
    return search(
        "bidirectional",
        problem,
        successors,
        is_goal,
        goals=goals,
        predecessors=predecessors,
        undirected=undirected,
        **options,
    )


def solve(problem: Any, *parts: Any, method: str | None = None, **options: Any) -> Any:
    """Searches a problem with the method of a spec, such as ``"wastar(weight=2)"``.

    The arguments are those of the method functions: a problem, or a start, ``successors``,
    ``is_goal`` and optionally ``h``; the method is A* if none is named. A string
    names a built-in domain, and a second string an instance: ``solve("8-puzzle", "8 0 6 5 4 7 2 3 1")``.

    >>> import goalward
    >>> goalward.solve(1, lambda n: [(2 * n, 1), (n + 1, 1)], lambda n: n == 10, method="bfs").cost
    4
    """
    if isinstance(problem, str) and all(isinstance(part, str) for part in parts):
        from goalward._domains import domain

        seed = options.get("seed", 1)
        return domain(problem).instance(*parts, seed=seed).solve(method, **options)
    return search(method or "astar", problem, *parts, **options)
