//! Our work beside its peers, on the same instances, in one run.
//!
//! Each row repeats every contestant several times in turn and keeps the best time
//! of each, because the machines are shared and noisy: read the ratios.
//!
//! `cargo run --release -p goalward-bench [ROW…]` runs the rows whose names contain
//! one of the words given, or all.

mod hand;
mod instances;
mod measure;
mod peer;
mod tiles;

use measure::Row;

const ROWS: &[fn() -> Vec<Row>] =
    &[tiles::eight_puzzle, tiles::fifteen_puzzle_a_star, tiles::fifteen_puzzle_ida_star];

fn main() {
    println!("| work | ours | peer | ratio |\n|---|---|---|---|");
    for rows in ROWS {
        for row in rows() {
            println!("{row}");
        }
    }
}
