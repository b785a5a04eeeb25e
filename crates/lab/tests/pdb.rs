//! Pattern databases as a heuristic like any other.

use std::sync::Arc;
use std::time::Duration;

use goalward::{Limits, Monitor};
use goalward_lab::{Conclusion, Limit, Report, Run, RunError, open, run};

const HARDEST: &str = "8 0 6 5 4 7 2 3 1";

fn solve(domain: &str, instance: &str, method: &str, limits: Limits) -> Result<Report, RunError> {
    solve_on(1, domain, instance, method, limits)
}

fn solve_on(
    jobs: usize,
    domain: &str,
    instance: &str,
    method: &str,
    limits: Limits,
) -> Result<Report, RunError> {
    let (domain, instance) = open(&domain.parse().unwrap(), Some(instance), 1).unwrap();
    let mut options = Run { seed: 1, limits, jobs, trace: None };
    run(domain, instance.as_ref(), Some(&method.parse().unwrap()), &mut options)
}

#[test]
fn any_partition_can_be_named_and_is_written_in_the_report() {
    for (method, written, partition) in [
        ("astar(pdb)", "astar(pdb)", "8"),
        ("astar(pdb(4-4))", "astar(pdb(4-4))", "4-4"),
        ("astar(pdb(partition=2-3-3))", "astar(pdb(2-3-3))", "2-3-3"),
        ("idastar(pdb(4-4))", "idastar(pdb(4-4))", "4-4"),
        ("wastar(pdb(3-5), weight=1)", "wastar(pdb(3-5), weight=1)", "3-5"),
        ("astar(pdb(8.7.6/5 4 3/1 2))", "astar(pdb(8.7.6/5 4 3/1 2))", "1 2/3 4 5/6 7 8"),
    ] {
        let report = solve("8-puzzle", HARDEST, method, Limits::default()).unwrap();
        assert_eq!((report.cost, report.method.as_str()), (Some(31.0.into()), written));
        assert_eq!(report.facts["partition"], partition);
        assert!(report.optimal || method.starts_with("wastar"));
    }
    // The whole board in one pattern leaves nothing to search for.
    let perfect = solve("8-puzzle", HARDEST, "idastar(pdb(8))", Limits::default()).unwrap();
    assert_eq!(perfect.counters.expanded, 31);
}

#[test]
fn wrong_partitions_are_refused_by_what_is_wrong() {
    let refused = |domain: &str, instance: &str, method: &str, limits: Limits| {
        solve(domain, instance, method, limits).unwrap_err().to_string()
    };
    for (method, told) in [
        ("astar(pdb(4-5))", "pdb(4-5): 4-5 makes 9 tiles, but a 3x3 board has 8"),
        ("astar(pdb(1 2 3))", "pdb(1 2 3): the partition leaves out tile 4"),
        ("astar(pdb(1 2 3 4/4 5 6 7 8))", "names tile 4 twice"),
        ("astar(pdb(x))", "`x` in the partition is not a number"),
        ("astar(pdb(size=4-4))", "pdb has no setting `size`: choose from partition"),
        ("astar(pbd)", "did you mean `pdb`?"),
    ] {
        let error = refused("8-puzzle", HARDEST, method, Limits::default());
        assert!(error.contains(told), "{method}: {error}");
    }
    let error =
        refused("24-puzzle", "korf24:1", "idastar(pdb(8-8-8))", Limits::memory(2_000_000_000));
    assert!(
        error.contains("pdb(8-8-8) needs") && error.contains("GB for its databases"),
        "{error}"
    );
    assert!(error.contains("more than the 2.0 GB"), "{error}");
}

#[test]
fn databases_count_as_memory_and_limits_hold_while_they_are_built() {
    let report = solve("8-puzzle", HARDEST, "astar(pdb(4-4))", Limits::memory(1_000_000)).unwrap();
    assert!(report.counters.peak_bytes > 6_048 && report.counters.peak_bytes < 1_000_000);

    let (method, instance) = ("idastar(pdb(6-6-6-6))", "korf24:38");
    let limits = Limits::time(Duration::from_millis(100));
    let stopped = solve("24-puzzle", instance, method, limits).unwrap();
    assert_eq!((stopped.verdict, stopped.stop), (Conclusion::Stopped, Some(Limit::Time)));
    assert!(stopped.summary.contains("while preparing pdb(6-6-6-6)"), "{}", stopped.summary);

    let monitor = Arc::new(Monitor::default());
    monitor.cancel();
    let limits = Limits { monitor: Some(monitor.clone()), ..Limits::default() };
    let cancelled = solve("24-puzzle", instance, method, limits).unwrap();
    assert_eq!(cancelled.stop, Some(Limit::Cancelled));
    assert!(monitor.preparation().is_some());
}

#[test]
fn threads_change_nothing_but_the_time() {
    let pdb = |jobs| {
        let report = solve_on(jobs, "15-puzzle", "korf100:79", "idastar(pdb)", Limits::default());
        let report = report.unwrap();
        assert_eq!((report.cost, report.optimal), (Some(42.0.into()), true));
        (
            report.solution,
            report.counters.expanded,
            report.counters.generated,
            report.counters.peak_stored,
        )
    };
    assert_eq!(pdb(1), pdb(2));
    assert_eq!(pdb(1), pdb(5));
    let hardest = |method, jobs| {
        let report = solve_on(jobs, "8-puzzle", HARDEST, method, Limits::default())?;
        Ok::<_, RunError>((report.solution, report.counters.expanded, report.counters.generated))
    };
    let plain = "idastar(manhattan)";
    assert_eq!(hardest(plain, 1).unwrap(), hardest(plain, 3).unwrap());
    let refused = hardest("idastar(manhattan, cycles=avoid)", 3).unwrap_err();
    assert!(refused.to_string().starts_with("3 jobs, but cycles=avoid"), "{refused}");
}

#[test]
fn a_database_being_written_is_known_by_any_clock() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tiles-3x3-1-1.7.tmp");
    std::fs::write(&path, "half").unwrap();
    let file = std::fs::File::options().append(true).open(&path).unwrap();
    let kept = goalward_lab::pdb::Kept { path, bytes: 4, pattern: Err("unfinished".into()) };
    let (now, hour) = (std::time::SystemTime::now(), Duration::from_secs(3600));
    let times =
        [(now, true), (now + hour / 2, true), (now + 2 * hour, false), (now - 2 * hour, false)];
    for (time, live) in times {
        file.set_modified(time).unwrap();
        assert_eq!(kept.is_being_written(), live, "{time:?}");
    }
}
