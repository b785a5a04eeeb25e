//! Moves of many boards at once, with every instruction set, compared with single moves.

use std::collections::BTreeSet;

use goalward::Rng;

use super::*;
use crate::tiles::{Puzzle, Size};

/// Goals of every size.
fn goals() -> impl Iterator<Item = Layout> {
    let sides = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3), (2, 5), (5, 2), (3, 4), (4, 3)];
    sides.into_iter().map(|(rows, columns)| {
        let size = Size::new(rows, columns).unwrap();
        Puzzle::random(Layout::blank_last(size), &mut Rng::new(7)).start().clone()
    })
}

fn every_simd() -> impl Iterator<Item = Simd> {
    Simd::ALL.into_iter().filter(|simd| simd.is_available())
}

/// An order and the blank's cell of the goal's board.
type Place = (usize, u8);

/// Random boards, and some that share many digits, with the blank in cells of one colour.
fn some(ranks: &Ranks, cells: u64, count: usize, rng: &mut Rng) -> BTreeSet<Place> {
    let near = rng.below(ranks.orders());
    let cells: Vec<usize> = ones(cells).collect();
    let board = |i| {
        let order = match i % 2 {
            0 => rng.below(ranks.orders()),
            _ => (near + rng.below(500)) % ranks.orders(),
        };
        (order, ranks.turn_back(cells[rng.below(cells.len())]) as u8)
    };
    (0..count).map(board).collect()
}

fn set(all: &Exhaustive, boards: &BTreeSet<Place>) -> (Vec<u64>, Vec<u16>) {
    let mut set = (vec![0; all.words.count()], vec![0; all.words.pages()]);
    for &(order, blank) in boards {
        let cell = all.ranks.turn(blank.into());
        let (word, lane) = all.words.find(order, cell);
        set.0[word] |= 1 << lane;
        set.1[word / (all.words.page(1, 0))] |= 1 << cell;
    }
    set
}

#[test]
fn boards_move_together_as_they_do_one_by_one() {
    for (goal, simd) in goals().flat_map(|goal| every_simd().map(move |simd| (goal.clone(), simd)))
    {
        let mut rng = Rng::new(3);
        let ranks = Ranks::new(&goal).unwrap();
        let mut all = Exhaustive { simd, ..Exhaustive::unvisited(ranks.clone()) };
        let ranks = &ranks;
        for distance in 1..3 {
            let count = ranks.boards().min(3000) / 3;
            let last = some(ranks, colour(ranks, distance + 1), count, &mut rng);
            let before = some(ranks, colour(ranks, distance), count, &mut rng);
            let next = last.iter().flat_map(|&(order, blank)| {
                Move::ALL.into_iter().filter_map(move |mv| ranks.step(order, blank, mv))
            });
            let next: BTreeSet<Place> = next.filter(|board| !before.contains(board)).collect();

            (all.frontier, all.used) = set(&all, &last.union(&before).copied().collect());
            all.far = vec![0; all.words.count()];
            assert_eq!(all.advance(distance), next.len() as u64, "{goal}, {simd:?}");
            let wanted = set(&all, &last.union(&next).copied().collect());
            assert!(all.frontier == wanted.0 && all.used == wanted.1, "{goal}, {simd:?}");
            let far = if distance == 2 { next } else { BTreeSet::new() };
            assert!(all.far == set(&all, &far).0, "{goal}, {simd:?}");
        }
    }
}

#[test]
fn every_instruction_set_finds_the_same() {
    for goal in goals().filter(|goal| goal.size().cells() <= 10) {
        let by = |simd| {
            let mut all = Exhaustive::unvisited(Ranks::new(&goal).unwrap());
            all.simd = simd;
            all.visit(&mut Meter::new(&Limits::default()), |_, _| ()).unwrap();
            (all.histogram, all.far)
        };
        let portable = by(Simd::Portable);
        assert!(every_simd().all(|simd| by(simd) == portable), "{goal}");
    }
}

#[test]
fn boards_read_one_after_another_are_those_of_their_numbers() {
    for goal in goals() {
        let ranks = Ranks::new(&goal).unwrap();
        let mut rng = Rng::new(5);
        let mut reader = Reader::new(&ranks);
        let places = some(&ranks, (1 << goal.size().cells()) - 1, 2_000, &mut rng);
        for (order, blank) in places {
            let board: Board<u64> = reader.board(order, ranks.turn(blank.into()));
            assert_eq!(ranks.find(board), (order, blank));
            assert_eq!(board.layout(goal.size()).cell_of(0), usize::from(blank));
        }
    }
}
