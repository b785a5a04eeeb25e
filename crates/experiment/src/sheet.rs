//! A teacher's sheet for marking programs: the tasks, their limits and their points.
//!
//! ```
//! use goalward_experiment::sheet::Sheet;
//!
//! let sheet: Sheet = "
//!     title = 'Homework 1'
//!     domain = '8-puzzle'
//!     [[task]]
//!     instance = '1 2 0 3 4 5 6 7 8'
//!     nodes = 'ucs'
//! "
//! .parse()?;
//! assert_eq!(sheet.tasks.len(), 1);
//! # Ok::<(), goalward_lab::InputError>(())
//! ```

use std::str::FromStr;
use std::time::Duration;

use goalward::{Limits, Rng};
use goalward_lab::{
    Domain, InputError, Instance, Purpose, Ready, Run, RunError, Set, Spec, find_domain, units,
};
use serde::Deserialize;

/// A valid sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its title.
    pub title: String,
    /// How a program is given its instance.
    pub input: Input,
    /// How long a program may take for an instance.
    pub time: Duration,
    /// How much address space it may have; none: any.
    pub memory: Option<u64>,
    /// How many bytes it may print.
    pub output: u64,
    /// How many points are needed to pass; none: all.
    pub pass: Option<f64>,
    /// The tasks, one instance each.
    pub tasks: Vec<Task>,
}

/// How a program is given its instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// On its standard input.
    #[default]
    Stdin,
    /// As its last argument.
    Argument,
}

/// One instance to solve.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// What it is called.
    pub title: String,
    /// The domain with its settings.
    pub domain: Spec,
    /// The text of the instance, which may be `@FILE`; none: it is made from the seed.
    pub instance: Option<String>,
    /// The seed of an instance that is made.
    pub seed: u64,
    /// Its points.
    pub points: Points,
    /// What the program's count of nodes is compared with.
    pub nodes: Option<Bound>,
}

/// The points of a task for each part that is right.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Points {
    /// For an answer that is correct.
    pub correct: f64,
    /// For one that is also optimal, where that makes a difference.
    pub optimal: f64,
    /// For one found with no more nodes than the bound, where there is a bound.
    pub nodes: f64,
}

impl Default for Points {
    fn default() -> Self {
        Points { correct: 1.0, optimal: 1.0, nodes: 1.0 }
    }
}

/// The most nodes that a program may say it expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct Bound {
    /// One of our methods, whose count it is, or a number.
    pub of: BoundOf,
    /// The count is multiplied by this.
    pub factor: f64,
}

/// Where a bound comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum BoundOf {
    /// As many as this method expands.
    Method(Spec),
    /// This many.
    Nodes(u64),
}

