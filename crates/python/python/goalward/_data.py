"""Grids and graphs that are searched without a call into Python for each node."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from goalward import _goalward
from goalward._paths import Limits
from goalward._results import PathResult
from goalward._settings import refuse_unknown

if TYPE_CHECKING:
    from typing_extensions import Unpack

Cell = tuple[int, int]


class Grid:
    """A grid of cells; ``grid`` makes one. Cells are named ``(row, column)``, from 0."""

    def __init__(self, rows: _goalward.Grid) -> None:
        self._rows = rows

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._rows.shape

    def solve(
        self,
        start: Cell,
        goal: Cell,
        method: str = "astar",
        *,
        h: str | None = None,
        time: float | str | None = None,
        nodes: int | str | None = None,
        memory: int | str | None = None,
    ) -> PathResult[Cell, str]:
        """Searches for a path between two cells with the method of a spec: ``"ucs"``, ``"bfs"``, …

        ``h`` is ``"zero"``, ``"manhattan"``, ``"octile"``, ``"euclidean"`` or ``"chebyshev"``; by
        default, the one that is exact on a grid without walls and with equal costs.
        """
        start, goal = _cell("start", start), _cell("goal", goal)
        found = self._rows.search(method, start, goal, h, time, nodes, memory)
        return PathResult(found)

    def astar(self, start: Cell, goal: Cell, **options: Any) -> PathResult[Cell, str]:
        """A cheapest path between two cells; see ``solve``."""
        return self.solve(start, goal, "astar", **options)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"<Grid of {rows} rows and {columns} columns>"


def _cell(name: str, cell: Any) -> Cell:
    try:
        row, column = cell
        return index(row), index(column)
    except (TypeError, ValueError):
        raise TypeError(f"{name}={cell!r} is not a cell: use (row, column), whole numbers") from None


def grid(cells: Any = None, *, walls: Any = None, diagonal: bool = False, corners: bool = False) -> Grid:
    """A grid from a two-dimensional NumPy array or a list of rows.

    In ``cells`` a positive number is what entering the cell costs (``True`` is 1), and anything else
    (0, ``False``, a negative number, infinity, NaN) is a wall. Mazes that mark the walls instead are
    given as ``walls``. With ``diagonal=True`` there are eight neighbours, a diagonal step costs √2
    times the cell, and it may cut the corner of a wall only with ``corners=True``.

    >>> import goalward
    >>> goalward.grid(walls=[[0, 1, 0], [0, 0, 0]]).astar((0, 0), (0, 2)).actions
    ['S', 'E', 'E', 'N']
    """
    if (cells is None) == (walls is None):
        raise TypeError("give either cells or walls")
    try:
        rows, columns, blocks = _blocks(cells if walls is None else walls, walls is not None)
        return Grid(_goalward.Grid(rows, columns, blocks, diagonal, corners))
    except (TypeError, ValueError) as error:
        if "float" not in str(error):
            raise
        raise TypeError(
            "the cells of a grid are numbers: the cost of entering each, with 0 for a wall; or give "
            f"walls=…, with 1 for a wall ({error})"
        ) from None


# Ctrl-C is noticed after this many cells.
_AT_ONCE = 1 << 20


def _blocks(cells: Any, inverted: bool) -> tuple[int, int, Iterator[bytes]]:
    """Rows, columns and the costs: the bytes of floats, some rows at a time."""
    if hasattr(cells, "astype"):
        import numpy

        if cells.ndim != 2:
            raise ValueError(f"a grid has two dimensions, but this array has {cells.ndim}")
        count, columns = cells.shape

        def block(first: int) -> bytes:
            some = cells[first : first + step]
            costs = numpy.ascontiguousarray((some == 0) if inverted else some, dtype=numpy.float64)
            return costs.tobytes()

    else:
        rows = [_row(row) for row in cells]
        if len({len(row) for row in rows}) > 1:
            raise ValueError("the rows of a grid must have the same length")
        count, columns = len(rows), len(rows[0]) if rows else 0

        def block(first: int) -> bytes:
            some = (cell for row in rows[first : first + step] for cell in row)
            return array("d", [float(not it) if inverted else float(it) for it in some]).tobytes()

    step = max(1, _AT_ONCE // max(1, columns))
    return count, columns, map(block, range(0, count, step))


def _row(row: Any) -> list[Any]:
    if not hasattr(row, "__iter__"):
        raise TypeError(f"a grid is a list of rows, but {row!r} is not a row")
    return list(row)


class Graph:
    """A graph of nodes and edges with costs; ``graph`` makes one."""

    def __init__(self, edges: _goalward.Graph) -> None:
        self._edges = edges

    def __len__(self) -> int:
        return len(self._edges)

    def solve(
        self,
        source: Hashable,
        target: Hashable,
        method: str = "astar",
        *,
        time: float | str | None = None,
        nodes: int | str | None = None,
        memory: int | str | None = None,
    ) -> PathResult[Any, Any]:
        """Searches for a path between two nodes with the method of a spec: ``"ucs"``, ``"bfs"``, …

        If the nodes have points, the straight line to the target is the heuristic.
        """
        straight = self._edges.has_points()
        found = self._edges.search(method, source, target, straight, time, nodes, memory)
        return PathResult(found)

    def astar(self, source: Hashable, target: Hashable, **options: Any) -> PathResult[Any, Any]:
        """A cheapest path between two nodes; see ``solve``."""
        return self.solve(source, target, "astar", **options)

    def __repr__(self) -> str:
        return f"<Graph of {len(self):,} nodes and {self._edges.edges():,} directed edges>"


def graph(
    edges: Any,
    *,
    directed: bool = False,
    weight: str | None = "weight",
    points: Mapping[Any, Sequence[float]] | None = None,
) -> Graph:
    """A graph from edges ``(from, to)`` or ``(from, to, cost)``, or from a networkx graph.

    The edges are copied once, and every search after that runs without Python. Edges go both ways
    unless ``directed=True``; a networkx graph knows whether it is directed, and its costs are the
    edges' ``weight``, or 1 without one. ``points`` gives each node an ``(x, y)``: the straight line to
    the target is then the heuristic, so no edge should cost less than its length.

    >>> import goalward
    >>> goalward.graph([("a", "b", 2), ("b", "c", 2), ("a", "c", 5)]).astar("a", "c").states
    ['a', 'b', 'c']
    """
    places: dict[Any, Any] | None = None
    if points is not None:
        places = {node: tuple(point) for node, point in points.items()}
    if type(getattr(edges, "_adj", None)) is dict and hasattr(edges, "is_multigraph"):
        directed, several = edges.is_directed(), edges.is_multigraph()
        return Graph(_goalward.Graph.of_networkx(edges._adj, directed, several, weight, places))
    nodes: Iterable[Any] = ()
    if hasattr(edges, "is_directed") and hasattr(edges, "edges"):
        directed, nodes = edges.is_directed(), edges.nodes
        edges = edges.edges(data=weight, default=1) if weight else edges.edges()
    elif hasattr(edges, "tolist"):
        edges = edges.tolist()
    elif isinstance(edges, Mapping) or hasattr(edges, "itertuples") or not hasattr(edges, "__iter__"):
        raise TypeError(
            f"{type(edges).__name__} is not a list of edges: give (from, to) or (from, to, cost) for "
            "each, such as [(u, v, cost) for u, near in d.items() for v, cost in near.items()] from a "
            "dictionary of dictionaries, or df.itertuples(index=False) from a table"
        )
    return Graph(_goalward.Graph(edges, directed, nodes, places))


def astar_path(
    G: Any,
    source: Hashable,
    target: Hashable,
    heuristic: Callable[[Any, Any], Any] | None = None,
    weight: str | Callable[[Any, Any, Any], Any] | None = "weight",
    *,
    cutoff: float | None = None,
    **limits: Unpack[Limits],
) -> list[Any]:
    """A cheapest path in a networkx graph, which is not copied; called like ``networkx.astar_path``.

    A search reads only what it reaches; once that is an eighth of the graph (a third if there is a
    heuristic), it reads the rest at once. What it learns is kept in networkx's own cache of the graph, so
    that the next search is faster; whatever has changed is read again. If several paths are cheapest, it
    may return a different one than networkx. ``time``, ``nodes`` and ``memory`` limit it; reaching a
    limit raises ``TimeoutError``.
    """
    refuse_unknown("astar_path", limits, Limits.__annotations__)
    return _in_networkx(G, source, target, heuristic, weight, cutoff, **limits).states


def astar_path_length(
    G: Any,
    source: Hashable,
    target: Hashable,
    heuristic: Callable[[Any, Any], Any] | None = None,
    weight: str | Callable[[Any, Any, Any], Any] | None = "weight",
    *,
    cutoff: float | None = None,
    **limits: Unpack[Limits],
) -> Any:
    """The cost of a cheapest path, called like ``networkx.astar_path_length``."""
    refuse_unknown("astar_path_length", limits, Limits.__annotations__)
    return _in_networkx(G, source, target, heuristic, weight, cutoff, **limits).cost


def _in_networkx(
    G: Any,
    source: Any,
    target: Any,
    heuristic: Any,
    weight: Any,
    cutoff: float | None,
    *,
    time: float | str | None = None,
    nodes: int | str | None = None,
    memory: int | str | None = None,
    observer: Callable[[_goalward.PathEvent], object] | None = None,
) -> PathResult[Any, Any]:
    if not hasattr(G, "is_multigraph"):
        raise TypeError(f"G is of type {type(G).__name__}: give a networkx graph, or use goalward.graph(edges)")
    if heuristic is not None and not callable(heuristic):
        raise TypeError(f"heuristic={heuristic!r} is not a function of two nodes")
    for name, node in (("Source", source), ("Target", target)):
        if node not in G:
            import networkx

            raise networkx.NodeNotFound(f"{name} {node} is not in G")
    # networkx empties the cache of a graph when its nodes or edges change; None turns it off.
    cache = getattr(G, "__networkx_cache__", None)
    if cache is None or type(G._adj) is not dict:
        known = _goalward.Known()
    else:
        known = cache.get("goalward") or cache.setdefault("goalward", _goalward.Known())
    found = PathResult[Any, Any](
        _goalward.search_networkx(
            known,
            G._adj,
            G.is_directed(),
            G.is_multigraph(),
            weight,
            source,
            target,
            heuristic,
            cutoff or None,
            time,
            nodes,
            memory,
            observer,
        )
    )
    if found.verdict == "unsolvable":
        import networkx

        raise networkx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    if found.verdict == "stopped":
        raise TimeoutError(f"{found._ending()} before a path was found")
    return found
