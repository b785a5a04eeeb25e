//! What should be known about a table's numbers, in plain sentences.

use goalward_lab::numbers::{grouped, rounded, time};

use super::compare::{Comparison, Effect, Measure, Relation};
use super::content::{Column, FAST, FASTEST, PLANS, Times};
use super::statistics::Estimate;
use super::summary::Summary;
use super::{Bounds, Results, Source};

/// This many pairs are named; the rest are counted.
const NAMED: usize = 3;

pub(super) fn remarks(
    results: &Results,
    summary: &Summary,
    columns: &[&Column],
    times: Times,
) -> Vec<String> {
    let has = |name: &str| columns.iter().any(|column| column.name == name);
    let (mut remarks, verb) = (Vec::new(), summary.verb());
    remarks.extend(results.notes.iter().cloned());
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
        remarks.push(
            "± gives the 95% confidence interval of the mean (bootstrap); - and + where \
            it is asymmetric."
                .into(),
        );
    } else if !results.tallies.is_empty() {
        remarks.push(format!(
            "No confidence intervals: they need at least {} {verb} {}s.",
            Estimate::LEAST,
            unit(results)
        ));
    }
    remarks.extend(reproduced(results));
    remarks.extend(averages(columns));
    if summary.methods.iter().any(|method| method.is_partial() && method.answered() > 0) {
        remarks.push(format!(
            "* Over the {verb} runs only, which are the easier ones: not comparable with the other \
             rows."
        ));
    }
    if summary.methods.iter().any(|method| method.fast) {
        let not = if times == Times::Shown { ", their times are not" } else { "" };
        remarks.push(format!(
            "Rows marked {FAST} ran an engine made for one puzzle (engine=fast): their counts are \
                comparable{not}."
        ));
    }
    if has(PLANS) {
        remarks.push(
            "Costs include those of the plans that runs had found when they were stopped.".into(),
        );
    }
    let on_common = ["common cost", FASTEST].into_iter().filter(|name| has(name));
    let on_common: Vec<&str> = on_common.collect();
    if !summary.solved_alike && !on_common.is_empty() {
        let were = if summary.common == 1 { "was" } else { "were" };
        let cover = if on_common.len() == 1 { "covers" } else { "cover" };
        let whom = match summary.methods.iter().all(|method| method.answered() > 0) {
            true => format!("every method {verb}"),
            false => format!("{were} {verb} by every method that {verb} any"),
        };
        remarks.push(format!(
            "{} {cover} only the {} that {whom}.",
            capital(&on_common.join(" and ")),
            counted(summary.common, unit(results))
        ));
    }
    let Bounds { seconds, wall, nodes, .. } = results.plan.bounds;
    let par_time = seconds.or(wall).filter(|_| has("PAR2") || has("PAR10")).map(time);
    let par_nodes = nodes.filter(|_| has("PAR2 nodes") || has("PAR10 nodes"));
    let par_nodes = par_nodes.map(|nodes| format!("{} nodes", grouped(nodes)));
    for limit in par_time.into_iter().chain(par_nodes) {
        remarks.push(format!(
            "PAR2 counts each run without an answer as twice the limit of {limit}, PAR10 as ten \
             times."
        ));
    }
    if results.is_mixed() && times == Times::Shown {
        remarks.extend(by_environment(results, verb));
    }
    if times == Times::Shown {
        remarks.extend(near_limit(results, verb));
    }
    let told = Measure::ALL.into_iter();
    let told = told.filter(|measure| match measure {
        Measure::Cost => has("cost"),
        Measure::Time => times == Times::Shown && !results.is_mixed(),
        Measure::Solved | Measure::Expanded => true,
    });
    let told: Vec<Measure> = told.collect();
    let compared = || summary.comparisons.iter().filter(|pair| told.contains(&pair.measure));
    let unsure = |pair: &&Comparison| pair.relation == Relation::TooFew;
    if compared().any(|pair| unsure(&pair))
        && compared().all(|pair| unsure(&pair) || pair.relation == Relation::Equal)
    {
        let most = compared().map(|pair| pair.shared).max().unwrap_or(0);
        let (unit, few) = (unit(results), most as u64);
        let few = if few == 1 {
            format!("One {unit} is")
        } else {
            format!("{} {unit}s are", grouped(few))
        };
        remarks.push(format!("{few} too few to test for differences."));
    } else {
        remarks.extend(told.iter().filter_map(|measure| comparison(results, summary, *measure)));
        remarks.extend(tests(results, summary, &told));
    }
    remarks
}

