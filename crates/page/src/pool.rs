//! How many searches run at once, and how much memory they may use together.

use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use goalward_lab::free_memory;
use serde_json::{Value, json};

use crate::refusal::Refusal;
use crate::run::LANES;

/// At most this many searches at once.
pub const MOST: usize = 16;

/// The places for searches.
#[derive(Debug)]
pub struct Pool {
    most_bytes: u64,
    taken: Mutex<Taken>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    seats: usize,
    bytes: u64,
}

/// A place for one search, free again when dropped.
#[derive(Debug)]
pub struct Seat {
    pool: Arc<Pool>,
    bytes: u64,
}

impl Pool {
    /// For searches that together use at most this many bytes.
    pub fn new(most_bytes: u64) -> Arc<Self> {
        Arc::new(Pool { most_bytes, taken: Mutex::default() })
    }

    /// For half of the memory that is free now, if the system reports it.
    pub fn of_this_machine() -> Arc<Self> {
        Pool::new(free_memory().map_or(2_000_000_000, |free| (free / 2).max(100_000_000)))
    }

    /// The bytes that all searches together may use.
    pub fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    /// The bytes that a search may use by default: six race side by side.
    pub fn default_bytes(&self) -> u64 {
        (self.most_bytes / LANES as u64).min(500_000_000)
    }

    /// Places for `count` searches of `bytes` each, or none of them.
    pub fn take(self: &Arc<Self>, count: usize, bytes: u64) -> Result<Vec<Seat>, Refusal> {
        let mut taken = self.taken.lock().expect("no holder panics");
        let Taken { seats, bytes: held } = *taken;
        let busy = |why: String| Err(Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why));
        let running =
            if seats == 1 { "1 search is".into() } else { format!("{seats} searches are") };
        if seats + count > MOST {
            return busy(format!(
                "busy: {running} running, and at most {MOST} may run; stop one, or wait for one to end"
            ));
        }
        let wanted = bytes.saturating_mul(count as u64);
        if held.saturating_add(wanted) > self.most_bytes {
            let [held, most, wanted] = [held, self.most_bytes, wanted].map(|b| b / 1_000_000);
            return busy(format!(
                "busy: {running} running and may use {held} of {most} MB, but this one needs \
                    {wanted} MB more; stop one, or lower its memory limit"
            ));
        }
        *taken = Taken { seats: seats + count, bytes: held + wanted };
        Ok((0..count).map(|_| Seat { pool: self.clone(), bytes }).collect())
    }

    /// What runs now.
    pub fn status(&self) -> Value {
        let Taken { seats, bytes } = *self.taken.lock().expect("no holder panics");
        json!({ "running": seats, "most": MOST, "bytes": bytes, "most_bytes": self.most_bytes })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.pool.taken.lock().expect("no holder panics");
        taken.seats -= 1;
        taken.bytes -= self.bytes;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_counted_and_given_back() {
        let pool = Pool::new(1_000_000_000);
        let few = pool.take(6, 100_000_000).unwrap();
        assert_eq!(pool.status()["running"], 6);
        let why = pool.take(6, 100_000_000).unwrap_err().why;
        assert!(
            why.starts_with("busy: 6 searches are running and may use 600 of 1000 MB"),
            "{why}"
        );
        let many = pool.take(10, 1).unwrap();
        let why = pool.take(1, 1).unwrap_err().why;
        assert!(why.starts_with("busy: 16 searches are running, and at most 16 may run"), "{why}");
        drop((few, many));
        assert_eq!(pool.status()["bytes"], 0);
    }
}
