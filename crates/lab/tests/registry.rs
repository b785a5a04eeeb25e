//! The registry holds together: names, docs, and every pair of domain and method.

use std::collections::HashSet;

use goalward::Limits;
use goalward_lab::audit::{AuditReport, AuditRun, audit, usual};
use goalward_lab::{
    About, Conclusion, EventKind, Facts, Form, Kind, Limit, Run, Spec, Step, Trace, Watcher,
    domains, familiar, find_domain, open, run,
};
use proptest::prelude::*;

fn options(nodes: u64) -> Run<'static> {
    Run { seed: 1, limits: Limits::nodes(nodes), jobs: 1, trace: None }
}

#[test]
fn names_are_unique_and_every_line_of_doc_fits_its_column() {
    let mut names = HashSet::new();
    for domain in domains() {
        assert!(names.insert(domain.name), "{}", domain.name);
        assert!(domain.doc.len() <= 60, "{}", domain.doc);
        for alias in domain.aliases {
            assert!(names.insert(alias.name), "{}", alias.name);
            assert!(alias.doc.len() <= 60, "{}", alias.doc);
        }
        let (_, instance) = open(&Spec::bare(domain.name), None, 1).unwrap();
        let mut methods = HashSet::new();
        for method in instance.methods() {
            assert!(methods.insert(method.about.name), "{} {}", domain.name, method.about.name);
            assert!(
                method.about.name.len() <= 16 && method.about.doc.chars().count() <= 62,
                "{}",
                method.about.doc
            );
            let mut params = HashSet::new();
            for param in &method.params {
                assert!(params.insert(param.name), "{} {}", method.about.name, param.name);
                if let Kind::Choice(choices) | Kind::Or(choices, _) = &param.kind {
                    assert!(choices.iter().any(|choice| Some(choice.name) == param.default));
                }
                if let Kind::Spec(named) = &param.kind {
                    assert!(named.iter().any(|named| Some(named.name) == param.default));
                    assert!(named.iter().all(|named| named.doc.len() <= 62));
                }
            }
        }
    }
}

