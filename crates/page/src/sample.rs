//! Which steps of a long search are sent.

use std::collections::HashMap;

use goalward_lab::EventKind;

/// At most this many are sent in full.
pub const WHOLE: u64 = 100_000;

/// After that, this many of each kind before the gaps between them double.
const STRIDE: u64 = 1_000;

/// After this many bytes only the end is sent.
const MOST_BYTES: usize = 64_000_000;

/// Every step is sent up to this many bytes.
const WHOLE_BYTES: usize = 32_000_000;

/// Decides, step by step, which of them are sent.
///
/// The first steps are all sent. After that, for each kind of event every one is sent, then every
/// second, every fourth and so on, the gap doubling with each thousand sent: rare events, such as a
/// new bound, are seen for long, and of frequent ones only a few.
#[derive(Debug)]
pub struct Sample {
    whole: u64,
    seen: u64,
    sent: u64,
    bytes: usize,
    kinds: HashMap<&'static str, (u64, u64)>,
}

impl Sample {
    /// One that sends this many steps in full.
    pub fn new(whole: u64) -> Self {
        Sample { whole: whole.min(WHOLE), seen: 0, sent: 0, bytes: 0, kinds: HashMap::new() }
    }

    /// Whether the next step, of this event, is sent.
    pub fn wants(&mut self, event: EventKind) -> bool {
        self.seen += 1;
        if self.is_whole() {
            self.sent += 1;
            return true;
        }
        if self.bytes > MOST_BYTES {
            return false;
        }
        let (seen, sent) = self.kinds.entry(event.name()).or_default();
        let wanted = seen.is_multiple_of(1 << (*sent / STRIDE).min(63));
        *seen += 1;
        *sent += u64::from(wanted);
        self.sent += u64::from(wanted);
        wanted
    }

    /// Notes that a step took this many bytes.
    pub fn sent(&mut self, bytes: usize) {
        self.bytes += bytes;
        if self.bytes > WHOLE_BYTES {
            self.whole = self.whole.min(self.seen);
        }
    }

    /// Whether every step was sent until now.
    pub fn is_whole(&self) -> bool {
        self.seen <= self.whole
    }

    /// The number of the last step.
    pub fn number(&self) -> u64 {
        self.seen
    }

    /// How many are sent in full.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// How many were sent.
    pub fn count(&self) -> u64 {
        self.sent
    }

    /// What is sent, in words.
    pub fn rule(&self) -> String {
        format!(
            "the first {} steps are shown in full; after that, for each kind of event every one \
                is shown, then every 2nd, every 4th and so on, doubling after each {STRIDE}",
            self.whole
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_billion_steps_become_few_and_rare_ones_all_stay() {
        let mut sample = Sample::new(100);
        let mut rare = 0;
        for step in 0..3_000_000u64 {
            if step.is_multiple_of(10_000) {
                rare += u64::from(sample.wants(EventKind::Bound));
            }
            sample.wants(EventKind::Expand);
        }
        assert_eq!(rare, 300);
        assert!(sample.count() < 15_000, "{}", sample.count());
        assert!(!sample.is_whole());
    }

    #[test]
    fn a_short_run_is_whole() {
        let mut sample = Sample::new(10);
        assert!((0..10).all(|_| sample.wants(EventKind::Expand)));
        assert!(sample.is_whole());
        sample.wants(EventKind::Expand);
        assert!(!sample.is_whole());
    }

    #[test]
    fn enormous_steps_end_the_whole_part_and_then_all_of_it() {
        let mut sample = Sample::new(1_000);
        assert!(sample.wants(EventKind::Step));
        sample.sent(WHOLE_BYTES + 1);
        assert!(sample.wants(EventKind::Step) && !sample.is_whole());
        sample.sent(MOST_BYTES);
        assert!(!sample.wants(EventKind::Step));
    }
}
