//! Numbers in two heaps of equal sums: your own landscape, in every command and on the page.
use goalward::Rng;
use goalward::local::Landscape;
use goalward_lab::{InputError, LandscapeProblem, Settings, own_landscape};

/// The numbers.
pub struct Heaps(Vec<i64>);

impl Landscape for Heaps {
    type State = Vec<bool>;
    type Move = usize;
    fn random_state(&self, rng: &mut Rng) -> Vec<bool> {
        self.0.iter().map(|_| rng.below(2) == 1).collect()
    }
    fn cost(&self, left: &Vec<bool>) -> i64 {
        self.difference(left).abs()
    }
    fn moves(&self, _: &Vec<bool>) -> impl Iterator<Item = usize> {
        0..self.0.len()
    }
    fn random_move(&self, _: &Vec<bool>, rng: &mut Rng) -> Option<usize> {
        Some(rng.below(self.0.len()))
    }
    fn delta(&self, left: &Vec<bool>, at: usize) -> i64 {
        let moved = if left[at] { -2 * self.0[at] } else { 2 * self.0[at] };
        (self.difference(left) + moved).abs() - self.cost(left)
    }
    fn apply(&self, left: &mut Vec<bool>, at: usize) {
        left[at] = !left[at];
    }
}

impl Heaps {
    fn difference(&self, left: &[bool]) -> i64 {
        self.0.iter().zip(left).map(|(number, left)| if *left { *number } else { -number }).sum()
    }
}

impl LandscapeProblem for Heaps {
    const NAME: &'static str = "partition";
    const DOC: &'static str = "Numbers in two heaps of equal sums";
    fn open(_: &Settings, text: Option<&str>, _seed: u64) -> Result<Self, InputError> {
        let words = text.unwrap_or("4 5 6 7 8 9 10 11").split_whitespace();
        let numbers: Option<Vec<i64>> = words.map(|n| n.parse().ok().filter(|n| *n > 0)).collect();
        let wrong = || InputError("write positive numbers, such as 4 5 6 7 8".into());
        numbers.filter(|numbers| !numbers.is_empty()).map(Heaps).ok_or_else(wrong)
    }
    fn text(&self) -> String {
        self.0.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
    }
    fn show(&self, left: &Vec<bool>) -> String {
        left.iter().map(|left| if *left { 'L' } else { 'R' }).collect()
    }
    fn read(&self, shown: &str) -> Option<Vec<bool>> {
        (shown.len() == self.0.len()).then(|| shown.chars().map(|heap| heap == 'L').collect())
    }
}

/// `goalward` with one more domain.
pub fn main() -> std::process::ExitCode {
    goalward_cli::main_with([own_landscape::<Heaps>()])
}
