//! Moves of the blank, and where it can go.

use std::fmt;

use super::Size;

/// A move of the blank. They are ordered as searches make them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// The tile above comes down.
    Up,
    /// The tile to the left comes right.
    Left,
    /// The tile to the right comes left.
    Right,
    /// The tile below comes up.
    Down,
}

impl Move {
    /// In the order they are tried.
    pub const ALL: [Move; 4] = [Move::Up, Move::Left, Move::Right, Move::Down];

    /// The move straight back.
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

/// Where the blank can go: every table of moves is made from this.
impl Size {
    /// Where `mv` takes a blank that is in `cell`, if it can be made there.
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
