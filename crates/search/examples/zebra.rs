//! Five houses in a row: who drinks water, and who owns the zebra?
//!
//! `cargo run --release -p goalward --example zebra`

use goalward::csp::{Backtracking, CspSearch, Find, Model};

const PEOPLE: &str = "Englishman Spaniard Ukrainian Norwegian Japanese";
const THINGS: &str = "red green ivory yellow blue/dog snails fox horse zebra/\
    coffee tea milk juice water/OldGold Kools Chesterfield LuckyStrike Parliament";

/// Who drinks water, who owns the zebra, and how many solutions there are.
pub fn solve() -> (&'static str, &'static str, usize) {
    let mut model = Model::new();
    for things in [PEOPLE].into_iter().chain(THINGS.split('/')) {
        let houses: Vec<_> = things.split(' ').map(|thing| model.variable(thing, 1..=5)).collect();
        model.all_different(&houses);
    }
    let mut rule = |things: &str, test: fn(&[i32]) -> bool| {
        let houses: Vec<_> = things.split(' ').map(|thing| model.named(thing).unwrap()).collect();
        model.constraint(&houses, test);
    };
    let same = "Englishman red/Spaniard dog/coffee green/Ukrainian tea/OldGold snails/\
                Kools yellow/LuckyStrike juice/Japanese Parliament";
    same.split('/').for_each(|things| rule(things, |house| house[0] == house[1]));
    let beside = "Chesterfield fox/Kools horse/Norwegian blue";
    beside.split('/').for_each(|things| rule(things, |house| house[0].abs_diff(house[1]) == 1));
    rule("ivory green", |house| house[0] + 1 == house[1]);
    rule("milk Norwegian", |house| house[0] == 3 && house[1] == 1);
    let answer = Backtracking::default().solve(&model, Find::All);
    let found = model.solutions(&answer).next().unwrap();
    let who = |thing| PEOPLE.split(' ').find(|&person| found[person] == found[thing]).unwrap();
    (who("water"), who("zebra"), model.solutions(&answer).count())
}

fn main() {
    let (water, zebra, _) = solve();
    println!("The {water} drinks water. The {zebra} owns the zebra.");
}
