//! A search as a stream of plain events, its types erased.

use serde::Serialize;

/// One event of a path search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum Step {
    /// A new threshold or level.
    Bound {
        /// The threshold.
        bound: u32,
    },
    /// The successors of a state are about to be made.
    Expand {
        /// The state as text.
        state: String,
        /// What reaching it cost.
        g: u32,
        /// What remains by the heuristic.
        h: u32,
    },
    /// A successor was made.
    Generate {
        /// The state as text.
        state: String,
        /// What reaching it costs.
        g: u32,
        /// What remains by the heuristic.
        h: u32,
        /// What became of it: new, cheaper, known or pruned.
        fate: &'static str,
    },
    /// The nearest to a goal so far.
    Improve {
        /// The state as text.
        state: String,
        /// What reaching it cost.
        g: u32,
        /// What remains by the heuristic.
        h: u32,
    },
    /// A goal.
    Goal {
        /// The state as text.
        state: String,
        /// What reaching it cost.
        g: u32,
    },
}

/// Who is told of each event, if anyone.
pub type Trace<'a> = Option<&'a mut dyn FnMut(Step)>;
