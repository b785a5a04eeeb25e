//! An error in the user's code: kept until the search has ended, which it does at once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use goalward::Monitor;
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

use crate::detached::discard_objects;

/// After this many turns the clock is read, to see whether other Python threads should get one.
const TURNS: u32 = 64;

/// Other threads get a turn no sooner. A thread requests the interpreter after waiting 5 ms for it;
/// if released more often, it would be taken back before that thread has requested it.
const SWITCH: Duration = Duration::from_millis(10);

/// How many searches may run inside each other. Each takes up to 10 kB of a stack that may have 2 MB,
/// and Python's own limit can be raised.
const MOST_NESTED: u32 = 100;

/// After this many objects that are read without running Python code, Ctrl-C is checked for.
const OBJECTS: usize = 1024;

/// These items, and the exception of Ctrl-C as soon as there is one.
pub fn heeding<T>(
    py: Python<'_>,
    items: impl IntoIterator<Item = T>,
) -> impl Iterator<Item = PyResult<T>> {
    items.into_iter().enumerate().map(move |(turn, item)| {
        if turn.is_multiple_of(OBJECTS) {
            py.check_signals()?;
        }
        Ok(item)
    })
}

thread_local!(static NESTED: Cell<u32> = const { Cell::new(0) });

/// A search whose callbacks may start another, while it runs.
pub struct Nested(());

impl Nested {
    /// Begins one, unless too many already run inside each other.
    pub fn begin() -> PyResult<Self> {
        NESTED.with(|nested| {
            if nested.get() == MOST_NESTED {
                return Err(PyRecursionError::new_err(format!(
                    "{MOST_NESTED} searches run inside each other: a callback starts a search that \
                     calls it again"
                )));
            }
            nested.set(nested.get() + 1);
            Ok(Nested(()))
        })
    }
}

impl Drop for Nested {
    fn drop(&mut self) {
        NESTED.with(|nested| nested.set(nested.get() - 1));
    }
}

/// Objects that a search lets go of after something went wrong. They are freed while Python goes on,
/// because the exception need not wait for that.
#[derive(Default)]
pub struct Leftovers {
    is_open: Cell<bool>,
    objects: RefCell<Vec<Py<PyAny>>>,
    /// What went wrong where it could not be returned.
    error: RefCell<Option<PyErr>>,
}

impl Leftovers {
    /// Takes these objects, unless the search goes on.
    #[inline]
    pub fn take<'py>(&self, objects: impl IntoIterator<Item = Bound<'py, PyAny>>) {
        if self.is_open.get() {
            self.objects.borrow_mut().extend(objects.into_iter().map(Bound::unbind));
        }
    }
}

impl Leftovers {
    /// Keeps an error of a comparison, which cannot return it: the search ends at its next turn.
    fn keep_error(&self, error: PyErr) {
        self.error.borrow_mut().get_or_insert(error);
    }

    /// Whether two objects are equal; not if comparing them goes wrong.
    pub fn are_equal(&self, one: &Bound<'_, PyAny>, other: &Bound<'_, PyAny>) -> bool {
        one.is(other) || one.eq(other).map_err(|error| self.keep_error(error)).unwrap_or(false)
    }
}

impl Drop for Leftovers {
    fn drop(&mut self) {
        discard_objects(self.objects.take());
    }
}

/// The first exception of a search, and whether there was one.
pub struct Trouble<'py> {
    py: Python<'py>,
    error: RefCell<Option<PyErr>>,
    happened: Cell<bool>,
    turns: Cell<u32>,
    /// When other threads last had a turn.
    switched: Cell<Instant>,
    /// What the search leaves when something goes wrong.
    pub leftovers: Rc<Leftovers>,
    /// Cancelled when something goes wrong.
    pub monitor: Option<Arc<Monitor>>,
}

impl<'py> Trouble<'py> {
    /// None so far.
    pub fn new(py: Python<'py>) -> Self {
        let (error, happened, turns) = (RefCell::new(None), Cell::new(false), Cell::new(0));
        let (switched, leftovers) = (Cell::new(Instant::now()), Rc::default());
        Trouble { py, error, happened, turns, switched, leftovers, monitor: None }
    }

    /// Keeps the first error.
    pub fn keep_error(&self, error: PyErr) {
        self.happened.set(true);
        self.leftovers.is_open.set(true);
        if let Some(monitor) = &self.monitor {
            monitor.cancel();
        }
        self.error.borrow_mut().get_or_insert(error);
    }

    /// Whether anything went wrong.
    #[inline]
    pub fn happened(&self) -> bool {
        self.happened.get()
    }

    /// What went wrong, if anything did.
    pub fn take(&self) -> Option<PyErr> {
        self.error.borrow_mut().take().or_else(|| self.leftovers.error.take())
    }

    /// The value, or nothing if there was an error.
    #[inline]
    pub fn keep<T>(&self, result: PyResult<T>) -> Option<T> {
        result.map_err(|error| self.keep_error(error)).ok()
    }

    /// Between the items of an expansion, of which so many are left: now and then Ctrl-C is seen, as
    /// there may be millions. Whether to go on.
    #[inline]
    pub fn goes_on_with(&self, left: usize) -> bool {
        if left.is_multiple_of(OBJECTS) && left > 0 {
            self.keep(self.py.check_signals());
        }
        !self.happened()
    }

    /// Before each expansion: Ctrl-C is seen, and now and then other threads get a turn, even if no
    /// callback looks for either, as those written in C do not. Whether to go on.
    pub fn turn(&self) -> bool {
        if self.happened() {
            return false;
        }
        if let Some(error) = self.leftovers.error.take() {
            self.keep_error(error);
            return false;
        }
        self.turns.set(self.turns.get().wrapping_add(1));
        if self.turns.get().is_multiple_of(TURNS) && self.switched.get().elapsed() > SWITCH {
            self.py.detach(|| {});
            self.switched.set(Instant::now());
        }
        self.keep(self.py.check_signals()).is_some()
    }
}
