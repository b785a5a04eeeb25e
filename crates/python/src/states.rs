//! Python's states as numbers: a search then copies, compares and hashes numbers, and Python is
//! asked for a hash once for each state that is generated.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use foldhash::fast::FixedState;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// The number of a state.
pub type Id = u32;

/// No state.
const NONE: Id = Id::MAX;

/// Every state met so far, by its number.
pub struct States {
    objects: Vec<Py<PyAny>>,
    hashes: Vec<isize>,
    /// The newest state of each hash; `before` has the ones before it.
    newest: HashMap<isize, Id, FixedState>,
    before: Vec<Id>,
    /// What they are called in messages.
    noun: &'static str,
}

impl Default for States {
    fn default() -> Self {
        States::new()
    }
}

impl States {
    /// None so far.
    pub fn new() -> Self {
        States::of("state")
    }

    /// None so far, of objects with this noun.
    pub fn of(noun: &'static str) -> Self {
        States {
            noun,
            objects: Vec::new(),
            hashes: Vec::new(),
            newest: HashMap::default(),
            before: Vec::new(),
        }
    }

    /// The number of a state, a new one if it has none.
    pub fn number(&mut self, state: Bound<'_, PyAny>) -> PyResult<Id> {
        let hash = hash(self.noun, &state)?;
        let id = self.objects.len() as Id;
        let before = match self.newest.entry(hash) {
            Entry::Vacant(place) => {
                place.insert(id);
                NONE
            }
            Entry::Occupied(mut place) => {
                match equal(&self.objects, &self.before, *place.get(), &state)? {
                    Some(known) => return Ok(known),
                    None => place.insert(id),
                }
            }
        };
        if id == NONE {
            return Err(PyValueError::new_err("a search can hold at most 4,294,967,295 states"));
        }
        self.objects.push(state.unbind());
        self.hashes.push(hash);
        self.before.push(before);
        Ok(id)
    }

    /// The number of a state, if it has one.
    pub fn find(&self, state: &Bound<'_, PyAny>) -> PyResult<Option<Id>> {
        match self.newest.get(&hash(self.noun, state)?) {
            Some(&newest) => equal(&self.objects, &self.before, newest, state),
            None => Ok(None),
        }
    }

    /// Makes room for this many in all.
    pub fn reserve(&mut self, count: usize) {
        let more = count.saturating_sub(self.len());
        self.objects.reserve(more);
        self.hashes.reserve(more);
        self.before.reserve(more);
        self.newest.reserve(more);
    }

    /// The state of a number.
    #[inline]
    pub fn object<'py>(&self, py: Python<'py>, id: Id) -> &Bound<'py, PyAny> {
        self.objects[id as usize].bind(py)
    }

    /// All of them, in the order of their numbers.
    pub fn objects(&self) -> &[Py<PyAny>] {
        &self.objects
    }

    /// All of them, and nothing else.
    pub fn into_objects(self) -> Vec<Py<PyAny>> {
        self.objects
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Refuses a state that is not what it was.
    pub fn check(&self, py: Python<'_>, id: Id) -> PyResult<()> {
        let state = self.object(py, id);
        if state.hash()? == self.hashes[id as usize] {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "the state {} changed during the search: its hash is not what it was. Return a new \
             state from every action and never change one that was returned",
            shown(state)
        )))
    }

    /// The bytes that states and tables take; of a state, those of the object itself.
    pub fn bytes(&self, of_objects: usize) -> usize {
        let each = size_of::<Py<PyAny>>() + size_of::<isize>() + size_of::<Id>();
        let table = self.newest.capacity() * (size_of::<(isize, Id)>() + 1);
        self.objects.capacity() * each + table + of_objects
    }
}

/// The number of the object that equals a state, among those with its hash.
#[inline]
fn equal(
    objects: &[Py<PyAny>],
    before: &[Id],
    newest: Id,
    state: &Bound<'_, PyAny>,
) -> PyResult<Option<Id>> {
    let mut known = newest;
    while known != NONE {
        let object = objects[known as usize].bind(state.py());
        if object.is(state) || object.eq(state)? {
            return Ok(Some(known));
        }
        known = before[known as usize];
    }
    Ok(None)
}

/// The hash of a state; if it has none, what to do.
fn hash(noun: &str, state: &Bound<'_, PyAny>) -> PyResult<isize> {
    state.hash().map_err(|error| {
        let py = state.py();
        let said = error.value(py).to_string();
        if !error.is_instance_of::<PyTypeError>(py) || !said.contains("unhashable") {
            return error;
        }
        let told = PyTypeError::new_err(format!(
            "the {noun} {} cannot be hashed ({said}): use a tuple where it has a list, a frozenset \
             where it has a set or a dictionary, or give its class __eq__ and __hash__",
            shown(state)
        ));
        told.set_cause(py, Some(error));
        told
    })
}

/// An object for a message, cut short.
pub fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map_or_else(|_| object.get_type().to_string(), |it| it.to_string());
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// A generator that yields more than this for one state is taken to have no end.
const MOST_YIELDED: usize = 10_000_000;

/// The items that a callback returned for a state.
pub fn listed<'py>(
    items: &Bound<'py, PyAny>,
    state: &Bound<'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(list) = items.cast::<PyList>() {
        return Ok(list.iter().collect());
    }
    let iterator = items.try_iter().map_err(|error| {
        if items.hasattr("__iter__").unwrap_or(true) {
            return error;
        }
        let (state, items) = (shown(state), shown(items));
        let text = format!("the problem returned {items} for the state {state}: return a list");
        PyTypeError::new_err(text)
    })?;
    let mut listed = Vec::new();
    for item in iterator {
        if listed.len() == MOST_YIELDED {
            return Err(PyValueError::new_err(format!(
                "the problem yields more than {MOST_YIELDED} items for the state {}: a generator must end",
                shown(state)
            )));
        }
        listed.push(item?);
    }
    Ok(listed)
}
