//! The exercises of a teacher's file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use goalward::Limits;
use goalward_lab::exercises::Checked;
use goalward_lab::questions::{Asked, Questions, Variant};
use serde_json::json;

use super::commands;
use crate::args::Exercise as Command;
use crate::check;
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
                text += &format!("{number}. {}\n\n{}\n\n", variant.question.title, variant.text());
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

/// Whether an answer is right. A search that judges a plan is limited as that of `check` is.
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
    // Of two answers to one exercise the last counts.
    let mut students: Vec<(String, BTreeMap<usize, bool>)> = Vec::new();
    for (line_number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        // Spreadsheets write the names of the columns first.
        let is_head = line_number == 1 && line.to_lowercase().starts_with("student");
        if line.is_empty() || line.starts_with('#') || is_head {
            continue;
        }
        let mut pieces =
            line.splitn(3, [',', ';', '\t']).map(|piece| piece.trim().trim_matches('"'));
        let (student, number, answer) = (pieces.next(), pieces.next(), pieces.next());
        let number = number.and_then(|number| number.parse::<usize>().ok());
        let (Some(student), Some(number), Some(answer)) = (student, number, answer) else {
            bail!("line {line_number} of `{name}` is not student,number,answer");
        };
        let variant = questions
            .variant(student, number)
            .with_context(|| format!("line {line_number} of `{name}`"))?;
        let Checked { right, told, .. } = checked(&variant, answer)?;
        if json {
            let fact = json!({ "student": student, "exercise": number, "answer": answer,
                "correct": right, "told": told });
            writeln!(out, "{fact}")?;
        } else {
            writeln!(out, "{student}, exercise {number}: {told}")?;
        }
        match students.iter_mut().find(|(name, ..)| name == student) {
            Some((_, answers)) => {
                answers.insert(number, right);
            }
            None => students.push((student.into(), BTreeMap::from([(number, right)]))),
        }
    }
    if !json {
        writeln!(out)?;
        let width = students.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        let of = questions.list.len();
        for (name, answers) in &students {
            let right = answers.values().filter(|right| **right).count();
            writeln!(out, "  {name:<width$}  {right} of {of}")?;
        }
    }
    Ok(())
}
