"""Problems as they are already written, with every path method."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterator
from typing import Any

import goalward
import problems
import pytest
from problems import EASY, GOAL, HARD, LEAST

METHODS = ["astar", "bfs", "dfs", "ids", "ucs", "greedy", "wastar", "idastar", "beam"]
OPTIMAL = ["astar", "bfs", "ids", "ucs", "idastar"]


def styles(start: problems.Board) -> list[tuple[Any, dict[str, Any]]]:
    return [
        (problems.Own(start), {}),
        (problems.Berkeley(start), {"h": problems.berkeley_h}),
        (problems.aima(start), {}),
        (problems.simpleai(start), {}),
    ]


def follow(start: problems.Board, actions: list[str]) -> problems.Board:
    for action in actions:
        start = problems.moved(start, action)
    return start


def test_every_style_comes_to_the_same_plan_and_the_same_counts() -> None:
    ours = goalward.astar(HARD, problems.successors, problems.is_goal, problems.manhattan)
    assert ours.solved and ours.cost == LEAST and isinstance(ours.cost, int)
    assert follow(HARD, ours.actions) == GOAL
    assert ours.states[0] == HARD and ours.states[-1] == GOAL and len(ours.states) == LEAST + 1
    for problem, options in styles(HARD):
        found = goalward.astar(problem, **options)
        assert found.actions == ours.actions
        assert (found.expanded, found.generated) == (ours.expanded, ours.generated)


@pytest.mark.parametrize("method", METHODS)
def test_every_method_by_name_and_by_function(method: str) -> None:
    for problem, options in styles(EASY):
        h = options if method not in ("bfs", "dfs", "ids", "ucs") else {}
        by_function = getattr(goalward, method)(problem, **h)
        by_name = goalward.solve(problem, method=method, **options)
        assert by_function.solved and by_name.actions == by_function.actions
        assert follow(EASY, by_name.actions) == GOAL
        assert by_name.method.startswith(method)
        if method in OPTIMAL:
            assert by_name.cost == goalward.bfs(problem).cost


def test_settings_are_part_of_the_spec() -> None:
    problem = problems.Own(EASY)
    assert goalward.wastar(problem, weight=2.5).method == "wastar(weight=2.5)"
    assert goalward.beam(problem, width=7).method == "beam(width=7)"
    assert goalward.dfs(problem, depth=9).method == "dfs(depth=9)"
    assert goalward.idastar(problem, cycles="avoid").method == "idastar(cycles=avoid)"
    with pytest.raises(ValueError, match="unknown search `a\\*`: use bfs.*bidirectional"):
        goalward.solve(problem, method="a*")
    with pytest.raises(ValueError, match="width=0 is not allowed"):
        goalward.beam(problem, width=0)


def test_bidirectional_needs_goals_and_a_way_back() -> None:
    least = goalward.bfs(problems.Own(EASY)).cost
    found = goalward.bidirectional(problems.Own(EASY), undirected=True)
    assert found.cost == least and follow(EASY, found.actions) == GOAL
    aima = goalward.bidirectional(problems.aima(EASY), undirected=True)
    assert aima.cost == least and follow(EASY, aima.actions) == GOAL
    simple = goalward.bidirectional(problems.simpleai(EASY), goals=[GOAL], undirected=True)
    assert simple.cost == least
    with pytest.raises(TypeError, match="needs the goals"):
        goalward.bidirectional(problems.simpleai(EASY), undirected=True)
    with pytest.raises(TypeError, match="needs a way back"):
        goalward.bidirectional(problems.Own(EASY))
    steps = [1, 7, 60]
    forth = goalward.bidirectional(
        0,
        lambda n: [(f"+{step}", n + step, 1) for step in steps],
        lambda n: n == 1000,
        goals=[1000],
        predecessors=lambda n: [(f"+{step}", n - step, 1) for step in steps],
    )
    assert forth.cost == 16 + 5 + 5
    assert sum(int(action) for action in forth.actions) == 1000


def test_results_speak_aima_and_simpleai() -> None:
    from aima3.search import astar_search
    from simpleai.search import astar

    theirs, ours = astar_search(problems.aima(EASY)), goalward.astar(problems.aima(EASY))
    assert ours.path_cost == theirs.path_cost and len(ours.solution() or []) == theirs.path_cost
    their_simple = astar(problems.simpleai(EASY), graph_search=True)
    our_simple = goalward.astar(problems.simpleai(EASY))
    assert our_simple.cost == their_simple.cost
    assert len(our_simple.path()) == len(their_simple.path())
    assert our_simple.path()[0] == their_simple.path()[0] == (None, EASY)
    assert our_simple.state == their_simple.state == GOAL


def test_the_costs_of_aima_and_simpleai_are_asked_for() -> None:
    from aima3.search import GraphProblem, astar_search, romania_map, uniform_cost_search

    ours = goalward.astar(GraphProblem("Arad", "Bucharest", romania_map))
    assert ours.path_cost == 418 and ours.states[1:-1] == ["Sibiu", "Rimnicu", "Pitesti"]
    theirs = astar_search(GraphProblem("Arad", "Bucharest", romania_map))
    assert ours.solution() == theirs.solution()
    again = goalward.ucs(GraphProblem("Timisoara", "Neamt", romania_map))
    assert again.cost == uniform_cost_search(GraphProblem("Timisoara", "Neamt", romania_map)).path_cost

    class Priced(type(problems.simpleai(EASY))):  # type: ignore[misc]
        def cost(self, board: Any, move: str, after: Any) -> float:
            return 0.5 if move in "LR" else 2

    found = goalward.ucs(Priced(EASY))
    assert isinstance(found.cost, float)
    assert found.cost == sum(0.5 if move in "LR" else 2 for move in found.actions)


def test_a_heuristic_may_follow_the_problem() -> None:
    """As in aima's `astar_search(problem, h)` and Berkeley's `aStarSearch(problem, heuristic)`."""
    blind = goalward.astar(problems.aima(EASY), lambda node: 0)
    assert blind.expanded > goalward.astar(problems.aima(EASY)).expanded
    berkeley = problems.Berkeley(EASY)
    found = goalward.astar(berkeley, problems.berkeley_h)
    assert found.expanded == goalward.astar(berkeley, heuristic=problems.berkeley_h).expanded
    with pytest.raises(TypeError, match="is_goal is missing"):
        goalward.astar(0, lambda n: [(n + 1, 1)])


def test_problems_of_aimas_fourth_edition_are_taken_as_they_are() -> None:
    class Numbers:
        initial, goal = 1, 17

        def actions(self, n: int) -> list[str]:
            return ["double", "add one"]

        def result(self, n: int, action: str) -> int:
            return 2 * n if action == "double" else n + 1

        def is_goal(self, n: int) -> bool:
            return n == self.goal

        def action_cost(self, n: int, action: str, after: int) -> int:
            return 3 if action == "double" else 1

        def h(self, node: Any) -> int:
            return int(node.state != self.goal)

    found = goalward.astar(Numbers())
    assert found.path_cost == 10 and found.states[-2:] == [16, 17]


def test_costs_are_whole_or_not() -> None:
    def roads(town: str) -> list[tuple[str, float]]:
        ways: dict[str, list[tuple[str, float]]]
        ways = {"a": [("b", 0.5), ("c", 2)], "b": [("c", 1.25)], "c": []}
        return ways[town]

    found = goalward.ucs("a", roads, lambda town: town == "c")
    assert found.cost == 1.75 and found.states == ["a", "b", "c"] and found.actions == ["b", "c"]
    whole = goalward.ucs(0, lambda n: [(n + 1, 2**40)], lambda n: n == 3)
    assert whole.cost == 3 * 2**40 and isinstance(whole.cost, int)
    for cost, told in [(-1, "a cost is 0 or more"), (float("nan"), "0 or more"), ("x", "not a number")]:
        with pytest.raises(ValueError, match=told):
            goalward.ucs(0, lambda n: [(n + 1, cost)], lambda n: n == 3)
    with pytest.raises(ValueError, match="exact"):
        goalward.ucs(0, lambda n: [(n + 1, 2**60)], lambda n: n == 3)
    with pytest.raises(ValueError, match="heuristic of 0 is -1"):
        goalward.astar(0, lambda n: [(n + 1, 1)], lambda n: n == 3, lambda n: -1)


def test_what_costs_infinitely_much_or_leads_nowhere_is_left_out() -> None:
    inf = float("inf")
    around: dict[int, list[tuple[int, float]]] = {0: [(1, inf), (2, 1)], 2: [(1, 5)], 1: []}
    found = goalward.ucs(0, lambda n: around[n], lambda n: n == 1)
    assert found.cost == 6 and found.states == [0, 2, 1]
    dead = goalward.astar(0, lambda n: [(n + 1, 1)], lambda n: n == 3, lambda n: inf)
    assert dead.verdict == "unsolvable"


def test_generators_numpy_numbers_and_lists_are_taken() -> None:
    import numpy

    def steps(n: int) -> Any:
        yield "one", n + 1, numpy.int64(1)
        yield ["two", n + 2, numpy.float32(1.5)]

    found = goalward.ucs(0, steps, lambda n: numpy.bool_(n == 4))
    assert found.cost == 3.0 and found.actions == ["two", "two"]
    with pytest.raises(TypeError, match=r"the successor 1 is not \(state, cost\)"):
        goalward.bfs(0, lambda n: [n + 1], lambda n: n == 4)


def test_the_verdict_tells_no_solution_from_a_limit() -> None:
    none = goalward.bfs(0, lambda n: [(n + 1, 1)] if n < 9 else [], lambda n: False)
    assert none.verdict == "unsolvable" and none.stop is None and not none
    assert none.cost is None and none.actions == [] and none.solution() is None
    problem = problems.Own(HARD)
    nodes = goalward.astar(problem, nodes=100)
    assert (nodes.verdict, nodes.stop, nodes.expanded) == ("stopped", "nodes", 100)
    assert nodes.actions and not nodes.reaches_goal and follow(HARD, nodes.actions) == nodes.state
    assert nodes.lower_bound is not None and 21 <= nodes.lower_bound <= LEAST
    assert goalward.astar(problem, nodes="1k").expanded == 1000
    time = goalward.bfs(problem, time=0.05)
    assert (time.verdict, time.stop) == ("stopped", "time") and 0.05 <= time.seconds < 0.5
    assert goalward.bfs(problem, time="50ms").stop == "time"
    memory = goalward.bfs(problem, memory="200k")
    assert (memory.verdict, memory.stop) == ("stopped", "memory")
    assert 50 < memory.expanded < 2000
    for limits in ({"time": "soon"}, {"nodes": -1}, {"memory": "much"}, {"time": float("nan")}):
        with pytest.raises(ValueError, match=f"{next(iter(limits))}="):
            goalward.astar(problem, **limits)


def test_an_observer_sees_every_event_and_may_end_the_search() -> None:
    events: list[goalward.PathEvent] = []
    found = goalward.astar(problems.Own(EASY), observer=events.append)
    kinds = [event.kind for event in events]
    assert kinds.count("expand") == found.expanded
    assert kinds.count("generate") == found.generated
    assert kinds[-1] == "goal" and events[-1].state == GOAL and events[-1].g == found.cost
    generated = next(event for event in events if event.kind == "generate")
    assert generated.parent == EASY and generated.fate in ("new", "known")
    assert generated.h == problems.manhattan(generated.state)
    assert "generate" in repr(generated)
    ended = goalward.astar(problems.Own(HARD), observer=lambda event: event.kind != "expand")
    assert (ended.verdict, ended.stop) == ("stopped", "cancelled") and ended.expanded <= 1


def test_what_is_no_problem_is_refused_in_words() -> None:
    class Half:
        initial = 1

        def actions(self, state: int) -> list[int]:
            return []

    with pytest.raises(TypeError, match="in aima's style it lacks result, goal_test"):
        goalward.astar(Half())
    with pytest.raises(TypeError, match="int cannot be searched"):
        goalward.astar(3)
    with pytest.raises(TypeError, match="is_goal is missing"):
        goalward.astar(3, lambda n: [])


def test_statistics_and_plain_values() -> None:
    found = goalward.astar(problems.Own(EASY))
    told = found.to_dict()
    assert told["cost"] == found.cost and told["actions"] == found.actions
    assert told["expanded"] == found.statistics["expanded"] > 0
    assert "Solved, cost" in str(found) and "Solved" in repr(found)
    frame = found.to_pandas()
    assert list(frame["state"]) == found.states and len(frame) == len(found.actions) + 1
    assert "<table>" in found._repr_html_()


def test_callbacks_are_asked_once_for_each_state() -> None:
    asked: dict[str, list[int]] = {"successors": [], "is_goal": [], "h": []}

    def note(name: str, n: int) -> None:
        asked[name].append(n)

    def successors(n: int) -> list[tuple[int, int]]:
        note("successors", n)
        return [(n + 1, 1), (n + 2, 1)]

    def is_goal(n: int) -> bool:
        note("is_goal", n)
        return n == 9

    def h(n: int) -> float:
        note("h", n)
        return abs(9 - n) / 2

    found = goalward.astar(0, successors, is_goal, h)
    assert found.solved and len(asked["successors"]) == found.expanded
    for name, states in asked.items():
        assert len(states) == len(set(states)), name
    goalward.idastar(0, successors, is_goal, h)
    assert len(set(asked["h"])) * 2 >= len(asked["h"])


SPECS = ["bfs", "dfs(depth=9)", "ids", "ucs", "greedy", "astar", "wastar(weight=2)", "idastar", "beam"]


def replayed(result: Any) -> Any:
    """The lines of a replay."""
    return json.loads(result.replay.partition('id="replay">')[2].partition("</script>")[0])["lines"]


@pytest.mark.parametrize("method", SPECS)
def test_a_problem_of_ones_own_is_replayed_as_it_was_searched(
    method: str, tmp_path: pathlib.Path
) -> None:
    def successors(n: int) -> list[tuple[str, int, float]]:
        return [("double", 2 * n, 1.5), ("add one", n + 1, 1)] if n < 30 else []

    def search(**options: Any) -> Any:
        is_goal = (21).__eq__
        return goalward.solve(1, successors, is_goal, lambda n: 0 if n == 21 else 1, method=method, **options)

    plain, result = search(), search(replay=True)
    assert plain.replay is None and result.actions == plain.actions
    assert result.replay is not None and "<iframe" in result._repr_html_()
    report = next(line["report"] for line in replayed(result) if "report" in line)
    assert (report["expanded"], report["generated"]) == (plain.expanded, plain.generated)
    assert report["solution"] == plain.actions and report["cost"] == plain.cost
    result.save_replay(tmp_path / "search.html")
    assert (tmp_path / "search.html").read_text("utf-8") == result.replay


def test_replays_show_states_as_they_print_and_stop_where_the_search_did() -> None:
    class Board(tuple[int, ...]):
        def __str__(self) -> str:
            return "\n".join(str(cell) for cell in self)

        def __repr__(self) -> str:
            return "board"

    def grow(board: Board) -> list[tuple[str, Board, int]]:
        return [("same", Board((*board, cell)), 1) for cell in range(2)]

    stopped = goalward.bfs(Board((7,)), grow, lambda board: False, nodes=5, replay=True)
    lines = replayed(stopped)
    report = next(line["report"] for line in lines if "report" in line)
    assert stopped.stop == report["stop"] == "nodes" and report["expanded"] == 5
    lists = [line["steps"] for line in lines if isinstance(line.get("steps"), list)]
    boards = [step.get("cells") for steps in lists for step in steps]
    assert [*map(ord, "7\n0")] in boards and [*map(ord, "7\n1\n0")] in boards
    with pytest.raises(TypeError, match="bidirectional search has no replay"):
        goalward.bidirectional(0, lambda n: [], lambda n: True, goals=[0], undirected=True, replay=True)
    assert "problem" not in [domain["name"] for domain in goalward.domains()]


def test_costs_are_whole_though_estimates_are_not() -> None:
    class Steps:
        start = 0

        def is_goal(self, n: int) -> bool:
            return n == 9

        def successors(self, n: int) -> list[tuple[int, int]]:
            return [(m, cost) for m, cost in ((n + 1, 1), (n + 3, 2)) if m <= 9]

        def h(self, n: int) -> float:
            return (9 - n) / 2 if n < 9 else 0.0

    seen: list[Any] = []
    result = goalward.astar(Steps(), observer=seen.append)
    assert repr(result.cost) == "6"
    expanded = next(event for event in seen if event.kind == "expand")
    assert repr(expanded.g) == "0" and repr(expanded.h) == "4.5"
    bounds: list[Any] = []
    goalward.idastar(Steps(), observer=lambda event: bounds.append(event))
    assert repr(next(event for event in bounds if event.kind == "bound").g) == "4.5"

    class Twice(Steps):
        def h(self, n: int) -> float:
            return (9 - n) * 1.25 if n < 9 else 0.0

    audit = goalward.audit(Twice())
    assert not audit.admissible and "the cost from 8 is 1, but it estimates 1.25" in str(audit)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(TypeError, match="astar has no option 'timelimit': use time, nodes"):
        goalward.astar(0, lambda n: [(n + 1, 1)], lambda n: n == 3, timelimit=3)  # type: ignore[call-arg]


def test_a_heuristic_of_the_state_alone_suits_berkeleys_style() -> None:
    found = goalward.astar(problems.Berkeley(EASY), problems.manhattan)
    both = goalward.astar(problems.Berkeley(EASY), problems.berkeley_h)
    assert (found.cost, found.expanded) == (both.cost, both.expanded)


def test_a_class_or_a_number_in_the_place_of_a_problem_or_a_heuristic_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match=r"Own is a class: give a problem made from it, such as Own\(\)"):
        goalward.astar(problems.Own)
    for heuristic in (0, "manhattan"):
        with pytest.raises(TypeError, match="is not a function of a state"):
            goalward.astar(problems.Own(EASY), h=heuristic)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="is not a function of a state"):
            goalward.astar(problems.Own(EASY), heuristic=heuristic)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'10s' or '2m'"):
        goalward.astar(problems.Own(EASY), time=-1)
    assert goalward.astar(problems.Own(EASY), time="2m").solved


def test_a_generator_without_an_end_is_refused() -> None:
    def endless(state: int) -> Iterator[tuple[int, int]]:
        while True:
            yield state + 1, 1

    with pytest.raises(ValueError, match="more than 10000000 items for the state 0: a generator must end"):
        goalward.astar(0, endless, lambda state: state == 5, memory="10M")
