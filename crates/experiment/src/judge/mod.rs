//! Judging a plan, an assignment or a move that somebody else found: how far it is legal, what it
//! costs, and whether anything is better.
//!
//! ```
//! use goalward::Limits;
//! use goalward_experiment::judge::judge;
//! use goalward_lab::open;
//!
//! let (domain, instance) = open(&"8-puzzle".parse()?, Some("1 2 0 3 4 5 6 7 8"), 1)?;
//! let judged = judge(domain, instance.as_ref(), "L L", &Limits::default())?;
//! assert_eq!((judged.correct, judged.optimal), (true, Some(true)));
//! let judged = judge(domain, instance.as_ref(), "L U", &Limits::default())?;
//! assert_eq!((judged.correct, judged.legal), (false, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod assignment;
mod game;
mod plan;

use goalward::Limits;
use goalward_lab::{
    Conclusion, Domain, Family, InputError, Instance, Limit, Number, Purpose, Ready, Report, Run,
    RunError, Solution,
};
use serde::Serialize;

/// The result of judging an answer.
///
/// Its fields in this order are the JSON object that `goalward check --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judgement {
    /// The domain's own name, not an alias.
    pub domain: &'static str,
    /// The instance, as the domain writes it.
    pub instance: String,
    /// The goal, where the domain has one that can be chosen.
    pub goal: Option<String>,
    /// The answer, as it was read; none if it could not be read.
    pub answer: Option<Solution>,
    /// Whether it solves the problem; for a move in a game, whether it keeps the value of the
    /// position: a win, a draw or a loss.
    pub correct: bool,
    /// Whether no answer is better; none if that is not known, or makes no difference.
    pub optimal: Option<bool>,
    /// How many pieces from the beginning are legal.
    pub legal: usize,
    /// What is wrong with it, if anything.
    pub fault: Option<String>,
    /// What it costs, where it is legal and there are costs.
    pub cost: Option<Number>,
    /// The least cost, where it is known.
    pub least: Option<Number>,
    /// What a move in a game is worth to the player who makes it.
    pub value: Option<i64>,
    /// The moves that are worth most.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<String>,
    /// The limit that was reached before the optimum was known.
    pub stop: Option<Limit>,
    /// What was found, in a sentence or two.
    #[serde(skip)]
    pub summary: String,
    /// What to look at: a title and a drawing each.
    #[serde(skip)]
    pub drawings: Vec<(String, String)>,
}

impl Judgement {
    fn of(domain: &Domain, instance: &dyn Instance) -> Self {
        Judgement {
            domain: domain.name,
            instance: instance.text(),
            goal: instance.goal(),
            answer: None,
            correct: false,
            optimal: None,
            legal: 0,
            fault: None,
            cost: None,
            least: None,
            value: None,
            best: Vec::new(),
            stop: None,
            summary: String::new(),
            drawings: Vec::new(),
        }
    }

    /// The same, judged wrong for this reason.
    fn wrong(mut self, fault: impl Into<String>) -> Self {
        let fault = fault.into();
        self.summary = format!("Incorrect: {fault}.");
        self.fault = Some(fault);
        self
    }

    /// As one line of JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a judgement holds only plain values")
    }
}

/// The answer that there is no solution.
pub const UNSOLVABLE: &str = "unsolvable";

/// Judges an answer to an instance. The limits are those of each search for the optimum.
pub fn judge(
    domain: &'static Domain,
    instance: &dyn Instance,
    answer: &str,
    limits: &Limits,
) -> Result<Judgement, RunError> {
    let begun = Judgement::of(domain, instance);
    if let Some(contest) = instance.game() {
        return Ok(game::judge(begun, contest, answer, limits));
    }
    if answer.trim().eq_ignore_ascii_case(UNSOLVABLE) {
        return unsolvable(begun, domain, instance, limits);
    }
    let solution = match instance.read(answer) {
        Ok(solution) => solution,
        Err(why) => return Ok(begun.wrong(why)),
    };
    let begun = Judgement { answer: Some(solution.clone()), ..begun };
    match family(domain, instance)? {
        Family::Path => plan::judge(begun, domain, instance, &solution, limits),
        _ => assignment::judge(begun, domain, instance, &solution, limits),
    }
}

/// Whether one correct answer may be better than another: a plan or a move, not an assignment.
pub fn has_best(domain: &'static Domain, instance: &dyn Instance) -> Result<bool, InputError> {
    Ok(instance.game().is_some() || family(domain, instance)? == Family::Path)
}

/// The family of the instance's default method.
fn family(domain: &'static Domain, instance: &dyn Instance) -> Result<Family, InputError> {
    Ok(Ready::new(domain, instance, None, Purpose::Answer)?.family())
}

/// Judges the answer that there is no solution.
fn unsolvable(
    mut begun: Judgement,
    domain: &'static Domain,
    instance: &dyn Instance,
    limits: &Limits,
) -> Result<Judgement, RunError> {
    let is_path = family(domain, instance)? == Family::Path;
    Ok(match best_known(domain, instance, limits)? {
        Known::Unsolvable => {
            (begun.correct, begun.optimal) = (true, Some(true));
            begun.summary = "Correct: there is no solution.".into();
            begun
        }
        Known::Solution { cost, .. } => {
            // The solutions of constraints all cost the same.
            let cost = cost.filter(|_| is_path);
            begun.least = cost;
            let of = cost.map_or(String::new(), |cost| format!(" of cost {cost}"));
            begun.wrong(format!("there is a solution{of}"))
        }
        Known::Unknown(stop) => {
            begun.stop = stop;
            begun.summary =
                "Not known: no solution was found, and no proof that there is none.".into();
            begun
        }
    })
}

/// What our own search knows about the instance.
enum Known {
    /// There is none.
    Unsolvable,
    /// There is one; whether its cost is proved least.
    Solution { cost: Option<Number>, optimal: bool, method: String },
    /// Nothing is known; a limit was reached first.
    Unknown(Option<Limit>),
}

/// Methods that prove what they find, to be run where the instance's default does not.
const PROVING: [&str; 4] = ["idastar", "astar", "ucs", "mac"];

/// The best solution: by the instance's default method, or by one that proves it.
fn best_known(
    domain: &'static Domain,
    instance: &dyn Instance,
    limits: &Limits,
) -> Result<Known, RunError> {
    let has = |name: &&str| instance.methods().iter().any(|method| method.about.name == *name);
    let proving = PROVING.into_iter().filter(has);
    let mut best = Known::Unknown(None);
    for spec in std::iter::once(instance.default_method()).chain(proving) {
        let spec = spec.parse().map_err(InputError::new)?;
        let ready = Ready::new(domain, instance, Some(&spec), Purpose::Answer)?;
        let mut run = Run { seed: 1, limits: limits.clone(), jobs: 1, trace: None };
        let Report { verdict, stop, cost, optimal, method, .. } = ready.run(&mut run)?;
        match verdict {
            Conclusion::Unsolvable => return Ok(Known::Unsolvable),
            Conclusion::Solved => {
                best = Known::Solution { cost, optimal, method };
                // A solution of constraints is as good as any other.
                if optimal || ready.family() != Family::Path {
                    return Ok(best);
                }
            }
            _ => {
                if let Known::Unknown(_) = best {
                    best = Known::Unknown(stop);
                }
            }
        }
        if stop.is_some() {
            break;
        }
    }
    Ok(best)
}
