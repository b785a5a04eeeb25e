//! Contestants in turn, so that a slow spell of the machine hits all of them.

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

/// How long and how often to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most measurements of each contestant.
    pub repeats: usize,
    /// A measurement repeats short work for this many seconds.
    pub least: f64,
    /// A contestant that has taken this many seconds is not measured again.
    pub most: f64,
    /// A contestant that does not answer within this time is killed.
    pub patience: Duration,
}

impl fmt::Display for Effort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Effort { repeats, least, most, patience: _ } = self;
        write!(
            f,
            "Effort: up to {repeats} measurements of each contestant, fewer when they took more \
             than {most} s; short work is repeated for {least} s in each"
        )
    }
}

/// One measurement, as a contestant reports it.
#[derive(Clone, Debug, Deserialize)]
pub struct Sample {
    /// What one run took.
    pub seconds: f64,
    /// What contestants must agree on.
    pub answer: u64,
    /// What a rate counts.
    pub steps: u64,
    /// The most memory the process had, in bytes.
    pub peak: u64,
    /// A further remark.
    pub note: String,
}

/// A contestant for a kind of work.
pub struct Entrant {
    /// The name, with its version.
    pub who: String,
    /// Its process.
    pub command: Command,
}

/// The result of a contestant.
pub struct Score {
    /// The name, with its version.
    pub who: String,
    /// Its measurements, or why there are none.
    pub samples: Result<Vec<Sample>, String>,
}

/// A contestant that waits for its turn.
struct Running {
    child: Child,
    ask: ChildStdin,
    answers: Receiver<String>,
}

impl Running {
    fn start(command: &mut Command) -> Result<Self> {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{:?} does not start", command.get_program()))?;
        let (ask, answers) = (child.stdin.take(), child.stdout.take());
        let (Some(ask), Some(answers)) = (ask, answers) else { bail!("it has no pipes") };
        let (send, lines) = channel();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(answers).lines().map_while(Result::ok);
            lines.all(|line| send.send(line).is_ok())
        });
        Ok(Running { child, ask, answers: lines })
    }

    fn measure(&mut self, least: f64, patience: Duration) -> Result<Sample> {
        writeln!(self.ask, "{least}")?;
        let line = match self.answers.recv_timeout(patience) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => bail!("it ended without an answer"),
            Err(RecvTimeoutError::Timeout) => {
                self.child.kill()?;
                self.child.wait()?;
                bail!("it gave no answer within {} s", patience.as_secs())
            }
        };
        serde_json::from_str(&line).with_context(|| format!("it said {line:?}"))
    }

    /// Lets it end.
    fn dismiss(mut self) {
        drop(self.ask);
        let _ = self.child.wait();
    }
}

/// A contestant, and what it has done so far.
struct Seat {
    who: String,
    running: Result<Running>,
    samples: Vec<Sample>,
    spent: f64,
}

impl Seat {
    fn take_turn(&mut self, effort: Effort, least: f64) {
        let Ok(running) = &mut self.running else { return };
        if self.samples.len() >= effort.repeats || self.spent > effort.most {
            return;
        }
        let began = Instant::now();
        match running.measure(least, effort.patience) {
            Ok(sample) => self.samples.push(sample),
            Err(error) => self.running = Err(error),
        }
        self.spent += began.elapsed().as_secs_f64();
    }

    fn score(self) -> Score {
        let samples = match self.running {
            Ok(running) => {
                running.dismiss();
                Ok(self.samples)
            }
            Err(error) => Err(format!("{error:#}")),
        };
        Score { who: self.who, samples }
    }
}