impl Bound {
    /// The number of nodes allowed on an instance.
    pub fn nodes(
        &self,
        domain: &'static Domain,
        instance: &dyn Instance,
        limits: &Limits,
    ) -> Result<u64, RunError> {
        let nodes = match &self.of {
            BoundOf::Nodes(nodes) => *nodes,
            BoundOf::Method(spec) => {
                let ready = Ready::new(domain, instance, Some(spec), Purpose::Comparison)?;
                let mut run = Run { seed: 1, limits: limits.clone(), jobs: 1, trace: None };
                let report = ready.run(&mut run)?;
                if let Some(stop) = report.stop {
                    let why = format!("`nodes`: {spec} stopped {}", stop.words());
                    return Err(InputError(why).into());
                }
                report.counters.expanded
            }
        };
        Ok((nodes as f64 * self.factor).floor() as u64)
    }
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenSheet {
    #[serde(default)]
    title: String,
    domain: Option<String>,
    #[serde(default)]
    input: Input,
    time: Option<Quantity>,
    memory: Option<Quantity>,
    output: Option<Quantity>,
    pass: Option<f64>,
    points: Option<Points>,
    #[serde(default)]
    task: Vec<WrittenTask>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenTask {
    title: Option<String>,
    domain: Option<String>,
    instance: Option<String>,
    instances: Option<Vec<String>>,
    set: Option<String>,
    count: Option<usize>,
    random: Option<usize>,
    seed: Option<u64>,
    points: Option<Points>,
    nodes: Option<WrittenBound>,
    nodes_factor: Option<f64>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "nodes is a number from 0, or a method such as \"ucs\"")]
enum WrittenBound {
    Number(u64),
    Method(String),
}

/// A text with a unit. A number without one would be ambiguous.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a string with a unit, such as \"10s\" or \"2G\"")]
enum Quantity {
    Text(String),
}

impl Quantity {
    fn text(&self) -> &str {
        let Quantity::Text(text) = self;
        text
    }
}

/// The most instances a sheet may have.
const MOST: usize = 10_000;

/// What a program may take where a sheet does not say.
const TIME: Duration = Duration::from_secs(10);
const MEMORY: u64 = 2_000_000_000;
const OUTPUT: u64 = 1_000_000;

impl FromStr for Sheet {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let written: WrittenSheet = read_toml(text)?;
        let quantity =
            |name: &str, error: units::QuantityError| InputError(format!("{name}: {error}"));
        let time = written.time.as_ref().map(|time| units::duration(time.text())).transpose();
        let memory = match written.memory.as_ref().map(Quantity::text) {
            Some("unlimited") => Ok(None),
            Some(text) => units::bytes(text).map(Some),
            None => Ok(Some(MEMORY)),
        };
        let output = written.output.as_ref().map(|bytes| units::bytes(bytes.text())).transpose();
        let points = written.points.unwrap_or_default();
        let mut tasks = Vec::new();
        for (number, task) in (1..).zip(&written.task) {
            let at = |error: InputError| InputError(format!("task {number}: {error}"));
            tasks.extend(task.tasks(written.domain.as_deref(), points).map_err(at)?);
            if tasks.len() > MOST {
                return Err(InputError(format!("a sheet may have at most {MOST} instances")));
            }
        }
        if tasks.is_empty() {
            return Err(InputError("the sheet has no task: write one as [[task]]".into()));
        }
        Ok(Sheet {
            title: written.title,
            input: written.input,
            time: time.map_err(|error| quantity("time", error))?.unwrap_or(TIME),
            memory: memory.map_err(|error| quantity("memory", error))?,
            output: output.map_err(|error| quantity("output", error))?.unwrap_or(OUTPUT),
            pass: written.pass,
            tasks,
        })
    }
}

/// Reads a file of TOML; an error names its line.
pub(crate) fn read_toml<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, InputError> {
    toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| {
            let before = text.get(..span.start).unwrap_or(text);
            format!("line {}: ", before.matches('\n').count() + 1)
        });
        let hint = match error.span().is_some_and(|span| is_bare(text, span.start)) {
            true => "; if it is text, put it in quotes, such as \"8-puzzle\"",
            false => "",
        };
        InputError(format!("{}{}{hint}", line.unwrap_or_default(), error.message()))
    })
}

/// Whether the value on the line of this position is neither quoted nor of another TOML type.
fn is_bare(text: &str, at: usize) -> bool {
    let from = text.get(..at).unwrap_or(text).rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(from..).and_then(|rest| rest.lines().next()).unwrap_or_default();
    let value = line.split_once('=').map_or("", |(_, value)| value.trim());
    let is_number = value.trim_start_matches(['+', '-']).parse::<f64>().is_ok();
    !value.is_empty() && !is_number && !value.starts_with(['"', '\'', '[', '{', '#'])
}

/// The domain that a sheet names, with its spec.
pub(crate) fn domain_of(
    own: Option<&str>,
    common: Option<&str>,
) -> Result<(&'static Domain, Spec), InputError> {
    let name = own.or(common);
    let name = name.ok_or_else(|| InputError("no domain: write domain = \"8-puzzle\"".into()))?;
    let spec: Spec = name.parse().map_err(InputError::new)?;
    Ok((find_domain(&spec)?.0, spec))
}

