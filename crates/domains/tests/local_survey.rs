//! Where climbs on the queens' landscape end.

use goalward::local::{Kinds, survey, survey_sample};
use goalward::{Limits, Rng, Stop};
use goalward_domains::queens::Queens;

#[test]
fn local_optima_of_small_boards_are_those_of_the_plain_definition() {
    for n in [1, 4, 5, 6] {
        let found = survey(&Queens::new(n).unwrap(), &Limits::default());
        let (mut plain, mut solutions) = (Kinds::default(), 0);
        for number in 0..(n as u64).pow(n as u32) {
            let rows: Vec<i64> =
                (0..n).map(|c| (number / (n as u64).pow(c as u32) % n as u64) as i64).collect();
            let here = attacks(&rows);
            plain.states += 1;
            if here == 0 {
                solutions += 1;
                continue;
            }
            let mut least = i64::MAX;
            for column in 0..n {
                for row in (0..n as i64).filter(|&row| row != rows[column]) {
                    let mut moved = rows.clone();
                    moved[column] = row;
                    least = least.min(attacks(&moved));
                }
            }
            plain.strict += u64::from(least > here);
            plain.flat += u64::from(least == here);
        }
        assert_eq!((found.total(), found.solutions()), (plain, solutions), "{n} queens");
    }
}

fn attacks(rows: &[i64]) -> i64 {
    let pairs = (0..rows.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    let attack = |&(a, b): &(usize, usize)| {
        rows[a] == rows[b] || (rows[a] - rows[b]).unsigned_abs() == (b - a) as u64
    };
    pairs.filter(attack).count() as i64
}

#[test]
fn the_landscape_of_eight_queens_has_all_states_and_92_solutions() {
    let every = survey(&Queens::new(8).unwrap(), &Limits::default());
    assert_eq!((every.total().states, every.solutions()), (16_777_216, 92));
    let part = survey(&Queens::new(8).unwrap(), &Limits::nodes(262_144));
    assert_eq!((part.stopped, part.total().states), (Some(Stop::Nodes), 262_144));
}

#[test]
fn a_sample_of_a_landscape_comes_near_the_whole() {
    let share = |kinds: Kinds| (kinds.strict + kinds.flat) as f64 / kinds.states as f64;
    let queens = Queens::new(6).unwrap();
    let whole = share(survey(&queens, &Limits::default()).total());
    let sample = survey_sample(&queens, 20_000, &mut Rng::new(1), &Limits::default());
    assert!((share(sample.total()) - whole).abs() < 0.02, "{whole}");
}
