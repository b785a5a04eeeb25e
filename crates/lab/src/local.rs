//! The local family: its methods as rows, for any landscape.

mod steps;

use std::hash::Hash;
use std::num::NonZeroUsize;

use goalward::local::{
    Annealing, Conflicts, Cooling, Crossover, Ending as RunEnding, Found, Genetic, HillClimbing,
    Landscape, LocalBeam, LocalSearch, MinConflicts, Run as Climb, Schedule, Starting, Temperature,
    Variant,
};
use goalward::{Outcome, Rng, Stats, Verdict};
use serde_json::{Map, Value, json};

use crate::number::Number;
use crate::registry::{Family, InputError, Method, Run};
use crate::report::{Ending, Figure, Finding, Limit, Solution};
use crate::settings::{Choice, Param, Settings};

/// A landscape whose states and moves have words.
pub trait LocalDomain: Landscape<State: Send + Sync> + Sync {
    /// A state as text.
    fn show(&self, state: &Self::State) -> String;

    /// A move in words, to follow "move ".
    fn name_move(&self, mv: Self::Move) -> String;

    /// What a state is as a solution, and what that costs.
    fn solution(&self, state: &Self::State) -> (Solution, i64);

    /// What people should know of the best state and its solution beside the cost.
    fn note(&self, _best: &Self::State, _solution: &Solution) -> Option<String> {
        None
    }
}

impl<L: LocalDomain> LocalDomain for Starting<L> {
    fn show(&self, state: &L::State) -> String {
        self.landscape.show(state)
    }

    fn name_move(&self, mv: L::Move) -> String {
        self.landscape.name_move(mv)
    }

    fn solution(&self, state: &L::State) -> (Solution, i64) {
        self.landscape.solution(state)
    }

    fn note(&self, best: &L::State, solution: &Solution) -> Option<String> {
        self.landscape.note(best, solution)
    }
}

/// A landscape for the settings of a run, or why they allow none.
type Made<L> = Result<L, InputError>;

/// `hill-climbing` on the landscape that `landscape` makes.
pub fn hill_climbing<'a, L: LocalDomain>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    let variants = [
        Choice { name: "steepest", doc: "To the best neighbour" },
        Choice { name: "first-choice", doc: "To the first better neighbour drawn" },
        Choice { name: "stochastic", doc: "To a better neighbour drawn by its merit" },
    ];
    let params = vec![
        Param::choice("variant", "Which better neighbour", variants, "steepest"),
        Param::whole("sideways", "Moves in a row that keep the cost", 0..=1_000_000_000, "0"),
        Param::whole("restarts", "More climbs when one gets stuck", 0..=1_000_000_000, "0"),
    ];
    let algorithm = |settings: &Settings| {
        let variant = match settings.choice("variant") {
            "first-choice" => Variant::FirstChoice,
            "stochastic" => Variant::Stochastic,
            _ => Variant::Steepest,
        };
        let (sideways, restarts) = (settings.whole("sideways"), settings.whole("restarts"));
        Ok(HillClimbing { variant, sideways: sideways as u32, restarts: restarts as u32 })
    };
    row(Words::CLIMB, "To better neighbours while there are any", params, landscape, algorithm)
}