impl WrittenTask {
    fn tasks(&self, common: Option<&str>, points: Points) -> Result<Vec<Task>, InputError> {
        let (domain, spec) = domain_of(self.domain.as_deref(), common)?;
        let nodes = match &self.nodes {
            None if self.nodes_factor.is_some() => {
                return Err(InputError(
                    "nodes-factor needs nodes: give a method or a number".into(),
                ));
            }
            None => None,
            Some(WrittenBound::Number(nodes)) => Some(BoundOf::Nodes(*nodes)),
            Some(WrittenBound::Method(method)) => {
                Some(BoundOf::Method(method.parse().map_err(InputError::new)?))
            }
        };
        let factor = self.nodes_factor.unwrap_or(1.0);
        if !(factor.is_finite() && factor > 0.0) {
            return Err(InputError(format!(
                "nodes-factor = {factor} is not allowed: use a number above 0"
            )));
        }
        let given = self.points.unwrap_or(points);
        if [given.correct, given.optimal, given.nodes].iter().any(|p| !(0.0..=1e6).contains(p)) {
            return Err(InputError("points: use numbers from 0 to 1000000".into()));
        }
        let task = |title: String, instance: Option<String>, seed: u64| Task {
            title: self.title.clone().unwrap_or(title),
            domain: spec.clone(),
            instance,
            seed,
            points: given,
            nodes: nodes.clone().map(|of| Bound { of, factor }),
        };
        let ways = [
            self.instance.is_some(),
            self.instances.is_some(),
            self.set.is_some(),
            self.random.is_some(),
        ];
        if ways.iter().filter(|way| **way).count() != 1 {
            let rule = "give one of instance, instances, set and random";
            return Err(InputError(rule.into()));
        }
        if self.count.is_some() && self.set.is_none() {
            return Err(InputError(
                "count is the number of instances taken from a set: name a set".into(),
            ));
        }
        if self.seed.is_some() && self.random.is_none() {
            return Err(InputError("seed is for random instances: write random = 5".into()));
        }
        let texts = self.instance.iter().chain(self.instances.iter().flatten());
        let mut tasks: Vec<Task> =
            texts.map(|text| task(short(text), Some(text.clone()), 1)).collect();
        if let Some(name) = &self.set {
            let all = Set::named(domain.sets, name)?.lines().count();
            let count = self.count.unwrap_or(all);
            if !(1..=all).contains(&count) {
                return Err(InputError(format!(
                    "count = {count} is not allowed: {name} has {all} instances"
                )));
            }
            let numbered = (1..=count).map(|number| format!("{name}:{number}"));
            tasks.extend(numbered.map(|text| task(text.clone(), Some(text), 1)));
        }
        if let Some(count) = self.random {
            if !(1..=MOST).contains(&count) {
                return Err(InputError(format!(
                    "random = {count} is not allowed: use a number from 1 to {MOST}"
                )));
            }
            let seed = self.seed.unwrap_or(1);
            let made = |number: usize| {
                let title = format!("random {}", number + 1);
                task(title, None, Rng::stream(seed, number as u64).bits())
            };
            tasks.extend((0..count).map(made));
        }
        Ok(tasks)
    }
}

/// A text in one short line.
fn short(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.chars().count() {
        0..=24 => words,
        _ => words.chars().take(23).chain(['…']).collect(),
    }
}

/// What a program printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    /// Its answer.
    pub answer: String,
    /// The nodes that it says it expanded.
    pub nodes: Option<u64>,
    /// What was printed in place of that number, if it is not a number.
    pub miscounted: Option<String>,
}

