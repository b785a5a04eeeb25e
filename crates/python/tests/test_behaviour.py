"""Exceptions, Ctrl-C, and callbacks that do unexpected things."""

from __future__ import annotations

import gc
import itertools
import os
import resource
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

import goalward
import problems
import pytest

METHODS: list[Callable[..., Any]] = [
    goalward.astar,
    goalward.bfs,
    goalward.dfs,
    goalward.ids,
    goalward.ucs,
    goalward.greedy,
    goalward.idastar,
    goalward.beam,
]


class Trouble(Exception):
    pass


def trouble(*_: Any) -> Any:
    raise Trouble("the user's own")


@pytest.mark.parametrize("method", METHODS)
def test_an_exception_comes_out_as_it_is_with_its_traceback(method: Callable[..., Any]) -> None:
    calls = 0

    def successors(n: int) -> list[tuple[int, int]]:
        nonlocal calls
        calls += 1
        if n >= 5:
            trouble()
        return [(n + 1, 1), (n + 2, 1)]

    with pytest.raises(Trouble, match="the user's own") as caught:
        method(0, successors, lambda n: False)
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-2:] == ["successors", "trouble"]
    after = calls
    time.sleep(0)
    assert calls == after


@pytest.mark.parametrize("part", ["successors", "is_goal", "h", "observer", "hash", "eq"])
def test_exceptions_from_every_callback_end_the_search(part: str) -> None:
    class Odd:
        def __init__(self, n: int) -> None:
            self.n = n

        def __hash__(self) -> int:
            if part == "hash" and self.n == 3:
                trouble()
            return 1

        def __eq__(self, other: object) -> bool:
            if part == "eq" and self.n == 3:
                trouble()
            return isinstance(other, Odd) and self.n == other.n

    def either(name: str, good: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return trouble if part == name else good

    with pytest.raises(Trouble):
        goalward.astar(
            Odd(0),
            either("successors", lambda s: [(Odd(s.n + 1), 1)]),
            either("is_goal", lambda s: s.n == 10),
            either("h", lambda s: 0),
            observer=either("observer", lambda event: None),
        )


@pytest.mark.parametrize("method", METHODS)
def test_ctrl_c_ends_a_search_within_a_fifth_of_a_second(method: Callable[..., Any]) -> None:
    def successors(n: int) -> list[tuple[int, int]]:
        return [(2 * n, 1), (2 * n + 1, 1)]

    sent = 0.0

    def interrupt() -> None:
        nonlocal sent
        time.sleep(0.2)
        sent = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    options = {"depth": 10**6} if method is goalward.dfs else {}
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        method(1, successors, lambda n: False, **options)
    took = time.monotonic() - sent
    thread.join()
    assert took < 0.2


def test_an_exception_does_not_wait_until_the_states_are_freed() -> None:
    """They are freed in a separate thread, every one of them."""
    count = 30_000
    freed: list[int] = []

    class State:
        def __init__(self, n: int) -> None:
            self.n = n

        def __del__(self) -> None:
            freed.append(threading.get_ident())

    def successors(state: State) -> list[tuple[State, int]]:
        if state.n == count:
            raise KeyboardInterrupt
        return [(State(state.n + 1), 1)]

    searches: list[Callable[..., Any]] = [goalward.astar, goalward.audit]
    for search in searches:
        freed.clear()
        with pytest.raises(KeyboardInterrupt):
            search(State(0), successors, lambda s: False, lambda s: 0)
        until = time.monotonic() + 10
        while len(freed) < count and time.monotonic() < until:
            time.sleep(0.01)
        assert count <= len(freed) <= count + 1
        assert freed.count(threading.get_ident()) < 100


def test_an_exception_does_not_wait_for_positions_in_tables_and_steps_of_deep_dives() -> None:
    freed: list[int] = []
    count = 150_000

    class State:
        def __init__(self, n: int) -> None:
            self.n = n

        def __hash__(self) -> int:
            return hash(self.n)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, State) and self.n == other.n

        def __del__(self) -> None:
            freed.append(threading.get_ident())

    made = 0

    def make(n: int) -> State:
        nonlocal made
        made += 1
        if made == count:
            freed.clear()
            raise KeyboardInterrupt
        return State(n)

    class Growing:
        start = State(1)

        def moves(self, state: State) -> list[int]:
            return [0, 1]

        def play(self, state: State, move: int) -> State:
            return make(2 * state.n + move)

        def terminal(self, state: State) -> int | None:
            return 0 if state.n > 2**40 else None

    def successors(state: State) -> list[tuple[State, int]]:
        return [(make(2 * made + 1), 1), (make(2 * made + 2), 1)]

    searches: list[Callable[[], Any]] = [
        lambda: goalward.alphabeta(Growing()),
        lambda: goalward.dfs(State(0), successors, lambda s: False, depth=10**6),
    ]
    for search in searches:
        made = 0
        with pytest.raises(KeyboardInterrupt):
            search()
        until = time.monotonic() + 2
        while len(freed) < count and time.monotonic() < until:
            time.sleep(0.01)
        assert len(freed) > 10_000
        assert freed.count(threading.get_ident()) < 100


