//! Exit codes.

use std::process::ExitCode;

use goalward_lab::{Conclusion, Limit};

/// The documented exit code for a verdict.
pub fn code(verdict: Conclusion, stop: Option<Limit>) -> ExitCode {
    ExitCode::from(match (verdict, stop) {
        (Conclusion::Solved, _) => 0,
        (Conclusion::Unsolvable, _) => 11,
        (Conclusion::Stuck, _) => 12,
        (Conclusion::Stopped, Some(Limit::Memory)) => 22,
        (Conclusion::Stopped, Some(Limit::Time | Limit::Wall)) => 23,
        (Conclusion::Stopped, Some(Limit::Nodes)) => 24,
        (Conclusion::Stopped, Some(Limit::Cost)) => 25,
        (Conclusion::Stopped, Some(Limit::Cancelled) | None) => 130,
        (Conclusion::Failed, _) => 1,
    })
}
