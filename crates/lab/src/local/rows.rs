//! The local methods, each described in one row.

use std::hash::Hash;
use std::num::NonZeroUsize;

use goalward::local::{
    Annealing, Conflicts, Cooling, Crossover, Genetic, HillClimbing, LocalBeam, MinConflicts,
    Schedule, Temperature, Variant,
};

use super::{LOCAL_OPTIMUM, LocalDomain, Made, Words, row};
use crate::about::About;
use crate::registry::{InputError, Method};
use crate::settings::{Choice, Param, Settings};
use crate::trace::EventKind::{Best, Generation, Optimum, Refused, Start, Step};

/// `hill-climbing` on the landscape that `landscape` makes.
pub fn hill_climbing<'a, L: LocalDomain + 'a>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    let variants = [
        Choice { name: "steepest", doc: "The best neighbour" },
        Choice { name: "first-choice", doc: "The first better neighbour drawn at random" },
        Choice { name: "stochastic", doc: "A random better neighbour, weighted by improvement" },
    ];
    row(
        &About {
            name: "hill-climbing",
            title: "Hill climbing",
            doc: "Moves to better neighbours while there are any",
            does: "Moves to a better neighbour as long as there is one: the best of all, the first \
                found, or a random one weighted by improvement. Sideways moves, which keep the \
                cost, and restarts can be allowed.",
            guarantees: "None. It stops where no neighbour is better, which may be far from a solution; \
                         with enough restarts it succeeds almost surely.",
            costs: "Memory for one state. Steepest climbing evaluates every neighbour at each step.",
            pseudocode: &[
                "repeat once, and again for each restart:",
                "  state ← the start",
                "  loop:",
                "    if cost(state) = 0: return it",
                "    next ← a better neighbour, by the variant",
                "    if there is none: next ← one of equal cost, while sideways moves are left",
                "    if there is none: stuck; leave the loop",
                "    state ← next",
                "return the best state seen",
            ],
            lines: &[(Start, 2), (Step, 8), (Optimum, 7), (Best, 4)],
            frontier: false,
        },
        Words { run: "run", step: "step", at_rest: LOCAL_OPTIMUM },
        vec![
            Param::choice("variant", "Which better neighbour to choose", variants, "steepest"),
            Param::whole(
                "sideways",
                "Sideways moves allowed in a row (equal cost)",
                0..=1_000_000_000,
                "0",
            ),
            Param::whole("restarts", "Further runs after one gets stuck", 0..=1_000_000_000, "0"),
        ],
        landscape,
        |settings| {
            let variant = match settings.choice("variant") {
                "first-choice" => Variant::FirstChoice,
                "stochastic" => Variant::Stochastic,
                _ => Variant::Steepest,
            };
            let (sideways, restarts) = (settings.whole("sideways"), settings.whole("restarts"));
            Ok(HillClimbing { variant, sideways: sideways as u32, restarts: restarts as u32 })
        },
    )
}

