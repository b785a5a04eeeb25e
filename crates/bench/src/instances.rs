//! The instance sets, read from the project's own copies.

use goalward_domains::tiles::{Layout, Puzzle, Size};

const EIGHT: &str = include_str!("../../../data/eight200.txt");
const KORF: &str = include_str!("../../../data/korf100.txt");

/// 200 random 8-puzzles, the blank last in the goal.
pub fn eight() -> Vec<Puzzle> {
    let goal = Layout::blank_last(Size::EIGHT);
    data_lines(EIGHT)
        .map(|line| Puzzle::new(line.parse().expect("a board"), goal.clone()).expect("solvable"))
        .collect()
}

/// One of Korf's 100 15-puzzles, by its number from 1, with its optimal cost.
pub fn korf(id: usize) -> (Puzzle, u64) {
    let numbers: Vec<u64> = data_lines(KORF)
        .nth(id - 1)
        .expect("there are 100")
        .split_whitespace()
        .map(|word| word.parse().expect("a number"))
        .collect();
    let tiles = numbers[1..17].iter().map(|&tile| tile as u8).collect();
    let start = Layout::new(Size::FIFTEEN, tiles).expect("a board");
    let puzzle = Puzzle::new(start, Layout::blank_first(Size::FIFTEEN)).expect("solvable");
    (puzzle, numbers[17])
}

fn data_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}
