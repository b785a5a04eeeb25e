//! A start and a goal, and whether one can be reached from the other.

use goalward::Rng;
use thiserror::Error;

use super::{Layout, Move, Size};

/// A start and a goal that can be reached from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    start: Layout,
    goal: Layout,
}

/// Why a start and a goal are not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// The boards differ in size.
    #[error(
        "the start is a {start} board and the goal a {goal} board: they must have the same size"
    )]
    Sizes {
        /// The start's size.
        start: Size,
        /// The goal's size.
        goal: Size,
    },
    /// No sequence of moves leads from one to the other.
    #[error(
        "the goal cannot be reached: the tiles are an {} permutation of the goal's and the blank is \
         an {} number of cells from its place, but each move changes both, so they are always \
         even or odd together",
        parity(*permutation_odd), parity(!*permutation_odd)
    )]
    Unsolvable {
        /// Whether an odd number of swaps would turn the start into the goal.
        permutation_odd: bool,
    },
}

fn parity(odd: bool) -> &'static str {
    if odd { "odd" } else { "even" }
}

impl Puzzle {
    /// The puzzle of bringing `start` to `goal`, if it is solvable.
    pub fn new(start: Layout, goal: Layout) -> Result<Self, PuzzleError> {
        if start.size() != goal.size() {
            return Err(PuzzleError::Sizes { start: start.size(), goal: goal.size() });
        }
        let permutation_odd = is_odd(&start, &goal);
        if permutation_odd != blank_is_odd(&start, &goal) {
            return Err(PuzzleError::Unsolvable { permutation_odd });
        }
        Ok(Puzzle { start, goal })
    }

    /// A start chosen uniformly among all from which `goal` can be reached.
    pub fn random(goal: Layout, rng: &mut Rng) -> Self {
        let mut start = goal.clone();
        rng.shuffle(start.tiles_mut());
        if is_odd(&start, &goal) != blank_is_odd(&start, &goal) {
            // Swapping tiles 1 and 2 pairs every unsolvable board with a solvable one, so the
            // choice stays uniform.
            let (one, two) = (start.cell_of(1), start.cell_of(2));
            start.tiles_mut().swap(one, two);
        }
        Puzzle { start, goal }
    }

    /// The start reached from the goal by a random walk as taught in courses: `moves` times, one of
    /// the four directions is drawn, and one that would take the blank off the board does nothing.
    /// A walk may turn back, so its end is usually much nearer than `moves`.
    pub fn walk(goal: Layout, moves: u64, rng: &mut Rng) -> Self {
        let size = goal.size();
        let mut start = goal.clone();
        let mut blank = start.cell_of(0);
        for _ in 0..moves {
            let mv = Move::ALL[rng.below(Move::ALL.len())];
            if let Some(next) = size.beside(blank, mv) {
                start.tiles_mut().swap(blank, next);
                blank = next;
            }
        }
        Puzzle { start, goal }
    }

    /// The start reached from the goal by `moves` random moves, all of them possible and none of
    /// them straight back.
    pub fn straight_walk(goal: Layout, moves: u64, rng: &mut Rng) -> Self {
        let size = goal.size();
        let mut start = goal.clone();
        let mut blank = start.cell_of(0);
        let mut last = None;
        for _ in 0..moves {
            let onward: Vec<_> = size.onward(blank, last).collect();
            let &(mv, next) = rng.pick(&onward).expect("every cell has two neighbours");
            start.tiles_mut().swap(blank, next);
            (blank, last) = (next, Some(mv));
        }
        Puzzle { start, goal }
    }

    /// Where it begins.
    pub fn start(&self) -> &Layout {
        &self.start
    }

    /// Where it must end.
    pub fn goal(&self) -> &Layout {
        &self.goal
    }

    /// The size of both.
    pub fn size(&self) -> Size {
        self.start.size()
    }
}

/// Whether an odd number of swaps of two tiles, including the blank, turns `start` into `goal`.
fn is_odd(start: &Layout, goal: &Layout) -> bool {
    let mut tiles = start.tiles().to_vec();
    let mut odd = false;
    for (cell, &wanted) in goal.tiles().iter().enumerate() {
        let at = tiles.iter().position(|&tile| tile == wanted).expect("same tiles");
        if at != cell {
            tiles.swap(at, cell);
            odd = !odd;
        }
    }
    odd
}

