//! The settings that several path methods share.

use goalward::path::{BestFirst, Ties, Undo};

use crate::path::PathDomain;
use crate::settings::{Choice, Kind, Param, Settings};

/// The orders among nodes with equal f, by g and by age.
pub const TIES: [Choice; 4] = [
    Choice { name: "high-g", doc: "The larger g, then the newest" },
    Choice { name: "low-g", doc: "The smaller g, then the newest" },
    AGES[0],
    AGES[1],
];

/// Those by age only.
pub const AGES: [Choice; 2] = [
    Choice { name: "newest", doc: "The one added last" },
    Choice { name: "oldest", doc: "The one added first" },
];

/// What can be set in every best-first method.
pub fn order_params<S: PathDomain>(ties: &[Choice], default: &'static str) -> Vec<Param> {
    let mut params = vec![Param::choice(
        "ties",
        "Which of equal nodes is expanded first",
        ties.to_vec(),
        default,
    )];
    params.extend(undo_param::<S>());
    params
}

/// Those of a search that weights h.
pub fn weighted_params<S: PathDomain>() -> Vec<Param> {
    let mut params = vec![Param::new("weight", "The weight of h", Kind::Weight, Some("2"))];
    params.extend(order_params::<S>(&TIES, "high-g"));
    params
}

/// A setting, and `undo`.
pub fn and_undo<S: PathDomain>(param: Param) -> Vec<Param> {
    std::iter::once(param).chain(undo_param::<S>()).collect()
}

/// The setting for the move that undoes the last one, where there is such a move.
pub fn undo_param<S: PathDomain>() -> Option<Param> {
    let choices = [
        Choice { name: "off", doc: "A move never undoes the one before it" },
        Choice { name: "on", doc: "Undoing moves are made and counted like any others" },
    ];
    S::CANCELS
        .then(|| Param::choice("undo", "Whether a move may undo the one before it", choices, "off"))
}

/// What is set for it.
pub fn undo<S: PathDomain>(settings: &Settings) -> Undo {
    if S::CANCELS && settings.choice("undo") == "on" { Undo::On } else { Undo::Off }
}

/// What is set for equal nodes.
pub fn ties(settings: &Settings) -> Ties {
    match settings.choice("ties") {
        "low-g" => Ties::LowG,
        "oldest" => Ties::Oldest,
        "newest" => Ties::Newest,
        _ => Ties::HighG,
    }
}

/// A best-first search with these settings.
pub fn ordered<S: PathDomain>(search: BestFirst, settings: &Settings) -> BestFirst {
    BestFirst { ties: ties(settings), undo: undo::<S>(settings), ..search }
}
