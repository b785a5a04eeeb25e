//! The game methods: a row each, with everything of it.

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
            None => "Moves to look ahead; else to the end of the game",
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
                doc: "Every line of play",
                does: "Looks at every line of play, to the end or to a depth. A position is worth the best \
                       of what its moves lead to, seen by the player to move: what is good for one is bad \
                       for the other.",
                guarantees: "Perfect play if it looks to the end; to a depth, the best by the estimate there.",
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
                doc: "Minimax without the lines that cannot matter",
                does: "Minimax that keeps a window: alpha is what the player to move is sure of elsewhere, \
                       beta what the opponent will not let pass. A move worth beta or more ends the look \
                       at a position.",
                guarantees: "The same value as minimax.",
                costs: "With good moves first, about the square root of minimax's nodes: twice as far \
                        ahead in the same time. A table and deepening help to put good moves first.",
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
                switch("deepening", "One move ahead, then two, and so on"),
                switch("table", "Remember positions met before"),
                switch("ordering", "Promising moves first"),
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
                doc: "Random playouts, more where they promise more",
                does: "Plays many games out at random, each begun along the most promising moves so far, \
                       where rarely tried ones get a bonus. The move tried most often is best.",
                guarantees: "None with few playouts; with ever more of them it comes to the value of \
                             minimax. It needs no estimate of positions.",
                costs: "Time and memory in proportion to the playouts.",
                pseudocode: &[
                    "for each playout:",
                    "  node ← root",
                    "  while node has all its children: node ← the child with the largest",
                    "    mean + exploration · √(ln visits(node) / visits(child))",
                    "  add a child for a move not yet tried",
                    "  play at random from it to the end of the game",
                    "  add the result to every node on the way back to the root",
                    "return the move of the most visited child",
                ],
                lines: &[(Playout, 6)],
                frontier: false,
            },
            vec![
                Param::whole("playouts", "Games to play out", 1..=1_000_000_000, "10000"),
                Param::decimal(
                    "exploration",
                    "How much rare moves are favoured",
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
                doc: "Any move",
                does: "Makes any move, each as likely as the others.",
                guarantees: "None: the opponent to measure others against.",
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
    let choices = [Choice { name: "on", doc: "Done" }, Choice { name: "off", doc: "Not done" }];
    Param::choice(name, doc, choices, "on")
}

fn is_on(settings: &Settings, name: &str) -> Switch {
    if settings.choice(name) == "on" { Switch::On } else { Switch::Off }
}

/// The setting that [`scored`] reads.
pub(crate) fn root_moves() -> Param {
    let choices = [
        Choice { name: "best", doc: "The best; of the others only that they are worse" },
        Choice { name: "all", doc: "Every one, which takes longer" },
    ];
    Param::choice("moves", "Which moves get a score", choices, "best")
}

pub(crate) fn scored(settings: &Settings) -> RootMoves {
    if settings.choice("moves") == "all" { RootMoves::All } else { RootMoves::Best }
}
