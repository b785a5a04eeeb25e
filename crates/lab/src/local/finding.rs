//! What a local search found, its types erased.

use goalward::local::{Acceptance, Ending, Found, Run as Climb};
use goalward::{Outcome, Stats, Verdict};
use serde_json::{Map, Value, json};

use super::{LocalDomain, in_words, shown};
use crate::number::Number;
use crate::report::{Conclusion, Figure, Finding, Limit, Solution, facts};

/// The words for the runs of a method.
#[derive(Clone, Copy)]
pub(super) struct Words {
    /// One of them.
    pub run: &'static str,
    /// A step of it.
    pub step: &'static str,
    /// What it means if a run ended without improving.
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
    let told = |found: Found<L::State>| {
        let (solution, cost) = landscape.solution(&found.state);
        let note = landscape.note(&found.state, &solution);
        let Found { cost: reached, runs, acceptance, .. } = found;
        ErasedState { reached, runs, acceptance, solution, cost, note }
    };
    let Outcome { verdict, stats } = outcome;
    let (verdict, stop, found) = match verdict {
        Verdict::Solved(found) => (Conclusion::Solved, None, Some(told(found))),
        Verdict::Unsolvable => (Conclusion::Unsolvable, None, None),
        Verdict::Stuck(found) => (Conclusion::Stuck, None, Some(told(found))),
        Verdict::Stopped { by, best } => {
            (Conclusion::Stopped, Some(Limit::from(by)), best.map(told))
        }
    };
    let scale = Scale { unit: L::UNIT, goal: landscape.goal() };
    scale.finding(words, verdict, stop, found, stats)
}

/// The best state of a search and how the search went, the types erased.
struct ErasedState {
    /// Its cost in the search.
    reached: i64,
    runs: Vec<Climb>,
    acceptance: Option<Acceptance>,
    solution: Solution,
    /// What the solution costs.
    cost: i64,
    note: Option<String>,
}

/// The costs of a landscape. Their reports are compiled once for all landscapes.
struct Scale {
    /// See [`LocalDomain::UNIT`].
    unit: f64,
    /// The cost of a solution, if there is one.
    goal: Option<i64>,
}

impl Scale {
    fn finding(
        &self,
        words: Words,
        verdict: Conclusion,
        stop: Option<Limit>,
        found: Option<ErasedState>,
        stats: Stats,
    ) -> Finding {
        let mut notes = found.as_ref().map_or(Vec::new(), |found| self.runs(words, &found.runs));
        let note = found.as_ref().and_then(|found| found.note.clone());
        let summary = match (&found, verdict) {
            // The summary precedes the solution.
            (Some(found), Conclusion::Solved) => match &note {
                Some(note) => format!("{} {note}", solved(words, &found.runs)),
                None => solved(words, &found.runs),
            },
            (Some(found), Conclusion::Stuck) => {
                let open = match self.goal {
                    Some(_) => "Stuck, though a solution may exist",
                    None => "Done, though a better state may exist",
                };
                format!("{open}. {}", self.best(found))
            }
            (found, _) => {
                let best =
                    found.as_ref().map_or("Nothing was found yet.".into(), |it| self.best(it));
                format!("Stopped {}. {best}", stop.map_or("by request", Limit::words))
            }
        };
        if verdict != Conclusion::Solved {
            notes.extend(note);
        }
        let cost = found.as_ref().map(|found| found.cost);
        Finding {
            verdict,
            stop,
            cost: cost.map(Number::from),
            // Where 0 is the goal, no cost is below it.
            optimal: verdict == Conclusion::Solved && cost == Some(0) && self.goal == Some(0),
            solves: verdict == Conclusion::Solved,
            others: Vec::new(),
            facts: found.as_ref().map_or_else(Map::new, |found| self.facts(found)),
            figures: self.figures(&stats, found.as_ref()),
            solution: found.map(|found| found.solution),
            stats,
            summary,
            notes,
            aside: Default::default(),
            setup: Default::default(),
        }
    }

    fn figures(&self, stats: &Stats, found: Option<&ErasedState>) -> Vec<(&'static str, Figure)> {
        let mut figures = vec![
            ("steps", Figure::Count(stats.expanded)),
            ("neighbours evaluated", Figure::Count(stats.generated)),
        ];
        if let Some(acceptance) = found.and_then(|found| found.acceptance) {
            figures.extend([
                ("moves accepted", Figure::Count(acceptance.accepted)),
                ("acceptance rate", Figure::Number(acceptance.rate())),
                ("temperature at the start", Figure::Number(acceptance.start / self.unit)),
                ("temperature of the best", Figure::Number(acceptance.best_at / self.unit)),
            ]);
        }
        figures
    }

    fn facts(&self, found: &ErasedState) -> Map<String, Value> {
        let climb = |run: &Climb| {
            let ending = match run.ending {
                Ending::Solved => "solved",
                Ending::LocalOptimum => "local-optimum",
                Ending::Plateau => "plateau",
                Ending::Spent => "spent",
                Ending::Stopped(_) => "stopped",
            };
            json!({"start": shown(self.unit, run.start), "end": shown(self.unit, run.end),
                "steps": run.steps, "sideways": run.sideways, "ending": ending})
        };
        let climbs: Vec<Value> = found.runs.iter().take(REPORTED).map(climb).collect();
        let mut facts = facts([
            ("left", shown(self.unit, found.reached).into()),
            ("runs", found.runs.len().into()),
            ("climbs", climbs.into()),
        ]);
        if let Some(acceptance) = found.acceptance {
            facts.insert("acceptance_rate".into(), acceptance.rate().into());
            facts.insert("start_temperature".into(), (acceptance.start / self.unit).into());
            facts.insert("best_temperature".into(), (acceptance.best_at / self.unit).into());
        }
        facts
    }

    fn best(&self, found: &ErasedState) -> String {
        let cost = in_words(self.unit, found.reached);
        match self.goal.map(|goal| in_words(self.unit, goal)) {
            Some(goal) => {
                format!("The best state found has cost {cost}; a solution has cost {goal}.")
            }
            None => format!("The best state found has cost {cost}."),
        }
    }

    /// Each run in a line.
    fn runs(&self, words: Words, runs: &[Climb]) -> Vec<String> {
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
            let (start, end) = (in_words(self.unit, run.start), in_words(self.unit, run.end));
            format!("{name} {number}: from cost {start} to {end} in {steps}{sideways}: {ending}")
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
}

/// Runs beyond this many are counted but not listed in a report.
const REPORTED: usize = 1_000;

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

/// Runs beyond this many are not listed for people.
const LISTED: usize = 20;
