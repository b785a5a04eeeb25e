//! The events of a game search in words.

use goalward::game::Event;

use super::{GameDomain, words};
use crate::trace::{EventKind, Facts, Form, Step, Watcher};
use crate::tree::{Branch, TreePlace};
use crate::view::{Cells, Sight};

/// Whether a search prunes by alpha and beta.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Window {
    Shown,
    Unused,
}

/// Reports an event, if it is wanted.
pub(super) fn tell<G: GameDomain>(
    game: &G,
    window: Window,
    event: Event<'_, G::State, G::Move>,
    branch: &mut Branch,
    watcher: &mut dyn Watcher,
) {
    let kind = match event {
        Event::Deepen { .. } => EventKind::Deepen,
        Event::Enter { .. } => EventKind::Enter,
        Event::Leave { .. } => EventKind::Leave,
        Event::Cutoff { .. } => EventKind::Cutoff,
        Event::Playout { .. } => EventKind::Playout,
        _ => return,
    };
    let place = match event {
        Event::Enter { ply, .. } => branch.descend_to(ply),
        Event::Leave { ply, .. } | Event::Cutoff { ply, .. } => branch.at(ply),
        _ => TreePlace::default(),
    };
    if watcher.wants(kind) {
        let form = watcher.form();
        watcher.tell(Step { place, ..step(game, window, form, kind, event) });
    }
}

/// A position of a game.
pub(crate) struct GameSight<'a, G: GameDomain>(pub &'a G, pub &'a G::State);

impl<G: GameDomain> Sight for GameSight<'_, G> {
    fn text(&self) -> String {
        self.0.show(self.1)
    }

    fn drawing(&self) -> String {
        self.0.drawing(self.1)
    }

    fn cells(&self) -> Cells {
        self.0.cells(self.1)
    }
}

fn step<G: GameDomain>(
    game: &G,
    window: Window,
    form: Form,
    kind: EventKind,
    event: Event<'_, G::State, G::Move>,
) -> Step {
    let at = |why, state: &G::State, facts| {
        Step::new(kind, why, facts).at(form, &GameSight(game, state))
    };
    let player = |state: &G::State| game.player(state);
    match event {
        Event::Deepen { depth } => {
            let why = format!("looking {} ahead", words::moves(depth));
            Step::new(kind, why, Facts::Depth { depth })
        }
        Event::Enter { state, last, ply, alpha, beta } => {
            let after = last.map_or(String::new(), |mv| format!("after {mv}, "));
            let bounds = match window {
                Window::Shown => format!(": alpha = {alpha}, beta = {beta}"),
                Window::Unused => String::new(),
            };
            let why = format!("{after}{} to move{bounds}", player(state));
            let mv = last.map(|mv| mv.to_string());
            at(why, state, Facts::Entered { ply, mv, alpha, beta })
        }
        Event::Leave { state, ply, value } => {
            let why = format!("worth {value} to {}", player(state));
            at(why, state, Facts::Valued { ply, value })
        }
        Event::Cutoff { state, ply, mv, value, beta } => {
            let why = format!(
                "{mv} is worth {value} to {}, at least beta = {beta}: the other moves need not be searched",
                player(state)
            );
            at(why, state, Facts::Cut { ply, mv: mv.to_string(), value, beta })
        }
        Event::Playout { state, path, ply, score } => {
            let why = format!("a random game scored {score} for {}", player(state));
            let path = path.iter().map(ToString::to_string).collect();
            at(why, state, Facts::PlayedOut { ply, path, value: score })
        }
        _ => Step::new(kind, String::new(), Facts::Nothing {}),
    }
}
