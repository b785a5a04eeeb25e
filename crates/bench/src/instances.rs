//! The instance sets, read from the project's own copies.

use goalward_domains::tiles::{Layout, Puzzle, Size};

const EIGHT: &str = include_str!("../../../data/eight200.txt");
const KORF: &str = include_str!("../../../data/korf100.txt");
const KORF24: &str = include_str!("../../../data/korf24.txt");

/// 200 random 8-puzzles, the blank last in the goal.
pub fn eight() -> Vec<Puzzle> {
    let goal = Layout::blank_last(Size::EIGHT);
    data_lines(EIGHT)
        .map(|line| Puzzle::new(line.parse().expect("a board"), goal.clone()).expect("solvable"))
        .collect()
}

/// One of Korf's 100 15-puzzles, by its number from 1, with its optimal cost.
pub fn korf(id: usize) -> (Puzzle, u64) {
    numbered(KORF, Size::FIFTEEN, id)
}

/// One of Korf and Felner's 50 24-puzzles, by its number from 1, with its optimal cost.
pub fn korf24(id: usize) -> (Puzzle, u64) {
    numbered(KORF24, Size::TWENTY_FOUR, id)
}

/// A line of a number, the tiles and the optimal cost; the blank is first in the goal.
fn numbered(text: &str, size: Size, id: usize) -> (Puzzle, u64) {
    let numbers: Vec<u64> = data_lines(text)
        .nth(id - 1)
        .expect("there is one of that number")
        .split_whitespace()
        .map(|word| word.parse().expect("a number"))
        .collect();
    let tiles = numbers[1..=size.cells()].iter().map(|&tile| tile as u8).collect();
    let start = Layout::new(size, tiles).expect("a board");
    let puzzle = Puzzle::new(start, Layout::blank_first(size)).expect("solvable");
    (puzzle, numbers[size.cells() + 1])
}

fn data_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}
