//! An independent check of a database, slow and simple.

use std::collections::{HashMap, VecDeque};

use thiserror::Error;

use super::Database;

/// An entry differs from the result of a plain search from the goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the entry for tiles in cells {cells:?} is {entry}, but they are {moves} moves from home")]
pub struct Mismatch {
    /// The cells of the pattern's tiles, in the order of their homes.
    pub cells: Vec<u8>,
    /// The value in the database.
    pub entry: u8,
    /// The correct value.
    pub moves: u8,
}

impl Database {
    /// Searches from the goal outwards, one board of the pattern's tiles and the blank at a time,
    /// until `most` positions are known or there are no more, and compares each with its entry.
    /// Returns how many were compared.
    ///
    /// It shares only the definition of a pattern with the code that builds a database.
    pub fn spot_check(&self, most: usize) -> Result<usize, Mismatch> {
        let (size, homes) = (self.pattern.size, self.pattern.homes);
        let home: Vec<u8> =
            (0..size.cells() as u8).filter(|&cell| homes >> cell & 1 == 1).collect();
        let blank = (0..size.cells() as u8).find(|&cell| self.pattern.blank >> cell & 1 == 1);
        let mut queue = VecDeque::from([(home, blank.expect("there is a blank"), 0)]);
        // Finished boards, and the fewest moves for each set of positions: the first one taken from
        // the queue is nearest.
        let mut done = HashMap::new();
        let mut nearest: HashMap<Vec<u8>, u8> = HashMap::new();
        while let Some((cells, blank, moves)) = queue.pop_front() {
            if done.insert((cells.clone(), blank), ()).is_some() {
                continue;
            }
            if !nearest.contains_key(&cells) {
                if nearest.len() == most {
                    break;
                }
                nearest.insert(cells.clone(), moves);
                let entry = self.moves(&cells);
                if entry != moves {
                    return Err(Mismatch { cells, entry, moves });
                }
            }
            let (row, column) = size.place(blank.into());
            for to in 0..size.cells() as u8 {
                let (to_row, to_column) = size.place(to.into());
                if row.abs_diff(to_row) + column.abs_diff(to_column) != 1 {
                    continue;
                }
                match cells.iter().position(|&cell| cell == to) {
                    None => queue.push_front((cells.clone(), to, moves)),
                    Some(tile) => {
                        let mut next = cells.clone();
                        next[tile] = blank;
                        queue.push_back((next, to, moves + 1));
                    }
                }
            }
        }
        Ok(nearest.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Additive, Layout, Partition, Size};

    #[test]
    fn a_wrong_entry_is_found_and_right_ones_pass() {
        let goal = Layout::blank_first(Size::FIFTEEN);
        let partition = Partition::parse("4-4-4-3", &goal).unwrap();
        for pattern in Additive::patterns(&goal, &partition) {
            let mut database = Database::build(&pattern, 1, &|_, _| Ok(())).unwrap();
            assert_eq!(database.spot_check(usize::MAX), Ok(pattern.entries() as usize));
            let nearest = database.entries().iter().position(|&moves| moves == 3).unwrap();
            database.table.bytes_mut()[nearest] += 2;
            let mismatch = database.spot_check(3_000).unwrap_err();
            assert_eq!((mismatch.entry, mismatch.moves), (5, 3));
        }
    }
}
