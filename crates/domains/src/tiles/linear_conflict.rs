//! The linear-conflict heuristic.

use goalward::Heuristic;

use super::board::{Cells, Tiles};
use super::{Board, Layout, Move, PerTile, Size};

/// Manhattan distance, plus two moves for every tile that must leave its row or column to let
/// another pass (Hansson, Mayer and Yung 1992).
///
/// In each line it counts the fewest tiles whose removal puts the others in order. It supports
/// goals that fit [`Tiles`] and panics for larger ones: use [`WideSum`](super::WideSum) for those.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    size: Size,
    manhattan: PerTile<u8>,
    rows: Lines,
    columns: Lines,
}

/// The rows of a board, or its columns.
#[derive(Clone, Debug)]
struct Lines {
    /// The cells of a line.
    length: u8,
    /// From one cell of a line to the next, and from one line to the next.
    along: u8,
    across: u8,
    /// The home line of each tile.
    home: [u8; 32],
    /// Each tile's place in its home line, plus one.
    place: [u8; 32],
    /// The extra moves of a line, by its places read as digits of base length + 1.
    extra: Vec<u8>,
}

/// The home of the blank, which is in no line.
const NOWHERE: u8 = u8::MAX;

impl Lines {
    /// `place` gives a cell's line and its place there, from its row and column.
    fn new(
        goal: &Layout,
        (length, along, across): (usize, usize, usize),
        place: fn((usize, usize)) -> (usize, usize),
    ) -> Self {
        let mut lines = Lines {
            length: length as u8,
            along: along as u8,
            across: across as u8,
            home: [NOWHERE; 32],
            place: [0; 32],
            extra: extra_moves(length),
        };
        for (cell, &tile) in goal.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let (line, place) = place(goal.size().place(cell));
            lines.home[usize::from(tile)] = line as u8;
            lines.place[usize::from(tile)] = place as u8 + 1;
        }
        lines
    }

    #[inline]
    fn extra<C: Cells>(&self, board: Board<C>, line: u8) -> u8 {
        let mut code = 0;
        let mut cell = line * self.across;
        for _ in 0..self.length {
            let tile = usize::from(board.tile(cell) & 31);
            let digit = if self.home[tile] == line { self.place[tile] } else { 0 };
            code = code * (usize::from(self.length) + 1) + usize::from(digit);
            cell += self.along;
        }
        self.extra[code]
    }

    /// The change when a tile goes from line `from` to line `to`: only its home line can count it.
    #[inline]
    fn change<C: Cells>(
        &self,
        parent: Board<C>,
        child: Board<C>,
        tile: u8,
        from: u8,
        to: u8,
    ) -> (u8, u8) {
        let home = self.home[usize::from(tile & 31)];
        if home != from && home != to {
            return (0, 0);
        }
        (self.extra(child, home), self.extra(parent, home))
    }
}

/// For every content of a line of this length, two moves for each tile that must leave it. A digit
/// is the tile's place in the line plus one, or 0 for a tile whose home is elsewhere.
fn extra_moves(length: usize) -> Vec<u8> {
    let base = length + 1;
    (0..base.pow(length as u32))
        .map(|code| {
            let mut places = Vec::with_capacity(length);
            let mut rest = code;
            for _ in 0..length {
                places.push(rest % base);
                rest /= base;
            }
            places.reverse();
            places.retain(|&place| place > 0);
            2 * (places.len() - longest_rising(&places)) as u8
        })
        .collect()
}

/// The length of the longest increasing subsequence.
pub(super) fn longest_rising(places: &[usize]) -> usize {
    let mut longest = Vec::with_capacity(places.len());
    for (i, &place) in places.iter().enumerate() {
        let before = (0..i).filter(|&j| places[j] < place).map(|j| longest[j]).max();
        longest.push(before.unwrap_or(0) + 1);
    }
    longest.into_iter().max().unwrap_or(0)
}

impl LinearConflict {
    /// The heuristic for this goal.
    pub fn new(goal: &Layout) -> Self {
        let size = goal.size();
        assert!(size.is_packable(), "a {size} board needs `WideSum`");
        LinearConflict {
            size,
            manhattan: PerTile::manhattan(goal),
            rows: Lines::new(goal, (size.columns(), 1, size.columns()), |(row, column)| {
                (row, column)
            }),
            columns: Lines::new(goal, (size.rows(), size.columns(), 1), |(row, column)| {
                (column, row)
            }),
        }
    }
}

impl<C: Cells> Heuristic<Tiles<C>> for LinearConflict {
    /// Every solvable board needs fewer than 255 moves.
    type Memo = u8;

    fn memo(&self, board: &Board<C>) -> u8 {
        let rows = (0..self.size.rows() as u8).map(|line| self.rows.extra(*board, line));
        let columns = (0..self.size.columns() as u8).map(|line| self.columns.extra(*board, line));
        self.manhattan.sum(*board) + rows.sum::<u8>() + columns.sum::<u8>()
    }

    #[inline]
    fn estimate(&self, memo: u8) -> u32 {
        memo.into()
    }

    #[inline]
    fn advance(&self, memo: u8, parent: &Board<C>, mv: &Move, child: &Board<C>) -> u8 {
        let (from, to) = (child.blank(), parent.blank());
        let tile = parent.tile(from);
        let width = self.rows.length;
        // A tile that moves within a row keeps its place in the row's order, and likewise in a
        // column.
        let (gained, lost) = match mv {
            Move::Left | Move::Right => {
                self.columns.change(*parent, *child, tile, from % width, to % width)
            }
            Move::Up | Move::Down => {
                self.rows.change(*parent, *child, tile, from / width, to / width)
            }
        };
        self.manhattan.step(memo, *parent, *mv, *child) + gained - lost
    }
}
