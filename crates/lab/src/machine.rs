//! What the system tells of the machine.

/// The bytes of memory that are free, where the system tells.
pub fn free_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// How many threads may run at once: one, where the system does not tell.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
