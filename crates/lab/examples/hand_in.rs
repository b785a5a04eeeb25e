//! The course exercise: every method on the same random boards, and the page to hand in.
//!
//! `cargo run --release -p goalward-lab --example hand_in -- report.html report.csv`
//! prints the table and writes each file named. The first words may be a domain, a number
//! of instances and methods: `hand_in 8-puzzle 20 "wastar(manhattan, weight=2)" … x.svg`.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use goalward::Limits;
use goalward_lab::experiment::{
    Bounds, Plan, Record, Results, Source, TableOptions, export, export_format, table,
};
use goalward_lab::{Run, Spec, open, run};

const CLASSIC: [&str; 6] = [
    "ids",
    "greedy(misplaced)",
    "greedy(manhattan)",
    "astar(misplaced)",
    "astar(manhattan)",
    "idastar(manhattan)",
];

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_file = |word: &&String| export_format(Path::new(word.as_str())).is_ok();
    let (files, asked): (Vec<&String>, Vec<&String>) = words.iter().partition(is_file);
    let domain = asked.first().map_or("8-puzzle", |word| word.as_str());
    let instances: u64 = asked.get(1).map_or(Ok(100), |word| word.parse())?;
    let methods: Vec<String> = match asked.get(2..) {
        None | Some([]) => CLASSIC.map(Into::into).into(),
        Some(some) => some.iter().map(|word| word.to_string()).collect(),
    };
    let plan = Plan {
        domain: domain.into(),
        source: Source::Seeded(instances),
        methods,
        seed: 1,
        bounds: Bounds { seconds: Some(SECONDS), ..Default::default() },
    };
    let results = Results {
        records: (0..plan.cells()).map(|cell| record(&plan, cell)).collect::<Result<_, _>>()?,
        plan,
        version: format!("goalward {}", env!("CARGO_PKG_VERSION")),
        command: format!("hand_in {}", words.join(" ")),
        machine: format!("{}, {}", std::env::consts::OS, std::env::consts::ARCH),
    };
    print!("{}", table(&results, &TableOptions { width: 120, ..Default::default() }));
    for file in files {
        std::fs::write(file, export(&results, Path::new(file))?)?;
    }
    Ok(())
}

/// The limit of each run.
const SECONDS: f64 = 0.2;

/// Every method gets the same instances: the seed of one is its number.
fn record(plan: &Plan, cell: u64) -> Result<Record, Box<dyn Error>> {
    let count = plan.methods.len() as u64;
    let (number, method) = (cell / count, &plan.methods[(cell % count) as usize]);
    let (domain, instance) = open(&plan.domain.parse::<Spec>()?, None, plan.seed + number)?;
    let limits = Limits { time: Some(Duration::from_secs_f64(SECONDS)), ..Limits::default() };
    let mut options = Run { seed: cell, limits, trace: None };
    let report = run(domain, instance.as_ref(), Some(&method.parse()?), &mut options)?;
    Ok(Record {
        cell,
        method: report.method,
        instance: report.instance,
        goal: report.goal,
        seed: report.seed,
        verdict: report.verdict,
        stop: report.stop,
        cost: report.cost,
        optimal: report.optimal,
        expanded: report.expanded,
        generated: report.generated,
        reopened: report.reopened,
        peak_stored: report.peak_stored,
        peak_bytes: report.peak_bytes,
        seconds: report.seconds,
        repeats: 1,
        facts: report.facts,
    })
}
