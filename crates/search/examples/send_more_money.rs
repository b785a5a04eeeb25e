//! SEND + MORE = MONEY: a digit for each letter.
//!
//! `cargo run --release -p goalward --example send_more_money`

use goalward::csp::{Backtracking, Comparison, CspSearch, Find, Model, Variable};

const LETTERS: &str = "SENDMORY";

/// Every solution.
pub fn solve() -> Vec<String> {
    let mut model = Model::new();
    // No number begins with 0.
    let digits = |letter| if "SM".contains(letter) { 1..=9 } else { 0..=9 };
    let letters: Vec<Variable> =
        LETTERS.chars().map(|letter| model.variable(letter, digits(letter))).collect();
    model.all_different(&letters);
    let word = |(sign, word): (i64, &'static str)| {
        let letters = (0..).zip(word.chars().rev());
        letters.map(move |(i, letter)| (sign * 10i64.pow(i), LETTERS.find(letter).unwrap()))
    };
    let terms: Vec<_> =
        [(1, "SEND"), (1, "MORE"), (-1, "MONEY")].into_iter().flat_map(word).collect();
    model.sum(&terms, Comparison::Equal, 0);
    let answer = Backtracking::default().solve(&model, Find::All);
    model.solutions(&answer).map(|solution| solution.to_string()).collect()
}

fn main() {
    let begun = std::time::Instant::now();
    let solutions = solve();
    println!("{} in {:?}", solutions.join("\n"), begun.elapsed());
}
