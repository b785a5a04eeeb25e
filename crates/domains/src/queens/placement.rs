//! A placement of queens: its text, its picture and its check.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use super::{Queens, QueensError};

/// The row of the queen in each column, both counted from 0 in data and from 1 in text.
///
/// Written as rows separated by spaces or commas: `2 4 1 3`.
///
/// ```
/// use goalward_domains::queens::Placement;
///
/// let placement: Placement = "2, 4, 1, 3".parse()?;
/// assert!(placement.is_solution());
/// assert_eq!(placement.rows(), [1, 3, 0, 2]);
/// assert_eq!(placement.board().to_string(), ". . Q .\nQ . . .\n. . . Q\n. Q . .\n");
/// # Ok::<_, goalward_domains::queens::QueensError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    rows: Vec<u32>,
}

impl Placement {
    /// The placement with these rows, if all are on the board.
    pub fn new(rows: Vec<u32>) -> Result<Self, QueensError> {
        let n = Queens::new(rows.len())?.n();
        match rows.iter().position(|&row| row as usize >= n) {
            Some(column) => Err(QueensError::OffTheBoard { row: rows[column].into(), column, n }),
            None => Ok(Placement { rows }),
        }
    }

    /// The row in each column.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The problem that it belongs to.
    pub fn queens(&self) -> Queens {
        Queens { n: self.rows.len() }
    }

    /// How many pairs of queens attack each other.
    pub fn attacking_pairs(&self) -> u64 {
        // A solution is recognised with one bit per line; counts would need many times the memory.
        if self.is_solution() {
            return 0;
        }
        let n = self.rows.len();
        let mut in_row = vec![0u64; n];
        let mut on_rising = vec![0u64; 2 * n];
        let mut on_falling = vec![0u64; 2 * n];
        let mut pairs = 0;
        for (column, &row) in self.rows.iter().enumerate() {
            let row = row as usize;
            let lines =
                [&mut in_row[row], &mut on_rising[column + n - row], &mut on_falling[column + row]];
            for line in lines {
                pairs += *line;
                *line += 1;
            }
        }
        pairs
    }

    /// Whether no queen attacks another.
    pub fn is_solution(&self) -> bool {
        let n = self.rows.len();
        // One bit per line, which fits the cache even with ten million queens. Each queen marks its
        // lines without reading them; if two share a line, fewer lines are marked than there are
        // queens.
        let none = |lines: usize| vec![0u64; lines.div_ceil(64)];
        let (mut in_row, mut rising, mut falling) = (none(n), none(2 * n), none(2 * n));
        let mark = |lines: &mut [u64], line: usize| lines[line / 64] |= 1 << (line % 64);
        for (column, &row) in self.rows.iter().enumerate() {
            let row = row as usize;
            mark(&mut in_row, row);
            mark(&mut rising, column + n - row);
            mark(&mut falling, column + row);
        }
        let marked = |lines: Vec<u64>| lines.iter().map(|word| word.count_ones()).sum::<u32>();
        [in_row, rising, falling].map(marked) == [n as u32; 3]
    }

    /// The placement as a picture, with the first row on top.
    pub fn board(&self) -> Board<'_> {
        Board(self)
    }
}

impl FromStr for Placement {
    type Err = QueensError;

    fn from_str(text: &str) -> Result<Self, QueensError> {
        let pieces = text.split([' ', ',', '\t', '\n', '\r']).filter(|piece| !piece.is_empty());
        let rows = pieces.enumerate().map(|(column, piece)| {
            let piece = piece.trim();
            let row = piece.parse().map(|row: NonZeroU32| row.get() - 1);
            row.map_err(|_| QueensError::NotARow { piece: piece.to_string(), column })
        });
        Placement::new(rows.collect::<Result<_, _>>()?)
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (column, row) in self.rows.iter().enumerate() {
            let gap = if column == 0 { "" } else { " " };
            write!(f, "{gap}{}", row + 1)?;
        }
        Ok(())
    }
}

