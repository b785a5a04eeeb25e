//! Exercises whose answers are computed by running the searches: those built in, and how an answer,
//! to them or to a [teacher's](crate::questions), is compared with the right one.
//!
//! ```
//! use goalward::Limits;
//! use goalward_experiment::exercises::Exercise;
//!
//! let checked = Exercise::numbered(8)?.check("4 solutions", &Limits::default())?;
//! assert!(checked.right);
//! assert_eq!(checked.told, "Correct: 4.");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use goalward::Limits;
use goalward_lab::{
    Conclusion, Domain, InputError, Instance, Limit, Purpose, Ready, Report, Run, RunError, open,
};

use crate::quoted;

mod table;

pub use table::EXERCISES;

/// A question, the runs it is about, and how they give the answer.
pub struct Exercise {
    /// Its title.
    pub title: &'static str,
    /// What is asked, in lines.
    pub question: &'static str,
    /// The first is the one to begin with.
    pub runs: fn() -> Vec<Ask>,
    /// The answer as words, in any order.
    answer: fn(&[Report]) -> Vec<String>,
}

/// One run, as `goalward solve` makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What kind of problem, with its settings.
    pub domain: String,
    /// The text of its instance; none: the seed makes it.
    pub instance: Option<String>,
    /// The method with its settings.
    pub method: String,
    /// The seed.
    pub seed: u64,
}

/// The result of checking an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Whether it is right.
    pub right: bool,
    /// A sentence that does not give the right answer away.
    pub told: String,
    /// What to try after an answer that is not right.
    pub tries: Vec<Ask>,
}

/// At most this many runs are shown.
const SHOWN: usize = 6;

impl Exercise {
    /// The exercise with this number, from 1.
    pub fn numbered(number: usize) -> Result<&'static Exercise, InputError> {
        of(EXERCISES, number)
    }

    /// The run to begin with.
    pub fn begin(&self) -> Option<Ask> {
        (self.runs)().into_iter().next()
    }

    /// Whether an answer is right. The limits are those of each run.
    pub fn check(&self, answer: &str, limits: &Limits) -> Result<Checked, RunError> {
        let runs = (self.runs)();
        let reports = runs.iter().map(|ask| ask.report(limits)).collect::<Result<Vec<_>, _>>()?;
        let right = (self.answer)(&reports).join(" ");
        Ok(match same(answer, &right) {
            true => Checked { right: true, told: format!("Correct: {right}."), tries: Vec::new() },
            false => Checked {
                right: false,
                told: "Incorrect.".into(),
                tries: runs.into_iter().take(SHOWN).collect(),
            },
        })
    }
}

/// The exercise of a list with this number, from 1.
pub fn of<T>(list: &[T], number: usize) -> Result<&T, InputError> {
    number.checked_sub(1).and_then(|index| list.get(index)).ok_or_else(|| {
        let most = list.len();
        InputError(format!("there is no exercise {number}: they are numbered 1 to {most}"))
    })
}

impl Ask {
    fn new(domain: &str, instance: &str, method: &str) -> Self {
        Ask {
            domain: domain.into(),
            instance: Some(instance.into()),
            method: method.into(),
            seed: 1,
        }
    }

    /// The command for the same run.
    pub fn command(&self) -> String {
        let Ask { domain, instance, method, seed } = self;
        let mut text = format!("goalward solve {}", quoted(domain));
        if let Some(instance) = instance {
            text += &format!(" {}", quoted(instance));
        }
        text += &format!(" --method {}", quoted(method));
        if *seed != 1 {
            text += &format!(" --seed {seed}");
        }
        text
    }

    /// Opens its domain and its instance.
    pub fn open(&self) -> Result<(&'static Domain, Box<dyn Instance>), InputError> {
        open(&self.domain.parse().map_err(InputError::new)?, self.instance.as_deref(), self.seed)
    }

    fn report(&self, limits: &Limits) -> Result<Report, RunError> {
        let (domain, instance) = self.open()?;
        let method = self.method.parse().map_err(InputError::new)?;
        let ready = Ready::new(domain, instance.as_ref(), Some(&method), Purpose::Comparison)?;
        finished(ready.run(&mut Run {
            seed: self.seed,
            limits: limits.clone(),
            jobs: 1,
            trace: None,
        })?)
    }
}

