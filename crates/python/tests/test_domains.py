"""The domains that ship, and the command."""

from __future__ import annotations

import html
import json
import pathlib
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import goalward
import problems
import pytest

HARD = "8 0 6 5 4 7 2 3 1"


def test_a_domain_is_opened_and_solved() -> None:
    domain = goalward.domain("8-puzzle")
    assert domain.name == "tiles"
    instance = domain.instance(HARD)
    assert instance.text == HARD and "8" in instance.drawing
    assert "astar" in instance.methods
    report = instance.solve(method="astar(manhattan)")
    assert (report.cost, report.optimal, report.verdict) == (31, True, "solved")
    assert report.solution is not None and len(report.solution) == 31 == len(report.boards) - 1
    assert report.method == "astar(manhattan)" and "31" in str(report)
    same = goalward.solve("8-puzzle", HARD, method="astar(manhattan)")
    assert same.solution == report.solution
    assert report.to_dict()["expanded"] == report.expanded > 0
    assert report.to_pandas()["cost"][0] == 31


def test_an_instance_that_is_no_text_is_refused_in_words() -> None:
    board: Any = [8, 0, 6, 5, 4, 7, 2, 3, 1]
    with pytest.raises(TypeError, match="an instance is a string such as .*, not a list"):
        goalward.domain("8-puzzle").instance(board)


def test_a_report_replays_its_search(tmp_path: pathlib.Path) -> None:
    instance = goalward.domain("8-puzzle").instance("1 4 2 3 0 5 6 7 8")
    plain = instance.solve("astar(manhattan)")
    assert plain.replay is None and "iframe" not in plain._repr_html_()
    with pytest.raises(ValueError, match="replay=True"):
        plain.save_replay(tmp_path / "none.html")
    report = instance.solve("astar(manhattan)", replay=True)
    assert report.replay is not None and "Solved in 2 moves" in report.replay
    # The frame holds the page whole: its quotes do not end the attribute.
    frame = report._repr_html_().split('<iframe srcdoc="')[1].split('"')[0]
    assert html.unescape(frame) == report.replay
    report.save_replay(tmp_path / "lesson.html")
    assert (tmp_path / "lesson.html").read_text("utf-8") == report.replay


def test_a_python_problem_is_searched_as_the_domain_is() -> None:
    # The moves in the order of the domain, none straight back.
    def successors(state: tuple[problems.Board, str]) -> list[tuple[str, Any, int]]:
        board, last = state
        back = {"U": "D", "D": "U", "L": "R", "R": "L", "": ""}[last]
        order = [move for move in "UDLR" if move in problems.moves(board) and move != back]
        return [(move, (problems.moved(board, move), move), 1) for move in order]

    found = goalward.astar(
        (problems.HARD, ""),
        successors,
        lambda state: state[0] == problems.GOAL,
        lambda state: problems.manhattan(state[0]),
    )
    goal = "tiles(size=3x3, goal=blank-first)"
    ours = goalward.domain(goal).instance(HARD).solve("astar(manhattan)")
    assert found.cost == ours.cost == 31


def test_every_family_gives_reports() -> None:
    queens = goalward.solve("queens", "8", method="hill-climbing(restarts=100)", seed=3)
    assert queens.solved and len(queens.solution) == 8
    sudoku = goalward.domain("sudoku").instance(seed=1).solve()
    assert sudoku.solution is not None and len(sudoku.solution) == 81
    game = goalward.solve("tictactoe")
    assert game.solved and game.facts
    assert {row["name"] for row in goalward.domains()} >= {"tiles", "queens", "sudoku"}


def test_what_is_wrong_is_said_in_the_words_of_the_command() -> None:
    with pytest.raises(ValueError, match="unknown domain `9-puzzel`"):
        goalward.domain("9-puzzel")
    with pytest.raises(ValueError, match="unknown method `a\\*`"):
        goalward.solve("8-puzzle", HARD, method="a*")
    with pytest.raises(ValueError):
        goalward.domain("8-puzzle").instance("1 2 3")
    unsolvable = goalward.solve("8-puzzle", "1 2 3 4 5 6 8 7 0")
    assert unsolvable.verdict == "unsolvable" and unsolvable.solution is None


