"""A* with the Manhattan distance on the 8-puzzle, for tiles.toml."""

import heapq
import sys

SIDE = 3
GOAL = tuple(range(SIDE * SIDE))
MOVES = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def manhattan(board):
    total = 0
    for cell, tile in enumerate(board):
        if tile:
            total += abs(cell // SIDE - tile // SIDE) + abs(cell % SIDE - tile % SIDE)
    return total


def successors(board):
    blank = board.index(0)
    row, column = divmod(blank, SIDE)
    for name, (down, right) in MOVES.items():
        r, c = row + down, column + right
        if 0 <= r < SIDE and 0 <= c < SIDE:
            other = r * SIDE + c
            cells = list(board)
            cells[blank], cells[other] = cells[other], cells[blank]
            yield name, tuple(cells)


def is_solvable(board):
    """The goal is out of reach if the parity of tiles and blank differs."""
    tiles = [tile for tile in board if tile]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])
    return inversions % 2 == 0


def astar(start):
    """The plan, or None, and how many nodes were expanded."""
    if not is_solvable(start):
        return None, 0
    cost, parent = {start: 0}, {start: None}
    # Of equal f the node with the larger g comes first.
    frontier = [(manhattan(start), 0, start)]
    closed, expanded = set(), 0
    while frontier:
        _, _, board = heapq.heappop(frontier)
        if board in closed:
            continue
        closed.add(board)
        if board == GOAL:
            plan = []
            while parent[board]:
                name, board = parent[board]
                plan.append(name)
            return plan[::-1], expanded
        expanded += 1
        for name, following in successors(board):
            g = cost[board] + 1
            if g < cost.get(following, g + 1):
                cost[following], parent[following] = g, (name, board)
                heapq.heappush(frontier, (g + manhattan(following), -g, following))
    return None, expanded


def main():
    plan, expanded = astar(tuple(int(word) for word in sys.stdin.read().split()))
    print("plan:", "unsolvable" if plan is None else " ".join(plan))
    print("nodes:", expanded)


if __name__ == "__main__":
    main()
