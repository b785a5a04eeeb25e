//! The instance sets, read from the project's own copies.

use goalward_domains::tiles::{Layout, Puzzle, Size, sets};

/// 200 random 8-puzzles, the blank last in the goal.
pub fn eight() -> Vec<Puzzle> {
    let goal = Layout::blank_last(Size::EIGHT);
    data_lines(sets::EIGHT200)
        .map(|line| Puzzle::new(line.parse().expect("a board"), goal.clone()).expect("solvable"))
        .collect()
}

/// One of Korf's 100 15-puzzles, by its number from 1, with its optimal cost.
pub fn korf(id: usize) -> (Puzzle, u64) {
    numbered(sets::KORF100, Size::FIFTEEN, id)
}

/// A line of a number, the tiles and the optimal cost; the blank is first in the goal.
pub fn numbered(text: &'static str, size: Size, id: usize) -> (Puzzle, u64) {
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

/// Positions with this many discs: each takes a few milliseconds.
const MID_GAME: std::ops::RangeInclusive<usize> = 14..=24;

/// Connect Four positions in mid-game, as the columns played, with their exact scores.
pub fn connect_four() -> Vec<(&'static str, i32)> {
    data_lines(goalward_domains::connect4::SOLVED)
        .filter_map(|line| line.split_once(' '))
        .filter(|(moves, _)| MID_GAME.contains(&moves.len()))
        .map(|(moves, score)| (moves, score.parse().expect("a score")))
        .collect()
}

/// Sudokus with one solution, as 81 cells.
pub fn sudokus() -> Vec<&'static str> {
    data_lines(goalward_domains::sudoku::SAMPLE).collect()
}

/// What the contestants must agree on of a solved Sudoku: its first row as a number.
pub fn first_row(line: &str) -> u64 {
    line[..9].parse().expect("digits")
}

fn data_lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}

/// The number of the 15-puzzle for IDA*: a second's work.
pub const IDA_STAR: usize = 2;
/// The number of the 15-puzzle for A*: it makes nine million states.
pub const A_STAR: usize = 24;
