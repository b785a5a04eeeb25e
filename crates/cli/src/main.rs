//! `goalward`.

use std::process::ExitCode;

fn main() -> ExitCode {
    goalward_cli::main_with([])
}
