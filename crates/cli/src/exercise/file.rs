//! The exercises of a teacher's file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use goalward::Limits;
use goalward_experiment::exercises::Checked;
use goalward_experiment::questions::{Asked, Questions, Variant};
use serde_json::json;

use super::commands;
use crate::args::Exercise as Command;
use crate::check;
use crate::show::fitted;
use crate::solve::{most_of_free_memory, read_all};

/// Lists, shows, checks or marks.
pub fn run(path: &Path, student: &str, command: &Command) -> Result<ExitCode> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("cannot open `{name}`"))?;
    let questions = read_all(file, &name)?.parse::<Questions>();
    let questions = questions.map_err(|error| anyhow!("`{name}`: {error}"))?;
    let mut out = std::io::stdout().lock();
    match command {
        Command::List => {
            for (number, question) in (1..).zip(&questions.list) {
                writeln!(out, "{number:>3}  {}", question.title)?;
            }
        }
        Command::Show { number } => {
            let all = number.map_or(1..=questions.list.len(), |number| number..=number);
            let mut text = String::new();
            if number.is_none() && !questions.title.is_empty() {
                text += &format!("{}\n\n", questions.title);
            }
            for number in all {
                let variant = questions.variant(student, number)?;
                let asked = format!("{number}. {}\n\n{}\n", variant.question.title, variant.text());
                text += &format!("{}\n", fitted(&asked));
                if variant.question.hint {
                    text += &format!("Start with\n{}\n", commands(&variant.hints()));
                }
            }
            writeln!(out, "{}", text.trim_end())?;
        }
        Command::Check { number, answer } => {
            let checked = checked(&questions.variant(student, *number)?, &answer.join(" "))?;
            writeln!(out, "{}", checked.told)?;
            if !checked.tries.is_empty() {
                write!(out, "Try\n{}", commands(&checked.tries))?;
            }
            return Ok(ExitCode::from(u8::from(!checked.right)));
        }
        Command::Mark { answers, json } => mark(&mut out, &questions, answers, *json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether an answer is right. A search that judges a plan has the same limits as in `check`.
fn checked(variant: &Variant<'_>, answer: &str) -> Result<Checked> {
    let judged = matches!(variant.question.asked, Asked::Plan | Asked::OptimalPlan);
    let nodes = judged.then_some(check::NODES);
    let limits = Limits { nodes, memory: most_of_free_memory(), ..Limits::default() };
    Ok(variant.check(answer, &limits)?)
}

/// Marks the answers of a class, printing a line or a JSON object for each.
fn mark(out: &mut impl Write, questions: &Questions, path: &Path, json: bool) -> Result<()> {
    let name = path.display().to_string();
    let text = match name.as_str() {
        "-" => read_all(std::io::stdin(), "standard input")?,
        _ => read_all(File::open(path).with_context(|| format!("cannot open `{name}`"))?, &name)?,
    };
    // Errors in the file are reported before anything is marked.
    let mut answers = Vec::new();
    for (line_number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        // Spreadsheets write the names of the columns first.
        let is_head =
            line_number == 1 && line.trim_start_matches('"').to_lowercase().starts_with("student");
        if line.is_empty() || line.starts_with('#') || is_head {
            continue;
        }
        let Some(answer) = Answer::read(line) else {
            bail!("line {line_number} of `{name}` is not student,number,answer");
        };
        answers.push(answer);
    }
    // Of several answers to one exercise, the last counts.
    let mut students: Vec<(String, BTreeMap<usize, bool>)> = Vec::new();
    let of = questions.list.len();
    for Answer { student, number, answer } in answers {
        let (right, told) = match (1..=of).contains(&number) {
            false => {
                (false, format!("there is no exercise {number}: they are numbered 1 to {of}."))
            }
            true => {
                let checked = checked(&questions.variant(&student, number)?, &answer)?;
                (checked.right, checked.told)
            }
        };
        if json {
            let fact = json!({ "student": student, "exercise": number, "answer": answer,
                "correct": right, "told": told });
            writeln!(out, "{fact}")?;
        } else {
            write!(out, "{}", fitted(&format!("{student}, exercise {number}: {told}\n")))?;
        }
        match students.iter_mut().find(|(name, ..)| same_student(name, &student)) {
            Some((_, answers)) => {
                answers.insert(number, right);
            }
            None => students.push((student, BTreeMap::from([(number, right)]))),
        }
    }
    if !json {
        writeln!(out)?;
        let width = students.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        for (name, answers) in &students {
            let right = answers.values().filter(|right| **right).count();
            writeln!(out, "  {name:<width$}  {right} of {of}")?;
        }
    }
    Ok(())
}

/// A line of a class's answers.
struct Answer {
    student: String,
    number: usize,
    answer: String,
}

impl Answer {
    /// Reads `student,number,answer`, whose parts may be in quotes, as spreadsheets write them.
    fn read(line: &str) -> Option<Self> {
        let (student, rest) = field(line)?;
        let (number, rest) = field(rest)?;
        let answer = match rest.trim().strip_prefix('"') {
            Some(quoted) => quoted.strip_suffix('"')?.replace("\"\"", "\""),
            None => rest.trim().into(),
        };
        Some(Answer { student, number: number.parse().ok()?, answer })
    }
}

/// The first part of a line, and what follows the comma, semicolon or tab after it.
fn field(text: &str) -> Option<(String, &str)> {
    let is_between = |c: char| matches!(c, ',' | ';' | '\t');
    let text = text.trim_start_matches(' ');
    let Some(quoted) = text.strip_prefix('"') else {
        let (part, rest) = text.split_once(is_between)?;
        return Some((part.trim().into(), rest));
    };
    // Within quotes, a doubled quote stands for one.
    let (mut part, mut rest) = (String::new(), quoted);
    loop {
        let (before, after) = rest.split_once('"')?;
        part += before;
        match after.strip_prefix('"') {
            Some(after) => {
                part.push('"');
                rest = after;
            }
            None => {
                return Some((part.trim().into(), after.trim_start().strip_prefix(is_between)?));
            }
        }
    }
}

/// Whether two names have the same variants.
fn same_student(one: &str, other: &str) -> bool {
    let words = |name: &str| name.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    words(one) == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_spreadsheets_write_them() {
        let read = |line| Answer::read(line).map(|one| (one.student, one.number, one.answer));
        let wanted = |student: &str, answer: &str| Some((student.into(), 4, answer.into()));
        assert_eq!(read("Ada Lovelace,4,L, R"), wanted("Ada Lovelace", "L, R"));
        assert_eq!(read("\"Lovelace, Ada\",4,\"L, R\""), wanted("Lovelace, Ada", "L, R"));
        assert_eq!(read("\"Ada \"\"A\"\" L\";\"4\";10"), wanted("Ada \"A\" L", "10"));
        assert_eq!(read("Ada\t4\t1 2"), wanted("Ada", "1 2"));
        assert_eq!(read("Ada,4,"), wanted("Ada", ""));
        for line in ["Ada", "Ada,4", "Ada,x,1", "\"Ada,4,1", "\"Ada\"x,4,1", "Ada,4,\"1"] {
            assert_eq!(read(line), None, "{line}");
        }
        assert!(same_student("ada  LOVELACE", "Ada Lovelace") && !same_student("a", "b"));
    }
}
