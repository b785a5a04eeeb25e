//! How a measure is spread over the instances, for each method: a box and every run.

use super::Figure;
use super::chart::{Axis, Chart, WIDTH};
use super::drawing::{Anchor, Drawing, label};
use super::scale::{Scale, Unit};
use crate::statistics::{Estimate, quantile};
use crate::summary::{Grid, Summary, cost_of_solution};
use crate::{MethodSummary, Results, Tally};

/// At most this many runs of a method are drawn one by one.
const DOTS: usize = 200;
/// The height of a method's row.
const ROW: f64 = 36.0;

struct Plotted {
    id: &'static str,
    title: &'static str,
    axis: &'static str,
    unit: Unit,
    is_log: bool,
    /// None for runs with nothing to draw.
    of: fn(&Tally) -> Option<f64>,
    mean: fn(&MethodSummary) -> Option<Estimate>,
}

pub fn time(results: &Results, summary: &Summary, grid: &Grid<'_>) -> Option<Figure> {
    let measure = Plotted {
        id: "time",
        title: "Time by method",
        axis: "processor time of a run (logarithmic)",
        unit: Unit::Seconds,
        is_log: true,
        of: |record| Some(record.seconds),
        mean: |method| method.seconds,
    };
    figure(results, summary, grid, &measure)
}

pub fn expanded(results: &Results, summary: &Summary, grid: &Grid<'_>) -> Option<Figure> {
    let measure = Plotted {
        id: "expanded",
        title: "Nodes expanded by method",
        axis: "nodes expanded, or steps taken (logarithmic)",
        unit: Unit::Plain,
        is_log: true,
        of: |record| Some(record.counters.expanded as f64),
        mean: |method| method.expanded,
    };
    figure(results, summary, grid, &measure)
}

/// Nothing where every solution costs the same.
pub fn cost(results: &Results, summary: &Summary, grid: &Grid<'_>) -> Option<Figure> {
    let measure = Plotted {
        id: "cost",
        title: "Cost by method",
        axis: "cost of the solution",
        unit: Unit::Plain,
        is_log: false,
        of: cost_of_solution,
        mean: |method| method.cost,
    };
    let mut costs = grid.records().filter_map(measure.of);
    let first = costs.next()?;
    if costs.all(|cost| cost == first) {
        return None;
    }
    figure(results, summary, grid, &measure)
}

fn figure(
    results: &Results,
    summary: &Summary,
    grid: &Grid<'_>,
    measure: &Plotted,
) -> Option<Figure> {
    let all = grid.records().filter_map(measure.of);
    let scale = if measure.is_log { Scale::log(all)? } else { Scale::linear(all)? };
    let methods = &results.plan.methods;
    let left = methods.iter().map(|method| label(method).1).fold(60.0, f64::max) + 16.0;
    let chart = Chart {
        left,
        top: 8.0,
        width: WIDTH - left - 24.0,
        height: methods.len() as f64 * ROW + 4.0,
        x: Axis { name: measure.axis.into(), scale, unit: measure.unit },
        y: Axis { name: String::new(), scale: Scale::Steps(Vec::new()), unit: Unit::Plain },
    };
    let mut drawing = Drawing::new();
    chart.draw_across(&mut drawing);
    let (mut unsolved, mut thinned) = (false, false);
    let mut dots = Vec::new();
    let (mut boxes, mut intervals) = (false, false);
    for (m, method) in methods.iter().enumerate() {
        let y = chart.top + (m as f64 + 0.5) * ROW;
        drawing.text((left - 10.0, y + 4.0), Anchor::End, &label(method).0);
        let values = |solved: bool| {
            let records = grid.of(m).filter(|record| record.is_answered() == solved);
            let value = |record| Some(((measure.of)(record)?, record.cell));
            let mut values: Vec<(f64, u64)> = records.filter_map(value).collect();
            values.sort_by(|a, b| a.0.total_cmp(&b.0));
            values
        };
        let (solved, other) = (values(true), values(false));
        unsolved |= !other.is_empty();
        thinned |= solved.len().max(other.len()) > DOTS;
        let mean = (measure.mean)(&summary.methods[m]);
        dots.extend(self::thinned(&solved).map(|(_, cell)| cell));
        boxes |= solved.len() >= Estimate::LEAST;
        intervals |= mean.is_some_and(|mean| mean.interval.is_some());
        drawing.series(m, |drawing| row(drawing, &chart, y, &solved, &other, mean));
    }
    let crosses =
        if unsolved { " Crosses are unsolved runs, which box and mean exclude." } else { "" };
    let thinned = if thinned {
        format!(" Of more than {DOTS} runs, {DOTS} are drawn.")
    } else {
        String::new()
    };
    let boxes = match boxes {
        true => {
            " The box holds the middle half of the solved runs, the thick line is their median, the \
             whiskers reach from 5% to 95%."
        }
        false => "",
    };
    let interval = if intervals { ", with its 95% confidence interval" } else { "" };
    Some(Figure {
        id: measure.id,
        title: measure.title.into(),
        caption: format!(
            "Each dot is a run.{boxes} The diamond is the mean{interval}.{crosses}{thinned}"
        ),
        height: chart.full_height(),
        svg: drawing.finish(WIDTH, chart.full_height(), measure.title),
        dots,
    })
}

fn row(
    drawing: &mut Drawing,
    chart: &Chart,
    y: f64,
    solved: &[(f64, u64)],
    other: &[(f64, u64)],
    mean: Option<Estimate>,
) {
    if solved.len() >= Estimate::LEAST {
        let solved: Vec<f64> = solved.iter().map(|&(value, _)| value).collect();
        let [low, q1, middle, q3, high] =
            [0.05, 0.25, 0.5, 0.75, 0.95].map(|rank| chart.across(quantile(&solved, rank)));
        drawing.stroke((low, y), (q1, y), 1.25);
        drawing.stroke((q3, y), (high, y), 1.25);
        drawing.stroke((low, y - 4.0), (low, y + 4.0), 1.25);
        drawing.stroke((high, y - 4.0), (high, y + 4.0), 1.25);
        drawing.frame((q1, y - 8.0), (q3 - q1, 16.0));
        drawing.stroke((middle, y - 8.0), (middle, y + 8.0), 3.0);
    }
    // On top of the box, so that each can be seen and pointed at.
    for (i, (value, _)) in thinned(solved).enumerate() {
        drawing.dot((chart.across(value), y + jitter(i)));
    }
    for (i, (value, _)) in thinned(other).enumerate() {
        drawing.cross((chart.across(value), y + jitter(i)));
    }
    if let Some(mean) = mean {
        let y = y + 13.0;
        if let Some((low, high)) = mean.interval {
            drawing.stroke((chart.across(low), y), (chart.across(high), y), 1.5);
        }
        drawing.marker(3, (chart.across(mean.mean), y));
    }
}

/// At most [`DOTS`] of the values, evenly by rank, each with its cell.
fn thinned(sorted: &[(f64, u64)]) -> impl Iterator<Item = (f64, u64)> {
    let shown = sorted.len().min(DOTS);
    (0..shown).map(move |i| sorted[i * (sorted.len() - 1) / (shown - 1).max(1)])
}

/// Neighbours are set apart, the same way every time.
fn jitter(i: usize) -> f64 {
    // Multiples of the golden ratio spread evenly.
    ((i as f64 * 0.618_033_988_75).fract() - 0.5) * 14.0
}