/// How many of the published costs each method found.
fn reproduced(results: &Results) -> Option<String> {
    let told = results.plan.methods.iter().enumerate().filter_map(|(m, method)| {
        let of_method = results.tallies.iter().filter(|tally| results.method(tally.cell) == m);
        let known: Vec<bool> = of_method.filter_map(|tally| tally.reproduced).collect();
        let same = known.iter().filter(|same| **same).count() as u64;
        let of = grouped(known.len() as u64);
        (!known.is_empty()).then(|| format!("{method} {} of {of}", grouped(same)))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("Published costs reproduced: {}.", told.join(", ")))
}

/// Which columns are means, medians and maxima.
fn averages(columns: &[&Column]) -> Option<String> {
    let named = |begins: &str| {
        let found = columns.iter().filter(|column| column.meaning.starts_with(begins));
        found.map(|column| column.name).collect::<Vec<_>>()
    };
    let told = [("Mean ", "Means"), ("Median ", "Medians"), ("The most ", "Maxima")];
    let told = told.into_iter().filter_map(|(begins, what)| {
        let names = named(begins);
        (!names.is_empty()).then(|| format!("{what}: {}.", names.join(", ")))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// The times of each kind of program and machine, shown separately.
fn by_environment(results: &Results, verb: &str) -> Vec<String> {
    let mut remarks = vec![format!(
        "{} programs or kinds of machines made these runs, so their times are shown separately.",
        results.environments.len()
    )];
    for (number, made) in (0u16..).zip(&results.environments) {
        let words = made.as_ref().map_or("an unknown machine".into(), |made| made.words());
        let methods = results.plan.methods.iter().enumerate().filter_map(|(m, method)| {
            let solved = results.tallies.iter().filter(|tally| {
                tally.environment == number
                    && results.method(tally.cell) == m
                    && tally.is_answered()
            });
            let seconds: Vec<f64> = solved.map(|tally| tally.seconds).collect();
            let mean = Estimate::of(&seconds)?.mean;
            let runs = grouped(seconds.len() as u64);
            Some(format!("{method} {} over {runs} {verb}", time(mean)))
        });
        let methods: Vec<String> = methods.collect();
        remarks.push(format!("Mean times on {words}: {}.", methods.join(", ")));
    }
    remarks
}

/// A solved run that took at least this share of the limit might not be solved another time.
const NEAR: f64 = 0.9;

/// The runs that were solved only just before the time limit.
fn near_limit(results: &Results, verb: &str) -> Option<String> {
    let limit = results.plan.bounds.seconds.filter(|_| !results.limits_differ)?;
    let near = || {
        let tallies = results.tallies.iter();
        tallies.filter(move |tally| tally.is_answered() && tally.seconds >= NEAR * limit)
    };
    let named = near().take(NAMED).map(|tally| {
        let method = &results.plan.methods[results.method(tally.cell)];
        format!("{method} on instance {}", results.instance(tally.cell) + 1)
    });
    let named: Vec<String> = named.collect();
    let more = match near().count().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {} more", grouped(more as u64)),
    };
    (!named.is_empty()).then(|| {
        format!(
            "{} just before the time limit, so a repeated run may fail: {}{more}.",
            capital(verb),
            named.join(", ")
        )
    })
}

/// How the reported measures were tested, if any was.
fn tests(results: &Results, summary: &Summary, told: &[Measure]) -> Option<String> {
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
    let (methods, verb) = (summary.methods.len(), summary.verb());
    let whom = match pairs < methods * (methods - 1) / 2 {
        _ if !results.pairs.is_empty() => {
            "Each method was compared with itself in the first folder that has it"
        }
        true if !summary.solved_alike => {
            &format!("Each method was compared with the best of those that {verb} most")
        }
        true => "Each method was compared with the best",
        false => "Methods were compared in pairs",
    };
    let left_out = tested.iter().map(|pair| pair.left_out).max().unwrap_or(0);
    let left_out = match left_out {
        0 => String::new(),
        most => format!(
            " Instances that only one of the two {verb} are left out, at most {} per pair; see \
             `solved`.",
            grouped(most as u64)
        ),
    };
    Some(format!(
        "{whom}, on the instances that both {verb}, by Wilcoxon's signed-rank test of the \
         ratios{signs} at 5%{holm}. Brackets give the interval of the test, on the instances where \
         the two differ.{left_out}"
    ))
}

/// What each method is measured on several times: instances, or runs on the only one.
fn unit(results: &Results) -> &'static str {
    match results.plan.source {
        Source::Repeated { runs: 2.., .. } => "run",
        _ => "instance",
    }
}

fn counted(count: usize, unit: &str) -> String {
    if count == 1 { format!("1 {unit}") } else { format!("{} {unit}s", grouped(count as u64)) }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// What the tests say about one measure.
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
    let differ: Vec<&Comparison> = with(Relation::Differ).collect();
    let (sentences, told) = effects(results, summary.verb(), &differ);
    let untold_pairs = differ.len() - told;
    parts.extend(sentences);
    match untold_pairs {
        0 => {}
        1 => parts.push("another pair differs".into()),
        _ if !untold && with(Relation::Unclear).chain(with(Relation::TooFew)).count() == 0 => {
            parts.push("all other pairs differ".into());
        }
        more => parts.push(format!("{more} other pairs differ")),
    }
    let unclear: Vec<&Comparison> = with(Relation::Unclear).collect();
    if !unclear.is_empty() {
        let named = most_named(results);
        let named_pairs = unclear.iter().take(named).map(|pair| {
            let methods = &results.plan.methods;
            let effect =
                pair.effect.map_or(String::new(), |effect| format!("{}, ", shown(&effect)));
            let p = p_value(pair.p);
            format!("{} and {} ({effect}{p})", methods[pair.first], methods[pair.second])
        });
        let more = match unclear.len().saturating_sub(named) {
            0 => String::new(),
            1 => ", nor between one other pair".into(),
            more => format!(", nor between {more} other pairs"),
        };
        let named = named_pairs.collect::<Vec<_>>().join(", ");
        parts.push(format!("no significant difference between {named}{more}"));
    }
    let few: Vec<&Comparison> = with(Relation::TooFew).collect();
    if let Some(most) = few.iter().map(|pair| pair.less + pair.more).max() {
        let of = if few.len() == pairs.len() { "these methods" } else { "some pairs" };
        let differing = if most == 1 { "1 instance differs" } else { "instances differ" };
        let most = if most == 1 { String::new() } else { format!("{} ", grouped(most as u64)) };
        parts.push(format!("only {most}{differing}, too few to tell {of} apart"));
    }
    Some(format!("{name}: {}.", parts.join("; ")))
}

/// How many pairs are named. Chosen pairs are all named.
fn most_named(results: &Results) -> usize {
    if results.pairs.is_empty() { NAMED } else { usize::MAX }
}

/// Which method has less than which, and by how much: only the method that wins most pairs, if
/// there are many. With the sentences comes the number of pairs they cover.
fn effects(results: &Results, verb: &str, differ: &[&Comparison]) -> (Vec<String>, usize) {
    let wins = |method: usize| differ.iter().filter(|pair| winner(pair) == method).count();
    let mut winners: Vec<usize> = differ.iter().map(|pair| winner(pair)).collect();
    winners.sort_by_key(|&method| (std::cmp::Reverse(wins(method)), method));
    winners.dedup();
    if differ.len() > most_named(results) {
        winners.truncate(1);
    }
    let told = winners.iter().map(|&winner| wins(winner)).sum();
    let sentence = |&best: &usize| {
        let pairs: Vec<&Comparison> =
            differ.iter().copied().filter(|pair| winner(pair) == best).collect();
        sentence(results, verb, best, &pairs)
    };
    (winners.iter().map(sentence).collect(), told)
}

/// Which of two methods that differ is better: more solved, or less of anything else.
fn winner(pair: &Comparison) -> usize {
    let first = match pair.effect {
        Some(effect) => effect.is_less(),
        None => pair.more > pair.less,
    };
    if first { pair.first } else { pair.second }
}

/// The better of each of these pairs compared with the other.
fn sentence(results: &Results, verb: &str, better: usize, pairs: &[&Comparison]) -> String {
    let a = &results.plan.methods[better];
    let told = pairs.iter().enumerate().map(|(i, pair)| {
        let other = if better == pair.first { pair.second } else { pair.first };
        let b = &results.plan.methods[other];
        let p = p_value(pair.p);
        let Some(effect) = pair.effect else {
            let (more, less) = (pair.more.max(pair.less), pair.more.min(pair.less));
            return match (i, less) {
                (0, 0) => format!("{a} {verb} {more} that {b} did not ({p})"),
                (_, 0) => format!("{more} that {b} did not ({p})"),
                (0, _) => {
                    format!(
                        "{a} {verb} {more} that {b} did not, and {b} {less} that {a} did not ({p})"
                    )
                }
                _ => format!("{more} that {b} did not, against {less} the other way ({p})"),
            };
        };
        let effect = if better == pair.first { effect } else { effect.turned() };
        let equal = match pair.shared - pair.less - pair.more {
            0 => String::new(),
            equal => {
                format!(", equal on {} of {}", grouped(equal as u64), grouped(pair.shared as u64))
            }
        };
        let by = shown(&effect);
        match (i, pair.measure) {
            (0, Measure::Expanded) => {
                format!("{a} expands {by} times as many nodes as {b} ({p}{equal})")
            }
            (_, Measure::Expanded) => format!("{by} times as many as {b} ({p}{equal})"),
            (0, Measure::Time) => format!("{a} takes {by} times as long as {b} ({p}{equal})"),
            (_, Measure::Time) => format!("{by} times as long as {b} ({p}{equal})"),
            (0, _) if effect.is_ratio => {
                format!("solutions of {a} cost {by} times as much as those of {b} ({p}{equal})")
            }
            (0, _) => format!("solutions of {a} cost {by} compared with those of {b} ({p}{equal})"),
            _ if effect.is_ratio => format!("{by} times as much as those of {b} ({p}{equal})"),
            _ => format!("{by} compared with those of {b} ({p}{equal})"),
        }
    });
    told.collect::<Vec<_>>().join(", ")
}

/// `0.41 [0.36, 0.47]`.
pub(super) fn shown(effect: &Effect) -> String {
    let number = |value: f64| match effect.is_ratio {
        // Two digits, and more where they are needed to tell it from 1.
        true => {
            let mut digits = (2..=4).map(|digits| rounded(value, digits));
            digits.find(|text| text != "1").unwrap_or("1".into())
        }
        false => rounded(value, 3),
    };
    let interval = effect
        .interval
        .map_or(String::new(), |(low, high)| format!(" [{}, {}]", number(low), number(high)));
    let sign = if effect.is_ratio || effect.estimate < 0.0 { "" } else { "+" };
    format!("{sign}{}{interval}", number(effect.estimate))
}

/// Whether two methods were compared on every instance there is.
fn is_whole(summary: &Summary, pair: &Comparison) -> bool {
    pair.shared == summary.instances
}

/// The methods that are equal, in groups whose members are pairwise equal. What holds on all
/// instances holds between any two that are equal to a third; what holds only on those that two
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
    // Where all were compared with one, it is named once.
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
