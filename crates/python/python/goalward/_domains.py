"""The built-in domains: opened, solved, audited and compared."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from html import escape
from os import PathLike, fspath
from os.path import splitext
from typing import TYPE_CHECKING, Any

from goalward import _goalward, _problems
from goalward._results import Result
from goalward._settings import seeded, whole

if TYPE_CHECKING:
    import pandas

    Time = float | str | None
    Amount = int | str | None


class Report(Result):
    """What a method found on an instance of a built-in domain.

    ``solution`` is the plan, the assignment or the best moves as the command prints them; every
    solution was checked independently. ``optimal`` says whether the cost is proved least.
    ``facts`` has what only this kind of search reports, ``boards`` each state along the solution.
    """

    def __init__(self, found: Mapping[str, Any], replay: str | None = None) -> None:
        super().__init__(found)
        self.replay = replay
        self.domain: str = found["domain"]
        self.instance: str = found["instance"]
        self.goal: str | None = found["goal"]
        self.seed: int = found["seed"]
        self.cost: float | int | None = found["cost"]
        self.optimal: bool = found["optimal"]
        self.solution: list[Any] | None = found["solution"]
        self.others: list[list[Any]] = found.get("others", [])
        self.boards: list[str] = found["boards"] or []
        self.summary: str = found["summary"]
        self.notes: list[str] = found["notes"]
        known = _REPORTED | set(vars(self))
        self.facts: dict[str, Any] = {name: it for name, it in found.items() if name not in known}

    def to_dict(self) -> dict[str, Any]:
        """The report as plain values: what ``goalward solve --json`` prints."""
        about = ("domain", "instance", "goal", "seed", "cost", "optimal", "solution")
        return super().to_dict() | {name: getattr(self, name) for name in about} | self.facts

    def to_pandas(self) -> pandas.DataFrame:
        """The report as a table of one row."""
        import pandas

        return pandas.DataFrame([self.to_dict()])

    def _summary(self) -> str:
        return self.summary

    def _details(self) -> list[str]:
        shown = [] if self.solution is None else [" ".join(str(it) for it in self.solution)]
        return shown + self.notes


_REPORTED = {"lower_bound", "expanded", "generated", "reopened", "boards", "summary", "notes"}


class Instance:
    """An instance of a built-in domain."""

    def __init__(self, instance: _goalward.Instance) -> None:
        self._instance = instance

    @property
    def text(self) -> str:
        """The text that opens it again."""
        return self._instance.text

    @property
    def drawing(self) -> str:
        """The start and the goal, drawn as text."""
        return self._instance.drawing

    @property
    def methods(self) -> dict[str, str]:
        """The methods that can be run on it, by name, with a line about each."""
        return {name: doc for name, _, doc in self._instance.methods()}

    def solve(
        self,
        method: str | None = None,
        *,
        seed: int = 1,
        jobs: int = 1,
        time: Time = None,
        nodes: Amount = None,
        memory: Amount = None,
        observer: Callable[[dict[str, Any]], object] | None = None,
        replay: bool = False,
    ) -> Report:
        """Runs a method, such as ``"astar(manhattan)"``, or the default of this instance.

        ``observer`` is called with each event as a dictionary; if it returns ``False``, the search
        ends. Other Python threads can run meanwhile, unless there is an observer. With ``replay=True``
        the report has a page that steps through the same search, and a notebook shows it.
        """
        seed, jobs = seeded(seed), whole("jobs", jobs)
        found = self._instance.solve(method, seed, jobs, time, nodes, memory, observer)
        page = self._instance.replay(method, seed, time, nodes, memory) if replay else None
        return Report(json.loads(found), page)

    def audit(
        self,
        *names: str,
        seed: int = 1,
        samples: int | None = None,
        time: Time = None,
        nodes: Amount = None,
        memory: Amount = None,
    ) -> list[dict[str, Any]]:
        """Checks heuristics, evaluators or landscapes against exact values, all the usual ones if
        none is named: a dictionary each, whose ``headline`` says what was found."""
        samples = None if samples is None else whole("samples", samples, 1)
        found = self._instance.audit(list(names), seeded(seed), samples, time, nodes, memory)
        audits: list[dict[str, Any]] = json.loads(found)
        return audits

    def __repr__(self) -> str:
        return f"<Instance of {self._instance.domain}: {self.text}>"

    def __str__(self) -> str:
        return self.drawing

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.drawing)}</pre>"


class Domain:
    """A built-in domain with its settings; ``domain`` returns one."""

    def __init__(self, spec: str) -> None:
        if not isinstance(spec, str):
            raise TypeError(f"a domain is a string such as '8-puzzle', not {spec!r}")
        # Opened once, so that a wrong name or setting is reported now.
        self.name = _goalward.Instance(spec, None, 1).domain
        self.spec = spec

    def instance(self, text: str | None = None, *, seed: int = 1) -> Instance:
        """The instance given as text, such as ``"8 0 6 5 4 7 2 3 1"`` or ``"korf100:1"``; without one,
        an instance made from the seed."""
        if not isinstance(text, str | None):
            kind = type(text).__name__
            raise TypeError(f"an instance is a string such as '8 0 6 5 4 7 2 3 1', not a {kind}")
        return Instance(_goalward.Instance(self.spec, text, seeded(seed)))

    def compare(self, *methods: str, **options: Any) -> Comparison:
        """Compares methods on instances of this domain; see ``compare``."""
        return compare(self.spec, methods=methods or None, **options)

    def __repr__(self) -> str:
        return f"<Domain {self.spec}>"


def domain(spec: str) -> Domain:
    """A built-in domain, by name or with settings: ``"8-puzzle"``, ``"tiles(size=3x4)"``.

    >>> import goalward
    >>> goalward.domain("8-puzzle").instance("8 0 6 5 4 7 2 3 1").solve("astar(manhattan)").cost
    31
    """
    return Domain(spec)


def domains() -> list[dict[str, Any]]:
    """Every built-in domain: its name, a line about it, its aliases and its sets of instances."""
    rows: list[dict[str, Any]] = json.loads(_goalward.domain_list())
    return rows


class Comparison:
    """Methods compared: a table, plots, and a row for every run. Notebooks show all of it."""

    def __init__(self, results: _goalward.Comparison) -> None:
        self._results = results

    def table(self, width: int = 100) -> str:
        """The table and its remarks as text, at most ``width`` characters wide."""
        return self._results.table(width).replace("`--export` keeps them.", "Use to_pandas() or export().")

    @property
    def plots(self) -> dict[str, str]:
        """The plots as SVG, by name."""
        return {name: svg for name, _, _, svg in self._results.plots()}

    def to_dict(self) -> dict[str, Any]:
        """The table as plain values: columns, rows and remarks."""
        table: dict[str, Any] = json.loads(self._results.tabular())
        return table

    def to_pandas(self) -> pandas.DataFrame:
        """A row for every run."""
        from io import BytesIO

        import pandas

        return pandas.read_csv(BytesIO(self._results.export("csv")))

    def export(self, path: str | PathLike[str]) -> None:
        """Writes the results to a file, in the format of its extension: md, csv, jsonl, html, svg,
        pdf or tex."""
        name = fspath(path)
        data = self._results.export(splitext(name)[1].removeprefix("."))
        with open(name, "wb") as file:
            file.write(data)

    def __str__(self) -> str:
        return self.table()

    def __repr__(self) -> str:
        return f"<Comparison of {len(self.to_dict()['rows'])} methods>"

    def _repr_html_(self) -> str:
        table = self.to_dict()
        head = "".join(
            f"<th title='{escape(it['meaning'])}'>{escape(it['name'])}</th>" for it in table["columns"]
        )
        rows = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in table["rows"])
        remarks = "".join(f"<p>{escape(remark)}</p>" for remark in table["remarks"])
        plots = "".join(
            f"<figure class='goalward'><figcaption><b>{escape(title)}</b> {escape(caption)}"
            f"</figcaption>{svg}</figure>"
            for _, title, caption, svg in self._results.plots()
        )
        style = f"<style>{self._results.plot_css()}</style>"
        return f"{style}<table><tr>{head}</tr>{rows}</table>{remarks}{plots}"


def _cell(entry: dict[str, Any] | None) -> str:
    if entry is None:
        return "<td></td>"
    text = " ".join(filter(None, [entry["text"], entry["unit"], entry["spread"]]))
    return f"<td>{'<b>' if entry['least'] else ''}{escape(text)}{'</b>' if entry['least'] else ''}</td>"


def compare(
    domain: str | Domain,
    instance: str | Instance | None = None,
    *,
    methods: str | Iterable[str] | None = None,
    set: str | None = None,
    instances: str | Iterable[str] | None = None,
    runs: int | None = None,
    seed: int = 1,
    jobs: int = 1,
    time: Time = None,
    nodes: Amount = None,
    memory: Amount = None,
) -> Comparison:
    """Compares methods of a built-in domain, as ``goalward compare`` does.

    The instances are one (``instance``), a list of strings or one string with a line for each
    (``instances``), a built-in set (``set``), or made from the seed. Everything has a sensible
    default. Limits apply to each run, and ``jobs`` runs are done in parallel.
    """
    if methods is not None and not isinstance(methods, str):
        methods = list(methods)
        if not methods:
            raise ValueError("methods=[] is not allowed: name at least one, or leave it out for the usual ones")
    return Comparison(
        _goalward.compare(
            domain.spec if isinstance(domain, Domain) else domain,
            instance.text if isinstance(instance, Instance) else instance,
            set,
            _joined("\n", instances),
            _joined(", ", methods),
            None if runs is None else whole("runs", runs, 1),
            seeded(seed),
            whole("jobs", jobs),
            time,
            nodes,
            memory,
        )
    )


def _joined(between: str, texts: str | Iterable[str] | None) -> str | None:
    return texts if texts is None or isinstance(texts, str) else between.join(texts)


class Audit:
    """The result of checking a heuristic: whether it is ``admissible`` (it never exceeds the true
    cost) and ``consistent`` (no action lowers it by more than it costs), over every state that can
    be reached. ``overestimate`` and ``inconsistency`` are examples nearest a goal, if there are any.
    """

    def __init__(self, found: Mapping[str, Any]) -> None:
        self.stop: str | None = found["stop"]
        self.states: int = found["states"]
        self.dead_ends: int = found["dead_ends"]
        self.edges: int = found["edges"]
        self.overestimates: int = found["overestimates"]
        self.inconsistencies: int = found["inconsistencies"]
        self.overestimate: dict[str, Any] | None = found.get("overestimate")
        self.inconsistency: dict[str, Any] | None = found.get("inconsistency")
        # A search that was stopped can refute, but never prove.
        proved = True if self.stop is None else None
        self.admissible: bool | None = proved if found["admissible"] else False
        self.consistent: bool | None = proved if found["consistent"] else False

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return dict(vars(self))

    def __str__(self) -> str:
        states = f"{self.states:,} states"
        if self.overestimate:
            worst = self.overestimate
            return (
                f"Refuted: it overestimates {self.overestimates:,} of {states}. Nearest a goal: "
                f"the cost from {worst['state']} is {worst['distance']}, but it estimates "
                f"{worst['estimate']}."
            )
        if self.inconsistency:
            fall = self.inconsistency
            return (
                f"No overestimate on {states}, but {self.inconsistencies:,} of {self.edges:,} actions "
                f"lower it by more than they cost. Nearest a goal: {fall['action']} in {fall['state']} "
                f"from {fall['before']} to {fall['after']}."
            )
        if self.stop:
            return f"No fault found on {states} before the limit of {self.stop} was reached."
        return f"Proved on {states}: it is admissible and consistent."

    def __repr__(self) -> str:
        return f"<Audit: {self}>"


def audit(
    problem: Any,
    successors: Callable[[Any], Iterable[Any]] | None = None,
    is_goal: Callable[[Any], object] | None = None,
    h: Callable[..., Any] | None = None,
    *,
    time: Time = None,
    nodes: Amount = None,
    memory: Amount = None,
) -> Audit:
    """Checks a heuristic written in Python against exact distances, on every state that can be
    reached from the start.

    The problem is given in the same way as to ``astar``.

    >>> import goalward
    >>> print(goalward.audit(0, lambda n: [(n + 1, 1)] if n < 9 else [], lambda n: n == 9, lambda n: 9 - n))
    Proved on 10 states: it is admissible and consistent.
    """
    found = _problems.parts(problem, successors, is_goal, h)
    if found.h is None:
        raise TypeError("there is no heuristic to check: give h=…")
    return Audit(
        _goalward.audit_path(
            found.start, list(found.moves), found.is_goal, found.h, time, nodes, memory
        )
    )
