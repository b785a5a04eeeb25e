//! Queens as a landscape: one queen a column, moved to another row.

use goalward::Rng;
use goalward::local::{Conflicts, Crossover, Landscape};

use super::{Placement, Queens, QueensError};

/// The row of each column's queen, with the number of queens on every line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Columns {
    rows: Vec<u32>,
    /// Queens in each row, then on each rising and each falling diagonal.
    counts: Vec<u32>,
}

/// Puts the queen of `column` on `row`, where it is not already.
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
    #[inline]
    fn lines(&self, column: usize, row: u32) -> [usize; 3] {
        let (n, row) = (self.rows.len(), row as usize);
        [row, n + column + row, 4 * n + column - row]
    }

    /// How many queens are on the lines of a square, counted once a line.
    #[inline]
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

/// A move puts one queen elsewhere in her column: n (n − 1) neighbours. The cost
/// is the number of attacking pairs.
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
        (0..self.n).flat_map(|column| self.reassignments(columns, column))
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

    #[inline]
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

/// Each column is a variable, its queen's row the value.
impl Conflicts for Queens {
    /// Rows are dealt out, a free one to each column where a few tries find one:
    /// a handful of conflicts remain, whatever the number of queens.
    fn greedy_state(&self, rng: &mut Rng) -> Columns {
        Columns::new(super::large::greedy_rows(*self, rng))
    }

    fn variables(&self) -> usize {
        self.n
    }

    #[inline]
    fn is_conflicted(&self, columns: &Columns, column: usize) -> bool {
        // She is herself on three lines.
        columns.queens_on(column, columns.rows[column]) > 3
    }

    #[inline]
    fn reassignments(&self, columns: &Columns, column: usize) -> impl Iterator<Item = Relocation> {
        let (n, row) = (self.n as u32, columns.rows[column]);
        let column = column as u32;
        (0..row).chain(row + 1..n).map(move |row| Relocation { column, row })
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
        let state = queens.state(&"0 0 4 1 4".parse().unwrap()).unwrap();
        let seen = [0, 1, 2, 3, 4].map(|column| queens.is_conflicted(&state, column));
        assert_eq!(seen, [true, true, true, false, true]);
        let solved = queens.state(&"0 2 4 1 3".parse().unwrap()).unwrap();
        assert!((0..queens.variables()).all(|column| !queens.is_conflicted(&solved, column)));
    }

    #[test]
    fn a_child_has_a_left_part_of_one_parent_and_the_rest_of_the_other() {
        let queens = Queens::new(6).unwrap();
        let mother = queens.state(&"0 0 0 0 0 0".parse().unwrap()).unwrap();
        let father = queens.state(&"1 1 1 1 1 1".parse().unwrap()).unwrap();
        let mut rng = Rng::new(4);
        for _ in 0..50 {
            assert!(queens.cross(&mother, &father, &mut rng).rows().is_sorted());
        }
    }
}
