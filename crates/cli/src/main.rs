//! `goalward`: arguments in, reports out, exit codes.

mod args;
mod compare;
mod count;
mod exit;
mod lab;
mod list;
mod pdb;
mod play;
mod progress;
mod results;
mod show;
mod slurm;
mod solve;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Command};
use goalward_lab::one_line;

fn main() -> ExitCode {
    let done = match Arguments::try_parse().map(|arguments| arguments.command) {
        Err(error) => args::explain(&error),
        Ok(Command::List(list)) => list::run(&list),
        Ok(Command::Solve(solve)) => solve::run(&solve),
        Ok(Command::Compare(compare)) => compare::run(&compare),
        Ok(Command::Report(report)) => results::report(&report),
        Ok(Command::Play(play)) => play::run(&play),
        Ok(Command::Count(count)) => count::run(&count),
        Ok(Command::Lab(lab)) => lab::run(&lab),
        Ok(Command::Pdb(pdb)) => pdb::run(&pdb),
    };
    match done {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            args::complain(&format_args!("error: {}\n", one_line(&format!("{error:#}"))));
            ExitCode::from(2)
        }
    }
}

/// Whether a reader such as `head` had enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
