//! Local search and constraint search through the registry.

use std::time::{Duration, Instant};

use goalward::Limits;
use goalward_lab::{Conclusion, Counters, Report, Run, Solution, Spec, Step, open, run};

fn report(domain: &str, instance: Option<&str>, method: &str, seed: u64) -> Report {
    let (domain, instance) = open(&domain.parse().unwrap(), instance, seed).unwrap();
    let mut options = Run { seed, limits: Limits::default(), jobs: 1, trace: None };
    run(domain, instance.as_ref(), Some(&method.parse().unwrap()), &mut options).unwrap()
}

fn refused(domain: &str, instance: Option<&str>, method: &str) -> String {
    let (domain, instance) = open(&domain.parse().unwrap(), instance, 1).unwrap();
    let mut options = Run { seed: 1, limits: Limits::default(), jobs: 1, trace: None };
    let spec: Spec = method.parse().unwrap();
    run(domain, instance.as_ref(), Some(&spec), &mut options).unwrap_err().to_string()
}

/// Every step of a run.
fn trace(domain: &str, instance: Option<&str>, method: &str) -> Vec<Step> {
    let (domain, instance) = open(&domain.parse().unwrap(), instance, 1).unwrap();
    let mut steps = Vec::new();
    let mut tell = |step: Step| steps.push(step);
    let mut options =
        Run { seed: 1, limits: Limits::nodes(1_000), jobs: 1, trace: Some(&mut tell) };
    run(domain, instance.as_ref(), Some(&method.parse().unwrap()), &mut options).unwrap();
    steps
}

#[test]
fn the_limit_of_memory_holds_for_the_answer_of_many_queens_too() {
    let solved = |bytes_a_queen: u64| {
        let (domain, instance) = open(&Spec::bare("queens"), Some("100000"), 1).unwrap();
        let limits = Limits { memory: Some(100_000 * bytes_a_queen), ..Limits::default() };
        let mut options = Run { seed: 1, limits, jobs: 1, trace: None };
        let report = run(domain, instance.as_ref(), Some(&Spec::bare("swaps")), &mut options);
        let report = report.unwrap();
        assert_eq!(report.stop.is_some(), report.verdict == Conclusion::Stopped);
        report.verdict == Conclusion::Solved
    };
    assert!(solved(24));
    // Enough for the search, which takes less than nine, and not for what it found.
    assert!(!solved(14));
}

#[test]
fn annealing_brings_nearly_all_random_8_puzzles_to_the_goal_in_time() {
    for method in ["annealing", "annealing(cost=euclidean)"] {
        let began = Instant::now();
        let solved = (1..=100).filter(|&seed| {
            let report = report("8-puzzle", None, method, seed);
            assert!(matches!(report.verdict, Conclusion::Solved | Conclusion::Stuck));
            report.verdict == Conclusion::Solved
        });
        let solved = solved.count();
        let took = began.elapsed();
        eprintln!("{method}: {solved} of 100 in {took:?}");
        assert!(solved >= 95, "{method}: {solved} of 100");
        assert!(took < Duration::from_secs(10), "{method}: {took:?}");
    }
}

#[test]
fn annealing_that_ends_short_of_the_goal_is_stuck_with_the_nearest_board() {
    let report =
        report("8-puzzle", Some("8 0 6 5 4 7 2 3 1"), "annealing(steps=50, restarts=0)", 1);
    assert_eq!(report.verdict, Conclusion::Stuck);
    assert!(report.facts["left"].as_i64().unwrap() > 0);
    assert!(
        report.notes.last().unwrap().starts_with("The nearest board is "),
        "{:?}",
        report.notes
    );
    let climbing = self::report("8-puzzle", Some("8 0 6 5 4 7 2 3 1"), "hill-climbing", 1);
    assert_eq!(climbing.verdict, Conclusion::Stuck);
}

#[test]
fn hill_climbing_reports_every_climb() {
    let report = report("queens", Some("8"), "hill-climbing(restarts=100)", 3);
    assert_eq!(report.verdict, Conclusion::Solved);
    let climbs = report.facts["climbs"].as_array().unwrap();
    assert_eq!(report.facts["runs"], climbs.len());
    let (last, before) = climbs.split_last().unwrap();
    assert_eq!(last["ending"], "solved");
    for climb in before {
        assert!(["plateau", "local-optimum"].contains(&climb["ending"].as_str().unwrap()));
        assert!(climb["start"].as_i64() >= climb["end"].as_i64());
    }
}

