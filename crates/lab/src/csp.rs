//! The constraint family: its methods as rows, for any constraint problem.

use std::num::NonZeroU64;

use goalward::csp::{
    Answer, Backtracking, Csp, CspSearch, Event, Find, Inference, Solutions, ValueOrder, Variable,
    VariableOrder,
};
use goalward::{Limits, Outcome, Verdict};
use serde_json::{Map, Value};

use crate::number::Number;
use crate::registry::{Family, Method, Run, engine_param};
use crate::report::{Ending, Figure, Finding, Limit, Solution};
use crate::settings::{Choice, Param, Settings};
use crate::trace::{Step, Watcher};

/// A constraint problem whose variables and values have words.
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

    /// A partial assignment as text.
    fn show(&self, assignment: &[Option<usize>]) -> String;

    /// What an assignment is as a solution.
    fn solution(&self, values: &[usize]) -> Solution;
}

/// A search made for one problem.
pub struct Fast<C> {
    /// The search that it is, done by the engine that every problem gets.
    pub plain: Backtracking,
    /// Searches, unwatched.
    pub search: fn(&C, Find, &Limits) -> Answer,
}

/// Every constraint method on `csp`. A new one is one row.
pub fn methods<C: CspDomain>(csp: &C) -> Vec<Method<'_>> {
    methods_or(csp, None)
}

/// The same, where the method with this inference may be done by a search made for the problem.
pub fn methods_or<C: CspDomain>(csp: &C, fast: Option<Fast<C>>) -> Vec<Method<'_>> {
    let mut fast = fast;
    let rows = [
        ("backtracking", "Depth-first, tested against earlier values", Inference::None),
        (
            "forward-checking",
            "Backtracking that strikes what a value forbids",
            Inference::ForwardChecking,
        ),
        ("mac", "Backtracking that keeps all domains arc-consistent", Inference::Mac),
        (
            "all-different",
            "MAC that finds each value a place in groups that all differ",
            Inference::AllDifferent,
        ),
    ];
    let row = |(name, doc, inference)| {
        let fast = fast.take_if(|fast| fast.plain.inference == inference);
        row(csp, name, doc, inference, fast)
    };
    rows.map(row).into()
}

/// What is compared when nothing is named: each inference, with variables as they are
/// numbered and with the fewest values first. Without either help a hard Sudoku takes
/// minutes.
pub const COMPARED: &[&str] = &[
    "backtracking(order=mrv)",
    "forward-checking(order=static)",
    "forward-checking(order=mrv)",
    "mac(order=static)",
    "mac(order=mrv)",
];

fn params(has_fast: bool) -> Vec<Param> {
    let orders = [
        Choice { name: "static", doc: "As they are numbered" },
        Choice { name: "mrv", doc: "The one with the fewest values left" },
        Choice { name: "mrv-degree", doc: "Of these the one with the most constraints" },
    ];
    let values = [
        Choice { name: "static", doc: "As they are numbered" },
        Choice { name: "lcv", doc: "First the one that leaves the others most choice" },
    ];
    let wanted = [
        Choice { name: "first", doc: "One solution" },
        Choice { name: "all", doc: "Every solution" },
        Choice { name: "count", doc: "How many there are, keeping none" },
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
    name: &'static str,
    doc: &'static str,
    inference: Inference,
    fast: Option<Fast<C>>,
) -> Method<'a> {
    let params = params(fast.is_some());
    let run = move |settings: &Settings, run: &mut Run<'_>| {
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
        // What the fast search does not serve is done by the plain one: a default is no error.
        let serves = |fast: &&Fast<C>| settings.choice("engine") == "fast" && fast.plain == plain;
        let (engine, answer) = match (&mut run.trace, fast.as_ref().filter(serves)) {
            (Some(trace), _) => {
                let mut teller = Teller::new(csp);
                let tell = |event| teller.tell(event, &mut **trace);
                ("plain", plain.search(csp, find, &run.limits, tell))
            }
            (None, Some(fast)) => ("fast", (fast.search)(csp, find, &run.limits)),
            (None, None) => ("plain", plain.search(csp, find, &run.limits, ())),
        };
        let engine = fast.as_ref().map(|_| engine);
        Ok(Finding::written(|| finding(csp, find, answer, engine)))
    };
    Method { name, family: Family::Constraint, doc, params, shares: false, run: Box::new(run) }
}

fn finding<C: CspDomain>(
    csp: &C,
    find: Find,
    answer: Answer,
    engine: Option<&'static str>,
) -> Finding {
    let Answer { outcome: Outcome { verdict, stats }, effort, .. } = answer;
    let (verdict, stop, found) = match verdict {
        Verdict::Solved(found) | Verdict::Stuck(found) => (Ending::Solved, None, found),
        Verdict::Unsolvable => (Ending::Unsolvable, None, Solutions::default()),
        Verdict::Stopped { by, best } => {
            (Ending::Stopped, Some(Limit::from(by)), best.unwrap_or_default())
        }
    };
    let count = found.count;
    let counts = [
        ("solutions", count),
        ("assignments", effort.assignments),
        ("prunings", effort.prunings),
        ("backtracks", effort.backtracks),
        ("checks", effort.checks),
    ];
    let facts = counts.iter().map(|&(name, count)| (name.to_string(), Value::from(count)));
    let mut facts: Map<String, Value> = facts.collect();
    let exhausted = verdict == Ending::Unsolvable || found.exhausted;
    facts.insert("exhausted".into(), exhausted.into());
    facts.extend(engine.map(|engine| ("engine".to_string(), engine.into())));
    let summary = match verdict {
        Ending::Solved => solved(find, &found),
        Ending::Unsolvable => "Unsolvable: every assignment is ruled out.".into(),
        Ending::Stuck | Ending::Stopped | Ending::Failed => {
            let at = stop.map_or("by request", Limit::words);
            format!("Stopped {at}. {}", so_far(csp.variables(), &found))
        }
    };
    // One after another, so that they are never all held twice.
    let mut solutions = found.kept.into_iter().map(|values| csp.solution(&values));
    let solution = solutions.next();
    Finding {
        verdict,
        stop,
        cost: solution.as_ref().map(|_| Number::default()),
        optimal: solution.is_some(),
        solves: solution.is_some(),
        others: solutions.collect(),
        solution,
        figures: counts.map(|(name, count)| (name, Figure::Count(count))).into(),
        stats,
        facts,
        summary,
        notes: Vec::new(),
        writing: Default::default(),
    }
}