/// `annealing` on the landscape that `landscape` makes.
pub fn annealing<'a, L: LocalDomain>(landscape: impl Fn(&Settings) -> Made<L> + 'a) -> Method<'a> {
    let coolings = [
        Choice { name: "geometric", doc: "By the same factor each step" },
        Choice { name: "linear", doc: "By the same amount each step" },
        Choice { name: "random", doc: "By random amounts" },
        Choice { name: "logarithmic", doc: "Ever more slowly" },
    ];
    let auto = Choice { name: "auto", doc: "Found by trying random moves" };
    let temperature = 0.0..=1e9;
    let params = vec![
        Param::choice("cooling", "How the temperature falls", coolings, "geometric"),
        Param::decimal("start", "The first temperature", temperature.clone(), "").or_word(auto),
        Param::decimal("end", "The last temperature", temperature, "").or_word(auto),
        Param::decimal("step", "What linear cooling takes off each step", 0.0..=1e9, "").optional(),
        Param::decimal("factor", "What geometric cooling multiplies by", 0.0..=1.0, "").optional(),
        Param::whole("steps", "Moves proposed in a run; else a million", 1..=1_000_000_000_000, "")
            .optional(),
        Param::whole("restarts", "More runs when one ends unsolved", 0..=1_000_000_000, "9"),
    ];
    let doc = "Worse moves too, ever more rarely as it cools";
    row(Words::COOLING, doc, params, landscape, |settings| {
        Annealing::new(schedule(settings)?).map_err(InputError::new)
    })
}

fn schedule(settings: &Settings) -> Result<Schedule, InputError> {
    let (step, factor) = (settings.decimal_if_set("step"), settings.decimal_if_set("factor"));
    let name = settings.choice("cooling");
    let unused = match name {
        "linear" => factor.map(|_| ("factor", "geometric")),
        "geometric" => step.map(|_| ("step", "linear")),
        _ => step.map(|_| ("step", "linear")).or(factor.map(|_| ("factor", "geometric"))),
    };
    if let Some((key, of)) = unused {
        return Err(InputError(format!(
            "annealing: {key} belongs to {of} cooling, and cooling={name} does not use it"
        )));
    }
    let temperature =
        |name| settings.decimal_if_set(name).map_or(Temperature::Auto, Temperature::Fixed);
    Ok(Schedule {
        cooling: match name {
            "linear" => Cooling::Linear { step },
            "random" => Cooling::Random,
            "logarithmic" => Cooling::Logarithmic,
            _ => Cooling::Geometric { factor },
        },
        start: temperature("start"),
        end: temperature("end"),
        steps: settings.whole_if_set("steps"),
        restarts: settings.whole("restarts") as u32,
    })
}

/// `min-conflicts` on the landscape that `landscape` makes.
pub fn min_conflicts<'a, L: LocalDomain + Conflicts>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    let params = vec![
        Param::whole("steps", "Variables repaired in a run", 1..=1_000_000_000_000, "10000"),
        Param::whole("restarts", "More runs when one ends unsolved", 0..=1_000_000_000, "9"),
    ];
    row(Words::REPAIR, "Repairs one conflicted variable at a time", params, landscape, |settings| {
        let (steps, restarts) = (settings.whole("steps"), settings.whole("restarts") as u32);
        Ok(MinConflicts { steps, restarts })
    })
}

/// `local-beam` on the landscape that `landscape` makes.
pub fn local_beam<'a, L: LocalDomain<State: Eq + Hash>>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    let params = vec![Param::whole("width", "States held at once", 1..=100_000_000, "16")];
    let doc = "The best neighbours of many states at once";
    row(Words::BEAM, doc, params, landscape, |settings| {
        Ok(LocalBeam { width: size(settings, "width"), ..LocalBeam::default() })
    })
}

/// `genetic` on the landscape that `landscape` makes.
pub fn genetic<'a, L: LocalDomain + Crossover>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    let params = vec![
        Param::whole("population", "States of a generation", 1..=100_000_000, "100"),
        Param::decimal("mutation", "Probability that a child is changed", 0.0..=1.0, "0.8"),
        Param::whole("generations", "After which it gives up", 1..=1_000_000_000_000, "1000"),
    ];
    row(Words::POPULATION, "A population that breeds", params, landscape, |settings| {
        Ok(Genetic {
            population: size(settings, "population"),
            mutation: settings.decimal("mutation"),
            generations: settings.whole("generations"),
        })
    })
}

fn size(settings: &Settings, name: &str) -> NonZeroUsize {
    NonZeroUsize::new(settings.whole(name) as usize).expect("the least is 1")
}

