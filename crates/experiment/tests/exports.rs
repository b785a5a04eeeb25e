//! What experiments are exported as: exact, the same every time, well formed whatever
//! users type, quick.

use std::path::Path;

use goalward_experiment::{
    Bounds, Environment, FIGURE_CSS, Format, Manifest, Measure, Plan, Record, Relation, Results,
    Source, Spool, TableOptions, Times, export_format, export_formats, figures,
    statistics::Estimate, summarize, table,
};
use goalward_lab::{Conclusion, Counters, Limit};
use serde_json::{Map, Value, json};

fn record(cell: u64, method: &str, verdict: Conclusion, cost: Option<i64>, work: u64) -> Record {
    let left = if verdict == Conclusion::Stuck { json!({ "left": 3 }) } else { json!({}) };
    Record {
        cell,
        method: method.into(),
        instance: format!("{cell} 1 2"),
        goal: Some("0 1 2".into()),
        seed: cell + 7,
        verdict,
        stop: None,
        cost: cost.map(Into::into),
        optimal: verdict == Conclusion::Solved && method.starts_with("astar"),
        counters: Counters {
            expanded: work,
            generated: 2 * work,
            reopened: 0,
            peak_stored: work,
            peak_bytes: 100 * work,
        },
        solution: None,
        solution_hash: None,
        limits: Bounds::default(),
        seconds: work as f64 * 1e-6,
        setup_seconds: 2e-5,
        wall_seconds: work as f64 * 2e-6,
        began: "2026-03-01T12:00:00Z".into(),
        jobs: 2,
        isolated: false,
        environment: None,
        repeats: 1,
        facts: left.as_object().unwrap().clone(),
    }
}

/// What results are made of, to be changed before they are made.
#[derive(Clone)]
struct Sample {
    plan: Plan,
    records: Vec<Record>,
    version: String,
    command: String,
    machine: String,
}

impl Sample {
    fn results(&self) -> Results {
        let Sample { plan, records, version, command, machine } = self.clone();
        let spool = Spool::default();
        records.iter().for_each(|record| spool.keep(record).unwrap());
        spool.results(Manifest { version, machine, ..Manifest::new(plan, command) })
    }
}

/// Twelve instances by three methods, with every kind of ending, the last cell missing.
fn every_kind() -> Sample {
    let methods = ["astar(manhattan)", "greedy(manhattan)", "beam(manhattan, width=9)"];
    let mut records = Vec::new();
    for instance in 0..12u64 {
        let depth = 10 + instance as i64;
        for (m, method) in methods.iter().enumerate() {
            let m = m as u64;
            let work = [20 << instance.min(9), 15 * (instance + 3), 9 * (instance + 4)][m as usize];
            let (verdict, cost) = match (instance, m) {
                (11, _) => (Conclusion::Unsolvable, None),
                (9 | 10, 0) => (Conclusion::Stopped, None),
                (4 | 6, 2) => (Conclusion::Stuck, Some(5)),
                (_, 0) => (Conclusion::Solved, Some(depth)),
                (_, m) => (Conclusion::Solved, Some(depth + 4 * m as i64 + instance as i64 % 3)),
            };
            let mut record = record(instance * 3 + m, method, verdict, cost, work);
            if verdict == Conclusion::Stopped {
                record.stop = Some(if instance == 9 { Limit::Time } else { Limit::Memory });
                record.seconds = 0.5;
            }
            records.push(record);
        }
    }
    records.pop();
    Sample {
        plan: Plan {
            domain: "tiles(size=3x3)".into(),
            source: Source::Seeded(12),
            methods: methods.map(Into::into).into(),
            seed: 7,
            bounds: Bounds { seconds: Some(0.5), bytes: Some(2_000_000), ..Bounds::default() },
            repeats: None,
            profile: false,
            files: Vec::new(),
        },
        records,
        version: "goalward 0.1.0".into(),
        command: "goalward compare 8-puzzle --runs 12 --seed 7".into(),
        machine: "a machine with 2 cores".into(),
    }
}

