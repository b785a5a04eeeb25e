//! Moves of the blank, and where it can go.

use std::fmt;

use super::Size;

/// A move of the blank. The order is the one in which searches try them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The tile above moves down.
    Up,
    /// The tile to the left moves right.
    Left,
    /// The tile to the right moves left.
    Right,
    /// The tile below moves up.
    Down,
}

impl Move {
    /// All moves, in the order in which they are tried.
    pub const ALL: [Move; 4] = [Move::Up, Move::Left, Move::Right, Move::Down];

    /// The opposite move.
    #[inline]
    pub fn opposite(self) -> Move {
        Move::ALL[3 - self as usize]
    }
}

/// One letter: U, L, R or D.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["U", "L", "R", "D"][*self as usize])
    }
}

/// Where the blank can go: the source of every table of moves.
impl Size {
    /// Where `mv` takes a blank in `cell`, if it is possible there.
    pub(super) const fn beside(self, cell: usize, mv: Move) -> Option<usize> {
        let (row, column) = self.place(cell);
        match mv {
            Move::Up if row > 0 => Some(cell - self.columns()),
            Move::Left if column > 0 => Some(cell - 1),
            Move::Right if column + 1 < self.columns() => Some(cell + 1),
            Move::Down if row + 1 < self.rows() => Some(cell + self.columns()),
            _ => None,
        }
    }

    /// The moves of a blank in `cell` that do not go straight back after `last`, and where
    /// they take it.
    pub(super) fn onward(
        self,
        cell: usize,
        last: Option<Move>,
    ) -> impl DoubleEndedIterator<Item = (Move, usize)> {
        let moves = Move::ALL.into_iter().filter(move |mv| last != Some(mv.opposite()));
        moves.filter_map(move |mv| Some((mv, self.beside(cell, mv)?)))
    }
}
