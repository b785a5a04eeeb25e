//! The search on whole grids equals the engine's, with every instruction set.

use std::num::NonZeroU64;

use goalward::{Limits, Rng, Verdict};

use super::*;

/// Everything but memory and time.
fn told(answer: Answer) -> impl PartialEq + std::fmt::Debug {
    let stats = answer.outcome.stats;
    (answer.outcome.verdict, answer.effort, [stats.expanded, stats.generated, stats.peak_stored])
}

fn assert_same(sudoku: &Sudoku, find: Find, limits: &Limits) {
    let engine = told(AllDifferent::PLAIN.search(sudoku, find, limits, ()));
    for simd in Simd::ALL.into_iter().filter(|simd| simd.is_available()) {
        let answer = search(simd, sudoku, find, limits);
        assert_eq!(told(answer), engine, "{simd:?}, {}, {find:?}", sudoku.line());
    }
}

fn up_to(most: u64) -> Find {
    Find::UpTo(NonZeroU64::new(most).unwrap())
}

/// A full grid with its digits, rows and columns in random order.
fn full(rng: &mut Rng) -> [u8; 81] {
    let mut order = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        (1..count).rev().for_each(|i| order.swap(i, rng.below(i + 1)));
        order
    };
    let mut lines = || {
        let blocks = order(3);
        blocks.into_iter().flat_map(|b| order(3).into_iter().map(move |i| 3 * b + i)).collect()
    };
    let (rows, columns): (Vec<usize>, Vec<usize>) = (lines(), lines());
    let digits = order(9);
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        digits[(3 * row + row / 3 + column) % 9] as u8 + 1
    })
}

/// Keeps `clues` of the digits, and may change one of them.
fn sudoku(rng: &mut Rng, clues: usize, spoilt: bool) -> Option<Sudoku> {
    let mut cells = full(rng);
    for left in (clues..81).rev() {
        let nth = rng.below(left + 1);
        let cell = (0..81).filter(|&cell| cells[cell] != 0).nth(nth).unwrap();
        cells[cell] = 0;
    }
    if spoilt {
        cells[rng.below(81)] = rng.below(9) as u8 + 1;
    }
    let text: String = cells.iter().map(u8::to_string).collect();
    text.parse().ok()
}

#[test]
fn grids_of_all_kinds_are_searched_as_the_engine_does() {
    let mut rng = Rng::new(1);
    for i in 0..600 {
        // With fewer than about twenty clues there are many solutions, and many guesses among three
        // digits.
        let clues = rng.below(45);
        if let Some(sudoku) = sudoku(&mut rng, clues, i % 2 == 0) {
            let find = [Find::First, up_to(2), up_to(30), Find::Count][i % 4];
            let limits = if find == Find::Count { Limits::nodes(2_000) } else { Limits::default() };
            assert_same(&sudoku, find, &limits);
        }
    }
}

#[test]
fn known_and_empty_grids_are_searched_as_the_engine_does() {
    let known = super::super::SAMPLE;
    for line in known.lines().filter(|line| !line.starts_with('#')) {
        assert_same(&line.parse().unwrap(), Find::All, &Limits::default());
    }
    let empty = ".".repeat(81).parse().unwrap();
    assert_same(&empty, up_to(100), &Limits::default());
}

#[test]
fn every_limit_of_nodes_stops_where_the_engine_does() {
    let inkala =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let sudoku = inkala.parse().unwrap();
    let whole = AllDifferent.solve(&sudoku, Find::All);
    for nodes in 0..whole.outcome.stats.expanded + 2 {
        assert_same(&sudoku, Find::All, &Limits::nodes(nodes));
    }
}

#[test]
fn memory_counts_towards_its_limit() {
    let empty: Sudoku = ".".repeat(81).parse().unwrap();
    let search = |limits| AllDifferent.search(&empty, up_to(3), &limits, ()).outcome;
    let whole = search(Limits::default()).stats.peak_bytes;
    assert!(search(Limits::memory(whole)).solution().is_some());
    for limit in [0, whole / 2, whole - 1] {
        let outcome = search(Limits::memory(limit));
        let Verdict::Stopped { by: Stop::Memory, .. } = outcome.verdict else {
            panic!("{:?}", outcome.verdict)
        };
        assert!(outcome.stats.peak_bytes <= limit);
    }
}

#[test]
fn a_watched_search_is_run_by_the_engine() {
    let sudoku: Sudoku = ".".repeat(81).parse().unwrap();
    let limits = Limits::nodes(200);
    let (mut fast, mut plain) = (Vec::new(), Vec::new());
    let answer = AllDifferent.search(&sudoku, up_to(3), &limits, |event| fast.push(event));
    let engine = AllDifferent::PLAIN.search(&sudoku, up_to(3), &limits, |event| plain.push(event));
    assert_eq!(told(answer), told(engine));
    assert!(fast == plain && !plain.is_empty());
}
