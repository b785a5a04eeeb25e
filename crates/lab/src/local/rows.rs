//! The local methods: a row each, with everything of it.

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
        Choice { name: "steepest", doc: "To the best neighbour" },
        Choice { name: "first-choice", doc: "To the first better neighbour drawn" },
        Choice { name: "stochastic", doc: "To a better neighbour drawn by its merit" },
    ];
    row(
        &About {
            name: "hill-climbing",
            doc: "To better neighbours while there are any",
            does: "Moves to a better neighbour as long as there is one: the best of all, the first \
                   that is found, or one drawn by how much it improves. Moves that keep the cost, and \
                   fresh starts, can be allowed.",
            guarantees: "None. It stops where no neighbour is better, which may be far from a solution; \
                         with enough restarts it succeeds almost surely.",
            costs: "Memory for one state. Steepest climbing looks at every neighbour for each step.",
            pseudocode: &[
                "repeat, once and once more for each restart:",
                "  state ← where to begin",
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
            Param::choice("variant", "Which better neighbour", variants, "steepest"),
            Param::whole("sideways", "Moves in a row that keep the cost", 0..=1_000_000_000, "0"),
            Param::whole("restarts", "More runs when one gets stuck", 0..=1_000_000_000, "0"),
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
            doc: "T ← T − 2r·(T − end)/(n + 1), r in 0 to 1, n steps left: linear on average",
        },
        Choice {
            name: "random-part",
            doc: "T ← r·(T − step), r random in 0 to 1; the run ends when T reaches 0",
        },
        Choice {
            name: "logarithmic",
            doc: "T ← start·ln 2/ln(k + 2) after k steps: ever more slowly",
        },
    ];
    let auto = Choice { name: "auto", doc: "Found by trying random moves" };
    let temperature = |name, doc| Param::between(name, doc, 0.0, f64::INFINITY);
    let mut params = vec![
        Param::choice("cooling", "How T falls", coolings, "geometric"),
        temperature("start", "The first temperature T").or_word(auto),
        temperature("end", "The last temperature").or_word(auto),
        temperature("step", "What linear and random-part cooling subtract at each step"),
        Param::between("factor", "What geometric cooling multiplies by", 0.0, 1.0),
        Param::whole(
            "steps",
            "Moves of a run; if not set, as step or factor need, else 1000000",
            1..=1_000_000_000_000,
            "",
        )
        .optional(),
        Param::whole("restarts", "More runs when one ends unsolved", 0..=1_000_000_000, "9"),
    ];
    if L::UNDOES {
        let choices = [
            Choice { name: "on", doc: "A move that undoes the last one is drawn again" },
            Choice { name: "off", doc: "Any move may be drawn" },
        ];
        let doc = "Leave out moves straight back, if there are others";
        params.push(Param::choice("never-undo", doc, choices, "on"));
    }
    row(
        &About {
            name: "annealing",
            doc: "Worse moves too, ever more rarely as it cools",
            does: "Proposes one random move at a time. A better one is made; a worse one is made with \
                   probability e^(−Δ/T), which falls with the temperature T.",
            guarantees: "None in finite time. Cooled slowly enough, it ends at a best state with \
                         probability towards 1.",
            costs: "Memory for one state, and a fixed number of steps for each run. If it cools too fast, \
                    it only climbs; if too slowly, it walks at random.",
            pseudocode: &[
                "repeat, once and once more for each restart:",
                "  state ← where to begin; T ← the first temperature",
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
            // What is wrong is told in the numbers that were given.
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
            doc: "Repairs one conflicted variable at a time",
            does: "Takes a variable that breaks a constraint and gives it the value that breaks the \
                   fewest, ties broken at random.",
            guarantees: "None; it may run in circles until its steps are spent, and then starts afresh.",
            costs: "Memory for one state. On queens the number of repairs hardly grows with N.",
            pseudocode: &[
                "repeat, once and once more for each restart:",
                "  state ← where to begin",
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
            Param::whole("steps", "Variables repaired in a run", 1..=1_000_000_000_000, "10000"),
            Param::whole("restarts", "More runs when one ends unsolved", 0..=1_000_000_000, "9"),
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
            doc: "The best neighbours of many states at once",
            does: "Holds many states at once. Of all their neighbours together, the best become the \
                   next states: places go to where progress is.",
            guarantees: "None. All states may gather around one local optimum.",
            costs: "Looks at every neighbour of every state it holds, generation by generation.",
            pseudocode: &[
                "states ← width random states",
                "loop:",
                "  if one of states has cost 0: return it",
                "  neighbours ← all neighbours of all states, each once",
                "  states ← the best width of neighbours",
                "  if generations no longer get better: stuck",
            ],
            lines: &[(Start, 1), (Best, 3), (Step, 5), (Generation, 5), (Optimum, 6)],
            frontier: false,
        },
        Words {
            run: "beam",
            step: "generation",
            at_rest: "gave up, because generations no longer got better",
        },
        vec![Param::whole("width", "States held at once", 1..=100_000_000, "16")],
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
            doc: "A population that breeds",
            does: "A population of states. Fitter parents are drawn more often; a child takes part of \
                   each of two, and is sometimes changed at random.",
            guarantees: "None; after the number of generations set it gives up.",
            costs: "One child at a time, a population for each generation. It pays where good parts \
                    of two states make a good whole.",
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
            Param::whole("population", "States of a generation", 1..=100_000_000, "100"),
            Param::decimal("mutation", "Probability that a child is changed", 0.0..=1.0, "0.8"),
            Param::whole("generations", "After which it gives up", 1..=1_000_000_000_000, "1000"),
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
