//! Our work beside its peers, on the same instances, in one run.
//!
//! Each row repeats both contestants several times in turn and keeps the best processor
//! time of each, because the machines are shared and noisy: read the ratios.
//!
//! `cargo run --release -p goalward-bench [WORD…]` runs the rows whose work contains one of
//! the words, or all.

mod games;
mod hand;
mod instances;
mod measure;
mod pdb;
mod peer;
mod queens;
mod tiles;

use measure::Row;

/// What is done, and who does it.
type Contest = (&'static str, fn() -> Row);

const ROWS: &[Contest] = &[
    ("8-puzzle, A* with Manhattan, mean of 200", tiles::eight_a_star),
    ("8-puzzle, IDA* with Manhattan, mean of 200", tiles::eight_ida_star),
    ("8-puzzle, breadth-first, mean of 20", tiles::eight_breadth_first),
    ("15-puzzle, A* with Manhattan", tiles::fifteen_a_star),
    ("15-puzzle, IDA* with Manhattan", tiles::fifteen_ida_star),
    ("15-puzzle, IDA* with Manhattan, generic engine", tiles::generic_ida_star),
    ("15-puzzle, 7-8 pattern databases built", pdb::fifteen_build),
    ("15-puzzle, IDA* with pdb(7-8), mean of Korf's 100", pdb::korf),
    ("24-puzzle, 6-6-6-6 pattern databases built", pdb::twenty_four_build),
    ("24-puzzle, IDA* with pdb(6-6-6-6), instance 38", pdb::twenty_four_solve),
    ("100 queens, annealing", queens::annealing),
    ("8 queens, steepest-ascent climbs", queens::climbs),
    ("16 queens, all solutions counted, any processor", queens::count_portable),
    ("16 queens, all solutions counted, this processor", queens::count_best),
    ("1,000,000 queens, swaps", queens::million),
    ("10,000,000 queens, swaps", queens::ten_million),
    ("1,000,000 queens, min-conflicts", queens::million_min_conflicts),
    ("8 queens, all solutions by forward checking", queens::all_eight),
    ("12 queens, all solutions by forward checking", queens::all_twelve),
    ("tic-tac-toe, minimax from the empty board", games::minimax),
    ("tic-tac-toe, alpha-beta from the empty board", games::alpha_beta),
    ("Connect Four, exact scores in mid-game", games::connect_four),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |work: &str| words.is_empty() || words.iter().any(|word| work.contains(word));
    peer::build();
    println!("| work | ours | peer | times as fast |\n|---|---|---|---|");
    for (work, row) in ROWS.iter().filter(|(work, _)| wanted(work)) {
        println!("| {work} | {}", row());
    }
}
