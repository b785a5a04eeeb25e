//! How fast local search is on queens, on this machine:
//! `cargo run --release -p goalward-domains --example local_speed`.

use std::time::Instant;

use goalward::local::{
    Annealing, Cooling, HillClimbing, LocalSearch, MinConflicts, Schedule, Temperature,
};
use goalward::{Limits, Rng};
use goalward_domains::queens::{Queens, Swaps, large};

fn main() {
    annealing_steps();
    annealing_solves();
    climbs();
    repairs();
    large_boards();
}

fn queens(n: usize) -> Queens {
    Queens::new(n).expect("there are queens")
}

/// Annealing that stays too hot to succeed, except with 8 queens, where it restarts repeatedly.
fn annealing_steps() {
    for n in [8, 100, 1_000, 10_000] {
        let schedule = Schedule {
            cooling: Cooling::Geometric { factor: None },
            start: Temperature::Fixed(2.0),
            end: Temperature::Fixed(0.5),
            steps: Some(20_000_000),
            restarts: 0,
        };
        let annealing = Annealing::new(schedule).expect("it stays above zero");
        let (mut steps, mut seconds) = (0, 0.0);
        for seed in 0.. {
            let limits = Limits::nodes(20_000_000 - steps);
            let outcome =
                annealing.search(&Swaps(queens(n)), &mut Rng::new(seed), &limits, &mut ());
            steps += outcome.stats.expanded;
            seconds += outcome.stats.seconds;
            if steps >= 20_000_000 {
                break;
            }
        }
        println!("annealing, {n} queens: {:.3e} steps/s", steps as f64 / seconds);
    }
}

fn annealing_solves() {
    for cooling in [
        Cooling::Geometric { factor: None },
        Cooling::Linear { step: None },
        Cooling::Random,
        Cooling::Logarithmic,
    ] {
        let annealing =
            Annealing::new(Schedule { cooling, ..Schedule::default() }).expect("it is valid");
        for n in [5, 8, 20, 50, 100, 200, 500, 1_000, 2_000] {
            let (mut solved, mut steps, mut runs, mut seconds) = (0, 0, 0, 0.0);
            for seed in 0..10 {
                let limits = Limits::default();
                let outcome =
                    annealing.search(&Swaps(queens(n)), &mut Rng::new(seed), &limits, &mut ());
                solved += u32::from(outcome.solution().is_some());
                runs += outcome.solution().map_or(10, |found| found.runs.len());
                steps += outcome.stats.expanded;
                seconds += outcome.stats.seconds;
            }
            println!(
                "{cooling:?}, {n} queens: {solved} of 10 solved, {runs} runs, {} steps and {:.2} ms a solve",
                steps / 10,
                seconds * 100.0
            );
        }
    }
}

fn climbs() {
    for sideways in [0, 100] {
        let climbing = HillClimbing { sideways, ..HillClimbing::default() };
        let began = Instant::now();
        let climbs = 200_000;
        for seed in 0..climbs {
            climbing.search(&queens(8), &mut Rng::new(seed), &Limits::default(), &mut ());
        }
        let rate = climbs as f64 / began.elapsed().as_secs_f64();
        println!("steepest ascent, 8 queens, {sideways} sideways: {rate:.3e} climbs/s");
    }
}

fn repairs() {
    for n in [8, 100, 1_000, 10_000, 100_000, 1_000_000] {
        let outcome = MinConflicts::default().search(
            &queens(n),
            &mut Rng::new(1),
            &Limits::default(),
            &mut (),
        );
        let stats = outcome.stats;
        let solved = outcome.solution().is_some();
        println!(
            "min-conflicts, {n} queens: solved {solved}, {} steps, {:.4} s",
            stats.expanded, stats.seconds
        );
    }
}

fn large_boards() {
    for n in [1_000, 100_000, 1_000_000, 10_000_000] {
        for seed in 1..=3 {
            let outcome = large::solve(queens(n), &mut Rng::new(seed), &Limits::default());
            let stats = outcome.stats;
            let began = Instant::now();
            let valid = outcome.into_solution().is_some_and(|placement| placement.is_solution());
            println!(
                "large, {n} queens: {:.4} s, tries {}, valid {valid} (checked in {:.4} s)",
                stats.seconds,
                stats.generated,
                began.elapsed().as_secs_f64()
            );
        }
    }
}
