//! Local search on queens: the known figures, and counts that never change.

use goalward::local::{
    Annealing, Cooling, Ending, Event, Genetic, HillClimbing, LocalBeam, LocalSearch, MinConflicts,
    Reason, Schedule, Variant,
};
use goalward::{Limits, Rng, Stop, Verdict};
use goalward_domains::queens::{Columns, Placement, Queens, Relocation, Swaps, large};

fn queens(n: usize) -> Queens {
    Queens::new(n).unwrap()
}

/// Over many climbs: the share solved, and the mean steps when solved and when
/// stuck.
fn climb(climbing: HillClimbing, seeds: u64) -> (f64, f64, f64) {
    let (mut solved, mut steps_solved, mut steps_stuck) = (0, 0, 0);
    for seed in 0..seeds {
        let outcome = climbing.search(&queens(8), &mut Rng::new(seed), &Limits::default(), &mut ());
        match outcome.verdict {
            Verdict::Solved(found) => {
                solved += 1;
                steps_solved += found.runs[0].steps;
                assert!(found.state.placement().is_solution());
            }
            Verdict::Stuck(found) => steps_stuck += found.runs[0].steps,
            other => panic!("{other:?}"),
        }
    }
    let mean = |sum: u64, count: u64| sum as f64 / count as f64;
    (mean(solved, seeds), mean(steps_solved, solved), mean(steps_stuck, seeds - solved))
}

#[test]
fn steepest_ascent_solves_one_in_seven_8_queens_in_4_steps_and_is_stuck_after_3() {
    let (solved, steps_solved, steps_stuck) = climb(HillClimbing::default(), 100_000);
    assert!((0.135..0.150).contains(&solved), "{solved}");
    assert!((3.9..4.2).contains(&steps_solved), "{steps_solved}");
    assert!((2.9..3.2).contains(&steps_stuck), "{steps_stuck}");
}

#[test]
fn a_hundred_sideways_moves_solve_94_of_100() {
    let sideways = HillClimbing { sideways: 100, ..HillClimbing::default() };
    let (solved, steps_solved, steps_stuck) = climb(sideways, 100_000);
    assert!((0.93..0.95).contains(&solved), "{solved}");
    assert!((18.0..23.0).contains(&steps_solved), "{steps_solved}");
    assert!((55.0..75.0).contains(&steps_stuck), "{steps_stuck}");
}

#[test]
fn restarts_solve_8_queens_always() {
    for variant in [Variant::Steepest, Variant::FirstChoice, Variant::Stochastic] {
        let climbing = HillClimbing { variant, restarts: 1_000, sideways: 0 };
        for seed in 0..200 {
            let outcome =
                climbing.search(&queens(8), &mut Rng::new(seed), &Limits::default(), &mut ());
            let found = outcome.into_solution().unwrap();
            let (last, stuck) = found.runs.split_last().unwrap();
            assert_eq!((last.end, last.ending), (0, Ending::Solved));
            assert!(stuck.iter().all(|run| run.end > 0 && run.ending != Ending::Solved));
        }
    }
}

#[test]
fn steepest_ascent_takes_the_best_of_56_neighbours() {
    let mut watch = |event: Event<'_, Columns, Relocation>| {
        if let Event::Step { state, after, reason, .. } = event {
            let neighbours = (0..8).flat_map(|column| (0..8).map(move |row| (column, row)));
            let costs = neighbours.filter(|&(column, row)| state.rows()[column] != row);
            let costs: Vec<_> = costs
                .map(|(column, row)| {
                    let mut rows = state.rows().to_vec();
                    rows[column] = row;
                    Placement::new(rows).unwrap().attacking_pairs()
                })
                .collect();
            assert_eq!(costs.len(), 56);
            assert_eq!(costs.iter().min(), Some(&(after as u64)));
            let ties = costs.iter().filter(|&&cost| cost == after as u64).count();
            assert_eq!(reason, Reason::BestNeighbour { ties });
        }
    };
    let climbing = HillClimbing { restarts: 20, ..HillClimbing::default() };
    climbing.search(&queens(8), &mut Rng::new(1), &Limits::default(), &mut watch);
}

#[test]
fn a_time_limit_ends_even_a_single_look_around_a_vast_neighbourhood() {
    let limits = Limits::time(std::time::Duration::from_millis(20));
    let outcome =
        HillClimbing::default().search(&queens(50_000), &mut Rng::new(1), &limits, &mut ());
    assert!(outcome.stats.seconds < 1.0, "{} s", outcome.stats.seconds);
    assert!(matches!(outcome.verdict, Verdict::Stopped { by: Stop::Time, best: Some(_) }));
}

#[test]
fn annealing_with_defaults_solves_boards_of_every_size() {
    for cooling in [
        Cooling::Geometric { factor: None },
        Cooling::Linear { step: None },
        Cooling::Random,
        Cooling::Logarithmic,
    ] {
        let annealing = Annealing::new(Schedule { cooling, ..Schedule::default() }).unwrap();
        for n in [1, 4, 5, 8, 20, 100] {
            let outcome =
                annealing.search(&Swaps(queens(n)), &mut Rng::new(1), &Limits::default(), &mut ());
            let found = outcome.into_solution().unwrap_or_else(|| panic!("{cooling:?}, {n}"));
            assert!(found.state.placement().is_solution());
        }
    }
}

#[test]
fn annealing_works_on_single_columns_too() {
    let outcome =
        Annealing::default().search(&queens(20), &mut Rng::new(1), &Limits::default(), &mut ());
    assert!(outcome.into_solution().unwrap().state.placement().is_solution());
}