@pytest.mark.parametrize("variant", ["steepest", "first-choice", "stochastic"])
def test_neighbours_may_differ_from_call_to_call_or_fail_in_the_second(variant: str) -> None:
    class Shy:
        def __init__(self, then: Callable[[], list[int]]) -> None:
            self.then, self.asked = then, 0

        def random_state(self) -> int:
            return 0

        def neighbours(self, state: int) -> list[int]:
            self.asked += 1
            return [state + 1] * 100 if self.asked % 2 else self.then()

        def random_move(self, state: int) -> int:
            return state

        def cost(self, state: int) -> int:
            return 50 - state

    for seed in range(5):
        found = goalward.hill_climb(Shy(list), variant=variant, seed=seed)
        assert found.verdict in ("solved", "stuck")
        failing = Shy(trouble)
        try:
            goalward.hill_climb(failing, variant=variant, seed=seed, restarts=3)
        except Trouble:
            continue
        assert failing.asked < 2


def test_ctrl_c_works_where_no_python_code_runs() -> None:
    """Callbacks written in C never look for signals, nor let other threads run: the search does."""
    neighbours = {n: [((n + 1) % 10, 1), ((n + 3) % 10, 1)] for n in range(10)}
    never = dict.fromkeys(range(10), False)
    ran = threading.Event()

    def interrupt() -> None:
        ran.set()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.1, interrupt)
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        goalward.idastar(0, neighbours.__getitem__, never.__getitem__, time=5)
    assert ran.is_set() and time.monotonic() - began < 0.5
    timer.join()


def test_ctrl_c_ends_the_reading_of_edges_and_cells() -> None:
    """Reading them runs no Python code. Both would take seconds."""
    numpy = pytest.importorskip("numpy")
    edge = (0, 1, float("inf"))  # it is read, and not kept
    cells = numpy.broadcast_to(numpy.uint8(0), (30_000, 5_000))
    readings: list[Callable[[], Any]] = [
        lambda: goalward.graph(itertools.repeat(edge, 10**8)),
        lambda: goalward.grid(cells),
    ]
    sent = 0.0

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for reading in readings:
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            sent = time.monotonic() + 0.1
            with pytest.raises(KeyboardInterrupt):
                reading()
            assert time.monotonic() - sent < 0.2
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("options", ["", ", observer=print", ", replay=True"])
def test_ctrl_c_ends_the_building_of_pattern_databases(options: str, tmp_path: Any) -> None:
    """Built, they would take minutes and be kept in the user's folder."""
    code = f"""
import goalward, signal, time
board = goalward.domain("15-puzzle").instance(seed=1)
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.3)
began = time.monotonic()
try:
    board.solve("idastar(pdb(7-8))"{options})
except KeyboardInterrupt:
    print(time.monotonic() - began - 0.3)
"""
    ended = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)},
        timeout=20,
    )
    assert ended.returncode == 0, ended.stderr
    assert float(ended.stdout) < 0.2


def test_an_observer_of_a_search_with_a_large_table_is_asked_in_the_thread_of_the_caller(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    board = goalward.domain("15-puzzle").instance(seed=1)
    seen: list[str] = []

    def observer(event: dict[str, Any]) -> bool:
        assert threading.current_thread() is threading.main_thread()
        seen.append(event["event"])
        return len(seen) < 100

    found = board.solve("idastar(pdb(6-6-3))", observer=observer)
    assert found.stop == "cancelled" and len(seen) == 100
    with pytest.raises(Trouble):
        board.solve("idastar(pdb(6-6-3))", observer=trouble)


def test_ctrl_c_ends_the_reading_of_many_successors() -> None:
    many = [(0, 1)] * 10**7

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            goalward.bfs(1, {1: many, 0: many}.__getitem__, {0: False, 1: False}.__getitem__)
        assert time.monotonic() - began < 0.5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_unhashable_states_are_refused_with_what_to_do() -> None:
    with pytest.raises(TypeError, match="use a tuple where it has a list") as caught:
        goalward.bfs([0], lambda s: [([s[0] + 1], 1)], lambda s: False)
    assert "unhashable type: 'list'" in str(caught.value.__cause__)
    with pytest.raises(TypeError, match="cannot be hashed"):
        goalward.bfs((0,), lambda s: [((0, {1}), 1)], lambda s: False)


def test_what_is_no_list_of_successors_is_refused_in_words() -> None:
    with pytest.raises(TypeError, match="the problem returned None for the state 0: return a list"):
        goalward.bfs(0, lambda n: None, lambda n: False)  # type: ignore[arg-type, return-value]
    with pytest.raises(TypeError, match="the successor 3 is not"):
        goalward.bfs(0, lambda n: [3], lambda n: False)


def test_a_state_that_changes_its_hash_is_refused() -> None:
    class Mutable:
        def __init__(self) -> None:
            self.n = 0

        def __hash__(self) -> int:
            return hash(self.n)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Mutable) and self.n == other.n

    def successors(state: Mutable) -> list[tuple[Mutable, int]]:
        state.n += 1
        return [(state, 1)]

    with pytest.raises(ValueError, match="changed during the search"):
        goalward.bfs(Mutable(), successors, lambda state: state.n > 10)

    class Acting:
        initial_state = Mutable()

        def actions(self, state: Mutable) -> list[int]:
            return [1]

        def result(self, state: Mutable, action: int) -> Mutable:
            state.n += action
            return state

        def is_goal(self, state: Mutable) -> bool:
            return state.n > 10

    with pytest.raises(ValueError, match="changed during the search"):
        goalward.bfs(Acting())


