//! A search on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::pool::Seat;
use crate::refusal::BUG;

/// Runs `search` on a thread, in the seat it was given, and hands what it returns to
/// `end`; a panic is caught and told as an error.
pub fn spawn<T>(
    seat: Seat,
    search: impl FnOnce() -> Result<T, String> + Send + 'static,
    end: impl FnOnce(Result<T, String>) + Send + 'static,
) -> Result<(), String> {
    let work = move || {
        let found = catch_unwind(AssertUnwindSafe(search)).unwrap_or_else(|_| Err(BUG.into()));
        // Whoever hears of the end may look at once whether the seat is free.
        drop(seat);
        end(found);
    };
    let thread = std::thread::Builder::new().name("search".into()).spawn(work);
    thread.map(|_| ()).map_err(|error| format!("no thread for the search: {error}"))
}
