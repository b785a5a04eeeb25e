//! The program `goalward` as a library: arguments in, reports out, exit codes.
//!
//! Your own program is the same with your domains added, in every command and on the page;
//! `docs/own-domain.md` explains an example.
//!
//! ```no_run
//! # use goalward_lab::Domain;
//! # const MY_DOMAIN: fn() -> Domain = || unimplemented!();
//! fn main() -> std::process::ExitCode {
//!     goalward_cli::main_with([MY_DOMAIN()])
//! }
//! ```
//!
//! # The map
//! - `args`, `settings`: the command line, and the settings of domains as its options;
//! - `list`, `solve`, `compare` and the others: a file for each command;
//! - `watch`: a search step by step in the terminal;
//! - `show`, `results`: what is printed; `exit`: exit codes.

mod args;
mod audit;
mod check;
mod compare;
mod count;
mod estimates;
mod exercise;
mod exit;
mod generate;
#[cfg(feature = "page")]
mod lab;
mod list;
mod mark;
mod pdb;
mod play;
mod process;
mod progress;
#[cfg(feature = "page")]
mod qr;
mod results;
mod settings;
mod show;
mod slurm;
mod solve;
mod watch;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::Result;
use goalward::simd::Simd;
use goalward_experiment::{ISOLATED, built_from, isolated};
use goalward_lab::{Domain, RunError, add_domains, caught, one_line};

use args::Command;

/// [`main_with`] with the arguments given here, the program's own path first, instead of those of
/// the process: for a program that is started by another, as Python starts scripts.
pub fn main_from(
    arguments: impl IntoIterator<Item = OsString>,
    added: impl IntoIterator<Item = Domain>,
) -> ExitCode {
    args::GIVEN.get_or_init(|| arguments.into_iter().collect());
    main_with(added)
}

/// The whole program with these domains in addition to those that ship: reads the process's
/// arguments, prints, and returns the documented exit code. It can be called once.
pub fn main_with(added: impl IntoIterator<Item = Domain>) -> ExitCode {
    run(added.into_iter().collect())
}

fn run(added: Vec<Domain>) -> ExitCode {
    // The options of the commands depend on the settings of the domains.
    let work = || {
        built_from(env!("GOALWARD_COMMIT"));
        add_domains(added)?;
        if std::env::var_os(ISOLATED).is_some() {
            // One run of a comparison, for the process that started this one.
            isolated(std::io::stdin().lock(), std::io::stdout().lock())?;
            return Ok(ExitCode::SUCCESS);
        }
        match args::parsed() {
            Err(error) => args::explain(&error),
            Ok(arguments) => {
                Simd::chosen()?;
                if let Some(seed) = args::DRAWN.get() {
                    args::complain(&format_args!(
                        "Seed {seed}, chosen at random: --seed {seed} repeats this run.\n"
                    ));
                }
                obey(arguments.command)
            }
        }
    };
    let done = caught(work).unwrap_or_else(|why| Err(Fault(why).into()));
    match done {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            args::complain(&args::on_terminal(&one_line(&format!("error: {error:#}"))));
            ExitCode::from(if is_fault(&error) { 1 } else { 2 })
        }
    }
}

fn obey(command: Command) -> Result<ExitCode> {
    match command {
        Command::List(list) => list::run(&list),
        Command::Solve(solve) => solve::run(&solve),
        Command::Compare(compare) => compare::run(&compare),
        Command::Report(report) => results::report(&report),
        Command::Play(play) => play::run(&play),
        Command::Count(count) => count::run(&count),
        Command::Audit(audit) => audit::run(&audit),
        Command::Mark(mark) => mark::run(&mark),
        Command::Check(check) => check::run(&check),
        #[cfg(feature = "page")]
        Command::Lab(lab) => lab::run(&lab),
        Command::Pdb(pdb) => pdb::run(&pdb),
        Command::Exercise(exercise) => exercise::run(&exercise),
        Command::Completions(completions) => generate::completions(&completions),
        Command::Man(man) => generate::man(&man),
        Command::Reference => generate::reference(),
    }
}

/// A panic outside of any run.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Fault(String);

/// Whether an error is the program's and not the user's.
fn is_fault(error: &anyhow::Error) -> bool {
    let of_run = error.downcast_ref::<RunError>();
    error.is::<Fault>()
        || matches!(of_run, Some(RunError::Panicked { .. } | RunError::Check { .. }))
}

/// Whether a reader such as `head` has read enough.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
