//! Our work and that of its peers, on the same instances, in one run.
//!
//! Each contestant is a process that makes its instances once. They work in turn, several
//! times, so that a slow spell of the machine hits all of them; the table has the best time,
//! the median and how much slower the slowest is.

mod contest;
mod document;
mod growth;
mod machine;
mod peers;
mod table;

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::Parser;
use goalward_bench::rows::{OURS, Row, SECTIONS, Section};
use goalward_bench::serve::serve;
use goalward_domains::simd::Simd;

use contest::{Effort, Entrant, contest};
use document::{Chapter, Document};
use growth::Extent;
use peers::Peers;

/// Goalward's work compared with that of its peers.
#[derive(Parser)]
#[command(name = "goalward-bench", version)]
struct Options {
    /// Only the rows whose work contains this
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,
    /// Measure less: for a look, not for figures
    #[arg(long)]
    quick: bool,
    /// Measure each contestant at most this many times
    #[arg(long, value_name = "N", default_value_t = 7, value_parser = clap::value_parser!(u16).range(1..))]
    repeats: u16,
    /// Install and measure the Python peers too
    #[arg(long)]
    python: bool,
    /// Write docs/benchmarks.md and its figures
    #[arg(long)]
    write: bool,
    /// Act as one of our contestants, which standard input tells when to work
    #[arg(long, hide = true, num_args = 2, value_names = ["WORK", "WHO"])]
    serve: Option<Vec<String>>,
}

fn main() -> Result<()> {
    let options = Options::parse();
    if let Some([work, who]) = options.serve.as_deref() {
        return be(work, who);
    }
    let wanted = wanted(options.only.as_deref());
    if wanted.is_empty() {
        let names: Vec<_> = rows().map(|row| row.work).collect();
        let pattern = options.only.unwrap_or_default();
        eprintln!("error: no row is called {pattern:?}: choose from {}", names.join(", "));
        std::process::exit(2);
    }
    eprintln!("building the peers");
    let mut peers = Peers::build()?;
    if options.python {
        peers.add_python()?;
    }
    let machine = machine::described(peers.python.as_deref());
    if options.write {
        document::folder()?;
    }
    let effort = options.effort();
    let chapters = measure(&wanted, &peers, effort)?;
    if options.write {
        let extent = if options.quick { Extent::Quick } else { Extent::Full };
        Document {
            command: &options.command(),
            machine: &machine,
            effort: &effort.to_string(),
            chapters: &chapters,
            missing: &peers.missing,
            figures: &growth::figures(extent),
        }
        .write()?;
    }
    Ok(())
}

impl Options {
    fn effort(&self) -> Effort {
        match self.quick {
            true => {
                Effort { repeats: 2, least: 0.01, most: 1.0, patience: Duration::from_secs(60) }
            }
            false => Effort {
                repeats: self.repeats.into(),
                least: 0.1,
                most: 3.0,
                patience: Duration::from_secs(180),
            },
        }
    }

    /// The command with these options.
    fn command(&self) -> String {
        let mut command = String::from("cargo run --release -p goalward-bench --");
        if self.quick {
            command += " --quick";
        } else {
            command += &format!(" --repeats {}", self.repeats);
        }
        if let Some(pattern) = &self.only {
            command += &format!(" --only '{pattern}'");
        }
        if self.python {
            command += " --python";
        }
        command + " --write"
    }
}

/// Every row of every section.
fn rows() -> impl Iterator<Item = &'static Row> {
    SECTIONS.iter().flat_map(|section| section.rows)
}

/// The sections with the rows that match: all, or those with the pattern in their name.
fn wanted(pattern: Option<&str>) -> Vec<(&'static Section, Vec<&'static Row>)> {
    let pattern = pattern.unwrap_or_default().to_lowercase();
    let matches = |row: &&Row| {
        let plain = row.name.replace('\\', "").to_lowercase();
        row.work.contains(&pattern) || plain.contains(&pattern)
    };
    let sections = SECTIONS.iter().map(|section| {
        let rows: Vec<_> = section.rows.iter().filter(matches).collect();
        (section, rows)
    });
    sections.filter(|(_, rows)| !rows.is_empty()).collect()
}