#[test]
fn every_local_method_solves_eight_queens_and_starts_where_it_is_told() {
    for method in [
        "hill-climbing(variant=first-choice, restarts=100)",
        "hill-climbing(variant=stochastic, sideways=50, restarts=100)",
        "annealing",
        "annealing(cooling=linear)",
        "annealing(cooling=random)",
        "annealing(cooling=logarithmic, steps=100000)",
        "annealing(cooling=linear, start=2, step=0.0001)",
        "annealing(cooling=geometric, start=2, end=0.1, factor=0.999)",
        "min-conflicts",
        "local-beam(width=50)",
        "genetic(population=200, mutation=0.9)",
    ] {
        for instance in ["8", "1 2 3 4 5 6 7 8"] {
            let report = report("queens", Some(instance), method, 1);
            assert_eq!(
                (report.verdict, report.cost),
                (Conclusion::Solved, Some(0.0.into())),
                "{method}"
            );
        }
    }
    let steps = trace("queens", Some("1 2 3 4 5 6 7 8"), "hill-climbing");
    assert_eq!(steps[0].state.as_deref(), Some("1 2 3 4 5 6 7 8"));
    assert!(refused("queens", Some("1 1 2 3"), "annealing").contains("both have row 1"));
    assert!(
        refused("queens", Some("1 1 2 3"), "swaps").contains("it cannot start from a placement")
    );
}

#[test]
fn a_time_limit_holds_while_a_population_is_still_being_made() {
    let (domain, instance) = open(&Spec::bare("queens"), Some("300000"), 1).unwrap();
    for method in ["genetic", "local-beam(width=100)"] {
        let limits = Limits::time(Duration::from_millis(100));
        let began = Instant::now();
        let mut options = Run { seed: 1, limits, jobs: 1, trace: None };
        let spec: Spec = method.parse().unwrap();
        let report = run(domain, instance.as_ref(), Some(&spec), &mut options).unwrap();
        assert_eq!(report.verdict, Conclusion::Stopped);
        assert!(began.elapsed() < Duration::from_secs(2), "{method}: {:?}", began.elapsed());
    }
}

#[test]
fn schedules_that_fall_to_zero_or_have_settings_to_spare_are_refused() {
    let refused = |settings: &str| refused("queens", None, &format!("annealing({settings})"));
    let zero = refused("cooling=linear, start=2, step=0.5, steps=9");
    assert!(zero.contains("would fall to zero after 4 of 9 steps"), "{zero}");
    assert!(refused("start=0").contains("use auto, or a number above 0"));
    assert!(refused("start=-1").contains("use auto, or a number above 0"));
    assert!(refused("start=1, end=2").contains("must be below"));
    assert!(refused("cooling=random, step=0.1").contains("step belongs to linear cooling"));
    assert!(refused("cooling=linear, factor=0.9").contains("factor belongs to geometric cooling"));
}

#[test]
fn constraint_methods_agree_on_how_many_solutions_there_are() {
    for (instance, count) in [("1", 1), ("4", 2), ("5", 10), ("6", 4), ("7", 40), ("8", 92)] {
        for method in ["backtracking", "forward-checking", "mac", "all-different"] {
            for order in ["static", "mrv", "mrv-degree"] {
                for values in ["static", "lcv"] {
                    let all = format!("{method}(order={order}, values={values}, find=all)");
                    let report = report("queens", Some(instance), &all, 1);
                    assert_eq!(report.facts["solutions"], count, "{all}");
                    assert_eq!(report.others.len() + 1, count);
                }
            }
        }
    }
    let first = report("queens", Some("8"), "mac(find=5)", 1);
    assert_eq!((&first.facts["solutions"], first.others.len()), (&5.into(), 4));
    assert_eq!(first.facts["exhausted"], false);
    let count = report("queens", Some("8"), "mac(find=count)", 1);
    assert_eq!((&count.facts["solutions"], count.solution), (&92.into(), None));
}

