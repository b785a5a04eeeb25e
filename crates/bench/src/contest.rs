//! Contestants in turn, so that a slow spell of the machine hits all of them.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

/// How long and how often to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most measurements of each contestant.
    pub repeats: usize,
    /// A measurement repeats short work for so many seconds.
    pub least: f64,
    /// A contestant that has taken so many seconds is measured no more.
    pub most: f64,
}

/// One measurement, as a contestant tells it.
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
    /// What else there is to tell.
    pub note: String,
}

/// Somebody who does a kind of work.
pub struct Entrant {
    /// The name, with its version.
    pub who: String,
    /// Its process.
    pub command: Command,
}

/// What came of a contestant.
pub struct Score {
    /// The name, with its version.
    pub who: String,
    /// Its measurements, or why there are none.
    pub samples: Result<Vec<Sample>, String>,
}

/// A contestant that waits to be told.
struct Running {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
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
        Ok(Running { child, ask, answers: BufReader::new(answers) })
    }

    fn measure(&mut self, least: f64) -> Result<Sample> {
        writeln!(self.ask, "{least}")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        ensure!(!line.is_empty(), "it ended without an answer");
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
        match running.measure(least) {
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

/// Has all contestants do their work in turn, and holds them to the answer of the first.
pub fn contest(entrants: Vec<Entrant>, effort: Effort) -> Result<Vec<Score>> {
    let sit = |mut entrant: Entrant| Seat {
        who: entrant.who,
        running: Running::start(&mut entrant.command),
        samples: Vec::new(),
        spent: 0.0,
    };
    let mut seats: Vec<Seat> = entrants.into_iter().map(sit).collect();
    // The first run finds the memory cold: where it is short it does not count.
    for seat in &mut seats {
        seat.take_turn(effort, 0.0);
        if seat.samples.first().is_some_and(|sample| sample.seconds < 1.0) {
            seat.samples.clear();
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
    let Some(ours) = scores.first().and_then(answer) else {
        let reason = scores.first().and_then(|score| score.samples.as_ref().err());
        bail!("no measurement of our own: {}", reason.map_or("nobody came", |reason| reason));
    };
    for score in scores {
        let theirs = answer(score).unwrap_or(ours);
        ensure!(theirs == ours, "{} answers {theirs}, and we answer {ours}", score.who);
    }
    Ok(())
}
