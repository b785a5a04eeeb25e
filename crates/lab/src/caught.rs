//! Panics as errors: a panic in a user's domain becomes an error of that run.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` returns, or `it panicked: …`. Whatever a panic leaves half done must be
/// dropped with the work.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work))
        .map_err(|panic| format!("it panicked: {}", words(panic.as_ref())))
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason given")
}
