//! An independent check of plans.

use thiserror::Error;

use super::Layout;

/// A move that is not possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Misplay {
    /// Not one of U, D, L, R.
    #[error("move {} is `{name}`, which is not one of U, D, L, R", .index + 1)]
    Unknown {
        /// Which move, counted from 0.
        index: usize,
        /// The text of the move.
        name: String,
    },
    /// It would take the blank off the board.
    #[error("move {}, {name}, would take the blank off the board", .index + 1)]
    OffBoard {
        /// Which move, counted from 0.
        index: usize,
        /// Which direction.
        name: String,
    },
}

/// Every board from `start` on, one more than there are moves of the blank.
///
/// It shares no code with the packed boards that searches use, so it checks a plan independently.
pub fn replay<'a>(
    start: &Layout,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Layout>, Misplay> {
    let (rows, columns) = (start.size().rows() as isize, start.size().columns() as isize);
    let mut boards = vec![start.clone()];
    let mut board = start.clone();
    for (index, name) in moves.into_iter().enumerate() {
        let (down, right) = match name {
            "U" => (-1, 0),
            "D" => (1, 0),
            "L" => (0, -1),
            "R" => (0, 1),
            _ => return Err(Misplay::Unknown { index, name: name.into() }),
        };
        let blank = board.cell_of(0) as isize;
        let (row, column) = (blank / columns + down, blank % columns + right);
        if !(0..rows).contains(&row) || !(0..columns).contains(&column) {
            return Err(Misplay::OffBoard { index, name: name.into() });
        }
        board.tiles_mut().swap(blank as usize, (row * columns + column) as usize);
        boards.push(board.clone());
    }
    Ok(boards)
}