#[test]
fn min_conflicts_repairs_boards_of_any_size() {
    for n in [1, 4, 8, 50, 1_000, 20_000] {
        for seed in 0..3 {
            let outcome = MinConflicts::default().search(
                &queens(n),
                &mut Rng::new(seed),
                &Limits::default(),
                &mut (),
            );
            let found = outcome.into_solution().unwrap_or_else(|| panic!("{n} queens"));
            assert!(found.state.placement().is_solution());
        }
    }
}

#[test]
fn a_beam_and_a_population_solve_8_queens() {
    for seed in 0..20 {
        let limits = Limits::default();
        let beam = LocalBeam::default().search(&queens(8), &mut Rng::new(seed), &limits, &mut ());
        assert!(beam.into_solution().unwrap().state.placement().is_solution());
        let bred = Genetic::default().search(&queens(8), &mut Rng::new(seed), &limits, &mut ());
        assert!(bred.into_solution().unwrap().state.placement().is_solution());
    }
}

#[test]
fn boards_without_a_solution_leave_every_method_stuck_with_its_best() {
    for n in [2, 3] {
        let (queens, limits) = (queens(n), Limits::default());
        let rng = || Rng::new(1);
        let climbing = HillClimbing { sideways: 10, restarts: 10, ..HillClimbing::default() };
        let annealing =
            Annealing::new(Schedule { steps: Some(1_000), ..Schedule::default() }).unwrap();
        let genetic = Genetic { generations: 20, ..Genetic::default() };
        let verdicts = [
            climbing.search(&queens, &mut rng(), &limits, &mut ()).verdict,
            annealing.search(&queens, &mut rng(), &limits, &mut ()).verdict,
            MinConflicts::default().search(&queens, &mut rng(), &limits, &mut ()).verdict,
            LocalBeam::default().search(&queens, &mut rng(), &limits, &mut ()).verdict,
            genetic.search(&queens, &mut rng(), &limits, &mut ()).verdict,
        ];
        for verdict in verdicts {
            assert!(matches!(verdict, Verdict::Stuck(found) if found.cost == 1), "{n} queens");
        }
        let large = large::solve(queens, &mut rng(), &limits);
        assert_eq!(large.verdict, Verdict::Unsolvable);
    }
}

#[test]
fn every_small_board_with_a_solution_is_solved_by_the_large_solver() {
    for n in (1..200).filter(|n| ![2, 3].contains(n)) {
        for seed in 0..5 {
            let outcome = large::solve(queens(n), &mut Rng::new(seed), &Limits::default());
            let placement = outcome.into_solution().unwrap();
            assert!(placement.rows().len() == n && placement.is_solution(), "{n} queens");
        }
    }
}

#[test]
fn a_million_queens_are_solved_in_under_a_second() {
    let clock = cpu_time::ThreadTime::now();
    let outcome = large::solve(queens(1_000_000), &mut Rng::new(1), &Limits::default());
    assert!(clock.elapsed().as_secs_f64() < 1.0, "{:?}", clock.elapsed());
    assert!(outcome.into_solution().unwrap().is_solution());
}

#[test]
fn the_large_solver_honours_limits_and_keeps_what_it_has() {
    let solve = |limits: Limits| large::solve(queens(10_000), &mut Rng::new(1), &limits);
    for nodes in [0, 1, 5_000, 10_001] {
        let outcome = solve(Limits::nodes(nodes));
        assert_eq!(outcome.stats.expanded, nodes);
        let Verdict::Stopped { by: Stop::Nodes, best: Some(best) } = outcome.verdict else {
            panic!("{nodes} steps cannot be enough")
        };
        assert!(best.rows().len() == 10_000 && !best.is_solution());
    }
    let stopped = Verdict::Stopped { by: Stop::Memory, best: None };
    assert_eq!(solve(Limits::memory(10_000)).verdict, stopped);
    assert!(solve(Limits::memory(50_000)).stats.peak_bytes <= 50_000);
    let outcome = solve(Limits::time(std::time::Duration::ZERO));
    assert!(matches!(outcome.verdict, Verdict::Stopped { by: Stop::Time, best: Some(_) }));
}

/// A changed count is a changed search: decide it, then write it here.
#[test]
fn fixed_seeds_take_these_counts() {
    let limits = Limits::default();
    let rng = || Rng::new(2026);
    let climbing = HillClimbing { restarts: 100, ..HillClimbing::default() };
    let variant = |variant| HillClimbing { variant, ..climbing };
    let stats = [
        climbing.search(&queens(15), &mut rng(), &limits, &mut ()).stats,
        variant(Variant::FirstChoice).search(&queens(15), &mut rng(), &limits, &mut ()).stats,
        variant(Variant::Stochastic).search(&queens(15), &mut rng(), &limits, &mut ()).stats,
        Annealing::default().search(&Swaps(queens(30)), &mut rng(), &limits, &mut ()).stats,
        MinConflicts::default().search(&queens(100), &mut rng(), &limits, &mut ()).stats,
        LocalBeam::default().search(&queens(12), &mut rng(), &limits, &mut ()).stats,
        Genetic::default().search(&queens(8), &mut rng(), &limits, &mut ()).stats,
        large::solve(queens(1_000), &mut rng(), &limits).stats,
    ];
    let counts = stats.map(|stats| (stats.expanded, stats.generated));
    let expected = [
        (300, 63_000),
        (142, 8_685),
        (19, 3_990),
        (264_490, 264_490),
        (162, 16_038),
        (96, 12_672),
        (1_287, 1_287),
        (1_169, 3_064),
    ];
    assert_eq!(counts, expected);
}
