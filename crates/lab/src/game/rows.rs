//! The game methods, each described in one row.

use goalward::game::{AlphaBeta, Mcts, Minimax, Random, RootMoves, Switch, Table};

use super::{GameDomain, row};
use crate::about::About;
use crate::registry::Method;
use crate::settings::{Choice, Kind, Param, Settings};
use crate::trace::EventKind::{Cutoff, Deepen, Enter, Leave, Playout};

/// Every game method from `state`, the game's own first: a new algorithm is one row.
pub fn methods<'a, G: GameDomain>(game: &'a G, state: &'a G::State) -> Vec<Method<'a>> {
    let depth = || {
        let doc = match game.default_depth() {
            Some(_) => "Moves to look ahead",
            None => "Moves to look ahead; by default to the end of the game",
        };
        Param::new("depth", doc, Kind::Whole { least: 1, most: 1_000 }, game.default_depth())
    };
    let mut methods = game.own_methods(state);
    methods.extend([
        row(
            game,
            state,
            &About {
                name: "minimax",
                title: "Minimax",
                doc: "Every line of play",
                does: "Searches every line of play, to the end or to a depth. The value of a \
                    position is the best value its moves lead to for the player to move; what is \
                    good for one player is bad for the other.",
                guarantees: "Perfect play if it searches to the end; to a depth, the best move by the estimates there.",
                costs: "Every position: about b^d for b moves and d moves ahead.",
                pseudocode: &[
                    "value(position, depth):",
                    "  if the game is over: return its score for the player to move",
                    "  if depth = 0: return the estimate",
                    "  best ← −∞",
                    "  for each move:",
                    "    best ← max(best, −value(position after move, depth − 1))",
                    "  return best",
                ],
                lines: &[(Enter, 1), (Leave, 7)],
                frontier: false,
            },
            vec![depth()],
            |settings, _| Minimax { depth: ahead(settings) },
        ),
        row(
            game,
            state,
            &About {
                name: "alpha-beta",
                title: "Alpha-beta pruning",
                doc: "Minimax that skips lines that cannot matter",
                does: "Minimax with a window: alpha is the value the player to move is already \
                    sure of, beta the most the opponent allows. A move worth beta or more ends \
                    the search of a position: the opponent would not allow it.",
                guarantees: "The same value as minimax.",
                costs: "With good moves first, about the square root of minimax's nodes, so twice \
                    the depth in the same time. A table and iterative deepening help to order the \
                    moves.",
                pseudocode: &[
                    "for depth ← 1, 2, …: value(position, depth, −∞, ∞)",
                    "value(position, depth, alpha, beta):",
                    "  if the game is over or depth = 0: return its score or estimate",
                    "  best ← −∞",
                    "  for each move, promising ones first:",
                    "    best ← max(best, −value(position after move, depth − 1, −beta, −alpha))",
                    "    if best ≥ beta: return best — the opponent will not allow it",
                    "    alpha ← max(alpha, best)",
                    "  return best",
                ],
                lines: &[(Deepen, 1), (Enter, 2), (Cutoff, 7), (Leave, 9)],
                frontier: false,
            },
            vec![
                depth(),
                switch("deepening", "Search one move ahead, then two, and so on"),
                switch("table", "Remember positions already searched"),
                switch("ordering", "Search promising moves first"),
                root_moves(),
            ],
            |settings, _| AlphaBeta {
                depth: ahead(settings),
                deepening: is_on(settings, "deepening"),
                table: match is_on(settings, "table") {
                    Switch::On => AlphaBeta::default().table,
                    Switch::Off => Table::Off,
                },
                ordering: is_on(settings, "ordering"),
                root: scored(settings),
            },
        ),
        row(
            game,
            state,
            &About {
                name: "mcts",
                title: "Monte Carlo tree search",
                doc: "Random playouts, more of them for promising moves",
                does: "Plays many random games. Each starts along the most promising moves so far, \
                    with a bonus for rarely tried ones. The move tried most often is the best.",
                guarantees: "None for few playouts; with more and more of them it converges to the \
                    value of minimax. It needs no estimates of positions.",
                costs: "Time and memory in proportion to the playouts.",
                pseudocode: &[
                    "for each playout:",
                    "  node ← root",
                    "  while node has all its children: node ← the child with the largest",
                    "    mean + exploration · √(ln visits(node) / visits(child))",
                    "  add a child for a move not yet tried",
                    "  play at random from it to the end of the game",
                    "  add the result to every node on the path to the root",
                    "return the move of the most visited child",
                ],
                lines: &[(Playout, 6)],
                frontier: false,
            },
            vec![
                Param::whole("playouts", "Games to play out", 1..=1_000_000_000, "10000"),
                Param::decimal(
                    "exploration",
                    "How much rarely tried moves are favoured",
                    0.0..=100.0,
                    "1.4",
                ),
            ],
            |settings, seed| Mcts {
                playouts: settings.whole("playouts"),
                exploration: settings.decimal("exploration"),
                seed,
            },
        ),
        row(
            game,
            state,
            &About {
                name: "random",
                title: "Random moves",
                doc: "A random move",
                does: "Plays a random move, each equally likely.",
                guarantees: "None: an opponent to measure others against.",
                costs: "Nothing.",
                pseudocode: &["return one of the moves, at random"],
                lines: &[],
                frontier: false,
            },
            vec![],
            |_, _| Random,
        ),
    ]);
    methods
}

fn ahead(settings: &Settings) -> Option<u32> {
    settings.text("depth").map(|_| settings.whole("depth") as u32)
}

fn switch(name: &'static str, doc: &'static str) -> Param {
    let choices = [Choice { name: "on", doc: "Yes" }, Choice { name: "off", doc: "No" }];
    Param::choice(name, doc, choices, "on")
}

fn is_on(settings: &Settings, name: &str) -> Switch {
    if settings.choice(name) == "on" { Switch::On } else { Switch::Off }
}

/// The setting that [`scored`] reads.
pub(crate) fn root_moves() -> Param {
    let choices = [
        Choice { name: "best", doc: "The best; the others are only known to be worse" },
        Choice { name: "all", doc: "All moves, which takes longer" },
    ];
    Param::choice("moves", "Which moves get a score", choices, "best")
}

pub(crate) fn scored(settings: &Settings) -> RootMoves {
    if settings.choice("moves") == "all" { RootMoves::All } else { RootMoves::Best }
}
