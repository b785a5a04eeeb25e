//! The domains that ship: opened, solved, audited and compared through the laboratory's registry.
//!
//! Reports are passed as JSON, the same text that the command prints.

use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use goalward::{Limits, Monitor};
use goalward_experiment::{
    Bounds, FIGURE_CSS, Manifest, Request, Results, Spool, TableOptions, Times, export_formats,
    figures, table, tabular, work,
};
use goalward_lab::audit::{self, AuditRun};
use goalward_lab::{
    Domain, InputError, Purpose, Ready, Report, Run, RunError, Spec, Step, domains, open,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
use serde_json::{Value, json};

use crate::detached::{conversed, watched};
use crate::explored;
use crate::limits::limits;
use crate::trouble::Nested;

/// A table of this many bytes is built in less than a fifth of a second.
const QUICK: u64 = 2_000_000;

fn bad(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn failed(error: RunError) -> PyErr {
    match error {
        RunError::Input(error) => bad(error),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}

fn spec(text: &str) -> PyResult<Spec> {
    text.parse().map_err(bad)
}

/// Every domain that ships, as JSON.
#[pyfunction]
pub fn domain_list() -> String {
    let rows: Vec<Value> = domains()
        .filter(|domain| domain.name != explored::NAME)
        .map(|domain| {
            json!({
                "name": domain.name,
                "doc": domain.doc,
                "aliases": domain.aliases.iter().map(|alias| alias.name).collect::<Vec<_>>(),
                "instance": domain.instance_doc,
                "sets": domain.sets.iter().map(|set| set.name).collect::<Vec<_>>(),
            })
        })
        .collect();
    Value::from(rows).to_string()
}

/// An instance of a domain that ships.
#[pyclass(frozen, name = "Instance", module = "goalward._goalward")]
pub struct Instance {
    spec: Spec,
    domain: &'static Domain,
    instance: Box<dyn goalward_lab::Instance>,
}

#[pymethods]
impl Instance {
    /// Opens an instance: the domain's spec, the text if there is one, and the seed.
    #[new]
    fn new(domain: &str, text: Option<&str>, seed: u64) -> PyResult<Self> {
        let spec = spec(domain)?;
        let (domain, instance) = open(&spec, text, seed).map_err(bad)?;
        Ok(Instance { spec, domain, instance })
    }

    /// The domain's name.
    #[getter]
    fn domain(&self) -> &str {
        self.domain.name
    }

    /// The text that opens it again.
    #[getter]
    fn text(&self) -> String {
        self.instance.text()
    }

    /// The start and the goal, drawn.
    #[getter]
    fn drawing(&self) -> String {
        self.instance.drawing()
    }

    /// The name, family and description of each method.
    fn methods(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        let methods = self.instance.methods();
        methods
            .iter()
            .map(|method| (method.about.name, method.family.name(), method.about.doc))
            .collect()
    }

    /// Runs a method, or the instance's default: the report as JSON, with its sentences and the
    /// boards along the solution added.
    #[allow(clippy::too_many_arguments)]
    fn solve<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        method: Option<&str>,
        seed: u64,
        jobs: usize,
        time: Option<Bound<'py, PyAny>>,
        nodes: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
        observer: Option<Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let method = method.map(spec).transpose()?;
        let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
        let monitor = limits.monitor.clone().expect("limits have a monitor");
        let report = match observer {
            Some(observer) => Self::observed(slf, method, seed, limits, &observer)?,
            None => {
                let shared = slf.clone().unbind();
                watched(py, &monitor, move || {
                    let ready = shared.get().ready(method.as_ref())?;
                    ready.run(&mut Run { seed, limits, jobs, trace: None })
                })?
            }
        };
        slf.get().told(&report.map_err(failed)?)
    }

    /// The HTML page that replays a run of a method, or of the instance's default.
    fn replay<'py>(
        &self,
        py: Python<'py>,
        method: Option<&str>,
        seed: u64,
        time: Option<Bound<'py, PyAny>>,
        nodes: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let method = method.map(spec).transpose()?;
        let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
        let monitor = limits.monitor.clone().expect("limits have a monitor");
        let (domain, text) = (self.spec.clone(), self.instance.text());
        let page = watched(py, &monitor, move || {
            goalward_page::replay(&domain, Some(&text), seed, method.as_ref(), &limits)
        })?;
        page.map_err(bad)
    }

    /// Audits a heuristic, an evaluator or a landscape, or the usual ones: reports as JSON.
    #[allow(clippy::too_many_arguments)]
    fn audit<'py>(
        slf: &Bound<'py, Self>,
        py: Python<'py>,
        names: Vec<String>,
        seed: u64,
        samples: Option<u64>,
        time: Option<Bound<'py, PyAny>>,
        nodes: Option<Bound<'py, PyAny>>,
        memory: Option<Bound<'py, PyAny>>,
    ) -> PyResult<String> {
        let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
        let monitor = limits.monitor.clone().expect("limits have a monitor");
        let Instance { domain, instance, .. } = slf.get();
        let specs: Vec<Spec> = match names.is_empty() {
            true => audit::usual(domain, &**instance).map_err(bad)?,
            false => names.iter().map(|name| spec(name)).collect::<PyResult<_>>()?,
        };
        let run = AuditRun { seed, samples, limits };
        let shared = slf.clone().unbind();
        let each = move |spec: &Spec| {
            let Instance { domain, instance, .. } = shared.get();
            let report = audit::audit(domain, &**instance, spec, &run)?;
            let mut told = report.to_json();
            told["headline"] = audit::headline(&report).into();
            Ok(told)
        };
        let audits = watched(py, &monitor, move || specs.iter().map(each).collect())?;
        let audits: Result<Vec<Value>, InputError> = audits;
        Ok(Value::from(audits.map_err(bad)?).to_string())
    }
}

