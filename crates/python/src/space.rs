//! A problem written in Python as a state space.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};

use goalward::{Reversible, StateSpace};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::detached::discard_objects;
use crate::numbers::Numbers;
use crate::states::{Id, States, listed, shown};
use crate::trouble::Trouble;
use crate::watch::Objects;

/// How a problem gives its successors.
pub enum Moves<'py> {
    /// One call gives the successors, each with its cost.
    Successors { of: Bound<'py, PyAny>, order: Order },
    /// One call gives the actions, a second where one of them leads, a third what it costs.
    Actions { of: Bound<'py, PyAny>, result: Bound<'py, PyAny>, cost: Costs<'py> },
}

/// How a successor is written.
#[derive(Clone, Copy)]
pub enum Order {
    /// `(state, cost)` or `(action, state, cost)`.
    ActionFirst,
    /// `(state, action, cost)`.
    StateFirst,
}

/// What an action costs.
pub enum Costs<'py> {
    /// 1.
    One,
    /// What this returns, called with the state, the action and where it leads.
    Step(Bound<'py, PyAny>),
    /// What this returns, called with the cost so far, the state, the action and where it leads.
    Path(Bound<'py, PyAny>),
}

/// How a heuristic is called.
pub enum Estimate<'py> {
    /// It is 0.
    Zero,
    /// With the state.
    State(Bound<'py, PyAny>),
    /// With a node that has the state.
    Node(Bound<'py, PyAny>),
    /// With the state and a second argument.
    With(Bound<'py, PyAny>, Bound<'py, PyAny>),
}

/// The way back, for a search from both ends.
pub enum Back<'py> {
    /// It is not known.
    Unknown,
    /// One call gives the predecessors, written as successors are.
    Predecessors(Bound<'py, PyAny>),
    /// Every action can be undone at the same cost.
    Undirected,
}

/// The argument of a heuristic in the style of aima-python: a node that has only the state.
#[pyclass(frozen, module = "goalward")]
pub struct Node {
    /// The state that the heuristic is asked about.
    #[pyo3(get)]
    state: Py<PyAny>,
}

/// A step to another state. Without an action it is named by where it leads.
#[derive(Clone)]
pub struct Step<'py> {
    pub action: Option<Bound<'py, PyAny>>,
    pub to: Id,
    pub cost: f64,
}

/// A problem written in Python. An error in it is kept, and ends the search.
pub struct Space<'py> {
    pub py: Python<'py>,
    pub states: RefCell<States>,
    pub numbers: Numbers,
    /// The estimates, separate from costs: fractions among them do not make costs fractions.
    pub estimates: Numbers,
    pub start: Id,
    pub moves: Moves<'py>,
    /// Without one, `goals` are the goals.
    pub is_goal: Option<Bound<'py, PyAny>>,
    pub estimate: Estimate<'py>,
    pub goals: Vec<Id>,
    pub back: Back<'py>,
    pub trouble: Trouble<'py>,
    /// What is known about a state, by its number: depth-first searches return to them.
    known: RefCell<Vec<Known>>,
    /// For a replay, the steps out of each state that was expanded, by its number.
    record: Option<RefCell<Vec<Option<Vec<Step<'py>>>>>>,
    /// The bytes of the states themselves, if memory is limited.
    pub object_bytes: Cell<usize>,
    pub measures: bool,
    size_of: OnceCell<Bound<'py, PyAny>>,
}

#[derive(Clone, Copy)]
struct Known {
    h: f64,
    goal: Option<bool>,
}

impl Known {
    const NOTHING: Known = Known { h: f64::NAN, goal: None };
}

impl<'py> Space<'py> {
    /// A space with no way back.
    pub fn new(
        start: Bound<'py, PyAny>,
        moves: Moves<'py>,
        is_goal: Option<Bound<'py, PyAny>>,
        estimate: Estimate<'py>,
    ) -> PyResult<Self> {
        let py = start.py();
        let mut states = States::new();
        let start = states.number(start)?;
        Ok(Space {
            py,
            states: RefCell::new(states),
            numbers: Numbers::default(),
            estimates: Numbers::default(),
            start,
            moves,
            is_goal,
            estimate,
            goals: Vec::new(),
            back: Back::Unknown,
            trouble: Trouble::new(py),
            known: RefCell::new(Vec::new()),
            record: None,
            object_bytes: Cell::new(0),
            measures: false,
            size_of: OnceCell::new(),
        })
    }

    /// The number of a state.
    pub fn number(&self, state: Bound<'py, PyAny>) -> PyResult<Id> {
        if self.measures {
            self.measure(&state)?;
        }
        self.states.borrow_mut().number(state)
    }

    /// Adds to the bytes of all states, if this one is new.
    fn measure(&self, state: &Bound<'py, PyAny>) -> PyResult<()> {
        let count = self.states.borrow().len();
        self.states.borrow_mut().number(state.clone())?;
        if self.states.borrow().len() > count {
            if self.size_of.get().is_none() {
                let _ = self.size_of.set(self.py.import("sys")?.getattr("getsizeof")?);
            }
            let size_of = self.size_of.get().expect("it was just set");
            let bytes: usize = size_of.call1((state,))?.extract()?;
            self.object_bytes.set(self.object_bytes.get() + bytes);
        }
        Ok(())
    }

    fn known(&self, id: Id) -> Known {
        self.known.borrow().get(id as usize).copied().unwrap_or(Known::NOTHING)
    }

    fn learn(&self, id: Id, of: impl FnOnce(&mut Known)) {
        let mut known = self.known.borrow_mut();
        if known.len() <= id as usize {
            known.resize(id as usize + 1, Known::NOTHING);
        }
        of(&mut known[id as usize]);
    }

    /// What went wrong, if anything did. The states are then freed while Python goes on.
    pub fn error(&self) -> Option<PyErr> {
        let error = self.trouble.take()?;
        discard_objects(self.states.take().into_objects());
        Some(error)
    }

    /// From now on keeps the steps of every state.
    pub fn keep_record(&mut self) {
        self.record = Some(RefCell::default());
    }

    /// The steps that were kept, by state.
    pub fn recorded(&self) -> Vec<Option<Vec<Step<'py>>>> {
        self.record.as_ref().map(RefCell::take).unwrap_or_default()
    }

    /// What a search knows about a state: the estimate, 0 if it did not ask, and whether it is a
    /// goal.
    pub fn told(&self, id: Id) -> (f64, bool) {
        let Known { h, goal } = self.known(id);
        (h.max(0.0), goal.unwrap_or_else(|| self.goals.contains(&id)))
    }

    /// The estimate, computed once for each state.
    pub fn h(&self, id: Id) -> f64 {
        if let Estimate::Zero = self.estimate {
            return 0.0;
        }
        let Known { h, .. } = self.known(id);
        if !h.is_nan() || self.trouble.happened() {
            return h.max(0.0);
        }
        let h = self.trouble.keep(self.ask_h(id)).unwrap_or(0.0);
        self.learn(id, |known| known.h = h);
        h
    }

    fn ask_h(&self, id: Id) -> PyResult<f64> {
        let state = self.state(id);
        let said = match &self.estimate {
            Estimate::Zero => return Ok(0.0),
            Estimate::State(h) => h.call1((&state,))?,
            Estimate::Node(h) => h.call1((Node { state: state.clone().unbind() },))?,
            Estimate::With(h, other) => h.call1((&state, other))?,
        };
        let told = |why: &str| {
            let (state, said) = (shown(&state), shown(&said));
            PyValueError::new_err(format!("the heuristic of {state} is {said}: {why}"))
        };
        let h = self.estimates.read(&said).map_err(told)?;
        if h.is_nan() || h < 0.0 {
            return Err(told("an estimate is 0 or more, or infinite if no goal can be reached"));
        }
        Ok(h)
    }

    /// A step of this cost; nothing if it is infinite, which no plan can afford.
    fn step(
        &self,
        action: Option<Bound<'py, PyAny>>,
        to: Bound<'py, PyAny>,
        cost: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Step<'py>>> {
        let told = |why: &str| {
            let (state, said) = (shown(&to), shown(cost));
            PyValueError::new_err(format!("the cost of a step to {state} is {said}: {why}"))
        };
        let cost = self.numbers.read(cost).map_err(told)?;
        if cost.is_nan() || cost < 0.0 {
            return Err(told("a cost is 0 or more"));
        }
        if cost.is_infinite() {
            return Ok(None);
        }
        Ok(Some(Step { action, to: self.number(to)?, cost }))
    }

    /// A step as a problem writes it.
    fn read_step(&self, item: &Bound<'py, PyAny>, order: Order) -> PyResult<Option<Step<'py>>> {
        let wrong = || {
            let right = match order {
                Order::ActionFirst => "(state, cost) or (action, state, cost)",
                Order::StateFirst => "(state, action, cost)",
            };
            PyTypeError::new_err(format!("the successor {} is not {right}", shown(item)))
        };
        let parts = match item.cast::<PyTuple>() {
            Ok(tuple) => tuple.clone(),
            Err(_) => item.cast::<PyList>().map_err(|_| wrong())?.to_tuple(),
        };
        match (parts.len(), order) {
            (2, Order::ActionFirst) => self.step(None, parts.get_item(0)?, &parts.get_item(1)?),
            (3, Order::ActionFirst) => {
                self.step(Some(parts.get_item(0)?), parts.get_item(1)?, &parts.get_item(2)?)
            }
            (3, Order::StateFirst) => {
                self.step(Some(parts.get_item(1)?), parts.get_item(0)?, &parts.get_item(2)?)
            }
            _ => Err(wrong()),
        }
    }

    /// What an action of a state leads to.
    fn act(
        &self,
        state: &Bound<'py, PyAny>,
        action: Bound<'py, PyAny>,
        result: &Bound<'py, PyAny>,
        cost: &Costs<'py>,
    ) -> PyResult<Option<Step<'py>>> {
        let to = result.call1((state, &action))?;
        let cost = match cost {
            Costs::One => {
                let to = self.number(to)?;
                return Ok(Some(Step { action: Some(action), to, cost: 1.0 }));
            }
            Costs::Step(cost) => cost.call1((state, &action, &to))?,
            Costs::Path(cost) => cost.call1((0, state, &action, &to))?,
        };
        self.step(Some(action), to, &cost)
    }

    /// The items that a call gives.
    fn items(
        &self,
        of: &Bound<'py, PyAny>,
        state: &Bound<'py, PyAny>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        listed(&of.call1((state,))?, state)
    }

    /// The items that a call gives, if nothing has gone wrong, with the state they are of.
    fn items_of(&self, of: &Bound<'py, PyAny>, id: Id) -> Option<Items<'py>> {
        if !self.trouble.turn() {
            return None;
        }
        self.trouble.keep(self.states.borrow().check(self.py, id))?;
        let state = self.state(id);
        let items = self.trouble.keep(self.items(of, &state))?;
        // A callback that changes the state it is given is detected at once.
        self.trouble.keep(self.states.borrow().check(self.py, id))?;
        Some((state, items))
    }

    /// The action of a step of a plan; one without a name is named by the state it leads to.
    pub fn named(&self, from: Id, step: &Step<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(action) = &step.action {
            return Ok(action.clone());
        }
        if !matches!(self.back, Back::Undirected) {
            return Ok(self.state(step.to));
        }
        // Found from the other end: the action that leads there is among those of `from`.
        let same = |other: &Step<'py>| other.to == step.to && other.cost == step.cost;
        let found = self.actions(&from).find(same).and_then(|step| step.action);
        match self.trouble.take() {
            Some(error) => Err(error),
            None => Ok(found.unwrap_or_else(|| self.state(step.to))),
        }
    }
}

impl<'py> Objects<'py> for Space<'py> {
    fn py(&self) -> Python<'py> {
        self.py
    }

    fn state(&self, id: Id) -> Bound<'py, PyAny> {
        self.states.borrow().object(self.py, id).clone()
    }

    fn numbers(&self) -> &Numbers {
        &self.numbers
    }

    fn estimates(&self) -> &Numbers {
        &self.estimates
    }

    fn trouble(&self) -> &Trouble<'py> {
        &self.trouble
    }

    fn bytes(&self) -> usize {
        self.states.borrow().bytes(self.object_bytes.get())
            + self.known.borrow().capacity() * size_of::<Known>()
    }
}