#[test]
fn every_method_of_every_domain_runs_with_every_choice_and_keeps_a_node_limit() {
    for domain in domains() {
        let specs =
            std::iter::once(domain.name).chain(domain.aliases.iter().map(|alias| alias.name));
        for spec in specs {
            let (domain, instance) = open(&Spec::bare(spec), None, 7).unwrap();
            for method in instance.methods() {
                for choice in choices(&method) {
                    let report = run(domain, instance.as_ref(), Some(&choice), &mut options(300));
                    let report = report.unwrap_or_else(|error| panic!("{spec} {choice}: {error}"));
                    assert!(report.counters.expanded <= 300, "{spec} {choice}");
                    assert_eq!(
                        report.stop,
                        (report.verdict == Conclusion::Stopped).then_some(Limit::Nodes)
                    );
                    let again =
                        run(domain, instance.as_ref(), Some(&choice), &mut options(300)).unwrap();
                    assert_eq!(
                        (&report.solution, report.counters.expanded, report.counters.generated),
                        (&again.solution, again.counters.expanded, again.counters.generated),
                        "{spec} {choice}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_run_says_which_engine_ran_and_both_count_the_same() {
    let ran = |domain: &str, method: &str, jobs: usize, trace: bool| {
        let spec: Spec = domain.parse().unwrap();
        let (domain, instance) = open(&spec, None, 3).unwrap();
        let mut watch = |_: Step| {};
        let trace: Trace<'_> = if trace { Some(&mut watch) } else { None };
        let mut options = Run { seed: 1, limits: Limits::default(), jobs, trace };
        let report = run(domain, instance.as_ref(), Some(&method.parse().unwrap()), &mut options);
        let report = report.unwrap();
        let engine = report.facts.get("engine").map(|engine| engine.as_str().unwrap().to_string());
        (engine, report.counters.expanded, report.counters.generated, report.cost)
    };
    let near = "15-puzzle(walk=40, straight=on)";
    for (domain, method, with, jobs) in [
        (near, "astar", "manhattan", 1),
        (near, "idastar", "manhattan", 1),
        (near, "idastar", "manhattan", 2),
        (near, "idastar", "pdb(3-4-4-4)", 1),
        ("8-puzzle", "idastar", "pdb(4-4)", 2),
    ] {
        let plain = ran(domain, &format!("{method}({with}, engine=plain)"), 1, false);
        let fast = ran(domain, &format!("{method}({with})"), jobs, false);
        assert_eq!((plain.0.as_deref(), fast.0.as_deref()), (Some("plain"), Some("fast")));
        assert_eq!((plain.1, plain.2, plain.3), (fast.1, fast.2, fast.3), "{domain} {method}");
    }
    for (domain, method) in [
        (near, "astar(linear-conflict)"),
        (near, "idastar(misplaced)"),
        (near, "idastar(manhattan, cycles=avoid)"),
        ("8-puzzle", "astar(manhattan, engine=fast)"),
        ("8-puzzle", "idastar(manhattan)"),
    ] {
        assert_eq!(ran(domain, method, 1, false).0.as_deref(), Some("plain"), "{method}");
    }
    assert_eq!(ran("15-puzzle(walk=12)", "astar", 1, true).0.as_deref(), Some("plain"));
    assert_eq!(ran("8-puzzle", "wastar", 1, false).0, None);
}

/// The method with each value of each of its choices.
fn choices(method: &goalward_lab::Method<'_>) -> Vec<Spec> {
    let mut specs = vec![Spec::bare(method.about.name)];
    for param in &method.params {
        if let Kind::Choice(choices) | Kind::Or(choices, _) = &param.kind {
            specs.extend(
                choices
                    .iter()
                    .map(|choice| Spec::bare(method.about.name).with(param.name, choice.name)),
            );
        }
        if let Kind::Spec(named) = &param.kind {
            specs.extend(
                named
                    .iter()
                    .map(|named| Spec::bare(method.about.name).with(param.name, named.name)),
            );
        }
    }
    specs
}

#[test]
fn a_trace_tells_as_many_expansions_as_the_report_counts() {
    let (domain, instance) = open(&Spec::bare("8-puzzle"), None, 3).unwrap();
    for method in instance.methods().iter().filter(|method| !method.about.lines.is_empty()) {
        let mut expanded = 0;
        // Climbing looks around once for each step and once where it gets stuck.
        let counts = ["expand", "step", "optimum"];
        let mut tell = |step: goalward_lab::Step| {
            expanded += u64::from(counts.contains(&step.event.name()));
        };
        let mut options =
            Run { seed: 1, limits: Limits::nodes(2_000), jobs: 1, trace: Some(&mut tell) };
        let report =
            run(domain, instance.as_ref(), Some(&Spec::bare(method.about.name)), &mut options)
                .unwrap();
        assert_eq!(expanded, report.counters.expanded, "{}", method.about.name);
    }
}

/// Some searches are compiled once for runs with and without a watcher, others twice.
#[test]
fn a_watched_run_is_the_unwatched_one() {
    for domain in domains() {
        let (domain, instance) = open(&Spec::bare(domain.name), None, 3).unwrap();
        for method in instance.methods() {
            let spec = Spec::bare(method.about.name);
            let ran = |trace: Trace<'_>| {
                let limits = Limits::nodes(3_000);
                let mut options = Run { seed: 1, limits, jobs: 1, trace };
                let report = run(domain, instance.as_ref(), Some(&spec), &mut options).unwrap();
                let counted = report.counters;
                let counts =
                    [counted.expanded, counted.generated, counted.reopened, counted.peak_stored];
                (counts, report.verdict, report.stop, report.cost, report.solution)
            };
            let mut watch = |_: Step| {};
            assert_eq!(ran(Some(&mut watch)), ran(None), "{} {spec}", domain.name);
        }
    }
}

#[test]
fn every_subject_of_every_domain_is_audited_keeps_a_node_limit_and_repeats() {
    let audit_run = AuditRun { seed: 1, samples: Some(3), limits: Limits::nodes(50) };
    for domain in domains() {
        let (domain, instance) = open(&Spec::bare(domain.name), None, 1).unwrap();
        let mut names = HashSet::new();
        for subject in instance.subjects() {
            assert!(names.insert(subject.name) && subject.doc.len() <= 62, "{}", subject.name);
            let found = || {
                let spec = Spec::bare(subject.name);
                let report = audit(domain, instance.as_ref(), &spec, &audit_run).unwrap();
                AuditReport { seconds: 0.0, ..report }
            };
            let report = found();
            assert!(!report.every && report.states <= 3, "{report:?}");
            assert_eq!(report, found(), "{}", subject.name);
        }
        let usual = usual(domain, instance.as_ref());
        assert_eq!(usual.is_ok(), !names.is_empty(), "{}", domain.name);
    }
}

#[test]
fn every_default_method_is_one_that_exists() {
    for domain in domains() {
        let (domain, instance) = open(&Spec::bare(domain.name), None, 1).unwrap();
        run(domain, instance.as_ref(), None, &mut options(1_000)).unwrap();
    }
}

#[test]
fn every_instance_of_every_set_opens() {
    for domain in domains() {
        for set in domain.sets {
            for number in 1..=set.lines().count() {
                let text = format!("{}:{number}", set.name);
                let (_, instance) = open(&Spec::bare(domain.name), Some(&text), 1).unwrap();
                assert_eq!(instance.unsolvable(), None, "{text}");
            }
        }
    }
}

#[test]
fn what_an_instance_prints_opens_it_again() {
    for domain in domains() {
        let (_, instance) = open(&Spec::bare(domain.name), None, 5).unwrap();
        let (_, again) = open(&Spec::bare(domain.name), Some(&instance.text()), 9).unwrap();
        assert_eq!(instance.text(), again.text());
    }
}

proptest! {
    #[test]
    fn no_text_upsets_the_opening_of_an_instance(text in any::<String>(), key in "(size|goal|walk|colors)", value in any::<String>()) {
        for domain in domains() {
            let _ = open(&Spec::bare(domain.name), Some(&text), 1);
            let _ = open(&Spec::bare(domain.name).with(&key, &value), None, 1);
        }
    }
}

#[test]
fn every_method_is_explained() {
    for domain in domains() {
        let (_, instance) = open(&Spec::bare(domain.name), None, 1).unwrap();
        for method in instance.methods() {
            let About { name, does, guarantees, costs, pseudocode, lines, .. } = method.about;
            assert!([does, guarantees, costs].iter().all(|words| words.ends_with('.')), "{name}");
            assert!((1..=12).contains(&pseudocode.len()), "{name}");
            assert!(pseudocode.iter().all(|line| line.chars().count() <= 90), "{name}");
            assert!(lines.iter().all(|(_, line)| (1..=pseudocode.len()).contains(line)), "{name}");
        }
    }
}

#[test]
fn every_state_of_a_trace_and_a_solution_can_be_put_on_the_board() {
    for domain in domains() {
        let (domain, instance) = open(&Spec::bare(domain.name), None, 3).unwrap();
        let cells = instance.view().start.len();
        for method in instance.methods() {
            let mut told = OnBoard(|step: Step| {
                let seen = step.cells.map(|cells| cells.len());
                assert_eq!(
                    seen.is_some(),
                    !matches!(step.facts, Facts::Depth { .. } | Facts::Bound { .. })
                );
                assert!(seen.is_none_or(|seen| seen == cells), "{}", method.about.name);
                assert_eq!((step.state, step.drawing), (None, None), "nobody asked for them");
            });
            let mut options =
                Run { seed: 1, limits: Limits::nodes(300), jobs: 1, trace: Some(&mut told) };
            let spec = Spec::bare(method.about.name);
            let report = run(domain, instance.as_ref(), Some(&spec), &mut options).unwrap();
            let Some(solution) = &report.solution else { continue };
            let along = instance.along(solution).unwrap();
            assert!(!along.is_empty(), "{}", method.about.name);
            assert!(along.iter().all(|seen| seen.len() == cells), "{}", method.about.name);
        }
    }
}

/// Wants states as cells.
struct OnBoard<F>(F);

impl<F: FnMut(Step)> Watcher for OnBoard<F> {
    fn form(&self) -> Form {
        Form::Cells
    }

    fn tell(&mut self, step: Step) {
        self.0(step)
    }
}

/// Wants states drawn.
struct Drawn<F>(F);

impl<F: FnMut(Step)> Watcher for Drawn<F> {
    fn form(&self) -> Form {
        Form::Drawing
    }

    fn tell(&mut self, step: Step) {
        self.0(step)
    }
}

/// What is reported of a state is the same in every form.
#[test]
fn a_state_in_text_opens_as_the_board_that_the_cells_show() {
    for (domain, method) in [
        ("8-puzzle", "astar"),
        ("8-puzzle", "hill-climbing"),
        ("queens", "annealing"),
        ("tictactoe", "minimax"),
    ] {
        let (domain, instance) = open(&domain.parse().unwrap(), None, 3).unwrap();
        let (mut texts, mut drawings, mut cells) = (Vec::new(), Vec::new(), Vec::new());
        let spec = method.parse().unwrap();
        let tell = |watcher: &mut dyn Watcher| {
            let limits = Limits::nodes(40);
            let mut options = Run { seed: 1, limits, jobs: 1, trace: Some(watcher) };
            run(domain, instance.as_ref(), Some(&spec), &mut options).unwrap();
        };
        tell(&mut |step: Step| texts.extend(step.state));
        tell(&mut Drawn(|step: Step| drawings.extend(step.drawing)));
        tell(&mut OnBoard(|step: Step| cells.extend(step.cells)));
        assert!(texts.len() > 2 && drawings.len() == texts.len() && cells.len() == texts.len());
        for (text, (drawing, cells)) in texts.iter().zip(drawings.iter().zip(cells)) {
            let (_, again) = open(&Spec::bare(domain.name), Some(text), 3).unwrap();
            assert_eq!(again.view().start, cells, "{method}: {text}");
            assert!(again.drawing().contains(drawing.lines().next().unwrap()), "{method}: {text}");
        }
    }
}

/// Wants the place of each step.
struct Placed<F>(F);

impl<F: FnMut(Step)> Watcher for Placed<F> {
    fn wants_place(&self) -> bool {
        true
    }

    fn tell(&mut self, step: Step) {
        self.0(step)
    }
}

#[test]
fn the_tree_of_a_deepening_search_has_a_root_for_each_bound_and_a_node_for_each_child() {
    let (domain, instance) = open(&Spec::bare("8-puzzle").with("walk", "14"), None, 3).unwrap();
    for method in ["idastar", "ids", "dfs", "bfs", "astar(misplaced)", "bidirectional", "beam"] {
        let (mut roots, mut nodes, mut bounds) = (0, 0, 0);
        let mut told = Placed(|step: Step| {
            bounds += u64::from(step.event == EventKind::Bound);
            let place = step.place;
            assert_eq!(place.node.is_some(), step.state.is_some(), "{method} {step:?}");
            if place.is_new {
                nodes += 1;
                roots += u64::from(place.parent.is_none());
                assert!(place.parent < place.node);
            }
        });
        let limits = Limits::nodes(20_000);
        let mut options = Run { seed: 1, limits, jobs: 1, trace: Some(&mut told) };
        let spec = method.parse().unwrap();
        let report = run(domain, instance.as_ref(), Some(&spec), &mut options).unwrap();
        let expected = match method {
            "idastar" => bounds,
            // A bound of nothing expands nothing.
            "ids" => bounds - 1,
            "bidirectional" => 2,
            _ => 1,
        };
        assert_eq!((roots, nodes), (expected, report.counters.generated + expected), "{method}");
    }
}

#[test]
fn a_domain_is_called_as_people_call_it() {
    for (full, called) in [
        ("tiles(size=3x3)", "8-puzzle"),
        ("tiles(size=4x4, walk=20)", "15-puzzle(walk=20)"),
        ("8-puzzle(goal=blank-last)", "8-puzzle(goal=blank-last)"),
        ("tiles(size=3x4)", "tiles(size=3x4)"),
        ("tiles", "tiles"),
        ("queens", "queens"),
    ] {
        let spec: Spec = full.parse().unwrap();
        assert_eq!(familiar(&spec).to_string(), called);
        let settings = |spec: &Spec| find_domain(spec).unwrap().1.arguments.len();
        assert_eq!(settings(&familiar(&spec)), settings(&spec));
    }
}

#[test]
fn queens_of_every_size_of_the_set_have_a_solution() {
    let (domain, _) = find_domain(&"queens".parse().unwrap()).unwrap();
    let forward_checking: Spec = "forward-checking(order=mrv)".parse().unwrap();
    for size in 4..=16 {
        let text = format!("sizes:{}", size - 3);
        let (_, instance) = open(&"queens".parse().unwrap(), Some(&text), 1).unwrap();
        let mut options = Run { seed: 1, limits: Limits::default(), jobs: 1, trace: None };
        let report = run(domain, instance.as_ref(), Some(&forward_checking), &mut options).unwrap();
        assert_eq!((report.instance, report.verdict), (size.to_string(), Conclusion::Solved));
    }
}