def test_limits_and_observers_of_domains() -> None:
    stopped = goalward.solve("8-puzzle", HARD, method="astar(zero)", nodes=1000)
    assert (stopped.verdict, stopped.stop, stopped.expanded) == ("stopped", "nodes", 1000)
    events: list[dict[str, Any]] = []
    goalward.solve("8-puzzle", "1 2 3 4 5 6 7 0 8", method="bfs", observer=events.append)
    assert {"event", "why"} <= set(events[0]) and events[-1]["event"] == "goal"
    ended = goalward.solve("8-puzzle", HARD, method="bfs", observer=lambda event: False)
    assert (ended.verdict, ended.stop) == ("stopped", "cancelled")

    def trouble(event: Any) -> None:
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        goalward.solve("8-puzzle", HARD, method="bfs", observer=trouble)


def test_ctrl_c_ends_a_search_in_a_domain() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    began = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            goalward.solve("24-puzzle", method="idastar(manhattan)", time=20)
        assert time.monotonic() - began < 0.5
    finally:
        signal.signal(signal.SIGALRM, before)


def test_methods_are_compared(tmp_path: pathlib.Path) -> None:
    found = goalward.compare("8-puzzle", methods=["astar(misplaced)", "astar(manhattan)"], runs=10)
    assert "astar(manhattan)" in str(found) and "10/10" in found.table()
    table = found.to_dict()
    assert len(table["rows"]) == 2 and table["remarks"]
    frame = found.to_pandas()
    assert len(frame) == 20 and set(frame["verdict"]) == {"solved"}
    least = frame.groupby("method")["expanded"].mean()
    assert least["astar(manhattan)"] < least["astar(misplaced)"]
    assert found.plots and all(svg.startswith("<svg") for svg in found.plots.values())
    html = found._repr_html_()
    assert "<table>" in html and "<svg" in html
    for ending in ("md", "csv", "jsonl", "html", "svg", "pdf", "tex"):
        found.export(tmp_path / f"out.{ending}")
        assert (tmp_path / f"out.{ending}").stat().st_size > 100
    with pytest.raises(ValueError, match=r"no format ends in \.doc: use \.md, \.csv"):
        found.export(tmp_path / "out.doc")
    with pytest.raises(ValueError, match=r"has no extension: use \.md, \.csv"):
        found.export(tmp_path / "out")
    with pytest.raises(ValueError, match="name at least one"):
        goalward.compare("8-puzzle", methods=[])
    again = goalward.domain("8-puzzle").compare("astar(misplaced)", "astar(manhattan)", runs=10)
    assert list(again.to_pandas()["expanded"]) == list(frame["expanded"])


def test_heuristics_are_audited() -> None:
    with pytest.raises(TypeError, match=r"Instance is a built-in problem.*instance\.audit\('manhattan'\)"):
        goalward.audit(goalward.domain("8-puzzle").instance())
    (manhattan,) = goalward.domain("tiles(size=2x3)").instance().audit("manhattan")
    assert manhattan["admissible"] is True and manhattan["states"] == 360
    assert "Proved" in manhattan["headline"]