/// Has all contestants do their work in turn, and compares their answers with the first one's.
pub fn contest(entrants: Vec<Entrant>, effort: Effort) -> Result<Vec<Score>> {
    let sit = |mut entrant: Entrant| Seat {
        who: entrant.who,
        running: Running::start(&mut entrant.command),
        samples: Vec::new(),
        spent: 0.0,
    };
    let mut seats: Vec<Seat> = entrants.into_iter().map(sit).collect();
    // The first run finds cold caches: if it is short, it does not count.
    for seat in &mut seats {
        seat.take_turn(effort, 0.0);
        if seat.spent < effort.most / 4.0 {
            seat.samples.clear();
            seat.spent = 0.0;
        }
    }
    for _ in 0..effort.repeats {
        seats.iter_mut().for_each(|seat| seat.take_turn(effort, effort.least));
    }
    let scores: Vec<Score> = seats.into_iter().map(Seat::score).collect();
    agree(&scores)?;
    Ok(scores)
}

fn agree(scores: &[Score]) -> Result<()> {
    let answer = |score: &Score| Some(score.samples.as_ref().ok()?.first()?.answer);
    let Some(first) = scores.iter().find_map(answer) else { return Ok(()) };
    for score in scores {
        let other = answer(score).unwrap_or(first);
        ensure!(other == first, "{} answers {other}, and another {first}", score.who);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use goalward_bench::serve::{Done, Work, measure};

    use super::*;

    const EFFORT: Effort =
        Effort { repeats: 3, least: 0.0, most: 10.0, patience: Duration::from_secs(1) };

    /// A contestant whose answers a line of shell gives.
    fn shell(who: &str, script: &str) -> Entrant {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Entrant { who: who.into(), command }
    }

    fn answering(answer: u64) -> String {
        format!(
            "while read least; do echo '{{\"seconds\":1,\"answer\":{answer},\"steps\":0,\
             \"peak\":0,\"note\":\"\"}}'; done"
        )
    }

    #[test]
    fn contestants_are_measured_in_turn_and_held_to_one_answer() {
        let two = || vec![shell("a", &answering(7)), shell("b", &answering(7))];
        let scores = contest(two(), EFFORT).unwrap();
        assert!(scores.iter().all(|score| score.samples.as_ref().unwrap().len() == 3));
        let differing = vec![shell("a", &answering(7)), shell("b", &answering(8))];
        let error = contest(differing, EFFORT).err().unwrap().to_string();
        assert_eq!(error, "b answers 8, and another 7");
    }

    thread_local! {
        static NOW: Cell<f64> = const { Cell::new(0.0) };
    }

    /// The measured time of a run of this many seconds, by a clock that takes 0.5 µs to read, and
    /// how many runs that took.
    fn told(seconds: f64) -> (f64, u64) {
        let later = |seconds: f64| NOW.set(NOW.get() + seconds);
        let clock = || NOW.replace(NOW.get() + 5e-7);
        let mut runs = 0;
        let mut work: Work = Box::new(move || {
            later(seconds);
            runs += 1;
            Done::answer(runs)
        });
        let (told, done) = measure(clock, &mut work, 0.1);
        (told, done.answer)
    }

    #[test]
    fn the_clock_does_not_count_towards_short_runs() {
        for seconds in [1e-7, 1e-6, 2e-5, 9e-5, 2e-4, 0.03] {
            let (told, runs) = told(seconds);
            let wrong = told - seconds;
            assert!(wrong > -1e-12 && wrong <= 0.005 * seconds + 5e-12, "{seconds}: {wrong}");
            assert!(runs as f64 * told >= 0.1, "{seconds}: {runs}");
        }
        assert_eq!(told(0.03).1, 4);
    }

    #[test]
    fn one_that_fails_or_hangs_does_not_stop_the_others() {
        let entrants = vec![
            shell("hangs", "exec sleep 60"),
            shell("dies", "exit 1"),
            shell("works", &answering(7)),
        ];
        let scores = contest(entrants, EFFORT).unwrap();
        let failure = scores[0].samples.as_ref().unwrap_err();
        assert_eq!(failure, "it gave no answer within 1 s");
        assert!(scores[1].samples.is_err());
        assert_eq!(scores[2].samples.as_ref().unwrap().len(), 3);
    }
}
