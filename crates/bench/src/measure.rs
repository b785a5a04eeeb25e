//! Timing contestants in turn.

use std::fmt;

use cpu_time::ThreadTime;

/// One kind of work, done by us and by a peer.
pub struct Row {
    /// What was done.
    pub work: String,
    /// Our figure, with its unit.
    pub ours: String,
    /// The peer's name and figure.
    pub peer: String,
    /// How many times faster we are.
    pub ratio: f64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| {} | {} | {} | {:.2} |", self.work, self.ours, self.peer, self.ratio)
    }
}

/// The best processor seconds of each contestant over `rounds`, taken in turn so that
/// a slow spell of the machine hits all.
pub fn best_of<const N: usize>(rounds: usize, mut contestants: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..rounds {
        for (best, contestant) in best.iter_mut().zip(&mut contestants) {
            let began = ThreadTime::now();
            contestant();
            *best = best.min(began.elapsed().as_secs_f64());
        }
    }
    best
}