/// How a method and its runs are spoken of.
#[derive(Clone, Copy)]
struct Words {
    name: &'static str,
    run: &'static str,
    step: &'static str,
    /// What it means that a run ended without getting better.
    at_rest: &'static str,
}

const LOCAL_OPTIMUM: &str = "stuck at a local optimum, which this method cannot leave";

impl Words {
    const CLIMB: Words =
        Words { name: "hill-climbing", run: "climb", step: "step", at_rest: LOCAL_OPTIMUM };
    const COOLING: Words =
        Words { name: "annealing", run: "run", step: "accepted move", at_rest: LOCAL_OPTIMUM };
    const REPAIR: Words =
        Words { name: "min-conflicts", run: "run", step: "repair", at_rest: LOCAL_OPTIMUM };
    const BEAM: Words = Words {
        name: "local-beam",
        run: "beam",
        step: "generation",
        at_rest: "gave up, for no generation brought a better state any more",
    };
    const POPULATION: Words =
        Words { name: "genetic", run: "population", step: "generation", at_rest: LOCAL_OPTIMUM };
}

fn row<'a, L: LocalDomain, A: LocalSearch<L> + 'static>(
    words: Words,
    doc: &'static str,
    params: Vec<Param>,
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
    algorithm: fn(&Settings) -> Result<A, InputError>,
) -> Method<'a> {
    let run = move |settings: &Settings, run: &mut Run<'_>| {
        let (algorithm, landscape) = (algorithm(settings)?, landscape(settings)?);
        let mut rng = Rng::new(run.seed);
        let outcome = match &mut run.trace {
            None => {
                let jobs = NonZeroUsize::new(run.jobs).unwrap_or(NonZeroUsize::MIN);
                algorithm.search_on(jobs, &landscape, &mut rng, &run.limits)
            }
            Some(trace) => {
                let mut tell = |event: goalward::local::Event<'_, L::State, L::Move>| {
                    steps::tell(&landscape, event, &mut **trace);
                };
                algorithm.search(&landscape, &mut rng, &run.limits, &mut tell)
            }
        };
        Ok(Finding::written(|| finding(&landscape, words, outcome)))
    };
    let shares = A::SHARES;
    Method { name: words.name, family: Family::Local, doc, params, shares, run: Box::new(run) }
}

