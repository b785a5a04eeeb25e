//! An instance of a domain, its types erased, and what an independent check of a solution finds.

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

    /// Reads a solution that somebody else wrote, or says why it cannot be read. The solution need
    /// not be correct.
    fn read(&self, text: &str) -> Result<Solution, String> {
        Ok(Solution::Words(pieces(text)))
    }

    /// Where an assignment first breaks a rule, in the order of its variables; none if it breaks
    /// none or is not an assignment.
    fn conflict(&self, _solution: &Solution) -> Option<Conflict> {
        None
    }

    /// Why a solution cannot have this cost, where something is known about the least cost; the
    /// plan may be called optimal or not.
    fn contradicts(&self, _cost: Number, _optimal: bool) -> Option<String> {
        None
    }

    /// Whether a solution has the cost that was published with the instance; none where no cost
    /// was.
    fn reproduces(&self, _cost: Number) -> Option<bool> {
        None
    }

    /// Whether its states or solutions can be drawn as text.
    fn can_be_drawn(&self) -> bool {
        true
    }

    /// Whether people are shown the numbers of a solution next to its drawing: where they are text
    /// that somebody may want to type, numbered as in the drawing.
    fn lists_numbers(&self) -> bool {
        false
    }

    /// What the words of a solution mean, in a sentence, where they do not explain themselves.
    fn meaning(&self) -> Option<&'static str> {
        None
    }

    /// Its board, and what stands on it at the start.
    fn view(&self) -> View;

    /// What stands on the board along a solution that can be [checked](Instance::check): first
    /// before any action, then after each; for a solution that is not a path, the solution itself.
    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String>;

    /// The parts of it that can be compared with exact values.
    fn subjects(&self) -> Vec<Subject<'_>> {
        Vec::new()
    }

    /// The game to be played from here, if it is one.
    fn game(&self) -> Option<Box<dyn Match>> {
        None
    }
}

/// What an independent check of a solution found.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What it costs; none where there are no costs: the report then has none.
    pub cost: Option<Number>,
    /// Whether it is a solution, or only part of the way.
    pub solves: bool,
    /// Each situation on the way, drawn, the first before any action.
    pub boards: Vec<String>,
    /// The last situation, where they are not all drawn.
    pub end: Option<String>,
    /// The solution in one drawing, where it is not a path.
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
