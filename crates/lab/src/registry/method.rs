//! A method on an instance, and the search that it makes from its settings.

use goalward::Limits;

use super::InputError;
use crate::about::About;
use crate::report::Finding;
use crate::settings::{Choice, Param, Settings};
use crate::trace::Trace;

/// One algorithm on one instance: its complete row.
pub struct Method<'a> {
    /// Its description, the name first.
    pub about: &'static About,
    /// Its kind of search.
    pub family: Family,
    /// What can be set.
    pub params: Vec<Param>,
    /// Whether one search of it can be shared out among threads.
    pub shares: bool,
    /// The search with some settings, to be run once or often.
    pub make: Maker<'a>,
}

impl Method<'_> {
    /// The same, with the defaults for `purpose`.
    pub fn for_purpose(mut self, purpose: Purpose) -> Self {
        for param in self.params.iter_mut().filter(|param| param.name == ENGINE) {
            param.default = Some(purpose.engine());
        }
        self
    }
}

/// The name of the setting that chooses between the engine that every problem gets and one
/// made for this problem. Only methods with both have it.
const ENGINE: &str = "engine";

/// What a method is run for. The purpose decides which engine runs by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For its answer, as soon as possible: an engine made for the problem, where there is one.
    Answer,
    /// To be compared with other methods: the engine that every problem gets.
    Comparison,
}

impl Purpose {
    fn engine(self) -> &'static str {
        match self {
            Purpose::Answer => "fast",
            Purpose::Comparison => "plain",
        }
    }
}

/// The setting `engine` of a method that has both.
pub(crate) fn engine_param() -> Param {
    let choices = [
        Choice { name: "fast", doc: "Specialised for this problem" },
        Choice { name: "plain", doc: "The general engine" },
    ];
    let doc = "Which engine to run; comparisons use plain";
    Param::choice(ENGINE, doc, choices, Purpose::Answer.engine())
}

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// From a start to a goal.
    Path,
    /// From state to neighbouring state.
    Local,
    /// Through partial assignments.
    Constraint,
    /// Against an opponent.
    Game,
}

impl Family {
    /// In the order they are listed.
    pub const ALL: [Family; 4] = [Family::Path, Family::Local, Family::Constraint, Family::Game];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Family::Path => "path",
            Family::Local => "local",
            Family::Constraint => "constraint",
            Family::Game => "game",
        }
    }

    /// One line on what it is.
    pub fn doc(self) -> &'static str {
        match self {
            Family::Path => "From a start to a goal, move by move",
            Family::Local => "From state to neighbouring state, to find a better one",
            Family::Constraint => "A value for each variable, meeting all constraints",
            Family::Game => "The best move against an opponent",
        }
    }
}

/// Settings to a search. Incompatible settings are refused; nothing is run or built.
pub type Maker<'a> = Box<dyn Fn(&Settings) -> Result<Box<dyn Search + 'a>, InputError> + 'a>;

/// What it takes to get a search ready, before it can begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preparation {
    /// The most bytes it takes, on a machine where nothing is cached.
    pub bytes: u64,
    /// For people, what is about to be built here, where that takes a while.
    pub told: Option<String>,
}

/// A search whose settings are in order. Every `Fn(&mut Run) -> Result<Finding, InputError>` is
/// one.
pub trait Search {
    /// What is wrong with such a run, if anything; nothing is run or built.
    fn check(&self, _: &Run<'_>) -> Result<(), InputError> {
        Ok(())
    }

    /// What it takes to get it ready.
    fn preparation(&self) -> Preparation {
        Preparation::default()
    }

    /// Makes what it needs beforehand, and keeps it for its runs. Errors are reported by the run.
    fn prepare(&self, _: &Limits) {}

    /// Runs it. [`check`](Search::check) already refuses what is wrong beforehand.
    fn run(&self, run: &mut Run<'_>) -> Result<Finding, InputError>;
}

impl<F: Fn(&mut Run<'_>) -> Result<Finding, InputError>> Search for F {
    fn run(&self, run: &mut Run<'_>) -> Result<Finding, InputError> {
        self(run)
    }
}

/// What a run is given in addition to its settings.
pub struct Run<'a> {
    /// The seed of everything random in it.
    pub seed: u64,
    /// When to give up.
    pub limits: Limits,
    /// How many threads one search may take, where it can be shared out: the answer is
    /// the same for any number.
    pub jobs: usize,
    /// The watcher of each event, if there is one.
    pub trace: Trace<'a>,
}
