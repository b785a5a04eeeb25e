//! The events of a path search in words.

use goalward::Cost;
use goalward::path::{Event, Fate};

use super::PathDomain;
use crate::number::Number;
use crate::trace::{EventKind, Step, Watcher};

/// Tells of an event, if it is wanted.
pub(super) fn tell<S: PathDomain>(
    space: &S,
    event: Event<'_, S::State, S::Cost>,
    watcher: &mut dyn Watcher,
) {
    let kind = match event {
        Event::Bound(_) => EventKind::Bound,
        Event::Expand { .. } => EventKind::Expand,
        Event::Generate { fate: Fate::New, .. } => EventKind::New,
        Event::Generate { fate: Fate::Cheaper, .. } => EventKind::Cheaper,
        Event::Generate { fate: Fate::Known, .. } => EventKind::Known,
        Event::Generate { fate: Fate::Pruned, .. } => EventKind::Pruned,
        Event::Improve { .. } => EventKind::Improve,
        Event::Goal { .. } => EventKind::Goal,
        _ => return,
    };
    if watcher.wants(kind) {
        watcher.tell(step(space, kind, event));
    }
}

fn step<S: PathDomain>(space: &S, kind: EventKind, event: Event<'_, S::State, S::Cost>) -> Step {
    let at = |why: String, state: &S::State, g: S::Cost, h: S::Cost| {
        let (g, h) = (Number::of(g), Number::of(h));
        Step::new(kind, why).at(space.show(state)).with("g", g).with("h", h)
    };
    let sum = |g: S::Cost, h: S::Cost| {
        let [g, h, f] = [g, h, g.plus(h).unwrap_or(S::Cost::INFINITE)].map(Number::of);
        format!("f = g + h = {g} + {h} = {f}")
    };
    match event {
        Event::Bound(bound) => {
            let bound = Number::of(bound);
            Step::new(kind, format!("the bound is now {bound}")).with("bound", bound)
        }
        Event::Expand { state, g, h } => at(sum(g, h), state, g, h),
        Event::Generate { from, state, g, h, fate } => {
            let (fate, meaning) = match fate {
                Fate::New => ("new", "new"),
                Fate::Cheaper => ("cheaper", "reached more cheaply than before"),
                Fate::Known => ("known", "known, and no cheaper this way"),
                Fate::Pruned => ("pruned", "beyond the bound"),
            };
            let why = format!("{}; {meaning}", sum(g, h));
            at(why, state, g, h).with("fate", fate).with("from", space.show(from))
        }
        Event::Improve { state, g, h } => {
            at(format!("nearest so far: h = {}", Number::of(h)), state, g, h)
        }
        Event::Goal { state, g } => Step::new(kind, format!("a goal, at cost {}", Number::of(g)))
            .at(space.show(state))
            .with("g", Number::of(g))
            .with("h", 0),
        _ => Step::new(kind, String::new()),
    }
}