fn counted(count: u64) -> String {
    if count == 1 { "1 solution".into() } else { format!("{count} solutions") }
}

fn solved(find: Find, found: &Solutions) -> String {
    let solutions = counted(found.count);
    match find {
        _ if found.exhausted => format!("Solved: {solutions}, and there are no others."),
        Find::First => "Solved: the first solution found; there may be others.".into(),
        _ => format!("Solved: the first {solutions} found; there may be others."),
    }
}

fn so_far(variables: usize, found: &Solutions) -> String {
    match found.count {
        0 => format!(
            "No solution yet; at best {} of {variables} variables had values that go together.",
            found.deepest.len()
        ),
        count => format!("{} so far.", counted(count)),
    }
}

/// Tells events in words, keeping the assignments that stand.
struct Teller<'a, C> {
    csp: &'a C,
    assignment: Vec<Option<usize>>,
    order: Vec<Variable>,
    solutions: u64,
}

impl<'a, C: CspDomain> Teller<'a, C> {
    fn new(csp: &'a C) -> Self {
        let assignment = vec![None; csp.variables()];
        Teller { csp, assignment, order: Vec::new(), solutions: 0 }
    }

    fn tell(&mut self, event: Event, watcher: &mut dyn Watcher) {
        if let Event::Assign { variable, value } = event {
            self.assignment[variable] = Some(value);
            self.order.push(variable);
        }
        self.solutions += u64::from(event == Event::Solution);
        let name = match event {
            Event::Assign { .. } => "assign",
            Event::Prune { .. } | Event::Exclude { .. } | Event::Confine { .. } => "prune",
            Event::Conflict { .. } | Event::Violation { .. } => "conflict",
            Event::Wipeout { .. } | Event::NoPlace { .. } => "wipeout",
            Event::Backtrack { .. } => "backtrack",
            Event::Solution => "solution",
            _ => return,
        };
        if watcher.wants(name) {
            watcher.tell(self.step(name, event).at(self.csp.show(&self.assignment)));
        }
        if !matches!(name, "assign" | "prune")
            && let Some(variable) = self.order.pop()
        {
            self.assignment[variable] = None;
        }
    }

    fn step(&self, name: &'static str, event: Event) -> Step {
        let variable = |variable| self.csp.name_variable(variable);
        match event {
            Event::Assign { variable: x, value } => {
                let why = format!("{} is given {}", variable(x), self.csp.name_value(value));
                Step::new(name, why).with("variable", x).with("value", value)
            }
            Event::Prune { variable: x, value, because } => {
                let why = format!(
                    "{} loses {}: nothing left to {} goes with it",
                    variable(x),
                    self.csp.name_value(value),
                    variable(because)
                );
                let step = Step::new(name, why).with("variable", x).with("value", value);
                step.with("because", because)
            }
            Event::Exclude { variable: x, value, constraint } => {
                let why = format!(
                    "{} removed from {}: nothing left to the others of constraint {} allows it",
                    self.csp.name_value(value),
                    variable(x),
                    constraint + 1
                );
                let step = Step::new(name, why).with("variable", x).with("value", value);
                step.with("constraint", constraint)
            }
            Event::Violation { constraint } => {
                let why = format!("constraint {} is violated: taken back", constraint + 1);
                Step::new(name, why).with("constraint", constraint)
            }
            Event::Confine { variable: x, value, group, needed } => {
                let (place, lost) = (variable(x), self.csp.name_value(value));
                let unit = self.csp.name_group(group);
                let why = if value == needed {
                    format!(
                        "{place} loses {lost}: every place left for it in {unit} rules that out"
                    )
                } else {
                    let needed = self.csp.name_value(needed);
                    format!("{place} loses {lost}: it is the only place for {needed} in {unit}")
                };
                let step = Step::new(name, why).with("variable", x).with("value", value);
                step.with("group", group)
            }
            Event::NoPlace { group, value } => {
                let (lost, unit) = (self.csp.name_value(value), self.csp.name_group(group));
                let why = format!("no place is left for {lost} in {unit}: a dead end");
                Step::new(name, why).with("group", group).with("value", value)
            }
            Event::Conflict { variable: x, with } => {
                let why = format!(
                    "{} contradicts {}, which came before: taken back",
                    variable(x),
                    variable(with)
                );
                Step::new(name, why).with("variable", x).with("with", with)
            }
            Event::Wipeout { variable: x } => {
                let why = format!("no value is left to {}: a dead end", variable(x));
                Step::new(name, why).with("variable", x)
            }
            Event::Backtrack { variable: x } => {
                let why = match self.order.last() {
                    Some(&last) => format!(
                        "every value of {} has been tried: back to {}",
                        variable(x),
                        variable(last)
                    ),
                    None => format!("every value of {} has been tried: the end", variable(x)),
                };
                Step::new(name, why).with("variable", x)
            }
            Event::Solution => {
                let why = format!("solution {}", self.solutions);
                Step::new(name, why).with("number", self.solutions)
            }
            _ => Step::new(name, name.to_string()),
        }
    }
}
