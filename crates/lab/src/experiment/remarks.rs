//! What should be known of a table's numbers, in plain sentences.

use super::Results;
use super::compare::{Comparison, Measure, Relation};
use super::content::{Column, FAST, Times};
use super::statistics::Estimate;
use super::summary::Summary;
use crate::numbers::{grouped, rounded, time};

/// So many pairs are named, the rest counted.
const NAMED: usize = 3;

pub(super) fn remarks(
    results: &Results,
    summary: &Summary,
    columns: &[&Column],
    times: Times,
) -> Vec<String> {
    let has = |name: &str| columns.iter().any(|column| column.name == name);
    let mut remarks = Vec::new();
    if results.missing() > 0 {
        remarks.push(format!(
            "Not finished: {} of {} runs are done.",
            grouped(results.tallies.len() as u64),
            grouped(results.plan.cells())
        ));
    }
    let means = [|m: &super::MethodSummary| m.expanded, |m: &super::MethodSummary| m.seconds];
    let estimates = || summary.methods.iter().flat_map(|method| means.map(|mean| mean(method)));
    if estimates().flatten().any(|mean: Estimate| mean.interval.is_some()) {
        remarks.push("± reaches to the ends of the 95% confidence interval of the mean (bootstrap); - and + \
             where they lie unequally far.".into());
    } else if !results.tallies.is_empty() {
        remarks.push(format!(
            "No confidence intervals: they take at least {} solved instances.",
            Estimate::LEAST
        ));
    }
    if summary.methods.iter().any(|method| method.is_partial() && method.solved > 0) {
        remarks.push(
            "* Over the solved runs only, which are the easier ones: not to be compared with \
             the other rows."
                .into(),
        );
    }
    if summary.methods.iter().any(|method| method.fast) {
        let not = if times == Times::Shown { ", their times do not" } else { "" };
        remarks.push(format!(
            "Rows marked {FAST} ran an engine made for one puzzle (engine=fast): their counts \
             compare{not}."
        ));
    }
    let on_common = ["common cost", "slower"].into_iter().filter(|name| has(name));
    let on_common: Vec<&str> = on_common.collect();
    if !summary.solved_alike && !on_common.is_empty() {
        let (count, were) = if summary.common == 1 { ("counts", "was") } else { ("count", "were") };
        let whom = match summary.methods.iter().all(|method| method.solved > 0) {
            true => "every method solved".into(),
            false => format!("{were} solved by every method that solved any"),
        };
        remarks.push(format!(
            "For {} only the {} {count} that {whom}.",
            on_common.join(" and "),
            instances(summary.common)
        ));
    }
    if let Some(limit) = results.plan.bounds.seconds.filter(|_| has("PAR2")) {
        remarks.push(format!(
            "PAR2 counts each run without an answer as {}, twice the limit.",
            time(2.0 * limit)
        ));
    }
    let told = Measure::ALL.into_iter();
    let told = told.filter(|measure| match measure {
        Measure::Cost => has("cost"),
        Measure::Time => times == Times::Shown,
        Measure::Solved | Measure::Expanded => true,
    });
    let told: Vec<Measure> = told.collect();
    let compared = || summary.comparisons.iter().filter(|pair| told.contains(&pair.measure));
    let unsure = |pair: &&Comparison| pair.relation == Relation::TooFew;
    if compared().any(|pair| unsure(&pair))
        && compared().all(|pair| unsure(&pair) || pair.relation == Relation::Equal)
    {
        let most = compared().map(|pair| pair.difference.count).max().unwrap_or(0);
        remarks.push(format!("{} cannot tell difference from chance.", capital(&instances(most))));
    } else {
        remarks.extend(told.iter().filter_map(|measure| comparison(results, summary, *measure)));
        remarks.extend(tests(summary, &told));
    }
    remarks
}

/// How the measures told were tested, if any was.
fn tests(summary: &Summary, told: &[Measure]) -> Option<String> {
    let tested = |pair: &&Comparison| {
        told.contains(&pair.measure)
            && matches!(pair.relation, Relation::Differ | Relation::Unclear)
    };
    let tested: Vec<&Comparison> = summary.comparisons.iter().filter(tested).collect();
    let first = tested.first()?;
    let signs = if first.measure == Measure::Solved { " (solved: the sign test)" } else { "" };
    let pairs = summary.comparisons.iter().filter(|pair| pair.measure == first.measure).count();
    let holm = match pairs {
        1 => String::new(),
        _ => format!(", Holm's correction for {pairs} pairs"),
    };
    let methods = summary.methods.len();
    let whom = match pairs < methods * (methods - 1) / 2 {
        true if !summary.solved_alike => {
            "Each method was compared with the best of those that solved most"
        }
        true => "Each method was compared with the best",
        false => "Methods were compared in pairs",
    };
    Some(format!(
        "{whom}, on the instances that both solved, by Wilcoxon's signed-rank test{signs} at \
         5%{holm}."
    ))
}