/// `annealing` on the landscape that `landscape` makes.
pub fn annealing<'a, L: LocalDomain + 'a>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    let coolings = [
        Choice { name: "geometric", doc: "T ← factor·T: by the same factor each step" },
        Choice { name: "linear", doc: "T ← T − step: by the same amount each step" },
        Choice {
            name: "random",
            doc: "T ← T − 2r·(T − end)/(n + 1), r from 0 to 1, n steps left: linear on average",
        },
        Choice {
            name: "random-part",
            doc: "T ← r·(T − step), r random from 0 to 1; the run ends when T reaches 0",
        },
        Choice {
            name: "logarithmic",
            doc: "T ← start·ln 2/ln(k + 2) after k steps: slower and slower",
        },
    ];
    let auto = Choice { name: "auto", doc: "Estimated from random moves" };
    let temperature = |name, doc| Param::between(name, doc, 0.0, f64::INFINITY);
    let mut params = vec![
        Param::choice("cooling", "How T falls", coolings, "geometric"),
        temperature("start", "The first temperature T").or_word(auto),
        temperature("end", "The last temperature").or_word(auto),
        temperature("step", "Amount subtracted per step by linear and random-part cooling"),
        Param::between("factor", "Factor per step of geometric cooling", 0.0, 1.0),
        Param::whole(
            "steps",
            "Moves per run; by default as step or factor require, or 1000000",
            1..=1_000_000_000_000,
            "",
        )
        .optional(),
        Param::whole("restarts", "Further runs after one ends unsolved", 0..=1_000_000_000, "9"),
    ];
    if L::UNDOES {
        let choices = [
            Choice { name: "on", doc: "A move that undoes the last one is redrawn" },
            Choice { name: "off", doc: "Any move may be drawn" },
        ];
        let doc = "Avoid undoing the last move, if there are other moves";
        params.push(Param::choice("never-undo", doc, choices, "on"));
    }
    row(
        &About {
            name: "annealing",
            title: "Simulated annealing",
            doc: "Also makes worse moves, more rarely as it cools",
            does: "Proposes one random move at a time. A better one is made; a worse one is made with \
                   probability e^(−Δ/T), which falls with the temperature T.",
            guarantees: "None in finite time. If cooled slowly enough, the probability of ending \
                at a best state approaches 1.",
            costs: "Memory for one state, and a fixed number of steps for each run. If it cools too fast, \
                    it only climbs; if too slowly, it wanders at random.",
            pseudocode: &[
                "repeat once, and again for each restart:",
                "  state ← the start; T ← the first temperature",
                "  for each step:",
                "    if cost(state) = 0: return it",
                "    Δ ← what a random move adds to the cost",
                "    if Δ ≤ 0, or a random number < e^(−Δ/T): make the move",
                "    otherwise: leave the state as it is",
                "    T ← the next temperature",
                "return the best state seen",
            ],
            lines: &[(Start, 2), (Step, 6), (Refused, 7), (Best, 4), (Optimum, 9)],
            frontier: false,
        },
        Words { run: "run", step: "accepted move", at_rest: LOCAL_OPTIMUM },
        params,
        landscape,
        |settings| {
            let schedule = schedule(settings)?;
            // Errors are reported in the numbers that were given.
            schedule.validate().map_err(InputError::new)?;
            let annealing = Annealing::new(in_steps::<L>(schedule)).map_err(InputError::new)?;
            let undo = L::UNDOES && settings.choice("never-undo") == "off";
            Ok(if undo { annealing.allowing_undo() } else { annealing })
        },
    )
}

/// The schedule in the landscape's own steps of cost.
fn in_steps<L: LocalDomain>(schedule: Schedule) -> Schedule {
    let scaled = |temperature| match temperature {
        Temperature::Fixed(value) => Temperature::Fixed(value * L::UNIT),
        Temperature::Auto => Temperature::Auto,
    };
    let cooling = match schedule.cooling {
        Cooling::Linear { step } => Cooling::Linear { step: step.map(|step| step * L::UNIT) },
        Cooling::RandomPart { step } => {
            Cooling::RandomPart { step: step.map(|step| step * L::UNIT) }
        }
        other => other,
    };
    Schedule { cooling, start: scaled(schedule.start), end: scaled(schedule.end), ..schedule }
}

