//! What a local search found, its types erased.

use goalward::local::{Ending, Found, Run as Climb};
use goalward::{Outcome, Stats, Verdict};
use serde_json::{Map, Value, json};

use super::{LocalDomain, in_words, shown};
use crate::number::Number;
use crate::report::{Conclusion, Figure, Finding, Limit};

/// How the runs of a method are spoken of.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// One of them.
    pub run: &'static str,
    /// A step of it.
    pub step: &'static str,
    /// What it means that a run ended without getting better.
    pub at_rest: &'static str,
}

/// Of most methods.
pub(super) const LOCAL_OPTIMUM: &str = "stuck at a local optimum, which this method cannot leave";

/// The finding of an outcome.
pub(super) fn finding<L: LocalDomain>(
    landscape: &L,
    words: Words,
    outcome: Outcome<Found<L::State>>,
) -> Finding {
    let Outcome { verdict, stats } = outcome;
    let (verdict, stop, found) = match verdict {
        Verdict::Solved(found) => (Conclusion::Solved, None, Some(found)),
        Verdict::Unsolvable => (Conclusion::Unsolvable, None, None),
        Verdict::Stuck(found) => (Conclusion::Stuck, None, Some(found)),
        Verdict::Stopped { by, best } => (Conclusion::Stopped, Some(Limit::from(by)), best),
    };
    let (solution, cost) = found.as_ref().map(|found| landscape.solution(&found.state)).unzip();
    let note = match (&found, &solution) {
        (Some(found), Some(solution)) => landscape.note(&found.state, solution),
        _ => None,
    };
    let mut notes = found.as_ref().map_or(Vec::new(), |found| runs::<L>(words, &found.runs));
    let summary = match (&found, verdict) {
        // The summary precedes the solution.
        (Some(found), Conclusion::Solved) => match &note {
            Some(note) => format!("{} {note}", solved(words, &found.runs)),
            None => solved(words, &found.runs),
        },
        (Some(found), Conclusion::Stuck) => {
            let open = match landscape.goal() {
                Some(_) => "Stuck, though a solution may exist",
                None => "Done, though a better state may exist",
            };
            format!("{open}. {}", best(landscape, found))
        }
        (found, _) => {
            let best =
                found.as_ref().map_or("Nothing was found yet.".into(), |it| best(landscape, it));
            format!("Stopped {}. {best}", stop.map_or("by request", Limit::words))
        }
    };
    if verdict != Conclusion::Solved {
        notes.extend(note);
    }
    Finding {
        verdict,
        stop,
        cost: cost.map(Number::from),
        // Where 0 is the goal, no cost is below it.
        optimal: verdict == Conclusion::Solved && cost == Some(0) && landscape.goal() == Some(0),
        solves: verdict == Conclusion::Solved,
        solution,
        others: Vec::new(),
        facts: found.as_ref().map_or_else(Map::new, facts::<L>),
        figures: figures::<L>(&stats, found.as_ref()),
        stats,
        summary,
        notes,
        aside: Default::default(),
        setup: Default::default(),
    }
}

fn figures<L: LocalDomain>(
    stats: &Stats,
    found: Option<&Found<L::State>>,
) -> Vec<(&'static str, Figure)> {
    let mut figures = vec![
        ("steps", Figure::Count(stats.expanded)),
        ("neighbours evaluated", Figure::Count(stats.generated)),
    ];
    if let Some(acceptance) = found.and_then(|found| found.acceptance) {
        figures.push(("moves accepted", Figure::Count(acceptance.accepted)));
        figures.push(("acceptance rate", Figure::Number(acceptance.rate())));
        figures.push(("temperature at the start", Figure::Number(acceptance.start / L::UNIT)));
        figures.push(("temperature of the best", Figure::Number(acceptance.best_at / L::UNIT)));
    }
    figures
}

/// Runs beyond this many are counted but not listed in a report.
const REPORTED: usize = 1_000;

