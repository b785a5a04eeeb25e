//! Other people's programs, run under limits: each in a process group that is killed as a whole,
//! with a bound on what it may use and print.

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Allowance {
    /// Wall-clock time.
    pub time: Duration,
    /// Bytes of address space; none: unlimited.
    pub memory: Option<u64>,
    /// Bytes that it may print.
    pub output: u64,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// On its own, with this exit code.
    Exited(i32),
    /// By this signal.
    Signal(i32),
    /// It was killed: it took too long.
    Time,
    /// It was killed: it printed too much.
    Output,
    /// It was killed by request.
    Interrupted,
}

/// The result of running a program.
#[derive(Debug)]
pub struct Ran {
    /// How it ended.
    pub fate: Fate,
    /// What it printed, as far as it was read.
    pub stdout: Vec<u8>,
    /// The last line of its errors.
    pub complaint: String,
    /// How long it took, in wall-clock time.
    pub seconds: f64,
}

/// A running program, killed with all that it started when this is dropped.
pub struct Process {
    child: Child,
    is_over: bool,
}

/// Refuses a command whose program does not exist.
pub fn find(command: &[OsString]) -> Result<()> {
    let Some(program) = command.first() else { bail!("no command: write it after --") };
    let shown = program.to_string_lossy();
    let is_file = |path: &Path| path.is_file();
    let found = match Path::new(program).components().count() {
        1 if !shown.contains('/') => {
            let folders = std::env::var_os("PATH").unwrap_or_default();
            std::env::split_paths(&folders).any(|folder| is_file(&folder.join(program)))
        }
        _ => is_file(Path::new(program)),
    };
    if !found {
        bail!(
            "there is no program `{shown}`: write the command after --, such as -- python3 mine.py"
        );
    }
    Ok(())
}

