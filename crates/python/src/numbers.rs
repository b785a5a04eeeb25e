//! Numbers on their way between Python and the searches.

use std::cell::Cell;

use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt};

/// Whole numbers are exact up to here.
const EXACT: u64 = 1 << 53;

/// Reads numbers, and remembers whether all were whole: if so, results are written as `int`.
#[derive(Default)]
pub struct Numbers {
    fraction: Cell<bool>,
}

impl Numbers {
    /// A number as a float, or why it is not one.
    #[inline]
    pub fn read(&self, value: &Bound<'_, PyAny>) -> Result<f64, &'static str> {
        if let Ok(float) = value.cast_exact::<PyFloat>() {
            self.fraction.set(true);
            return Ok(float.value());
        }
        if value.is_instance_of::<PyInt>() || value.hasattr("__index__").unwrap_or(false) {
            return match value.extract::<i64>() {
                Ok(whole) if whole.unsigned_abs() <= EXACT => Ok(whole as f64),
                _ => Err("whole numbers are exact up to 2**53, but this one is larger"),
            };
        }
        self.fraction.set(true);
        value.extract::<f64>().map_err(|_| "it is not a number")
    }

    /// Acts from now on as if a number that is not an `int` had been read.
    pub fn met_fraction(&self) {
        self.fraction.set(true);
    }

    /// Whether a number was read that is not an `int`.
    pub fn has_fraction(&self) -> bool {
        self.fraction.get()
    }

    /// A number for Python: an `int` if every number read was one.
    pub fn write<'py>(&self, py: Python<'py>, number: f64) -> PyResult<Bound<'py, PyAny>> {
        if self.fraction.get() || number.is_infinite() {
            Ok(PyFloat::new(py, number).into_any())
        } else {
            Ok((number as i64).into_pyobject(py)?.into_any())
        }
    }
}
