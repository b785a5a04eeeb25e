//! Water jugs: your own domain, in every command and on the page.
use goalward::StateSpace;
use goalward_lab::{Guess, InputError, PathProblem, Settings, own_path};

/// The sizes of two jugs, and the litres wanted in one of them.
pub struct Jugs([usize; 3]);

impl StateSpace for Jugs {
    type State = [usize; 2];
    type Action = &'static str;
    type Cost = u32;
    fn start(&self) -> [usize; 2] {
        [0, 0]
    }
    fn is_goal(&self, litres: &[usize; 2]) -> bool {
        litres.contains(&self.0[2])
    }
    fn actions(&self, _: &[usize; 2]) -> impl Iterator<Item = &'static str> {
        ["fill-A", "fill-B", "empty-A", "empty-B", "A-to-B", "B-to-A"].into_iter()
    }
    fn apply(&self, &[a, b]: &[usize; 2], action: &&'static str) -> [usize; 2] {
        let [size_a, size_b, _] = self.0;
        match *action {
            "fill-A" => [size_a, b],
            "fill-B" => [a, size_b],
            "empty-A" => [0, b],
            "empty-B" => [a, 0],
            "A-to-B" => [a - a.min(size_b - b), b + a.min(size_b - b)],
            _ => [a + b.min(size_a - a), b - b.min(size_a - a)],
        }
    }
}

impl PathProblem for Jugs {
    const NAME: &'static str = "jugs";
    const DOC: &'static str = "Two jugs, and the litres wanted in one of them";
    const UNIT_COSTS: bool = true;
    const HEURISTICS: &'static [Guess<Self>] =
        &[Guess::admissible("unmet", "1 until the goal is met", |j, at| u32::from(!j.is_goal(at)))];
    fn open(_: &Settings, text: Option<&str>, _seed: u64) -> Result<Self, InputError> {
        let numbers = text.unwrap_or("3 5 4").split_whitespace().map_while(|n| n.parse().ok());
        let three = numbers.collect::<Vec<_>>().try_into();
        three.map(Jugs).map_err(|_| InputError("write three numbers, such as 3 5 4".into()))
    }
    fn text(&self) -> String {
        self.0.map(|number| number.to_string()).join(" ")
    }
}

/// `goalward` with one more domain.
pub fn main() -> std::process::ExitCode {
    goalward_cli::main_with([own_path::<Jugs>()])
}
