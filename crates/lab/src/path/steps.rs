//! The events of a path search in words.

use std::ops::ControlFlow;

use goalward::path::{Event, Fate};
use goalward::{Cost, Observer};

use super::PathDomain;
use crate::number::Number;
use crate::trace::{EventKind, Facts, Form, Step, Watcher};
use crate::tree::{Tree, TreePlace};
use crate::view::{Cells, Sight};

/// By what a search chooses the next node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Key {
    /// The cost of reaching it: g.
    Cost,
    /// How many actions away it is, whatever they cost.
    Depth,
    /// What the heuristic says remains: h.
    Estimate,
    /// g + h.
    Sum,
    /// g + w·h.
    Weighted(f64),
}

impl Key {
    /// The key of a node, with its computation.
    fn words<C: Cost>(self, g: C, h: C) -> String {
        let f = g.plus(h).unwrap_or(C::INFINITE);
        let [g, h, f] = [g, h, f].map(Number::of);
        match self {
            Key::Cost => format!("g = {g}"),
            Key::Depth => format!("depth = {g}"),
            Key::Estimate => format!("h = {h}"),
            Key::Sum => format!("f = g + h = {g} + {h} = {f}"),
            Key::Weighted(w) => {
                let f = Number::from(g.value() + w * h.value());
                format!("f = g + {w}·h = {g} + {w}·{h} = {f}")
            }
        }
    }

    /// Its word for the length of a path.
    fn measure(self) -> &'static str {
        if self == Key::Depth { "depth" } else { "cost" }
    }
}

/// Reports to a watcher the events that it wants. A named type, unlike a closure, does not depend
/// on the heuristic: one compiled search serves the watched runs of all of them.
pub(crate) struct Teller<'a, S: PathDomain> {
    space: &'a S,
    key: Key,
    watcher: &'a mut dyn Watcher,
    tree: Tree<S::State, S::Cost>,
}

impl<'a, S: PathDomain> Teller<'a, S> {
    /// Reports a search in `space` that chooses by `key`.
    pub fn new(space: &'a S, key: Key, watcher: &'a mut dyn Watcher) -> Self {
        Teller { space, key, watcher, tree: Tree::default() }
    }
}

impl<S: PathDomain> Observer<Event<'_, S::State, S::Cost>> for Teller<'_, S> {
    fn on(&mut self, event: Event<'_, S::State, S::Cost>) -> ControlFlow<()> {
        if let Some(kind) = kind(&event)
            && self.watcher.wants(kind)
        {
            let place = if self.watcher.wants_place() {
                self.tree.place(&event)
            } else {
                self.tree = Tree::default();
                TreePlace::default()
            };
            let form = self.watcher.form();
            self.watcher.tell(Step { place, ..step(self.space, self.key, form, kind, event) });
        }
        ControlFlow::Continue(())
    }
}

/// A state of a space.
pub(crate) struct PathSight<'a, S: PathDomain>(pub &'a S, pub &'a S::State);

impl<S: PathDomain> Sight for PathSight<'_, S> {
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

fn kind<T, C>(event: &Event<'_, T, C>) -> Option<EventKind> {
    Some(match event {
        Event::Bound(_) => EventKind::Bound,
        Event::Expand { .. } => EventKind::Expand,
        Event::Generate { fate: Fate::New, .. } => EventKind::New,
        Event::Generate { fate: Fate::Cheaper, .. } => EventKind::Cheaper,
        Event::Generate { fate: Fate::Known, .. } => EventKind::Known,
        Event::Generate { fate: Fate::Pruned, .. } => EventKind::Pruned,
        Event::Improve { .. } => EventKind::Improve,
        Event::Plan { .. } => EventKind::Plan,
        Event::Goal { .. } => EventKind::Goal,
        _ => return None,
    })
}

fn step<S: PathDomain>(
    space: &S,
    key: Key,
    form: Form,
    kind: EventKind,
    event: Event<'_, S::State, S::Cost>,
) -> Step {
    let at = |why, state: &S::State, facts| {
        Step::new(kind, why, facts).at(form, &PathSight(space, state))
    };
    let node = |g: S::Cost, h: S::Cost| Facts::Node { g: Number::of(g), h: Number::of(h) };
    match event {
        Event::Bound(bound) => {
            let bound = Number::of(bound);
            Step::new(kind, format!("the bound is now {bound}"), Facts::Bound { bound })
        }
        Event::Expand { state, g, h } => at(key.words(g, h), state, node(g, h)),
        Event::Generate { from, state, g, h, fate } => {
            let measure = key.measure();
            let (fate, meaning) = match fate {
                Fate::New => ("new", "new".into()),
                Fate::Cheaper => ("cheaper", format!("reached at a lower {measure} than before")),
                Fate::Known => {
                    ("known", format!("already reached at no greater {measure}: dropped"))
                }
                Fate::Pruned => ("pruned", "beyond the bound".into()),
            };
            let why = format!("{}; {meaning}", key.words(g, h));
            let before = (form == Form::Drawing).then(|| space.drawing(from));
            let from = form.has_text().then(|| space.show(from));
            let facts = Facts::Child { g: Number::of(g), h: Number::of(h), fate, from };
            Step { before, ..at(why, state, facts) }
        }
        Event::Improve { state, g, h } => {
            at(format!("nearest so far: h = {}", Number::of(h)), state, node(g, h))
        }
        Event::Plan { state, g } => {
            let why =
                format!("a plan at cost {}; the search continues for a cheaper one", Number::of(g));
            at(why, state, node(g, S::Cost::ZERO))
        }
        Event::Goal { state, g } => {
            let why = format!("a goal, at {} {}", key.measure(), Number::of(g));
            at(why, state, node(g, S::Cost::ZERO))
        }
        _ => Step::new(kind, String::new(), Facts::Nothing {}),
    }
}