fn schedule(settings: &Settings) -> Result<Schedule, InputError> {
    let (step, factor) = (settings.decimal_if_set("step"), settings.decimal_if_set("factor"));
    let name = settings.choice("cooling");
    let unused = match name {
        "linear" | "random-part" => factor.map(|_| ("factor", "geometric")),
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
            "random-part" => Cooling::RandomPart { step },
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
pub fn min_conflicts<'a, L: LocalDomain + Conflicts + 'a>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    row(
        &About {
            name: "min-conflicts",
            title: "Min-conflicts",
            doc: "Repairs one conflicted variable at a time",
            does: "Picks a variable that violates a constraint and gives it the value that \
                violates the fewest, with ties broken at random.",
            guarantees: "None; it may go in circles until its steps are used up, and then restarts.",
            costs: "Memory for one state. For queens the number of repairs hardly grows with N.",
            pseudocode: &[
                "repeat once, and again for each restart:",
                "  state ← the start",
                "  for each step:",
                "    if nothing is in conflict: return state",
                "    variable ← one that is in conflict",
                "    value ← the one with the fewest conflicts, ties at random",
                "    give variable the value",
                "return the best state seen",
            ],
            lines: &[(Start, 2), (Step, 7), (Best, 4), (Optimum, 8)],
            frontier: false,
        },
        Words { run: "run", step: "repair", at_rest: LOCAL_OPTIMUM },
        vec![
            Param::whole("steps", "Repairs per run", 1..=1_000_000_000_000, "10000"),
            Param::whole(
                "restarts",
                "Further runs after one ends unsolved",
                0..=1_000_000_000,
                "9",
            ),
        ],
        landscape,
        |settings| {
            let (steps, restarts) = (settings.whole("steps"), settings.whole("restarts") as u32);
            Ok(MinConflicts { steps, restarts })
        },
    )
}

/// `local-beam` on the landscape that `landscape` makes.
pub fn local_beam<'a, L: LocalDomain<State: Eq + Hash> + 'a>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    row(
        &About {
            name: "local-beam",
            title: "Local beam search",
            doc: "The best neighbours of many states at once",
            does: "Holds many states at once. The best of all their neighbours become the next \
                states, so effort moves to where there is progress.",
            guarantees: "None. All states may gather around one local optimum.",
            costs: "Evaluates every neighbour of every state it holds, generation by generation.",
            pseudocode: &[
                "states ← width random states",
                "loop:",
                "  if one of states has cost 0: return it",
                "  neighbours ← all neighbours of all states, each once",
                "  states ← the best width of neighbours",
                "  if generations no longer improve: stuck",
            ],
            lines: &[(Start, 1), (Best, 3), (Step, 5), (Generation, 5), (Optimum, 6)],
            frontier: false,
        },
        Words {
            run: "beam",
            step: "generation",
            at_rest: "gave up, because generations no longer improved",
        },
        vec![Param::whole("width", "Number of states held at once", 1..=100_000_000, "16")],
        landscape,
        |settings| Ok(LocalBeam { width: size(settings, "width"), ..LocalBeam::default() }),
    )
}

/// `genetic` on the landscape that `landscape` makes.
pub fn genetic<'a, L: LocalDomain + Crossover + 'a>(
    landscape: impl Fn(&Settings) -> Made<L> + 'a,
) -> Method<'a> {
    row(
        &About {
            name: "genetic",
            title: "Genetic search",
            doc: "A population of states that recombine and mutate",
            does: "Evolves a population of states. Fitter parents are chosen more often; a child \
                combines parts of two parents and is sometimes mutated at random.",
            guarantees: "None; it gives up after the given number of generations.",
            costs: "One evaluation per child, one population per generation. It pays off where \
                good parts of two states combine into a good state.",
            pseudocode: &[
                "population ← random states",
                "for each generation:",
                "  if one of population has cost 0: return it",
                "  repeat until the next population is full:",
                "    a, b ← parents drawn by their fitness",
                "    child ← part of a and the rest of b",
                "    with the probability of mutation: change child at random",
                "  population ← the next population",
                "return the best state seen",
            ],
            lines: &[(Start, 1), (Best, 3), (Step, 7), (Generation, 8), (Optimum, 9)],
            frontier: false,
        },
        Words { run: "population", step: "generation", at_rest: LOCAL_OPTIMUM },
        vec![
            Param::whole("population", "States per generation", 1..=100_000_000, "100"),
            Param::decimal("mutation", "Probability that a child is mutated", 0.0..=1.0, "0.8"),
            Param::whole(
                "generations",
                "Generations before it gives up",
                1..=1_000_000_000_000,
                "1000",
            ),
        ],
        landscape,
        |settings| {
            Ok(Genetic {
                population: size(settings, "population"),
                mutation: settings.decimal("mutation"),
                generations: settings.whole("generations"),
            })
        },
    )
}

fn size(settings: &Settings, name: &str) -> NonZeroUsize {
    NonZeroUsize::new(settings.whole(name) as usize).expect("the least is 1")
}
