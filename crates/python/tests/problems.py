"""The 8-puzzle, written in every style that is accepted as it is."""

from __future__ import annotations

from typing import Any

GOAL = (0, 1, 2, 3, 4, 5, 6, 7, 8)
HARD = (8, 0, 6, 5, 4, 7, 2, 3, 1)
EASY = (3, 1, 2, 4, 0, 5, 6, 7, 8)
LEAST = 31
SHIFT = {"L": -1, "R": 1, "U": -3, "D": 3}

Board = tuple[int, ...]


def moves(board: Board) -> list[str]:
    blank = board.index(0)
    found = []
    if blank % 3 > 0:
        found.append("L")
    if blank % 3 < 2:
        found.append("R")
    if blank > 2:
        found.append("U")
    if blank < 6:
        found.append("D")
    return found


def moved(board: Board, move: str) -> Board:
    cells = list(board)
    blank = board.index(0)
    to = blank + SHIFT[move]
    cells[blank], cells[to] = cells[to], 0
    return tuple(cells)


def manhattan(board: Board) -> int:
    return sum(
        abs(at // 3 - tile // 3) + abs(at % 3 - tile % 3) for at, tile in enumerate(board) if tile
    )


def successors(board: Board) -> list[tuple[str, Board, int]]:
    return [(move, moved(board, move), 1) for move in moves(board)]


def is_goal(board: Board) -> bool:
    return board == GOAL


class Own:
    def __init__(self, start: Board) -> None:
        self.start = start

    goals = [GOAL]

    def is_goal(self, board: Board) -> bool:
        return board == GOAL

    def successors(self, board: Board) -> list[tuple[str, Board, int]]:
        return successors(board)

    def h(self, board: Board) -> int:
        return manhattan(board)


class Berkeley:
    def __init__(self, start: Board) -> None:
        self.start_state = start

    def getStartState(self) -> Board:
        return self.start_state

    def isGoalState(self, board: Board) -> bool:
        return board == GOAL

    def getSuccessors(self, board: Board) -> list[tuple[Board, str, int]]:
        return [(moved(board, move), move, 1) for move in moves(board)]


def berkeley_h(board: Board, problem: Berkeley) -> int:
    assert isinstance(problem, Berkeley)
    return manhattan(board)


def aima(start: Board) -> Any:
    from aima3.search import Problem

    class Eight(Problem):
        def actions(self, board: Board) -> list[str]:
            return moves(board)

        def result(self, board: Board, move: str) -> Board:
            return moved(board, move)

        def h(self, node: Any) -> int:
            return manhattan(node.state)

    return Eight(start, GOAL)


def simpleai(start: Board) -> Any:
    from simpleai.search import SearchProblem

    class Eight(SearchProblem):
        def actions(self, board: Board) -> list[str]:
            return moves(board)

        def result(self, board: Board, move: str) -> Board:
            return moved(board, move)

        def is_goal(self, board: Board) -> bool:
            return board == GOAL

        def heuristic(self, board: Board) -> int:
            return manhattan(board)

    return Eight(start)
