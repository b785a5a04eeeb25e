//! Standard benchmark boards from the literature.

/// 200 random 8-puzzles, one per line: the nine tiles. The goal has its blank last.
pub const EIGHT200: &str = include_str!("../../data/eight200.txt");

/// Korf's 100 random 15-puzzles (1985), one per line: a number, the tiles, the optimal cost, the
/// Manhattan distance and the nodes that IDA* generates with it. The goal has its blank first.
pub const KORF100: &str = include_str!("../../data/korf100.txt");

/// Korf and Felner's 50 random 24-puzzles (2002), one per line as in [`KORF100`], with the
/// published number of nodes.
pub const KORF24: &str = include_str!("../../data/korf24.txt");

/// The published cost of a shortest plan from a start, if it is a board of [`KORF100`] or
/// [`KORF24`], written as it is there.
pub fn published_cost(start: &str) -> Option<u32> {
    KORF100.lines().chain(KORF24.lines()).find_map(|line| {
        let (_, board) = line.split_once(' ')?;
        board.strip_prefix(start)?.strip_prefix(' ')?.split(' ').next()?.parse().ok()
    })
}
