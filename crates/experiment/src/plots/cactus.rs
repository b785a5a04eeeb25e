//! How many instances each method has solved after each time.

use goalward_lab::Limit;
use goalward_lab::numbers::time;

use super::Figure;
use super::chart::{Axis, Chart, WIDTH};
use super::drawing::{Anchor, Drawing};
use super::scale::{Scale, Unit};
use crate::summary::Grid;
use crate::{Results, Tally};

/// A line has at most this many steps.
const STEPS: usize = 300;

pub fn figure(results: &Results, grid: &Grid<'_>) -> Option<Figure> {
    let instances = grid.rows().count();
    let solved = || grid.records().filter(|record| record.is_answered());
    let stopped = grid.records().any(|record| record.stop == Some(Limit::Time));
    let limit = results.plan.bounds.seconds.filter(|_| stopped && !results.limits_differ);
    let x = Scale::log(solved().map(|record| record.seconds).chain(limit))?;
    if instances < 3 {
        return None;
    }
    let names = &results.plan.methods;
    let x = Axis { name: "processor time (logarithmic)".into(), scale: x, unit: Unit::Seconds };
    let high = instances as f64;
    let y = Axis {
        name: "instances solved".into(),
        scale: Scale::Linear { low: 0.0, high: high * 1.03 },
        unit: Unit::Plain,
    };
    let chart = Chart::beside(names, x, y);
    let mut drawing = Drawing::new();
    chart.draw_axes(&mut drawing);
    if let Some(limit) = limit {
        let x = chart.across(limit);
        drawing.dashed((x, chart.top), (x, chart.top + chart.height));
        let label = format!("limit {}", time(limit));
        drawing.small((x, chart.top - 6.0), Anchor::Middle, &label);
    }
    for m in 0..names.len() {
        let records = grid.of(m).filter(|record| record.is_answered());
        let mut seconds: Vec<f64> = records.map(|record: &Tally| record.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        drawing.series(m, |drawing| line(drawing, &chart, m, &seconds));
    }
    chart.draw_legend(&mut drawing, names);
    let title = "Solved against time";
    Some(Figure {
        dots: Vec::new(),
        id: "cactus",
        title: title.into(),
        caption: "How many of the instances each method solves if every run may take this long. \
            Higher and further left is better."
            .into(),
        height: chart.full_height(),
        svg: drawing.finish(WIDTH, chart.full_height(), title),
    })
}

fn line(drawing: &mut Drawing, chart: &Chart, series: usize, sorted: &[f64]) {
    let Some(first) = sorted.first() else { return };
    let mut points = vec![chart.at(*first, 0.0)];
    let every = sorted.len().div_ceil(STEPS);
    for (i, seconds) in sorted.iter().enumerate() {
        if i % every == 0 || i + 1 == sorted.len() {
            let (x, y) = chart.at(*seconds, (i + 1) as f64);
            let before = points[points.len() - 1].1;
            points.extend([(x, before), (x, y)]);
        }
    }
    let last = points[points.len() - 1];
    points.push((chart.left + chart.width, last.1));
    drawing.trend(series, &points);
    // Markers at different heights, so that lines that run together can be told apart.
    for eighth in [1, 3, 5, 7] {
        let rank = (eighth * sorted.len() + series * sorted.len() / 8) / 8;
        let rank = rank.clamp(1, sorted.len());
        drawing.marker(series, chart.at(sorted[rank - 1], rank as f64));
    }
}
