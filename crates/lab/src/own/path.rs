//! User-defined path problems.

use std::collections::HashSet;
use std::fmt::Debug;

use goalward::path::audit::{Reachable, Truth};
use goalward::{Cost, Limits, Reversible, StateSpace};

use super::{characters, described, line_of, row};
use crate::audit::{Subject, heuristics};
use crate::number::Number;
use crate::path::{self, Estimate, PathDomain, Prepared, Ready, Unready};
use crate::registry::{Check, Domain, InputError, Instance, Method};
use crate::report::Solution;
use crate::settings::Settings;
use crate::spec::Spec;
use crate::view::{Cells, Frame, View};

/// A state space that people may name, write down and look at. Only its name, the line on what it
/// is, and the way from text to an instance and back have no default. Its costs may have any type
/// that gives a [number](Cost::number): `u32`, `u64`, `i32`, `i64` and `f64` do.
pub trait PathProblem:
    StateSpace<State: Debug + Send + Sync, Action: Debug + PartialEq + Send + Sync>
    + Send
    + Sync
    + Sized
    + 'static
{
    described! {
        method: "astar",
        compared: &["bfs", "ucs", "greedy", "astar"]
    }

    /// Its heuristics, the usual one first. `zero` is always there, too.
    const HEURISTICS: &'static [Guess<Self>] = &[];
    /// Whether every action costs 1, so that a plan with the fewest actions is cheapest.
    const UNIT_COSTS: bool = false;
    /// Whether some actions [cancel](StateSpace::cancels) the one before.
    const CANCELS: bool = false;
    /// What the names of its actions mean, in a sentence, where they do not explain themselves.
    const MEANING: Option<&'static str> = None;

    /// Reads an instance, or makes one from the seed. Without text it must succeed.
    fn open(settings: &Settings, text: Option<&str>, seed: u64) -> Result<Self, InputError>;

    /// The instance as text that opens it again.
    fn text(&self) -> String;

    /// A state in one line, different for different states.
    fn show(&self, state: &Self::State) -> String {
        format!("{state:?}")
    }

    /// An action in a word or two; no two actions of a state may share it.
    fn name(&self, action: &Self::Action) -> String {
        format!("{action:?}").trim_matches('"').into()
    }

    /// The same problem with its start and its goal exchanged, where every action can be undone at
    /// the same cost: searches from both ends then have an estimate for either side.
    fn reversed(&self) -> Option<Self> {
        None
    }

    /// Makes what a heuristic needs, such as its tables, unless it is already made, and reports
    /// what it holds: the time it takes does not count as the search's.
    fn prepare(&self, _heuristic: &str) -> Prepared {
        Prepared::default()
    }

    /// What can be run on it: [`path::methods`], or [`path::reversible_methods`] where the space is
    /// [`Reversible`].
    fn methods(own: &Own<Self>) -> Vec<Method<'_>> {
        path::methods(own)
    }

    /// A state drawn for people, in as many lines as it takes.
    fn draw(&self, state: &Self::State) -> String {
        self.show(state)
    }

    /// The page's board: what [`draw`](PathProblem::draw) gives, unless a drawing of the page is
    /// named.
    fn frame(&self) -> Frame {
        Frame::text()
    }

    /// What stands on that board in a state, as its drawing expects it.
    fn cells(&self, state: &Self::State) -> Cells {
        characters(&self.draw(state))
    }
}

/// A heuristic of a [`PathProblem`].
pub struct Guess<P: StateSpace> {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose and on the page.
    pub title: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// Whether it never exceeds the true cost: plans are called optimal because of it.
    pub admissible: bool,
    /// The estimate.
    pub h: fn(&P, &P::State) -> P::Cost,
}

impl<P: StateSpace> Guess<P> {
    /// One that never exceeds the true cost.
    pub const fn admissible(
        name: &'static str,
        doc: &'static str,
        h: fn(&P, &P::State) -> P::Cost,
    ) -> Self {
        Guess { name, title: name, doc, admissible: true, h }
    }

    /// The same under another title.
    pub const fn titled(self, title: &'static str) -> Self {
        Guess { title, ..self }
    }
}

/// The row of the registry for `P`, to be given to [`add_domains`](crate::add_domains).
pub const fn own_path<P: PathProblem>() -> Domain {
    row!(P, |settings, text, seed| {
        if P::Cost::ONE.number().is_none() {
            return Err(InputError("its costs are not numbers: implement `Cost::number`".into()));
        }
        let text = line_of(P::SETS, text)?;
        Ok(Box::new(Own(P::open(settings, text, seed)?)))
    })
}

/// A problem in the form the registry needs.
#[derive(Debug)]
pub struct Own<P>(P);

impl<P: PathProblem> Instance for Own<P> {
    fn text(&self) -> String {
        self.0.text()
    }

    fn drawing(&self) -> String {
        self.0.draw(&self.0.start())
    }

