//! Fills a crossword from a list of words.
//!
//! `cargo run --release -p goalward --example crossword`

use goalward::csp::{Backtracking, CspSearch, Find, Model, Variable};

const GRID: [&str; 6] = [".....", "##.#.", "#....", ".#...", ".....", ".##.#"];
const WORDS: &str = "AFT ALE EEL HEEL HIKE HOSES KEEL KNOT LASER LEE LINE SAILS SHEET STEER TIE";

/// The words across and then down, in every solution.
pub fn solve() -> Vec<String> {
    let is_black = |&(row, column): &(usize, usize)| GRID[row].as_bytes()[column] == b'#';
    let rows = (0..6).map(|row| (0..5).map(|column| (row, column)).collect::<Vec<_>>());
    let columns = (0..5).map(|column| (0..6).map(|row| (row, column)).collect::<Vec<_>>());
    let lines: Vec<_> = rows.chain(columns).collect();
    let runs = lines.iter().flat_map(|line| line.split(is_black));
    let slots: Vec<_> = runs.filter(|run| run.len() > 1).collect();

    let mut model = Model::new();
    let of = |length| WORDS.split(' ').filter(move |word| word.len() == length);
    let slot = |(i, slot): (usize, &&[_])| model.variable(i.to_string(), of(slot.len()));
    let variables: Vec<Variable> = slots.iter().enumerate().map(slot).collect();
    model.all_different(&variables);
    for (x, y) in variables.iter().flat_map(|&y| (0..y).map(move |x| (x, y))) {
        for (i, cell) in slots[x].iter().enumerate() {
            if let Some(j) = slots[y].iter().position(|other| other == cell) {
                model.constraint(&[x, y], move |w| w[0].as_bytes()[i] == w[1].as_bytes()[j]);
            }
        }
    }
    let answer = Backtracking::default().solve(&model, Find::All);
    model.solutions(&answer).map(|words| words.values().collect::<Vec<_>>().join(" ")).collect()
}

fn main() {
    println!("{}", solve().join("\n"));
}
