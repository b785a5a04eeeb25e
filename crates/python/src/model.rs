//! Constraint models stated in Python.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use goalward::csp::{
    Answer, Backtracking, Comparison, CspSearch, Event, Find, Inference, Model, ValueOrder,
    VariableOrder,
};
use goalward::{Monitor, Observer};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use crate::detached::{Interrupts, discard};
use crate::limits::{limits, words, write_stats};
use crate::trouble::Nested;

/// How many solutions are written between two checks for Ctrl-C, and how many are freed quickly.
const FEW: usize = 1024;

/// What the functions of a model share: the values by number, and what went wrong in one.
struct Shared {
    /// Without them a value is its own number.
    values: Option<Vec<Py<PyAny>>>,
    failed: AtomicBool,
    error: Mutex<Option<PyErr>>,
    monitor: Arc<Monitor>,
}

impl Shared {
    fn object<'py>(&self, py: Python<'py>, number: i64) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.values {
            Some(values) => values[number as usize].bind(py).clone(),
            None => number.into_pyobject(py)?.into_any(),
        })
    }

    /// Calls a function with values.
    fn asks(&self, function: &Py<PyAny>, values: &[i64]) -> bool {
        if self.failed.load(Relaxed) {
            return false;
        }
        let said = Python::attach(|py| -> PyResult<bool> {
            let values = match &self.values {
                None => PyTuple::new(py, values)?,
                Some(known) => {
                    PyTuple::new(py, values.iter().map(|&number| &known[number as usize]))?
                }
            };
            function.bind(py).call1(values)?.is_truthy()
        });
        said.unwrap_or_else(|error| {
            self.failed.store(true, Relaxed);
            self.monitor.cancel();
            self.error.lock().expect("no holder panics").get_or_insert(error);
            false
        })
    }
}

/// A constraint as the Python side passes it: a tuple that begins with its variables, distinguished
/// from others by what follows them.
#[derive(FromPyObject)]
pub enum Stated {
    /// Coefficients, a comparison and a target.
    Sum(Vec<usize>, Vec<i64>, String, i64),
    /// The rows that are allowed.
    Table(Vec<usize>, Vec<Vec<i64>>),
    /// A function of the values.
    Test(Vec<usize>, Py<PyAny>),
    /// Nothing: they all differ.
    Different((Vec<usize>,)),
}

fn state<'a>(model: &mut Model<'a, i64>, stated: Stated, shared: &'a Shared) -> PyResult<()> {
    match stated {
        Stated::Different((scope,)) => model.all_different(&scope),
        Stated::Table(scope, tuples) => model.table(&scope, tuples),
        Stated::Test(scope, function) => {
            model.constraint(&scope, move |values| shared.asks(&function, values));
        }
        Stated::Sum(scope, coefficients, comparison, target) => {
            let terms: Vec<(i64, usize)> = coefficients.into_iter().zip(scope).collect();
            let comparison = match comparison.as_str() {
                "==" => Comparison::Equal,
                "<=" => Comparison::AtMost,
                _ => Comparison::AtLeast,
            };
            model.sum(&terms, comparison, target);
        }
    }
    Ok(())
}

/// One of these words.
fn choice<T: Copy>(name: &str, given: &str, words: &[(&str, T)]) -> PyResult<T> {
    words.iter().find(|(word, _)| *word == given).map(|(_, it)| *it).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let text = format!("{name}={given} is not allowed: use one of {}", known.join(", "));
        PyValueError::new_err(text)
    })
}

