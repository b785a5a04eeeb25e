//! Two methods on each instance: one dot per instance.

use super::Figure;
use super::chart::{Axis, Chart, WIDTH};
use super::drawing::{Anchor, Drawing, label};
use super::scale::{Scale, Unit};
use crate::summary::Grid;
use crate::{Results, Tally};

/// If there are more instances, evenly chosen ones are drawn.
const DOTS: usize = 2_000;

/// Fewer instances say no more than the table does.
const LEAST: usize = 5;

/// Two methods by the nodes they expanded, both on logarithmic scales.
pub fn figure(results: &Results, grid: &Grid<'_>, pair: (usize, usize)) -> Option<Figure> {
    let names = &results.plan.methods;
    let (first, second) = (names.get(pair.0)?, names.get(pair.1)?);
    let work = |record: Option<&Tally>| {
        let solved = record.filter(|record| record.is_answered());
        // A run that expanded nothing still has a place.
        solved.map(|record| (record.counters.expanded as f64).max(0.5))
    };
    let step = grid.rows().count().div_ceil(DOTS).max(1);
    let rows = || grid.rows().step_by(step).map(|row| (work(row[pair.0]), work(row[pair.1])));
    let solved = || rows().flat_map(|(one, other)| [one, other]).flatten();
    if rows().filter(|(one, other)| one.is_some() || other.is_some()).count() < LEAST {
        return None;
    }
    // Both axes are alike, so that the diagonal is where the two are equal; beyond the largest is
    // room for those that only one solved.
    let Scale::Log { low, high } = Scale::log(solved())? else { return None };
    let rim = high * (high / low).powf(0.06).max(1.2);
    let top = high * (high / low).powf(0.12).max(1.44);
    let scale = Scale::Log { low, high: top };
    let name = |method: &str| format!("expanded by {} (logarithmic)", label(method).0);
    let x = Axis { name: name(first), scale: scale.clone(), unit: Unit::Plain };
    let y = Axis { name: name(second), scale, unit: Unit::Plain };
    let mut chart = Chart::beside(&[], x, y);
    (chart.width, chart.height) = (360.0, 360.0);
    let mut drawing = Drawing::new();
    chart.draw_axes(&mut drawing);
    drawing.dashed(chart.at(low, low), chart.at(high, high));
    drawing.dashed(chart.at(rim, low), chart.at(rim, rim));
    drawing.dashed(chart.at(low, rim), chart.at(rim, rim));
    let right = chart.left + chart.width + 12.0;
    drawing.small((right, chart.at(low, rim).1 + 4.0), Anchor::Start, "not solved");
    drawing.small((chart.at(rim, low).0, chart.top - 6.0), Anchor::Middle, "not solved");
    drawing.series(0, |drawing| {
        for (one, other) in rows() {
            match (one, other) {
                (Some(one), Some(other)) => drawing.dot(chart.at(one, other)),
                (Some(one), None) => drawing.cross(chart.at(one, rim)),
                (None, Some(other)) => drawing.cross(chart.at(rim, other)),
                (None, None) => {}
            }
        }
    });
    // The run that a dot opens is that of the vertical axis.
    let both =
        grid.rows().step_by(step).filter(|row| work(row[pair.0]).and(work(row[pair.1])).is_some());
    let dots = both.filter_map(|row| row[pair.1]).map(|record| record.cell).collect();
    let thinned = match step {
        1 => String::new(),
        _ => format!(" One of every {step} instances is drawn."),
    };
    let title = format!("{second} against {first}");
    let height = chart.full_height();
    Some(Figure {
        id: "scatter",
        caption: format!(
            "Each dot is an instance. Below the dashed diagonal the method of the vertical axis \
                expands fewer nodes, above it more. Crosses at the edge are instances that only \
                one of the two solved.{thinned}"
        ),
        svg: drawing.finish(WIDTH, height, &title),
        height,
        title,
        dots,
    })
}

/// The pair to show by default: of the methods that solved most, the one that expanded least,
/// against the next.
pub fn usual(results: &Results, grid: &Grid<'_>) -> Option<(usize, usize)> {
    let mut order: Vec<(usize, f64, usize)> = (0..results.plan.methods.len())
        .map(|m| {
            let solved: Vec<&Tally> = grid.of(m).filter(|record| record.is_answered()).collect();
            let sum = solved.iter().map(|record| record.counters.expanded as f64).sum::<f64>();
            (solved.len(), sum / solved.len().max(1) as f64, m)
        })
        .collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    match order[..] {
        [best, next, ..] if next.0 > 0 => Some((next.2, best.2)),
        _ => None,
    }
}
