"""NumPy grids, edges and networkx graphs."""

from __future__ import annotations

import copy
import gc
import math
import os
import pickle
import random
import signal
import threading
import time
import weakref
from typing import Any

import goalward
import networkx
import numpy
import pytest


def random_grid(seed: int, rows: int = 30, columns: int = 40, walls: float = 0.3) -> Any:
    rng = numpy.random.default_rng(seed)
    cells = rng.random((rows, columns)) >= walls
    cells[0, 0] = cells[-1, -1] = True
    return cells


def grid_as_networkx(cells: Any, diagonal: bool) -> Any:
    """The definition, slow and obvious."""
    made = networkx.DiGraph()
    rows, columns = cells.shape
    for r in range(rows):
        for c in range(columns):
            if not cells[r, c] > 0:
                continue
            made.add_node((r, c))
            for dr in (-1, 0, 1):
                for dc in (-1, 0, 1):
                    a, b = r + dr, c + dc
                    straight = abs(dr) + abs(dc) == 1
                    if (dr, dc) == (0, 0) or not (straight or diagonal):
                        continue
                    if not (0 <= a < rows and 0 <= b < columns) or not cells[a, b] > 0:
                        continue
                    if not straight and not (cells[r, b] > 0 and cells[a, c] > 0):
                        continue
                    length = 1.0 if straight else math.sqrt(2)
                    made.add_edge((r, c), (a, b), weight=length * float(cells[a, b]))
    return made


