//! Path search in problems written in Python.

use goalward::path::{Bidirectional, Chosen, Guarantee, PathSearch, PlanOf};
use goalward::{Outcome, Verdict};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::explored;
use crate::limits::{limits, words, write_stats};
use crate::numbers::Numbers;
use crate::space::{Back, Costs, Estimate, Moves, Order, Space};
use crate::trouble::Nested;
use crate::watch::{Objects, Watch};

/// A method that a spec names.
#[derive(Clone, Copy)]
pub enum Method {
    /// Any but bidirectional search.
    Chosen(Chosen),
    /// From both ends.
    Bidirectional,
}

impl Method {
    /// The method of a spec.
    pub fn read(spec: &str) -> PyResult<Self> {
        if spec.trim() == "bidirectional" {
            return Ok(Method::Bidirectional);
        }
        let wrong = |error: goalward::path::SpecError| {
            let text = error.to_string();
            PyValueError::new_err(text.replace(" or beam", ", beam or bidirectional"))
        };
        spec.parse().map(Method::Chosen).map_err(wrong)
    }

    /// The spec with its settings.
    pub fn spec(&self) -> String {
        match self {
            Method::Chosen(chosen) => chosen.to_string(),
            Method::Bidirectional => "bidirectional".into(),
        }
    }

    /// The guarantee for its plans.
    pub fn guarantee(&self) -> String {
        let guarantee = match self {
            Method::Chosen(chosen) => chosen.guarantee(),
            Method::Bidirectional => Bidirectional::default().guarantee(),
        };
        match guarantee {
            Guarantee::Cheapest => "cheapest".into(),
            Guarantee::FewestActions => "fewest actions".into(),
            Guarantee::Within(weight) => format!("at most {weight} times the cheapest"),
            _ => "none".into(),
        }
    }
}

/// A heuristic: how it is called, the function, and its second argument.
pub type GivenH<'py> = (String, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Searches a problem written in Python. The Python side defines how its parts are called:
/// `moves` is `("successors", f)`, `("triples", f)` or `("actions", actions, result, kind, cost)`;
/// `h` is none or `(kind, f, extra)`; `back` is none, `"undirected"` or a function.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn search_path<'py>(
    py: Python<'py>,
    method: &str,
    start: Bound<'py, PyAny>,
    moves: Vec<Bound<'py, PyAny>>,
    is_goal: Option<Bound<'py, PyAny>>,
    h: Option<GivenH<'py>>,
    goals: Option<Vec<Bound<'py, PyAny>>>,
    back: Option<Bound<'py, PyAny>>,
    time: Option<Bound<'py, PyAny>>,
    nodes: Option<Bound<'py, PyAny>>,
    memory: Option<Bound<'py, PyAny>>,
    observer: Option<Bound<'py, PyAny>>,
    replay: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let method = Method::read(method)?;
    let _nested = Nested::begin()?;
    let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
    let mut space = Space::new(start, read_moves(moves)?, is_goal, read_h(h))?;
    space.trouble.monitor = limits.monitor.clone();
    space.measures = limits.memory.is_some();
    for goal in goals.into_iter().flatten() {
        let goal = space.number(goal)?;
        space.goals.push(goal);
    }
    space.back = match back {
        None => Back::Unknown,
        Some(back) if back.eq("undirected")? => Back::Undirected,
        Some(back) => Back::Predecessors(back),
    };
    if replay {
        space.keep_record();
    }
    let mut watch = Watch::new(&space, observer, &limits);
    let h = |id: &u32| space.h(*id);
    let mut outcome = match method {
        Method::Chosen(search) => search.search(&space, &h, &limits, &mut watch),
        Method::Bidirectional => Bidirectional::default().search(&space, &h, &limits, &mut watch),
    };
    watch.name_limit(&mut outcome.verdict);
    if let Some(error) = space.error() {
        return Err(error);
    }
    let after =
        matches!(outcome.verdict, Verdict::Stopped { .. }).then_some(outcome.stats.expanded);
    let written = write(py, &space, &method, outcome)?;
    if replay {
        let page = explored::replay(py, &space, &method.spec(), &limits, after)?;
        written.set_item("replay", page)?;
    }
    Ok(written)
}

pub fn read_moves(parts: Vec<Bound<'_, PyAny>>) -> PyResult<Moves<'_>> {
    let kind: String = parts[0].extract()?;
    let of = parts[1].clone();
    Ok(match kind.as_str() {
        "successors" => Moves::Successors { of, order: Order::ActionFirst },
        "triples" => Moves::Successors { of, order: Order::StateFirst },
        _ => {
            let (result, cost) = (parts[2].clone(), parts[4].clone());
            let cost = match parts[3].extract::<String>()?.as_str() {
                "one" => Costs::One,
                "step" => Costs::Step(cost),
                _ => Costs::Path(cost),
            };
            Moves::Actions { of, result, cost }
        }
    })
}

pub fn read_h<'py>(h: Option<GivenH<'py>>) -> Estimate<'py> {
    let Some((kind, h, other)) = h else { return Estimate::Zero };
    match kind.as_str() {
        "state" => Estimate::State(h),
        "node" => Estimate::Node(h),
        _ => Estimate::With(h, other),
    }
}

/// What a search found, as a dictionary.
fn write<'py>(
    py: Python<'py>,
    space: &Space<'py>,
    method: &Method,
    outcome: Outcome<PlanOf<Space<'py>>>,
) -> PyResult<Bound<'py, PyDict>> {
    let plan = outcome.best();
    let written = head(py, method, &outcome)?;
    if let Some(plan) = plan {
        plan.states.iter().try_for_each(|&id| space.states.borrow().check(py, id))?;
        let named = |(from, step): (&u32, _)| space.named(*from, step);
        let actions: Vec<_> =
            plan.states.iter().zip(&plan.actions).map(named).collect::<PyResult<_>>()?;
        let states = plan.states.iter().map(|&id| space.state(id));
        written.set_item("actions", PyList::new(py, actions)?)?;
        written.set_item("states", PyList::new(py, states)?)?;
        write_cost(py, &written, &space.numbers, plan.cost, plan.reaches_goal())?;
    }
    Ok(written)
}

/// Writes what a plan costs, and whether it ends at a goal.
pub fn write_cost<'py>(
    py: Python<'py>,
    written: &Bound<'py, PyDict>,
    numbers: &Numbers,
    cost: f64,
    reaches_goal: bool,
) -> PyResult<()> {
    written.set_item("cost", numbers.write(py, cost)?)?;
    written.set_item("reaches_goal", reaches_goal)
}

/// What every path search reports: its verdict and statistics, without a plan.
pub fn head<'py, T>(
    py: Python<'py>,
    method: &Method,
    outcome: &Outcome<T>,
) -> PyResult<Bound<'py, PyDict>> {
    let written = PyDict::new(py);
    let (verdict, stop) = words(&outcome.verdict);
    written.set_item("method", method.spec())?;
    written.set_item("guarantee", method.guarantee())?;
    written.set_item("verdict", verdict)?;
    written.set_item("stop", stop)?;
    write_stats(&written, &outcome.stats)?;
    Ok(written)
}
