//! The constraint family: what a problem needs for its methods, and how they run. The methods are
//! in `rows`.

mod conflict;
mod finding;
mod rows;
mod steps;

use std::collections::HashSet;
use std::num::NonZeroU64;

use goalward::Limits;
use goalward::csp::{
    Answer, Backtracking, Csp, CspSearch, Find, Inference, ValueOrder, Variable, VariableOrder,
};

use self::finding::finding;
use self::steps::Teller;
use crate::about::About;
use crate::registry::{Family, Method, Run, Search, engine_param};
use crate::report::{Finding, Solution};
use crate::settings::{Choice, Param, Settings};
use crate::view::{self, Cells};

pub(crate) use conflict::{conflict, from_one, read_numbers, values};
pub use rows::{COMPARED, methods, methods_or};

/// A constraint problem whose variables and values can be put into words.
pub trait CspDomain: Csp {
    /// A variable in words, such as "column 3".
    fn name_variable(&self, variable: Variable) -> String;

    /// A value in words, such as "row 5".
    fn name_value(&self, value: usize) -> String;

    /// A group that must all differ in words, such as "row 3".
    fn name_group(&self, group: usize) -> String {
        let members = self.groups().nth(group).unwrap_or_default();
        members.into_iter().map(|x| self.name_variable(x)).collect::<Vec<_>>().join(", ")
    }

    /// The values left for each variable, for people; by default a line for each.
    fn draw_domains(&self, left: &Left<'_>) -> String {
        let first = left.now.map(|(variable, _)| variable);
        let others = (0..self.variables()).filter(|x| Some(*x) != first);
        let line = |x: Variable| format!("{}: {}", self.name_variable(x), left.words(self, x));
        first.into_iter().chain(others).map(line).collect::<Vec<_>>().join("\n")
    }

    /// A partial assignment as text.
    fn show(&self, assignment: &[Option<usize>]) -> String;

    /// The same drawn for people.
    fn drawing(&self, assignment: &[Option<usize>]) -> String;

    /// The same as what stands on the board: usually the values.
    fn cells(&self, assignment: &[Option<usize>]) -> Cells {
        view::values(assignment)
    }

    /// What an assignment is as a solution.
    fn solution(&self, values: &[usize]) -> Solution;
}

/// The values that a constraint search has left for its variables.
#[derive(Clone, Debug)]
pub struct Left<'a> {
    /// The values given.
    pub assignment: &'a [Option<usize>],
    /// The values struck.
    pub struck: HashSet<(Variable, usize)>,
    /// The one struck in this step, if one is.
    pub now: Option<(Variable, usize)>,
}

impl Left<'_> {
    /// The status of a value of a variable.
    pub fn mark(&self, variable: Variable, value: usize) -> Mark {
        if self.now == Some((variable, value)) {
            return Mark::StruckNow;
        }
        match self.assignment[variable] {
            Some(given) if given == value => Mark::Given,
            Some(_) => Mark::Struck,
            None if self.struck.contains(&(variable, value)) => Mark::Struck,
            None => Mark::Open,
        }
    }

    /// The values of a variable in a line: the last word of the name for each that is left, a dash
    /// for each that is struck, and a cross for the one struck now.
    fn words<C: CspDomain + ?Sized>(&self, csp: &C, variable: Variable) -> String {
        let name = |value| csp.name_value(value);
        if let Some(given) = self.assignment[variable] {
            return format!("= {}", name(given));
        }
        let short = |value| name(value).rsplit(' ').next().unwrap_or_default().to_string();
        let word = |value| match self.mark(variable, value) {
            Mark::Open | Mark::Given => short(value),
            Mark::Struck => "-".into(),
            Mark::StruckNow => "×".into(),
        };
        let values = (0..csp.domain(variable)).filter(|&value| csp.allows(variable, value));
        values.map(word).collect::<Vec<String>>().join(" ")
    }
}

/// The status of a value in a constraint search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is still possible.
    Open,
    /// The variable has it.
    Given,
    /// It is ruled out.
    Struck,
    /// It is ruled out in this step.
    StruckNow,
}

/// A search made for one problem.
pub struct Fast<C> {
    /// The same search by the engine that every problem gets.
    pub plain: Backtracking,
    /// Searches, unwatched.
    pub search: fn(&C, Find, &Limits) -> Answer,
}

fn params(has_fast: bool) -> Vec<Param> {
    let orders = [
        Choice { name: "static", doc: "In numerical order" },
        Choice { name: "mrv", doc: "The one with the fewest values left" },
        Choice { name: "mrv-degree", doc: "Of those, the one with the most constraints" },
    ];
    let values = [
        Choice { name: "static", doc: "In numerical order" },
        Choice { name: "lcv", doc: "The one that leaves the others the most choice" },
    ];
    let wanted = [
        Choice { name: "first", doc: "One solution" },
        Choice { name: "all", doc: "Every solution" },
        Choice { name: "count", doc: "Only their number" },
    ];
    let mut params = vec![
        Param::choice("order", "Which variable is next", orders, "mrv"),
        Param::choice("values", "Which value is first", values, "static"),
        Param::whole("find", "Solutions wanted", 1..=1_000_000_000_000, "")
            .or_words(wanted, "first"),
    ];
    if has_fast {
        params.push(engine_param());
    }
    params
}

fn row<'a, C: CspDomain>(
    csp: &'a C,
    about: &'static About,
    inference: Inference,
    fast: Option<Fast<C>>,
) -> Method<'a> {
    let params = params(fast.is_some());
    let make = move |settings: &Settings| {
        let order = match settings.choice("order") {
            "static" => VariableOrder::Static,
            "mrv-degree" => VariableOrder::MrvDegree,
            _ => VariableOrder::Mrv,
        };
        let values = match settings.choice("values") {
            "lcv" => ValueOrder::Lcv,
            _ => ValueOrder::Static,
        };
        let find = match settings.choice("find") {
            "first" => Find::First,
            "all" => Find::All,
            "count" => Find::Count,
            _ => Find::UpTo(
                settings.whole_if_set("find").and_then(NonZeroU64::new).expect("the least is 1"),
            ),
        };
        let plain = Backtracking { inference, order, values };
        // The plain search does what the fast one does not support: a default is not an error.
        let serves = |fast: &&Fast<C>| settings.choice("engine") == "fast" && fast.plain == plain;
        let has_fast = fast.is_some();
        let fast = fast.as_ref().filter(serves).map(|fast| fast.search);
        let run = move |run: &mut Run<'_>| {
            let (engine, answer) = match (&mut run.trace, fast) {
                (Some(trace), _) => {
                    let mut teller = Teller::new(csp);
                    let tell = |event| teller.tell(event, &mut **trace);
                    ("plain", plain.search(csp, find, &run.limits, tell))
                }
                (None, Some(fast)) => ("fast", fast(csp, find, &run.limits)),
                (None, None) => ("plain", plain.search(csp, find, &run.limits, ())),
            };
            let engine = has_fast.then_some(engine);
            Ok(Finding::written(|| finding(csp, find, answer, engine)))
        };
        Ok(Box::new(run) as Box<dyn Search + 'a>)
    };
    Method { about, family: Family::Constraint, params, shares: false, make: Box::new(make) }
}
