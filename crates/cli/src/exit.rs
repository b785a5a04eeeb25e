//! Exit codes.

use std::process::ExitCode;

use goalward_lab::{Ending, Limit};

/// The documented code of a verdict.
pub fn code(verdict: Ending, stop: Option<Limit>) -> ExitCode {
    ExitCode::from(match (verdict, stop) {
        (Ending::Solved, _) => 0,
        (Ending::Unsolvable, _) => 11,
        (Ending::Stuck, _) => 12,
        (Ending::Stopped, Some(Limit::Memory)) => 22,
        (Ending::Stopped, Some(Limit::Time | Limit::Wall)) => 23,
        (Ending::Stopped, Some(Limit::Nodes)) => 24,
        (Ending::Stopped, Some(Limit::Cost)) => 25,
        (Ending::Stopped, Some(Limit::Cancelled) | None) => 130,
        (Ending::Failed, _) => 1,
    })
}
