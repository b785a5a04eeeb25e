//! The command `goalward`, called from Python.

use std::ffi::OsString;
use std::process::ExitCode;

use pyo3::prelude::*;

/// Runs the command with these words, the program's path first, and returns its exit code.
#[pyfunction]
pub fn main(py: Python<'_>, words: Vec<OsString>) -> u8 {
    let code = py.detach(|| goalward_cli::main_from(words, []));
    let same = |number: &u8| ExitCode::from(*number) == code;
    (0..=u8::MAX).find(same).expect("an exit code is a byte")
}
