//! What a search has seen of a problem written in Python, as a domain of the laboratory: the page's
//! replay then shows the search like any other.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use goalward::{Limits, StateSpace};
use goalward_lab::{Guess, InputError, PathProblem, Settings, add_domains, own_path};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::detached::watched;
use crate::space::Space;
use crate::states::Id;
use crate::watch::Objects;

/// The domain's name. It is registered for the first replay.
pub const NAME: &str = "problem";

thread_local! {
    /// What the domain opens.
    static OPENED: RefCell<Option<Arc<Seen>>> = const { RefCell::new(None) };
}

/// States and the steps out of those that were expanded.
#[derive(Debug, Default)]
struct Seen {
    start: Id,
    states: Vec<State>,
    steps: Vec<Taken>,
    /// States by how they are shown.
    shown: HashMap<String, Id>,
}

#[derive(Debug)]
struct State {
    /// In one line, unlike any other state.
    shown: String,
    drawing: String,
    h: f64,
    is_goal: bool,
    /// Where its steps are.
    first: u32,
    count: u32,
}

#[derive(Debug)]
struct Taken {
    name: String,
    to: Id,
    cost: f64,
}

/// Repeats a search in the states it has seen, and returns the HTML page that replays it. A search
/// that was stopped stops after the same number of nodes.
pub fn replay(
    py: Python<'_>,
    space: &Space<'_>,
    method: &str,
    limits: &Limits,
    stopped_after: Option<u64>,
) -> PyResult<String> {
    let seen = Arc::new(Seen::of(space)?);
    let start = seen.states[seen.start as usize].shown.clone();
    let limits = Limits { nodes: stopped_after, time: None, ..limits.clone() };
    let monitor = limits.monitor.clone().expect("limits have a monitor");
    let method = method.to_string();
    let page = watched(py, &monitor, move || {
        static REGISTERED: OnceLock<Result<(), InputError>> = OnceLock::new();
        REGISTERED.get_or_init(|| add_domains([own_path::<Explored>()])).clone()?;
        let domain = NAME.parse().map_err(InputError::new)?;
        let method = method.parse().map_err(InputError::new)?;
        OPENED.set(Some(seen));
        goalward_page::replay(&domain, Some(&start), 1, Some(&method), &limits)
    })?;
    page.map_err(|error| PyRuntimeError::new_err(format!("no replay: {error}")))
}

impl Seen {
    fn of(space: &Space<'_>) -> PyResult<Self> {
        let mut seen = Seen { start: space.start, ..Seen::default() };
        let mut recorded = space.recorded().into_iter();
        for id in 0..space.states.borrow().len() as Id {
            let object = space.state(id);
            let drawing = object.str()?.to_string();
            let shown =
                distinct(one_line(&object.repr()?.to_string()), |it| seen.shown.contains_key(it));
            seen.shown.insert(shown.clone(), id);
            let first = seen.steps.len();
            for step in recorded.next().flatten().unwrap_or_default() {
                let name = one_line(&space.named(id, &step)?.str()?.to_string());
                let others = &seen.steps[first..];
                let name = distinct(name, |it| others.iter().any(|other| other.name == *it));
                seen.steps.push(Taken { name, to: step.to, cost: step.cost });
            }
            let (h, is_goal) = space.told(id);
            let (first, count) = (first as u32, (seen.steps.len() - first) as u32);
            seen.states.push(State { shown, drawing, h, is_goal, first, count });
        }
        Ok(seen)
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text, with a number after it if it is taken.
fn distinct(text: String, is_taken: impl Fn(&String) -> bool) -> String {
    if !is_taken(&text) {
        return text;
    }
    let numbered = (2..).map(|number| format!("{text} ({number})"));
    numbered.into_iter().find(|text| !is_taken(text)).expect("numbers do not end")
}

/// A problem that has only the states and steps a search has seen.
#[derive(Debug)]
pub struct Explored(Arc<Seen>);

impl Explored {
    fn state(&self, id: Id) -> &State {
        &self.0.states[id as usize]
    }
}

impl StateSpace for Explored {
    type State = Id;
    /// The number of a step.
    type Action = u32;
    type Cost = f64;

    fn start(&self) -> Id {
        self.0.start
    }

    fn is_goal(&self, &id: &Id) -> bool {
        self.state(id).is_goal
    }

    fn actions(&self, &id: &Id) -> impl Iterator<Item = u32> {
        let State { first, count, .. } = self.state(id);
        *first..first + count
    }

    fn apply(&self, _: &Id, &step: &u32) -> Id {
        self.0.steps[step as usize].to
    }

    fn cost(&self, _: &Id, &step: &u32) -> f64 {
        self.0.steps[step as usize].cost
    }
}

impl PathProblem for Explored {
    const NAME: &'static str = NAME;
    const DOC: &'static str = "A problem written in Python, as far as it was searched";
    const HEURISTICS: &'static [Guess<Self>] = &[Guess {
        name: "h",
        title: "h",
        doc: "The problem's own heuristic",
        admissible: false,
        h: |problem, &id| problem.state(id).h,
    }];

    fn open(_: &Settings, _: Option<&str>, _: u64) -> Result<Self, InputError> {
        let nothing = || {
            let (shown, drawing) = ("nothing".to_string(), String::new());
            let state = State { shown, drawing, h: 0.0, is_goal: true, first: 0, count: 0 };
            Arc::new(Seen { states: vec![state], ..Seen::default() })
        };
        Ok(Explored(OPENED.with_borrow(Clone::clone).unwrap_or_else(nothing)))
    }

    fn text(&self) -> String {
        self.show(&self.0.start)
    }

    fn show(&self, &id: &Id) -> String {
        self.state(id).shown.clone()
    }

    fn name(&self, &step: &u32) -> String {
        self.0.steps[step as usize].name.clone()
    }

    fn draw(&self, &id: &Id) -> String {
        self.state(id).drawing.clone()
    }
}
