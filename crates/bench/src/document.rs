//! docs/benchmarks.md: what one run measured, and nothing else.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use goalward_bench::rows::Section;

use crate::growth::Figure;
use crate::peers::root;
use crate::table;

/// What a document is made of.
pub struct Document<'a> {
    /// The command that made it.
    pub command: &'a str,
    /// The machine and the versions.
    pub machine: &'a [String],
    /// How it was measured.
    pub effort: &'a str,
    /// What was measured, with the peers.
    pub chapters: &'a [Chapter],
    /// Peers that could not be measured.
    pub missing: &'a [String],
    /// How cost grows.
    pub figures: &'a [Figure],
}

/// A section, measured.
pub struct Chapter {
    /// What it is about.
    pub section: &'static Section,
    /// The lines of its table.
    pub lines: Vec<String>,
}

const BESIDE: &str = "\
In each table the first line for a kind of work is what a user of Goalward gets. The lines below it
did the same work on the same instances in the same run, and had to give the same answer.
Contestants take turns, each in its own process. *Best* and *median* are over the runs; *slowest*
says how much longer the slowest run took than the best. Times are processor time of one thread,
except for work on all cores, which is measured in wall-clock time. *Memory* is the peak of the
whole process, including its instances. *Goalward is faster by* compares the best of both; below 1×
Goalward is slower.";

const GROWTH: &str = "\
Times are processor time, except on several threads, and include building the heuristic's tables;
memory is that of the search's own tables. Vertical axes are logarithmic: a straight line is growth
by a constant factor.";

impl Document<'_> {
    fn text(&self) -> String {
        let mut text = String::from("# Benchmarks\n\n");
        let _ = writeln!(
            text,
            "Written by `{}`. All figures were measured in that one run.\n",
            self.command
        );
        self.machine.iter().for_each(|line| text += &format!("- {line}\n"));
        let _ = writeln!(text, "- {}\n\n{BESIDE}\n", self.effort);
        for Chapter { section, lines } in self.chapters {
            let _ = writeln!(text, "## {}\n\n{}\n", section.title, section.introduction);
            let _ = writeln!(text, "{}\n{}\n", table::HEAD, lines.join("\n"));
        }
        for missing in self.missing {
            let _ = writeln!(text, "Not measured: {missing}.\n");
        }
        let _ = writeln!(text, "## How cost grows\n\n{GROWTH}");
        for figure in self.figures {
            let _ = write!(
                text,
                "\n### {}\n\n![{0}](benchmarks/{}.svg)\n\n{}\n",
                figure.plot.title, figure.file, figure.caption
            );
        }
        text
    }

    /// Writes the document and its figures.
    pub fn write(&self) -> Result<()> {
        let folder = folder()?;
        for figure in self.figures {
            figure.write(&folder)?;
        }
        let path = folder.with_extension("md");
        std::fs::write(&path, self.text())
            .with_context(|| format!("cannot write {}", path.display()))?;
        eprintln!("wrote {}", path.display());
        Ok(())
    }
}

/// The folder of the figures, created if needed: it should be writable before the work begins.
pub fn folder() -> Result<PathBuf> {
    let folder = root().join("docs/benchmarks");
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot make {}", folder.display()))?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use goalward_bench::rows::SECTIONS;

    use super::*;

    #[test]
    fn what_every_problem_gets_comes_before_the_puzzles() {
        let chapter = |section| Chapter { section, lines: vec!["| a |".into()] };
        let chapters: Vec<Chapter> = SECTIONS.iter().map(chapter).collect();
        let text = Document {
            command: "bench",
            machine: &["a machine".into()],
            effort: "once",
            chapters: &chapters,
            missing: &[],
            figures: &[],
        }
        .text();
        let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
        let expected = ["## Your own problem", "## Puzzles", "## Python", "## How cost grows"];
        assert_eq!(headings, expected);
        assert!(
            text.contains("in the same run") && text.contains("`petgraph` searches graphs only")
        );
        assert!(text.lines().all(|line| line.len() <= 120), "{text}");
    }
}
