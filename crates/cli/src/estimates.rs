//! The user's own heuristic: a table, or a program that answers line by line.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::ChildStdin;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use goalward_lab::audit::Table;
use goalward_lab::one_line;

use crate::process::{Allowance, Kept, Process};
use crate::solve::read_text;

/// Where estimates come from.
pub enum Estimates {
    /// A table.
    Table(Table),
    /// A program.
    Program(Box<Program>),
}

impl Estimates {
    /// The table of `@FILE`, or the program that a command starts.
    pub fn open(source: &str) -> Result<Self> {
        if source.starts_with('@') {
            let table = read_text(source)?.parse::<Table>();
            return table
                .map(Estimates::Table)
                .map_err(|error| anyhow!("`{}`: {error}", &source[1..]));
        }
        if source.trim().is_empty() {
            bail!("no command: use @FILE for a table, or a command such as \"python3 mine.py\"");
        }
        if Path::new(source).is_file() {
            if !source.contains('/') {
                bail!(
                    "`{source}` is a file: write @{source} for a table, or ./{source} for a program"
                );
            }
            if !is_executable(source) {
                bail!(
                    "`{source}` is not a program: write @{source} for a table, or a command such as \
                     \"python3 {source}\""
                );
            }
        }
        Ok(Estimates::Program(Box::new(Program::start(source)?)))
    }

    /// Makes sure that a program gave no more answers than it was asked for: otherwise they may
    /// belong to other states.
    pub fn finish(&self) -> Result<()> {
        match self {
            Estimates::Table(_) => Ok(()),
            Estimates::Program(program) => program.finish().map_err(|error| anyhow!(error)),
        }
    }

    /// The estimate of a state.
    pub fn tell(&self, state: &str) -> Result<f64, String> {
        match self {
            Estimates::Table(table) => table.tell(state),
            Estimates::Program(program) => program.tell(state),
        }
    }
}

/// Whether a file is executable, on systems that have such permissions.
fn is_executable(path: &str) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).is_ok_and(|file| file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        Path::new(path).is_file()
    }
}

/// A program that reads one state per line and answers each with an estimate on a line.
pub struct Program {
    command: String,
    /// Open until the program has been asked about every state.
    input: RefCell<Option<ChildStdin>>,
    answers: Receiver<String>,
    errors: Kept,
    /// Killed when this is dropped.
    _process: Process,
}

/// How long one answer may take.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long to wait for answers that nobody asked for.
const FAREWELL: Duration = Duration::from_millis(200);
/// An answer is no longer than this.
const LONGEST: u64 = 1_000;
/// How many bytes of its standard error are read.
const ERRORS: u64 = 1_000_000;
/// How much processor time it may take in all.
const TIME: Duration = Duration::from_secs(24 * 3600);

impl Program {
    fn start(command: &str) -> Result<Self> {
        let allowance = Allowance { time: TIME, memory: None, output: ERRORS };
        let mut process = Process::start(&["/bin/sh", "-c", command], &allowance)?;
        let (input, output) = process.pipes();
        let errors = process.errors(ERRORS);
        // No more than one answer is read ahead, however many are printed.
        let (send, answers) = sync_channel(1);
        std::thread::spawn(move || read_lines(output, &send));
        let input = RefCell::new(Some(input));
        Ok(Program { command: command.into(), input, answers, errors, _process: process })
    }

    fn tell(&self, state: &str) -> Result<f64, String> {
        let name = &self.command;
        if let Ok(answer) = self.answers.try_recv() {
            return Err(self.early(&answer));
        }
        // If it has ended, that is reported below.
        if let Some(input) = &mut *self.input.borrow_mut() {
            let _ = writeln!(input, "{state}").and_then(|()| input.flush());
        }
        let answer = self.answers.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!(
                "`{name}` does not answer `{state}` within {} s: answer each line at once, in \
                 Python with print(h, flush=True)",
                PATIENCE.as_secs()
            ),
            RecvTimeoutError::Disconnected => {
                // Its last error may arrive a moment later.
                std::thread::sleep(Duration::from_millis(100));
                let said = match self.errors.last_line() {
                    last if last.is_empty() => String::new(),
                    last => format!(": {}", one_line(&last)),
                };
                format!("`{name}` exits before it answers `{state}`{said}")
            }
        })?;
        answer.trim().parse().map_err(|_| {
            let answer = shown(&answer);
            format!("`{name}` answers `{answer}` to `{state}`: a number was expected")
        })
    }
}

impl Program {
    /// A well-behaved program ends with its input, or waits for more.
    fn finish(&self) -> Result<(), String> {
        self.input.borrow_mut().take();
        match self.answers.recv_timeout(FAREWELL) {
            Ok(answer) if !answer.trim().is_empty() => Err(self.early(&answer)),
            _ => Ok(()),
        }
    }

    fn early(&self, answer: &str) -> String {
        let (name, answer) = (&self.command, shown(answer));
        format!("`{name}` prints `{answer}` before it is asked: print one line for each line read")
    }
}

/// The beginning of an answer, for an error.
fn shown(answer: &str) -> String {
    let answer = one_line(answer.trim());
    match answer.chars().nth(40) {
        Some(_) => answer.chars().take(40).chain(['…']).collect(),
        None => answer,
    }
}

/// Sends each line that a program prints, until it ends or the receiver is gone.
fn read_lines(output: impl Read, send: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
            return;
        }
    }
}