    fn methods(&self) -> Vec<Method<'_>> {
        P::methods(self)
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        heuristics(self)
    }

    fn default_method(&self) -> &'static str {
        P::METHOD
    }

    fn compared(&self) -> &'static [&'static str] {
        P::COMPARED
    }

    fn meaning(&self) -> Option<&'static str> {
        P::MEANING
    }

    /// Plays the actions by their names, with none of the searches' code.
    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let (states, cost) = self.play(solution)?;
        let boards = states.iter().map(|state| self.0.draw(state)).collect();
        let is_goal = states.last().is_some_and(|state| self.0.is_goal(state));
        let solves = cost.is_some() && is_goal;
        Ok(Check { cost: cost.map(Number::of), solves, boards, end: None, picture: None })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        let (states, _) = self.play(solution)?;
        Ok(states.iter().map(|state| self.0.cells(state)).collect())
    }

    fn read(&self, text: &str) -> Result<Solution, String> {
        Ok(path::read_plan(self, text))
    }

    fn view(&self) -> View {
        View { frame: self.0.frame(), start: self.0.cells(&self.0.start()) }
    }
}

/// The states on a path, and what it costs.
type Played<P> = (Vec<<P as StateSpace>::State>, Option<<P as StateSpace>::Cost>);

impl<P: PathProblem> Own<P> {
    /// The states that actions lead through, and what they cost unless the sum overflows.
    fn play(&self, actions: &Solution) -> Result<Played<P>, String> {
        let problem = &self.0;
        let (mut state, mut cost) = (problem.start(), Some(P::Cost::ZERO));
        let mut states = vec![state.clone()];
        for word in actions.words() {
            let mut called = problem.actions(&state).filter(|a| problem.name(a) == word);
            let action = called.next();
            let action = action.ok_or_else(|| format!("`{word}` is not possible there"))?;
            if called.next().is_some() {
                return Err(format!("two actions of one state are called `{word}`"));
            }
            drop(called);
            cost = cost.and_then(|sum| sum.plus(problem.cost(&state, &action)));
            state = problem.apply(&state, &action);
            states.push(state.clone());
        }
        Ok((states, cost))
    }
}

impl<P: PathProblem> StateSpace for Own<P> {
    type State = P::State;
    type Action = P::Action;
    type Cost = P::Cost;

    fn start(&self) -> P::State {
        self.0.start()
    }

    fn is_goal(&self, state: &P::State) -> bool {
        self.0.is_goal(state)
    }

    fn actions(&self, state: &P::State) -> impl Iterator<Item = P::Action> {
        self.0.actions(state)
    }

    fn apply(&self, state: &P::State, action: &P::Action) -> P::State {
        self.0.apply(state, action)
    }

    fn cost(&self, state: &P::State, action: &P::Action) -> P::Cost {
        self.0.cost(state, action)
    }

    fn cancels(&self, first: &P::Action, second: &P::Action) -> bool {
        self.0.cancels(first, second)
    }

    fn actions_after(
        &self,
        state: &P::State,
        last: Option<&P::Action>,
    ) -> impl Iterator<Item = P::Action> {
        self.0.actions_after(state, last)
    }

    fn states(&self) -> Option<usize> {
        self.0.states()
    }

    fn rank(&self, state: &P::State) -> usize {
        self.0.rank(state)
    }
}

impl<P: PathProblem + Reversible> Reversible for Own<P> {
    fn goals(&self) -> impl Iterator<Item = P::State> {
        self.0.goals()
    }

    fn predecessors(&self, state: &P::State) -> impl Iterator<Item = (P::State, P::Action)> {
        self.0.predecessors(state)
    }
}

const ZERO: Estimate = Estimate {
    name: "zero",
    title: "none (zero)",
    doc: "Always 0",
    admissible: true,
    params: Vec::new,
};

impl<P: PathProblem> PathDomain for Own<P> {
    const HEURISTICS: &'static [Estimate] = &[ZERO];
    const DEFAULT_HEURISTIC: &'static str = match P::HEURISTICS {
        [usual, ..] => usual.name,
        [] => ZERO.name,
    };
    const UNIT_COSTS: bool = P::UNIT_COSTS;
    const CANCELS: bool = P::CANCELS;

    fn heuristics() -> Vec<Estimate> {
        let own = P::HEURISTICS.iter().map(|&Guess { name, title, doc, admissible, .. }| {
            Estimate { name, title, doc, admissible, params: Vec::new }
        });
        std::iter::once(ZERO).chain(own).collect()
    }

    fn heuristic(&self, spec: &Spec, _: &Limits) -> Result<Ready<'_, Self>, Unready> {
        let own = P::HEURISTICS.iter().find(|guess| guess.name == spec.name);
        let h =
            own.map_or::<fn(&P, &P::State) -> P::Cost, _>(|_, _| P::Cost::ZERO, |guess| guess.h);
        let guide = Box::new(move |state: &P::State| h(&self.0, state));
        Ok((guide, self.0.prepare(&spec.name)))
    }

    fn reversed(&self, _: &Spec) -> Option<Self> {
        self.0.reversed().map(Own)
    }

    fn show(&self, state: &P::State) -> String {
        self.0.show(state)
    }

    fn drawing(&self, state: &P::State) -> String {
        self.0.draw(state)
    }

    fn cells(&self, state: &P::State) -> Cells {
        self.0.cells(state)
    }

    fn name(&self, action: &P::Action) -> String {
        self.0.name(action)
    }

    fn every_state(&self) -> Option<impl Truth<Self>> {
        let mut seen = HashSet::from([self.start()]);
        let mut left = vec![self.start()];
        while let Some(state) = left.pop() {
            if seen.len() > FEW {
                return None;
            }
            for action in self.actions(&state) {
                let next = self.apply(&state, &action);
                if seen.insert(next.clone()) {
                    left.push(next);
                }
            }
        }
        Some(Reachable)
    }
}

/// An audit looks at every state where there are no more than this.
const FEW: usize = 200_000;
