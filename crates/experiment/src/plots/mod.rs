//! Plots of experiments: plain SVG without its own scripts, styles or fonts.
//!
//! Colours are given by class, so that a page's style sheet adapts them to light and dark;
//! [`FIGURE_CSS`] is that style sheet. Markers and dashes tell series apart without colour.
//!
//! The crates for plots (`plotters`, `kuva`) write colours into every shape, so their figures could not
//! follow a page from light to dark. One frame, two scales and six kinds of marks are all that is
//! needed here.

mod cactus;
mod chart;
mod depth;
mod distribution;
mod drawing;
mod lines;
mod pdf;
mod profile;
mod scale;
mod scatter;
mod sheet;
mod sweep;

use super::Results;
use super::content::Times;
use super::summary::{Grid, Summary};
use chart::WIDTH;

pub use lines::{LinePlot, Spacing};
pub use pdf::svg_to_pdf;
pub(super) use pdf::write as write_pdf;
pub use scale::Unit;
pub(super) use sheet::sheet;

/// One plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// A name for it, unique among the figures of an experiment.
    pub id: &'static str,
    /// What it shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// An `svg` element for a page that has [`FIGURE_CSS`].
    pub svg: String,
    /// Its height, where its width is 640.
    pub height: f64,
    /// For each `circle` in it, in their order, the cell of the plan whose run it is.
    pub dots: Vec<u64>,
}

/// The style sheet of figures: the colours of the series, on light and dark pages.
pub const FIGURE_CSS: &str = include_str!("figure.css");

/// Every plot that the records of `results` give, in the order they should be shown.
pub fn figures(results: &Results) -> Vec<Figure> {
    drawn(results, &super::summarize(results), Times::Shown)
}

/// Every plot as a standalone file, by its name.
pub fn figure_files(results: &Results, times: Times) -> Vec<(&'static str, String)> {
    let figures = drawn(results, &super::summarize(results), times).into_iter();
    let file = |figure: Figure| {
        (figure.id, sheet::standing_alone(&figure.svg, WIDTH, figure.height, &figure.title))
    };
    figures.map(file).collect()
}

/// The plot of any two methods, one dot per instance: the first along the horizontal axis; nothing
/// if fewer than five instances were solved.
pub fn scatter(results: &Results, first: usize, second: usize) -> Option<String> {
    let figure = scatter::figure(results, &Grid::new(results), (first, second))?;
    Some(sheet::standing_alone(&figure.svg, WIDTH, figure.height, &figure.title))
}

/// The same, where the summary is known, with or without those that show times.
pub(super) fn drawn(results: &Results, summary: &Summary, times: Times) -> Vec<Figure> {
    let grid = Grid::new(results);
    let timed = times == Times::Shown;
    let mut figures = sweep::figures(results, summary);
    figures.extend(distribution::time(results, summary, &grid).filter(|_| timed));
    figures.extend(distribution::expanded(results, summary, &grid));
    figures.extend(distribution::cost(results, summary, &grid));
    figures.extend(cactus::figure(results, &grid).filter(|_| timed));
    figures.extend(profile::figure(results).filter(|_| timed));
    figures.extend(depth::figure(results, &grid));
    let pair = scatter::usual(results, &grid);
    figures.extend(pair.and_then(|pair| scatter::figure(results, &grid, pair)));
    figures
}
