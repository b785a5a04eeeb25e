//! Korf's hundred boards of the 15-puzzle, with the published results.

#![allow(dead_code, reason = "no test needs all of it")]

use goalward_domains::tiles::{Layout, Puzzle, Size};

/// One of the boards.
pub struct Instance {
    /// 1 to 100.
    pub number: u64,
    pub puzzle: Puzzle,
    /// The fewest moves.
    pub cost: u32,
    /// The nodes that IDA* with Manhattan distance generates, including the start.
    pub generated: u64,
}

/// All of them, those with the fewest nodes first.
pub fn easiest_first() -> Vec<Instance> {
    let text = goalward_domains::tiles::sets::KORF100;
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let mut all: Vec<Instance> = rows.map(instance).collect();
    assert_eq!(all.len(), 100);
    all.sort_by_key(|instance| instance.generated);
    all
}

fn instance(line: &str) -> Instance {
    let row: Vec<u64> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let start = Layout::new(Size::FIFTEEN, row[1..17].iter().map(|&tile| tile as u8).collect());
    let puzzle = Puzzle::new(start.unwrap(), Layout::blank_first(Size::FIFTEEN)).unwrap();
    Instance { number: row[0], puzzle, cost: row[17] as u32, generated: row[19] }
}
