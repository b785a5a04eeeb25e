//! `goalward exercise`: questions whose answers are computed by running the searches.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use goalward::Limits;
use goalward_experiment::exercises::{Ask, EXERCISES, Exercise};

use crate::args::{Exercise as Command, Exercises};
use crate::show::fitted;

mod file;

/// Lists, shows or checks.
pub fn run(exercises: &Exercises) -> Result<ExitCode> {
    if let Some(path) = &exercises.file {
        let student = exercises.student.as_deref().unwrap_or_default();
        return file::run(path, student, &exercises.command);
    }
    let mut out = std::io::stdout().lock();
    match &exercises.command {
        Command::Mark { .. } => bail!("marking needs a teacher's file: use --file FILE"),
        Command::List => {
            for (number, exercise) in (1..).zip(EXERCISES) {
                writeln!(out, "{number:>3}  {}", exercise.title)?;
            }
            let how = "`goalward exercise show N` shows a question, `goalward exercise check N \
                       ANSWER` checks an answer.\n";
            write!(out, "\n{}", fitted(how))?;
        }
        Command::Show { number } => {
            let all = number.map_or(1..=EXERCISES.len(), |number| number..=number);
            let last = *all.end();
            for number in all {
                let exercise = Exercise::numbered(number)?;
                let asked = format!("{number}. {}\n\n{}\n", exercise.title, exercise.question);
                writeln!(out, "{}", fitted(&asked))?;
                if let Some(first) = exercise.begin() {
                    write!(out, "Start with\n{}", commands(&[first]))?;
                }
                if number < last {
                    writeln!(out)?;
                }
            }
        }
        Command::Check { number, answer } => {
            let exercise = Exercise::numbered(*number)?;
            let checked = exercise.check(&answer.join(" "), &Limits::default())?;
            if !checked.right {
                write!(out, "{} Try\n{}", checked.told, commands(&checked.tries))?;
                return Ok(ExitCode::from(1));
            }
            writeln!(out, "{}", checked.told)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The commands of the runs, one per line.
fn commands(runs: &[Ask]) -> String {
    runs.iter().map(|ask| format!("  {}\n", ask.command())).collect()
}