def test_a_heuristic_written_in_python_is_audited() -> None:
    def steps(n: int) -> list[tuple[str, int, int]]:
        return [("up", n + 1, 1), ("leap", n + 3, 2)] if n < 30 else []

    def goal(n: int) -> bool:
        return n == 30

    good = goalward.audit(0, steps, goal, lambda n: (30 - n) / 2 if n <= 30 else 0)
    assert good.admissible and good.consistent and "admissible and consistent" in str(good)
    bad = goalward.audit(0, steps, goal, lambda n: 30 - n if n <= 30 else 0)
    assert bad.admissible is False and bad.overestimate is not None
    worst = bad.overestimate
    assert (worst["state"], worst["estimate"], worst["distance"]) == (27, 3, 2)
    assert worst["actions"] == ["leap"]
    jumpy = goalward.audit(0, steps, goal, lambda n: (30 - n) / 2 if n % 2 and n <= 30 else 0)
    assert jumpy.admissible and jumpy.consistent is False and jumpy.inconsistency is not None
    stopped = goalward.audit(problems.Own(problems.HARD), nodes=100)
    assert stopped.stop == "nodes" and stopped.admissible is not True
    with pytest.raises(ZeroDivisionError):
        goalward.audit(0, steps, goal, lambda n: 1 // 0)
    with pytest.raises(TypeError, match="there is no heuristic to check: give h="):
        goalward.audit(0, steps, goal)


def command(*words: str, module: bool = False) -> subprocess.CompletedProcess[str]:
    script = [str(pathlib.Path(sys.executable).parent / "goalward")]
    start = [sys.executable, "-m", "goalward"] if module else script
    return subprocess.run([*start, *words], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("module", [False, True])
def test_the_command_does_what_it_does(module: bool) -> None:
    done = command("solve", "8-puzzle", HARD, "--method", "astar(manhattan)", "--json", module=module)
    assert done.returncode == 0
    report = json.loads(done.stdout)
    ours = goalward.solve("8-puzzle", HARD, method="astar(manhattan)").to_dict()
    assert all(ours[key] == report[key] for key in ("cost", "solution", "expanded", "generated"))
    wrong = command("solve", "9-puzzel", module=module)
    assert wrong.returncode == 2 and "unknown domain" in wrong.stderr and not wrong.stdout
    assert command("solve", "8-puzzle", "1 2 3 4 5 6 8 7 0", module=module).returncode == 11
    assert command("--version", module=module).stdout == f"goalward {goalward.__version__}\n"
    usage = command("solve", "--help", module=module)
    assert usage.returncode == 0 and "Usage: goalward solve" in usage.stdout


def test_the_command_ends_at_ctrl_c_with_its_code() -> None:
    script = pathlib.Path(sys.executable).parent / "goalward"
    running = subprocess.Popen(
        [script, "solve", "24-puzzle", "--method", "idastar(manhattan)"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=5) == 130


def test_the_command_serves_the_page() -> None:
    from urllib.request import urlopen

    script = pathlib.Path(sys.executable).parent / "goalward"
    running = subprocess.Popen(
        [script, "lab", "--port", "0", "--no-open"],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http"))
        with urlopen(address, timeout=10) as page:
            assert b"<html" in page.read().lower()
    finally:
        running.terminate()
        running.wait(timeout=5)


def test_other_threads_run_while_two_search_a_domain() -> None:
    inside = threading.Barrier(3)

    def search() -> None:
        inside.wait(timeout=20)
        goalward.solve("24-puzzle", method="idastar(manhattan)", time=0.5)

    threads = [threading.Thread(target=search) for _ in range(2)]
    for thread in threads:
        thread.start()
    inside.wait(timeout=20)
    ticks = 0
    while all(thread.is_alive() for thread in threads):
        ticks += 1
        time.sleep(0.001)
    for thread in threads:
        thread.join(timeout=20)
    assert ticks > 20


def test_numbers_out_of_range_are_refused_in_words() -> None:
    domain = goalward.domain("8-puzzle")
    board = domain.instance()
    tried: list[tuple[Callable[[], Any], str]] = [
        (lambda: domain.instance(seed=-1), "seed=-1"),
        (lambda: board.solve(seed=-1), "seed=-1"),
        (lambda: board.solve(jobs=-1), "jobs=-1"),
        (lambda: board.audit(samples=0), "samples=0"),
        (lambda: goalward.compare("8-puzzle", runs=0), "runs=0"),
    ]
    for call, words in tried:
        with pytest.raises(ValueError, match=f"{words} is not allowed: use a whole number"):
            call()
    with pytest.raises(TypeError, match="a domain is a string such as '8-puzzle', not 8"):
        goalward.domain(8)  # type: ignore[arg-type]


def test_a_comparison_takes_domains_instances_and_lines() -> None:
    domain = goalward.domain("8-puzzle")
    board = domain.instance("1 0 2 3 4 5 6 7 8")
    assert set(goalward.compare(domain, board, methods="bfs").to_pandas()["cost"]) == {1}
    lines = "1 0 2 3 4 5 6 7 8\n1 4 2 3 0 5 6 7 8"
    costs = goalward.compare("8-puzzle", instances=lines, methods="bfs").to_pandas()["cost"]
    assert sorted(costs) == [1, 2]
