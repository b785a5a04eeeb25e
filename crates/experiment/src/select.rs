//! Parts of results, and several results as one.

use std::ops::RangeInclusive;
use std::sync::Arc;

use goalward_lab::{Conclusion, InputError, did_you_mean, listed};

use super::results::Archive;
use super::words::bounds;
use super::{Plan, Results, Tally};

/// Which part of some results is wanted. What is left empty selects everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Methods by their specs, or by their beginnings followed by a `*`.
    pub methods: Vec<String>,
    /// Instances, counted from 1.
    pub instances: Vec<RangeInclusive<u64>>,
    /// How runs ended.
    pub endings: Vec<Conclusion>,
}

impl Filter {
    fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// In words.
    fn words(&self) -> String {
        let ranges = self.instances.iter().map(|range| match range.start() == range.end() {
            true => range.start().to_string(),
            false => format!("{} to {}", range.start(), range.end()),
        });
        let ranges: Vec<String> = ranges.collect();
        let endings = self.endings.iter().map(|ending| format!("{ending:?}").to_lowercase());
        let endings: Vec<String> = endings.collect();
        let parts = [
            (!self.methods.is_empty()).then(|| format!("methods {}", self.methods.join(", "))),
            (!ranges.is_empty()).then(|| format!("instances {}", ranges.join(", "))),
            (!endings.is_empty()).then(|| format!("runs that ended {}", endings.join(" or "))),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// Which of the methods are wanted, in their order.
    fn methods(&self, plan: &Plan) -> Result<Vec<usize>, InputError> {
        let fits = |pattern: &str, method: &str| match pattern.strip_suffix('*') {
            Some(beginning) => method.starts_with(beginning),
            None => method == pattern,
        };
        let names = || plan.methods.iter().map(String::as_str);
        for pattern in &self.methods {
            if !names().any(|method| fits(pattern, method)) {
                return Err(InputError(format!(
                    "no method `{pattern}` in these results: choose from {}{}; a trailing * matches any ending",
                    listed(names()),
                    did_you_mean(pattern, names())
                )));
            }
        }
        let is_wanted = |method: &String| {
            self.methods.is_empty() || self.methods.iter().any(|pattern| fits(pattern, method))
        };
        Ok((0..plan.methods.len()).filter(|&m| is_wanted(&plan.methods[m])).collect())
    }

    fn wants(&self, results: &Results, tally: &Tally) -> bool {
        let number = results.instance(tally.cell) + 1;
        let instance = || self.instances.iter().any(|range| range.contains(&number));
        (self.instances.is_empty() || instance())
            && (self.endings.is_empty() || self.endings.contains(&tally.verdict))
    }
}

impl Results {
    /// The part that the filter selects. Instances keep their numbers.
    pub fn only(self, filter: &Filter) -> Result<Results, InputError> {
        if filter.is_empty() {
            return Ok(self);
        }
        let methods = filter.methods(&self.plan)?;
        let wanted = self.tallies.iter().filter(|tally| {
            methods.contains(&self.method(tally.cell)) && filter.wants(&self, tally)
        });
        let picked: Vec<Picked> = wanted
            .map(|tally| {
                let method = methods.iter().position(|&m| m == self.method(tally.cell));
                let method = method.expect("it is one of those wanted") as u64;
                let cell = self.instance(tally.cell) * methods.len() as u64 + method;
                Picked { cell, part: 0, from: tally.cell, environment: tally.environment }
            })
            .collect();
        if picked.is_empty() {
            return Err(InputError(format!("no run matches {}", filter.words())));
        }
        let mut plan = self.plan.clone();
        plan.methods = methods.iter().map(|&m| self.plan.methods[m].clone()).collect();
        let unfinished = self.missing();
        let environments = self.environments.clone();
        let at = |method| methods.iter().position(|&m| m == method);
        let pairs = self.pairs.iter().filter_map(|&(a, b)| at(a).zip(at(b))).collect();
        let (mixed, machine, limits_differ) =
            (self.is_mixed(), self.machine.clone(), self.limits_differ);
        let mut notes = self.notes.clone();
        notes.push(format!("Only {}.", filter.words()));
        let mut found = gathered(plan, vec![self], picked, environments);
        (found.mixed, found.machine, found.notes) = (mixed, machine, notes);
        (found.pairs, found.limits_differ) = (pairs, limits_differ);
        // What the filter leaves out is not missing; what was not run may be.
        found.left_out = found.missing().saturating_sub(unfinished);
        Ok(found)
    }

    /// Several results as one, each with its name. Parts of one plan become one. Others stand side
    /// by side, method by method, each with the name of its results; they must have been run on the
    /// same instances.
    pub fn together(named: Vec<(String, Results)>) -> Result<Results, InputError> {
        let mut named = named.into_iter();
        let Some((name, first)) = named.next() else {
            return Err(InputError("there are no results to combine".into()));
        };
        let (mut groups, mut names) = (vec![first], vec![name]);
        for (name, results) in named {
            for (what, differs) in [
                ("a different domain", results.plan.domain != groups[0].plan.domain),
                ("different instances", results.plan.source != groups[0].plan.source),
                ("a different seed", results.plan.seed != groups[0].plan.seed),
            ] {
                if differs {
                    let first = &names[0];
                    return Err(InputError(format!(
                        "`{name}` has {what} from `{first}`: only runs on the same instances can be compared"
                    )));
                }
            }
            let is_part = |group: &Results| {
                let cells = |tally: &Tally| tally.cell;
                group.plan == results.plan
                    && !results
                        .tallies
                        .iter()
                        .any(|tally| group.tallies.binary_search_by_key(&tally.cell, cells).is_ok())
            };
            match groups.iter().position(is_part) {
                Some(at) => {
                    let group = groups.remove(at);
                    groups.insert(at, merged(group, results));
                }
                None => {
                    groups.push(results);
                    names.push(name);
                }
            }
        }
        match groups.len() {
            1 => Ok(groups.remove(0)),
            _ => Ok(side_by_side(names, groups)),
        }
    }
}

/// A run that is part of a selection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Picked {
    /// Its number there.
    pub cell: u64,
    /// The number of the results it comes from, and its own in them.
    pub part: usize,
    pub from: u64,
    /// The number of its environment there.
    pub environment: u16,
}

/// Two parts of one plan, with no cell in common.
fn merged(one: Results, other: Results) -> Results {
    let (environments, mut picked) = (one.environments.clone(), pick_all(&one, 0));
    let (environments, others) = adopt(environments, &other, pick_all(&other, 1));
    picked.extend(others);
    let mixed = environments.len() > 1;
    let plan = one.plan.clone();
    let mut found = gathered(plan, vec![one, other], picked, environments);
    found.mixed = mixed;
    found
}

fn pick_all(results: &Results, part: usize) -> Vec<Picked> {
    let tallies = results.tallies.iter();
    tallies
        .map(|tally| Picked {
            cell: tally.cell,
            part,
            from: tally.cell,
            environment: tally.environment,
        })
        .collect()
}

/// The environments together with those of other results, whose runs get their numbers among all.
fn adopt(
    mut environments: Vec<Option<super::Environment>>,
    results: &Results,
    mut picked: Vec<Picked>,
) -> (Vec<Option<super::Environment>>, Vec<Picked>) {
    let numbers: Vec<u16> = results
        .environments
        .iter()
        .map(|made| {
            let is_same = |known: &Option<super::Environment>| match (known, made) {
                (Some(known), Some(made)) => known.difference(made).is_none(),
                (known, made) => known.is_none() == made.is_none(),
            };
            let at = environments.iter().position(is_same).unwrap_or_else(|| {
                environments.push(made.clone());
                environments.len() - 1
            });
            at as u16
        })
        .collect();
    for one in &mut picked {
        one.environment = numbers[usize::from(one.environment)];
    }
    (environments, picked)
}

/// Results on the same instances, method by method: each stands next to itself in the other
/// results, and is compared with itself in the first that have it. Where no two have a method in
/// common, the usual pairs are compared.
fn side_by_side(names: Vec<String>, groups: Vec<Results>) -> Results {
    let mut methods: Vec<&String> = Vec::new();
    for method in groups.iter().flat_map(|group| &group.plan.methods) {
        if !methods.contains(&method) {
            methods.push(method);
        }
    }
    let has = |part: usize, method: &String| groups[part].plan.methods.contains(method);
    // Where each method of each of the results stands among all.
    let places: Vec<(usize, &String)> = methods
        .iter()
        .flat_map(|&method| (0..groups.len()).map(move |part| (part, method)))
        .filter(|&(part, method)| has(part, method))
        .collect();
    let first = |method| places.iter().position(|&(_, other)| other == method);
    let pairs = places.iter().enumerate();
    let pairs = pairs.filter_map(|(at, &(_, method))| Some((at, first(method)?)));
    let pairs: Vec<(usize, usize)> = pairs.filter(|(at, first)| at != first).collect();
    let mut plan = groups[0].plan.clone();
    let named = places.iter().map(|&(part, method)| format!("{method} @{}", names[part]));
    plan.methods = named.collect();
    let (mut picked, mut environments) = (Vec::new(), Vec::new());
    for (part, group) in groups.iter().enumerate() {
        let mut mine = pick_all(group, part);
        for one in &mut mine {
            let method = &group.plan.methods[group.method(one.from)];
            let at = places.iter().position(|&place| place == (part, method));
            let at = at.expect("every method has its place") as u64;
            one.cell = group.instance(one.from) * places.len() as u64 + at;
        }
        (environments, mine) = adopt(environments, group, mine);
        picked.extend(mine);
    }
    // Within a row all times come from one kind of machine, so that rows may be compared.
    let mixed = groups.iter().any(Results::is_mixed);
    let each = |told: &dyn Fn(&Results) -> String| {
        let told =
            groups.iter().zip(&names).map(|(group, name)| format!("{name}: {}", told(group)));
        told.collect::<Vec<_>>().join("; ")
    };
    let machine = each(&|group| group.machine.clone());
    let mut notes = Vec::new();
    if environments.len() > 1 {
        notes.push(format!("Made by different programs or on different machines: {machine}."));
    }
    let limits_differ = groups.iter().any(|group| group.plan.bounds != groups[0].plan.bounds);
    if limits_differ {
        notes.push(format!("Limits differ: {}.", each(&|group| bounds(&group.plan.bounds))));
    }
    let mut found = gathered(plan, groups, picked, environments);
    (found.mixed, found.machine, found.notes) = (mixed, machine, notes);
    (found.pairs, found.limits_differ) = (pairs, limits_differ);
    found
}

/// The picked runs of some results as results of `plan`.
fn gathered(
    plan: Plan,
    parts: Vec<Results>,
    mut picked: Vec<Picked>,
    environments: Vec<Option<super::Environment>>,
) -> Results {
    picked.sort_unstable_by_key(|one| one.cell);
    let tally = |one: &Picked| {
        let tallies = &parts[one.part].tallies;
        let at = tallies.binary_search_by_key(&one.from, |tally| tally.cell);
        let tally = tallies[at.expect("it was picked from there")];
        Tally { cell: one.cell, environment: one.environment, ..tally }
    };
    let tallies = picked.iter().map(tally).collect();
    let facts = parts.iter().flat_map(|part| part.facts.iter().cloned()).collect();
    let first = &parts[0];
    let (version, command) = (first.version.clone(), first.command.clone());
    let machine = first.machine.clone();
    let archive = Archive::Picked(Arc::new((parts, picked)));
    Results {
        plan,
        tallies,
        version,
        command,
        machine,
        environments,
        mixed: false,
        notes: Vec::new(),
        pairs: Vec::new(),
        limits_differ: false,
        left_out: 0,
        facts,
        archive,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Manifest, Measure, Record, Relation, Source, Spool, summarize};

    fn results(methods: &[&str], cells: impl Iterator<Item = u64>) -> Results {
        let plan = Plan {
            domain: "tiles(size=3x3, walk=8)".into(),
            source: Source::Seeded(4),
            methods: methods.iter().map(|method| method.to_string()).collect(),
            seed: 3,
            bounds: Bounds { nodes: Some(10_000), ..Bounds::default() },
            repeats: None,
            profile: false,
            files: Vec::new(),
        };
        let spool = Spool::default();
        for cell in cells {
            let record = plan.run(cell, &Default::default()).expect("nobody cancels it");
            spool.keep(&Record { seconds: cell as f64, ..record }).unwrap();
        }
        spool.into_results(Manifest::new(plan, "goalward compare".into()))
    }

    fn seen(results: &Results) -> Vec<(String, u64, f64)> {
        let records = results.records().map(|record| record.unwrap());
        let told = records.map(|record| {
            let instance = results.instance(record.cell);
            (results.plan.methods[results.method(record.cell)].clone(), instance, record.seconds)
        });
        told.collect()
    }

    #[test]
    fn parts_of_a_plan_become_the_whole() {
        let methods = ["bfs", "astar(manhattan)"];
        let named = |name: &str, results| (name.to_string(), results);
        let whole = results(&methods, 0..8);
        let parts = [results(&methods, 5..8), results(&methods, 0..2), results(&methods, 2..5)];
        let parts = ["a", "b", "c"].into_iter().zip(parts).map(|(name, part)| named(name, part));
        let together = Results::together(parts.collect()).unwrap();
        assert_eq!(seen(&together), seen(&whole));
        assert_eq!((together.missing(), together.is_mixed()), (0, false));
        assert_eq!(together.plan, whole.plan);
    }

    #[test]
    fn other_results_stand_beside_each_other() {
        let (one, other) = (results(&["bfs"], 0..4), results(&["bfs"], 0..4));
        let together = Results::together(vec![("old".into(), one), ("new".into(), other)]).unwrap();
        assert_eq!(together.plan.methods, ["bfs @old", "bfs @new"]);
        assert_eq!(seen(&together).len(), 8);
        assert!(seen(&together).iter().all(|(_, instance, seconds)| *instance as f64 == *seconds));
        let mut other = results(&["bfs"], 0..4);
        other.plan.seed = 4;
        let pair = vec![("a".into(), results(&["bfs"], 0..4)), ("b".into(), other)];
        let error = Results::together(pair).unwrap_err().to_string();
        assert!(error.contains("`b` has a different seed from `a`"), "{error}");
    }

    #[test]
    fn each_method_stands_beside_itself_and_is_compared_with_itself() {
        let old = results(&["bfs", "astar(manhattan)"], 0..8);
        let mut new = results(&["astar(manhattan)", "bfs", "ids"], 0..12);
        new.plan.bounds.nodes = Some(20_000);
        let both = Results::together(vec![("old".into(), old), ("new".into(), new)]).unwrap();
        let names = ["bfs @old", "bfs @new", "astar(manhattan) @old", "astar(manhattan) @new"];
        assert_eq!(both.plan.methods[..4], names);
        assert_eq!(both.plan.methods[4..], ["ids @new"]);
        let found = seen(&both);
        let second = |name: &str| found.iter().find(|(n, i, _)| n == name && *i == 1).unwrap().2;
        // A record has the number of its cell for seconds.
        assert_eq!(["bfs @old", "bfs @new", "ids @new"].map(second), [2.0, 4.0, 5.0]);
        let summary = summarize(&both);
        let of = |measure| summary.comparisons.iter().filter(move |pair| pair.measure == measure);
        let pairs: Vec<_> = of(Measure::Expanded).map(|pair| (pair.first, pair.second)).collect();
        assert_eq!(pairs, [(1, 0), (3, 2)]);
        assert!(of(Measure::Expanded).all(|pair| pair.relation == Relation::Equal));
        assert!(both.notes[0].starts_with("Limits differ: old: 10,000 nodes"), "{:?}", both.notes);
        let filter = Filter { methods: vec!["astar*".into()], ..Filter::default() };
        assert_eq!(both.only(&filter).unwrap().pairs, [(1, 0)]);
    }

    #[test]
    fn filters_leave_what_they_are_asked_for() {
        let methods = ["bfs", "astar(manhattan)", "astar(misplaced)"];
        let filter = Filter {
            methods: vec!["astar*".into()],
            instances: vec![2..=2, 4..=9],
            endings: vec![Conclusion::Solved],
        };
        let some = results(&methods, 0..12).only(&filter).unwrap();
        assert_eq!(some.plan.methods, methods[1..]);
        let cells: Vec<(u64, f64)> =
            seen(&some).into_iter().map(|(_, instance, seconds)| (instance, seconds)).collect();
        assert_eq!(cells, [(1, 4.0), (1, 5.0), (3, 10.0), (3, 11.0)]);
        assert_eq!(some.missing(), 0);
        let wrong = Filter { methods: vec!["astra".into()], ..Filter::default() };
        assert!(results(&methods, 0..3).only(&wrong).is_err());
    }
}
