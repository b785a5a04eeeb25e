"""Two-player games, with rules as they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from goalward import _goalward
from goalward._results import Result
from goalward._settings import seeded, whole

if TYPE_CHECKING:
    import pandas


class Rated(NamedTuple):
    """A move, what it is worth to the player who makes it, and what kind of number that is:
    ``"exact"``, ``"at most"``, ``"estimate"``, ``"estimate at most"``, ``"mean"`` or ``"unrated"``."""

    move: Any
    value: Any
    kind: str


class GameResult(Result):
    """The moves of a position, rated.

    ``value`` is what the position is worth to the player to move, ``best`` has all moves that no
    move beats, and ``moves`` every move with its rating. ``depth`` is how many moves ahead the
    search looked; ``None``: to the end of the game.
    """

    def __init__(self, found: Mapping[str, Any]) -> None:
        super().__init__(found)
        self.value: Any = found.get("value")
        self.kind: str = found.get("kind", "unrated")
        self.depth: int | None = found.get("depth")
        self.best: list[Any] = found.get("best", [])
        self.moves: list[Rated] = [Rated(*rated) for rated in found.get("moves", [])]

    @property
    def move(self) -> Any:
        """The first of the best moves; ``None`` if the game is over."""
        return self.best[0] if self.best else None

    @property
    def proved(self) -> bool:
        """Whether the value holds against any play."""
        return self.kind == "exact"

    def to_dict(self) -> dict[str, Any]:
        """Everything about the result as plain values."""
        own = ("value", "kind", "depth", "best")
        moves = [rated._asdict() for rated in self.moves]
        return super().to_dict() | {name: getattr(self, name) for name in own} | {"moves": moves}

    def to_pandas(self) -> pandas.DataFrame:
        """A row for every move."""
        import pandas

        return pandas.DataFrame([rated._asdict() for rated in self.moves], columns=Rated._fields)

    def _summary(self) -> str:
        best = ", ".join(str(move) for move in self.best[:5])
        return f"{self._ending()}, value {self.value} ({self.kind}), best: {best or 'the game is over'}"


class _Parts(NamedTuple):
    start: Any
    moves: Callable[[Any], Iterable[Any]]
    play: Callable[[Any, Any], Any]
    terminal: Callable[[Any], Any]
    evaluate: Callable[[Any], Any] | None
    most: int | None
    hashable: bool


def _hashable(state: Any) -> bool:
    try:
        hash(state)
    except TypeError:
        return False
    return True


def _parts(game: Any, state: Any) -> _Parts:
    def has(*names: str) -> bool:
        return all(hasattr(game, name) for name in names)

    if has("start", "moves", "play", "terminal"):
        start = game.start() if callable(game.start) else game.start
        start = start if state is None else state
        evaluate, most = getattr(game, "evaluate", None), getattr(game, "most", None)
        return _Parts(
            start, game.moves, game.play, game.terminal, evaluate, most, _hashable(start)
        )
    if has("initial", "actions", "result", "terminal_test", "utility", "to_move"):
        start = game.initial if state is None else state

        def over(state: Any) -> Any:
            return game.utility(state, game.to_move(state)) if game.terminal_test(state) else None

        return _Parts(start, game.actions, game.result, over, None, None, _hashable(start))
    if has("new_initial_state") or has("legal_actions", "child", "returns", "current_player"):
        return _spiel(game, state)
    raise TypeError(
        f"{type(game).__name__} is not a game that goalward knows: it needs start, moves(state), "
        "play(state, move) and terminal(state), and optionally evaluate(state); or aima's initial, "
        "actions, result, terminal_test, utility and to_move; or easyAI's possible_moves, make_move "
        "and is_over; or OpenSpiel's new_initial_state"
    )


# A position of a game in easyAI's style: how many moves were made, the place of the first of them among
# all first moves, the game, the position before and the last move.
_Cell = tuple[int, int, Any, Any, Any]


class _Easy:
    """A game in easyAI's style: the game is its own position. If moves can be undone, one game
    follows the search; otherwise it is copied before each move. As in easyAI, a position at the
    depth of the search is scored without asking whether the game is over.

    With ``one_best``, each first move counts a little less than the one before it, so that no two are
    equal: the search then need not prove which moves are as good as the best, just as in easyAI.
    """

    def __init__(self, game: Any, depth: int | None, one_best: bool) -> None:
        from copy import deepcopy

        self.copy = getattr(type(game), "copy", deepcopy)
        self.game = self.copy(game)
        self.depth = depth
        ranked = one_best and not self.game.is_over()
        firsts = list(self.game.possible_moves()) if ranked else []
        self.ranks = {move: rank for rank, move in enumerate(firsts)}
        self.scale = max(len(firsts), 1)
        self.start: _Cell = (0, 0, self.game, None, None)

    def parts(self) -> _Parts:
        along = hasattr(self.game, "unmake_move")
        at, play = self.going_along() if along else self.copied()
        depth, scale = self.depth, self.scale
        most = 2**31 // scale - 2

        def worth(cell: _Cell) -> Any:
            score = at(cell).scoring()
            if scale == 1 or score % 1:
                return score
            if not -most < score < most:
                raise _TooLarge
            return score * scale + (cell[1] if cell[0] % 2 else -cell[1])

        def over(cell: _Cell) -> Any:
            return worth(cell) if cell[0] != depth and at(cell).is_over() else None

        def moves(cell: _Cell) -> Any:
            return at(cell).possible_moves()

        return _Parts(self.start, moves, play, over, worth, None, False)

    def copied(self) -> tuple[Callable[[_Cell], Any], Callable[[_Cell, Any], _Cell]]:
        """Every position has its own game."""
        copy, ranks = self.copy, self.ranks

        def play(cell: _Cell, move: Any) -> _Cell:
            after = copy(cell[2])
            after.make_move(move)
            after.switch_player()
            return (cell[0] + 1, cell[1] if cell[0] else ranks.get(move, 0), after, cell, move)

        return (lambda cell: cell[2]), play

    def going_along(self) -> tuple[Callable[[_Cell], Any], Callable[[_Cell, Any], _Cell]]:
        """One game for all positions, each of which is a move after another position."""
        game, ranks, here = self.game, self.ranks, self.start
        make, unmake, switch = game.make_move, game.unmake_move, game.switch_player

        def at(cell: _Cell) -> Any:
            nonlocal here
            if cell is here:
                return game
            ply, _, _, before, move = cell
            while here[0] >= ply and here is not cell:
                switch()
                unmake(here[4])
                here = here[3]
            if here is not cell:
                if here is not before:
                    at(before)
                make(move)
                switch()
                here = cell
            return game

        def play(cell: _Cell, move: Any) -> _Cell:
            ply, rank, _, _, _ = cell
            return (ply + 1, rank if ply else ranks.get(move, 0), game, cell, move)

        return at, play

    def plain(self, found: dict[str, Any]) -> dict[str, Any]:
        """A result with the scores of the game."""
        if self.scale > 1:
            rated = [
                (move, None if value is None else (value + rank) // self.scale, kind)
                for rank, (move, value, kind) in enumerate(found.get("moves", []))
            ]
            values = [value for move, value, _ in rated if move in found["best"][:1]]
            found |= {"moves": rated, "value": values[0] if values else None}
        return found


class _TooLarge(Exception):
    """Scores too large to tell equal moves apart."""


class _Turn(NamedTuple):
    """A state of OpenSpiel, and whose turn it is or would be."""

    state: Any
    player: int


def _spiel(game: Any, state: Any) -> _Parts:
    """A game in OpenSpiel's style, or one of its states."""
    if state is None:
        state = game.new_initial_state() if hasattr(game, "new_initial_state") else game

    def turn(state: Any, player: int) -> _Turn:
        if state.is_terminal():
            return _Turn(state, player)
        if state.num_players() != 2 or state.is_chance_node() or state.current_player() != player:
            raise ValueError(
                "this game cannot be searched: it needs two players who take turns, and no chance. "
                f"It reached\n{state}"
            )
        return _Turn(state, player)

    def play(at: _Turn, action: int) -> _Turn:
        return turn(at.state.child(action), 1 - at.player)

    def over(at: _Turn) -> Any:
        return at.state.returns()[at.player] if at.state.is_terminal() else None

    def moves(at: _Turn) -> Any:
        return at.state.legal_actions()

    start = turn(state, max(state.current_player(), 0))
    return _Parts(start, moves, play, over, None, None, False)


