//! A quick look at what every user's own problem gets: the first section of the benchmark in one
//! process, for work on the engine. `generic PATTERN` measures only the rows whose work contains
//! the pattern. Figures to publish come from `goalward-bench`.

use goalward_bench::rows::generic::ROWS;
use goalward_bench::rows::{Figure, Row};
use goalward_bench::serve::{Work, measure, processor};
use goalward_peers::{PEERS, Peer};

const ROUNDS: usize = 4;

/// Short work is repeated for this many seconds in each round.
const LEAST: f64 = 0.01;

/// Work that has taken this many seconds is not measured again.
const MOST: f64 = 0.6;

/// A contestant's work, the best time so far and its answer.
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
    let prepare = |row: &&Row| row.ours.iter().map(|ours| Contestant::new(ours.1())).collect();
    let mut ours: Vec<Vec<Contestant>> = rows.iter().map(prepare).collect();
    let mut theirs: Vec<Contestant> =
        peers.iter().map(|peer| Contestant::new((peer.2)())).collect();
    for _ in 0..ROUNDS {
        let mut rested = vec![true; theirs.len()];
        for (row, ours) in rows.iter().zip(&mut ours) {
            ours.iter_mut().for_each(Contestant::run);
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
        let each = ours[0].best / f64::from(pieces) * 1e6;
        print!("{:<28}{each:>8.2} µs/{piece}", row.work);
        let others = row.ours.iter().map(|ours| ours.0).zip(ours).skip(1);
        let peers = peers.iter().zip(&theirs).filter(|(peer, _)| does(peer, row));
        for (who, other) in others.chain(peers.map(|(peer, their)| (peer.0, their))) {
            assert_eq!(other.answer, ours[0].answer, "{who} on {}", row.work);
            print!("   {who} {:.2}×", other.best / ours[0].best);
        }
        println!();
    }
}
