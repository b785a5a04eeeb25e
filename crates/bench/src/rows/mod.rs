//! What is measured: a row for each kind of work, with our contestants. Peers are found by the
//! name of the work.

use std::time::Instant;

use crate::serve::{Clock, Work, processor};

pub mod generic;
#[cfg(feature = "puzzles")]
pub mod puzzles;
#[cfg(feature = "puzzles")]
pub mod python;

/// Rows that belong together, under a heading of the document.
pub struct Section {
    /// The heading.
    pub title: &'static str,
    /// What a reader should know before the table.
    pub introduction: &'static str,
    /// The lines of the table, in order.
    pub rows: &'static [Row],
}

/// The whole benchmark: first what every problem gets, then the puzzles that have more, then
/// Python.
#[cfg(feature = "puzzles")]
pub const SECTIONS: [Section; 3] = [generic::SECTION, puzzles::SECTION, python::SECTION];

/// One kind of work.
pub struct Row {
    /// Its name in a word, by which peers know it.
    pub work: &'static str,
    /// What is done, in words.
    pub name: &'static str,
    /// How a time is shown.
    pub figure: Figure,
    /// Which time counts.
    pub clock: Clock,
    /// Our contestants: first what users get, which all others are compared with.
    pub ours: &'static [Ours],
    /// Whether ours is also measured with each instruction set forced.
    pub forced: bool,
    /// Whether the row is left out without a Python peer.
    pub python: bool,
}

/// One of our contestants by name, and what makes its instances.
pub type Ours = (&'static str, fn() -> Work);

/// What is shown of a time.
#[derive(Clone, Copy, Debug)]
pub enum Figure {
    /// The time of one of this many equal pieces, and what a piece is.
    Each(u32, &'static str),
    /// Steps a second, of this kind.
    Rate(&'static str),
}

const ROW: Row = Row {
    work: "",
    name: "",
    figure: Figure::Each(1, ""),
    clock: processor,
    ours: &[],
    forced: false,
    python: false,
};

/// The wall clock, for work on several threads.
pub fn wall() -> f64 {
    use std::sync::OnceLock;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// What users get.
pub const OURS: &str = "goalward";
