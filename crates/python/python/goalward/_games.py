"""Games of two players, on rules as they were written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from goalward import _goalward
from goalward._results import Result

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
    search looked; none: to the end of the game.
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
        """The first of the best moves; nothing if the game is over."""
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
    if has("possible_moves", "make_move", "is_over", "switch_player"):
        return _easy(game if state is None else state)
    if has("new_initial_state") or has("legal_actions", "child", "returns", "current_player"):
        return _spiel(game, state)
    raise TypeError(
        f"{type(game).__name__} is not a game that goalward knows: it needs start, moves(state), "
        "play(state, move) and terminal(state), and perhaps evaluate(state); or aima's initial, "
        "actions, result, terminal_test, utility and to_move; or easyAI's possible_moves, make_move "
        "and is_over; or OpenSpiel's new_initial_state"
    )


def _easy(game: Any) -> _Parts:
    """A game in easyAI's style: the game is its own position. Where moves can be taken back one game
    goes along with the search, else it is copied before each move."""
    from copy import deepcopy

    copy = getattr(type(game), "copy", deepcopy)
    if hasattr(game, "unmake_move"):
        return _easy_along(copy(game))

    def play(position: Any, move: Any) -> Any:
        after = copy(position)
        after.make_move(move)
        after.switch_player()
        return after

    def over(position: Any) -> Any:
        return position.scoring() if position.is_over() else None

    def moves(position: Any) -> Any:
        return position.possible_moves()

    return _Parts(copy(game), moves, play, over, lambda position: position.scoring(), None, False)


def _easy_along(game: Any) -> _Parts:
    """A game in easyAI's style that goes along with the search: a position is the moves up to it."""
    made: tuple[Any, ...] = ()

    def at(line: tuple[Any, ...]) -> Any:
        nonlocal made
        while made != line[: len(made)]:
            game.switch_player()
            game.unmake_move(made[-1])
            made = made[:-1]
        for move in line[len(made) :]:
            game.make_move(move)
            game.switch_player()
        made = line
        return game

    def over(line: tuple[Any, ...]) -> Any:
        return game.scoring() if at(line).is_over() else None

    return _Parts(
        (),
        lambda line: at(line).possible_moves(),
        lambda line, move: (*line, move),
        over,
        lambda line: at(line).scoring(),
        None,
        False,
    )


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
                "this game is not searched: it needs two players who take turns, and no chance. "
                f"It came to\n{state}"
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
    return GameResult(
        _goalward.search_game(
            method, _parts(game, state), depth, all_moves, playouts, exploration, seed, *limits
        )
    )


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
    ``None`` while the game goes on and then the score for the player whose turn it would be: -1 if
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
    """Alpha-beta: minimax without the lines that cannot matter, with a table of positions where
    they have a hash. With ``all_moves=True`` every move gets its value, and not just the best."""
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
