"""Python's searches on our instances: `main.py PEER WORK` is a contestant, which standard input
tells when to work, and `main.py --list` says who does what."""

import json
import resource
import sys
import time
from importlib.metadata import PackageNotFoundError, version

import games
import letters
import maps
import puzzles
import queens

# A package, a kind of work, and what makes its instances; that gives a function that does the
# work once and returns its answer and how many steps it took.
PEERS = [
    ("aima3", "eight-astar-3", puzzles.aima_a_star),
    ("simpleai", "eight-astar-3", puzzles.simpleai_a_star),
    ("goalward", "eight-astar-3", puzzles.goalward_a_star),
    ("simpleai", "eight-simpleai", puzzles.simpleai_a_star),
    ("goalward", "eight-simpleai", puzzles.goalward_simpleai),
    ("goalward", "korf-domain", puzzles.goalward_korf),
    ("python-constraint2", "queens-all-8", queens.constraint_all),
    ("goalward", "queens-all-8", queens.goalward_all),
    ("ortools", "queens-all-8", queens.ortools_all),
    ("simanneal", "queens-annealing", queens.simanneal_steps),
    ("ortools", "sudoku", puzzles.ortools_sudoku),
    ("aima3", "tictactoe-minimax", games.aima_minimax),
    ("aima3", "tictactoe-alpha-beta", games.aima_alpha_beta),
    ("easyAI", "tictactoe-alpha-beta", games.easyai_alpha_beta),
    ("goalward", "streets-networkx", maps.copied_streets),
    ("networkx", "streets-networkx", maps.networkx_streets),
    ("goalward", "streets-first", maps.first_streets),
    ("networkx", "streets-first", maps.networkx_streets),
    ("goalward", "streets-first-blind", maps.first_blind),
    ("networkx", "streets-first-blind", maps.networkx_blind),
    ("goalward", "streets-as-is", maps.streets_as_they_are),
    ("networkx", "streets-as-is", maps.networkx_streets),
    ("goalward", "streets-blind", maps.blind_as_they_are),
    ("networkx", "streets-blind", maps.networkx_blind),
    ("goalward", "grid-numpy", maps.numpy_grid),
    ("goalward", "letters", letters.goalward_letters),
    ("python-constraint2", "letters", letters.constraint_letters),
]


def list_peers():
    for package, work, _ in PEERS:
        try:
            print(package, version(package), work)
        except PackageNotFoundError:
            print(f"{package} (Python) for {work}: it is not installed")


def measure(work, least):
    """The time and the result of a run. Short ones are timed many at once, as in serve.rs."""
    spent, runs, together = 0.0, 0, 1
    while runs == 0 or spent < least:
        began = time.process_time()
        for _ in range(together):
            answer, steps = work()
        spent += time.process_time() - began
        runs += together
        each = spent / runs
        together = int(1e-3 / max(each, 1e-9)) if each < 1e-4 else 1
    return dict(seconds=each, answer=answer, steps=steps)


def serve(work):
    for line in sys.stdin:
        told = measure(work, float(line))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps(dict(told, peak=peak, note="")), flush=True)


def main():
    words = sys.argv[1:]
    if words == ["--list"]:
        return list_peers()
    for package, work, prepare in PEERS:
        if words == [package, work]:
            return serve(prepare())
    sys.exit(f"no peer `{' '.join(words)}`: --list shows all")


main()
