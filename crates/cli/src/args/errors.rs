//! Errors in the arguments, each in one line, and help.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{Arguments, TEXTS, words};
use crate::show::{columns, fitted_to};

/// Help and version as clap has them; an error in one line, and exit code 2.
pub fn explain(error: &clap::Error) -> anyhow::Result<ExitCode> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let mut out = std::io::stdout().lock();
            let plain = error.render().to_string();
            let too_wide = |columns: &usize| {
                std::io::stdout().is_terminal()
                    && plain.lines().any(|line| line.chars().count() > *columns)
            };
            match columns().filter(too_wide) {
                Some(columns) => write!(out, "{}", fitted_to(&plain, columns))?,
                None if takes_colour() => write!(out, "{}", error.render().ansi())?,
                None => write!(out, "{plain}")?,
            }
            out.flush()?;
            return Ok(ExitCode::SUCCESS);
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => complain(&error.render()),
        _ => complain(&on_terminal(&goalward_lab::one_line(&first_line(error)))),
    }
    Ok(ExitCode::from(2))
}

/// Whether standard output is a terminal and plain text was not requested.
pub fn takes_colour() -> bool {
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !plain
}

/// An error in one line; on a terminal, it is wrapped between words.
pub fn on_terminal(line: &str) -> String {
    let size = || crossterm::terminal::size().ok().filter(|(columns, _)| *columns >= 20);
    match size().filter(|_| std::io::stderr().is_terminal()) {
        Some((columns, _)) => fitted_to(line, columns.into()),
        None => format!("{line}\n"),
    }
}

/// Prints what is wrong; if even that fails, only the exit code tells.
pub fn complain(words: &dyn std::fmt::Display) {
    let _ = write!(std::io::stderr(), "{words}");
}

/// The command that the process's arguments name, as far as it can be found, and its full name.
fn named() -> (clap::Command, String) {
    let mut command = Arguments::command();
    let mut name = command.get_name().to_string();
    for word in words().into_iter().skip(1) {
        let Some(inner) = command.find_subcommand(&word) else { break };
        name = format!("{name} {}", inner.get_name());
        command = inner.clone();
    }
    (command, name)
}

fn see_help(name: &str) -> String {
    format!(": `{name} --help` shows the usage")
}

/// The error without the usage and the tips, in one line.
fn first_line(error: &clap::Error) -> String {
    let rendered = error.render().to_string();
    let first = rendered.split("\n\n").next().unwrap_or("error: bad usage");
    let mut text = first.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    if let Some((said, values)) = text.split_once(" [possible values: ") {
        text = format!("{said}: choose from {}", values.trim_end_matches(']'));
    }
    if error.kind() == ErrorKind::InvalidSubcommand {
        let (command, _) = named();
        let choices: Vec<&str> = command.get_subcommands().map(|inner| inner.get_name()).collect();
        text += &format!(": choose from {}", choices.join(", "));
    }
    if error.kind() == ErrorKind::MissingRequiredArgument {
        text += &see_help(&named().1);
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
        match error.get(kind) {
            Some(ContextValue::String(name)) => text += &format!("; did you mean `{name}`?"),
            Some(ContextValue::Strings(names)) if !names.is_empty() => {
                text += &format!("; did you mean `{}`?", names[0]);
            }
            _ => {}
        }
    }
    if let (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    {
        let (command, name) = named();
        let has_text = TEXTS.iter().any(|(takes, _)| *takes == command.get_name());
        text += &match word.starts_with('-') {
            false if command.get_name() == "mark" => {
                ": write the command after --, such as -- python3 mine.py".into()
            }
            false if has_text => {
                ": put an instance of several words in quotes, such as \"1 2 3 4 5 6 7 8 0\"".into()
            }
            _ if error.get(ContextKind::SuggestedArg).is_some() => String::new(),
            _ => see_help(&name),
        };
    }
    text
}
