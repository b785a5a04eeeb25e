//! One method on one instance, timed.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use cpu_time::ThreadTime;
use goalward::{Limits, Monitor, ProcessorTime};
use goalward_lab::machine::utc;
use goalward_lab::{
    Conclusion, Counters, Domain, Finding, Instance, Limit, Purpose, Ready, Report, Run, RunError,
    Solution, caught,
};
use serde_json::{Map, Value};

use super::profile::Improvements;
use super::record::HAS_PLAN;
use super::{Environment, Plan, Record, seal};

/// A shorter run is repeated.
const SHORT: Duration = Duration::from_millis(1);
/// It is repeated this often, unless that takes longer than [`ENOUGH`].
const REPEATS: usize = 5;
const ENOUGH: Duration = Duration::from_millis(2);
/// At most this many methods are warmed up: some plans have very many, such as the parts of a
/// count.
const WARMED: usize = 64;
/// A worker runs each method for this long before anything is timed.
const WARM_UP: Duration = Duration::from_millis(5);

impl Plan {
    /// Runs a cell. A panic in it, or an invalid solution, makes a record that says so; none if the
    /// run was cancelled.
    pub fn run(&self, cell: u64, monitor: &Arc<Monitor>) -> Option<Record> {
        guarded(self.blank(cell), || self.measured(cell, monitor, None))
    }

    /// The same in a process that does nothing else and was not warmed up: `prepared` is called
    /// when all that the search needs is made, and before the search is run.
    pub(super) fn run_alone(
        &self,
        cell: u64,
        monitor: &Arc<Monitor>,
        prepared: &mut dyn FnMut(),
    ) -> Option<Record> {
        guarded(self.blank(cell), || self.measured(cell, monitor, Some(prepared)))
    }

    /// Runs a cell once and reports it in full, with the processor time of the search and the
    /// instance, for drawing.
    pub fn report(
        &self,
        cell: u64,
        monitor: &Arc<Monitor>,
    ) -> Result<(Report, Box<dyn Instance>), RunError> {
        let (domain, instance) = self.open(self.place(cell).0)?;
        let ready = self.ready(cell, domain, instance.as_ref())?;
        let seed = self.run_seed(self.place(cell).0);
        let limits = self.limits(monitor);
        let report = caught(|| {
            let clock = ThreadTime::now();
            let finding = ready.find(&mut Run { seed, limits, jobs: 1, trace: None })?;
            let seconds = clock.elapsed().saturating_sub(finding.aside).as_secs_f64();
            Ok(Report { seconds, ..ready.report(finding, seed)? })
        });
        let method = ready.spec.clone();
        drop(ready);
        let report = report.unwrap_or_else(|why| Err(RunError::Panicked { method, why }))?;
        Ok((report, instance))
    }

    /// Runs every method for a moment, each with its settings, so that the first cell is not
    /// timed on a cold machine. What methods need that does not depend on the instance, such as
    /// pattern databases, is made here, however long that takes.
    pub fn warm_up(&self, monitor: &Arc<Monitor>) {
        for cell in 0..self.methods.len().min(WARMED) as u64 {
            if monitor.is_cancelled() {
                return;
            }
            // A failure is reported when its turn comes.
            let _ = caught(|| {
                let (domain, instance) = self.open(self.place(cell).0).ok()?;
                let ready = self.ready(cell, domain, instance.as_ref()).ok()?;
                self.warm_up_for(&ready, monitor);
                Some(())
            });
        }
    }

    /// The same for one method on one instance.
    fn warm_up_for(&self, ready: &Ready<'_>, monitor: &Arc<Monitor>) {
        let limits = Limits {
            processor: Some(processor_time(WARM_UP)),
            memory: self.bounds.bytes,
            monitor: Some(monitor.clone()),
            ..Limits::default()
        };
        // What it finds is found again when its turn comes.
        let _ = ready.find(&mut Run { seed: 0, limits, jobs: 1, trace: None });
    }

