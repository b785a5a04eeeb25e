"""What searches return."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    import pandas

State = TypeVar("State")
Action = TypeVar("Action")

_STATISTICS = (
    "expanded",
    "generated",
    "reopened",
    "peak_stored",
    "peak_bytes",
    "seconds",
    "lower_bound",
)


class Result:
    """How a search ended and what it took.

    ``verdict`` is ``"solved"``, ``"unsolvable"`` (the whole space was searched), ``"stuck"`` (an
    incomplete method ended without a solution) or ``"stopped"``; ``stop`` then says by which limit:
    ``"time"``, ``"nodes"``, ``"memory"``, ``"cost"`` or ``"cancelled"``. A result is true if it is
    solved. ``replay`` is the HTML page that steps through the search, if it was requested: a
    notebook shows it below the result, and ``save_replay`` writes it to a file.
    """

    method: str
    verdict: str
    stop: str | None
    expanded: int
    generated: int
    reopened: int
    peak_stored: int
    peak_bytes: int
    seconds: float
    lower_bound: float | None
    replay: str | None

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.method = found["method"]
        self.verdict = found["verdict"]
        self.stop = found["stop"]
        self.expanded = found["expanded"]
        self.generated = found["generated"]
        self.reopened = found["reopened"]
        self.peak_stored = found["peak_stored"]
        self.peak_bytes = found["peak_bytes"]
        self.seconds = found["seconds"]
        self.lower_bound = found.get("lower_bound")
        self.replay = found.get("replay")

    @property
    def solved(self) -> bool:
        """Whether there is a solution."""
        return self.verdict == "solved"

    @property
    def statistics(self) -> dict[str, Any]:
        """The statistics of the search, by name."""
        return {name: getattr(self, name) for name in _STATISTICS}

    def to_dict(self) -> dict[str, Any]:
        """Everything about the result as plain values."""
        return {"method": self.method, "verdict": self.verdict, "stop": self.stop} | self.statistics

    def save_replay(self, path: str | PathLike[str]) -> None:
        """Writes the replay to an HTML file that needs no server and no network."""
        if self.replay is None:
            raise ValueError("there is no replay: search with replay=True")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.replay)

    def __bool__(self) -> bool:
        return self.solved

    def _ending(self) -> str:
        """How it ended, in words."""
        if self.verdict != "stopped":
            return self.verdict.capitalize()
        if self.stop == "cancelled":
            return "Stopped by request"
        limit = "node" if self.stop == "nodes" else self.stop
        return f"Stopped at the {limit} limit"

    def _facts(self) -> list[tuple[str, str]]:
        """The facts that are shown with the solution."""
        facts = [("expanded", f"{self.expanded:,}"), ("generated", f"{self.generated:,}")]
        if self.reopened:
            facts.append(("reopened", f"{self.reopened:,}"))
        facts.append(("time", _seconds(self.seconds)))
        return facts

    def _summary(self) -> str:
        """The result in a line."""
        return self._ending()

    def _details(self) -> list[str]:
        """More about the solution, a line each."""
        return []

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.method}: {self._summary()}>"

    def __str__(self) -> str:
        facts = " · ".join(f"{name} {value}" for name, value in self._facts())
        return "\n".join([f"{self.method}: {self._summary()}", *self._details(), facts])

    def _repr_html_(self) -> str:
        cells = "".join(
            f"<tr><th style='text-align:left'>{escape(name)}</th><td>{escape(value)}</td></tr>"
            for name, value in self._facts()
        )
        details = escape("\n".join(self._details()))
        return (
            f"<p><b>{escape(self.method)}</b>: {escape(self._summary())}</p>"
            + (f"<pre>{details}</pre>" if details else "")
            + f"<table>{cells}</table>"
            + ("" if self.replay is None else _framed(self.replay))
        )


class PathResult(Result, Generic[State, Action]):
    """What a path search found.

    ``actions`` and ``states`` are the plan, the start first among the states, and ``cost`` is what
    it costs. If the search was stopped or got stuck they are the best so far, and
    ``reaches_goal`` is false. ``guarantee`` says how good the method's plans are, provided the
    heuristic never overestimates.
    """

    guarantee: str
    actions: list[Action]
    states: list[State]
    cost: Any
    reaches_goal: bool

    def __init__(self, found: Mapping[str, Any]) -> None:
        super().__init__(found)
        self.guarantee = found["guarantee"]
        self.actions = found.get("actions", [])
        self.states = found.get("states", [])
        self.cost = found.get("cost")
        self.reaches_goal = found.get("reaches_goal", False)

    @property
    def path_cost(self) -> Any:
        """The cost, by its name in aima-python."""
        return self.cost

    @property
    def state(self) -> State | None:
        """The last state of the plan."""
        return self.states[-1] if self.states else None

    def solution(self) -> list[Action] | None:
        """The actions of a solution, as in aima-python; ``None`` without a solution."""
        return self.actions if self.solved else None

    def path(self) -> list[tuple[Action | None, State]]:
        """The steps of the plan as in simpleai: each state with the action that led to it."""
        return list(zip([None, *self.actions], self.states))

    def to_dict(self) -> dict[str, Any]:
        """Everything about the result as plain values."""
        return super().to_dict() | {
            "guarantee": self.guarantee,
            "cost": self.cost,
            "reaches_goal": self.reaches_goal,
            "actions": self.actions,
            "states": self.states,
        }

    def to_pandas(self) -> pandas.DataFrame:
        """The plan as a table: a row for each state, with the action that led to it."""
        import pandas

        actions = [None, *self.actions] if self.states else []
        return pandas.DataFrame(
            {
                "action": pandas.Series(actions, dtype=object),
                "state": pandas.Series(self.states, dtype=object),
            }
        )

    def _summary(self) -> str:
        steps = f"{len(self.actions)} action{'' if len(self.actions) == 1 else 's'}"
        if self.solved:
            return f"Solved, cost {self.cost}, {steps}"
        kept = f"; best so far has {steps}, cost {self.cost}" if self.states else ""
        return self._ending() + kept

    def _details(self) -> list[str]:
        words = [str(action) for action in self.actions[:SHOWN]]
        between = ", " if any(" " in word for word in words) else " "
        more = f"{between}… (all in .actions)" if len(self.actions) > SHOWN else ""
        return [between.join(words) + more] if words else []


# How many actions of a plan are printed.
SHOWN = 60


def _framed(page: str) -> str:
    """An HTML page in a frame of a notebook."""
    return (
        f'<iframe srcdoc="{escape(page)}" title="The search step by step" sandbox="allow-scripts" '
        'style="width:100%;height:720px;border:0"></iframe>'
    )


def _seconds(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.0f} ns"
