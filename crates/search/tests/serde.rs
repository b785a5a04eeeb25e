//! Results of searches, written and read again.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use goalward::game::{Agreement, Analysis, Game, GameSearch, Mcts, Minimax, Rating, agreement};
use goalward::local::{
    Annealing, Enumerable, Found, HillClimbing, Landscape, LocalSearch, Survey, survey,
};
use goalward::{Limits, Rng};
use serde::Serialize;
use serde::de::DeserializeOwned;

fn is_kept<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let text = serde_json::to_string(value).expect("it can be written");
    assert_eq!(&serde_json::from_str::<T>(&text).expect("it can be read"), value);
    text
}

/// Places in a row with their costs.
struct Places(Vec<i64>);

impl Landscape for Places {
    type State = usize;
    type Move = usize;
    fn random_state(&self, rng: &mut Rng) -> usize {
        rng.below(self.0.len())
    }
    fn cost(&self, &at: &usize) -> i64 {
        self.0[at]
    }
    fn moves(&self, &at: &usize) -> impl Iterator<Item = usize> {
        (0..self.0.len()).filter(move |to| to.abs_diff(at) == 1)
    }
    fn random_move(&self, at: &usize, rng: &mut Rng) -> Option<usize> {
        rng.pick(&self.moves(at).collect::<Vec<_>>()).copied()
    }
    fn delta(&self, &at: &usize, to: usize) -> i64 {
        self.0[to] - self.0[at]
    }
    fn apply(&self, at: &mut usize, to: usize) {
        *at = to;
    }
}

impl Enumerable for Places {
    fn states(&self) -> u64 {
        self.0.len() as u64
    }
    fn first(&self) -> usize {
        0
    }
    fn advance(&self, at: &mut usize) -> bool {
        *at += 1;
        *at < self.0.len()
    }
}

#[test]
fn local_results_are_read_as_they_were_written() {
    let places = Places(vec![3, 2, 4, 1, 2, 5, 4]);
    let climbed: Found<usize> =
        HillClimbing::default().solve(&places, 1).into_best().expect("a state");
    let text = is_kept(&climbed);
    assert!(text.contains("\"ending\":\"LocalOptimum\""), "{text}");
    let limits = Limits::nodes(40);
    let stopped = Annealing::default().search(&places, &mut Rng::new(1), &limits, &mut ());
    let text = is_kept(&stopped.into_best().expect("a state"));
    assert!(text.contains("\"ending\":{\"Stopped\":\"Nodes\"}"), "{text}");
    let found: Survey<usize> = survey(&places, &limits);
    is_kept(&found);
}

/// Take one or two matches; whoever takes the last one wins.
struct Matches(u32);

impl Game for Matches {
    type State = u32;
    type Move = u32;
    fn start(&self) -> u32 {
        self.0
    }
    fn moves(&self, &left: &u32) -> impl Iterator<Item = u32> {
        1..=left.min(2)
    }
    fn play(&self, &left: &u32, taken: u32) -> u32 {
        left - taken
    }
    fn terminal(&self, &left: &u32) -> Option<i32> {
        (left == 0).then_some(-1)
    }
    fn evaluate(&self, &left: &u32) -> i32 {
        i32::from(left > 4) - i32::from(left == 4)
    }
}

#[test]
fn game_results_are_read_as_they_were_written() {
    let solved: Analysis<u32> = Minimax::default().solve(&Matches(9)).into_best().expect("moves");
    let text = is_kept(&solved);
    assert!(text.contains("\"depth\":null"), "{text}");
    is_kept(&Mcts::default().solve(&Matches(30)).into_best().expect("moves"));
    let exact = |state: &u32| match Minimax::default()
        .search(&Matches(9), state, &Limits::default(), &mut ())
        .into_best()?
        .value
    {
        Rating::Exact(score) => Some(score),
        _ => None,
    };
    let found: Agreement<u32> = agreement(&Matches(9), 20, 9, 1, &Limits::default(), exact);
    assert!(found.worst.is_some());
    is_kept(&found);
}

#[test]
fn plans_outcomes_and_statistics_are_read_as_they_were_written() {
    use goalward::path::{BestFirst, PathSearch};
    let steps = |&n: &u32| [(n + 1, 1.5f64), (2 * n, 2.0)];
    let space = goalward::space::from_fn(1u32, steps, |&n| n == 11);
    let outcome = BestFirst::uniform_cost().solve(&space, &goalward::Blind);
    let text = is_kept(&outcome.verdict);
    assert!(text.contains("\"states\":[1,2,") && text.contains("\"cost\":"), "{text}");
    is_kept(&outcome.stats);
    let stopped =
        BestFirst::uniform_cost().search(&space, &goalward::Blind, &Limits::nodes(2), &mut ());
    assert!(is_kept(&stopped.verdict).contains("Nodes"));
    let text = serde_json::to_string(&stopped).expect("it can be written");
    assert!(text.contains("\"expanded\":2"), "{text}");
}
