//! A contestant: a process that makes its instances once, and then does its work whenever it is
//! told to.

use std::io::BufRead;

use cpu_time::ThreadTime;

/// The result of one run of some work.
pub struct Done {
    /// A cost, a sum of costs or a count: what every contestant must agree on. 0 if chance
    /// decides.
    pub answer: u64,
    /// What a rate counts: nodes expanded, steps taken. 0 if the contestant does not report it.
    pub steps: u64,
    /// A further remark.
    pub note: String,
}

impl Done {
    /// An answer and nothing else.
    pub fn answer(answer: u64) -> Self {
        Done { answer, steps: 0, note: String::new() }
    }
}

/// One run.
pub type Work = Box<dyn FnMut() -> Done>;

/// Seconds since some moment.
pub type Clock = fn() -> f64;

/// The processor time of this thread: other programs do not count.
pub fn processor() -> f64 {
    ThreadTime::now().as_duration().as_secs_f64()
}

/// For each line on standard input, a number of seconds, repeats the work until they have passed,
/// and prints the time and the result of a run as a line of JSON.
pub fn serve(clock: Clock, mut work: Work) {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let least = line.trim().parse().unwrap_or(0.0);
        let (seconds, Done { answer, steps, note }) = measure(clock, &mut work, least);
        let peak = peak_bytes();
        println!(
            "{{\"seconds\":{seconds:e},\"answer\":{answer},\"steps\":{steps},\"peak\":{peak},\
             \"note\":\"{note}\"}}"
        );
    }
}

/// The time and the result of a run, the work being repeated until this many seconds have passed.
///
/// Reading the clock takes a fraction of a microsecond, which would distort runs as short as that:
/// these are timed many at once, after earlier runs have shown how long they take.
pub fn measure(clock: Clock, work: &mut Work, least: f64) -> (f64, Done) {
    let (mut spent, mut runs, mut together) = (0.0, 0, 1);
    loop {
        let began = clock();
        for _ in 1..together {
            work();
        }
        let done = work();
        spent += clock() - began;
        runs += together;
        let each = spent / f64::from(runs);
        if spent >= least {
            return (each, done);
        }
        together = if each < SHORT { (BATCH / each.max(1e-9)) as u32 } else { 1 };
    }
}

/// Runs of fewer seconds are timed many at once.
const SHORT: f64 = 1e-4;

/// For about this many seconds.
const BATCH: f64 = 1e-3;

/// The most memory that this process had, in bytes; 0 if the system does not report it.
fn peak_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kibibytes.unwrap_or(0) * 1024
}