#[test]
fn every_sample_sudoku_has_one_solution() {
    for number in 1..=4 {
        let report =
            report("sudoku", Some(&format!("sample:{number}")), "all-different(find=all)", 1);
        assert_eq!((report.verdict, &report.facts["solutions"]), (Conclusion::Solved, &1.into()));
        let Some(Solution::Numbers(digits)) = report.solution else { panic!("it has digits") };
        assert!(digits.iter().all(|digit| (1..=9).contains(digit)));
    }
}

#[test]
fn a_sudoku_is_searched_by_the_engine_that_is_asked_for() {
    let told = |method: &str| {
        let report = report("sudoku", Some("sample:4"), method, 1);
        let engine =
            report.facts.get("engine").and_then(|engine| engine.as_str().map(String::from));
        let counts = ["solutions", "assignments", "prunings", "backtracks", "checks"];
        (engine, counts.map(|name| report.facts[name].as_u64().unwrap()), report.solution)
    };
    let (engine, counts, solution) = told("all-different(find=all)");
    assert_eq!(engine.as_deref(), Some("fast"));
    let (engine, ..) = told("all-different(find=all, engine=fast)");
    assert_eq!(engine.as_deref(), Some("fast"));
    let plain = told("all-different(find=all, engine=plain)");
    assert_eq!(plain, (Some("plain".into()), counts, solution));
    // The engine made for this problem serves one order of variables and values.
    for other in ["order=static", "order=mrv-degree, engine=fast", "values=lcv"] {
        assert_eq!(told(&format!("all-different({other})")).0.as_deref(), Some("plain"), "{other}");
    }
    assert_eq!(told("mac").0, None);
}

#[test]
fn graphs_are_coloured_with_as_many_colours_as_they_need() {
    let verdict = |colors: u32, graph: &str| {
        report(&format!("coloring(colors={colors})"), Some(graph), "mac", 1).verdict
    };
    assert_eq!(verdict(2, "australia"), Conclusion::Unsolvable);
    assert_eq!(verdict(3, "australia"), Conclusion::Solved);
    assert_eq!(verdict(2, "petersen"), Conclusion::Unsolvable);
    assert_eq!(verdict(3, "petersen"), Conclusion::Solved);
    assert_eq!(report("coloring", Some("australia"), "mac(find=count)", 1).facts["solutions"], 18);
}

#[test]
fn steps_say_what_was_chosen_and_why() {
    let whys = |domain, instance, method| -> String {
        let steps = trace(domain, instance, method);
        assert!(steps.iter().all(|step| step.state.is_some() && !step.why.is_empty()));
        steps.into_iter().map(|step| step.why + "\n").collect()
    };
    let climbing = whys("queens", Some("7"), "hill-climbing");
    assert!(climbing.starts_with("run 1 begins at cost "), "{climbing}");
    assert!(climbing.contains("stuck at a local optimum, which this method cannot leave"));
    assert!(climbing.contains("the best neighbour's cost is "));
    let annealing = whys("queens", Some("20"), "annealing");
    assert!(annealing.contains("so it is made") && annealing.contains("so it is rejected"));
    assert!(annealing.contains("worse: probability 0."));
    let checking = whys("queens", Some("4"), "forward-checking(order=static)");
    assert!(checking.starts_with("column 1 is assigned row 1\n"), "{checking}");
    assert!(checking.contains("row 1 removed from column 2: it conflicts with column 1"));
    assert!(checking.contains("no value is left for column "));
    assert!(checking.contains("solution 1"));
    let plain = whys("queens", Some("4"), "backtracking(order=static)");
    assert!(plain.contains("column 2 conflicts with column 1: undone"));
    assert!(plain.contains("every value of column 2 has been tried: back to column 1"), "{plain}");
}

