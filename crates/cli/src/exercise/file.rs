//! The exercises of a teacher's file.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use goalward::Limits;
use goalward_lab::experiment::quoted;
use goalward_lab::judge::judge;
use goalward_lab::one_line;
use goalward_lab::questions::{Answer, Question, Questions, Variant};
use serde_json::json;

use super::words;
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
                let variant = variant(&questions, student, number)?;
                text += &format!("{number}. {}\n\n{}\n\n", variant.question.title, variant.text());
                if variant.question.hint {
                    text += &format!("Begin with\n{}\n", commands(&variant));
                }
            }
            writeln!(out, "{}", text.trim_end())?;
        }
        Command::Check { number, answer } => {
            let variant = variant(&questions, student, *number)?;
            let checked = Checked::of(&variant, &answer.join(" "))?;
            writeln!(out, "{}", checked.told)?;
            if !checked.right && variant.question.hint {
                write!(out, "Try\n{}", commands(&variant))?;
            }
            return Ok(ExitCode::from(u8::from(!checked.right)));
        }
        Command::Mark { answers, json } => mark(&mut out, &questions, answers, *json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The variant of a student of exercise `number`.
fn variant<'a>(questions: &'a Questions, student: &str, number: usize) -> Result<Variant<'a>> {
    let found: Option<&Question> =
        number.checked_sub(1).and_then(|index| questions.list.get(index));
    let Some(question) = found else {
        bail!("there is no exercise {number}: they are numbered 1 to {}", questions.list.len())
    };
    question.variant(student, number).with_context(|| format!("exercise {number}"))
}

/// The runs of a question by hand, a line each.
fn commands(variant: &Variant<'_>) -> String {
    let line = |(domain, instance, method, seed): (String, Option<&str>, String, u64)| {
        let instance = instance.map_or(String::new(), |text| format!(" {}", quoted(text)));
        let (domain, method) = (quoted(&domain), quoted(&method));
        format!("  goalward solve {domain}{instance} --method {method} --seed {seed}\n")
    };
    variant.runs().map(line).collect()
}

/// What was found out about an answer.
struct Checked {
    right: bool,
    /// In a sentence, which does not give the right answer away.
    told: String,
}

impl Checked {
    fn of(variant: &Variant<'_>, answer: &str) -> Result<Self> {
        Ok(match variant.answer()? {
            Answer::Words(right) => {
                let is_right = words(answer) == words(&right.join(" "));
                let told = if is_right { "Correct." } else { "Incorrect." };
                Checked { right: is_right, told: told.into() }
            }
            Answer::Judged { optimal } => {
                let limits = Limits {
                    nodes: Some(check::NODES),
                    memory: most_of_free_memory(),
                    ..Limits::default()
                };
                let judged = judge(variant.domain, variant.instance.as_ref(), answer, &limits)?;
                let right = judged.correct && (!optimal || judged.optimal != Some(false));
                let told = match (right, judged.correct) {
                    (true, _) => "Correct.".into(),
                    // How good it could be is for the student to find out.
                    (false, true) => "Incorrect: it is not optimal.".into(),
                    (false, false)
                        if variant.instance.game().is_some() && judged.value.is_some() =>
                    {
                        "Incorrect: another move is better.".into()
                    }
                    (false, false) => one_line(&judged.summary),
                };
                Checked { right, told }
            }
        })
    }
}

/// Marks the answers of a class: a line each, or a JSON object each.
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
        let variant = variant(questions, student, number)
            .with_context(|| format!("line {line_number} of `{name}`"))?;
        let Checked { right, told } = Checked::of(&variant, answer)?;
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