fn instances(count: usize) -> String {
    if count == 1 { "1 instance".into() } else { format!("{} instances", grouped(count as u64)) }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// What the tests say of one measure.
fn comparison(results: &Results, summary: &Summary, measure: Measure) -> Option<String> {
    let pairs: Vec<&Comparison> =
        summary.comparisons.iter().filter(|pair| pair.measure == measure).collect();
    let with = |relation| pairs.iter().copied().filter(move |pair| pair.relation == relation);
    let all_equal = with(Relation::Equal).count() == pairs.len();
    if pairs.is_empty() || (all_equal && measure == Measure::Solved) {
        return None;
    }
    let name = capital(measure.name());
    if all_equal {
        let share = if pairs.len() == 1 { "the two share" } else { "any two share" };
        let whole = pairs.iter().all(|pair| is_whole(summary, pair));
        let what = if whole { String::new() } else { format!(" that {share}") };
        return Some(format!("{name}: equal on every instance{what}."));
    }
    let mut parts = Vec::new();
    let equal: Vec<&Comparison> = with(Relation::Equal).collect();
    let untold = !equal.is_empty() && measure == Measure::Solved;
    if !untold {
        parts = equals(results, summary, &equal);
    }
    let unclear: Vec<&Comparison> = with(Relation::Unclear).collect();
    if !unclear.is_empty() {
        let named = unclear.iter().take(NAMED).map(|pair| {
            let methods = &results.plan.methods;
            format!("{} and {} ({})", methods[pair.first], methods[pair.second], p_value(pair.p))
        });
        let more = match unclear.len().saturating_sub(NAMED) {
            0 => String::new(),
            1 => ", nor between another pair".into(),
            more => format!(", nor between {more} other pairs"),
        };
        let named = named.collect::<Vec<_>>().join(", ");
        parts.push(format!("no significant difference between {named}{more}"));
    }
    let few: Vec<&Comparison> = with(Relation::TooFew).collect();
    if let Some(most) = few.iter().map(|pair| pair.difference.count).max() {
        let of = if few.len() == pairs.len() { "these methods" } else { "some pairs" };
        let most = grouped(most as u64);
        parts.push(format!("too few shared instances ({most}) to tell {of} apart"));
    }
    match (with(Relation::Differ).count(), parts.is_empty()) {
        (0, _) => {}
        (_, false) if untold => {
            parts.push("where other methods differ, they do so significantly".into());
        }
        (1, false) => parts.push("the other pair differs".into()),
        (_, false) => parts.push("all other pairs differ".into()),
        (1, true) if pairs.len() == 1 => parts.push("the two differ".into()),
        (_, true) if pairs.len() == with(Relation::Differ).count() => {
            parts.push("all pairs differ".into());
        }
        (_, true) => parts.push("where methods differ, they do so significantly".into()),
    }
    Some(format!("{name}: {}.", parts.join("; ")))
}

/// Whether two methods were compared on every instance there is.
fn is_whole(summary: &Summary, pair: &Comparison) -> bool {
    pair.difference.count == summary.instances
}

/// The methods that are equal, in groups of which every two are. What holds on all instances
/// holds between any two that are equal to a third; what holds only on those that two
/// methods share does not.
fn equals(results: &Results, summary: &Summary, pairs: &[&Comparison]) -> Vec<String> {
    let are =
        |a, b| move |pair: &&&Comparison| [(a, b), (b, a)].contains(&(pair.first, pair.second));
    let pair = |a, b| pairs.iter().find(are(a, b));
    let wholly = |a, b| pair(a, b).is_some_and(|pair| is_whole(summary, pair));
    let methods = || 0..summary.methods.len();
    let is_known = |a, b| wholly(a, b) || methods().any(|c| wholly(a, c) && wholly(c, b));
    let is_equal = |a, b| pair(a, b).is_some() || is_known(a, b);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for pair in pairs {
        let (a, b) = (pair.first, pair.second);
        if groups.iter().any(|group| group.contains(&a) && group.contains(&b)) {
            continue;
        }
        let mut group = vec![a, b];
        for m in methods().filter(|m| ![a, b].contains(m)) {
            if group.iter().all(|&known| is_equal(known, m)) {
                group.push(m);
            }
        }
        group.sort_unstable();
        groups.push(group);
    }
    let is_whole =
        |group: &[usize]| group.iter().all(|&a| group.iter().all(|&b| a == b || is_known(a, b)));
    let names = |group: &[usize]| both(group.iter().map(|&m| results.plan.methods[m].as_str()));
    // Where all were held against one, it is named once.
    let hub =
        methods().find(|hub| pairs.iter().all(|pair| [pair.first, pair.second].contains(hub)));
    let (spokes, groups): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| hub.is_some() && group.len() == 2 && !is_whole(group));
    let told = |group: &Vec<usize>| {
        let share = match group.len() {
            _ if is_whole(group) => "",
            2 => " that they share",
            _ => " that two of them share",
        };
        format!("{} are equal on every instance{share}", names(group))
    };
    let mut parts: Vec<String> = groups.iter().map(told).collect();
    match (hub, &spokes[..]) {
        (_, []) => {}
        (Some(hub), [_, _, ..]) => {
            let others: Vec<usize> = spokes.into_iter().flatten().filter(|&m| m != hub).collect();
            let (others, hub) = (names(&others), names(&[hub]));
            parts.push(format!("{others} equal {hub} on every instance that they share with it"));
        }
        (_, some) => parts.extend(some.iter().map(told)),
    }
    parts
}

/// `a, b and c`.
fn both<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// `p = 0.031`, or `p < 0.001`.
pub(super) fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".into() } else { format!("p = {}", rounded(p, 2)) }
}
