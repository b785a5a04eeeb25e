use goalward::Limits;
use goalward::local::{Event, HillClimbing, LocalSearch, Variant};

use super::super::Queens;
use super::*;

#[test]
fn it_is_the_landscape_of_all_queens_for_eight() {
    let (queens, mut rng) = (Queens::new(8).unwrap(), Rng::new(1));
    for _ in 0..300 {
        let mut same = rng.clone();
        let (mut eight, mut columns) =
            (EightQueens.random_state(&mut rng), queens.random_state(&mut same));
        for _ in 0..5 {
            assert_eq!(eight.rows(), columns.rows());
            assert_eq!(eight, Eight::new(eight.rows));
            assert_eq!(EightQueens.cost(&eight), queens.cost(&columns));
            assert!(EightQueens.moves(&eight).eq(queens.moves(&columns)));
            for mv in queens.moves(&columns) {
                assert_eq!(EightQueens.delta(&eight, mv), queens.delta(&columns, mv));
            }
            let mut meters = [0, 1].map(|_| Meter::new(&Limits::default()));
            let best = EightQueens.best_move(&eight, &mut rng, &mut meters[0]);
            assert_eq!(best, queens.best_move(&columns, &mut same, &mut meters[1]));
            assert_eq!(meters[0].generated, meters[1].generated);
            let mv = EightQueens.random_move(&eight, &mut rng).unwrap();
            assert_eq!(Some(mv), queens.random_move(&columns, &mut same));
            EightQueens.apply(&mut eight, mv);
            queens.apply(&mut columns, mv);
        }
    }
}

/// A climb one best move after the other, as the search makes it when it is watched.
fn plain_climb(
    eight: &mut Eight,
    sideways: u32,
    run: &mut Run,
    rng: &mut Rng,
    meter: &mut Meter,
) -> Result<Ending, Stop> {
    let mut in_a_row = 0;
    while run.end > 0 {
        meter.expand()?;
        let best = EightQueens.best_move(eight, rng, meter)?.expect("there are moves");
        in_a_row = if best.delta == 0 { in_a_row + 1 } else { 0 };
        if best.delta > 0 {
            return Ok(Ending::LocalOptimum);
        }
        if in_a_row > sideways {
            return Ok(Ending::Plateau);
        }
        EightQueens.apply(eight, best.mv);
        run.moved(best.delta);
    }
    Ok(Ending::Solved)
}

#[test]
#[cfg(target_arch = "x86_64")]
fn climbs_at_a_stretch_are_climbs_move_by_move() {
    let mut seen = std::collections::HashSet::new();
    for seed in 0..3_000 {
        let start = EightQueens.random_state(&mut Rng::new(seed));
        let climb = |quick: bool| {
            let limits = Limits::nodes(if seed % 3 == 0 { seed % 7 } else { 1_000 });
            let (mut eight, mut rng, mut meter) = (start, Rng::new(!seed), Meter::new(&limits));
            let cost = EightQueens.cost(&eight);
            let mut run =
                Run { start: cost, end: cost, steps: 0, sideways: 0, ending: Ending::Spent };
            let sideways = [0, 1, 100][seed as usize % 3];
            let end = if quick {
                avx2::climb(&mut eight, sideways, &mut run, &mut rng, &mut meter)?
            } else {
                plain_climb(&mut eight, sideways, &mut run, &mut rng, &mut meter)
            };
            Some((eight, end, run, rng.bits(), meter.expanded, meter.generated))
        };
        let (Some(quick), Some(plain)) = (climb(true), climb(false)) else {
            assert!(!Simd::Avx2.is_available());
            return;
        };
        assert_eq!(quick, plain, "{seed}");
        seen.insert(plain.1.map_err(|stop| stop == Stop::Nodes));
    }
    assert_eq!(seen.len(), 4, "every ending is met");
}

