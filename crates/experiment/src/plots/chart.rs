//! A frame with two axes, and a legend beside it.

use super::drawing::{Anchor, Drawing, label};
use super::scale::{Scale, Unit};
use crate::statistics::Estimate;

/// The width of every figure.
pub(super) const WIDTH: f64 = 640.0;

pub(super) struct Axis {
    pub name: String,
    pub scale: Scale,
    pub unit: Unit,
}

/// Where things are in a figure, in its own units.
pub(super) struct Chart {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
    pub x: Axis,
    pub y: Axis,
}

/// The values that an axis must have room for.
pub(super) fn ends(estimate: &Estimate) -> [f64; 2] {
    let (low, high) = estimate.interval.unwrap_or((estimate.mean, estimate.mean));
    [low.min(estimate.mean), high.max(estimate.mean)]
}

/// The room below a frame for its axis.
const BELOW: f64 = 46.0;

impl Chart {
    /// A chart with a legend of `names` on its right.
    pub fn beside(names: &[String], x: Axis, y: Axis) -> Self {
        let widest = names.iter().map(|name| label(name).1).fold(0.0, f64::max);
        let (left, top) = (78.0, 20.0);
        let height = 290f64.max(names.len() as f64 * 19.0);
        Chart { left, top, width: WIDTH - left - widest - 60.0, height, x, y }
    }

    pub fn full_height(&self) -> f64 {
        self.top + self.height + BELOW
    }

    pub fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.across(x), self.top + self.height * (1.0 - self.y.scale.part(y)))
    }

    pub fn across(&self, x: f64) -> f64 {
        self.left + self.width * self.x.scale.part(x)
    }

    pub fn draw_axes(&self, drawing: &mut Drawing) {
        self.draw_across(drawing);
        let (left, right) = (self.left, self.left + self.width);
        for tick in self.y.scale.ticks(6) {
            let (_, y) = self.at(0.0, tick);
            drawing.rule((left, y), (right, y), 0.13);
            drawing.text((left - 8.0, y + 4.0), Anchor::End, &self.y.unit.label(tick));
        }
        drawing.rule((left, self.top), (left, self.top + self.height), 0.8);
        drawing.upwards((13.0, self.top + self.height / 2.0), &self.y.name);
    }

    /// Only the horizontal axis.
    pub fn draw_across(&self, drawing: &mut Drawing) {
        let (top, bottom) = (self.top, self.top + self.height);
        for tick in self.x.scale.ticks((self.width / 70.0) as usize) {
            let x = self.across(tick);
            drawing.rule((x, top), (x, bottom), 0.13);
            drawing.text((x, bottom + 17.0), Anchor::Middle, &self.x.unit.label(tick));
        }
        drawing.rule((self.left, bottom), (self.left + self.width, bottom), 0.8);
        let middle = self.left + self.width / 2.0;
        drawing.text((middle, bottom + 37.0), Anchor::Middle, &self.x.name);
    }

    /// The series with their colours, dashes and markers.
    pub fn draw_legend(&self, drawing: &mut Drawing, names: &[String]) {
        let x = self.left + self.width + 16.0;
        for (series, name) in names.iter().enumerate() {
            let y = self.top + 10.0 + series as f64 * 19.0;
            drawing.series(series, |drawing| {
                drawing.trend(series, &[(x, y), (x + 28.0, y)]);
                drawing.marker(series, (x + 14.0, y));
            });
            drawing.text((x + 36.0, y + 4.0), Anchor::Start, &label(name).0);
        }
    }

    /// A line through means, with their intervals.
    pub fn draw_means(&self, drawing: &mut Drawing, series: usize, means: &[(f64, Estimate)]) {
        let points: Vec<_> = means.iter().map(|(x, mean)| self.at(*x, mean.mean)).collect();
        drawing.series(series, |drawing| {
            for (x, mean) in means {
                mean.interval.iter().for_each(|ends| self.draw_interval(drawing, *x, *ends));
            }
            drawing.trend(series, &points);
            points.iter().for_each(|point| drawing.marker(series, *point));
        });
    }

    /// An interval, upright, with its ends marked.
    fn draw_interval(&self, drawing: &mut Drawing, x: f64, interval: (f64, f64)) {
        let (low, high) = (self.at(x, interval.0), self.at(x, interval.1));
        drawing.stroke(low, high, 1.25);
        for (x, y) in [low, high] {
            drawing.stroke((x - 3.0, y), (x + 3.0, y), 1.25);
        }
    }
}
