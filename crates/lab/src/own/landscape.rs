//! User-defined landscapes.

use std::fmt::Debug;
use std::hash::Hash;

use goalward::Rng;
use goalward::local::Landscape;

use super::{characters, described, line_of, row, text_view};
use crate::audit::{Subject, sampled_landscape};
use crate::local::{self, LocalDomain};
use crate::number::Number;
use crate::registry::{Check, Domain, InputError, Instance, Method};
use crate::report::Solution;
use crate::settings::Settings;
use crate::view::{Cells, View};

/// A landscape that people may name, write down and look at. It gets hill climbing, annealing
/// and local beams.
pub trait LandscapeProblem:
    Landscape<State: Debug + Eq + Hash + Send + Sync, Move: Debug> + Send + Sync + Sized + 'static
{
    described! {
        method: "annealing",
        compared: &["hill-climbing", "hill-climbing(restarts=10)", "annealing", "local-beam"]
    }

    /// Reads an instance, or makes one from the seed. Without text it must succeed.
    fn open(settings: &Settings, text: Option<&str>, seed: u64) -> Result<Self, InputError>;

    /// The instance as text that opens it again.
    fn text(&self) -> String;

    /// A state in one line, different for different states.
    fn show(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// The state of a line that [`show`](LandscapeProblem::show) has written: the result of a
    /// search is parsed, and its cost is computed again.
    fn read(&self, shown: &str) -> Option<Self::State>;

    /// A move in a few words.
    fn name(&self, mv: Self::Move) -> String {
        format!("{mv:?}")
    }

    /// A state drawn for people, in as many lines as it takes.
    fn draw(&self, state: &Self::State) -> String {
        self.show(state)
    }
}

/// The row of the registry for `P`, to be given to [`add_domains`](crate::add_domains).
pub const fn own_landscape<P: LandscapeProblem>() -> Domain {
    row!(P, |settings, text, seed| {
        let text = line_of(P::SETS, text)?;
        Ok(Box::new(Own(P::open(settings, text, seed)?)))
    })
}

/// A problem in the form the registry needs.
struct Own<P>(P);

impl<P: LandscapeProblem> Instance for Own<P> {
    fn text(&self) -> String {
        self.0.text()
    }

    fn drawing(&self) -> String {
        format!("{}: {}", P::NAME, self.0.text())
    }

    fn methods(&self) -> Vec<Method<'_>> {
        vec![
            local::hill_climbing(move |_| Ok(Walked(&self.0))),
            local::annealing(move |_| Ok(Walked(&self.0))),
            local::local_beam(move |_| Ok(Walked(&self.0))),
        ]
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        vec![sampled_landscape("landscape", P::DOC, Walked(&self.0))]
    }

    fn default_method(&self) -> &'static str {
        P::METHOD
    }

    fn compared(&self) -> &'static [&'static str] {
        P::COMPARED
    }

    /// Parses the state and computes its cost again.
    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let state = self.state(solution)?;
        let cost = self.0.cost(&state);
        Ok(Check {
            cost: Some(Number::from(cost)),
            solves: self.0.goal().is_some_and(|goal| cost <= goal),
            boards: Vec::new(),
            end: None,
            picture: Some(self.0.draw(&state)),
        })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        Ok(vec![Walked(&self.0).cells(&self.state(solution)?)])
    }

    fn read(&self, text: &str) -> Result<Solution, String> {
        Ok(Solution::Words(vec![text.trim().into()]))
    }

    fn view(&self) -> View {
        text_view(&self.drawing())
    }
}

impl<P: LandscapeProblem> Own<P> {
    /// The state that a solution stands for.
    fn state(&self, solution: &Solution) -> Result<P::State, String> {
        let shown = solution.words().concat();
        self.0.read(&shown).ok_or_else(|| format!("`{shown}` is not a state"))
    }
}

/// A landscape in the form the methods need.
struct Walked<'a, P>(&'a P);

impl<P: LandscapeProblem> Landscape for Walked<'_, P> {
    type State = P::State;
    type Move = P::Move;

    fn random_state(&self, rng: &mut Rng) -> P::State {
        self.0.random_state(rng)
    }

    fn cost(&self, state: &P::State) -> i64 {
        self.0.cost(state)
    }

    fn goal(&self) -> Option<i64> {
        self.0.goal()
    }

    fn moves(&self, state: &P::State) -> impl Iterator<Item = P::Move> {
        self.0.moves(state)
    }

    fn random_move(&self, state: &P::State, rng: &mut Rng) -> Option<P::Move> {
        self.0.random_move(state, rng)
    }

    fn allows(&self, state: &P::State, mv: P::Move) -> bool {
        self.0.allows(state, mv)
    }

    fn delta(&self, state: &P::State, mv: P::Move) -> i64 {
        self.0.delta(state, mv)
    }

    fn apply(&self, state: &mut P::State, mv: P::Move) {
        self.0.apply(state, mv)
    }

    fn undoes(&self, last: P::Move, next: P::Move) -> bool {
        self.0.undoes(last, next)
    }

    fn state_bytes(&self) -> usize {
        self.0.state_bytes()
    }

    fn grown_bytes(&self, state: &P::State) -> usize {
        self.0.grown_bytes(state)
    }
}

impl<P: LandscapeProblem> LocalDomain for Walked<'_, P> {
    const UNDOES: bool = true;

    fn show(&self, state: &P::State) -> String {
        self.0.show(state)
    }

    fn drawing(&self, state: &P::State) -> String {
        self.0.draw(state)
    }

    fn cells(&self, state: &P::State) -> Cells {
        characters(&self.0.draw(state))
    }

    fn name_move(&self, mv: P::Move) -> String {
        self.0.name(mv)
    }

    fn solution(&self, state: &P::State) -> (Solution, i64) {
        (Solution::Words(vec![self.0.show(state)]), self.0.cost(state))
    }
}
