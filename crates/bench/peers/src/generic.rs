//! A quick look at what every user's own problem gets: the first section of the benchmark in one
//! process, for work on the engine. `generic PATTERN` measures only the rows whose work contains
//! the pattern. Figures to publish come from `goalward-bench`.

use goalward_bench::rows::generic::ROWS;
use goalward_bench::rows::{Figure, Row};
use goalward_bench::serve::{Work, measure, processor};
use goalward_peers::{PEERS, Peer};

const ROUNDS: usize = 4;

/// Short work is repeated for so many seconds in each round.
const LEAST: f64 = 0.01;

/// Work that has taken so many seconds is measured no more.
const MOST: f64 = 0.6;

/// Somebody's work, the best time so far and what it came to.
struct Contestant {
    work: Work,
    best: f64,
    spent: f64,
    answer: u64,
}

impl Contestant {
    fn new(work: Work) -> Self {
        Contestant { work, best: f64::INFINITY, spent: 0.0, answer: 0 }
    }

    fn run(&mut self) {
        if self.spent > MOST {
            return;
        }
        let began = processor();
        let (seconds, done) = measure(processor, &mut self.work, LEAST);
        self.best = self.best.min(seconds);
        self.spent += processor() - began;
        self.answer = done.answer;
    }
}

fn main() {
    let pattern = std::env::args().nth(1).unwrap_or_default();
    let rows: Vec<&Row> =
        ROWS.iter().filter(|row| row.work.contains(&pattern) && !row.python).collect();
    let does = |peer: &Peer, row: &Row| peer.1.contains(&row.work);
    let peers: Vec<&Peer> =
        PEERS.iter().filter(|peer| rows.iter().any(|row| does(peer, row))).collect();
    let mut ours: Vec<Contestant> =
        rows.iter().map(|row| Contestant::new((row.ours[0].1)())).collect();
    let mut theirs: Vec<Contestant> =
        peers.iter().map(|peer| Contestant::new((peer.2)())).collect();
    for _ in 0..ROUNDS {
        let mut rested = vec![true; theirs.len()];
        for (row, ours) in rows.iter().zip(&mut ours) {
            ours.run();
            for (i, their) in theirs.iter_mut().enumerate() {
                if does(peers[i], row) && std::mem::take(&mut rested[i]) {
                    their.run();
                }
            }
        }
    }
    println!("{:<28}{:>14}   faster than", "work", "goalward");
    for (row, ours) in rows.iter().zip(&ours) {
        let Figure::Each(pieces, piece) = row.figure else { continue };
        let each = ours.best / f64::from(pieces) * 1e6;
        print!("{:<28}{each:>8.2} µs/{piece}", row.work);
        for (peer, their) in peers.iter().zip(&theirs).filter(|(peer, _)| does(peer, row)) {
            assert_eq!(their.answer, ours.answer, "{} on {}", peer.0, row.work);
            print!("   {} {:.2}×", peer.0, their.best / ours.best);
        }
        println!();
    }
}