/// Whether the blank is an odd number of cells from its place.
fn blank_is_odd(start: &Layout, goal: &Layout) -> bool {
    let (row, column) = start.size().place(start.cell_of(0));
    let (home_row, home_column) = goal.size().place(goal.cell_of(0));
    (row + column + home_row + home_column) % 2 == 1
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn exactly_half_of_all_small_boards_are_solvable_and_a_flood_fill_finds_them() {
        for size in [Size::new(2, 2).unwrap(), Size::new(2, 3).unwrap(), Size::new(3, 2).unwrap()] {
            for goal in [Layout::blank_first(size), Layout::blank_last(size)] {
                let within_reach = flood(&goal);
                let mut solvable = 0;
                for tiles in permutations(size.cells()) {
                    let start = Layout::new(size, tiles).unwrap();
                    let is = Puzzle::new(start.clone(), goal.clone()).is_ok();
                    assert_eq!(is, within_reach.contains(start.tiles()), "{start} to {goal}");
                    solvable += usize::from(is);
                }
                assert_eq!(solvable * 2, (1..=size.cells()).product::<usize>());
            }
        }
    }

    fn permutations(n: usize) -> Vec<Vec<u8>> {
        if n == 0 {
            return vec![vec![]];
        }
        let shorter = permutations(n - 1);
        shorter
            .iter()
            .flat_map(|p| {
                (0..n).map(move |i| {
                    let mut longer = p.clone();
                    longer.insert(i, n as u8 - 1);
                    longer
                })
            })
            .collect()
    }

    fn flood(goal: &Layout) -> HashSet<Vec<u8>> {
        let size = goal.size();
        let mut seen = HashSet::from([goal.tiles().to_vec()]);
        let mut queue = vec![goal.tiles().to_vec()];
        while let Some(tiles) = queue.pop() {
            let blank = tiles.iter().position(|&t| t == 0).unwrap();
            for cell in 0..tiles.len() {
                let ((r, c), (s, d)) = (size.place(blank), size.place(cell));
                if r.abs_diff(s) + c.abs_diff(d) == 1 {
                    let mut next = tiles.clone();
                    next.swap(blank, cell);
                    if seen.insert(next.clone()) {
                        queue.push(next);
                    }
                }
            }
        }
        seen
    }

    #[test]
    fn random_starts_are_solvable_and_spread_over_all_boards() {
        let mut rng = Rng::new(3);
        let size = Size::new(2, 2).unwrap();
        let mut seen = std::collections::BTreeMap::new();
        for _ in 0..12_000 {
            let puzzle = Puzzle::random(Layout::blank_first(size), &mut rng);
            assert!(Puzzle::new(puzzle.start.clone(), puzzle.goal.clone()).is_ok());
            *seen.entry(puzzle.start.tiles().to_vec()).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 12);
        assert!(seen.values().all(|n| (880..1_120).contains(n)), "{seen:?}");
    }

    #[test]
    fn straight_walks_keep_the_parity_of_their_length_and_all_walks_are_solvable() {
        let mut rng = Rng::new(4);
        for moves in 0..40 {
            let puzzle = Puzzle::straight_walk(Layout::blank_last(Size::EIGHT), moves, &mut rng);
            assert!(Puzzle::new(puzzle.start.clone(), puzzle.goal.clone()).is_ok());
            assert_eq!(blank_is_odd(&puzzle.start, &puzzle.goal), moves % 2 == 1);
            let puzzle = Puzzle::walk(Layout::blank_last(Size::EIGHT), moves, &mut rng);
            assert!(Puzzle::new(puzzle.start.clone(), puzzle.goal.clone()).is_ok());
        }
    }

    #[test]
    fn a_plain_walk_stays_and_turns_back_and_a_straight_one_does_not() {
        let at_goal = |walk: fn(Layout, u64, &mut Rng) -> Puzzle| {
            let walks = (0..4_000).map(|seed| {
                let goal = Layout::blank_first(Size::EIGHT);
                walk(goal, 2, &mut Rng::new(seed))
            });
            walks.filter(|puzzle| puzzle.start == puzzle.goal).count()
        };
        // In a corner two of four directions do nothing: it stays twice with 1/4, and goes and
        // comes back with 1/8.
        assert!((1_400..1_600).contains(&at_goal(Puzzle::walk)));
        assert_eq!(at_goal(Puzzle::straight_walk), 0);
    }

    #[test]
    fn the_sentence_says_why_not() {
        let start = "1 2 3 4 5 6 8 7 0".parse().unwrap();
        let error = Puzzle::new(start, Layout::blank_last(Size::EIGHT)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the goal cannot be reached: the tiles are an odd permutation of the goal's and the \
             blank is an even number of cells from its place, but each move changes both, so they \
             are always even or odd together"
        );
    }
}