/// The report of a run that no limit stopped: only those have an answer.
pub(crate) fn finished(report: Report) -> Result<Report, RunError> {
    match report.stop {
        None | Some(Limit::Cost) => Ok(report),
        Some(stop) => Err(InputError(format!(
            "the answer is not known: {} stopped {}",
            report.method,
            stop.words()
        ))
        .into()),
    }
}

/// Words for what an answer counts, which may be left out.
const UNITS: [&str; 14] = [
    "move",
    "moves",
    "node",
    "nodes",
    "run",
    "runs",
    "solution",
    "solutions",
    "colour",
    "colours",
    "color",
    "colors",
    "cell",
    "cells",
];

/// Whether two answers say the same.
pub(crate) fn same(one: &str, other: &str) -> bool {
    words(one) == words(other)
}

/// An answer without what does not matter: order, letter case, commas, "and" and units. A cell of
/// tic-tac-toe is the same as `c3` and as 9.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> =
        ungrouped(text).split_whitespace().map(str::to_lowercase).collect();
    let is_number = |word: &String| word.bytes().any(|byte| byte.is_ascii_digit());
    if words.iter().any(is_number) {
        words.retain(|word| !UNITS.contains(&word.as_str()) && word != "and");
    }
    for word in &mut words {
        if let [column @ b'a'..=b'c', row @ b'1'..=b'3'] = *word.as_bytes() {
            *word = (3 * (row - b'1') + (column - b'a') + 1).to_string();
        }
    }
    words.sort_unstable();
    words
}

/// The text without the commas that group digits by three; other commas and semicolons become
/// blanks.
fn ungrouped(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let groups = |at: usize| {
        at > 0 && (at + 1..=at + 3).all(is_digit) && is_digit(at - 1) && !is_digit(at + 4)
    };
    let kept = text.char_indices().filter_map(|(at, c)| match c {
        ',' if groups(at) => None,
        ',' | ';' => Some(' '),
        c => Some(c),
    });
    kept.collect()
}

fn solved(report: &Report) -> bool {
    report.verdict == Conclusion::Solved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exercise_has_one_answer_whenever_it_is_worked_out() {
        for exercise in EXERCISES {
            let answer = || {
                let runs = (exercise.runs)();
                let report = |ask: &Ask| ask.report(&Limits::default()).unwrap();
                (exercise.answer)(&runs.iter().map(report).collect::<Vec<_>>())
            };
            assert!(!answer().is_empty(), "{}", exercise.title);
            assert_eq!(answer(), answer(), "{}", exercise.title);
            assert!(exercise.question.lines().all(|line| line.chars().count() <= 100));
        }
    }

    #[test]
    fn an_answer_may_be_written_in_many_ways() {
        assert_eq!(words("181,440"), ["181440"]);
        assert_eq!(words("1,181,440 nodes"), ["1181440"]);
        assert_eq!(words("5, 2"), words("2 5"));
        assert_eq!(words("1,3,7,9"), words("1 3 7 9"));
        assert_eq!(words("bfs;ucs"), words("ucs, bfs"));
        assert_eq!(words("Stuck"), ["stuck"]);
        assert_ne!(words("2"), words("2 5"));
        assert_eq!(words("27 moves"), ["27"]);
        assert_eq!(words("cells 2 and 5"), words("5, 2"));
        assert_eq!(words("C3"), ["9"]);
        assert_eq!(words("B1"), ["2"]);
        assert_ne!(words("moves"), words(""));
    }

    #[test]
    fn a_run_that_a_limit_stopped_gives_no_answer() {
        let limits = Limits { nodes: Some(10), ..Limits::default() };
        let error = EXERCISES[0].check("27", &limits).unwrap_err().to_string();
        assert!(error.contains("the answer is not known: astar"), "{error}");
        assert!(error.contains("stopped at the node limit"), "{error}");
    }
}