/// What is left of the items of a call. A deep search holds those of every state on its path.
struct Left<'a, 'py> {
    items: std::vec::IntoIter<Bound<'py, PyAny>>,
    of: &'a Space<'py>,
}

impl<'py> Iterator for Left<'_, 'py> {
    type Item = Bound<'py, PyAny>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.of.trouble.goes_on_with(self.items.len()) { self.items.next() } else { None }
    }
}

impl Drop for Left<'_, '_> {
    #[inline]
    fn drop(&mut self) {
        self.of.trouble.leftovers.take(&mut self.items);
    }
}

/// A state, and what a call gave for it.
type Items<'py> = (Bound<'py, PyAny>, Vec<Bound<'py, PyAny>>);

impl<'py> StateSpace for Space<'py> {
    type State = Id;
    type Action = Step<'py>;
    type Cost = f64;

    fn start(&self) -> Id {
        self.start
    }

    fn is_goal(&self, &id: &Id) -> bool {
        let Some(is_goal) = &self.is_goal else { return self.goals.contains(&id) };
        if let Some(goal) = self.known(id).goal {
            return goal;
        }
        if self.trouble.happened() {
            return false;
        }
        let asked = is_goal.call1((self.state(id),)).and_then(|said| said.is_truthy());
        let goal = self.trouble.keep(asked).unwrap_or(false);
        self.learn(id, |known| known.goal = Some(goal));
        goal
    }

