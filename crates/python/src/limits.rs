//! Limits as Python gives them, and the words for a search that reached one.

use std::sync::Arc;
use std::time::Duration;

use goalward::{Limits, Monitor, Stats, Stop, Verdict};
use goalward_lab::units;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The limits of a search: seconds, nodes, bytes; each a number or a text such as `10s`, `5M`,
/// `2G`. The monitor is there for Ctrl-C.
pub fn limits(
    time: Option<&Bound<'_, PyAny>>,
    nodes: Option<&Bound<'_, PyAny>>,
    memory: Option<&Bound<'_, PyAny>>,
) -> PyResult<Limits> {
    Ok(Limits {
        time: time.map(seconds).transpose()?,
        nodes: nodes.map(|it| amount("nodes", it, units::count)).transpose()?,
        memory: memory.map(|it| amount("memory", it, units::bytes)).transpose()?,
        monitor: Some(Arc::new(Monitor::default())),
        ..Limits::default()
    })
}

fn seconds(given: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let wrong = |why: &dyn std::fmt::Display| PyValueError::new_err(format!("time={given}: {why}"));
    if let Ok(text) = given.extract::<String>() {
        return units::duration(&text).map_err(|error| wrong(&error));
    }
    let seconds = given.extract::<f64>().ok().filter(|it| *it >= 0.0);
    seconds
        .and_then(|it| Duration::try_from_secs_f64(it).ok())
        .ok_or_else(|| wrong(&"give seconds, or a string such as '10s' or '2m'"))
}

fn amount<E: std::fmt::Display>(
    name: &str,
    given: &Bound<'_, PyAny>,
    read: impl Fn(&str) -> Result<u64, E>,
) -> PyResult<u64> {
    let wrong =
        |why: &dyn std::fmt::Display| PyValueError::new_err(format!("{name}={given}: {why}"));
    if let Ok(text) = given.extract::<String>() {
        return read(&text).map_err(|error| wrong(&error));
    }
    given
        .extract::<u64>()
        .map_err(|_| wrong(&"give a whole number of 0 or more, or a string such as '5M'"))
}

/// The words for a verdict, and for the limit that stopped it.
pub fn words<T>(verdict: &Verdict<T>) -> (&'static str, Option<&'static str>) {
    match verdict {
        Verdict::Solved(_) => ("solved", None),
        Verdict::Unsolvable => ("unsolvable", None),
        Verdict::Stuck(_) => ("stuck", None),
        Verdict::Stopped { by, .. } => ("stopped", Some(limit(*by))),
    }
}

/// The word for a limit.
pub fn limit(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "nodes",
        Stop::Time => "time",
        Stop::Memory => "memory",
        Stop::Cost => "cost",
        _ => "cancelled",
    }
}

/// Writes what a search did into the dictionary of its result.
pub fn write_stats(into: &Bound<'_, PyDict>, stats: &Stats) -> PyResult<()> {
    into.set_item("expanded", stats.expanded)?;
    into.set_item("generated", stats.generated)?;
    into.set_item("reopened", stats.reopened)?;
    into.set_item("peak_stored", stats.peak_stored)?;
    into.set_item("peak_bytes", stats.peak_bytes)?;
    into.set_item("seconds", stats.seconds)?;
    into.set_item("lower_bound", stats.lower_bound)
}