/// Methods that differ in one setting, and one instance.
fn weights() -> Sample {
    let mut results = every_kind();
    let weights = ["0", "1", "1.5", "2", "5", "10"];
    results.plan.methods =
        weights.iter().map(|weight| format!("wastar(manhattan, weight={weight})")).collect();
    results.plan.source = Source::Listed(vec!["8 0 6 5 4 7 2 3 1".into()]);
    let method = |m: usize| results.plan.methods[m].as_str();
    let run = |m: usize| {
        record(
            m as u64,
            method(m),
            Conclusion::Solved,
            Some(31 + 2 * m as i64),
            9000 / (m as u64 + 1),
        )
    };
    results.records = (0..6).map(run).collect();
    results
}

/// A file that the text must equal; with `UPDATE_GOLDEN` set it is written instead.
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "{name} has changed; UPDATE_GOLDEN=1 writes it anew:\n{text}");
}

fn exported(sample: &Sample, name: &str) -> String {
    let mut bytes = Vec::new();
    export_format(Path::new(name)).unwrap().write(&sample.results(), &mut bytes).unwrap();
    // A PDF file is not all text.
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn without_times_exports_are_the_same_whatever_the_clock_says() {
    let (sooner, mut later) = (every_kind(), every_kind());
    for record in &mut later.records {
        record.seconds = record.seconds * 3.0 + 0.001 * record.cell as f64;
        record.repeats += 2;
    }
    let written = |sample: &Sample, format: &Format, times| {
        let mut bytes = Vec::new();
        format.write_with(&sample.results(), times, &mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    for format in export_formats() {
        let both = |times| [&sooner, &later].map(|sample| written(sample, format, times));
        let [first, second] = both(Times::Hidden);
        assert!(first == second, "{}: {first}\n{second}", format.ending);
        let [first, second] = both(Times::Shown);
        assert!(first != second, "{}", format.ending);
    }
    let lines = |times| written(&sooner, export_format(Path::new("a.jsonl")).unwrap(), times);
    for (plain, timed) in lines(Times::Hidden).lines().zip(lines(Times::Shown).lines()) {
        let plain: Value = serde_json::from_str(plain).unwrap();
        let mut timed: Value = serde_json::from_str(timed).unwrap();
        assert!(timed["seconds"].is_number() && timed["repeats"].is_number());
        let fields = timed.as_object_mut().unwrap();
        let clock = [
            "seconds",
            "setup_seconds",
            "wall_seconds",
            "began",
            "jobs",
            "isolated",
            "environment",
            "repeats",
        ];
        fields.retain(|name, _| !clock.contains(&name.as_str()));
        assert_eq!(plain, timed);
    }
}

#[test]
fn exports_are_what_they_were() {
    let results = every_kind();
    let wide = TableOptions { width: 200, ..TableOptions::default() };
    golden("table.txt", &table(&results.results(), &wide));
    let narrow = TableOptions { width: 80, times: Times::Hidden, ..wide };
    golden("narrow.txt", &table(&results.results(), &narrow));
    golden("weights.txt", &table(&weights().results(), &wide));
    // A PDF file shows what the SVG file does.
    for format in export_formats().iter().filter(|format| format.ending != "pdf") {
        let name = format!("export.{}", format.ending);
        golden(&name, &exported(&results, &name));
    }
    golden("weights.svg", &exported(&weights(), "weights.svg"));
}

#[test]
fn the_order_of_the_records_does_not_matter() {
    let results = every_kind();
    let mut turned = results.clone();
    turned.records.reverse();
    for format in export_formats() {
        let name = format!("x.{}", format.ending);
        assert_eq!(exported(&results, &name), exported(&turned, &name));
    }
}

#[test]
fn without_times_the_clock_does_not_matter() {
    let results = every_kind();
    let mut slower = results.clone();
    for record in &mut slower.records {
        record.seconds = record.seconds * 3.0 + 0.1 / (record.cell + 1) as f64;
        record.repeats = 5;
    }
    let options = TableOptions { times: Times::Hidden, ..TableOptions::default() };
    assert_eq!(table(&results.results(), &options), table(&slower.results(), &options));
    let options = TableOptions::default();
    assert_ne!(table(&results.results(), &options), table(&slower.results(), &options));
}

#[test]
fn runs_that_met_a_limit_are_counted_and_never_averaged_in() {
    let summary = summarize(&every_kind().results());
    let astar = &summary.methods[0];
    assert_eq!((astar.runs, astar.solved, astar.unsolvable, astar.stuck), (12, 9, 1, 0));
    assert_eq!(astar.stopped, [(Limit::Time, 1), (Limit::Memory, 1)]);
    // The solved ones have the depths 10 to 18.
    assert_eq!(astar.cost.unwrap().mean, 14.0);
    // The unsolvable one was answered, too.
    let answered = (0..10).map(|i| (20 << i) as f64 * 1e-6).sum::<f64>();
    assert!((astar.seconds.unwrap().mean - answered / 10.0).abs() < 1e-15);
    // The two that were stopped count a second each.
    let penalised = (answered + 2.0) / 12.0;
    let [twice, ten_times] = astar.par_seconds.unwrap().map(|par| par.mean);
    assert!((twice - penalised).abs() < 1e-12);
    assert!((ten_times - penalised - 8.0 / 12.0).abs() < 1e-12);
    assert_eq!(astar.par_nodes, None, "no run met a limit of nodes");
    // Seven instances were solved by all: 0 to 8 but 4 and 6.
    assert_eq!((summary.common, summary.solved_alike), (7, false));
    assert_eq!(astar.common_cost.unwrap().count, 7);
    // The fastest is one of those that solved most, though the beam was faster where it solved.
    let times = summary.methods.iter().map(|method| (method.solved_most, method.times_fastest));
    let times: Vec<_> = times.collect();
    assert_eq!(times[1], (true, Some(1.0)));
    assert!(!times[2].0 && times[2].1.unwrap() < 1.0, "{times:?}");
}

#[test]
fn limits_of_nodes_have_their_penalties_too() {
    let mut sample = every_kind();
    sample.plan.bounds = Bounds { nodes: Some(10_000), ..Bounds::default() };
    for record in sample.records.iter_mut().filter(|record| record.verdict == Conclusion::Stopped) {
        record.stop = Some(Limit::Nodes);
    }
    let astar = &summarize(&sample.results()).methods[0];
    // Nine were solved, one was proved unsolvable, two count as twice or ten times the limit.
    let answered = (0..9).map(|i| 20 << i).sum::<u64>() + (20 << 9);
    for (par, factor) in astar.par_nodes.unwrap().into_iter().zip([2, 10]) {
        assert_eq!(par.mean, (answered + 2 * factor * 10_000) as f64 / 12.0);
    }
    assert_eq!(astar.par_seconds, None);
    let told = remark(&sample, "PAR2 counts");
    assert!(told.contains("10,000 nodes"), "{told}");
}

#[test]
fn proofs_that_there_is_no_solution_are_measured_and_compared() {
    let mut sample = every_kind();
    sample.plan.methods = ["quick", "slow"].map(Into::into).into();
    sample.plan.source = Source::Seeded(10);
    sample.records = (0..20)
        .map(|cell| {
            record(cell, "m", Conclusion::Unsolvable, None, (1 + cell % 2) * (100 + cell / 2))
        })
        .collect();
    let summary = summarize(&sample.results());
    let [quick, slow] = &summary.methods[..] else { panic!("two methods") };
    assert_eq!((quick.solved, quick.answered(), summary.common), (0, 10, 10));
    assert_eq!(quick.expanded.unwrap().mean * 2.0, slow.expanded.unwrap().mean);
    assert_eq!((quick.cost, slow.times_fastest), (None, Some(2.0)));
    let told = remark(&sample, "Expanded");
    assert!(told.contains("quick expands 0.5 [0.5, 0.5] times as many nodes as slow"), "{told}");
    let told = remark(&sample, "Methods were compared");
    assert!(told.contains("on the instances that both answered"), "{told}");
    sample.records[0].verdict = Conclusion::Stopped;
    let told = remark(&sample, "* Over");
    assert!(told.contains("the answered runs only"), "{told}");
}

#[test]
fn plans_of_stopped_runs_have_costs_that_are_compared() {
    let mut sample = costs(&["anytime", "greedy"], &[[Some(5), Some(9)].as_slice(); 8]);
    for record in sample.records.iter_mut().filter(|record| record.method == "anytime") {
        (record.verdict, record.stop) = (Conclusion::Stopped, Some(Limit::Time));
        record.facts.insert("has_plan".into(), true.into());
    }
    let summary = summarize(&sample.results());
    let anytime = &summary.methods[0];
    assert_eq!((anytime.solved, anytime.plans, anytime.cost.unwrap().mean), (0, 8, 5.0));
    assert_eq!(anytime.seconds, None);
    let mut solved = summary.comparisons.iter().filter(|pair| pair.measure == Measure::Solved);
    assert!(solved.all(|pair| pair.relation == Relation::Equal));
    let told = remark(&sample, "Cost:");
    assert!(
        told.contains(
            "solutions of anytime cost 0.56 [0.56, 0.56] times as much as those of greedy"
        ),
        "{told}"
    );
    assert!(!remark(&sample, "anytime").contains("5*"), "every run has a plan");
    sample.records[0].facts.clear();
    assert!(remark(&sample, "anytime").contains("5*"), "one has none");
}

/// A method that does a fixed share of another's work, and one that does about the same.
#[test]
fn effects_have_a_direction_and_an_interval_that_agrees_with_the_test() {
    let mut sample = every_kind();
    sample.plan.methods = ["whole", "part", "alike"].map(Into::into).into();
    sample.plan.source = Source::Seeded(40);
    let work = |i: u64| [900 + 10 * i, (900 + 10 * i) * 2 / 5 + i % 7, 895 + 10 * i + i % 11];
    sample.records = (0..120)
        .map(|cell| {
            record(cell, "m", Conclusion::Solved, Some(9), work(cell / 3)[cell as usize % 3])
        })
        .collect();
    let summary = summarize(&sample.results());
    let pair = |first, second| {
        let mut all = summary.comparisons.iter();
        let is_it = |pair: &&goalward_experiment::Comparison| {
            (pair.measure, pair.first, pair.second) == (Measure::Expanded, first, second)
        };
        all.find(is_it).unwrap()
    };
    let (differ, unclear) = (pair(0, 1), pair(0, 2));
    let effect = differ.effect.unwrap();
    assert_eq!((differ.relation, differ.more, differ.less), (Relation::Differ, 40, 0));
    assert!((2.45..2.5).contains(&effect.estimate) && !effect.is_less(), "{effect:?}");
    let (low, high) = effect.interval.unwrap();
    assert!(2.0 < low && low <= effect.estimate && effect.estimate <= high && high <= 2.5);
    assert_eq!(unclear.relation, Relation::Unclear);
    let (low, high) = unclear.effect.unwrap().interval.unwrap();
    assert!(low <= 1.0 && 1.0 <= high, "{low} to {high}");
    let told = remark(&sample, "Expanded");
    let words = "part expands 0.4 [0.4, 0.4] times as many nodes as whole (p < 0.001";
    assert!(told.contains(words), "{told}");
}

#[test]
fn costs_are_equal_or_differ_or_are_too_few_to_tell() {
    let mut results = every_kind();
    let relation = |sample: &Sample, measure: Measure| {
        let summary = summarize(&sample.results());
        let pair = |pair: &&goalward_experiment::Comparison| {
            pair.measure == measure && (pair.first, pair.second) == (0, 1)
        };
        summary.comparisons.iter().find(pair).unwrap().relation
    };
    assert_eq!(relation(&results, Measure::Cost), Relation::Differ);
    // Two instances that one of two methods solved prove nothing.
    assert_eq!(relation(&results, Measure::Solved), Relation::TooFew);
    for i in 0..results.records.len() {
        results.records[i].cost = results.records[i - i % 3].cost;
    }
    assert_eq!(relation(&results, Measure::Cost), Relation::Equal);
    results.records.truncate(15);
    assert_eq!(relation(&results, Measure::Expanded), Relation::TooFew);
}

/// One method per column, one instance per row: what its solution costs, if it has one.
fn costs(methods: &[&str], rows: &[&[Option<i64>]]) -> Sample {
    let mut sample = every_kind();
    sample.plan.methods = methods.iter().map(|method| method.to_string()).collect();
    sample.plan.source = Source::Seeded(rows.len() as u64);
    let cells = rows.iter().flat_map(|row| row.iter().zip(methods));
    sample.records = (0..)
        .zip(cells)
        .map(|(cell, (&cost, method))| {
            let verdict = if cost.is_some() { Conclusion::Solved } else { Conclusion::Stuck };
            record(cell, method, verdict, cost, 10 + cell % 7)
        })
        .collect();
    sample
}

fn remark(sample: &Sample, begins: &str) -> String {
    let options = TableOptions { width: 10_000, ..TableOptions::default() };
    let table = table(&sample.results(), &options);
    let found = table.lines().find(|line| line.starts_with(begins));
    found.unwrap_or_else(|| panic!("no {begins} in\n{table}")).to_string()
}

#[test]
fn methods_are_called_equal_only_where_every_two_of_them_are() {
    // `a` is like `b` and like `c` where it solved anything; those two differ.
    let (one, two): (&[_], &[_]) = (&[Some(4), Some(4), Some(4)], &[None, Some(6), Some(8)]);
    let rows = [one, one, two, two, two, two, two, two, two, two, two];
    let told = remark(&costs(&["a", "b", "c"], &rows), "Cost");
    assert_eq!(
        told,
        "Cost: b and c equal a on every instance that they share with it; solutions of b cost 0.75 \
         [0.75, 0.75] times as much as those of c (p = 0.012, equal on 2 of 11)."
    );
    // A chain: `a` and `b`, `b` and `c`, `c` and `d`.
    let row = |a, b, c, d| [a, b, c, d].map(|cost: i64| (cost > 0).then_some(cost));
    let chain =
        [row(3, 3, 0, 0), row(0, 4, 4, 0), row(0, 0, 5, 5), row(6, 0, 7, 0), row(6, 0, 0, 7)];
    let chain: Vec<&[_]> = chain.iter().cycle().take(60).map(|row| &row[..]).collect();
    let told = remark(&costs(&["a", "b", "c", "d"], &chain), "Cost");
    assert_eq!(
        told,
        "Cost: a and b are equal on every instance that they share; b and c are equal on every \
         instance that they share; c and d are equal on every instance that they share; solutions \
         of a cost 0.86 [0.86, 0.86] times as much as those of c (p = 0.0024), 0.86 [0.86, 0.86] \
         times as much as those of d (p = 0.0024)."
    );
    let mut all = [one; 20];
    assert_eq!(remark(&costs(&["a", "b", "c"], &all), "Cost"), "Cost: equal on every instance.");
    all[7] = &[None; 3];
    assert_eq!(
        remark(&costs(&["a", "b", "c"], &all), "Cost"),
        "Cost: equal on every instance that any two share."
    );
}

#[test]
fn methods_that_solve_the_same_are_not_said_to_differ() {
    let (usual, first) = ([Some(4), Some(4), None, Some(4)], [Some(4), Some(4), None, None]);
    let mut rows = vec![&usual[..]; 20];
    rows[0] = &first[..];
    assert_eq!(
        remark(&costs(&["a", "b", "c", "d"], &rows), "Solved"),
        "Solved: a solved 20 that c did not (p < 0.001); b solved 20 that c did not (p < 0.001); d \
         solved 19 that c did not (p < 0.001); only 1 instance differs, too few to tell some pairs \
         apart."
    );
}

#[test]
fn many_methods_are_compared_with_the_best_of_those_that_solved_most() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "lucky"];
    let row = [Some(9), Some(8), Some(7), Some(6), Some(9), Some(9), Some(9), Some(9), None];
    let mut rows = vec![&row[..]; 20];
    rows[3] = &[Some(4); 9];
    let summary = summarize(&costs(&names, &rows).results());
    let pairs = || summary.comparisons.iter().filter(|pair| pair.measure == Measure::Cost);
    assert!(pairs().all(|pair| pair.first != 8), "the one with a single easy instance");
    let told = remark(&costs(&names, &rows), "Each method");
    assert!(told.contains("the best of those that solved most"), "{told}");
    let told = remark(&costs(&names, &rows), "Common cost");
    assert_eq!(
        told,
        "Common cost and of fastest cover only the 1 instance that every method solved."
    );
}

/// Texts that try to get out of every format.
fn hostile() -> Sample {
    let mut results = every_kind();
    let nasty = "x</style></svg>\"'&amp;<script>alert(1)</script>|`*_$%{}\\\r\n,=\u{0}\u{7}é";
    results.plan.domain = format!("tiles{nasty}");
    results.plan.methods[0] = nasty.into();
    results.command = nasty.into();
    results.machine = nasty.into();
    results.version = nasty.into();
    for record in &mut results.records {
        record.instance = nasty.into();
        record.facts.insert(nasty.into(), nasty.into());
    }
    results
}

#[test]
fn whatever_users_type_stays_text() {
    let hostile = hostile();
    let html = exported(&hostile, "x.html");
    let svg = exported(&hostile, "x.svg");
    let md = exported(&hostile, "x.md");
    assert!(!html.contains("<script") && !svg.contains("<script"));
    // In Markdown the command is code, and nothing else may be a tag.
    assert!(md.lines().all(|line| line.starts_with("- command: `") || !line.contains('<')));
    let options = || roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    for text in [&html, &svg] {
        let document = roxmltree::Document::parse_with_options(text, options()).unwrap();
        let scripts = document.descendants().filter(|node| node.has_tag_name("script"));
        assert_eq!(scripts.count(), 0);
    }
    let shown = roxmltree::Document::parse_with_options(&html, options()).unwrap();
    let shown = shown.descendants().any(|node| node.text().is_some_and(|t| t.contains("<script>")));
    assert!(shown, "the text is shown as it was typed");
    // A line of JSON and a table row stay one line each.
    let lines = exported(&hostile, "x.jsonl");
    assert_eq!(lines.lines().count(), hostile.records.len());
    for (line, record) in lines.lines().zip(&hostile.records) {
        let mut line: Value = serde_json::from_str(line).unwrap();
        let domain = line.as_object_mut().unwrap().remove("domain");
        assert_eq!(domain, Some(hostile.plan.domain.as_str().into()));
        assert_eq!(serde_json::from_value::<Record>(line).unwrap(), *record);
    }
    assert_eq!(md.lines().filter(|line| line.starts_with('|')).count(), 5);
    let tex = exported(&hostile, "x.tex");
    let rows = tex.lines().filter(|line| line.ends_with("\\\\"));
    assert_eq!(rows.count(), 4);
}

#[test]
fn rows_of_csv_have_as_many_fields_as_the_head() {
    let text = exported(&hostile(), "x.csv");
    let (mut fields, mut counts, mut quoted) = (1, Vec::new(), false);
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields += 1,
            '\n' if !quoted => {
                counts.push(fields);
                fields = 1;
            }
            _ => {}
        }
    }
    assert_eq!(counts.len(), every_kind().records.len() + 1);
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
}