impl Process {
    /// Starts a command in its own group, its three streams piped.
    #[cfg(unix)]
    pub fn start<W: AsRef<OsStr>>(command: &[W], allowance: &Allowance) -> Result<Self> {
        use std::os::unix::process::CommandExt;
        // At least a second more than the time limit: for processes that outlive this one.
        let seconds = allowance.time.as_secs() + 2;
        let memory =
            allowance.memory.map(|bytes| format!("ulimit -v {} && ", bytes.div_ceil(1024)));
        let script =
            format!("ulimit -c 0; ulimit -t {seconds}; {}exec \"$@\"", memory.unwrap_or_default());
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &script, "sh"]).args(command).process_group(0);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = shell.spawn().context("cannot start the command")?;
        Ok(Process { child, is_over: false })
    }

    /// Starts a command.
    #[cfg(not(unix))]
    pub fn start<W: AsRef<OsStr>>(_: &[W], _: &Allowance) -> Result<Self> {
        bail!("programs can be run under limits on Unix only")
    }

    /// Its standard input and output, once.
    pub fn pipes(&mut self) -> (ChildStdin, ChildStdout) {
        let (stdin, stdout) = (self.child.stdin.take(), self.child.stdout.take());
        (stdin.expect("it is piped"), stdout.expect("it is piped"))
    }

    /// Its standard error, as it is printed.
    pub fn errors(&mut self, most: u64) -> Kept {
        Kept::of(self.child.stderr.take().expect("it is piped"), most)
    }

    /// Whether it has ended; it is not reaped yet, so that its process id is not reused.
    #[cfg(unix)]
    fn has_ended(&self) -> bool {
        use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error means that there is nothing to wait for.
        !matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), look), Ok(None))
    }

    #[cfg(not(unix))]
    fn has_ended(&self) -> bool {
        true
    }

    /// Kills it and all of its group, and reaps it.
    fn end(&mut self) -> Option<std::process::ExitStatus> {
        if self.is_over {
            return None;
        }
        self.is_over = true;
        #[cfg(unix)]
        {
            use rustix::process::{Pid, Signal, kill_process_group};
            // If nothing of the group is left, there is nothing to kill.
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        }
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Runs a command to its end or to a bound; `input` is its standard input.
pub fn run(
    command: &[OsString],
    input: &str,
    allowance: &Allowance,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<Ran> {
    let began = Instant::now();
    let mut process = Process::start(command, allowance)?;
    let (mut stdin, stdout) = process.pipes();
    let errors = process.errors(allowance.output);
    let printed = Kept::of(stdout, allowance.output);
    let input = input.to_string();
    // A program need not read its input: this thread then ends when the program does.
    std::thread::spawn(move || {
        let _ = stdin.write_all(input.as_bytes()).and_then(|()| stdin.write_all(b"\n"));
    });
    let killed = loop {
        if process.has_ended() {
            break None;
        }
        if printed.is_over() || errors.is_over() {
            break Some(Fate::Output);
        }
        let passed = began.elapsed();
        if passed > allowance.time {
            break Some(Fate::Time);
        }
        if is_cancelled() {
            break Some(Fate::Interrupted);
        }
        // Short runs are timed closely, and long ones are not disturbed.
        std::thread::sleep((passed / 32).clamp(SHORTEST, LONGEST));
    };
    let seconds = began.elapsed().as_secs_f64();
    let status = process.end();
    let (stdout, too_much) = printed.end();
    let (stderr, far_too_much) = errors.end();
    let fate = match killed {
        Some(fate) => fate,
        None if too_much || far_too_much => Fate::Output,
        None => ended(status),
    };
    let stderr = String::from_utf8_lossy(&stderr).into_owned();
    let last = stderr.lines().map(str::trim).rfind(|line| !line.is_empty());
    let complaint = last.unwrap_or_default().chars().take(200).collect();
    Ok(Ran { fate, stdout, complaint, seconds })
}

const SHORTEST: Duration = Duration::from_micros(200);
const LONGEST: Duration = Duration::from_millis(10);

fn ended(status: Option<std::process::ExitStatus>) -> Fate {
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        if let Some(signal) = status.and_then(|status| status.signal()) {
            return Fate::Signal(signal);
        }
    }
    Fate::Exited(status.and_then(|status| status.code()).unwrap_or(-1))
}

/// The output of a program, read as it is printed and kept up to a bound.
pub struct Kept {
    bytes: Arc<Mutex<Vec<u8>>>,
    over: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<()>,
}

impl Kept {
    fn of(mut source: impl Read + Send + 'static, most: u64) -> Self {
        let bytes: Arc<Mutex<Vec<u8>>> = Arc::default();
        let over: Arc<AtomicBool> = Arc::default();
        let (kept, is_over) = (bytes.clone(), over.clone());
        let thread = std::thread::spawn(move || {
            let mut chunk = vec![0; 64 * 1024];
            loop {
                let count = match source.read(&mut chunk) {
                    Ok(0) => return,
                    Ok(count) => count,
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                    Err(_) => return,
                };
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = (most as usize).saturating_sub(kept.len());
                kept.extend_from_slice(&chunk[..count.min(room)]);
                if count > room {
                    // Reading ends here, which breaks the pipe.
                    is_over.store(true, Relaxed);
                    return;
                }
            }
        });
        Kept { bytes, over, thread }
    }

    fn is_over(&self) -> bool {
        self.over.load(Relaxed)
    }

    /// What was printed, and whether it was too much. A process that left the group may hold the
    /// pipe open for ever: it is not waited for.
    fn end(self) -> (Vec<u8>, bool) {
        let began = Instant::now();
        while !self.thread.is_finished() && began.elapsed() < PATIENCE {
            std::thread::sleep(SHORTEST);
        }
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        (bytes, self.over.load(Relaxed))
    }

    /// The last line printed so far.
    pub fn last_line(&self) -> String {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let last = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        last.unwrap_or_default().chars().take(200).collect()
    }
}

/// How long to read the output of a program that has ended.
const PATIENCE: Duration = Duration::from_secs(3);
