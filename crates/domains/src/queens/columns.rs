//! Queens as a landscape: one queen per column, moved to another row.

use std::ops::Range;

use goalward::Rng;
use goalward::local::{Conflicts, Crossover, Enumerable, Landscape};

use super::{Placement, Queens, QueensError};

/// The row of each column's queen, with the number of queens on every line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Columns {
    rows: Vec<u32>,
    /// Queens in each row, then on each rising and each falling diagonal.
    counts: Vec<u32>,
}

/// Moves the queen of `column` to `row`, a different row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Relocation {
    /// The column, from 0.
    pub column: u32,
    /// The row, from 0.
    pub row: u32,
}

impl Columns {
    fn new(rows: Vec<u32>) -> Self {
        let n = rows.len();
        let mut columns = Columns { rows, counts: vec![0; 5 * n] };
        for column in 0..n {
            for line in columns.lines(column, columns.rows[column]) {
                columns.counts[line] += 1;
            }
        }
        columns
    }

    /// The row of each column's queen.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The same as a placement.
    pub fn placement(&self) -> Placement {
        Placement::new(self.rows.clone()).expect("every queen is on the board")
    }

    /// Where the row and the diagonals of a square are counted.
    #[inline(always)]
    fn lines(&self, column: usize, row: u32) -> [usize; 3] {
        let (n, row) = (self.rows.len(), row as usize);
        [row, n + column + row, 4 * n - column + row]
    }

    /// How many queens are on the lines of each square of a column in `rows`, counted once per
    /// line: three lists read in parallel.
    #[inline]
    fn queens_beside(&self, column: usize, rows: Range<usize>) -> impl Iterator<Item = u32> {
        let [along, rising, falling] = self.lines(column, 0).map(|line| {
            let lines = line + rows.start..line + rows.end;
            &self.counts[lines]
        });
        let counts = along.iter().zip(rising).zip(falling);
        counts.map(|((along, rising), falling)| along + rising + falling)
    }

    /// How many queens are on the lines of a square, counted once per line.
    #[inline(always)]
    fn queens_on(&self, column: usize, row: u32) -> i64 {
        let [row, rising, falling] = self.lines(column, row);
        i64::from(self.counts[row] + self.counts[rising] + self.counts[falling])
    }
}

impl Queens {
    /// The state that a placement describes.
    pub fn state(&self, placement: &Placement) -> Result<Columns, QueensError> {
        let given = placement.rows().len();
        if given != self.n {
            return Err(QueensError::WrongSize { given, n: self.n });
        }
        Ok(Columns::new(placement.rows().to_vec()))
    }
}

/// A move puts one queen elsewhere in its column: n (n − 1) neighbours. The cost is the number of
/// attacking pairs.
impl Landscape for Queens {
    type State = Columns;
    type Move = Relocation;

    fn random_state(&self, rng: &mut Rng) -> Columns {
        Columns::new((0..self.n).map(|_| rng.below(self.n) as u32).collect())
    }

    fn cost(&self, columns: &Columns) -> i64 {
        columns.counts.iter().map(|&count| i64::from(count) * (i64::from(count) - 1) / 2).sum()
    }

    #[inline]
    fn moves(&self, columns: &Columns) -> impl Iterator<Item = Relocation> {
        columns.rows.iter().zip(0..).flat_map(|(&own, column)| {
            let to = move |row| Relocation { column, row: row + u32::from(row >= own) };
            (0..self.n as u32 - 1).map(to)
        })
    }

    #[inline]
    fn random_move(&self, columns: &Columns, rng: &mut Rng) -> Option<Relocation> {
        if self.n == 1 {
            return None;
        }
        let column = rng.below(self.n);
        let row = rng.below(self.n - 1) as u32;
        let row = row + u32::from(row >= columns.rows[column]);
        Some(Relocation { column: column as u32, row })
    }

    #[inline(always)]
    fn delta(&self, columns: &Columns, Relocation { column, row }: Relocation) -> i64 {
        let column = column as usize;
        columns.queens_on(column, row) + 3 - columns.queens_on(column, columns.rows[column])
    }

    #[inline]
    fn apply(&self, columns: &mut Columns, Relocation { column, row }: Relocation) {
        let column = column as usize;
        for line in columns.lines(column, columns.rows[column]) {
            columns.counts[line] -= 1;
        }
        for line in columns.lines(column, row) {
            columns.counts[line] += 1;
        }
        columns.rows[column] = row;
    }

    fn state_bytes(&self) -> usize {
        size_of::<Columns>() + 6 * self.n * size_of::<u32>()
    }
}

/// Every placement of one queen per column, in lexicographic order of the rows.
impl Enumerable for Queens {
    fn states(&self) -> u64 {
        let n = self.n as u64;
        (0..n).try_fold(1u64, |states, _| states.checked_mul(n)).unwrap_or(u64::MAX)
    }

    fn first(&self) -> Columns {
        Columns::new(vec![0; self.n])
    }

    fn advance(&self, columns: &mut Columns) -> bool {
        for column in (0..self.n).rev() {
            let row = (columns.rows[column] + 1) % self.n as u32;
            self.apply(columns, Relocation { column: column as u32, row });
            if row != 0 {
                return true;
            }
        }
        false
    }
}

/// Each column is a variable, and its queen's row is the value.
impl Conflicts for Queens {
    /// Each column gets a row whose lines are free, if a few tries find one: a handful of conflicts
    /// remain, whatever the number of queens.
    fn greedy_state(&self, rng: &mut Rng) -> Columns {
        Columns::new(super::large::greedy_rows(*self, rng))
    }

    fn variables(&self) -> usize {
        self.n
    }

