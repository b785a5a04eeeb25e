//! A search reports the memory that it really uses.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use goalward::csp::{self, Backtracking, CspSearch, Find};
use goalward::game::{AlphaBeta, Game, GameSearch, Mcts, Score};
use goalward::local::{
    Annealing, Conflicts, Crossover, Genetic, HillClimbing, Landscape, LocalBeam, LocalSearch,
    MinConflicts, Schedule, Temperature, Traced,
};
use goalward::path::{Beam, BestFirst, Bidirectional, BreadthFirst, PathSearch};
use goalward::{Blind, Limits, Outcome, Reversible, Rng, StateSpace, Stop, Verdict};

/// The system allocator, with counts.
struct Counted;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn hold(bytes: usize) {
    MOST.fetch_max(HELD.fetch_add(bytes, Relaxed) + bytes, Relaxed);
}

// SAFETY: every call is forwarded to the system allocator; counting does not affect it.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        hold(layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }

    /// Counts as if every block grew in place, as large blocks do.
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        hold(size.saturating_sub(layout.size()));
        HELD.fetch_sub(layout.size().saturating_sub(size), Relaxed);
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static COUNTED: Counted = Counted;

/// An open grid; steps have different costs.
struct Field(i32);

fn step((x, y): (i32, i32), way: u8) -> (i32, i32) {
    [(x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)][usize::from(way)]
}

impl StateSpace for Field {
    type State = (i32, i32);
    type Action = u8;
    type Cost = u32;

    fn start(&self) -> (i32, i32) {
        (0, 0)
    }
    fn is_goal(&self, &at: &(i32, i32)) -> bool {
        at == (self.0 - 1, self.0 - 1)
    }
    fn actions(&self, &at: &(i32, i32)) -> impl Iterator<Item = u8> {
        let inside = |(x, y)| (0..self.0).contains(&x) && (0..self.0).contains(&y);
        (0..4).filter(move |&way| inside(step(at, way)))
    }
    fn apply(&self, &at: &(i32, i32), &way: &u8) -> (i32, i32) {
        step(at, way)
    }
    fn cost(&self, &(x, y): &(i32, i32), &way: &u8) -> u32 {
        1 + (7 * x + 13 * y + i32::from(way)) as u32 % 3
    }
}

impl Reversible for Field {
    fn goals(&self) -> impl Iterator<Item = (i32, i32)> {
        std::iter::once((self.0 - 1, self.0 - 1))
    }
    fn predecessors(&self, at: &(i32, i32)) -> impl Iterator<Item = ((i32, i32), u8)> {
        self.actions(at).map(|way| (step(*at, way), (way + 2) % 4))
    }
}

/// Lamps to be lit; one more can never be lit.
struct Lamps(usize);

impl Landscape for Lamps {
    type State = Vec<bool>;
    type Move = usize;

    fn random_state(&self, rng: &mut Rng) -> Vec<bool> {
        (0..self.0).map(|_| rng.below(2) == 1).collect()
    }
    fn cost(&self, lamps: &Vec<bool>) -> i64 {
        1 + lamps.iter().filter(|&&lit| !lit).count() as i64
    }
    fn moves(&self, _: &Vec<bool>) -> impl Iterator<Item = usize> {
        0..self.0
    }
    fn random_move(&self, _: &Vec<bool>, rng: &mut Rng) -> Option<usize> {
        Some(rng.below(self.0))
    }
    fn delta(&self, lamps: &Vec<bool>, lamp: usize) -> i64 {
        if lamps[lamp] { 1 } else { -1 }
    }
    fn apply(&self, lamps: &mut Vec<bool>, lamp: usize) {
        lamps[lamp] = !lamps[lamp];
    }
    fn state_bytes(&self) -> usize {
        size_of::<Vec<bool>>() + self.0
    }
}

impl Conflicts for Lamps {
    fn variables(&self) -> usize {
        self.0
    }
    fn is_conflicted(&self, lamps: &Vec<bool>, lamp: usize) -> bool {
        !lamps[lamp]
    }
    fn opponents(&self, _: &Vec<bool>, _: usize) -> impl Iterator<Item = usize> {
        std::iter::empty()
    }
    fn reassignments(&self, lamps: &Vec<bool>, lamp: usize) -> impl Iterator<Item = (usize, i64)> {
        std::iter::once((lamp, self.delta(lamps, lamp)))
    }
}

impl Crossover for Lamps {
    fn cross(&self, mother: &Vec<bool>, father: &Vec<bool>, rng: &mut Rng) -> Vec<bool> {
        let cut = rng.below(self.0 + 1);
        mother[..cut].iter().chain(&father[cut..]).copied().collect()
    }
}

/// Endless steps down, or up.
struct Stairs;

impl Landscape for Stairs {
    type State = i64;
    type Move = i64;

    fn random_state(&self, _: &mut Rng) -> i64 {
        1 << 40
    }
    fn cost(&self, step: &i64) -> i64 {
        *step
    }
    fn moves(&self, _: &i64) -> impl Iterator<Item = i64> {
        [-1, 1].into_iter()
    }
    fn random_move(&self, _: &i64, rng: &mut Rng) -> Option<i64> {
        rng.pick(&[-1, 1]).copied()
    }
    fn delta(&self, _: &i64, way: i64) -> i64 {
        way
    }
    fn apply(&self, step: &mut i64, way: i64) {
        *step += way;
    }
}