def test_a_callback_may_start_another_search() -> None:
    def within(n: int) -> int:
        inner = goalward.bfs(n, lambda m: [(m + 1, 1)], lambda m: m % 10 == 0)
        return int(inner.cost)

    found = goalward.astar(1, lambda n: [(n + 1, 1), (n + 2, 2)], lambda n: n == 20, within)
    assert found.cost == 19


def test_deep_recursion_in_a_callback_is_pythons_own_error() -> None:
    def endless(n: int) -> Any:
        return endless(n + 1)

    with pytest.raises(RecursionError):
        goalward.bfs(0, endless, lambda n: False)

    def nested(n: int) -> list[tuple[int, int]]:
        goalward.bfs(n, nested, lambda m: False)
        return []

    with pytest.raises(RecursionError):
        goalward.bfs(0, nested, lambda n: False)


def test_searches_inside_each_other_end_before_the_stack_does() -> None:
    code = """
import sys, goalward
sys.setrecursionlimit(100_000)
def path(n):
    return goalward.astar(n, path, lambda m: False)
class Local:
    def random_state(self): return 5
    def neighbours(self, n): return goalward.hill_climb(self)
    def cost(self, n): return n
class Game:
    start = 5
    def moves(self, n): return goalward.alphabeta(self)
    def play(self, n, taken): return n - taken
    def terminal(self, n): return None
def model(*values):
    inner = goalward.Model()
    inner.variables("ab", [1, 2])
    inner.constraint("ab", model)
    return inner.solve()
def board(event=None):
    return goalward.domain("8-puzzle").instance().solve("astar(manhattan)", observer=board)
tried = [lambda: path(0), lambda: goalward.hill_climb(Local()), lambda: goalward.alphabeta(Game()), model, board]
for search in tried:
    try:
        search()
    except RecursionError as error:
        assert "100 searches run inside each other" in str(error), error
    else:
        raise AssertionError
print(goalward.astar(0, lambda n: [(n + 1, 1)], lambda n: n == 3).cost)
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (0, "3\n"), ended.stderr


def test_deep_dives_do_not_overflow_the_stack() -> None:
    found = goalward.dfs(0, lambda n: [(n + 1, 1)], lambda n: n == 50_000, depth=100_000)
    assert found.cost == 50_000


def test_searches_in_threads_do_not_meet() -> None:
    costs: list[int] = []

    def work(goal: int) -> None:
        costs.append(goalward.bfs(0, lambda n: [(n + 1, 1)], lambda n: n == goal).cost)

    threads = [threading.Thread(target=work, args=(100 * n,)) for n in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(costs) == [100 * n for n in range(1, 9)]


def test_nothing_leaks() -> None:
    class Token:
        pass

    token = Token()
    problem = problems.Own(problems.EASY)

    def search(times: int) -> None:
        for _ in range(times):
            goalward.astar(0, lambda n: [(token, n + 1, 1)], lambda n: n == 3)
            goalward.idastar(0, lambda n: [(token, n + 1, 1)], lambda n: n == 3, observer=lambda e: None)
            goalward.astar(problem, nodes=3)
            try:
                goalward.ucs(0, lambda n: [(token, n + 1, -1)], lambda n: n == 3)
            except ValueError:
                pass

    search(2_000)
    gc.collect()
    references, peak = sys.getrefcount(token), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    search(25_000)  # 100,000 searches
    gc.collect()
    assert sys.getrefcount(token) == references
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < peak + 4_000


def test_nothing_leaks_in_data_and_domains() -> None:
    grid = goalward.grid([[1, 1], [1, 1]])
    instance = goalward.domain("8-puzzle").instance("1 2 3 4 5 6 7 0 8")

    def search(times: int) -> None:
        for _ in range(times):
            for _ in range(10):
                grid.astar((0, 0), (1, 1))
            instance.solve("astar(manhattan)")

    search(1_000)
    gc.collect()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    search(10_000)  # 100,000 in the grid; one in a domain has a thread and takes longer
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < peak + 4_000