fn facts<L: LocalDomain>(found: &Found<L::State>) -> Map<String, Value> {
    let climb = |run: &Climb| {
        let ending = match run.ending {
            Ending::Solved => "solved",
            Ending::LocalOptimum => "local-optimum",
            Ending::Plateau => "plateau",
            Ending::Spent => "spent",
            Ending::Stopped(_) => "stopped",
        };
        json!({"start": shown::<L>(run.start), "end": shown::<L>(run.end), "steps": run.steps,
            "sideways": run.sideways, "ending": ending})
    };
    let climbs: Vec<Value> = found.runs.iter().take(REPORTED).map(climb).collect();
    let mut facts = Map::new();
    facts.insert("left".into(), shown::<L>(found.cost).into());
    facts.insert("runs".into(), found.runs.len().into());
    facts.insert("climbs".into(), climbs.into());
    if let Some(acceptance) = found.acceptance {
        facts.insert("acceptance_rate".into(), acceptance.rate().into());
        facts.insert("start_temperature".into(), (acceptance.start / L::UNIT).into());
        facts.insert("best_temperature".into(), (acceptance.best_at / L::UNIT).into());
    }
    facts
}

fn counted(count: u64, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn solved(words: Words, runs: &[Climb]) -> String {
    let last = runs.last().map_or(0, |run| run.steps);
    let steps = counted(last, words.step);
    match runs.len() {
        0 | 1 => format!("Solved in {steps}."),
        many => format!("Solved by {} {many}, in {steps}.", words.run),
    }
}

fn best<L: LocalDomain>(landscape: &L, found: &Found<L::State>) -> String {
    let cost = in_words::<L>(found.cost);
    match landscape.goal().map(in_words::<L>) {
        Some(goal) => format!("The best state found has cost {cost}; a solution has cost {goal}."),
        None => format!("The best state found has cost {cost}."),
    }
}

/// Runs beyond this many are not listed for people.
const LISTED: usize = 20;

/// Each run in a line.
fn runs<L: LocalDomain>(words: Words, runs: &[Climb]) -> Vec<String> {
    let line = |(i, run): (usize, &Climb)| {
        let ending = match run.ending {
            Ending::Solved => "a solution".to_string(),
            Ending::LocalOptimum if words.at_rest == LOCAL_OPTIMUM => {
                format!("{LOCAL_OPTIMUM}: every neighbour is worse")
            }
            Ending::Plateau if words.at_rest == LOCAL_OPTIMUM => {
                // Where some are allowed, all of them were made before it gave up.
                let sideways = match run.sideways {
                    0 => "sideways moves are not allowed",
                    _ => "the sideways moves allowed are used up",
                };
                format!("{LOCAL_OPTIMUM}: no neighbour is better, and {sideways}")
            }
            Ending::LocalOptimum | Ending::Plateau => words.at_rest.into(),
            Ending::Spent => "all its steps are used up".into(),
            Ending::Stopped(stop) => format!("stopped {}", Limit::from(stop).words()),
        };
        let sideways = match run.sideways {
            0 => String::new(),
            count => format!(" ({count} sideways)"),
        };
        let steps = counted(run.steps, words.step);
        let (name, number) = (words.run, i + 1);
        let (start, end) = (in_words::<L>(run.start), in_words::<L>(run.end));
        format!("{name} {number}: from cost {start} in {steps}{sideways} to {end}: {ending}")
    };
    let mut lines: Vec<String> = runs.iter().enumerate().take(LISTED).map(line).collect();
    if runs.len() > LISTED {
        let (more, solved) = (&runs[LISTED..], runs.last().expect("there are many"));
        lines.push(format!("… and {} more", counted(more.len() as u64, words.run)));
        if solved.ending == Ending::Solved {
            lines.push(line((runs.len() - 1, solved)));
        }
    }
    lines
}
