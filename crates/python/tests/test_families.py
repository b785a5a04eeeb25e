"""Local search, constraints and games."""

from __future__ import annotations

import itertools
import math
import os
import random
import re
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import goalward
import pytest
from goalward.constraint import AllDifferentConstraint, Problem


class Queens:
    """Eight queens, a row for each column."""

    def random_state(self, rng: random.Random) -> tuple[int, ...]:
        return tuple(rng.randrange(8) for _ in range(8))

    def neighbours(self, rows: tuple[int, ...]) -> list[tuple[int, ...]]:
        changes = itertools.product(range(8), range(8))
        return [rows[:c] + (r,) + rows[c + 1 :] for c, r in changes if rows[c] != r]

    def random_move(self, rows: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
        c = rng.randrange(8)
        return rows[:c] + (rng.randrange(8),) + rows[c + 1 :]

    def cost(self, rows: tuple[int, ...]) -> int:
        pairs = itertools.combinations(range(8), 2)
        return sum(rows[a] == rows[b] or abs(rows[a] - rows[b]) == b - a for a, b in pairs)

    def crossover(
        self, mother: tuple[int, ...], father: tuple[int, ...], rng: random.Random
    ) -> tuple[int, ...]:
        cut = rng.randrange(9)
        return mother[:cut] + father[cut:]


LOCAL: list[Any] = [
    lambda p, **o: goalward.anneal(p, steps=5000, **o),
    lambda p, **o: goalward.hill_climb(p, restarts=100, **o),
    lambda p, **o: goalward.hill_climb(p, variant="first-choice", sideways=20, restarts=50, **o),
    lambda p, **o: goalward.hill_climb(p, variant="stochastic", restarts=100, **o),
    lambda p, **o: goalward.local_beam(p, width=20, **o),
    lambda p, **o: goalward.genetic(p, **o),
]


@pytest.mark.parametrize("method", LOCAL)
def test_local_searches_find_eight_queens_and_repeat(method: Any) -> None:
    found = method(Queens(), seed=5, time=20)
    assert found.solved and found.cost == 0 == Queens().cost(found.state)
    again = method(Queens(), seed=5, time=20)
    assert (again.state, again.expanded, again.runs) == (found.state, found.expanded, found.runs)


class Tour:
    """A round trip with costs that are not whole numbers."""

    goal = None

    def __init__(self) -> None:
        rng = random.Random(7)
        self.towns = [(rng.random(), rng.random()) for _ in range(7)]

    def random_state(self, rng: random.Random) -> tuple[int, ...]:
        order = list(range(7))
        rng.shuffle(order)
        return tuple(order)

    def random_move(self, order: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
        a, b = sorted(rng.sample(range(8), 2))
        return order[:a] + order[a:b][::-1] + order[b:]

    def cost(self, order: tuple[int, ...]) -> float:
        way = [self.towns[town] for town in order]
        return sum(math.dist(a, b) for a, b in zip(way, way[1:] + way[:1]))


def test_costs_may_be_floats_and_the_best_is_kept() -> None:
    tour = Tour()
    found = goalward.anneal(tour, steps=4000, restarts=2)
    least = min(tour.cost((0, *rest)) for rest in itertools.permutations(range(1, 7)))
    assert found.cost == pytest.approx(least) and found.verdict == "stuck"
    assert found.cost == tour.cost(found.state)
    assert found.acceptance is not None and 0 < found.acceptance < 1
    assert len(found.to_pandas()) == len(found.runs) == 3
    hot = goalward.anneal(tour, steps=1000, start=1e6, end=1e5, restarts=0)
    assert hot.acceptance is not None and hot.acceptance > 0.99
    with pytest.raises(ValueError, match="cooling=fast is not allowed"):
        goalward.anneal(tour, cooling="fast")
    with pytest.raises(TypeError, match="give the problem neighbours"):
        goalward.hill_climb(tour)


def test_simpleai_problems_are_searched_locally_as_they_are() -> None:
    from simpleai.search import SearchProblem
    from simpleai.search.local import hill_climbing

    class Peak(SearchProblem):
        def actions(self, state: int) -> list[int]:
            return [step for step in (-1, 1) if 0 <= state + step <= 100]

        def result(self, state: int, step: int) -> int:
            return state + step

        def value(self, state: int) -> int:
            return -abs(state - 63)

        def generate_random_state(self) -> int:
            return random.randrange(101)

    ours, theirs = goalward.hill_climb(Peak(5)), hill_climbing(Peak(5))
    assert ours.state == theirs.state == 63 and ours.value == theirs.value == 0
    assert goalward.anneal(Peak(5), steps=3000, goal=0).solved
    random.seed(1)
    assert goalward.hill_climb(Peak(), restarts=2).state == 63


def test_aima_problems_are_searched_locally_as_they_are() -> None:
    from aima3.search import PeakFindingProblem, hill_climbing

    peaks = PeakFindingProblem((0, 0), [[0, 5, 10, 20], [-3, 7, 11, 5]])
    found = goalward.hill_climb(peaks)
    assert found.state == hill_climbing(peaks) and found.value == 20


def test_local_observers_limits_and_exceptions() -> None:
    events: list[goalward.LocalEvent] = []
    found = goalward.hill_climb(Queens(), restarts=5, observer=events.append)
    kinds = {event.kind for event in events}
    assert {"start", "step", "best"} <= kinds
    assert min(event.cost for event in events if event.kind == "best") == found.cost
    step = next(event for event in events if event.kind == "step")
    assert step.accepted is not None and step.after is not None
    stopped = goalward.anneal(Queens(), goal=None, nodes=100)
    assert (stopped.verdict, stopped.stop, stopped.expanded) == ("stopped", "nodes", 100)
    ended = goalward.anneal(Queens(), goal=None, observer=lambda event: event.kind != "step")
    assert ended.stop == "cancelled"

    class Faulty(Queens):
        calls = 0

        def cost(self, rows: tuple[int, ...]) -> int:
            self.calls += 1
            if self.calls > 50:
                raise LookupError("mine")
            return super().cost(rows)

    for method in LOCAL:
        with pytest.raises(LookupError, match="mine"):
            method(Faulty(), seed=1)
    with pytest.raises(TypeError, match="cannot be searched locally"):
        goalward.anneal(3)
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        goalward.anneal(Queens(), goal=None, steps=10**8, time=20)
    assert time.monotonic() - began < 0.4


def queens_model(n: int) -> goalward.Model:
    model = goalward.Model()
    model.variables(range(n), range(n))
    model.all_different(range(n))
    for a, b in itertools.combinations(range(n), 2):
        model.constraint((a, b), lambda x, y, d=b - a: abs(x - y) != d)
    return model


@pytest.mark.parametrize("inference", ["none", "forward", "mac", "all-different"])
def test_models_find_all_queens(inference: str) -> None:
    model = queens_model(6)
    found = model.solve(limit=None, inference=inference)
    assert found.count == len(found.solutions) == 4 and found.exhausted and found.solved
    assert all(len(set(solution.values())) == 6 for solution in found)
    assert model.count(inference=inference) == 4
    assert len(found.to_pandas()) == 4 and found.assignments > 0
    two = model.solve(limit=2)
    assert two.count == 2 and not two.exhausted


def test_models_of_sums_tables_and_values_of_any_kind() -> None:
    coins = goalward.Model()
    coins.variables(["five", "two", "one"], range(11))
    coins.sum({"five": 5, "two": 2, "one": 1}, "==", 10)
    assert coins.count() == 10
    coins.sum(["five", "two", "one"], "<=", 3)
    by_hand = [
        (a, b, c)
        for a, b, c in itertools.product(range(11), repeat=3)
        if 5 * a + 2 * b + c == 10 and a + b + c <= 3
    ]
    assert coins.count() == len(by_hand)
    colours = goalward.Model()
    states = ["WA", "NT", "SA", "Q", "NSW", "V", "T"]
    colours.variables(states, ["red", "green", "blue"])
    borders = "WA-NT WA-SA NT-SA NT-Q SA-Q SA-NSW SA-V Q-NSW NSW-V".split()
    for border in borders:
        colours.constraint(border.split("-"), lambda a, b: a != b)
    found = colours.solve()
    assert found.solution is not None
    assert all(found.solution[a] != found.solution[b] for a, b in (it.split("-") for it in borders))
    assert colours.count() == 18
    rows = goalward.Model()
    rows.variables("ab", [1.5, "x", None])
    rows.table("ab", [(1.5, "x"), (None, None), ("y", "x")])
    assert [tuple(it.values()) for it in rows.solve(limit=None)] == [(1.5, "x"), (None, None)]
    halves = goalward.Model()
    halves.variables("ab", [0.5, 1.0, 1.5])
    halves.sum("ab", "==", 2)
    assert halves.count() == 3
    none = goalward.Model()
    none.variables("ab", [1, 2])
    none.constraint("ab", lambda a, b: False)
    assert none.solve().verdict == "unsolvable" and none.count() == 0


def test_models_refuse_what_is_wrong_in_words() -> None:
    model = goalward.Model()
    model.variable("x", [1, 2])
    with pytest.raises(ValueError, match="two variables named 'x'"):
        model.variable("x", [1])
    with pytest.raises(ValueError, match="there is no variable 'y'"):
        model.constraint(["x", "y"], lambda x, y: True)
    with pytest.raises(ValueError, match="cannot differ from itself"):
        model.all_different(["x", "x"])
    with pytest.raises(ValueError, match="use ==, <= or >="):
        model.sum(["x"], "<", 3)
    with pytest.raises(ValueError, match="inference=magic is not allowed: use one of none"):
        model.solve(inference="magic")
    model.variable("y", [1, 2])
    model.constraint("xy", lambda x, y: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        model.solve()
    with pytest.raises(TimeoutError):
        queens_model(8).count(nodes=10)


def test_ctrl_c_ends_a_model() -> None:
    model = goalward.Model()
    model.variables(range(40), range(39))
    model.all_different(range(40))
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            model.solve(time=20, inference="forward")
        assert time.monotonic() - began < 0.4
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("calls", [False, True])
def test_ctrl_c_does_not_wait_for_the_solutions_found_so_far(calls: bool) -> None:
    model = goalward.Model()
    model.variables(range(10), range(10))
    if calls:
        model.constraint((0, 1), lambda x, y: True)
    sent = 0.0

    def interrupt() -> None:
        nonlocal sent
        sent = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(1.0, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        model.solve(limit=None, time=20, memory="4G")
    took = time.monotonic() - sent
    timer.join()
    # A busy machine may stop everybody for longer.
    assert took < 0.2 or os.getloadavg()[0] > 2


def state_python_constraint(module: Any) -> list[Any]:
    """The same calls for python-constraint and for the adapter."""
    queens = module.Problem()
    queens.addVariables(range(6), range(6))
    queens.addConstraint(module.AllDifferentConstraint(), range(6))
    for a, b in itertools.combinations(range(6), 2):
        queens.addConstraint(lambda x, y, d=b - a: abs(x - y) != d, (a, b))
    sums = module.Problem()
    sums.addVariables("abc", range(1, 8))
    sums.addConstraint(module.ExactSumConstraint(10), "abc")
    sums.addConstraint(module.MaxSumConstraint(5), "ab")
    sums.addConstraint(module.MinSumConstraint(7, [1, 2]), "ab")
    words = module.Problem()
    words.addVariable("first", ["red", "green", "blue"])
    words.addVariable("second", ["red", "green", "blue"])
    words.addVariable("third", ["red", "black"])
    words.addConstraint(module.NotInSetConstraint(["blue"]))
    words.addConstraint(module.InSetConstraint(["green", "red"]), ["first", "third"])
    words.addConstraint(module.AllEqualConstraint(), ["first", "third"])
    counts = module.Problem()
    counts.addVariables(["a", "b", "c"], [1, 2, 3, 4])
    counts.addConstraint(module.SomeInSetConstraint([1, 2], 2, True), ["a", "b", "c"])
    counts.addConstraint(module.SomeNotInSetConstraint([4], 2), ["a", "b", "c"])
    counts.addConstraint(module.MaxProdConstraint(16), [])
    counts.addConstraint(module.MinProdConstraint(3), ["a", "b"])
    texts = module.Problem()
    texts.addVariables(["a", "b", "c"], range(6))
    texts.addConstraint("b == a + 1 and a + b >= 2")
    texts.addConstraint(["max(a, c) <= 4", "a * b != c"])
    return [queens, sums, words, counts, texts]


def test_python_constraint_code_runs_as_it_is() -> None:
    import constraint
    import goalward.constraint

    def sorted_solutions(problem: Any) -> list[Any]:
        return sorted(sorted(it.items(), key=str) for it in problem.getSolutions())

    theirs, ours = state_python_constraint(constraint), state_python_constraint(goalward.constraint)
    for their, our in zip(theirs, ours):
        assert sorted_solutions(our) == sorted_solutions(their) != []
        assert our.getSolution() in their.getSolutions()
        assert list(our.getSolutionIter()) == our.getSolutions()
        order = list(our.getSolution())[::-1]
        their_rows = their.getSolutionsOrderedList(order)
        assert sorted(our.getSolutionsOrderedList(order)) == sorted(their_rows)
    many = Problem()
    many.addVariables(range(20), range(10))
    first = list(itertools.islice(many.getSolutionIter(), 500))
    assert len({tuple(it.values()) for it in first}) == 500
    assert Problem().getSolution() is None and Problem().getSolutions() == []
    nothing = Problem()
    nothing.addVariables("ab", [1])
    nothing.addConstraint(AllDifferentConstraint())
    assert nothing.getSolution() is None and nothing.getSolutions() == []


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    start = "." * 9

    def moves(self, board: str) -> list[int]:
        return [place for place, mark in enumerate(board) if mark == "."]

    def play(self, board: str, place: int) -> str:
        mark = "X" if board.count("X") == board.count("O") else "O"
        return board[:place] + mark + board[place + 1 :]

    def terminal(self, board: str) -> int | None:
        for a, b, c in LINES:
            if board[a] != "." and board[a] == board[b] == board[c]:
                return -1
        return None if "." in board else 0


def test_games_are_solved() -> None:
    draw = goalward.alphabeta(TicTacToe())
    assert (draw.value, draw.proved, draw.verdict) == (0, True, "solved")
    assert draw.best == list(range(9)) and draw.move == 0
    every = goalward.minimax(TicTacToe(), "XOX.O....")
    assert every.value == goalward.alphabeta(TicTacToe(), "XOX.O....").value
    assert [rated.move for rated in every.moves] == [3, 5, 6, 7, 8]
    winning = goalward.mcts(TicTacToe(), "XX.OO....", playouts=2000, seed=3)
    assert winning.best == [2] and winning.to_pandas().shape == (5, 3)
    again = goalward.mcts(TicTacToe(), "XX.OO....", playouts=2000, seed=3)
    assert again.moves == winning.moves
    rated = goalward.alphabeta(TicTacToe(), "XX.OO....", all_moves=True)
    assert {r.move: r.value for r in rated.moves}[2] == 1 and all(r.kind == "exact" for r in rated.moves)
    over = goalward.alphabeta(TicTacToe(), "XXXOO....")
    assert over.best == [] and over.value == -1 and over.move is None


def test_depth_limits_and_evaluations() -> None:
    class Judged(TicTacToe):
        def evaluate(self, board: str) -> int:
            return 3 if board[4] == "." else -3

    ahead = goalward.minimax(Judged(), depth=1)
    assert ahead.kind == "estimate" and ahead.best == [4] and ahead.depth == 1
    assert goalward.alphabeta(Judged(), depth=1).best == [4]
    stopped = goalward.minimax(TicTacToe(), nodes=500)
    assert stopped.stop == "nodes" and stopped.best

    class Halves(TicTacToe):
        def evaluate(self, board: str) -> float:
            return 0.5

    with pytest.raises(ValueError, match="scores are whole numbers"):
        goalward.minimax(Halves(), depth=1)

    class Endless(TicTacToe):
        def terminal(self, board: str) -> int | None:
            return None

    with pytest.raises(ValueError, match="has no moves, but terminal"):
        goalward.minimax(Endless())

    class Faulty(TicTacToe):
        def play(self, board: str, place: int) -> str:
            raise LookupError("mine")

    for method in (goalward.minimax, goalward.alphabeta, goalward.mcts):
        with pytest.raises(LookupError, match="mine"):
            method(Faulty())
    with pytest.raises(TypeError, match="is not a game"):
        goalward.minimax(3)

    class Over(TicTacToe):
        def terminal(self, board: str) -> bool:
            return "." not in board

    with pytest.raises(TypeError, match=r"returned False: return None until the game is over"):
        goalward.minimax(Over())


def test_an_exception_in_a_comparison_of_positions_ends_the_search() -> None:
    class Board:
        def __init__(self, cells: str) -> None:
            self.cells = cells

        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            raise LookupError("mine")

    rules = TicTacToe()

    class Compared:
        start = Board(rules.start)

        def moves(self, board: Board) -> list[int]:
            return list(rules.moves(board.cells))

        def play(self, board: Board, place: int) -> Board:
            return Board(rules.play(board.cells, place))

        def terminal(self, board: Board) -> int | None:
            return rules.terminal(board.cells)

    with pytest.raises(LookupError, match="mine"):
        goalward.alphabeta(Compared())


def test_an_exception_in_a_comparison_of_states_ends_a_local_search() -> None:
    class Slope:
        def __init__(self, place: int) -> None:
            self.place = place

        def __hash__(self) -> int:
            return 1

        def __eq__(self, other: object) -> bool:
            raise LookupError("mine")

    class Hills:
        def random_state(self) -> Slope:
            return Slope(5)

        def neighbours(self, slope: Slope) -> list[Slope]:
            return [Slope(slope.place - 1), Slope(slope.place + 1)]

        def cost(self, slope: Slope) -> int:
            return abs(slope.place - 100)

    with pytest.raises(LookupError, match="mine"):
        goalward.local_beam(Hills())


def test_constraints_of_python_constraint_itself_are_refused_in_words() -> None:
    theirs = pytest.importorskip("constraint")
    problem = Problem()
    problem.addVariables("ab", [1, 2])
    with pytest.raises(TypeError, match="python-constraint's: import it from goalward.constraint"):
        problem.addConstraint(theirs.AllDifferentConstraint(), "ab")


def test_annealing_without_a_goal_ends() -> None:
    from simpleai.search import SearchProblem

    class Peak(SearchProblem):
        def actions(self, n: int) -> list[int]:
            return [-1, 1]

        def result(self, n: int, step: int) -> int:
            return n + step

        def value(self, n: int) -> int:
            return -abs(n - 40)

    found = goalward.anneal(Peak(0))
    assert found.state == 40 and len(found.runs) == 1 and found.expanded == 20_000
    assert goalward.anneal(Peak(0)).state == found.state
    assert goalward.anneal(Peak(0), steps=500).expanded == 500
    assert goalward.anneal(Peak(0), goal=0).expanded < 20_000


def test_games_of_aima_and_easyai_are_taken_as_they_are() -> None:
    from aima3.games import Fig52Game, TicTacToe as Theirs, alphabeta_search

    figure = Fig52Game()
    assert goalward.alphabeta(figure).move == alphabeta_search("A", figure) == "a1"
    assert goalward.minimax(figure).value == 3
    # Positions of their tic-tac-toe have no hash. O has a line, or two threats at once.
    game, state = Theirs(), Theirs().initial
    for move in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 3)]:
        state = game.result(state, move)
    assert goalward.alphabeta(game, state).best == [(1, 3), (2, 3)]
    assert goalward.alphabeta(game, state).value == 1 == goalward.minimax(game, state).value

    easyai = pytest.importorskip("easyAI")

    class Bones(easyai.TwoPlayerGame):  # type: ignore[name-defined]
        def __init__(self, bones: int) -> None:
            self.players, self.current_player, self.bones = [None, None], 1, bones

        def possible_moves(self) -> list[str]:
            return [str(n) for n in (1, 2, 3) if n <= self.bones]

        def make_move(self, move: str) -> None:
            self.bones -= int(move)

        def is_over(self) -> bool:
            return self.bones <= 0

        def scoring(self) -> int:
            return 100 if self.is_over() else 0

    class Returned(Bones):
        def unmake_move(self, move: str) -> None:
            self.bones += int(move)

    found = goalward.alphabeta(Bones(10))
    assert found.best == ["1"] and found.value == 100
    for bones in range(1, 12):
        game = Returned(bones)
        copied, returned = goalward.minimax(Bones(bones)), goalward.minimax(game)
        assert copied.moves == returned.moves and copied.expanded == returned.expanded
        assert goalward.alphabeta(game).best == goalward.alphabeta(Bones(bones)).best
        # Of equal moves the first, unless all are rated.
        assert goalward.alphabeta(game).best == copied.best[:1]
        assert goalward.alphabeta(game, all_moves=True).moves == copied.moves
        assert (game.bones, game.current_player) == (bones, 1)


def test_easyai_games_get_the_values_of_minimax_and_no_more_work_than_easyai_does() -> None:
    easyai = pytest.importorskip("easyAI")
    from easyAI.games.ConnectFour import ConnectFour
    from easyAI.games.TicTacToe import TicTacToe as Theirs

    for kind, most in ((Theirs, 6), (ConnectFour, 3)):
        moved = 0

        class Counted(kind):  # type: ignore[misc, valid-type]
            def make_move(self, move: Any) -> None:
                nonlocal moved
                moved += 1
                super().make_move(move)

        for depth in range(1, most + 1):
            game = Counted([None, None])
            for move in (game.possible_moves()[2], game.possible_moves()[0]):
                game.make_move(move)
                game.switch_player()
            moved = 0
            theirs = easyai.Negamax(depth)
            theirs(game)
            by_easyai, moved = moved, 0
            found = goalward.alphabeta(game, depth=depth)
            assert moved <= 1.1 * by_easyai
            exact = goalward.minimax(game, depth=depth)
            assert found.value == exact.value and found.best == exact.best[:1]
            for ours, true in zip(found.moves, exact.moves):
                is_bound = ours.kind.endswith("at most")
                assert ours.value >= true.value if is_bound else ours.value == true.value

    class Huge(Theirs):
        def scoring(self) -> int:
            return int(super().scoring()) * 20_000_000

    assert goalward.alphabeta(Huge([None, None]), depth=3).value == 0


def test_games_of_openspiel_are_taken_as_they_are() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in (4, 1, 0):
        state.apply_action(action)

    def worth(state: Any, player: int) -> float:
        if state.is_terminal():
            return float(state.returns()[player])
        values = [worth(state.child(action), player) for action in state.legal_actions()]
        return max(values) if state.current_player() == player else min(values)

    # O has to stop the diagonal at 8, and X still wins: by two threats at once, at 3 or 6.
    after = state.child(8)
    wins = [action for action in after.legal_actions() if worth(after.child(action), 0) == 1]
    assert wins == [3, 6] == sorted(goalward.alphabeta(after, all_moves=True).best)
    assert goalward.minimax(game, state).value == goalward.alphabeta(state).value == -1
    assert goalward.mcts(game, after, playouts=2000).move in wins
    assert goalward.alphabeta(game).value == 0
    with pytest.raises(ValueError, match="two players who take turns"):
        goalward.alphabeta(pyspiel.load_game("backgammon"))
    with pytest.raises(ValueError, match="two players who take turns"):
        goalward.alphabeta(pyspiel.load_game("dots_and_boxes"))


class Matches:
    """Take one or two; the last one wins."""

    start = 10

    def moves(self, left: int) -> Any:
        return range(1, min(left, 2) + 1)

    def play(self, left: int, taken: int) -> int:
        return left - taken

    def terminal(self, left: int) -> int | None:
        return -1 if left == 0 else None


class Steps:
    """Down to 0, a step at a time."""

    def random_state(self) -> int:
        return 9

    def neighbours(self, at: int) -> Any:
        return [at - 1, at + 1]

    def cost(self, at: int) -> int:
        return at

    def crossover(self, mother: int, father: int) -> int:
        return min(mother, father) - 1


def test_numbers_out_of_range_and_unknown_options_are_refused_in_words() -> None:
    tried: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
        (goalward.hill_climb, {"restarts": -1}, "restarts=-1 is not allowed: use a whole number of 0 or"),
        (goalward.hill_climb, {"restarts": 2**40}, "use a whole number of at most 4294967295"),
        (goalward.hill_climb, {"sideways": 1.5}, "sideways=1.5 is not allowed: use a whole number"),
        (goalward.anneal, {"steps": 0}, "steps=0 is not allowed: use a whole number of 1 or more"),
        (goalward.anneal, {"seed": -1}, "seed=-1 is not allowed"),
        (goalward.anneal, {"seed": "x"}, "seed='x' is not allowed"),
        (goalward.anneal, {"restart": 3}, "annealing has no option 'restart': use goal, seed, time"),
        (goalward.local_beam, {"width": 0}, "width=0 is not allowed"),
        (goalward.genetic, {"generations": -2}, "generations=-2 is not allowed"),
    ]
    for method, options, words in tried:
        with pytest.raises((TypeError, ValueError), match=re.escape(words)):
            method(Steps(), **options)
    played: list[tuple[Callable[..., Any], dict[str, Any], str]] = [
        (goalward.alphabeta, {"depth": -1}, "depth=-1 is not allowed"),
        (goalward.minimax, {"depth": 0}, "depth=0 is not allowed: use a whole number of 1 or more"),
        (goalward.mcts, {"playouts": 0}, "playouts=0 is not allowed"),
        (goalward.mcts, {"seed": -1}, "seed=-1 is not allowed"),
    ]
    for method, options, words in played:
        with pytest.raises(ValueError, match=words):
            method(Matches(), **options)


def test_a_forgotten_return_is_named() -> None:
    class Forgot(Steps):
        def neighbours(self, at: int) -> Any:
            return None

    class Mute(Matches):
        def moves(self, left: int) -> Any:
            return None

    for search in goalward.hill_climb, goalward.anneal:
        with pytest.raises(TypeError, match="the problem returned None for the state 9: return a list"):
            search(Forgot())
    with pytest.raises(TypeError, match="the problem returned None for the state .*: return a list"):
        goalward.alphabeta(Mute())


def test_sums_take_any_numbers_and_nothing_else() -> None:
    model = goalward.Model()
    model.variables("xy", range(4))
    model.sum({"x": 1.5, "y": 1}, "==", 4)
    assert model.solve(limit=None).solutions == [{"x": 2, "y": 1}]
    model.sum("xy", "<=", 2.5)
    assert model.count() == 0
    with pytest.raises(TypeError, match="'q' is not a number"):
        model.sum({"x": "q"}, "==", 1)
    with pytest.raises(TypeError, match="a constraint is a function of the values"):
        model.constraint("xy", 3)  # type: ignore[arg-type]