#[test]
fn figures_fit_a_page_that_allows_no_inline_style() {
    for results in [every_kind(), weights(), hostile()] {
        let figures = figures(&results.results());
        let mut ids: Vec<&str> = figures.iter().map(|figure| figure.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), figures.len());
        for figure in figures {
            let document = roxmltree::Document::parse(&figure.svg).unwrap();
            for node in document.descendants().filter(|node| node.is_element()) {
                assert!(!["style", "script", "image", "use"].contains(&node.tag_name().name()));
                assert_eq!(node.attribute("style"), None);
                for class in node.attribute("class").iter().flat_map(|list| list.split(' ')) {
                    assert!(FIGURE_CSS.contains(&format!(".{class} ")), "{class} has no colour");
                }
                let numbers = ["x", "y", "cx", "cy", "width", "height"];
                for value in numbers.iter().filter_map(|name| node.attribute(*name)) {
                    assert!(value.parse::<f64>().is_ok_and(f64::is_finite), "{value}");
                }
                assert!(
                    node.attribute("d").is_none_or(|d| !d.contains("NaN") && !d.contains("inf"))
                );
            }
        }
    }
}

#[test]
fn plots_are_those_the_records_give() {
    let ids = |sample: &Sample| figures(&sample.results()).iter().map(|f| f.id).collect::<Vec<_>>();
    assert_eq!(ids(&every_kind()), ["time", "expanded", "cost", "cactus", "depth", "scatter"]);
    let swept = ["sweep-cost", "sweep-generated", "time", "expanded", "cost"];
    assert_eq!(ids(&weights()), swept);
    // A width left at its default is not written out, and still has its place.
    let mut widths = weights();
    widths.plan.domain = "tiles".into();
    widths.plan.methods =
        ["beam(manhattan, width=10)", "beam(manhattan)", "beam(manhattan, width=1000)"]
            .map(Into::into)
            .into();
    widths.records.truncate(3);
    assert_eq!(ids(&widths), swept);
    let mut none = every_kind();
    none.records.clear();
    assert_eq!(ids(&none), Vec::<&str>::new());
}

