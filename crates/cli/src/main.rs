//! `goalward`: arguments in, reports out, exit codes.

mod args;
mod audit;
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

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return args::explain(&error),
    };
    let done = match arguments.command {
        Command::List(list) => list::run(&list),
        Command::Solve(solve) => solve::run(&solve),
        Command::Compare(compare) => compare::run(&compare),
        Command::Report(report) => results::report(&report),
        Command::Play(play) => play::run(&play),
        Command::Count(count) => count::run(&count),
        Command::Audit(audit) => audit::run(&audit),
        Command::Lab(lab) => lab::run(&lab),
        Command::Pdb(pdb) => pdb::run(&pdb),
    };
    match done {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
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
