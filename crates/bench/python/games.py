"""Tic-tac-toe. A draw is the answer 1; where a package gives only a move, so is any."""


def aima_minimax():
    from aima3.games import TicTacToe, minimax_decision

    game = TicTacToe()
    return lambda: (int(minimax_decision(game.initial, game) is not None), 0)


def aima_alpha_beta():
    from aima3.games import TicTacToe, alphabeta_search

    game = TicTacToe()
    return lambda: (int(alphabeta_search(game.initial, game) is not None), 0)


def easyai_alpha_beta():
    from easyAI import TranspositionTable
    from easyAI.AI.Negamax import negamax
    from easyAI.games.TicTacToe import TicTacToe

    class Remembered(TicTacToe):
        def ttentry(self):
            return (self.current_player, *self.board)

    def solve():
        game, table = Remembered([None, None]), TranspositionTable()
        value = negamax(game, 9, 9, lambda game: game.scoring(), -1000, 1000, table)
        return int(value == 0), 0

    return solve