/// Prints the tables row by row, and gives their lines.
fn measure(
    wanted: &[(&'static Section, Vec<&Row>)],
    peers: &Peers,
    effort: Effort,
) -> Result<Vec<Chapter>> {
    let mut chapters = Vec::new();
    let (began, mut done) = (Instant::now(), 0);
    let all: usize = wanted.iter().map(|(_, rows)| rows.len()).sum();
    for (section, rows) in wanted {
        println!("\n{}\n\n{}", section.title, table::HEAD);
        let mut lines = Vec::new();
        for row in rows {
            done += 1;
            let seconds = began.elapsed().as_secs();
            eprintln!("[{done}/{all}, {seconds} s] {}", row.name.replace('\\', ""));
            let theirs = peers.entrants(row.work);
            if row.python && theirs.is_empty() {
                eprintln!("    only with --python");
                continue;
            }
            let entrants = ours(row)?.into_iter().chain(theirs).collect();
            let scores = contest(entrants, effort).with_context(|| row.name.to_string())?;
            let of_row = table::lines(row, &scores);
            of_row.iter().for_each(|line| println!("{line}"));
            lines.extend(of_row);
        }
        // The section on Python is empty without Python.
        if !lines.is_empty() {
            chapters.push(Chapter { section, lines });
        }
    }
    for missing in &peers.missing {
        println!("\nNot measured: {missing}.");
    }
    Ok(chapters)
}

/// Our contestants for a row's work, each a process of this program.
fn ours(row: &Row) -> Result<Vec<Entrant>> {
    let program = std::env::current_exe()?;
    let enter = |who: &str, simd: Option<Simd>| {
        let mut command = Command::new(&program);
        command.args(["--serve", row.work, who]);
        match simd {
            Some(simd) => command.env(Simd::VARIABLE, simd.name()),
            None => command.env_remove(Simd::VARIABLE),
        };
        let who = simd.map_or(who.into(), |simd| format!("{who}, {} forced", simd.name()));
        Entrant { who, command }
    };
    let mut entrants: Vec<Entrant> = row.ours.iter().map(|(who, _)| enter(who, None)).collect();
    if row.forced {
        let able = Simd::ALL.into_iter().filter(|simd| simd.is_available());
        entrants.extend(able.map(|simd| enter(OURS, Some(simd))));
    }
    Ok(entrants)
}

/// Acts as one of our contestants.
fn be(work: &str, who: &str) -> Result<()> {
    let row = rows().find(|row| row.work == work).context("no such work")?;
    let (_, prepare) =
        row.ours.iter().find(|(name, _)| *name == who).context("no such contestant")?;
    serve(row.clock, prepare());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What ours comes to in a row, however often.
    fn answers(row: &Row) -> impl Iterator<Item = u64> {
        row.ours.iter().map(|(_, prepare)| prepare()().answer)
    }

    #[test]
    fn a_grid_is_the_same_however_it_is_stated() {
        let of_size = |size: &str| {
            let found = rows().filter(|row| row.work.starts_with(size)).flat_map(answers);
            found.collect::<Vec<_>>()
        };
        assert_eq!(of_size("grid-49-"), [2_881_568; 8]);
        assert_eq!(of_size("grid-190-"), [7_122_426; 8]);
        assert_eq!(of_size("lengths-49-"), [2_881_758; 2]);
        assert_eq!(of_size("lengths-190-"), [7_122_969; 2]);
    }

    #[test]
    fn small_problems_have_the_costs_that_are_known() {
        let of = |work: &str| answers(rows().find(|row| row.work == work).unwrap()).next().unwrap();
        assert_eq!(of("tiny-roads"), 5_779);
        assert_eq!(of("words-astar"), of("words-bfs"));
        assert_eq!(of("pancakes-astar"), 853);
    }
}