impl Instance {
    /// A method that is ready to run, or the instance's default.
    fn ready(&self, method: Option<&Spec>) -> Result<Ready<'_>, InputError> {
        Ready::new(self.domain, &*self.instance, method, Purpose::Answer)
    }

    /// Runs a method and passes each event to Python. If a table is built first, which may take
    /// minutes, the search has its own thread, and this one hears Ctrl-C meanwhile; each event then
    /// takes ten times as long.
    fn observed(
        slf: &Bound<'_, Self>,
        method: Option<Spec>,
        seed: u64,
        limits: Limits,
        observer: &Bound<'_, PyAny>,
    ) -> PyResult<Result<Report, RunError>> {
        let _nested = Nested::begin()?;
        let py = observer.py();
        let loads = py.import("json")?.getattr("loads")?;
        let answer = |told: String| {
            py.check_signals()?;
            let said = observer.call1((loads.call1((told,))?,))?;
            Ok(!said.is(PyBool::new(py, false)))
        };
        let ready = slf.get().ready(method.as_ref()).map_err(bad)?;
        let monitor = limits.monitor.clone().expect("limits have a monitor");
        if ready.preparation().bytes > QUICK {
            let shared = slf.clone().unbind();
            let run = move |tell: &dyn Fn(String) -> bool| {
                traced(&shared.get().ready(method.as_ref())?, seed, limits, tell)
            };
            return conversed(py, &monitor, run, answer);
        }
        let wrong = RefCell::new(None);
        let tell = |told| answer(told).map_err(|error| wrong.replace(Some(error))).unwrap_or(false);
        let report = traced(&ready, seed, limits, &tell);
        match wrong.take() {
            Some(error) => Err(error),
            None => Ok(report),
        }
    }

    fn told(&self, report: &Report) -> PyResult<String> {
        let solution = report.solution.as_ref();
        let seen = solution.map(|it| self.instance.check(it)).transpose().map_err(bad)?;
        let mut told: Value = serde_json::from_str(&report.to_json()).map_err(bad)?;
        told["summary"] = report.summary.clone().into();
        told["notes"] = report.notes.clone().into();
        told["boards"] = seen.map(|seen| seen.boards).into();
        Ok(told.to_string())
    }
}

