"""python-constraint's ``Problem`` on Goalward's engine: change the import and keep the rest.

    from goalward.constraint import Problem, AllDifferentConstraint
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from goalward._model import Model

__all__ = [
    "AllDifferentConstraint",
    "AllEqualConstraint",
    "Constraint",
    "ExactProdConstraint",
    "ExactSumConstraint",
    "FunctionConstraint",
    "InSetConstraint",
    "MaxProdConstraint",
    "MaxSumConstraint",
    "MinProdConstraint",
    "MinSumConstraint",
    "NotInSetConstraint",
    "Problem",
    "SomeInSetConstraint",
    "SomeNotInSetConstraint",
]


class Constraint:
    """Something that a problem's variables must satisfy."""

    def state(self, model: Model, names: list[Hashable]) -> None:
        """Adds it to a model."""
        raise NotImplementedError


class FunctionConstraint(Constraint):
    """A function of the values must be true."""

    def __init__(self, func: Callable[..., object], assigned: bool = True) -> None:
        self.function = func

    def state(self, model: Model, names: list[Hashable]) -> None:
        model.constraint(names, self.function)


class _Expression(Constraint):
    """A Python expression must be true. The names of variables in it are their values."""

    def __init__(self, text: str) -> None:
        self.tree = ast.parse(text.strip(), mode="eval").body

    def state(self, model: Model, names: list[Hashable]) -> None:
        parts = [self.tree]
        if isinstance(self.tree, ast.BoolOp) and isinstance(self.tree.op, ast.And):
            # Each part may be about fewer variables, and is then tested sooner.
            parts = self.tree.values
        for part in parts:
            met = dict.fromkeys(it.id for it in ast.walk(part) if isinstance(it, ast.Name))
            used = [name for name in met if name in names]
            model.constraint(used, eval(f"lambda {', '.join(used)}: {ast.unparse(part)}", {}))


class AllDifferentConstraint(Constraint):
    """No two values are equal."""

    def state(self, model: Model, names: list[Hashable]) -> None:
        model.all_different(names)


class AllEqualConstraint(Constraint):
    """All values are equal."""

    def state(self, model: Model, names: list[Hashable]) -> None:
        for first, second in zip(names, names[1:]):
            model.constraint([first, second], lambda a, b: a == b)


class _Sum(Constraint):
    comparison = ""

    def __init__(self, total: Any, multipliers: Sequence[Any] | None = None) -> None:
        self.total, self.multipliers = total, multipliers

    def state(self, model: Model, names: list[Hashable]) -> None:
        factors = self.multipliers or [1] * len(names)
        if all(isinstance(it, int) for it in (self.total, *factors)) and len(set(names)) == len(names):
            model.sum(dict(zip(names, factors)), self.comparison, self.total)
            return
        from goalward._model import _sum_test

        model.constraint(names, _sum_test(factors, self.comparison, self.total))


class ExactSumConstraint(_Sum):
    """The values add up to a number."""

    comparison = "=="


class MaxSumConstraint(_Sum):
    """The values add up to a number or less."""

    comparison = "<="


class MinSumConstraint(_Sum):
    """The values add up to a number or more."""

    comparison = ">="


class _Product(Constraint):
    def __init__(self, product: Any) -> None:
        self.product = product

    def allows(self, product: Any) -> bool:
        """Whether the product of the values may be this."""
        raise NotImplementedError

    def state(self, model: Model, names: list[Hashable]) -> None:
        model.constraint(names, lambda *values: self.allows(math.prod(values)))


class ExactProdConstraint(_Product):
    """The product of the values is a number."""

    def allows(self, product: Any) -> bool:
        return bool(product == self.product)


class MaxProdConstraint(_Product):
    """The product of the values is a number or less."""

    def allows(self, product: Any) -> bool:
        return bool(product <= self.product)


class MinProdConstraint(_Product):
    """The product of the values is a number or more."""

    def allows(self, product: Any) -> bool:
        return bool(product >= self.product)


class InSetConstraint(Constraint):
    """Every value is in a set."""

    def __init__(self, set: Iterable[Any]) -> None:
        self.set = frozenset(set)

    def state(self, model: Model, names: list[Hashable]) -> None:
        for name in names:
            model.constraint([name], self.set.__contains__)


