//! `goalward exercise`: questions whose answers are computed by running the searches.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use goalward::Limits;
use goalward_lab::experiment::quoted;
use goalward_lab::{Ending, Purpose, Ready, Report, Run, open};

use crate::args::{Exercise as Command, Exercises};

mod file;
mod table;

/// A question, the runs it is about, and what of them is the answer.
struct Exercise {
    title: &'static str,
    question: &'static str,
    /// The first is the one to begin with.
    runs: fn() -> Vec<Ask>,
    /// The answer as words, in any order.
    answer: fn(&[Report]) -> Vec<String>,
}

/// One run, as `goalward solve` makes it.
struct Ask {
    domain: String,
    instance: &'static str,
    method: String,
    seed: u64,
}

impl Ask {
    fn new(domain: &str, instance: &'static str, method: &str) -> Self {
        Ask { domain: domain.into(), instance, method: method.into(), seed: 1 }
    }

    /// The same run by hand.
    fn command(&self) -> String {
        let Ask { domain, instance, method, seed } = self;
        let mut text = format!("goalward solve {}", quoted(domain));
        if !instance.is_empty() {
            text += &format!(" {}", quoted(instance));
        }
        text += &format!(" --method {}", quoted(method));
        if *seed != 1 {
            text += &format!(" --seed {seed}");
        }
        text
    }

    fn report(&self) -> Result<Report> {
        let text = Some(self.instance).filter(|text| !text.is_empty());
        let (domain, instance) = open(&self.domain.parse()?, text, self.seed)?;
        let method = self.method.parse()?;
        let mut run = Run { seed: self.seed, limits: Limits::default(), jobs: 1, trace: None };
        let ready = Ready::new(domain, instance.as_ref(), Some(&method), Purpose::Comparison)?;
        Ok(ready.run(&mut run)?)
    }
}

/// Lists, shows or checks.
pub fn run(exercises: &Exercises) -> Result<ExitCode> {
    if let Some(path) = &exercises.file {
        let student = exercises.student.as_deref().unwrap_or_default();
        return file::run(path, student, &exercises.command);
    }
    let mut out = std::io::stdout().lock();
    match &exercises.command {
        Command::Mark { .. } => bail!("whose answers? Name the teacher's file: --file FILE"),
        Command::List => {
            for (number, exercise) in (1..).zip(table::EXERCISES) {
                writeln!(out, "{number:>3}  {}", exercise.title)?;
            }
            writeln!(
                out,
                "\n`goalward exercise show N` asks, `goalward exercise check N ANSWER` checks the answer."
            )?;
        }
        Command::Show { number } => {
            let all = number.map_or(1..=table::EXERCISES.len(), |number| number..=number);
            let last = *all.end();
            for number in all {
                let exercise = numbered(number)?;
                writeln!(out, "{number}. {}\n\n{}\n", exercise.title, exercise.question)?;
                if let Some(first) = (exercise.runs)().first() {
                    writeln!(out, "Begin with\n  {}", first.command())?;
                }
                if number < last {
                    writeln!(out)?;
                }
            }
        }
        Command::Check { number, answer } => {
            let exercise = numbered(*number)?;
            let runs = (exercise.runs)();
            let reports = runs.iter().map(Ask::report).collect::<Result<Vec<_>>>()?;
            let right = words(&(exercise.answer)(&reports).join(" "));
            if words(&answer.join(" ")) != right {
                writeln!(out, "Incorrect. Try")?;
                for ask in runs.iter().take(SHOWN) {
                    writeln!(out, "  {}", ask.command())?;
                }
                return Ok(ExitCode::from(1));
            }
            writeln!(out, "Right: {}.", (exercise.answer)(&reports).join(" "))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Of many runs, this many are shown.
const SHOWN: usize = 6;

fn numbered(number: usize) -> Result<&'static Exercise> {
    let found = number.checked_sub(1).and_then(|index| table::EXERCISES.get(index));
    match found {
        Some(exercise) => Ok(exercise),
        None => bail!(
            "there is no exercise {number}: they are numbered 1 to {}",
            table::EXERCISES.len()
        ),
    }
}

/// What an answer counts, which need not be said.
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

/// An answer without what does not matter: order, letter case, commas, "and", what is counted. A
/// cell of tic-tac-toe is the same as `c3` and as 9.
fn words(text: &str) -> Vec<String> {
    let grouped = text.replace(',', if text.contains(", ") { " " } else { "" });
    let mut words: Vec<String> = grouped.split_whitespace().map(str::to_lowercase).collect();
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

fn solved(report: &Report) -> bool {
    report.verdict == Ending::Solved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exercise_has_one_answer_whenever_it_is_worked_out() {
        for exercise in table::EXERCISES {
            let answer = || {
                let reports = (exercise.runs)().iter().map(Ask::report).collect::<Result<Vec<_>>>();
                (exercise.answer)(&reports.unwrap())
            };
            assert!(!answer().is_empty(), "{}", exercise.title);
            assert_eq!(answer(), answer(), "{}", exercise.title);
            assert!(exercise.question.lines().all(|line| line.chars().count() <= 100));
        }
    }

    #[test]
    fn an_answer_may_be_written_in_many_ways() {
        assert_eq!(words("181,440"), ["181440"]);
        assert_eq!(words("5, 2"), words("2 5"));
        assert_eq!(words("Stuck"), ["stuck"]);
        assert_ne!(words("2"), words("2 5"));
        assert_eq!(words("27 moves"), ["27"]);
        assert_eq!(words("cells 2 and 5"), words("5, 2"));
        assert_eq!(words("C3"), ["9"]);
        assert_eq!(words("B1"), ["2"]);
        assert_ne!(words("moves"), words(""));
    }
}
