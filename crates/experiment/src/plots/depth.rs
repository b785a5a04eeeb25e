//! How the work grows with the depth of the start.

use std::collections::BTreeMap;

use super::Figure;
use super::chart::{Axis, ends};
use super::lines::drawn;
use super::scale::{Scale, Unit};
use crate::Results;
use crate::breakdown::depth;
use crate::statistics::Estimate;
use crate::summary::Grid;

/// With more depths than this, neighbours share a point.
const POINTS: i64 = 30;

pub fn figure(results: &Results, grid: &Grid<'_>) -> Option<Figure> {
    let depths = || grid.rows().filter_map(depth);
    let (least, most) = (depths().min()?, depths().max()?);
    if most - least < 2 {
        return None;
    }
    let width = ((most - least) / POINTS + 1).max(1);
    let names = &results.plan.methods;
    let mut work: Vec<BTreeMap<i64, Vec<f64>>> = vec![BTreeMap::new(); names.len()];
    for row in grid.rows() {
        let Some(depth) = depth(row) else { continue };
        for (m, record) in row.iter().enumerate() {
            if let Some(record) = record.filter(|record| record.is_solved()) {
                work[m]
                    .entry((depth - least) / width)
                    .or_default()
                    .push(record.counters.expanded as f64);
            }
        }
    }
    let middle = |bin: i64| least as f64 + bin as f64 * width as f64 + (width - 1) as f64 / 2.0;
    let estimate = |values: &Vec<f64>| Estimate::of(values).expect("a place is made for a value");
    let lines: Vec<Vec<(f64, Estimate)>> = work
        .iter()
        .map(|bins| bins.iter().map(|(bin, values)| (middle(*bin), estimate(values))).collect())
        .collect();
    let y = Axis {
        name: "mean nodes expanded (logarithmic)".into(),
        scale: Scale::log(lines.iter().flatten().flat_map(|(_, mean)| ends(mean)))?,
        unit: Unit::Plain,
    };
    let room = (most - least) as f64 * 0.03;
    let (low, high) = (least as f64 - room, most as f64 + room);
    let x = Axis {
        name: "depth of the start: least cost of a solution".into(),
        scale: Scale::Linear { low, high },
        unit: Unit::Plain,
    };
    let title = "Nodes expanded against depth";
    let (svg, height) = drawn(title, names, x, y, &lines);
    let shared =
        if width > 1 { format!(" A point stands for {width} depths.") } else { String::new() };
    Some(Figure {
        dots: Vec::new(),
        id: "depth",
        title: title.into(),
        caption: format!(
            "Means over the solved runs of each depth, with 95% confidence intervals where a depth \
             has {} instances or more. The depth is the least cost, proved by some method.{shared}",
            Estimate::LEAST
        ),
        height,
        svg,
    })
}