    /// The instance and the method of a cell.
    pub fn place(&self, cell: u64) -> (u64, usize) {
        let methods = self.methods.len() as u64;
        (cell / methods, (cell % methods) as usize)
    }

    pub(super) fn ready<'a>(
        &self,
        cell: u64,
        domain: &'static Domain,
        instance: &'a dyn Instance,
    ) -> Result<Ready<'a>, RunError> {
        let spec = self.methods[self.place(cell).1].parse();
        let spec = spec.map_err(goalward_lab::InputError::new)?;
        Ok(Ready::new(domain, instance, Some(&spec), Purpose::Comparison)?)
    }

    fn limits(&self, monitor: &Arc<Monitor>) -> Limits {
        Limits {
            nodes: self.bounds.nodes,
            time: self.bounds.wall.map(Duration::from_secs_f64),
            processor: self.bounds.seconds.map(Duration::from_secs_f64).map(processor_time),
            memory: self.bounds.bytes,
            monitor: Some(monitor.clone()),
        }
    }

    fn measured(
        &self,
        cell: u64,
        monitor: &Arc<Monitor>,
        alone: Option<&mut dyn FnMut()>,
    ) -> Result<Option<Record>, RunError> {
        let (number, _) = self.place(cell);
        let (domain, instance) = self.open(number)?;
        let ready = self.ready(cell, domain, instance.as_ref())?;
        let seed = self.run_seed(number);
        let limits = self.limits(monitor);
        if let Some(prepared) = alone {
            ready.prepare(&limits);
            prepared();
            self.warm_up_for(&ready, monitor);
        }
        let Some((mut finding, seconds, wall, repeats)) =
            timed(&ready, seed, &limits, self.repeats)?
        else {
            return Ok(None);
        };
        if finding.stop == Some(Limit::Time) && self.bounds.seconds.is_none_or(|s| seconds < s) {
            finding.stop = Some(Limit::Wall);
        }
        let improved = match self.profile {
            true => self.watched(&ready, seed, &limits, &finding, seconds)?,
            false => None,
        };
        let has_plan = finding.verdict == Conclusion::Stopped && finding.solves;
        let mut report = ready.report(finding, seed)?;
        report.facts.extend(improved);
        if has_plan {
            report.facts.insert(HAS_PLAN.into(), true.into());
            let lower = report.facts.get("lower_bound").and_then(Value::as_f64);
            let bound = report.cost.zip(lower.filter(|lower| *lower > 0.0));
            report.facts.extend(
                bound.map(|(cost, lower)| ("bound".to_string(), Value::from(cost.value() / lower))),
            );
        }
        report.facts.retain(|name, value| !value.is_null() && name != "database_seconds");
        report.facts.entry("engine").or_insert_with(|| "plain".into());
        let (solution, solution_hash) = match report.solution {
            Some(long) if long.len() > Record::PIECES => (None, Some(hash(&long))),
            short => (short, None),
        };
        Ok(Some(Record {
            method: report.method,
            instance: report.instance,
            goal: report.goal,
            verdict: report.verdict,
            stop: report.stop,
            cost: report.cost,
            optimal: report.optimal,
            counters: report.counters,
            solution,
            solution_hash,
            seconds,
            setup_seconds: report.setup_seconds,
            wall_seconds: wall.as_secs_f64(),
            repeats,
            facts: report.facts,
            ..self.blank(cell)
        }))
    }

    /// Watches a run that took this long for improvements: up to the node where it ended, if the
    /// clock stopped it.
    fn watched(
        &self,
        ready: &Ready<'_>,
        seed: u64,
        limits: &Limits,
        finding: &Finding,
        seconds: f64,
    ) -> Result<Option<(String, Value)>, RunError> {
        if ready.about().lines.is_empty() {
            return Ok(None);
        }
        let by_clock = matches!(finding.stop, Some(Limit::Time | Limit::Wall));
        let nodes = if by_clock { Some(finding.stats.expanded) } else { limits.nodes };
        let limits = Limits { nodes, time: None, processor: None, ..limits.clone() };
        let mut improvements = Improvements::new();
        ready.find(&mut Run { seed, limits, jobs: 1, trace: Some(&mut improvements) })?;
        Ok(Some(improvements.over(seconds)))
    }

    /// The record of a cell about which nothing is known yet.
    pub(super) fn blank(&self, cell: u64) -> Record {
        let (number, method) = self.place(cell);
        Record {
            cell,
            method: self.methods[method].clone(),
            instance: self.text(number).unwrap_or_default(),
            goal: None,
            seed: self.run_seed(number),
            verdict: Conclusion::Failed,
            stop: None,
            cost: None,
            optimal: false,
            counters: Counters::default(),
            solution: None,
            solution_hash: None,
            limits: self.bounds,
            seconds: 0.0,
            setup_seconds: 0.0,
            wall_seconds: 0.0,
            began: utc(SystemTime::now()),
            jobs: 1,
            isolated: false,
            environment: Some(Environment::here().clone()),
            repeats: 0,
            facts: Map::new(),
        }
    }
}

