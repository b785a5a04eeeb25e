//! A search on its own thread.

use std::sync::Arc;
use std::time::Instant;

use axum::http::StatusCode;
use goalward::{Limits, Monitor};
use goalward_lab::{InputError, caught};
use tokio::sync::oneshot;

use crate::connections::Connection;
use crate::pool::{Pool, Seat};
use crate::refusal::Refusal;
use crate::request::Leash;

/// Waits for one answer, computed in its own seat within the limits; when the
/// client is gone, the work is cancelled.
pub async fn answered<T: Send + 'static>(
    pool: &Arc<Pool>,
    connection: &Connection,
    mut limits: Limits,
    work: impl FnOnce(Limits) -> Result<T, InputError> + Send + 'static,
) -> Result<T, Refusal> {
    let monitor = Arc::new(Monitor::default());
    limits.monitor = Some(monitor.clone());
    let seat = pool.take(1, limits.memory.unwrap_or_default())?.pop().ok_or_else(Refusal::bug)?;
    let _leash = Leash(vec![monitor]);
    connection.hold(Instant::now() + limits.time.unwrap_or_default());
    let (sender, receiver) = oneshot::channel();
    // Nobody listens if the client is gone.
    let started = spawn(seat, move || Ok(work(limits)), move |found| drop(sender.send(found)));
    started.map_err(|why| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why))?;
    let found = receiver.await;
    connection.release();
    match found {
        Ok(Ok(found)) => Ok(found?),
        Ok(Err(_)) | Err(_) => Err(Refusal::bug()),
    }
}

/// A panic in words.
fn told(why: &str) -> String {
    format!("{why} (an internal error of goalward or of the domain)")
}

/// Runs `search` on a thread, in the seat it was given, and passes what it returns to `end`; a
/// panic is caught and reported as an error.
pub fn spawn<T>(
    seat: Seat,
    search: impl FnOnce() -> Result<T, String> + Send + 'static,
    end: impl FnOnce(Result<T, String>) + Send + 'static,
) -> Result<(), String> {
    let work = move || {
        let found = caught(search).unwrap_or_else(|why| Err(told(&why)));
        // Whoever learns of the end may check at once whether the seat is free.
        drop(seat);
        end(found);
    };
    let thread = std::thread::Builder::new().name("search".into()).spawn(work);
    thread.map(|_| ()).map_err(|error| format!("cannot start a thread for the search: {error}"))
}
