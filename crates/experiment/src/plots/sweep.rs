//! How results change with a setting that the methods differ in.

use std::collections::BTreeMap;

use goalward_lab::{Argument, Method, Purpose, Spec};

use super::Figure;
use super::chart::{Axis, ends};
use super::lines::drawn;
use super::scale::{Scale, Unit};
use crate::statistics::Estimate;
use crate::summary::Summary;
use crate::{MethodSummary, Results};

/// Methods that differ in one setting: its name, and for each series the other settings
/// and the methods by value.
struct Sweep {
    key: String,
    series: Vec<(String, Vec<(f64, usize)>)>,
}

/// What is plotted against the setting.
struct Plotted {
    id: &'static str,
    name: &'static str,
    is_log: bool,
    of: fn(&MethodSummary) -> Option<Estimate>,
    doc: &'static str,
}

const MEASURES: [Plotted; 3] = [
    Plotted {
        id: "sweep-solved",
        name: "runs solved, in %",
        is_log: false,
        of: |method| {
            let share = 100.0 * method.solved as f64 / method.runs as f64;
            Some(Estimate { mean: share, interval: None, count: 1 }).filter(|_| method.runs > 0)
        },
        doc: "The share of runs that were solved",
    },
    Plotted {
        id: "sweep-cost",
        name: "mean cost",
        is_log: false,
        of: |method| method.common_cost,
        doc: "Means over the instances that every method solved",
    },
    Plotted {
        id: "sweep-generated",
        name: "mean states generated",
        is_log: true,
        of: |method| method.generated,
        doc: "Means over the solved runs",
    },
];

pub fn figures(results: &Results, summary: &Summary) -> Vec<Figure> {
    let Some(sweep) = sweep(results) else { return Vec::new() };
    MEASURES.iter().filter_map(|measure| figure(&sweep, summary, measure)).collect()
}

fn figure(sweep: &Sweep, summary: &Summary, measure: &Plotted) -> Option<Figure> {
    let estimate = |m: &usize| (measure.of)(&summary.methods[*m]);
    let all = || sweep.series.iter().flat_map(|(_, methods)| methods);
    let means: Vec<f64> = all().filter_map(|(_, m)| estimate(m)).map(|mean| mean.mean).collect();
    let says_something = means.iter().any(|mean| *mean != means[0]);
    if means.is_empty() || !says_something {
        return None;
    }
    let mut values: Vec<f64> = all().map(|(value, _)| *value).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    let ends = all().filter_map(|(_, m)| estimate(m)).flat_map(|mean| ends(&mean));
    let scale = if measure.is_log { Scale::log(ends)? } else { Scale::linear(ends)? };
    let logarithmic = if measure.is_log { " (logarithmic)" } else { "" };
    let y = Axis { name: format!("{}{logarithmic}", measure.name), scale, unit: Unit::Plain };
    let scale = Scale::setting(&values);
    let note = match scale {
        Scale::Linear { .. } => "",
        Scale::Log { .. } => " (logarithmic)",
        Scale::Steps(_) => " (its values evenly spaced)",
    };
    let x = Axis { name: format!("{}{note}", sweep.key), scale, unit: Unit::Plain };
    let names: Vec<String> = sweep.series.iter().map(|(name, _)| name.clone()).collect();
    let points = |methods: &[(f64, usize)]| {
        methods.iter().filter_map(|(value, m)| Some((*value, estimate(m)?))).collect()
    };
    let lines: Vec<Vec<_>> = sweep.series.iter().map(|(_, methods)| points(methods)).collect();
    let what = measure.name.trim_start_matches("mean ").trim_end_matches(", in %");
    let title = format!("{}{} against {}", what[..1].to_uppercase(), &what[1..], sweep.key);
    let (svg, height) = drawn(&title, &names, x, y, &lines);
    let has_intervals =
        lines.iter().flatten().any(|(_, mean): &(f64, Estimate)| mean.interval.is_some());
    let intervals = if has_intervals { ", with 95% confidence intervals" } else { "" };
    Some(Figure {
        id: measure.id,
        caption: format!("{}{intervals}.", measure.doc),
        height,
        svg,
        title,
        dots: Vec::new(),
    })
}

/// The setting in which most methods differ while all else is equal, if three do.
fn sweep(results: &Results) -> Option<Sweep> {
    let specs: Vec<Settings> = settings(results);
    let mut keys: Vec<&String> = specs.iter().flat_map(|spec| spec.values.keys()).collect();
    keys.sort();
    keys.dedup();
    let sweeps = keys.into_iter().map(|key| by(key, &specs));
    let size = |sweep: &Sweep| sweep.series.iter().map(|(_, methods)| methods.len()).sum::<usize>();
    // Of equal ones, the first by name: `max_by_key` would take the last.
    sweeps.filter(|sweep| !sweep.series.is_empty()).rev().max_by_key(size)
}

fn by(key: &str, specs: &[Settings]) -> Sweep {
    let mut groups: Vec<(String, Vec<(f64, usize)>)> = Vec::new();
    for (m, spec) in specs.iter().enumerate() {
        let Some(value) = spec.values.get(key).and_then(|value| value.parse::<f64>().ok()) else {
            continue;
        };
        let name = spec.without(key);
        match groups.iter_mut().find(|(other, _)| *other == name) {
            Some((_, methods)) => methods.push((value, m)),
            None => groups.push((name, vec![(value, m)])),
        }
    }
    for (_, methods) in &mut groups {
        methods.sort_by(|a, b| a.0.total_cmp(&b.0));
        methods.dedup_by(|a, b| a.0 == b.0);
    }
    groups.retain(|(_, methods)| methods.len() >= 3);
    Sweep { key: key.into(), series: groups }
}

/// A method's settings by name, including those left at their defaults.
struct Settings {
    spec: Spec,
    values: BTreeMap<String, String>,
}

impl Settings {
    /// The method as it is written without a setting.
    fn without(&self, key: &str) -> String {
        let mut spec = self.spec.clone();
        spec.arguments.retain(|argument| argument.key.as_deref() != Some(key));
        spec.to_string()
    }
}

fn settings(results: &Results) -> Vec<Settings> {
    // Defaults are not written out: an instance's methods know them.
    let opened = results.plan.open(0).ok();
    let methods = opened.as_ref().map(|(_, instance)| instance.methods()).unwrap_or_default();
    let methods = methods.into_iter().map(|method| method.for_purpose(Purpose::Comparison));
    let methods: Vec<Method<'_>> = methods.collect();
    let all = results.plan.methods.iter().map(|text| {
        let spec: Spec = text.parse().unwrap_or_else(|_| Spec::bare(text));
        let mut values = BTreeMap::new();
        if let Some(method) = methods.iter().find(|method| method.about.name == spec.name) {
            let defaults = method.params.iter().filter_map(|p| Some((p.name, p.default?)));
            values.extend(defaults.map(|(name, value)| (name.to_string(), value.to_string())));
        }
        for Argument { key, value } in &spec.arguments {
            values.extend(key.clone().map(|key| (key, value.clone())));
        }
        Settings { spec, values }
    });
    all.collect()
}
