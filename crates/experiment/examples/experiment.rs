//! An experiment from the library: every method on the same boards, the table, a page.
//!
//! `cargo run --release -p goalward-experiment --example experiment -- report.html report.csv`

use std::error::Error;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use goalward::Monitor;
use goalward_experiment::{
    Manifest, Request, Spool, TableOptions, export_format, heading, table, work,
};

fn main() -> Result<(), Box<dyn Error>> {
    let request = Request {
        methods: Some("astar(misplaced|manhattan), idastar(manhattan)".into()),
        runs: Some(50),
        ..Request::new("8-puzzle".parse()?)
    };
    let plan = request.plan()?;
    let cells: Vec<u64> = (0..plan.cells()).collect();
    let spool = Spool::default();
    // Another thread may cancel it; what is done by then is kept.
    let monitor = Arc::new(Monitor::default());
    work(&plan, &cells, 2, &monitor, |_| true, |_, record| spool.keep(&record))?;
    let results = spool.into_results(Manifest::new(plan, "the example `experiment`".into()));
    print!("{}\n{}", heading(&results), table(&results, &TableOptions::default()));
    for file in std::env::args().skip(1) {
        export_format(Path::new(&file))?.write(&results, &mut File::create(&file)?)?;
    }
    Ok(())
}
