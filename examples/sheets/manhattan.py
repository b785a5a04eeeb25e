"""The Manhattan distance on the 8-puzzle, for `goalward audit --heuristic-from`: a board a line is
answered with an estimate a line. With the word `blank` as its argument it counts the blank, too,
which is a mistake."""

import sys

SIDE = 3
COUNTS_BLANK = "blank" in sys.argv[1:]

for line in sys.stdin:
    estimate = 0
    for cell, tile in enumerate(map(int, line.split())):
        if tile or COUNTS_BLANK:
            estimate += abs(cell // SIDE - tile // SIDE) + abs(cell % SIDE - tile % SIDE)
    print(estimate, flush=True)
