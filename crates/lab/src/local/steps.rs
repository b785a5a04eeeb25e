//! The events of a local search in words.

use goalward::local::{Event, Reason};

use super::{LocalDomain, in_words, shown};
use crate::trace::{Chance, EventKind, Facts, Form, Step, Watcher};
use crate::view::{Cells, Sight};

/// Reports an event, if it is wanted.
pub fn tell<L: LocalDomain>(
    landscape: &L,
    event: Event<'_, L::State, L::Move>,
    watcher: &mut dyn Watcher,
) {
    let kind = match event {
        Event::Start { .. } => EventKind::Start,
        Event::Step { accepted: true, .. } => EventKind::Step,
        Event::Step { accepted: false, .. } => EventKind::Refused,
        Event::LocalOptimum { .. } => EventKind::Optimum,
        Event::Generation { .. } => EventKind::Generation,
        Event::Best { .. } => EventKind::Best,
        _ => return,
    };
    if watcher.wants(kind) {
        watcher.tell(step(landscape, watcher.form(), kind, event));
    }
}

/// A state of a landscape.
pub(crate) struct LocalSight<'a, L: LocalDomain>(pub &'a L, pub &'a L::State);

impl<L: LocalDomain> Sight for LocalSight<'_, L> {
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

/// An event as a step of a trace.
fn step<L: LocalDomain>(
    landscape: &L,
    form: Form,
    kind: EventKind,
    event: Event<'_, L::State, L::Move>,
) -> Step {
    let at = |why, state: &L::State, facts| {
        Step::new(kind, why, facts).at(form, &LocalSight(landscape, state))
    };
    match event {
        Event::Start { run, state, cost } => {
            let why = format!("run {} begins at cost {}", run + 1, in_words(L::UNIT, cost));
            let cost = shown(L::UNIT, cost);
            at(why, state, Facts::Start { run, cost })
        }
        Event::Step { state, mv, before, after, reason, accepted } => {
            let made = landscape.name_move(mv);
            let (from, to) = (in_words(L::UNIT, before), in_words(L::UNIT, after));
            let reason = in_units(L::UNIT, reason);
            let why = format!("{made}: cost {from} to {to}; {}", because(&reason, accepted));
            let mut next = state.clone();
            if accepted {
                landscape.apply(&mut next, mv);
            }
            let chance = match reason {
                Reason::Chance { temperature, probability, draw } => {
                    Some(Chance { temperature, probability, draw })
                }
                _ => None,
            };
            let variable = match reason {
                Reason::LeastConflicts { variable, .. } => Some(variable),
                _ => None,
            };
            let (cost, after) = (shown(L::UNIT, before), shown(L::UNIT, after));
            let facts = Facts::Move { mv: made, cost, after, accepted, chance, variable };
            at(why, &next, facts)
        }
        Event::LocalOptimum { state, cost, neighbour } => {
            let best = match neighbour {
                Some(best) => format!("the best neighbour's cost is {}", in_words(L::UNIT, best)),
                None => "it has no neighbours".into(),
            };
            let why = format!(
                "stuck at a local optimum, which this method cannot leave: the cost is {} and {best}",
                in_words(L::UNIT, cost)
            );
            let (cost, neighbour) =
                (shown(L::UNIT, cost), neighbour.map(|cost| shown(L::UNIT, cost)));
            at(why, state, Facts::Optimum { cost, neighbour })
        }
        Event::Generation { number, best, cost, mean } => {
            let mean = mean / L::UNIT;
            let why = format!(
                "generation {}: the best cost is {}, the mean {mean:.2}",
                number + 1,
                in_words(L::UNIT, cost)
            );
            let cost = shown(L::UNIT, cost);
            at(why, best, Facts::Generation { number, cost, mean })
        }
        Event::Best { state, cost } => {
            let why = format!("best so far: cost {}", in_words(L::UNIT, cost));
            let cost = shown(L::UNIT, cost);
            at(why, state, Facts::Best { cost })
        }
        _ => Step::new(kind, String::new(), Facts::Nothing {}),
    }
}

/// The reason with its temperature as people are shown it.
fn in_units(unit: f64, reason: Reason) -> Reason {
    match reason {
        Reason::Chance { temperature, probability, draw } => {
            Reason::Chance { temperature: temperature / unit, probability, draw }
        }
        other => other,
    }
}

/// How a move was chosen, in words.
fn because(reason: &Reason, accepted: bool) -> String {
    match *reason {
        Reason::BestNeighbour { ties: 1 } => "the best neighbour".into(),
        Reason::BestNeighbour { ties } => format!("one of {ties} best neighbours"),
        Reason::FirstBetter { drawn } => format!("the first better one, draw number {drawn}"),
        Reason::AmongBetter { better } => format!("drawn among {better} better neighbours"),
        Reason::Sideways { ties } => {
            format!("no neighbour is better; one of {ties} of equal cost")
        }
        Reason::Chance { temperature, draw: None, .. } => {
            format!("not worse, so it is made (temperature {temperature:.4})")
        }
        Reason::Chance { temperature, probability, draw: Some(draw) } => {
            let (sign, end) = if accepted { ("<", "made") } else { (">=", "rejected") };
            format!(
                "worse: probability {probability:.4} at temperature {temperature:.4}, \
                 draw {draw:.4} {sign} {probability:.4}, so it is {end}"
            )
        }
        Reason::LeastConflicts { variable, ties: 1 } => {
            format!("the value of variable {} with the fewest conflicts", variable + 1)
        }
        Reason::LeastConflicts { variable, ties } => {
            let variable = variable + 1;
            format!("one of {ties} values of variable {variable} with the fewest conflicts")
        }
        Reason::Survivor { rank } => format!("number {} of the next beam", rank + 1),
        _ => "chosen".into(),
    }
}
