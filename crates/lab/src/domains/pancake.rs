//! Pancake sorting.

use goalward::{Rng, StateSpace};
use goalward_domains::pancake::{Flip, MOST, Pancakes, Stack};

use crate::depths::{Start, at_depth, walk_or_depth};
use crate::own::{Guess, Own, PathProblem, own_path};
use crate::path;
use crate::registry::{Domain, InputError, Method};
use crate::settings::{Param, Settings};

/// The row of the registry.
pub const DOMAIN: Domain = own_path::<Pancakes>();

impl PathProblem for Pancakes {
    const NAME: &'static str = "pancake";
    const TITLE: &'static str = "Pancakes";
    const DOC: &'static str = "A stack of pancakes, sorted by flipping the top ones";
    const INSTANCE: &'static str =
        "the sizes from the top, such as 3 1 2; by default a random stack";
    const RANDOM: bool = true;
    const METHOD: &'static str = "idastar(gap)";
    const COMPARED: &'static [&'static str] =
        &["greedy(gap)", "astar(gap)", "idastar(gap)", "rbfs(gap)", "nbs(gap)", "dps(gap)"];
    const HEURISTICS: &'static [Guess<Self>] = &[Guess::admissible(
        "gap",
        "Adjacent pairs that are not adjacent in the goal",
        Pancakes::gaps,
    )
    .titled("gaps")];
    const UNIT_COSTS: bool = true;
    const CANCELS: bool = true;
    const MEANING: Option<&'static str> =
        Some("A number is how many pancakes are flipped, counted from the top.");

    fn params() -> Vec<Param> {
        let pancakes = "Number of pancakes; by default that of the instance, or 10";
        let mut params = vec![Param::whole("pancakes", pancakes, 2..=MOST as u64, "10").optional()];
        params.extend(walk_or_depth());
        params
    }

    fn open(settings: &Settings, text: Option<&str>, seed: u64) -> Result<Self, InputError> {
        let count = settings.whole_if_set("pancakes").map(|count| count as usize);
        let size = count.unwrap_or(10);
        let mut rng = Rng::new(seed);
        match Start::of(settings, text)? {
            Start::Text(text) => {
                let stack = Pancakes::parse(text).map_err(InputError::new)?;
                match count {
                    Some(count) if count != stack.size() => Err(InputError(format!(
                        "that stack has {} pancakes, not {count}",
                        stack.size()
                    ))),
                    _ => Ok(stack),
                }
            }
            Start::Walk(walk) => Ok(Pancakes::walk(size, walk, &mut rng)),
            Start::Depth(depth) => {
                let ordered = Pancakes::walk(size, 0, &mut rng);
                let key = format!("{size} pancakes");
                Ok(ordered.from_stack(at_depth(&key, &key, &ordered, depth, &mut rng)?))
            }
            Start::Random => Ok(Pancakes::random(size, &mut rng)),
        }
    }

    fn text(&self) -> String {
        self.show(self.start())
    }

    fn show(&self, stack: &Stack) -> String {
        Pancakes::show(self, *stack)
    }

    fn name(&self, flip: &Flip) -> String {
        flip.to_string()
    }

    fn reversed(&self) -> Option<Self> {
        Some(Pancakes::reversed(self))
    }

    fn methods(own: &Own<Self>) -> Vec<Method<'_>> {
        path::reversible_methods(own)
    }

    /// A line for each pancake, as wide as it is.
    fn draw(&self, stack: &Stack) -> String {
        let width = 2 * self.size() - 1;
        let line = |size: &str| {
            let pancake = "=".repeat(2 * size.parse::<usize>().unwrap_or(1).min(self.size()) - 1);
            format!("{pancake:^width$}")
        };
        PathProblem::show(self, stack).split_whitespace().map(line).collect::<Vec<_>>().join("\n")
    }
}
