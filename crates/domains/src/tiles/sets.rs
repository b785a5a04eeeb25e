//! Boards that the literature measures searches on.

/// 200 random 8-puzzles, one a line: the nine tiles. The goal has its blank last.
pub const EIGHT200: &str = include_str!("../../data/eight200.txt");

/// Korf's 100 random 15-puzzles (1985), one a line: a number, the tiles, the optimal cost, the
/// Manhattan distance and the nodes that IDA* generates with it. The goal has its blank first.
pub const KORF100: &str = include_str!("../../data/korf100.txt");

/// Korf and Felner's 50 random 24-puzzles (2002), one a line as in [`KORF100`], with the published
/// number of nodes.
pub const KORF24: &str = include_str!("../../data/korf24.txt");