/// Runs a method and tells each event, as JSON, until the answer is `false`.
fn traced(
    ready: &Ready<'_>,
    seed: u64,
    limits: Limits,
    tell: &dyn Fn(String) -> bool,
) -> Result<Report, RunError> {
    let monitor = limits.monitor.clone().expect("limits have a monitor");
    let mut trace = |step: Step| {
        if monitor.is_cancelled() {
            return;
        }
        let mut told = serde_json::to_value(&step).expect("a step holds only plain values");
        told["why"] = step.why.into();
        if !tell(told.to_string()) {
            monitor.cancel();
        }
    };
    ready.run(&mut Run { seed, limits, jobs: 1, trace: Some(&mut trace) })
}

/// A comparison that was carried out.
#[pyclass(frozen, name = "Comparison", module = "goalward._goalward")]
pub struct Comparison {
    results: Results,
}

/// Compares methods of a domain on its instances.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn compare<'py>(
    py: Python<'py>,
    domain: &str,
    instance: Option<String>,
    set: Option<String>,
    instances: Option<String>,
    methods: Option<String>,
    runs: Option<u64>,
    seed: u64,
    jobs: usize,
    time: Option<Bound<'py, PyAny>>,
    nodes: Option<Bound<'py, PyAny>>,
    memory: Option<Bound<'py, PyAny>>,
) -> PyResult<Comparison> {
    let given = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
    let seconds = given.time.map(|time| time.as_secs_f64());
    let bounds = Bounds { nodes: given.nodes, seconds, wall: None, bytes: given.memory };
    let list = instances.map(|text| ("instances".to_string(), text));
    let domain = spec(domain)?;
    let request = Request {
        domain,
        instance,
        set,
        list,
        methods,
        runs,
        seed,
        bounds,
        repeats: None,
        profile: false,
        files: Vec::new(),
        depths: None,
    };
    let monitor = Arc::new(Monitor::default());
    let cancelled = monitor.clone();
    let results = watched(py, &monitor, move || {
        let manifest = Manifest::new(request.plan()?, "goalward.compare(…)".into());
        let cells: Vec<u64> = (0..manifest.plan.cells()).collect();
        let spool = Spool::default();
        let keep = |_, record| spool.keep(&record);
        work(&manifest.plan, &cells, jobs, &cancelled, |_| true, keep).map_err(InputError::new)?;
        Ok::<_, InputError>(spool.into_results(manifest))
    })?;
    Ok(Comparison { results: results.map_err(bad)? })
}

#[pymethods]
impl Comparison {
    /// The table as text of at most this many columns.
    fn table(&self, width: usize) -> String {
        table(&self.results, &TableOptions { width, ..TableOptions::default() })
    }

    /// The table as JSON: columns, rows and remarks.
    fn tabular(&self) -> String {
        serde_json::to_string(&tabular(&self.results, Times::Shown))
            .expect("a table holds only plain values")
    }

    /// The plots: identifier, title, caption and SVG of each.
    fn plots(&self) -> Vec<(String, String, String, String)> {
        let plots = figures(&self.results).into_iter();
        plots.map(|plot| (plot.id.into(), plot.title, plot.caption, plot.svg)).collect()
    }

    /// The style sheet of the plots.
    #[staticmethod]
    fn plot_css() -> &'static str {
        FIGURE_CSS
    }

    /// The results in the format of this ending.
    fn export(&self, py: Python<'_>, ending: &str) -> PyResult<Vec<u8>> {
        let formats = export_formats();
        let format = formats.iter().find(|format| format.ending == ending).ok_or_else(|| {
            let endings: Vec<&str> = formats.iter().map(|format| format.ending).collect();
            let what = if ending.is_empty() {
                "the name of the file has no extension".into()
            } else {
                format!("no format ends in .{ending}")
            };
            bad(format!("{what}: use .{}", endings.join(", .")))
        })?;
        let out = Mutex::new(Vec::new());
        py.detach(|| {
            let mut out = out.lock().expect("no holder panics");
            format.write(&self.results, &mut *out)
        })?;
        Ok(out.into_inner().expect("no holder panics"))
    }
}
