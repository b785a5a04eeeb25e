//! Timing two contestants in turn.

use std::fmt;

use cpu_time::ThreadTime;

use crate::peer::{self, Theirs};

/// One kind of work, done by us and by a peer.
pub struct Row {
    /// Our figure, with its unit.
    pub ours: String,
    /// The peer's name and figure.
    pub peer: String,
    /// How many times faster we are; none where no peer does it.
    pub ratio: Option<f64>,
}

impl Row {
    /// Work that no peer does.
    pub fn alone(ours: String) -> Self {
        Row { ours, peer: "–".into(), ratio: None }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = self.ratio.map_or("–".into(), |ratio| format!("{ratio:.2}"));
        write!(f, "{} | {} | {ratio} |", self.ours, self.peer)
    }
}

/// The processor seconds of one call.
pub fn seconds(work: impl FnOnce()) -> f64 {
    let began = ThreadTime::now();
    work();
    began.elapsed().as_secs_f64()
}

/// The best seconds of work that no peer does, over `rounds`.
pub fn alone(rounds: usize, mut work: impl FnMut()) -> f64 {
    (0..rounds).map(|_| seconds(&mut work)).fold(f64::INFINITY, f64::min)
}

/// The best seconds of our work and of a peer's over `rounds`, taken in turn so that a
/// slow spell of the machine hits both.
pub fn beside(rounds: usize, work: &str, mut ours: impl FnMut()) -> (f64, Theirs) {
    let mut best = f64::INFINITY;
    let mut theirs: Option<Theirs> = None;
    for _ in 0..rounds {
        for _ in 0..3 {
            best = best.min(seconds(&mut ours));
        }
        let round = peer::run(work);
        if theirs.as_ref().is_none_or(|best| round.seconds < best.seconds) {
            theirs = Some(round);
        }
    }
    (best, theirs.expect("there is at least one round"))
}
