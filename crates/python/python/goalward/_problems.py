"""Recognises problems by their methods, so that they can be searched as they were written."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple


class Parts(NamedTuple):
    """What a search needs from a problem, and how it is called. ``goals`` replace a missing goal test."""

    start: Any
    moves: tuple[Any, ...]
    is_goal: Callable[[Any], object] | None
    h: tuple[str, Callable[..., Any], Any] | None
    goals: list[Any] | None
    back: Any


class Shape(NamedTuple):
    """A style of problems: the methods that identify it, and how they are read."""

    name: str
    needs: tuple[str, ...]
    read: Callable[[Any, Callable[..., Any] | None], Parts]


def parts(
    problem: Any,
    successors: Callable[[Any], Iterable[Any]] | Callable[..., Any] | None,
    is_goal: Callable[[Any], object] | None,
    h: Callable[..., Any] | None,
) -> Parts:
    """The parts of a problem, or of a start and two functions."""
    if type(problem).__module__ == "goalward._data" or _is_networkx(problem):
        raise TypeError(
            f"a {type(problem).__name__} is searched differently: use goalward.astar_path(G, source, "
            "target) for a networkx graph, and for goalward.grid and goalward.graph their own methods, "
            "such as grid.astar(start, goal) or grid.solve(start, goal, method='bfs')"
        )
    if type(problem).__module__ == "goalward._domains":
        raise TypeError(
            f"a {type(problem).__name__} is a built-in problem: use its own methods, such as "
            "instance.solve('astar(manhattan)') or instance.audit('manhattan')"
        )
    if isinstance(problem, type) and successors is None and is_goal is None:
        name = problem.__name__
        raise TypeError(f"{name} is a class: give a problem made from it, such as {name}()")
    if is_goal is None and h is None and _shape(problem):
        # The heuristic follows the problem, as in aima's astar_search(problem, h).
        successors, h = None, successors
    if h is not None and not callable(h):
        raise TypeError(f"h={h!r} is not a function of a state")
    if successors is not None or is_goal is not None:
        if successors is None or is_goal is None:
            missing = "successors" if successors is None else "is_goal"
            raise TypeError(f"{missing} is missing: give a start, successors and is_goal")
        for name, part in (("successors", successors), ("is_goal", is_goal)):
            if not callable(part):
                raise TypeError(f"{name}={part!r} is not a function of a state")
        estimate = None if h is None else ("state", h, None)
        return Parts(problem, ("successors", successors), is_goal, estimate, None, None)
    if isinstance(problem, Parts):
        return problem
    shape = _shape(problem)
    if shape is None:
        raise TypeError(_unknown(problem))
    return shape.read(problem, h)


def _is_networkx(problem: Any) -> bool:
    kind = getattr(sys.modules.get("networkx"), "Graph", None)
    return kind is not None and isinstance(problem, kind) and not _shape(problem)


def _shape(problem: Any) -> Shape | None:
    """The style of a problem, if it is one."""
    written = (it for it in SHAPES if all(hasattr(problem, name) for name in it.needs))
    return next(written, None)


def _unknown(problem: Any) -> str:
    """What a thing lacks to be a problem."""

    def has(shape: Shape) -> int:
        return sum(hasattr(problem, name) for name in shape.needs)

    kind = type(problem).__name__
    nearest = max(SHAPES, key=has)
    if has(nearest):
        missing = [name for name in nearest.needs if not hasattr(problem, name)]
        told = f"as a problem in {nearest.name} it lacks {', '.join(missing)}"
    else:
        told = "it has none of the methods of a problem"
    styles = "; ".join(f"{shape.name}: {', '.join(shape.needs)}" for shape in SHAPES)
    return (
        f"{kind} cannot be searched: {told}. Give a start with successors and is_goal, "
        f"or an object with these ({styles})"
    )


def _value(thing: Any) -> Any:
    """An attribute, or what a method without arguments returns."""
    return thing() if callable(thing) else thing


def _estimate(
    kind: str, problem: Any, names: tuple[str, ...], h: Callable[..., Any] | None, extra: Any = None
) -> tuple[str, Callable[..., Any], Any] | None:
    for name in names:
        h = h or getattr(problem, name, None)
    return None if h is None else (kind, h, extra)


def _goals(problem: Any, name: str = "goals") -> list[Any] | None:
    goals = getattr(problem, name, None)
    return None if goals is None else list(_value(goals))


def _is_of(problem: Any, module: str, owner: str, name: str) -> bool:
    """Whether a method is that of a library's own base class."""
    base = getattr(sys.modules.get(module), owner, None)
    return base is not None and getattr(type(problem), name, None) is getattr(base, name, None)


def _own(problem: Any, h: Callable[..., Any] | None) -> Parts:
    return Parts(
        _value(problem.start),
        ("successors", problem.successors),
        problem.is_goal,
        _estimate("state", problem, ("h", "heuristic"), h),
        _goals(problem),
        getattr(problem, "predecessors", None),
    )


def _aima(problem: Any, h: Callable[..., Any] | None) -> Parts:
    # The book's third edition has path_cost and goal_test, its fourth action_cost and is_goal.
    cost, kind = getattr(problem, "action_cost", None), "step"
    if cost is None:
        cost, kind = getattr(problem, "path_cost", None), "path"
    if cost is None or kind == "path" and _is_of(problem, "aima3.search", "Problem", "path_cost"):
        kind = "one"
    goal = getattr(problem, "goal", None)
    return Parts(
        problem.initial,
        ("actions", problem.actions, problem.result, kind, cost),
        getattr(problem, "goal_test", None) or problem.is_goal,
        _estimate("node", problem, ("h",), h),
        None if goal is None else list(goal) if isinstance(goal, list) else [goal],
        None,
    )


def _simpleai(problem: Any, h: Callable[..., Any] | None) -> Parts:
    cost = getattr(problem, "cost", None)
    base = ("simpleai.search.models", "SearchProblem")
    unit = cost is None or _is_of(problem, *base, "cost")
    names = () if _is_of(problem, *base, "heuristic") else ("heuristic",)
    return Parts(
        _value(problem.initial_state),
        ("actions", problem.actions, problem.result, "one" if unit else "step", cost),
        problem.is_goal,
        _estimate("state", problem, names, h),
        _goals(problem),
        None,
    )


def _berkeley(problem: Any, h: Callable[..., Any] | None) -> Parts:
    return Parts(
        problem.getStartState(),
        ("triples", problem.getSuccessors),
        problem.isGoalState,
        _with_problem(_estimate("with", problem, ("heuristic",), h, problem)),
        _goals(problem),
        None,
    )


def _with_problem(
    h: tuple[str, Callable[..., Any], Any] | None,
) -> tuple[str, Callable[..., Any], Any] | None:
    """A heuristic of a state and the problem; of the state only if it takes nothing else."""
    if h is None:
        return None
    try:
        signature = inspect.signature(h[1])
    except (TypeError, ValueError):
        return h  # written in C: it has no signature
    try:
        signature.bind(None, None)
    except TypeError:
        return ("state", h[1], None)
    return h


SHAPES = (
    Shape("goalward's style", ("start", "is_goal", "successors"), _own),
    Shape("aima's style", ("initial", "actions", "result", "goal_test"), _aima),
    Shape("the style of aima's fourth edition", ("initial", "actions", "result", "is_goal"), _aima),
    Shape("simpleai's style", ("initial_state", "actions", "result", "is_goal"), _simpleai),
    Shape("Berkeley's style", ("getStartState", "isGoalState", "getSuccessors"), _berkeley),
)
