//! Our work beside its peers, on the same instances, in one run.
//!
//! Each row repeats every contestant several times in turn and keeps the best time
//! of each, because the machines are shared and noisy: read the ratios.
//!
//! `cargo run --release -p goalward-bench [WORD…]` does the groups whose names contain
//! one of the words given, or all.

mod hand;
mod instances;
mod measure;
mod peer;
mod tiles;

use measure::Row;

type Group = (&'static str, fn() -> Vec<Row>);

const GROUPS: &[Group] = &[
    ("eight", tiles::eight_puzzle),
    ("fifteen-astar", tiles::fifteen_puzzle_a_star),
    ("fifteen-idastar", tiles::fifteen_puzzle_ida_star),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    println!("| work | ours | peer | ratio |\n|---|---|---|---|");
    for (name, rows) in GROUPS {
        if words.is_empty() || words.iter().any(|word| name.contains(word.as_str())) {
            for row in rows() {
                println!("{row}");
            }
        }
    }
}
