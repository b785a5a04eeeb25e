//! Lines through means, over one axis.

use super::chart::{Axis, Chart, WIDTH, ends};
use super::drawing::Drawing;
use super::scale::{Scale, Unit};
use super::sheet::standing_alone;
use crate::statistics::Estimate;

/// A plot of how something grows, for figures that do not come from an experiment.
#[derive(Clone, Debug)]
pub struct LinePlot {
    /// What it shows.
    pub title: String,
    /// What the horizontal axis measures.
    pub across: String,
    /// How values lie on the horizontal axis.
    pub spacing: Spacing,
    /// What the vertical axis measures; it is logarithmic.
    pub upright: String,
    /// The unit of the vertical axis.
    pub unit: Unit,
    /// For each line its name, and its values from left to right.
    pub lines: Vec<(String, Vec<(f64, Estimate)>)>,
}

/// How values lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Equal differences take equal room.
    Linear,
    /// Equal factors take equal room.
    Logarithmic,
}

impl LinePlot {
    /// The plot as a standalone SVG file, or nothing if no line has a value above zero to show.
    pub fn svg(&self) -> Option<String> {
        let (names, lines): (Vec<String>, Vec<_>) = self.lines.iter().cloned().unzip();
        let values = || lines.iter().flatten().map(|(x, _)| *x);
        let (scale, note) = match self.spacing {
            Spacing::Linear => (Scale::linear(values())?, ""),
            Spacing::Logarithmic => (Scale::log(values())?, " (logarithmic)"),
        };
        let x = Axis { name: format!("{}{note}", self.across), scale, unit: Unit::Plain };
        let y = Axis {
            name: format!("{} (logarithmic)", self.upright),
            scale: Scale::log(lines.iter().flatten().flat_map(|(_, mean)| ends(mean)))?,
            unit: self.unit,
        };
        let (svg, height) = drawn(&self.title, &names, x, y, &lines);
        Some(standing_alone(&svg, WIDTH, height, &self.title))
    }
}

/// A figure of lines with a legend of their names, and its height.
pub(super) fn drawn(
    title: &str,
    names: &[String],
    x: Axis,
    y: Axis,
    lines: &[Vec<(f64, Estimate)>],
) -> (String, f64) {
    let chart = Chart::beside(names, x, y);
    let mut drawing = Drawing::new();
    chart.draw_axes(&mut drawing);
    for (series, means) in lines.iter().enumerate() {
        chart.draw_means(&mut drawing, series, means);
    }
    chart.draw_legend(&mut drawing, names);
    (drawing.finish(WIDTH, chart.full_height(), title), chart.full_height())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(values: &[f64]) -> LinePlot {
        let mean = |(i, mean): (usize, &f64)| {
            (i as f64, Estimate { mean: *mean, interval: None, count: 1 })
        };
        LinePlot {
            title: "How it grows".into(),
            across: "depth".into(),
            spacing: Spacing::Linear,
            upright: "memory".into(),
            unit: Unit::Bytes,
            lines: vec![("a & b".into(), values.iter().enumerate().map(mean).collect())],
        }
    }

    #[test]
    fn a_plot_is_a_file_of_its_own() {
        let svg = plot(&[100.0, 2e4, 3e6]).svg().unwrap();
        let document = roxmltree::Document::parse(&svg).unwrap();
        let texts: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
        for wanted in ["How it grows", "depth", "memory (logarithmic)", "a & b", "1.0 MB"] {
            assert!(texts.contains(&wanted), "{wanted} is not among {texts:?}");
        }
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert_eq!(plot(&[]).svg(), None);
        assert_eq!(plot(&[0.0]).svg(), None);
    }
}