/// Solves a model: names and numbered values of the variables, the constraints, the values by
/// number if they are not their own, how many solutions (0: count them, none: all). They are added to
/// the list `solutions` as dictionaries from `names`: what was written before Ctrl-C is then the
/// caller's, and is not freed before the exception arrives.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn solve_model<'py>(
    py: Python<'py>,
    variables: Vec<(String, Vec<i64>)>,
    constraints: Vec<Stated>,
    values: Option<Vec<Py<PyAny>>>,
    names: Vec<Bound<'py, PyAny>>,
    solutions: Bound<'py, PyList>,
    most: Option<u64>,
    inference: &str,
    order: &str,
    value_order: &str,
    time: Option<Bound<'py, PyAny>>,
    nodes: Option<Bound<'py, PyAny>>,
    memory: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let search = Backtracking {
        inference: choice(
            "inference",
            inference,
            &[
                ("none", Inference::None),
                ("forward", Inference::ForwardChecking),
                ("mac", Inference::Mac),
                ("all-different", Inference::AllDifferent),
            ],
        )?,
        order: choice(
            "order",
            order,
            &[
                ("static", VariableOrder::Static),
                ("mrv", VariableOrder::Mrv),
                ("mrv-degree", VariableOrder::MrvDegree),
            ],
        )?,
        values: choice(
            "values",
            value_order,
            &[("static", ValueOrder::Static), ("lcv", ValueOrder::Lcv)],
        )?,
    };
    let find = match most.map(std::num::NonZeroU64::new) {
        None => Find::All,
        Some(None) => Find::Count,
        Some(Some(most)) => Find::UpTo(most),
    };
    let _nested = Nested::begin()?;
    let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
    let monitor = limits.monitor.clone().expect("limits have a monitor");
    let (failed, error) = (AtomicBool::new(false), Mutex::new(None));
    let shared = Shared { values, failed, error, monitor };
    let calls = constraints.iter().any(|stated| matches!(stated, Stated::Test(..)));
    let mut model = Model::new();
    for (name, values) in variables {
        model.variable(name, values);
    }
    for constraint in constraints {
        state(&mut model, constraint, &shared)?;
    }
    let mut interrupts = Interrupts::new();
    let watch = |event: Event| interrupts.on(event);
    let answer = match calls {
        true => search.search(&model, find, &limits, watch),
        // Nothing here needs Python: its other threads may run.
        false => py.detach(|| search.search(&model, find, &limits, watch)),
    };
    let error = interrupts.error.or(shared.error.lock().expect("no holder panics").take());
    let written = match error {
        Some(error) => Err(error),
        None => write_solutions(&model, &shared, &answer, &names, &solutions)
            .and_then(|()| write(py, &answer)),
    };
    if answer.outcome.best().is_some_and(|found| found.kept.len() > FEW) {
        discard(answer);
    }
    written
}

fn write<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyDict>> {
    let written = PyDict::new(py);
    let (verdict, stop) = words(&answer.outcome.verdict);
    written.set_item("verdict", verdict)?;
    written.set_item("stop", stop)?;
    write_stats(&written, &answer.outcome.stats)?;
    written.set_item("assignments", answer.effort.assignments)?;
    written.set_item("prunings", answer.effort.prunings)?;
    written.set_item("backtracks", answer.effort.backtracks)?;
    written.set_item("checks", answer.effort.checks)?;
    let best = answer.outcome.best();
    written.set_item("count", best.map_or(0, |solutions| solutions.count))?;
    let exhausted = best.is_none_or(|solutions| solutions.exhausted);
    written.set_item("exhausted", exhausted)?;
    Ok(written)
}

fn write_solutions<'py>(
    model: &Model<'_, i64>,
    shared: &Shared,
    answer: &Answer,
    names: &[Bound<'py, PyAny>],
    solutions: &Bound<'py, PyList>,
) -> PyResult<()> {
    let py = solutions.py();
    for (count, found) in model.solutions(answer).enumerate() {
        if count.is_multiple_of(FEW) {
            py.check_signals()?;
        }
        let solution = PyDict::new(py);
        for (name, number) in names.iter().zip(found.values()) {
            solution.set_item(name, shared.object(py, number)?)?;
        }
        solutions.append(solution)?;
    }
    Ok(())
}
