//! The path methods, each described in one row.

mod best_first;
mod both_ends;
mod deepening;
mod settings;
mod tradeoffs;
mod uninformed;
mod yen;

use goalward::Reversible;

use super::PathDomain;
use crate::registry::Method;

/// Every path method on `space` that goes forwards only.
pub fn methods<S: PathDomain>(space: &S) -> Vec<Method<'_>> {
    let mut methods = uninformed::rows(space);
    methods.extend(best_first::rows(space));
    methods.extend(deepening::rows(space));
    methods.extend(tradeoffs::rows(space));
    methods.push(yen::row(space));
    methods
}

/// Every path method on `space` that can go backwards, too.
pub fn reversible_methods<S: PathDomain + Reversible>(space: &S) -> Vec<Method<'_>> {
    let mut methods = methods(space);
    let beam = methods.iter().position(|method| method.about.name == "beam");
    let at = beam.expect("it is among them");
    methods.splice(at..at, both_ends::rows(space));
    methods
}