#[test]
#[cfg(target_arch = "x86_64")]
fn climbs_in_a_row_are_climbs_one_by_one() {
    let mut seen = std::collections::HashSet::new();
    for seed in 0..3_000 {
        let (most, looks) = (seed % 9, [3, 10, 20, u64::MAX][seed as usize % 4]);
        let rng = |number: u32| Rng::stream(seed, number.into());
        let mut runs = Vec::new();
        let quick = four::climbs(looks, rng, &mut Room::new(&mut runs, most));
        if !Simd::Avx2.is_available() {
            return;
        }
        let (mut expanded, mut generated, mut best) = (0, 0, None);
        for (number, &run) in runs.iter().enumerate() {
            let (mut rng, mut meter) = (rng(number as u32), Meter::new(&Limits::default()));
            let mut eight = EightQueens.random_state(&mut rng);
            let cost = EightQueens.cost(&eight);
            let mut plain = Run { start: cost, end: cost, steps: 0, sideways: 0, ..run };
            let end = plain_climb(&mut eight, 0, &mut plain, &mut rng, &mut meter);
            plain.ending = end.expect("there is no limit");
            assert_eq!(run, plain);
            expanded += meter.expanded;
            generated += meter.generated;
            if best.is_none_or(|(least, _)| plain.end < least) {
                best = Some((plain.end, eight));
            }
            seen.insert(plain.ending);
        }
        let best = best.map(|(_, best)| Climbed { best, expanded, generated });
        assert_eq!(quick, best, "{seed}");
        assert!(expanded <= looks && runs.len() as u64 <= most);
        // They stop for one of four reasons, and not before.
        let solved = runs.iter().position(|run| run.end == 0);
        assert!(solved.is_none_or(|solved| solved + 1 == runs.len()));
        let (all, full) = (runs.len() as u64 + 2 > most, looks < u64::MAX);
        assert!(solved.is_some() || all || full);
    }
    assert_eq!(seen.len(), 3, "every ending is met");
}

#[test]
fn searches_are_the_same_watched_or_not_within_any_limits() {
    for seed in 0..400 {
        let limits = match seed % 4 {
            0 => Limits::default(),
            1 => Limits::nodes(30 + seed),
            2 => Limits::memory(200 + 40 * seed),
            _ => Limits { time: Some(std::time::Duration::MAX), ..Limits::nodes(2_000) },
        };
        let restarts = [u32::MAX, 3, 70][seed as usize % 3];
        let climbing = HillClimbing { restarts, ..HillClimbing::default() };
        let quick = climbing.search(&EightQueens, &mut Rng::new(seed), &limits, &mut ());
        let watcher = &mut |_: Event<'_, Eight, Relocation>| {};
        let watched = climbing.search(&EightQueens, &mut Rng::new(seed), &limits, watcher);
        assert_eq!(quick.verdict, watched.verdict, "{seed}");
        let counts = |stats: goalward::Stats| goalward::Stats { seconds: 0.0, ..stats };
        assert_eq!(counts(quick.stats), counts(watched.stats), "{seed}");
    }
}

#[test]
fn every_seed_climbs_as_on_the_landscape_of_all_queens() {
    let queens = Queens::new(8).unwrap();
    for variant in [Variant::Steepest, Variant::FirstChoice, Variant::Stochastic] {
        for (seed, sideways) in (0..300).zip([0, 3, 100].into_iter().cycle()) {
            let climbing = HillClimbing { variant, sideways, restarts: 5 };
            let (mut rng, limits) = (Rng::new(seed), Limits::nodes(20 + seed));
            let quick = climbing.search(&EightQueens, &mut rng, &limits, &mut ());
            let plain = climbing.search(&queens, &mut Rng::new(seed), &limits, &mut ());
            let watcher = &mut |_: Event<'_, Eight, Relocation>| {};
            let watched = climbing.search(&EightQueens, &mut Rng::new(seed), &limits, watcher);
            assert_eq!(quick.verdict, watched.verdict);
            assert_eq!(quick.stats.expanded, plain.stats.expanded);
            assert_eq!(quick.stats.generated, plain.stats.generated);
            let runs = |runs: Vec<goalward::local::Run>, rows: &[u32]| (runs, rows.to_vec());
            let quick = quick.into_solution().map(|it| runs(it.runs, &it.state.rows()));
            let plain = plain.into_solution().map(|it| runs(it.runs, it.state.rows()));
            assert_eq!(quick, plain);
        }
    }
}
