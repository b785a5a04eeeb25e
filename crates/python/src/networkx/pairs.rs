//! The pairs of a dictionary, without touching the objects of those that are known already.
//!
//! Python's own iterators count a reference to every key and value. In a large graph each of these is
//! a cache miss, and of an edge that is recognised by the address of its data nothing else is needed.

#![allow(unsafe_code)]

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{Borrowed, ffi};

/// A pair of a dictionary.
pub enum Pair<'py> {
    /// The number by which its value is known.
    Known(u32),
    /// A key and a value.
    New(Bound<'py, PyAny>, Bound<'py, PyAny>),
}

/// Goes through a dictionary.
pub struct Pairs<'a, 'py> {
    dictionary: &'a Bound<'py, PyDict>,
    place: ffi::Py_ssize_t,
    length: usize,
}

impl<'a, 'py> Pairs<'a, 'py> {
    /// From the beginning.
    pub fn of(dictionary: &'a Bound<'py, PyDict>) -> Self {
        Pairs { dictionary, place: 0, length: dictionary.len() }
    }

    /// The next pair. `known` is given the address of a value; it must not run Python code, which it
    /// cannot without the interpreter, and it is given none.
    #[inline]
    pub fn next(
        &mut self,
        known: impl FnOnce(usize) -> Option<u32>,
    ) -> PyResult<Option<Pair<'py>>> {
        let py = self.dictionary.py();
        let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: the dictionary is alive and the interpreter is ours, as `Bound` proves. `place` was
        // set to 0 and then only by this function, as it asks. It is safe if the dictionary changed.
        let is_pair = unsafe {
            ffi::PyDict_Next(self.dictionary.as_ptr(), &mut self.place, &mut key, &mut value)
        };
        if is_pair == 0 {
            let same = self.dictionary.len() == self.length;
            let changed = || PyRuntimeError::new_err("the graph changed during the search");
            return if same { Ok(None) } else { Err(changed()) };
        }
        if let Some(number) = known(value as usize) {
            return Ok(Some(Pair::Known(number)));
        }
        // SAFETY: the dictionary holds both; no Python code ran since it gave them, so that it still
        // does, and from here on they are counted.
        let (key, value) = unsafe {
            (Borrowed::from_ptr(py, key).to_owned(), Borrowed::from_ptr(py, value).to_owned())
        };
        Ok(Some(Pair::New(key, value)))
    }
}