_EASY = ("possible_moves", "make_move", "is_over", "switch_player")


def _search(
    method: str,
    game: Any,
    state: Any,
    limits: tuple[Any, Any, Any],
    *,
    depth: int | None = None,
    all_moves: bool = False,
    playouts: int = 10_000,
    exploration: float = 1.4,
    seed: int = 1,
) -> GameResult:
    depth = None if depth is None else whole("depth", depth, 1)
    playouts, seed = whole("playouts", playouts, 1, 2**63), seeded(seed)

    def search(parts: _Parts) -> dict[str, Any]:
        return _goalward.search_game(
            method, parts, depth, all_moves, playouts, exploration, seed, *limits
        )

    if not all(hasattr(game, name) for name in _EASY):
        return GameResult(search(_parts(game, state)))
    game, one_best = game if state is None else state, method == "alphabeta" and not all_moves
    try:
        easy = _Easy(game, depth, one_best)
        return GameResult(easy.plain(search(easy.parts())))
    except _TooLarge:
        return GameResult(search(_Easy(game, depth, False).parts()))


def minimax(
    game: Any,
    state: Any = None,
    *,
    depth: int | None = None,
    time: float | str | None = None,
    nodes: int | str | None = None,
    memory: int | str | None = None,
) -> GameResult:
    """Minimax: every line of play, to the end or ``depth`` moves ahead.

    A game has ``start``, ``moves(state)``, ``play(state, move)``, and ``terminal(state)``, which is
    ``None`` until the game is over, and then the score for the player whose turn it would be: -1 if
    that player has lost. ``evaluate(state)`` estimates it for the player to move, where ``depth``
    ends the search. Scores are whole numbers.

    >>> import goalward
    >>> class Matches:
    ...     '''Take one or two; whoever takes the last one wins.'''
    ...     start = 10
    ...     def moves(self, left): return range(1, min(left, 2) + 1)
    ...     def play(self, left, taken): return left - taken
    ...     def terminal(self, left): return -1 if left == 0 else None
    >>> goalward.minimax(Matches()).best
    [1]
    """
    return _search("minimax", game, state, (time, nodes, memory), depth=depth)


def alphabeta(
    game: Any,
    state: Any = None,
    *,
    depth: int | None = None,
    all_moves: bool = False,
    time: float | str | None = None,
    nodes: int | str | None = None,
    memory: int | str | None = None,
) -> GameResult:
    """Alpha-beta: minimax without the lines that cannot matter, and with a table of positions if they
    are hashable. With ``all_moves=True`` every move gets its value, not only the best."""
    return _search("alphabeta", game, state, (time, nodes, memory), depth=depth, all_moves=all_moves)


def mcts(
    game: Any,
    state: Any = None,
    *,
    playouts: int = 10_000,
    exploration: float = 1.4,
    seed: int = 1,
    time: float | str | None = None,
    nodes: int | str | None = None,
    memory: int | str | None = None,
) -> GameResult:
    """Monte Carlo tree search: games played out at random, more of them after good moves."""
    return _search(
        "mcts",
        game,
        state,
        (time, nodes, memory),
        playouts=playouts,
        exploration=exploration,
        seed=seed,
    )