/// Reads what a program printed. A line `plan: …` begins the answer; without one, the answer is
/// everything that is not a remark. `nodes: N` is the count of nodes, and other lines
/// `name: …` or `name = …`, and those that begin with #, are remarks.
pub fn printed(text: &str) -> Printed {
    let mut found = Printed::default();
    let (mut lines, mut planned) = (Vec::new(), false);
    for line in text.lines().map(str::trim) {
        let remark = line.split_once([':', '=']).map(|(name, value)| {
            (name.trim().to_lowercase(), value.trim_start_matches('=').trim())
        });
        let named = remark.filter(|(name, _)| {
            name.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '_') && !name.is_empty()
        });
        match named {
            Some((name, value)) if name == "plan" && !planned => {
                lines = vec![value];
                planned = true;
            }
            Some((name, value)) if name == "nodes" || name == "nodes expanded" => {
                let digits = value.replace([',', '_'], "");
                found.nodes = digits.parse().ok();
                let odd = || value.chars().take(40).collect();
                found.miscounted = found.nodes.is_none().then(odd);
            }
            Some(_) => {}
            None if line.starts_with('#') || line.is_empty() => {}
            None => lines.push(line),
        }
    }
    found.answer = lines.join("\n").trim().into();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        text.parse::<Sheet>().unwrap_err().0
    }

    #[test]
    fn a_sheet_has_a_task_for_each_instance() {
        let text = "domain = '8-puzzle'\ntime = '500ms'\nmemory = 'unlimited'\n\
                    [[task]]\ninstances = ['1 2 0 3 4 5 6 7 8', '0 1 2 3 4 5 6 7 8']\n\
                    [[task]]\nset = 'eight200'\ncount = 2\nnodes = 'ucs'\nnodes-factor = 2.0\n\
                    [[task]]\ndomain = 'queens'\nrandom = 1\npoints = { optimal = 0 }\n";
        let sheet: Sheet = text.parse().unwrap();
        assert_eq!((sheet.tasks.len(), sheet.memory), (5, None));
        assert_eq!(sheet.time, Duration::from_millis(500));
        assert_eq!(sheet.tasks[3].instance.as_deref(), Some("eight200:2"));
        assert_eq!(sheet.tasks[3].nodes.as_ref().unwrap().factor, 2.0);
        assert_eq!(sheet.tasks[4].points, Points { correct: 1.0, optimal: 0.0, nodes: 1.0 });
    }

    #[test]
    fn a_bad_sheet_is_told_where() {
        for (text, told) in [
            ("", "no task"),
            ("titel = 'x'", "unknown field `titel`"),
            ("domain = '8-puzzle'\n[[task]]", "task 1: give one of instance"),
            ("[[task]]\ninstance = '1'", "task 1: no domain"),
            ("domain = '8-puzle'\n[[task]]\ninstance = '1'", "did you mean `8-puzzle`?"),
            ("domain = '8-puzzle'\ntime = 'soon'\n[[task]]\nrandom = 1", "`soon` is not a time"),
            ("domain = 'tiles'\n[[task]]\nset = 'korf'", "unknown instance set `korf`"),
            (
                "domain = 'tiles'\n[[task]]\nrandom = 1\nnodes-factor = 2",
                "nodes-factor needs nodes",
            ),
            ("domain = 'tiles'\n[[task]]\nrandom = 1\ncount = 2", "name a set"),
            ("domain = 'tiles'\n\n[[task]\n", "line 3"),
            ("domain = 8-puzzle", "put it in quotes"),
            (
                "domain = 'tiles'\ntime = 3\n[[task]]\nrandom = 1",
                "line 2: expected a string with a unit",
            ),
            ("domain = 'tiles'\n[[task]]\nrandom = 1\nnodes = -3", "line 4: nodes is a number"),
            (
                "domain = 'tiles'\n[[task]]\nrandom = 0",
                "random = 0 is not allowed: use a number from 1",
            ),
            ("domain = 'tiles'\n[[task]]\nset = 'korf100'\ncount = 101", "has 100 instances"),
        ] {
            let error = refused(text);
            assert!(error.contains(told), "{text}: {error}");
        }
    }

    #[test]
    fn answers_and_counts_are_found_in_what_is_printed() {
        let read = |text| {
            let Printed { answer, nodes, .. } = printed(text);
            (answer, nodes)
        };
        assert_eq!(read("U L\nnodes: 1,295\n"), ("U L".into(), Some(1295)));
        assert_eq!(read("# hello\ncost = 2\nU\nL"), ("U\nL".into(), None));
        assert_eq!(read("searching …\nplan: U L\nNodes expanded: 7"), ("U L".into(), Some(7)));
        assert_eq!(read("nodes: many"), (String::new(), None));
        assert_eq!(printed("nodes: many").miscounted.as_deref(), Some("many"));
        assert_eq!(printed("nodes: 7").miscounted, None);
    }
}
