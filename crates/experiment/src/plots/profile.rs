//! How good the best solution so far is over time.

use goalward_lab::Conclusion;

use super::Figure;
use super::chart::{Axis, Chart, WIDTH};
use super::drawing::Drawing;
use super::scale::{Scale, Unit};
use crate::profile::{Kind, kept};
use crate::{Record, Results};

/// A line has at most this many steps.
const STEPS: usize = 300;

/// What takes less is drawn as if it took this long.
const SHORTEST: f64 = 1e-7;

/// An instance, and the times and costs of what was found on it.
type Found = (u64, Kind, Vec<(f64, f64)>);

/// The figure of a plan whose runs were watched for improvements.
pub fn figure(results: &Results) -> Option<Figure> {
    if !results.plan.profile {
        return None;
    }
    let methods = results.plan.methods.len();
    let mut runs: Vec<Vec<Found>> = vec![Vec::new(); methods];
    // What cannot be read is missing in the table, too.
    let has_plan = |record: Record| kept(&record).0 == Kind::Solutions && record.cost.is_some();
    let costs = results.records().flatten().any(has_plan);
    for record in results.records().flatten() {
        let (kind, found) = found(&record, costs);
        let instance = results.instance(record.cell);
        runs[results.method(record.cell)].push((instance, kind, found));
    }
    let best = |instance: u64, kind: Kind| {
        let alike = runs.iter().flatten().filter(move |(of, is, _)| (*of, *is) == (instance, kind));
        let costs = alike.flat_map(|(.., found)| found.iter().map(|(_, cost)| *cost));
        costs.reduce(f64::min)
    };
    let times = runs.iter().flatten().flat_map(|(.., found)| found.iter().map(|(time, _)| *time));
    let scale = Scale::log(times)?;
    let names = &results.plan.methods;
    let x = Axis { name: "processor time (logarithmic)".into(), scale, unit: Unit::Seconds };
    let scale = Scale::Linear { low: 0.0, high: 1.03 };
    let y = Axis { name: "least cost known / cost so far".into(), scale, unit: Unit::Plain };
    let chart = Chart::beside(names, x, y);
    let mut drawing = Drawing::new();
    chart.draw_axes(&mut drawing);
    for (m, runs) in runs.iter().enumerate() {
        let line = mean(runs, best);
        drawing.series(m, |drawing| draw(drawing, &chart, m, &line));
    }
    chart.draw_legend(&mut drawing, names);
    let title = "Cost over time";
    Some(Figure {
        dots: Vec::new(),
        id: "profile",
        title: title.into(),
        caption: "The quality of the best solution so far over time: the least cost that any of \
                  the methods found, divided by its cost; 0 while there is none. Means over the \
                  instances. Where the least cost is 0, the quality is 1 at cost 0 and 0 \
                  otherwise. Local searches, whose costs are those of states, are measured by what \
                  local searches found or, where other methods' plans have costs, by the plan they \
                  end with."
            .into(),
        height: chart.full_height(),
        svg: drawing.finish(WIDTH, chart.full_height(), title),
    })
}

/// The solutions of a run: those it was seen to find, or the one it ended with.
fn found(record: &Record, costs: bool) -> (Kind, Vec<(f64, f64)>) {
    let (mut kind, mut found) = kept(record);
    if costs && kind == Kind::States && record.cost.is_some() {
        // Where other methods' plans have costs, a local search counts by the plan it ends with.
        (kind, found) = (Kind::Solutions, Vec::new());
    }
    if found.is_empty() && record.verdict == Conclusion::Solved {
        // What has no cost is as good as a state without conflicts.
        kind = if record.cost.is_some() { kind } else { Kind::States };
        found.push((record.seconds, record.cost.map_or(0.0, |cost| cost.value())));
    }
    (kind, found.iter().map(|(time, cost)| (time.max(SHORTEST), *cost)).collect())
}

/// How good a cost is compared with the least that is known.
fn quality(best: f64, cost: f64) -> f64 {
    if cost <= best { 1.0 } else { best / cost }
}

/// The mean quality over runs, at each time when it changes.
fn mean(runs: &[Found], best: impl Fn(u64, Kind) -> Option<f64>) -> Vec<(f64, f64)> {
    let mut rises: Vec<(f64, f64)> = Vec::new();
    for (instance, kind, found) in runs {
        let Some(best) = best(*instance, *kind) else { continue };
        let mut before = 0.0;
        for (time, cost) in found {
            let now = quality(best, *cost);
            rises.push((*time, now - before));
            before = now;
        }
    }
    rises.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut sum, count) = (0.0, runs.len() as f64);
    let summed = rises.into_iter().map(|(time, rise)| {
        sum += rise;
        (time, sum / count)
    });
    summed.collect()
}

fn draw(drawing: &mut Drawing, chart: &Chart, series: usize, line: &[(f64, f64)]) {
    let Some(first) = line.first() else { return };
    let mut points = vec![chart.at(first.0, 0.0)];
    let every = line.len().div_ceil(STEPS);
    for (i, (time, value)) in line.iter().enumerate() {
        if i % every == 0 || i + 1 == line.len() {
            let (x, y) = chart.at(*time, *value);
            let before = points[points.len() - 1].1;
            points.extend([(x, before), (x, y)]);
        }
    }
    let last = points[points.len() - 1];
    points.push((chart.left + chart.width, last.1));
    drawing.trend(series, &points);
    for quarter in 1..=4 {
        let (time, value) = line[(line.len() * quarter / 4).clamp(1, line.len()) - 1];
        drawing.marker(series, chart.at(time, value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Plan, Source};

    #[test]
    fn the_mean_rises_with_every_improvement() {
        let kind = Kind::Solutions;
        let runs = [
            (0, kind, vec![(1.0, 20.0), (3.0, 10.0)]),
            (1, kind, vec![(2.0, 5.0)]),
            (2, kind, vec![]),
        ];
        let best = |instance: u64, _| Some([10.0, 4.0, 7.0][instance as usize]);
        let line = mean(&runs, best);
        let expected = [(1.0, 0.5 / 3.0), (2.0, 1.3 / 3.0), (3.0, 1.8 / 3.0)];
        assert_eq!(line.len(), expected.len());
        for (one, other) in line.iter().zip(expected) {
            assert!(one.0 == other.0 && (one.1 - other.1).abs() < 1e-12, "{line:?}");
        }
        assert_eq!((quality(0.0, 0.0), quality(0.0, 3.0)), (1.0, 0.0));
    }

    #[test]
    fn beside_plans_a_local_search_counts_by_the_plan_it_ends_with() {
        let plan = Plan {
            domain: "tiles(size=3x3, walk=12)".into(),
            source: Source::Seeded(1),
            methods: vec!["annealing".into()],
            seed: 1,
            bounds: Bounds { nodes: Some(1_000_000), ..Bounds::default() },
            repeats: None,
            profile: true,
            files: Vec::new(),
        };
        let record = plan.run(0, &Default::default()).expect("nobody cancels it");
        let (kind, alone) = found(&record, false);
        assert!(kind == Kind::States && alone.len() > 1, "{alone:?}");
        let cost = record.cost.expect("it is solved").value();
        assert_eq!(found(&record, true), (Kind::Solutions, vec![(record.seconds, cost)]));
    }
}
