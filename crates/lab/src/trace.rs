//! A search as a stream of plain events, its types erased.

use goalward::game::Score;
use serde::{Serialize, Serializer};

use crate::number::Number;
use crate::tree::TreePlace;
use crate::view::{Cells, Sight};

/// What happened in a step. Kinds with the same name differ in the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// A new bound or level of a path search.
    Bound,
    /// The successors of a state are about to be generated.
    Expand,
    /// A new state was generated.
    New,
    /// A known one, reached at a lower cost.
    Cheaper,
    /// A known one, which is dropped.
    Known,
    /// One that is beyond the bound or outside the beam.
    Pruned,
    /// A state nearer to the goal than any before.
    Improve,
    /// A plan, while the search goes on for a better one.
    Plan,
    /// A goal.
    Goal,
    /// A run of a local search begins.
    Start,
    /// A move of a local search was made.
    Step,
    /// One was proposed and not made.
    Refused,
    /// No neighbour is better.
    Optimum,
    /// A generation is complete.
    Generation,
    /// The best state so far.
    Best,
    /// A variable got a value.
    Assign,
    /// A value was removed from a domain.
    Prune,
    /// A value contradicts an earlier one.
    Conflict,
    /// A variable has no value left, or a value no place.
    Wipeout,
    /// Every value of a variable has been tried.
    Backtrack,
    /// An assignment that satisfies every constraint.
    Solution,
    /// A game search begins to look one move further.
    Deepen,
    /// A position is looked into.
    Enter,
    /// Its value is known.
    Leave,
    /// Its other moves cannot matter.
    Cutoff,
    /// A random game has ended.
    Playout,
}

impl EventKind {
    /// Its name in traces and on the page.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::Bound => "bound",
            EventKind::Expand => "expand",
            EventKind::New | EventKind::Cheaper | EventKind::Known | EventKind::Pruned => {
                "generate"
            }
            EventKind::Improve => "improve",
            EventKind::Plan => "plan",
            EventKind::Goal => "goal",
            EventKind::Start => "start",
            EventKind::Step | EventKind::Refused => "step",
            EventKind::Optimum => "optimum",
            EventKind::Generation => "generation",
            EventKind::Best => "best",
            EventKind::Assign => "assign",
            EventKind::Prune => "prune",
            EventKind::Conflict => "conflict",
            EventKind::Wipeout => "wipeout",
            EventKind::Backtrack => "backtrack",
            EventKind::Solution => "solution",
            EventKind::Deepen => "deepen",
            EventKind::Enter => "enter",
            EventKind::Leave => "leave",
            EventKind::Cutoff => "cutoff",
            EventKind::Playout => "playout",
        }
    }
}

impl Serialize for EventKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// One event of a run: a line of a trace, a frame for a watcher.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Step {
    /// What happened.
    pub event: EventKind,
    /// The state it happened to, as text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Its numbers and words.
    #[serde(flatten)]
    pub facts: Facts,
    /// What was chosen and why, for people.
    #[serde(skip)]
    pub why: String,
    /// The state drawn, for a watcher that wants [drawings](Form::Drawing).
    #[serde(skip)]
    pub drawing: Option<String>,
    /// For a state that a path search generated: the state it came from, drawn likewise.
    #[serde(skip)]
    pub before: Option<String>,
    /// The state as cells, for a watcher that wants [those](Form::Cells).
    #[serde(skip)]
    pub cells: Option<Cells>,
    /// In a constraint search, the values left for each variable, drawn likewise.
    #[serde(skip)]
    pub domains: Option<String>,
    /// Its place in the search tree; in a path search, for a watcher that wants it.
    #[serde(skip)]
    pub place: TreePlace,
}

impl Step {
    /// An event without a state.
    pub fn new(event: EventKind, why: String, facts: Facts) -> Self {
        Step {
            event,
            state: None,
            facts,
            why,
            drawing: None,
            before: None,
            cells: None,
            domains: None,
            place: TreePlace::default(),
        }
    }

