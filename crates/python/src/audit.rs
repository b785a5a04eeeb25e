//! Auditing a heuristic written in Python against exact distances.

use goalward::path::audit::{Reachable, audit_against};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::limits::{limit, limits};
use crate::path::{GivenH, read_h, read_moves};
use crate::space::{Space, Step};
use crate::trouble::Nested;
use crate::watch::Objects;

/// Visits every state that can be reached and compares its estimate with its distance. The parts
/// of the problem are those of `search_path`.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn audit_path<'py>(
    py: Python<'py>,
    start: Bound<'py, PyAny>,
    moves: Vec<Bound<'py, PyAny>>,
    is_goal: Option<Bound<'py, PyAny>>,
    h: Option<GivenH<'py>>,
    time: Option<Bound<'py, PyAny>>,
    nodes: Option<Bound<'py, PyAny>>,
    memory: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let _nested = Nested::begin()?;
    let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
    let mut space = Space::new(start, read_moves(moves)?, is_goal, read_h(h))?;
    space.trouble.monitor = limits.monitor.clone();
    let h = |id: &u32| space.h(*id);
    let audit = audit_against(&mut Reachable, &space, &h, &limits);
    if let Some(error) = space.error() {
        return Err(error);
    }
    let written = PyDict::new(py);
    written.set_item("stop", audit.stopped.map(limit))?;
    written.set_item("states", audit.states)?;
    written.set_item("dead_ends", audit.dead_ends)?;
    written.set_item("edges", audit.edges)?;
    written.set_item("admissible", audit.is_admissible())?;
    written.set_item("consistent", audit.is_consistent())?;
    written.set_item("overestimates", audit.overestimates)?;
    written.set_item("inconsistencies", audit.inconsistencies)?;
    let number = |it: f64| space.numbers.write(py, it);
    let estimate = |it: f64| space.estimates.write(py, it);
    if let Some(found) = audit.overestimate {
        let example = PyDict::new(py);
        let way = named_way(&space, found.state, &found.way)?;
        example.set_item("state", space.state(found.state))?;
        example.set_item("estimate", estimate(found.estimate)?)?;
        example.set_item("distance", number(found.distance)?)?;
        example.set_item("actions", way)?;
        written.set_item("overestimate", example)?;
    }
    if let Some(found) = audit.inconsistency {
        let example = PyDict::new(py);
        let action = space.named(found.state, &found.action)?;
        example.set_item("state", space.state(found.state))?;
        example.set_item("action", action)?;
        example.set_item("next", space.state(found.next))?;
        example.set_item("before", estimate(found.before)?)?;
        example.set_item("after", estimate(found.after)?)?;
        example.set_item("cost", number(found.cost)?)?;
        written.set_item("inconsistency", example)?;
    }
    Ok(written)
}

/// The actions of a path from a state.
fn named_way<'py>(
    space: &Space<'py>,
    mut state: u32,
    way: &[Step<'py>],
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let mut actions = Vec::new();
    for step in way {
        actions.push(space.named(state, step)?);
        state = step.to;
    }
    Ok(actions)
}