/// Two heaps of matches from which up to three are taken.
struct Heaps(u32);

impl Game for Heaps {
    type State = [u32; 2];
    type Move = (usize, u32);

    fn start(&self) -> [u32; 2] {
        [self.0, self.0 + 2]
    }
    fn moves(&self, heaps: &[u32; 2]) -> impl Iterator<Item = (usize, u32)> {
        let [a, b] = *heaps;
        (1..=a.min(3)).map(|taken| (0, taken)).chain((1..=b.min(3)).map(|taken| (1, taken)))
    }
    fn play(&self, heaps: &[u32; 2], (heap, taken): (usize, u32)) -> [u32; 2] {
        let mut left = *heaps;
        left[heap] -= taken;
        left
    }
    fn terminal(&self, heaps: &[u32; 2]) -> Option<Score> {
        (*heaps == [0, 0]).then_some(-1)
    }
}

/// In addition to what it reports, a search may hold a little: small buffers and its plan.
const SMALL: usize = 24_000;

fn holds_what_it_says<T>(name: &str, search: impl Fn(&Limits) -> Outcome<T>) {
    for memory in [None, Some(2_000_000), Some(400_000)] {
        let limits = Limits { memory, ..Limits::nodes(300_000) };
        let before = HELD.load(Relaxed);
        MOST.store(before, Relaxed);
        let Outcome { verdict, stats } = search(&limits);
        let held = MOST.load(Relaxed) - before;
        let said = stats.peak_bytes as usize;
        assert!(held <= said + said / 8 + SMALL, "{name} held {held} and reported {said}");
        let stopped = matches!(verdict, Verdict::Stopped { by: Stop::Memory, .. });
        assert!(memory.is_some_and(|memory| stats.peak_bytes <= memory) || !stopped, "{name}");
    }
}

/// A single test, so that nothing else is counted.
#[test]
fn no_search_holds_much_more_than_it_says() {
    let field = Field(300);
    let h = |&(x, y): &(i32, i32)| (598 - x - y) as u32;
    holds_what_it_says("breadth-first", |l| {
        BreadthFirst::default().search(&field, &Blind, l, &mut ())
    });
    holds_what_it_says("A*", |l| BestFirst::a_star().search(&field, &h, l, &mut ()));
    holds_what_it_says("greedy", |l| BestFirst::greedy().search(&field, &h, l, &mut ()));
    holds_what_it_says("bidirectional", |l| {
        Bidirectional::default().search(&field, &Blind, l, &mut ())
    });
    let tree = goalward::space::from_fn(
        1u64,
        |&n| (1..40).map(move |i| (n.wrapping_mul(41).wrapping_add(i), 1)),
        |_| false,
    );
    let h = |n: &u64| (n % 7) as u32;
    holds_what_it_says("beam", |l| {
        let limits = Limits { nodes: Some(5_000), ..l.clone() };
        Beam { width: 1_000, ..Beam::default() }.search(&tree, &h, &limits, &mut ())
    });

    let (lamps, few) = (Lamps(50_000), Lamps(300));
    let rng = || Rng::new(1);
    let climbing = HillClimbing { restarts: u32::MAX, ..HillClimbing::default() };
    holds_what_it_says("restarts", |l| climbing.search(&Lamps(1), &mut rng(), l, &mut ()));
    let annealing = Annealing::default();
    holds_what_it_says("annealing", |l| annealing.search(&lamps, &mut rng(), l, &mut ()));
    let cold = Schedule { start: Temperature::Fixed(0.2), ..Schedule::default() };
    let cold = Annealing::new(cold).unwrap();
    holds_what_it_says("a trail", |l| cold.search(&Traced(Stairs), &mut rng(), l, &mut ()));
    let trails = Traced(Lamps(2));
    let wide = LocalBeam { patience: u32::MAX, ..LocalBeam::default() };
    let limits = |l: &Limits| Limits { nodes: Some(20_000), ..l.clone() };
    holds_what_it_says("trails", |l| wide.search(&trails, &mut rng(), &limits(l), &mut ()));
    let repair = MinConflicts { steps: 1_000, restarts: 1 };
    holds_what_it_says("min-conflicts", |l| repair.search(&lamps, &mut rng(), l, &mut ()));
    let beam = LocalBeam { patience: 3, ..LocalBeam::default() };
    holds_what_it_says("local beam", |l| beam.search(&few, &mut rng(), l, &mut ()));
    let genetic = Genetic { generations: 5, ..Genetic::default() };
    holds_what_it_says("genetic", |l| genetic.search(&few, &mut rng(), l, &mut ()));

    let pairs = (0..40usize).flat_map(|y| (0..y).map(move |x| (x, y))).collect();
    let queens =
        csp::from_fn(vec![40; 40], pairs, |(x, a), (y, b)| a != b && a.abs_diff(b) != y - x);
    holds_what_it_says("forward checking", |l| {
        Backtracking::default().search(&queens, Find::First, l, ()).outcome
    });

    let heaps = Heaps(60);
    let mcts = Mcts { playouts: 3_000, ..Mcts::default() };
    holds_what_it_says("playouts", |l| mcts.search(&heaps, &heaps.start(), l, &mut ()));
    let alpha_beta = AlphaBeta::default();
    holds_what_it_says("alpha-beta", |l| alpha_beta.search(&heaps, &heaps.start(), l, &mut ()));
}