class NotInSetConstraint(InSetConstraint):
    """No value is in a set."""

    def state(self, model: Model, names: list[Hashable]) -> None:
        for name in names:
            model.constraint([name], lambda value: value not in self.set)


class SomeInSetConstraint(Constraint):
    """At least ``n`` values are in a set, or with ``exact=True`` exactly that many."""

    inside = True

    def __init__(self, set: Iterable[Any], n: int = 1, exact: bool = False) -> None:
        self.set, self.n, self.exact = frozenset(set), n, exact

    def allows(self, *values: Any) -> bool:
        """Whether enough of these are in the set, or outside it."""
        count = sum((value in self.set) == self.inside for value in values)
        return count == self.n if self.exact else count >= self.n

    def state(self, model: Model, names: list[Hashable]) -> None:
        model.constraint(names, self.allows)


class SomeNotInSetConstraint(SomeInSetConstraint):
    """At least ``n`` values are not in a set, or with ``exact=True`` exactly that many."""

    inside = False


class Problem:
    """A constraint problem with python-constraint's calls.

    >>> problem = Problem()
    >>> problem.addVariables("ab", [1, 2, 3])
    >>> problem.addConstraint(lambda a, b: b - a == 1, "ab")
    >>> problem.getSolutions()
    [{'a': 1, 'b': 2}, {'a': 2, 'b': 3}]
    """

    def __init__(self, solver: object = None) -> None:
        if solver is not None:
            raise TypeError("goalward has its own solver: leave out the argument")
        self.reset()

    def reset(self) -> None:
        """Forgets all variables and constraints."""
        self._domains: dict[Hashable, list[Any]] = {}
        self._stated: list[tuple[Constraint, list[Hashable] | None]] = []

    def addVariable(self, variable: Hashable, domain: Iterable[Any]) -> None:
        """Adds a variable with these values."""
        values = list(domain)
        if variable in self._domains:
            raise ValueError(f"Tried to insert duplicated variable {variable!r}")
        if not values:
            raise ValueError("Domain is empty")
        self._domains[variable] = values

    def addVariables(self, variables: Iterable[Hashable], domain: Iterable[Any]) -> None:
        """Adds variables that have the same values."""
        values = list(domain)
        for variable in variables:
            self.addVariable(variable, values)

    def addConstraint(
        self,
        constraint: Constraint | Callable[..., object] | str | list[str],
        variables: Iterable[Hashable] | None = None,
    ) -> None:
        """Adds a constraint on these variables, or on all variables of the problem.

        A string is a Python expression over names of variables, such as ``"a + b == 5"``.
        """
        if isinstance(constraint, (str, list)):
            texts = [constraint] if isinstance(constraint, str) else constraint
            self._stated += [(_Expression(text), None) for text in texts]
            return
        if not isinstance(constraint, Constraint):
            if type(constraint).__module__.startswith("constraint."):
                name = type(constraint).__name__
                raise TypeError(f"this {name} is python-constraint's: import it from goalward.constraint")
            if not callable(constraint):
                raise ValueError("Constraints must be functions, strings or constraints of this module")
            constraint = FunctionConstraint(constraint)
        names = None if variables is None else list(variables)
        self._stated.append((constraint, names or None))

    def getSolution(self) -> dict[Any, Any] | None:
        """A solution, or ``None`` if there is none."""
        return self._model().solve().solution if self._domains else None

    def getSolutions(self) -> list[dict[Any, Any]]:
        """Every solution."""
        return self._model().solve(limit=None).solutions if self._domains else []

    def getSolutionIter(self) -> Iterator[dict[Any, Any]]:
        """Every solution, one by one."""
        if not self._domains:
            return
        model, told, most = self._model(), 0, 100
        while True:
            # Solved again for four times as many: a third more work in all.
            found = model.solve(limit=most)
            yield from found.solutions[told:]
            if found.exhausted:
                return
            told, most = most, 4 * most

    def getSolutionsOrderedList(self, order: Sequence[Hashable] | None = None) -> list[tuple[Any, ...]]:
        """Every solution as a tuple of values, in the order of these variables."""
        names = list(self._domains) if order is None else order
        return [tuple(solution[name] for name in names) for solution in self.getSolutions()]

    def _model(self) -> Model:
        model = Model()
        for name, values in self._domains.items():
            model.variable(name, values)
        for constraint, names in self._stated:
            constraint.state(model, list(self._domains) if names is None else names)
        return model
