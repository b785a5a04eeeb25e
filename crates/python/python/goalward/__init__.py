"""Classical search over any problem: state it once, then run every method on it.

A start and two functions are enough; a third is a heuristic:

>>> import goalward
>>> result = goalward.bfs(
...     1, lambda n: [("double", 2 * n, 1), ("add one", n + 1, 1)], lambda n: n == 10
... )
>>> result.actions
['double', 'double', 'add one', 'double']

Problems written for aima-python, simpleai or Berkeley's Pacman projects work as they are.
"""

from goalward._data import Graph, Grid, astar_path, astar_path_length, graph, grid
from goalward._domains import (
    Audit,
    Comparison,
    Domain,
    Instance,
    Report,
    audit,
    compare,
    domain,
    domains,
)
from goalward._games import GameResult, alphabeta, mcts, minimax
from goalward._goalward import VERSION as __version__
from goalward._goalward import LocalEvent, PathEvent
from goalward._local import LocalResult, anneal, genetic, hill_climb, local_beam
from goalward._model import Model, ModelResult
from goalward._paths import (
    astar,
    beam,
    bfs,
    bidirectional,
    dfs,
    greedy,
    idastar,
    ids,
    solve,
    ucs,
    wastar,
)
from goalward._results import PathResult, Result

__all__ = [
    "Audit",
    "Comparison",
    "Domain",
    "GameResult",
    "Graph",
    "Grid",
    "Instance",
    "LocalEvent",
    "LocalResult",
    "Model",
    "ModelResult",
    "PathEvent",
    "PathResult",
    "Report",
    "Result",
    "__version__",
    "alphabeta",
    "anneal",
    "astar",
    "astar_path",
    "astar_path_length",
    "audit",
    "beam",
    "bfs",
    "bidirectional",
    "compare",
    "dfs",
    "domain",
    "domains",
    "genetic",
    "graph",
    "greedy",
    "grid",
    "hill_climb",
    "idastar",
    "ids",
    "local_beam",
    "mcts",
    "minimax",
    "solve",
    "ucs",
    "wastar",
]
