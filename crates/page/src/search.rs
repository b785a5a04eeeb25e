//! A search on a thread of its own.

use goalward_lab::caught;

use crate::pool::Seat;

/// A panic in words.
fn told(why: &str) -> String {
    format!("{why} (a fault in goalward or in the domain, not in what you asked)")
}

/// Runs `search` on a thread, in the seat it was given, and hands what it returns to
/// `end`; a panic is caught and told as an error.
pub fn spawn<T>(
    seat: Seat,
    search: impl FnOnce() -> Result<T, String> + Send + 'static,
    end: impl FnOnce(Result<T, String>) + Send + 'static,
) -> Result<(), String> {
    let work = move || {
        let found = caught(search).unwrap_or_else(|why| Err(told(&why)));
        // Whoever hears of the end may look at once whether the seat is free.
        drop(seat);
        end(found);
    };
    let thread = std::thread::Builder::new().name("search".into()).spawn(work);
    thread.map(|_| ()).map_err(|error| format!("no thread for the search: {error}"))
}