@pytest.mark.parametrize("diagonal", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_grids_agree_with_networkx(diagonal: bool, weighted: bool) -> None:
    for seed in range(12):
        cells = random_grid(seed)
        if weighted:
            cells = cells * numpy.random.default_rng(seed).integers(1, 10, cells.shape) * 0.5
        grid = goalward.grid(cells, diagonal=diagonal)
        slow = grid_as_networkx(cells, diagonal)
        start, goal = (0, 0), (cells.shape[0] - 1, cells.shape[1] - 1)
        for method in ("astar", "ucs", "bidirectional"):
            found = grid.solve(start, goal, method)
            try:
                least = networkx.dijkstra_path_length(slow, start, goal)
            except networkx.NetworkXNoPath:
                assert found.verdict == "unsolvable"
                continue
            assert found.cost == pytest.approx(least)
            steps = zip(found.states, found.states[1:])
            assert sum(slow.edges[step]["weight"] for step in steps) == pytest.approx(least)


def test_grids_are_made_from_arrays_lists_and_walls() -> None:
    walls = [[0, 1, 0], [0, 1, 0], [0, 0, 0]]
    free = [[1, 0, 1], [1, 0, 1], [1, 1, 1]]
    for grid in (
        goalward.grid(walls=walls),
        goalward.grid(free),
        goalward.grid(numpy.array(free, dtype=numpy.uint8)),
        goalward.grid(walls=numpy.array(walls, dtype=bool)),
        goalward.grid(numpy.array(free, dtype=float).T.copy().T),
    ):
        found = grid.astar((0, 0), (0, 2))
        assert found.cost == 6 and isinstance(found.cost, int)
        assert found.actions == ["S", "S", "E", "E", "N", "N"] and found.states[3] == (2, 1)
    assert goalward.grid(walls=walls, diagonal=True).astar((1, 0), (1, 2)).cost == 4
    cut = goalward.grid(walls=walls, diagonal=True, corners=True).astar((1, 0), (1, 2))
    assert cut.cost == pytest.approx(2 * math.sqrt(2)) and cut.actions == ["SE", "NE"]
    assert goalward.grid([[1, math.nan, 5]]).astar((0, 0), (0, 2)).verdict == "unsolvable"


@pytest.mark.parametrize("at_once", [1, 100, 1 << 20])
def test_grids_are_read_some_rows_at_a_time(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goalward._data._AT_ONCE", at_once)
    for seed in range(4):
        cells = random_grid(seed, rows=31) * numpy.random.default_rng(seed).integers(1, 9, (31, 40))
        slow = grid_as_networkx(cells, False)
        for grid in (goalward.grid(cells), goalward.grid(cells.tolist()), goalward.grid(walls=cells == 0)):
            assert grid.shape == (31, 40)
            found = grid.astar((0, 0), (30, 39))
            assert found.solved == networkx.has_path(slow, (0, 0), (30, 39))
        costs = networkx.single_source_dijkstra_path_length(slow, (0, 0))
        grid = goalward.grid(cells)
        for cell in list(costs)[:: 1 + len(costs) // 20]:
            assert grid.astar((0, 0), cell).cost == costs[cell]


def test_bad_grids_and_cells_are_refused_in_words() -> None:
    grid = goalward.grid([[1, 0], [1, 1]])
    with pytest.raises(ValueError, match=r"start=\(0, 1\) is a wall"):
        grid.astar((0, 1), (1, 1))
    with pytest.raises(ValueError, match=r"goal=\(2, 0\) is not on the grid: rows are 0 to 1"):
        grid.astar((0, 0), (2, 0))
    with pytest.raises(ValueError, match="unknown heuristic `far`: use zero"):
        grid.astar((0, 0), (1, 1), h="far")
    with pytest.raises(ValueError, match="two dimensions"):
        goalward.grid(numpy.ones((2, 2, 2)))
    with pytest.raises(ValueError, match="the same length"):
        goalward.grid([[1], [1, 1]])
    with pytest.raises(ValueError, match="not possible"):
        goalward.grid(numpy.ones((0, 3)))
    with pytest.raises(TypeError, match="a grid is a list of rows, but 1 is not a row"):
        goalward.grid([1, 2, 3])
    with pytest.raises(TypeError, match="either cells or walls"):
        goalward.grid()


def test_what_is_no_networkx_graph_or_no_heuristic_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match="G is of type list: give a networkx graph"):
        goalward.astar_path([1, 2], 1, 2)
    with pytest.raises(TypeError, match="heuristic=3 is not a function of two nodes"):
        goalward.astar_path(networkx.path_graph(3), 0, 2, 3)  # type: ignore[arg-type]


def random_graph(seed: int, directed: bool, multi: bool = False) -> Any:
    rng = random.Random(seed)
    kinds = {
        (False, False): networkx.Graph,
        (True, False): networkx.DiGraph,
        (False, True): networkx.MultiGraph,
        (True, True): networkx.MultiDiGraph,
    }
    made = kinds[directed, multi]()
    made.add_nodes_from(range(40))
    for _ in range(110):
        made.add_edge(rng.randrange(40), rng.randrange(40), weight=rng.choice([1, 2, 3, 0.5]))
    return made


@pytest.mark.parametrize("directed", [False, True])
@pytest.mark.parametrize("multi", [False, True])
def test_networkx_graphs_give_networkx_answers(directed: bool, multi: bool) -> None:
    for seed in range(20):
        graph = random_graph(seed, directed, multi)
        copied = goalward.graph(graph)
        assert len(copied) == 40
        for target in range(1, 40, 7):
            try:
                least = networkx.astar_path_length(graph, 0, target)
            except networkx.NetworkXNoPath:
                with pytest.raises(networkx.NetworkXNoPath):
                    goalward.astar_path(graph, 0, target)
                assert copied.astar(0, target).verdict == "unsolvable"
                continue
            path = goalward.astar_path(graph, 0, target)
            assert networkx.path_weight(graph, path, "weight") == least
            assert goalward.astar_path_length(graph, 0, target) == least
            for method in ("astar", "ucs", "bidirectional"):
                assert copied.solve(0, target, method).cost == least


def test_copies_of_networkx_graphs_have_every_node_and_edge_or_say_what_is_wrong() -> None:
    graph = networkx.Graph([("a", "b", {"length": 3}), ("b", "b", {}), ("b", "c", {"weight": None})])
    graph.add_node("alone")
    copied = goalward.graph(graph)
    assert len(copied) == 4 and "4 nodes and 3 directed edges" in repr(copied)
    assert copied.astar("a", "b").cost == 1
    assert copied.astar("a", "c").verdict == "unsolvable"  # None hides an edge, as in networkx
    assert goalward.graph(graph, weight="length").astar("a", "c").cost == 4
    view = networkx.subgraph_view(graph, filter_node=lambda node: node != "c")
    assert len(goalward.graph(view)) == 3
    with pytest.raises(KeyError, match="'d' is not a node of the graph"):
        copied.astar("a", "d")
    for weight, why in ((-1, "a cost is 0 or more"), ("far", "it is not a number")):
        graph["a"]["b"]["weight"] = weight
        with pytest.raises(ValueError, match=f"the cost of an edge to 'b' is {weight!r}: {why}"):
            goalward.graph(graph)


def test_networkx_weights_heuristics_and_errors() -> None:
    graph = networkx.grid_graph((12, 12))

    def straight(a: tuple[int, int], b: tuple[int, int]) -> float:
        return math.dist(a, b)

    path = goalward.astar_path(graph, (0, 0), (11, 7), straight)
    assert len(path) == 19 and path[0] == (0, 0) and path[-1] == (11, 7)

    def no_even_rows(u: Any, v: Any, data: Any) -> float | None:
        return None if v[0] % 2 == 0 and v[1] > 0 else 1

    theirs = networkx.astar_path_length(graph, (0, 0), (5, 5), weight=no_even_rows)
    assert goalward.astar_path_length(graph, (0, 0), (5, 5), weight=no_even_rows) == theirs
    assert goalward.astar_path_length(graph, (0, 0), (5, 5), weight=None) == 10
    with pytest.raises(networkx.NodeNotFound, match="^Target nowhere is not in G$"):
        goalward.astar_path(graph, (0, 0), "nowhere")
    with pytest.raises(networkx.NodeNotFound, match="^Source nowhere is not in G$"):
        goalward.astar_path(graph, "nowhere", (0, 0))
    with pytest.raises(ZeroDivisionError):
        goalward.astar_path(graph, (0, 0), (5, 5), lambda a, b: 1 / 0)
    view = networkx.subgraph_view(graph, filter_node=lambda node: node != (0, 1))
    assert goalward.astar_path(view, (0, 0), (0, 2)) == networkx.astar_path(view, (0, 0), (0, 2))
    with pytest.raises(TimeoutError, match="node limit"):
        goalward.astar_path(graph, (0, 0), (11, 11), nodes=3)


def test_a_graph_that_changes_between_searches_is_read_again() -> None:
    """However it is changed: what was learnt before must never answer for what is there now."""
    rng = random.Random(5)
    graph = random_graph(5, directed=True)
    for turn in range(300):
        a, b = rng.randrange(40), rng.randrange(40)
        change = turn % 7
        if change == 0:
            graph.add_edge(a, b, weight=rng.choice([1, 2.5, 7]))
        elif change == 1 and graph.out_degree(a):
            graph.remove_edge(a, next(iter(graph[a])))
        elif change == 2 and graph.out_degree(a):
            graph[a][next(iter(graph[a]))]["weight"] = rng.choice([0.25, 3, 9])
        elif change == 3:
            graph.remove_node(a)
            graph.add_edges_from([(a, b, {"weight": 2}), (b, a, {"weight": 1})])
        elif change == 4 and graph.out_degree(a):
            graph[a][next(iter(graph[a]))].pop("weight", None)
        elif change == 5:
            graph.remove_edges_from(list(graph.out_edges(a)))
        graph.add_nodes_from(range(40))
        for target in (b, rng.randrange(40)):
            try:
                least = networkx.dijkstra_path_length(graph, 0, target)
            except networkx.NetworkXNoPath:
                with pytest.raises(networkx.NetworkXNoPath):
                    goalward.astar_path(graph, 0, target)
                continue
            assert goalward.astar_path_length(graph, 0, target) == least
            path = goalward.astar_path(graph, 0, target)
            assert sum(graph[u][v].get("weight", 1) for u, v in zip(path, path[1:])) == least


def test_a_graph_with_what_was_learnt_is_copied_pickled_and_collected() -> None:
    class Place:
        graph: Any

    graph, place = networkx.Graph(), Place()
    place.graph = graph
    graph.add_edge(place, "b", weight=2)
    assert goalward.astar_path(graph, place, "b") == [place, "b"]
    assert "goalward" in graph.__networkx_cache__
    gone = weakref.ref(graph)
    del graph, place
    gc.collect()
    assert gone() is None
    roads = networkx.path_graph(9)
    goalward.astar_path(roads, 0, 8)
    for other in (copy.copy(roads), copy.deepcopy(roads), pickle.loads(pickle.dumps(roads))):
        assert goalward.astar_path(other, 0, 8) == list(range(9))


def test_a_cost_that_no_search_meets_is_not_read() -> None:
    """Though a search that meets much of a graph reads all of it at once."""
    graph = networkx.path_graph(40)
    graph.add_edge("a", "b", weight="far")
    graph.add_edge("b", "c", weight=-1)
    for _ in range(3):
        assert goalward.astar_path_length(graph, 0, 39) == 39
    with pytest.raises(ValueError, match="the cost of an edge to 'b' is 'far'"):
        goalward.astar_path(graph, "a", "c")
    graph["a"]["b"]["weight"], graph["b"]["c"]["weight"] = 2, 3
    assert goalward.astar_path_length(graph, "a", "c") == 5


def test_graphs_whose_edges_share_their_data_give_networkx_answers() -> None:
    """The way back along an edge is recognised by its data, which two edges may share."""

    class Thin(networkx.Graph):  # type: ignore[misc]
        shared: list[dict[str, float]]

        def edge_attr_dict_factory(self) -> dict[str, float]:
            return random.choice(self.shared)

    for seed in range(60):
        rng = random.Random(seed)
        random.seed(seed)
        graph = Thin()
        graph.shared = [{"weight": rng.choice([1, 2, 0.5])} for _ in range(1 + seed % 4)]
        for _ in range(60):
            # Nodes are equal and yet not the same objects.
            u, v = rng.randrange(1000, 1025), rng.randrange(1000, 1025)
            graph.add_edge((u, str(u)), (v, str(v)))
        source, *targets = graph
        for target in targets[::5]:
            least = networkx.dijkstra_path_length(graph, source, target) if networkx.has_path(
                graph, source, target
            ) else None
            if least is None:
                continue
            path = goalward.astar_path(graph, source, target)
            assert networkx.path_weight(graph, path, "weight") == least


def test_a_node_with_many_edges_and_costs_that_differ_by_direction() -> None:
    rng = random.Random(7)
    graph = networkx.Graph()
    for n in range(200):
        graph.add_edge("hub", ("spoke", n), weight=rng.randrange(1, 9))
        graph.add_edge(("spoke", n), ("spoke", rng.randrange(200)), weight=rng.randrange(1, 9))

    def uphill(a: Any, b: Any, data: Any) -> int:
        return 3 * int(data["weight"]) if str(a) < str(b) else int(data["weight"])

    for turn in range(40):
        a, b = ("spoke", rng.randrange(200)), ("spoke", rng.randrange(200))
        weight: Any = uphill if turn % 3 == 1 else "weight"
        graph["hub"][b]["weight"] = rng.randrange(1, 9)
        least = networkx.dijkstra_path_length(graph, a, b, weight)
        assert goalward.astar_path_length(graph, a, b, weight=weight) == least


def test_a_cost_that_turned_wrong_is_told_of_only_where_it_is_met() -> None:
    graph = networkx.path_graph(60)
    graph.add_edge("a", "b", weight=1)
    assert goalward.astar_path_length(graph, "a", "b") == 1
    assert goalward.astar_path_length(graph, 0, 59) == 59
    graph["a"]["b"]["weight"] = "far"
    for _ in range(2):
        assert goalward.astar_path_length(graph, 0, 59) == 59
    with pytest.raises(ValueError, match="is 'far'"):
        goalward.astar_path(graph, "a", "b")
    with pytest.raises(ValueError, match="is 'far'"):
        goalward.astar_path(graph, "b", "a")


def test_ctrl_c_ends_searches_in_large_networkx_graphs() -> None:
    """In a first search and in a later one; the next search is as if nothing had happened."""
    graph = networkx.grid_2d_graph(300, 300)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        for delay in (0.01, 0.03, 0.06, 0.01, 0.02):
            signal.setitimer(signal.ITIMER_REAL, delay)
            began = time.monotonic()
            try:
                while time.monotonic() - began < 10:
                    goalward.astar_path_length(graph, (0, 0), (299, 299))
                raise AssertionError("Ctrl-C was not seen")
            except KeyboardInterrupt:
                late = time.monotonic() - began - delay
            # A busy machine may stop everybody for longer.
            assert late < 0.2 or os.getloadavg()[0] > 2
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert goalward.astar_path_length(graph, (0, 0), (299, 299)) == 598


def test_searches_in_a_graph_nest_and_share_it_between_threads() -> None:
    graph = networkx.grid_graph((20, 20))

    def far(a: tuple[int, int], b: tuple[int, int]) -> Any:
        return goalward.astar_path_length(graph, a, b)

    assert goalward.astar_path_length(graph, (0, 0), (6, 6), far) == 12
    wrong: list[Any] = []

    def search(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(50):
            x, y = rng.randrange(20), rng.randrange(20)
            found = goalward.astar_path_length(graph, (0, 0), (x, y), lambda a, b: math.dist(a, b))
            if found != x + y:
                wrong.append((x, y, found))

    threads = [threading.Thread(target=search, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_costs_cutoffs_and_changes_during_a_search_are_as_in_networkx() -> None:
    graph = networkx.Graph()
    graph.add_weighted_edges_from([("a", "b", 2), ("b", "c", 3), ("a", "d", 0.5), ("d", "d", 1)])
    assert repr(goalward.astar_path_length(graph, "a", "c", lambda a, b: 0.5)) == "5"
    assert repr(goalward.astar_path_length(graph, "a", "d")) == "0.5"
    assert goalward.astar_path(graph, "a", "c", lambda a, b: -7) == ["a", "b", "c"]
    assert goalward.astar_path(graph, "a", "c", cutoff=5) == ["a", "b", "c"]
    with pytest.raises(networkx.NetworkXNoPath):
        goalward.astar_path(graph, "a", "c", cutoff=4)
    assert goalward.astar_path(graph, "a", "a") == ["a"]
    graph["a"]["b"]["weight"] = None
    with pytest.raises(networkx.NetworkXNoPath):
        goalward.astar_path(graph, "a", "c")
    graph["a"]["b"]["weight"] = "far"
    with pytest.raises(ValueError, match="the cost of an edge to 'b' is 'far': it is not a number"):
        goalward.astar_path(graph, "a", "c")
    graph["a"]["b"]["weight"] = 1
    assert goalward.astar_path_length(graph, "a", "c") == 4

    fresh = networkx.Graph(graph)

    def growing(a: Any, b: Any, data: Any) -> int:
        fresh.add_edge(a, object())
        return 1

    with pytest.raises(RuntimeError, match="changed"):
        goalward.astar_path(fresh, "a", "c", weight=growing)
    seen: list[Any] = []
    goalward.astar_path(graph, "a", "c", observer=lambda event: seen.append(event.kind))
    assert "expand" in seen and "generate" in seen


def test_nodes_that_come_during_a_search_are_reported() -> None:
    graph = networkx.path_graph(2000)

    def grows(node: int, _: int) -> int:
        graph.add_edge(node, node + 5000)
        return 0

    with pytest.raises(RuntimeError, match="the graph changed during the search"):
        goalward.astar_path(graph, 0, 1999, grows)
    assert len(goalward.astar_path(graph, 0, 1999)) == 2000


def test_what_newcomers_try_is_taken_or_refused_in_words() -> None:
    grid: Any = goalward.grid(numpy.ones((4, 4)))
    astar: Any = goalward.astar
    assert grid.astar((numpy.int64(0), 0), (numpy.int32(3), 3)).cost == 6
    for cell in (5, (1.5, 2), (1,), "ab"):
        with pytest.raises(TypeError, match="is not a cell: use"):
            grid.astar((0, 0), cell)
    with pytest.raises(TypeError, match="the cells of a grid are numbers"):
        goalward.grid(["..#", "..."])
    graph = networkx.path_graph(4)
    for data in (grid, graph, goalward.graph(graph)):
        with pytest.raises(TypeError, match="use goalward.astar_path"):
            astar(data, 0, 3)
    with pytest.raises(TypeError, match="is_goal=5 is not a function"):
        astar(0, lambda n: [(n + 1, 1)], 5)
    with pytest.raises(TypeError, match="dict is not a list of edges"):
        goalward.graph({"a": {"b": 3}})
    near: Any
    for near in ([0, 0], numpy.zeros(2)):
        placed = goalward.graph([("a", "b", 1)], points={"a": near, "b": [1.0, 0.0]})
        assert placed.astar("a", "b").cost == 1
    with pytest.raises(TypeError, match="'a' is not \\(x, y\\)"):
        goalward.graph([("a", "b", 1)], points={"a": (1, 2, 3), "b": (1, 1)})
    long = goalward.grid(numpy.ones((1, 90))).astar((0, 0), (0, 89))
    assert str(long).count("E ") == 60 and len(long.actions) == 89


def test_graphs_from_edges() -> None:
    edges = [("a", "b", 2), ("b", "c", 2), ("a", "c", 5)]
    assert goalward.graph(edges).astar("c", "a").states == ["c", "b", "a"]
    one_way = goalward.graph(edges, directed=True)
    assert one_way.astar("c", "a").verdict == "unsolvable"
    assert one_way.astar("a", "c").cost == 4
    assert goalward.graph(numpy.array([[0, 1], [1, 2]])).astar(0, 2).cost == 2
    assert goalward.graph(iter([(0, 1, 0.25), [1, 2, 0.5]])).astar(0, 2).cost == 0.75
    points = {"a": (0, 0), "b": (1, 1), "c": (2, 0)}
    placed = goalward.graph(edges, points=points)
    assert placed.astar("a", "c").cost == 4
    with pytest.raises(KeyError, match="'z' is not a node of the graph"):
        placed.astar("a", "z")
    with pytest.raises(ValueError, match="'c' has no point"):
        goalward.graph(edges, points={"a": (0, 0), "b": (1, 1)})
    with pytest.raises(TypeError, match="the edge 3 is not"):
        goalward.graph([3])
    with pytest.raises(ValueError, match="below 0"):
        goalward.graph([(0, 1, -1)])


def test_the_straight_line_saves_work_and_keeps_the_cost() -> None:
    rng = random.Random(3)
    points = {n: (rng.random(), rng.random()) for n in range(2000)}
    near = networkx.random_geometric_graph(2000, 0.06, pos=points)
    edges = [(a, b, math.dist(points[a], points[b])) for a, b in near.edges]
    blind, seeing = goalward.graph(edges), goalward.graph(edges, points=points)
    for target in range(1, 30):
        slow, fast = blind.astar(0, target), seeing.astar(0, target)
        assert slow.cost == pytest.approx(fast.cost)
        assert fast.expanded <= slow.expanded


def big_grid() -> goalward.Grid:
    return goalward.grid(random_grid(1, 1500, 1500, 0.2))


def test_two_threads_share_the_machine() -> None:
    grid = big_grid()

    def work() -> None:
        for _ in range(3):
            grid.solve((0, 0), (1499, 1499), "ucs")

    began = time.perf_counter(), time.process_time()
    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    wall, processor = time.perf_counter() - began[0], time.process_time() - began[1]
    # On one processor, or one that is busy, two threads cannot show what they could do.
    if len(os.sched_getaffinity(0)) > 1 and os.getloadavg()[0] < 1:
        assert wall < 0.75 * processor


def test_other_threads_run_while_a_grid_is_searched() -> None:
    grid, ticks = big_grid(), 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    before = ticks
    for _ in range(5):
        grid.solve((0, 0), (1499, 1499), "ucs")
    seen = ticks - before
    done.set()
    thread.join()
    assert seen > 20


def test_ctrl_c_ends_searches_in_data() -> None:
    grid = goalward.grid(numpy.ones((40, 40)))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            grid.solve((0, 0), (39, 39), "idastar", h="zero", time=10)
        assert time.monotonic() - began < 0.4
    finally:
        signal.signal(signal.SIGALRM, before)


def test_other_threads_run_while_a_grid_is_built() -> None:
    cells = numpy.ones((3000, 3000))
    done, ticks = threading.Event(), 0

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    for _ in range(5):
        goalward.grid(cells)
    seen = ticks
    done.set()
    thread.join()
    assert seen > 20


def test_an_unknown_option_of_a_path_in_networkx_is_named() -> None:
    graph = networkx.path_graph(3)
    for path in (goalward.astar_path, goalward.astar_path_length):
        with pytest.raises(TypeError, match=f"{path.__name__} has no option 'jobs': use time"):
            path(graph, 0, 2, jobs=2)  # type: ignore[call-arg]