    /// The same, with a state, in the form that is wanted.
    pub(crate) fn at(mut self, form: Form, state: &dyn Sight) -> Self {
        self.state = form.has_text().then(|| state.text());
        self.drawing = (form == Form::Drawing).then(|| state.drawing());
        self.cells = (form == Form::Cells).then(|| state.cells());
        self
    }
}

/// The numbers and words of a step: in JSON, fields of the step by these names, which the page's
/// `API.md` explains.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[allow(missing_docs)]
pub enum Facts {
    /// None.
    Nothing {},
    /// Of a bound or level of a path search.
    Bound { bound: Number },
    /// Of a state that a path search is at.
    Node { g: Number, h: Number },
    /// Of one that it generated, and the state it came from, as text.
    Child {
        g: Number,
        h: Number,
        fate: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        from: Option<String>,
    },
    /// Of a run of a local search.
    Start { run: u32, cost: Number },
    /// Of a move that it made or refused.
    Move {
        #[serde(rename = "move")]
        mv: String,
        cost: Number,
        after: Number,
        accepted: bool,
        #[serde(flatten)]
        chance: Option<Chance>,
        #[serde(skip_serializing_if = "Option::is_none")]
        variable: Option<usize>,
    },
    /// Of a state without better neighbours.
    Optimum { cost: Number, neighbour: Option<Number> },
    /// Of a generation.
    Generation { number: u64, cost: Number, mean: f64 },
    /// Of the best state so far.
    Best { cost: Number },
    /// Of a variable that got a value.
    Assigned { variable: usize, value: usize },
    /// Of a value that another variable rules out.
    Pruned { variable: usize, value: usize, because: usize },
    /// Of a value that a constraint on many rules out.
    Excluded { variable: usize, value: usize, constraint: usize },
    /// Of a value that a group rules out.
    Confined { variable: usize, value: usize, group: usize },
    /// Of a value without a place in a group.
    NoPlace { group: usize, value: usize },
    /// Of two variables whose values contradict each other.
    Conflict { variable: usize, with: usize },
    /// Of a constraint on many that is violated.
    Violated { constraint: usize },
    /// Of a variable.
    Variable { variable: usize },
    /// Of a solution.
    Solution { number: u64 },
    /// Of a game search that looks further ahead.
    Depth { depth: u32 },
    /// Of a position that is looked into.
    Entered {
        ply: u32,
        #[serde(rename = "move")]
        mv: Option<String>,
        alpha: Score,
        beta: Score,
    },
    /// Of one whose value is known.
    Valued { ply: u32, value: Score },
    /// Of a game that was played out, and the moves from the root to where it left the tree.
    PlayedOut { ply: u32, path: Vec<String>, value: Score },
    /// Of one whose other moves cannot matter.
    Cut {
        ply: u32,
        #[serde(rename = "move")]
        mv: String,
        value: Score,
        beta: Score,
    },
}

/// How chance decided about a move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// The temperature.
    pub temperature: f64,
    /// The probability that it is made.
    pub probability: f64,
    /// The number that was drawn, if one was.
    pub draw: Option<f64>,
}

/// In which form a watcher wants states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As text.
    Text,
    /// As text and drawn, the domains of a constraint search too.
    Drawing,
    /// As the cells of a board, and not as text.
    Cells,
}

impl Form {
    /// Whether states are wanted as text.
    pub(crate) fn has_text(self) -> bool {
        self != Form::Cells
    }
}

/// Watches a run; every `FnMut(Step)` does.
pub trait Watcher {
    /// Whether it wants the next event, which is of this kind. Called once for each event, in
    /// order: an event that nobody wants is never put into words.
    fn wants(&mut self, _event: EventKind) -> bool {
        true
    }

    /// In which form it wants states.
    fn form(&self) -> Form {
        Form::Text
    }

    /// Whether it wants the next event's place in the tree of a path search, which takes memory
    /// for every state. Once it does not want it, it never wants it again.
    fn wants_place(&self) -> bool {
        false
    }

    /// Receives an event that it wants.
    fn tell(&mut self, step: Step);
}

impl<F: FnMut(Step)> Watcher for F {
    fn tell(&mut self, step: Step) {
        self(step)
    }
}

/// The watcher of each event, if there is one.
pub type Trace<'a> = Option<&'a mut dyn Watcher>;