    #[inline]
    fn is_conflicted(&self, columns: &Columns, column: usize) -> bool {
        // The queen itself is on three lines.
        columns.queens_on(column, columns.rows[column]) > 3
    }

    #[inline]
    fn reassignments(
        &self,
        columns: &Columns,
        column: usize,
    ) -> impl Iterator<Item = (Relocation, i64)> {
        let own = columns.rows[column];
        // The queen leaves three lines and is counted on each of them.
        let before = columns.queens_on(column, own) - 3;
        let to = move |rows: Range<usize>| {
            let (first, counts) = (rows.start as u32, columns.queens_beside(column, rows));
            counts.enumerate().map(move |(place, count)| {
                let mv = Relocation { column: column as u32, row: first + place as u32 };
                (mv, i64::from(count) - before)
            })
        };
        to(0..own as usize).chain(to(own as usize + 1..self.n))
    }

    /// Two queens share at most one line, so the number is known in advance.
    fn opponents(&self, columns: &Columns, column: usize) -> impl Iterator<Item = usize> {
        let own = columns.rows[column];
        let attacks = move |other: usize, row: u32| {
            row == own || other.abs_diff(column) == row.abs_diff(own) as usize
        };
        let others = columns.rows.iter().enumerate();
        let opponents = others.filter(move |&(other, &row)| other != column && attacks(other, row));
        let count = columns.queens_on(column, own) - 3;
        opponents.map(|(other, _)| other).take(count as usize)
    }
}

/// The child has the mother's queens to the left of a random cut and the father's
/// to the right of it.
impl Crossover for Queens {
    fn cross(&self, mother: &Columns, father: &Columns, rng: &mut Rng) -> Columns {
        let cut = rng.below(self.n + 1);
        Columns::new(mother.rows[..cut].iter().chain(&father.rows[cut..]).copied().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_s_delta_is_the_difference_in_cost_and_moving_back_undoes_it() {
        let mut rng = Rng::new(1);
        for n in 1..12 {
            let queens = Queens::new(n).unwrap();
            let before = queens.random_state(&mut rng);
            assert_eq!(queens.moves(&before).count(), n * (n - 1));
            assert_eq!(queens.cost(&before), before.placement().attacking_pairs() as i64);
            for mv in queens.moves(&before) {
                let mut after = before.clone();
                queens.apply(&mut after, mv);
                assert_eq!(after, Columns::new(after.rows.clone()));
                let difference = queens.cost(&after) - queens.cost(&before);
                assert_eq!(queens.delta(&before, mv), difference);
                let row = before.rows[mv.column as usize];
                queens.apply(&mut after, Relocation { row, ..mv });
                assert_eq!(after, before);
            }
        }
    }

    #[test]
    fn random_moves_reach_every_neighbour_equally() {
        let queens = Queens::new(4).unwrap();
        let mut rng = Rng::new(2);
        let state = queens.random_state(&mut rng);
        let mut seen = std::collections::HashMap::new();
        for _ in 0..12_000 {
            *seen.entry(queens.random_move(&state, &mut rng).unwrap()).or_insert(0) += 1;
        }
        assert!(queens.moves(&state).all(|mv| (880..1_120).contains(&seen[&mv])), "{seen:?}");
    }

    #[test]
    fn the_conflicted_columns_are_those_whose_queen_is_attacked() {
        let queens = Queens::new(5).unwrap();
        let state = queens.state(&"1 1 5 2 5".parse().unwrap()).unwrap();
        let seen = [0, 1, 2, 3, 4].map(|column| queens.is_conflicted(&state, column));
        assert_eq!(seen, [true, true, true, false, true]);
        let solved = queens.state(&"1 3 5 2 4".parse().unwrap()).unwrap();
        assert!((0..queens.variables()).all(|column| !queens.is_conflicted(&solved, column)));
    }

    #[test]
    fn the_reassignments_of_a_column_are_its_moves_with_their_deltas() {
        let mut rng = Rng::new(3);
        for n in (1..30).chain([4_096]) {
            let queens = Queens::new(n).unwrap();
            let states = [queens.random_state(&mut rng), queens.greedy_state(&mut rng)];
            for (state, column) in states.iter().flat_map(|s| [0, n / 3, n - 1].map(|c| (s, c))) {
                let rows = (0..n as u32).filter(|&row| row != state.rows[column]);
                let expected = rows.map(|row| {
                    let mv = Relocation { column: column as u32, row };
                    (mv, queens.delta(state, mv))
                });
                assert!(queens.reassignments(state, column).eq(expected), "{n} queens");
            }
        }
    }

    #[test]
    fn opponents_are_the_queens_that_attack_this_one() {
        let mut rng = Rng::new(5);
        for n in 1..20 {
            let queens = Queens::new(n).unwrap();
            let state = queens.random_state(&mut rng);
            for column in 0..n {
                let pair = |other: usize| {
                    let rows = [state.rows[column], state.rows[other]];
                    rows[0] == rows[1]
                        || rows[0].abs_diff(rows[1]) as usize == other.abs_diff(column)
                };
                let attackers: Vec<_> = (0..n).filter(|&o| o != column && pair(o)).collect();
                assert!(queens.opponents(&state, column).eq(attackers));
            }
        }
    }

    #[test]
    fn a_child_has_a_left_part_of_one_parent_and_the_rest_of_the_other() {
        let queens = Queens::new(6).unwrap();
        let mother = queens.state(&"1 1 1 1 1 1".parse().unwrap()).unwrap();
        let father = queens.state(&"2 2 2 2 2 2".parse().unwrap()).unwrap();
        let mut rng = Rng::new(4);
        for _ in 0..50 {
            assert!(queens.cross(&mother, &father, &mut rng).rows().is_sorted());
        }
    }
}