#[test]
fn nothing_and_next_to_nothing_can_be_exported() {
    let mut none = every_kind();
    none.records.clear();
    let mut one = every_kind();
    one.records.truncate(1);
    let mut unmethodical = none.clone();
    unmethodical.plan.methods.clear();
    let mut games = every_kind();
    for record in &mut games.records {
        (record.cost, record.optimal, record.seconds, record.counters.expanded) =
            (None, true, 0.0, 0);
        record.facts = Map::from_iter([("value".to_string(), Value::from(1))]);
    }
    for results in [&none, &one, &unmethodical, &games] {
        for format in export_formats() {
            exported(results, &format!("x.{}", format.ending));
        }
        table(&results.results(), &TableOptions { width: 0, colour: true, ..Default::default() });
    }
    let text = table(&games.results(), &TableOptions::default());
    assert!(text.lines().next().unwrap().contains("value"), "{text}");
    assert!(!text.lines().next().unwrap().contains("cost"), "{text}");
}

#[test]
fn an_unknown_ending_is_refused_by_naming_the_right_ones() {
    let endings: Vec<_> = export_formats().iter().map(|format| format.ending).collect();
    assert_eq!(endings[..7], ["md", "csv", "jsonl", "html", "svg", "pdf", "tex"]);
    let right = format!("use .{}", endings.join(", ."));
    for path in ["table.xls", "table", ".md"] {
        let error = export_format(Path::new(path)).unwrap_err().to_string();
        assert_eq!(error, format!("`{path}` has an unknown extension: {right}"));
    }
    assert!(export_format(Path::new("TABLE.MD")).is_ok());
}