fn finding<L: LocalDomain>(
    landscape: &L,
    words: Words,
    outcome: Outcome<Found<L::State>>,
) -> Finding {
    let Outcome { verdict, stats } = outcome;
    let (verdict, stop, found) = match verdict {
        Verdict::Solved(found) => (Ending::Solved, None, Some(found)),
        Verdict::Unsolvable => (Ending::Unsolvable, None, None),
        Verdict::Stuck(found) => (Ending::Stuck, None, Some(found)),
        Verdict::Stopped { by, best } => (Ending::Stopped, Some(Limit::from(by)), best),
    };
    let summary = match (&found, verdict) {
        (Some(found), Ending::Solved) => solved(words, &found.runs),
        (Some(found), Ending::Stuck) => {
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
    let mut notes = found.as_ref().map_or(Vec::new(), |found| climbs(words, &found.runs));
    let (solution, cost) = found.as_ref().map(|found| landscape.solution(&found.state)).unzip();
    if let (Some(found), Some(solution)) = (&found, &solution) {
        notes.extend(landscape.note(&found.state, solution));
    }
    Finding {
        verdict,
        stop,
        cost: cost.map(Number::from),
        // Where 0 is the goal, no cost is below it.
        optimal: verdict == Ending::Solved && cost == Some(0) && landscape.goal() == Some(0),
        solves: verdict == Ending::Solved,
        solution,
        others: Vec::new(),
        facts: found.as_ref().map_or_else(Map::new, facts),
        figures: figures(&stats, found.as_ref()),
        stats,
        summary,
        notes,
        writing: Default::default(),
    }
}

fn figures<S>(stats: &Stats, found: Option<&Found<S>>) -> Vec<(&'static str, Figure)> {
    let mut figures = vec![
        ("steps", Figure::Count(stats.expanded)),
        ("neighbours looked at", Figure::Count(stats.generated)),
    ];
    if let Some(acceptance) = found.and_then(|found| found.acceptance) {
        figures.push(("moves accepted", Figure::Count(acceptance.accepted)));
        figures.push(("acceptance rate", Figure::Number(acceptance.rate())));
        figures.push(("temperature at the start", Figure::Number(acceptance.start)));
        figures.push(("temperature of the best", Figure::Number(acceptance.best_at)));
    }
    figures
}

/// Runs beyond this many are counted but not listed in a report.
const REPORTED: usize = 1_000;

fn facts<S>(found: &Found<S>) -> Map<String, Value> {
    let climb = |run: &Climb| {
        let ending = match run.ending {
            RunEnding::Solved => "solved",
            RunEnding::LocalOptimum => "local-optimum",
            RunEnding::Plateau => "plateau",
            RunEnding::Spent => "spent",
            RunEnding::Stopped(_) => "stopped",
        };
        json!({"start": run.start, "end": run.end, "steps": run.steps,
            "sideways": run.sideways, "ending": ending})
    };
    let climbs: Vec<Value> = found.runs.iter().take(REPORTED).map(climb).collect();
    let mut facts = Map::new();
    facts.insert("left".into(), found.cost.into());
    facts.insert("runs".into(), found.runs.len().into());
    facts.insert("climbs".into(), climbs.into());
    if let Some(acceptance) = found.acceptance {
        facts.insert("acceptance_rate".into(), acceptance.rate().into());
        facts.insert("start_temperature".into(), acceptance.start.into());
        facts.insert("best_temperature".into(), acceptance.best_at.into());
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

fn best<L: Landscape>(landscape: &L, found: &Found<L::State>) -> String {
    match landscape.goal() {
        Some(goal) => {
            format!("The best state found has cost {}, where {goal} is a solution.", found.cost)
        }
        None => format!("The best state found has cost {}.", found.cost),
    }
}

/// Runs beyond this many are not listed for people.
const LISTED: usize = 20;

/// Each run in a line.
fn climbs(words: Words, runs: &[Climb]) -> Vec<String> {
    let line = |(i, run): (usize, &Climb)| {
        let ending = match run.ending {
            RunEnding::Solved => "a solution".to_string(),
            RunEnding::LocalOptimum if words.at_rest == LOCAL_OPTIMUM => {
                format!("{LOCAL_OPTIMUM}: every neighbour is worse")
            }
            RunEnding::Plateau if words.at_rest == LOCAL_OPTIMUM => {
                format!("{LOCAL_OPTIMUM}: no neighbour is better, and sideways moves are used up")
            }
            RunEnding::LocalOptimum | RunEnding::Plateau => words.at_rest.into(),
            RunEnding::Spent => "all its steps are spent".into(),
            RunEnding::Stopped(stop) => format!("stopped {}", Limit::from(stop).words()),
        };
        let sideways = match run.sideways {
            0 => String::new(),
            count => format!(" ({count} sideways)"),
        };
        let steps = counted(run.steps, words.step);
        let (name, number, Climb { start, end, .. }) = (words.run, i + 1, run);
        format!("{name} {number}: from cost {start} in {steps}{sideways} to {end}: {ending}")
    };
    let mut lines: Vec<String> = runs.iter().enumerate().take(LISTED).map(line).collect();
    if runs.len() > LISTED {
        let (more, solved) = (&runs[LISTED..], runs.last().expect("there are many"));
        lines.push(format!("… and {} more", counted(more.len() as u64, words.run)));
        if solved.ending == RunEnding::Solved {
            lines.push(line((runs.len() - 1, solved)));
        }
    }
    lines
}
