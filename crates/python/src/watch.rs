//! Watching a search in Python: exceptions end it, and a callback receives each event.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use goalward::path::{Event, Fate};
use goalward::{Limits, Monitor, Observer, Stop, Verdict};
use goalward_lab::EventKind;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::numbers::Numbers;
use crate::states::Id;
use crate::trouble::Trouble;

/// Something a path search did.
#[pyclass(frozen, get_all, module = "goalward")]
pub struct PathEvent {
    /// "bound", "expand", "generate", "improve" or "goal".
    kind: &'static str,
    /// The state it is about; none for a bound.
    state: Option<Py<PyAny>>,
    /// For "generate", the state that it was generated from.
    parent: Option<Py<PyAny>>,
    /// The cost of reaching the state; for "bound", the bound.
    g: Py<PyAny>,
    /// The estimate of what remains.
    h: Option<Py<PyAny>>,
    /// For "generate": "new", "cheaper", "known" or "pruned".
    fate: Option<&'static str>,
}

#[pymethods]
impl PathEvent {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut text = format!("<{}", self.kind);
        for (name, value) in [("state", &self.state), ("parent", &self.parent), ("h", &self.h)] {
            if let Some(value) = value {
                text += &format!(" {name}={}", value.bind(py).repr()?);
            }
        }
        text += &format!(" g={}", self.g.bind(py).repr()?);
        if let Some(fate) = self.fate {
            text += &format!(" fate={fate}");
        }
        Ok(text + ">")
    }
}

/// A space whose states are the numbers of Python's objects.
pub trait Objects<'py> {
    /// The interpreter.
    fn py(&self) -> Python<'py>;
    /// The object of a number.
    fn state(&self, id: Id) -> Bound<'py, PyAny>;
    /// How costs are written.
    fn numbers(&self) -> &Numbers;
    /// How estimates are written.
    fn estimates(&self) -> &Numbers;
    /// What went wrong.
    fn trouble(&self) -> &Trouble<'py>;
    /// The bytes of the objects and of what is known about them.
    fn bytes(&self) -> usize;
}

/// Ends a search whose problem failed, whose states use too much memory or whose plans cost too
/// much.
pub struct Watch<'a, 'py, S> {
    space: &'a S,
    /// The callback for each event.
    told: Option<Bound<'py, PyAny>>,
    /// The memory limit, including Python's states, and the monitor that knows the rest.
    memory: Option<(u64, Arc<Monitor>)>,
    /// Whether the memory limit was reached here.
    full: bool,
    /// The search ends before it expands a node of larger f.
    cutoff: f64,
    /// Whether it has ended so.
    cut: bool,
}

impl<'a, 'py, S: Objects<'py>> Watch<'a, 'py, S> {
    /// A watch over a search with these limits, which calls this observer.
    pub fn new(space: &'a S, told: Option<Bound<'py, PyAny>>, limits: &Limits) -> Self {
        let memory = limits.memory.and_then(|most| Some((most, limits.monitor.clone()?)));
        Watch { space, told, memory, full: false, cutoff: f64::INFINITY, cut: false }
    }

    /// The same, and the search ends before it expands a node of larger f.
    pub fn up_to(self, cutoff: f64) -> Self {
        Watch { cutoff, ..self }
    }

    /// Corrects the limit that stopped the search, if that was here.
    pub fn name_limit<T>(&self, verdict: &mut Verdict<T>) {
        match verdict {
            Verdict::Stopped { .. } if self.cut => *verdict = Verdict::Unsolvable,
            Verdict::Stopped { by, .. } if self.full => *by = Stop::Memory,
            _ => {}
        }
    }

    fn event(&self, event: Event<'_, Id, f64>) -> PyResult<PathEvent> {
        let py = self.space.py();
        let state = |id: &Id| Some(self.space.state(*id).unbind());
        let number = |it: f64| self.space.numbers().write(py, it).map(Bound::unbind);
        let estimate = |it: f64| self.space.estimates().write(py, it).map(Bound::unbind);
        let is_bound = matches!(event, Event::Bound(_)) && self.space.estimates().has_fraction();
        let (kind, about, g, h) = match &event {
            Event::Bound(bound) => (EventKind::Bound.name(), None, *bound, None),
            Event::Expand { state, g, h } => (EventKind::Expand.name(), Some(*state), *g, Some(*h)),
            Event::Generate { state, g, h, .. } => {
                (EventKind::New.name(), Some(*state), *g, Some(*h))
            }
            Event::Improve { state, g, h } => {
                (EventKind::Improve.name(), Some(*state), *g, Some(*h))
            }
            Event::Plan { state, g } => (EventKind::Plan.name(), Some(*state), *g, None),
            Event::Goal { state, g } => (EventKind::Goal.name(), Some(*state), *g, None),
            _ => ("other", None, 0.0, None),
        };
        let (parent, fate) = match event {
            Event::Generate { from, fate, .. } => (Some(from), Some(word(fate))),
            _ => (None, None),
        };
        Ok(PathEvent {
            kind,
            state: about.and_then(state),
            parent: parent.and_then(state),
            g: if is_bound { estimate(g)? } else { number(g)? },
            h: h.map(estimate).transpose()?,
            fate,
        })
    }

    /// Calls Python's observer; returns whether to go on.
    fn tell(&self, told: &Bound<'py, PyAny>, event: Event<'_, Id, f64>) -> PyResult<bool> {
        let said = told.call1((self.event(event)?,))?;
        Ok(!said.is(PyBool::new(self.space.py(), false)))
    }
}

fn word(fate: Fate) -> &'static str {
    match fate {
        Fate::New => "new",
        Fate::Cheaper => "cheaper",
        Fate::Known => "known",
        Fate::Pruned => "pruned",
    }
}

impl<'e, 'py, S: Objects<'py>> Observer<Event<'e, Id, f64>> for Watch<'_, 'py, S> {
    #[inline]
    fn on(&mut self, event: Event<'e, Id, f64>) -> ControlFlow<()> {
        if self.space.trouble().happened() {
            return Break(());
        }
        if let Event::Expand { g, h, .. } = event
            && g + h > self.cutoff
        {
            self.cut = true;
            return Break(());
        }
        if let Event::Expand { .. } = event
            && let Some((most, monitor)) = &self.memory
            && self.space.bytes() as u64 + monitor.progress().bytes > *most
        {
            self.full = true;
            return Break(());
        }
        let Some(told) = &self.told else { return Continue(()) };
        match self.tell(told, event) {
            Ok(true) => Continue(()),
            Ok(false) => Break(()),
            Err(error) => {
                self.space.trouble().keep_error(error);
                Break(())
            }
        }
    }
}
