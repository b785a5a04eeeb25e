"""Minimax for tic-tac-toe, for tictactoe.toml."""

import sys
from functools import lru_cache

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def mover(board):
    return "X" if board.count("X") == board.count("O") else "O"


def moves(board):
    return [cell for cell, mark in enumerate(board) if mark == "."]


def play(board, cell):
    return board[:cell] + mover(board) + board[cell + 1 :]


@lru_cache(maxsize=None)
def value(board):
    """1, 0 or -1: what the position is worth to the player to move."""
    if any(board[a] != "." and board[a] == board[b] == board[c] for a, b, c in LINES):
        return -1
    if not moves(board):
        return 0
    return max(-value(play(board, cell)) for cell in moves(board))


def main():
    board = sys.argv[-1]
    best = max(moves(board), key=lambda cell: -value(play(board, cell)))
    print(best + 1)


if __name__ == "__main__":
    main()
