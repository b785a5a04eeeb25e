//! How time and memory grow: with depth, with the size of a board, with the number of queens
//! and with threads.

mod queens;
mod threads;
mod tiles;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use goalward::Stats;
use goalward_bench::serve::processor;
use goalward_experiment::statistics::Estimate;
use goalward_experiment::{LinePlot, Spacing, Unit};

/// A figure, in its own file.
pub struct Figure {
    /// The file's name without its ending.
    pub file: &'static str,
    /// What the plot shows, and on what.
    pub caption: String,
    /// The plot.
    pub plot: LinePlot,
}

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A little of each, for a quick look.
    Quick,
    /// What published figures need.
    Full,
}

/// What it is about, and what measures it.
type Kind = (&'static str, fn(Extent) -> Vec<Figure>);

/// Every figure, measured now.
pub fn figures(extent: Extent) -> Vec<Figure> {
    let kinds: [Kind; 5] = [
        ("the 8-puzzle by depth", tiles::eight_by_depth),
        ("the 15-puzzle by depth", tiles::fifteen_by_depth),
        ("sliding tiles by size", tiles::by_size),
        ("queens by number", queens::by_number),
        ("work by threads", threads::by_number),
    ];
    let mut figures = Vec::new();
    for (name, measure) in kinds {
        let began = std::time::Instant::now();
        eprint!("how cost grows: {name} …");
        figures.extend(measure(extent));
        eprintln!(" {:.0} s", began.elapsed().as_secs_f64());
    }
    figures
}

impl Figure {
    /// Writes the plot into a folder.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let svg = self.plot.svg().with_context(|| format!("{} has nothing to show", self.file))?;
        let path = folder.join(self.file).with_extension("svg");
        std::fs::write(&path, svg).with_context(|| format!("cannot write {}", path.display()))
    }
}

/// What one run took.
#[derive(Clone, Copy, Debug)]
struct Took {
    seconds: f64,
    bytes: f64,
}

/// Times a search; quick ones are repeated, so that the clock can tell.
fn took(search: impl Fn() -> Stats) -> Took {
    const LEAST: f64 = 0.0005;
    let (began, mut runs) = (processor(), 0);
    loop {
        let stats = search();
        runs += 1;
        let spent = processor() - began;
        if spent > LEAST {
            return Took { seconds: spent / f64::from(runs), bytes: stats.peak_bytes as f64 };
        }
    }
}

/// For each method by name, what its runs took, by where they stand on the axis.
#[derive(Default)]
struct Runs(Vec<(String, BTreeMap<u32, Vec<Took>>)>);

/// Methods that have failed: from there on they are not tried, so that no line goes on with only
/// the easy boards.
#[derive(Default)]
struct Failed(Vec<(&'static str, u32)>);

impl Failed {
    fn has(&self, method: &str) -> bool {
        self.0.iter().any(|(failed, _)| *failed == method)
    }
}

impl Runs {
    fn add(&mut self, method: &str, at: u32, took: Took) {
        let place = self.0.iter().position(|(name, _)| name == method).unwrap_or_else(|| {
            self.0.push((method.into(), BTreeMap::new()));
            self.0.len() - 1
        });
        self.0[place].1.entry(at).or_default().push(took);
    }

    /// Leaves out the places where a method failed.
    fn forget(&mut self, failed: &Failed) {
        for (method, at) in &failed.0 {
            for (_, by) in self.0.iter_mut().filter(|(name, _)| name == method) {
                by.remove(at);
            }
        }
    }

    fn lines(&self, of: fn(&Took) -> f64) -> Vec<(String, Vec<(f64, Estimate)>)> {
        let mean = |took: &Vec<Took>| {
            let values: Vec<f64> = took.iter().map(of).collect();
            Estimate::of(&values).filter(|mean| mean.mean > 0.0)
        };
        let line = |by: &BTreeMap<u32, Vec<Took>>| {
            by.iter().filter_map(|(at, took)| Some((f64::from(*at), mean(took)?))).collect()
        };
        let lines = self.0.iter().map(|(name, by)| (name.clone(), line(by)));
        lines.filter(|(_, line): &(_, Vec<_>)| !line.is_empty()).collect()
    }

    fn time(&self, title: &str, across: &str, spacing: Spacing) -> LinePlot {
        LinePlot {
            title: title.into(),
            across: across.into(),
            spacing,
            upright: "time of a run".into(),
            unit: Unit::Seconds,
            lines: self.lines(|took| took.seconds),
        }
    }

    fn memory(&self, title: &str, across: &str, spacing: Spacing) -> LinePlot {
        LinePlot {
            title: title.into(),
            across: across.into(),
            spacing,
            upright: "memory of the search's tables".into(),
            unit: Unit::Bytes,
            lines: self.lines(|took| took.bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_lines_and_a_file_of_its_own() {
        let figures = figures(Extent::Quick);
        for (i, figure) in figures.iter().enumerate() {
            assert!(figure.plot.svg().is_some(), "{}", figure.file);
            assert!(figure.plot.lines.iter().all(|(_, line)| line.len() > 1), "{}", figure.file);
            assert!(figures[..i].iter().all(|other| other.file != figure.file));
        }
    }
}