#[test]
fn any_number_of_threads_gives_the_same_report() {
    for (domain, text, method) in [
        ("queens", "8", "hill-climbing(restarts=50)"),
        ("queens", "20", "annealing(steps=2000)"),
        ("queens", "4", "hill-climbing(restarts=3)"),
        ("8-puzzle", "8 0 6 5 4 7 2 3 1", "annealing"),
    ] {
        let report = |jobs| {
            let spec: Spec = domain.parse().unwrap();
            let (domain, instance) = open(&spec, Some(text), 1).unwrap();
            let method = method.parse().unwrap();
            let mut options = Run { seed: 3, limits: Limits::default(), jobs, trace: None };
            let report = run(domain, instance.as_ref(), Some(&method), &mut options).unwrap();
            let counters = Counters { peak_bytes: 0, peak_stored: 0, ..report.counters };
            Report { seconds: 0.0, counters, ..report }
        };
        assert_eq!(report(4).to_json(), report(1).to_json(), "{method} on {domain}");
    }
}

#[test]
fn alpha_beta_on_several_threads_reports_the_value_and_moves_of_one() {
    for (domain, text) in [("tictactoe", "X........"), ("connect4", "444"), ("mnk(3, 4, 3)", "")] {
        let report = |jobs| {
            let spec: Spec = domain.parse().unwrap();
            let (domain, instance) =
                open(&spec, Some(text).filter(|it| !it.is_empty()), 1).unwrap();
            let method = "alpha-beta(depth=8)".parse().unwrap();
            let mut options = Run { seed: 3, limits: Limits::default(), jobs, trace: None };
            let report = run(domain, instance.as_ref(), Some(&method), &mut options).unwrap();
            Report { seconds: 0.0, ..report }
        };
        let (one, two) = (report(1), report(2));
        assert_eq!(report(5).to_json(), two.to_json(), "{domain}");
        let answer = |report: &Report| {
            let json: serde_json::Value = serde_json::from_str(&report.to_json()).unwrap();
            (json["value"].clone(), json["best"].clone(), json["solution"].clone())
        };
        assert!(answer(&one).1.is_array(), "{}", one.to_json());
        assert_eq!(answer(&two), answer(&one), "{domain}");
    }
}

/// What courses report about walks with steps back.
#[test]
fn walks_end_as_far_away_as_courses_say() {
    let mean = |domain: &str| {
        let costs = (1..=400).map(|seed| report(domain, None, "astar", seed).cost.unwrap().value());
        costs.sum::<f64>() / 400.0
    };
    let (short, long) = (mean("8-puzzle(walk=25)"), mean("8-puzzle(walk=50)"));
    assert!((5.3..6.1).contains(&short) && (9.0..10.0).contains(&long), "{short} {long}");
    assert!(mean("8-puzzle(walk=25, straight=on)") > 15.0);
}

#[test]
fn euclidean_costs_have_their_decimals() {
    let board = Some("8 0 6 5 4 7 2 3 1");
    let method = "annealing(cost=euclidean, steps=100, restarts=0, start=0.5)";
    let found = report("8-puzzle", board, method, 1);
    let start = found.facts["climbs"][0]["start"].as_f64().unwrap();
    // The blank moves U, and tiles 1, 2 and 5 have 2√2, 2 and √2 to go, and so on.
    assert!((start - 15.550).abs() < 0.001, "{start}");
    assert_eq!(found.facts["start_temperature"], 0.5);
    assert!(found.notes[0].starts_with("run 1: from cost 15.55 to "), "{:?}", found.notes);
}

#[test]
fn annealing_undoes_moves_only_where_that_is_allowed() {
    let backs = |method: &str| {
        let steps = trace("8-puzzle", Some("8 0 6 5 4 7 2 3 1"), method);
        let made: Vec<String> = steps
            .iter()
            .filter(|step| step.event == goalward_lab::EventKind::Step)
            .map(|step| step.why[..11].to_string())
            .collect();
        let pairs = [("L", "R"), ("R", "L"), ("U", "D"), ("D", "U")];
        let back = |pair: &&[String]| {
            pairs.iter().any(|(a, b)| pair[0].ends_with(a) && pair[1].ends_with(b))
        };
        made.windows(2).filter(back).count()
    };
    assert_eq!(backs("annealing(steps=500, restarts=0)"), 0);
    assert!(backs("annealing(steps=500, restarts=0, never-undo=off)") > 0);
    let (_, instance) = open(&Spec::bare("queens"), None, 1).unwrap();
    let methods = instance.methods();
    let annealing = methods.iter().find(|method| method.about.name == "annealing").unwrap();
    assert!(annealing.params.iter().all(|param| param.name != "never-undo"));
}