/// The hash of a solution that is too long to be kept.
fn hash(solution: &Solution) -> String {
    format!("{:016x}", seal::hash(solution.words().join(" ").as_bytes()))
}

/// A limit of the processor time that a thread may use.
fn processor_time(limit: Duration) -> ProcessorTime {
    ProcessorTime { limit, clock: || ThreadTime::now().as_duration() }
}

/// What `run` makes, or `blank` with the error in it.
fn guarded(
    blank: Record,
    run: impl FnOnce() -> Result<Option<Record>, RunError>,
) -> Option<Record> {
    let why = match caught(run) {
        Ok(Ok(record)) => return record,
        Ok(Err(error)) => error.to_string(),
        Err(why) => why,
    };
    let facts = Map::from_iter([("error".to_string(), Value::from(why))]);
    Some(Record { facts, ..blank })
}

/// What a run finds, the processor time the search takes, how long the first run took by the wall
/// clock, and how often it was run: as often as requested or, without a request, short ones a few
/// times. None if it was cancelled.
fn timed(
    ready: &Ready<'_>,
    seed: u64,
    limits: &Limits,
    asked: Option<u32>,
) -> Result<Option<(Finding, f64, Duration, u32)>, RunError> {
    let once = || {
        let clock = ThreadTime::now();
        let finding =
            ready.find(&mut Run { seed, limits: limits.clone(), jobs: 1, trace: None })?;
        let time = clock.elapsed().saturating_sub(finding.aside);
        Ok::<_, RunError>((finding, time))
    };
    let wall = Instant::now();
    let (finding, first) = once()?;
    let wall = wall.elapsed();
    if finding.stop == Some(Limit::Cancelled) {
        return Ok(None);
    }
    let most = match asked {
        _ if finding.stop == Some(Limit::Time) => 1,
        Some(asked) => asked as usize,
        None if first >= SHORT => 1,
        None => REPEATS,
    };
    if most == 1 {
        return Ok(Some((finding, first.as_secs_f64(), wall, 1)));
    }
    // A short first run is left out: it was the one that filled the caches.
    let mut times = if first >= SHORT { vec![first] } else { Vec::new() };
    let is_enough =
        |times: &[Duration]| asked.is_none() && times.iter().sum::<Duration>() >= ENOUGH;
    while times.len() < most && !is_enough(&times) {
        let (again, time) = once()?;
        match again.stop {
            Some(Limit::Cancelled) => return Ok(None),
            // A run that the clock stopped this time would have to be left out.
            Some(Limit::Time) => break,
            _ => times.push(time),
        }
        if (again.verdict, again.cost, again.stats.expanded)
            != (finding.verdict, finding.cost, finding.stats.expanded)
        {
            let why = "a second run with the same seed gave a different result".into();
            return Err(RunError::Check { method: ready.spec.clone(), why });
        }
    }
    let repeats = times.len().max(1) as u32;
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or(first);
    Ok(Some((finding, median.as_secs_f64(), wall, repeats)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Source};

    fn plan() -> Plan {
        Plan {
            domain: "tiles(size=3x3, walk=12)".into(),
            source: Source::Seeded(3),
            methods: vec!["bfs".into(), "annealing(steps=1000)".into()],
            seed: 5,
            bounds: Bounds { nodes: Some(100_000), ..Bounds::default() },
            repeats: None,
            profile: false,
            files: Vec::new(),
        }
    }

    #[test]
    fn a_cell_is_the_same_whenever_it_is_run() {
        let monitor = Arc::default();
        for cell in 0..plan().cells() {
            let run = || {
                let record = plan().run(cell, &monitor).expect("nobody cancels it");
                assert!(record.repeats > 0 && record.seconds > 0.0);
                assert!(!record.began.is_empty() && record.wall_seconds > 0.0);
                let (seconds, setup_seconds, wall_seconds) = (0.0, 0.0, 0.0);
                let began = String::new();
                Record { seconds, setup_seconds, wall_seconds, began, repeats: 0, ..record }
            };
            assert_eq!(run(), run());
            let (report, _) = plan().report(cell, &monitor).expect("it runs");
            assert_eq!((report.seed, report.counters), (run().seed, run().counters));
        }
    }

    #[test]
    fn methods_share_instances_and_seeds() {
        let monitor = Arc::default();
        let [one, other] = [2, 3].map(|cell| plan().run(cell, &monitor).expect("it runs"));
        assert_eq!((&one.instance, one.seed), (&other.instance, other.seed));
        let next = plan().run(4, &monitor).expect("it runs");
        assert_ne!((&one.instance, one.seed), (&next.instance, next.seed));
    }

    #[test]
    fn a_run_that_is_stopped_with_a_plan_says_so_and_how_good_it_is() {
        let plan = Plan {
            domain: "tiles(size=3x3)".into(),
            methods: vec!["anytime(manhattan, weight=5)".into()],
            bounds: Bounds { nodes: Some(600), ..Bounds::default() },
            ..plan()
        };
        let records = (0..3).filter_map(|cell| plan.run(cell, &Arc::default()));
        let stopped: Vec<Record> =
            records.filter(|record| record.verdict == Conclusion::Stopped).collect();
        assert!(stopped.iter().any(|record| record.facts.contains_key(HAS_PLAN)));
        for record in stopped.iter().filter(|record| record.facts.contains_key(HAS_PLAN)) {
            let fact = |name: &str| record.facts[name].as_f64().expect("a number");
            let cost = record.cost.expect("a plan has a cost").value();
            assert_eq!(fact("bound"), cost / fact("lower_bound"));
            assert!(fact("bound") >= 1.0);
        }
    }

    #[test]
    fn a_cancelled_cell_leaves_no_record() {
        let monitor = Arc::new(Monitor::default());
        monitor.cancel();
        assert_eq!(plan().run(0, &monitor), None);
    }

    #[test]
    fn a_panic_is_an_error_of_its_cell() {
        let record = guarded(plan().blank(3), || panic!("no {} left", "queens"));
        let record = record.expect("it says what happened");
        assert_eq!((record.cell, record.verdict), (3, Conclusion::Failed));
        assert_eq!(record.facts["error"], "it panicked: no queens left");
        let why = "it does not end where it says".to_string();
        let error = RunError::Check { method: "bfs".into(), why };
        let record = guarded(plan().blank(3), || Err(error)).expect("it says what happened");
        assert!(record.facts["error"].as_str().unwrap().contains("fails its check"));
    }
}