#[test]
fn a_hundred_thousand_runs_are_summed_up_in_a_blink() {
    let mut results = every_kind();
    results.plan.source = Source::Seeded(33_333);
    let run = |cell: u64| {
        let work = 10 + cell.wrapping_mul(0x9e37_79b9_7f4a_7c15) % 10_000;
        let method = &results.plan.methods[(cell % 3) as usize];
        record(cell, method, Conclusion::Solved, Some((work % 30) as i64), work)
    };
    results.records = (0..99_999).map(run).collect();
    let made = results.results();
    let clock = cpu_time::ThreadTime::now();
    let text = table(&made, &TableOptions::default());
    let took = clock.elapsed();
    assert!(text.contains("33333/33333"), "{text}");
    // It takes about 0.2 s; the rest is for busy machines.
    assert!(took.as_secs_f64() < 5.0, "{took:?}");
    let mean = summarize(&results.results()).methods[0].expanded.unwrap();
    let all: Vec<f64> =
        results.records.iter().step_by(3).map(|record| record.counters.expanded as f64).collect();
    assert_eq!(Some(mean), Estimate::of(&all));
    let page = exported(&results, "x.html");
    assert!(page.len() < 1_000_000, "plots are thinned: {}", page.len());
}

#[test]
fn times_of_several_kinds_of_machines_stand_apart() {
    let mut sample = every_kind();
    let here = Environment::here();
    for record in &mut sample.records {
        let compiler = if record.cell < 12 { "rustc 1" } else { "rustc 2" };
        record.environment = Some(Environment { compiler: compiler.into(), ..here.clone() });
    }
    let results = sample.results();
    assert!(results.is_mixed());
    let wide = TableOptions { width: 300, ..TableOptions::default() };
    let table = table(&results, &wide);
    assert!(!table.lines().next().unwrap().contains("time"), "{table}");
    assert!(table.contains("2 programs or kinds of machines made these runs"), "{table}");
    for compiler in ["rustc 1", "rustc 2"] {
        let lines = table.lines().filter(|line| line.contains(compiler));
        assert_eq!(lines.filter(|line| line.contains("astar(manhattan)")).count(), 1, "{table}");
    }
    assert!(!table.contains("times as long as"), "{table}");
}

/// Two tables in one paper have different labels.
#[test]
fn labels_of_different_tables_differ() {
    let label = |sample: &Sample| {
        let tex = exported(sample, "table.tex");
        tex.lines().find(|line| line.starts_with("\\label{")).unwrap().to_string()
    };
    assert_eq!(label(&every_kind()), label(&every_kind()));
    assert_ne!(label(&every_kind()), label(&weights()));
    let mut other = every_kind();
    other.plan.seed += 1;
    assert_ne!(label(&every_kind()), label(&other));
}