/// A picture of a [`Placement`]: `Q` for a queen and `.` for an empty square, a
/// line for each row.
#[derive(Clone, Copy, Debug)]
pub struct Board<'a>(&'a Placement);

impl fmt::Display for Board<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.0.rows();
        for line in 0..rows.len() as u32 {
            for (column, &row) in rows.iter().enumerate() {
                let gap = if column == 0 { "" } else { " " };
                let square = if row == line { 'Q' } else { '.' };
                write!(f, "{gap}{square}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use goalward::{Limits, Rng};

    use super::super::large;
    use super::*;

    #[test]
    fn a_placement_printed_and_read_is_the_same() {
        let mut rng = Rng::new(1);
        for n in 1..40 {
            let rows = (0..n).map(|_| rng.below(n) as u32).collect();
            let placement = Placement::new(rows).unwrap();
            assert_eq!(placement.to_string().parse(), Ok(placement.clone()));
            assert_eq!(placement.to_string().replace(' ', ",\n").parse(), Ok(placement));
        }
    }

    #[test]
    fn bad_text_is_refused_by_the_piece_that_is_wrong() {
        let refused = |text: &str| text.parse::<Placement>().unwrap_err().to_string();
        assert_eq!(refused(""), "0 queens: at least one is needed");
        assert_eq!(refused("1 x 2"), "'x' in column 2 is not a row: rows are whole numbers from 1");
        assert_eq!(
            refused("1 -1 2"),
            "'-1' in column 2 is not a row: rows are whole numbers from 1"
        );
        assert_eq!(
            refused("2 4 0 3"),
            "'0' in column 3 is not a row: rows are whole numbers from 1"
        );
        assert_eq!(
            refused("2,4,1,5"),
            "row 5 in column 4 is off the board: 4 columns have rows 1 to 4"
        );
    }

    #[test]
    fn the_check_agrees_with_looking_at_every_pair() {
        let attacks = |rows: &[u32], a: usize, b: usize| {
            rows[a] == rows[b] || rows[a].abs_diff(rows[b]) as usize == b - a
        };
        let mut rng = Rng::new(2);
        for _ in 0..2_000 {
            let n = 1 + rng.below(7);
            let rows: Vec<_> = (0..n).map(|_| rng.below(n) as u32).collect();
            let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
            let attacking = pairs.filter(|&(a, b)| attacks(&rows, a, b)).count() as u64;
            let placement = Placement::new(rows).unwrap();
            assert_eq!(placement.attacking_pairs(), attacking);
            assert_eq!(placement.is_solution(), attacking == 0);
        }
    }

    #[test]
    fn the_check_sees_every_kind_of_attack_wherever_it_is() {
        let mut rng = Rng::new(3);
        for n in [1023, 1024, 1025, 3000] {
            let solved = large::solve(Queens { n }, &mut rng, &Limits::default());
            let solution = solved.into_solution().unwrap();
            assert!(solution.is_solution(), "{n}");
            for _ in 0..20 {
                let (a, b) = (rng.below(n), rng.below(n));
                let across = solution.rows[a] as usize + b - a.min(b);
                for row in [solution.rows[a] as usize, across, across.wrapping_sub(a - a.min(b))] {
                    let mut rows = solution.rows.clone();
                    rows[b] = row.min(n - 1) as u32;
                    let other = Placement::new(rows).unwrap();
                    assert_eq!(other.is_solution(), other.attacking_pairs() == 0, "{n}");
                }
            }
        }
    }

    #[test]
    fn counting_by_brute_force_gives_the_known_numbers_of_solutions() {
        for (n, known) in [(1u32, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4)] {
            let all = 0..n.pow(n);
            let placement = |code: u32| (0..n).map(|column| code / n.pow(column) % n).collect();
            let solves = |&code: &u32| Placement::new(placement(code)).unwrap().is_solution();
            assert_eq!(all.filter(solves).count(), known, "{n} queens");
        }
    }
}
