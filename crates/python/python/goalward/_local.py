"""Local search: better and better states, on problems as they were written."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypedDict, TypeVar

from goalward import _goalward
from goalward._results import Result
from goalward._settings import refuse_unknown, seeded, whole

if TYPE_CHECKING:
    import pandas
    from typing_extensions import Unpack

State = TypeVar("State")


class LocalOptions(TypedDict, total=False):
    """The options of every local search.

    A state that costs no more than ``goal`` (0 by default) is a solution, and ends the search;
    with ``goal=None`` there is none, and the best state is the answer. ``seed`` determines all
    random choices. Limits and ``observer`` are those of path search; ``nodes`` counts steps.
    """

    goal: float | None
    seed: int
    time: float | str | None
    nodes: int | str | None
    memory: int | str | None
    observer: Callable[[_goalward.LocalEvent], object] | None


class Run(NamedTuple):
    """One run of a local search: costs at its start and end, steps, and why it ended."""

    start: Any
    end: Any
    steps: int
    ending: str


class LocalResult(Result, Generic[State]):
    """The best state that a local search saw, with its ``cost``; for problems in simpleai's style
    that is its value. ``runs`` has every run, the restarts after the first; ``acceptance`` is the
    share of moves that annealing accepted."""

    def __init__(self, found: Mapping[str, Any]) -> None:
        super().__init__(found)
        self.state: State = found["state"]
        self.cost: Any = found["cost"]
        self.runs: list[Run] = [Run(*run) for run in found["runs"]]
        self.acceptance: float | None = found["acceptance"]

    @property
    def value(self) -> Any:
        """The cost, by its name in simpleai."""
        return self.cost

    def to_dict(self) -> dict[str, Any]:
        """Everything about the result as plain values."""
        runs = [run._asdict() for run in self.runs]
        own = {"state": self.state, "cost": self.cost, "acceptance": self.acceptance, "runs": runs}
        return super().to_dict() | own

    def to_pandas(self) -> pandas.DataFrame:
        """A row for every run."""
        import pandas

        return pandas.DataFrame([run._asdict() for run in self.runs])

    def _summary(self) -> str:
        return f"{self._ending()}, cost {self.cost}"

    def _details(self) -> list[str]:
        return [str(self.state)]


class _Parts(NamedTuple):
    random_state: Callable[[], Any]
    neighbours: Callable[[Any], Iterable[Any]] | None
    random_move: Callable[[Any], Any] | None
    cost: Callable[[Any], Any]
    is_value: bool
    crossover: Callable[[Any, Any], Any] | None


def _seeded(function: Callable[..., Any] | None, takes: int, rng: random.Random) -> Any:
    """The function with the generator as its last argument, if it takes one more."""
    if function is None:
        return None
    try:
        inspect.signature(function).bind(*[None] * (takes + 1))
    except (TypeError, ValueError):
        return function
    return lambda *arguments: function(*arguments, rng)


def _parts(problem: Any, rng: random.Random) -> _Parts:
    def part(name: str, takes: int) -> Any:
        return _seeded(getattr(problem, name, None), takes, rng)

    if hasattr(problem, "random_state") and hasattr(problem, "cost"):
        parts = _Parts(
            part("random_state", 0),
            getattr(problem, "neighbours", None) or getattr(problem, "neighbors", None),
            part("random_move", 1),
            problem.cost,
            False,
            part("crossover", 2),
        )
        if parts.neighbours is None and parts.random_move is None:
            kind = type(problem).__name__
            raise TypeError(f"{kind} has no neighbours(state) and no random_move(state): give one of them")
        return parts
    if hasattr(problem, "value") and hasattr(problem, "actions") and hasattr(problem, "result"):
        start = getattr(problem, "initial_state", getattr(problem, "initial", None))

        def begin() -> Any:
            return problem.generate_random_state() if start is None else start

        def neighbours(state: Any) -> list[Any]:
            return [problem.result(state, action) for action in problem.actions(state)]

        def random_move(state: Any) -> Any:
            actions = list(problem.actions(state))
            return problem.result(state, rng.choice(actions)) if actions else state

        def crossover(mother: Any, father: Any) -> Any:
            return problem.crossover(mother, father)

        bred = crossover if hasattr(problem, "crossover") else None
        return _Parts(begin, neighbours, random_move, problem.value, True, bred)
    raise TypeError(
        f"{type(problem).__name__} cannot be searched locally: it needs random_state(), cost(state) and "
        "neighbours(state) or random_move(state); or, in simpleai's style, value(state), "
        "actions(state), result(state, action) and generate_random_state()"
    )


def _goal(problem: Any, options: LocalOptions) -> Any:
    """The cost at which a search ends: 0, unless the problem has a value to raise or says otherwise."""
    has_cost = hasattr(problem, "random_state") and hasattr(problem, "cost")
    return options.get("goal", getattr(problem, "goal", 0) if has_cost else None)


def _search(
    method: str, problem: Any, settings: dict[str, Any], options: LocalOptions
) -> LocalResult[Any]:
    refuse_unknown(method, options, LocalOptions.__annotations__)
    seed = seeded(options.get("seed", 1))
    parts = _parts(problem, random.Random(seed))
    return LocalResult(
        _goalward.search_local(
            method,
            settings,
            parts,
            _goal(problem, options),
            seed,
            options.get("time"),
            options.get("nodes"),
            options.get("memory"),
            options.get("observer"),
        )
    )


def anneal(
    problem: Any,
    *,
    steps: int | None = None,
    start: float | None = None,
    end: float | None = None,
    cooling: str = "geometric",
    restarts: int | None = None,
    **options: Unpack[LocalOptions],
) -> LocalResult[Any]:
    """Simulated annealing: any move, with a chance that falls with the temperature.

    A problem has ``random_state()``, ``cost(state)``, and ``random_move(state)``, which returns a
    neighbouring state, or ``neighbours(state)``, which lists them. ``random_state`` and
    ``random_move`` get a ``random.Random`` made from the seed if they take one more argument.
    Temperatures that are left out are found by trying random moves; ``cooling`` is ``"geometric"``,
    ``"linear"``, ``"logarithmic"`` or ``"random"``. A search with a goal restarts up to 9 times
    until it is reached; one without a goal makes a single run, of 20,000 steps unless ``steps`` or a
    limit says otherwise.
    """
    endless = _goal(problem, options) is None
    if endless and steps is None and not {"time", "nodes"} & options.keys():
        steps = 20_000
    steps = None if steps is None else whole("steps", steps, 1, 2**63)
    restarts = (0 if endless else 9) if restarts is None else whole("restarts", restarts)
    settings = dict(steps=steps, start=start, end=end, cooling=cooling, restarts=restarts)
    return _search("annealing", problem, settings, options)


def hill_climb(
    problem: Any,
    *,
    variant: str = "steepest",
    sideways: int = 0,
    restarts: int = 0,
    **options: Unpack[LocalOptions],
) -> LocalResult[Any]:
    """Hill climbing: to a better neighbour while there is one.

    ``variant`` is ``"steepest"``, ``"first-choice"`` or ``"stochastic"``; up to ``sideways``
    moves in a row may keep the cost, and up to ``restarts`` more climbs start when one ends without a
    solution.
    """
    sideways, restarts = whole("sideways", sideways), whole("restarts", restarts)
    settings = dict(variant=variant, sideways=sideways, restarts=restarts)
    return _search("hill-climbing", problem, settings, options)


def local_beam(
    problem: Any, *, width: int = 16, patience: int = 100, **options: Unpack[LocalOptions]
) -> LocalResult[Any]:
    """Local beam search: the best neighbours of ``width`` states at once."""
    settings = dict(width=whole("width", width, 1), patience=whole("patience", patience))
    return _search("local-beam", problem, settings, options)


def genetic(
    problem: Any,
    *,
    population: int = 100,
    mutation: float = 0.8,
    generations: int = 1000,
    **options: Unpack[LocalOptions],
) -> LocalResult[Any]:
    """Genetic search: a population that breeds. The problem also has ``crossover(mother, father)``."""
    if not hasattr(problem, "crossover"):
        raise TypeError(f"{type(problem).__name__} has no crossover(mother, father), which returns a child")
    if not 0 <= mutation <= 1:
        raise ValueError(f"mutation={mutation} is not allowed: use a probability from 0 to 1")
    population, generations = whole("population", population, 1), whole("generations", generations)
    settings = dict(population=population, mutation=mutation, generations=generations)
    return _search("genetic", problem, settings, options)
