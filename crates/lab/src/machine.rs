//! What the system reports about the machine.

use std::time::{Duration, SystemTime};

/// The bytes of free memory, where the system reports them.
pub fn free_memory() -> Option<u64> {
    memory("MemAvailable:")
}

/// The bytes of memory in all, where the system reports them.
pub fn all_memory() -> Option<u64> {
    memory("MemTotal:")
}

fn memory(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// How many threads may run at once: one, where the system does not report it.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The name of the processor, where the system reports it.
pub fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().into())
}

/// The system and, where it reports it, its release.
pub fn system() -> String {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease");
    let release = release.map(|release| format!(" {}", release.trim())).unwrap_or_default();
    format!("{}{release}", std::env::consts::OS)
}

/// The name of the machine, where the system reports it.
pub fn host() -> Option<String> {
    let kernel = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let variable = || ["HOSTNAME", "COMPUTERNAME"].into_iter().find_map(|n| std::env::var(n).ok());
    kernel.map(|name| name.trim().to_string()).or_else(variable).filter(|name| !name.is_empty())
}

/// The cores that this process may use, by number; none where the system does not report them.
pub fn own_cores() -> Vec<u64> {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let list = text.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let ranges = list.unwrap_or("").trim().split(',').filter_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(first.parse::<u64>().ok()?..=last.parse::<u64>().ok()?)
    });
    ranges.flatten().collect()
}

/// The processor time that a process has used so far, where the system reports it.
pub fn processor_time(process: u32) -> Option<Duration> {
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in parentheses, may contain anything.
    let (_, after) = text.rsplit_once(')')?;
    let mut fields = after.split_whitespace().skip(11);
    let ticks = fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?;
    // Linux counts in hundredths for all programs, whatever its own clock.
    Some(Duration::from_millis(10 * ticks))
}

/// The date and the time of day in UTC, such as `2026-03-01T12:30:00Z`.
pub fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that a leap day is the last; eras are 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    let year = 400 * era + year + next;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, date) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_164_799, "2024-02-28T23:59:59Z"),
            (1_709_251_199, "2024-02-29T23:59:59Z"),
            (1_709_251_200, "2024-03-01T00:00:00Z"),
            (4_102_444_799, "2099-12-31T23:59:59Z"),
        ] {
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(utc(time), date);
        }
    }
}