    fn actions(&self, &id: &Id) -> impl Iterator<Item = Step<'py>> {
        let (Moves::Successors { of, .. } | Moves::Actions { of, .. }) = &self.moves;
        let steps = self.items_of(of, id).into_iter().flat_map(move |(state, items)| {
            Left { items: items.into_iter(), of: self }.map_while(move |item| {
                self.trouble.keep(match &self.moves {
                    Moves::Successors { order, .. } => self.read_step(&item, *order),
                    Moves::Actions { result, cost, .. } => self.act(&state, item, result, cost),
                })
            })
        });
        let (mut now, mut later) = (None, Some(steps.flatten()));
        if let Some(record) = &self.record {
            let all: Vec<Step<'py>> = later.take().into_iter().flatten().collect();
            let mut record = record.borrow_mut();
            if record.len() <= id as usize {
                record.resize(id as usize + 1, None);
            }
            record[id as usize].get_or_insert_with(|| all.clone());
            now = Some(all);
        }
        now.into_iter().flatten().chain(later.into_iter().flatten())
    }

    fn apply(&self, _: &Id, step: &Step<'py>) -> Id {
        step.to
    }

    fn successor<'a>(&self, _: &Id, step: &'a Step<'py>) -> Cow<'a, Id> {
        Cow::Borrowed(&step.to)
    }

    fn cost(&self, _: &Id, step: &Step<'py>) -> f64 {
        step.cost
    }
}

impl<'py> Reversible for Space<'py> {
    fn goals(&self) -> impl Iterator<Item = Id> {
        self.goals.iter().copied()
    }

    fn predecessors(&self, &id: &Id) -> impl Iterator<Item = (Id, Step<'py>)> {
        let steps: Vec<Step<'py>> = match &self.back {
            Back::Unknown => Vec::new(),
            Back::Undirected => {
                self.actions(&id).map(|step| Step { action: None, ..step }).collect()
            }
            Back::Predecessors(of) => {
                let items = self.items_of(of, id).map(|(_, items)| items).unwrap_or_default();
                let read = |item| self.trouble.keep(self.read_step(&item, Order::ActionFirst));
                items.into_iter().map_while(read).flatten().collect()
            }
        };
        steps.into_iter().map(move |Step { action, to, cost }| (to, Step { action, to: id, cost }))
    }
}
