"""Constraints: a model of named variables, solved by backtracking with inference."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from numbers import Number
from typing import TYPE_CHECKING, Any

from goalward import _goalward
from goalward._results import Result
from goalward._settings import refuse_unknown, whole

if TYPE_CHECKING:
    import pandas


class ModelResult(Result):
    """The solutions of a model: dictionaries from names to values.

    ``count`` is how many were found, and ``exhausted`` says that there are no others.
    ``assignments``, ``prunings``, ``backtracks`` and ``checks`` count what the search did.
    """

    def __init__(self, found: Mapping[str, Any], solutions: list[dict[Any, Any]]) -> None:
        super().__init__(found)
        self.solutions = solutions
        self.count: int = found["count"]
        self.exhausted: bool = found["exhausted"]
        self.assignments: int = found["assignments"]
        self.prunings: int = found["prunings"]
        self.backtracks: int = found["backtracks"]
        self.checks: int = found["checks"]

    @property
    def solution(self) -> dict[Any, Any] | None:
        """The first solution, if there is one."""
        return self.solutions[0] if self.solutions else None

    def __iter__(self) -> Iterator[dict[Any, Any]]:
        return iter(self.solutions)

    def to_dict(self) -> dict[str, Any]:
        """Everything about the result as plain values."""
        names = ("count", "exhausted", "assignments", "prunings", "backtracks", "checks", "solutions")
        return super().to_dict() | {name: getattr(self, name) for name in names}

    def to_pandas(self) -> pandas.DataFrame:
        """A row for every solution."""
        import pandas

        return pandas.DataFrame(self.solutions)

    def _summary(self) -> str:
        others = ", no others" if self.exhausted and self.count else ""
        return f"{self._ending()}, {self.count:,} solution{'' if self.count == 1 else 's'}{others}"

    def _details(self) -> list[str]:
        shown = [" ".join(f"{k}={v}" for k, v in it.items()) for it in self.solutions[:10]]
        return shown + (["…"] if len(self.solutions) > 10 else [])


class Model:
    """A constraint problem: variables with names and values, and constraints on any number of them.

    >>> import goalward
    >>> model = goalward.Model()
    >>> for letter in "TGOU":
    ...     model.variable(letter, range(0 if letter == "U" else 1, 10))
    >>> model.all_different("TGOU")
    >>> model.constraint("TOGU", lambda t, o, g, u: 10*t + o + 10*g + o == 100*o + 10*u + t)
    >>> model.solve().solution
    {'T': 2, 'G': 8, 'O': 1, 'U': 0}
    """

    def __init__(self) -> None:
        self._domains: dict[Hashable, list[Any]] = {}
        self._stated: list[tuple[Any, ...]] = []

    def variable(self, name: Hashable, values: Iterable[Any]) -> None:
        """Adds a variable with these values."""
        if name in self._domains:
            raise ValueError(f"there are two variables named {name!r}")
        self._domains[name] = list(dict.fromkeys(values))

    def variables(self, names: Iterable[Hashable], values: Iterable[Any]) -> None:
        """Adds variables that have the same values."""
        shared = list(values)
        for name in names:
            self.variable(name, shared)

    def constraint(self, names: Iterable[Hashable], test: Callable[..., object]) -> None:
        """Allows only values for which ``test``, called with one for each name, is true."""
        if not callable(test):
            raise TypeError(f"a constraint is a function of the values, but this is {test!r}")
        self._stated.append(("test", self._scope(names), test))

    def all_different(self, names: Iterable[Hashable]) -> None:
        """Makes the values of these variables all different."""
        scope = self._scope(names)
        if len(set(scope)) < len(scope):
            raise ValueError("a variable is named twice, and cannot differ from itself")
        self._stated.append(("different", scope))

    def sum(self, terms: Mapping[Any, float] | Iterable[Any], comparison: str, target: float) -> None:
        """Compares a sum with a target: ``"=="``, ``"<="`` or ``">="``. The terms are names, or a
        mapping from names to coefficients. Sums of whole numbers are the fastest."""
        if comparison not in ("==", "<=", ">="):
            raise ValueError(f"{comparison!r} is not a comparison of a sum: use ==, <= or >=")
        pairs = list(terms.items()) if isinstance(terms, Mapping) else [(it, 1) for it in terms]
        scope = self._scope(name for name, _ in pairs)
        coefficients = [coefficient for _, coefficient in pairs]
        for number in (*coefficients, target):
            if not isinstance(number, Number):
                raise TypeError(f"{number!r} is not a number: a sum has numbers as coefficients and target")
        self._stated.append(("sum", scope, coefficients, comparison, target))

    def table(self, names: Iterable[Hashable], rows: Iterable[Sequence[Any]]) -> None:
        """Allows only these rows of values, one value for each name."""
        scope, listed = self._scope(names), [tuple(row) for row in rows]
        for row in listed:
            if len(row) != len(scope):
                raise ValueError(f"the row {row} has {len(row)} values for {len(scope)} variables")
        self._stated.append(("table", scope, listed))

    def solve(
        self,
        *,
        limit: int | None = 1,
        inference: str = "forward",
        order: str = "mrv",
        values: str = "static",
        time: float | str | None = None,
        nodes: int | str | None = None,
        memory: int | str | None = None,
    ) -> ModelResult:
        """Looks for solutions: one, up to ``limit``, or all with ``limit=None``.

        ``inference`` is ``"none"``, ``"forward"`` (forward checking), ``"mac"`` (arc consistency) or
        ``"all-different"``; ``order`` is ``"static"``, ``"mrv"`` (fewest values left first) or
        ``"mrv-degree"``; ``values`` is ``"static"`` or ``"lcv"`` (least constraining value first).
        """
        limit = None if limit is None else whole("limit", limit, 1, 2**63)
        return self._solve(limit, inference, order, values, time, nodes, memory)

    def count(self, **options: Any) -> int:
        """How many solutions there are. Options are those of ``solve`` except ``limit``."""
        usual = dict(inference="forward", order="mrv", values="static", time=None, nodes=None, memory=None)
        refuse_unknown("count", options, usual)
        found = self._solve(0, *(usual | options).values())
        if not found.exhausted:
            raise TimeoutError(f"{found._ending()} after {found.count:,} solutions")
        return found.count

    def _solve(self, most: int | None, *settings: Any) -> ModelResult:
        numbers, listed = self._numbers()
        variables = [
            (str(place), [numbers[value] for value in values])
            for place, values in enumerate(self._domains.values())
        ]
        stated = [self._numbered(constraint, numbers, listed) for constraint in self._stated]
        solutions: list[dict[Any, Any]] = []
        found = _goalward.solve_model(
            variables, stated, listed, list(self._domains), solutions, most, *settings
        )
        found["method"] = f"backtracking(inference={settings[0]}, order={settings[1]})"
        return ModelResult(found, solutions)

    def _scope(self, names: Iterable[Hashable]) -> list[int]:
        places = {name: place for place, name in enumerate(self._domains)}
        scope = list(names)
        for name in scope:
            if name not in places:
                raise ValueError(f"there is no variable {name!r}: add it before its constraints")
        return [places[name] for name in scope]

    def _numbers(self) -> tuple[Mapping[Any, int], list[Any] | None]:
        """The number of each value, and the values by number if they are not their own."""
        values = dict.fromkeys(value for domain in self._domains.values() for value in domain)
        if all(type(value) is int and abs(value) < 2**62 for value in values):
            return {value: value for value in values}, None
        return {value: number for number, value in enumerate(values)}, list(values)

    def _numbered(
        self, constraint: tuple[Any, ...], numbers: Mapping[Any, int], listed: list[Any] | None
    ) -> tuple[Any, ...]:
        """A constraint on numbers, as the search takes it."""
        kind, *parts = constraint
        if kind == "table":
            scope, rows = parts
            known = [row for row in rows if all(value in numbers for value in row)]
            return scope, [[numbers[value] for value in row] for row in known]
        if kind == "sum":
            scope, coefficients, comparison, target = parts
            exact = listed is None and all(_is_whole(it) for it in (*coefficients, target))
            return tuple(parts) if exact else (scope, _sum_test(coefficients, comparison, target))
        return tuple(parts)


def _is_whole(number: Any) -> bool:
    """Whether the search can add it."""
    return hasattr(number, "__index__") and abs(number) < 2**63


def _sum_test(coefficients: Sequence[Any], comparison: str, target: Any) -> Callable[..., bool]:
    """A sum of values that are not all whole numbers, as a test."""

    def total(values: Iterable[Any]) -> Any:
        return sum(coefficient * value for coefficient, value in zip(coefficients, values))

    if comparison == "==":
        return lambda *values: bool(total(values) == target)
    if comparison == "<=":
        return lambda *values: bool(total(values) <= target)
    return lambda *values: bool(total(values) >= target)
