//! An instance of a domain, whatever its types are, and what an independent look at a solution finds.

use super::Method;
use crate::audit::Subject;
use crate::game::Match;
use crate::number::Number;
use crate::path::pieces;
use crate::report::Solution;
use crate::view::{Cells, View};

/// A problem to solve, its types erased.
pub trait Instance: Send + Sync {
    /// The instance as text that opens it again.
    fn text(&self) -> String;

    /// The goal as text, where it can be chosen.
    fn goal(&self) -> Option<String> {
        None
    }

    /// For people: what is given and what is wanted.
    fn drawing(&self) -> String;

    /// Why there is no solution, if that is known without searching.
    fn unsolvable(&self) -> Option<String> {
        None
    }

    /// What can be run on it.
    fn methods(&self) -> Vec<Method<'_>>;

    /// The spec of the method to run when none is named.
    fn default_method(&self) -> &'static str;

    /// The specs of the methods to compare when none are named.
    fn compared(&self) -> &'static [&'static str];

    /// Checks a solution independently, sharing no code with the searches.
    fn check(&self, solution: &Solution) -> Result<Check, String>;

    /// Reads a solution that somebody else wrote, or says why it is none. It need not be right.
    fn read(&self, text: &str) -> Result<Solution, String> {
        Ok(Solution::Words(pieces(text)))
    }

    /// Where an assignment first breaks a rule, in the order of its variables; none if it breaks
    /// none, and of what is not an assignment.
    fn conflict(&self, _solution: &Solution) -> Option<Conflict> {
        None
    }

    /// Why a solution cannot have this cost, where something is known of the least: that of a
    /// plan that is called optimal or that of another.
    fn contradicts(&self, _cost: Number, _optimal: bool) -> Option<String> {
        None
    }

    /// Whether a solution has the cost that was published with the instance; nothing where none
    /// was.
    fn reproduces(&self, _cost: Number) -> Option<bool> {
        None
    }

    /// Whether its states or solutions can be drawn as text.
    fn can_be_drawn(&self) -> bool {
        true
    }

    /// Whether people are shown the numbers of a solution beside its drawing: where they are text
    /// that somebody may want to type, and count as the drawing does.
    fn lists_numbers(&self) -> bool {
        false
    }

    /// What the words of a solution mean, in a sentence, where they do not say it themselves.
    fn meaning(&self) -> Option<&'static str> {
        None
    }

    /// Its board, and what stands on it at the start.
    fn view(&self) -> View;

    /// What stands on the board along a solution that can be [checked](Instance::check): after
    /// each action, and first before any; of a solution that is a thing, itself.
    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String>;

    /// What of it can be compared with exact values.
    fn subjects(&self) -> Vec<Subject<'_>> {
        Vec::new()
    }

    /// The game to be played from here, if it is one.
    fn game(&self) -> Option<Box<dyn Match>> {
        None
    }
}

/// What an independent look at a solution found.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What it costs; none where there are no costs: the report then has none.
    pub cost: Option<Number>,
    /// Whether it is one, or only part of the way.
    pub solves: bool,
    /// Each situation on the way, drawn, the first before any action.
    pub boards: Vec<String>,
    /// The last situation, where they are not drawn each.
    pub end: Option<String>,
    /// The solution in one drawing, where it is a thing and not a way.
    pub picture: Option<String>,
}

/// The first piece of an assignment that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Which, counted from 0.
    pub at: usize,
    /// The rule, as in "column 2 (row 1) conflicts with column 1 (row 1)".
    pub why: String,
    /// The assignment up to there, drawn.
    pub drawing: String,
}
