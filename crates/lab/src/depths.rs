//! Instances whose optimal cost is known, because the distance of every state is known.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use goalward::{Ranked, Reversible, Rng};

use crate::registry::InputError;
use crate::settings::{Param, Settings};

/// Spaces with more states have no table of distances.
const MOST_STATES: usize = 1 << 22;

/// No more tables are kept at once.
const MOST_TABLES: usize = 8;

const MOST_MOVES: u64 = 1_000_000;

/// The settings `walk` and `depth` of a domain that makes starts from them.
pub(crate) fn walk_or_depth() -> [Param; 2] {
    let walk = "Make the start by this many random moves from the goal";
    [Param::whole("walk", walk, 0..=MOST_MOVES, "0").optional().making_the_start(), depth_param()]
}

/// How a start is made.
pub(crate) enum Start<'a> {
    /// From a text.
    Text(&'a str),
    /// By this many random moves from the goal.
    Walk(u64),
    /// At random among those that need this many moves.
    Depth(u64),
    /// At random among all.
    Random,
}

impl<'a> Start<'a> {
    /// What the settings `walk` and `depth` and the text say.
    pub fn of(settings: &Settings, text: Option<&'a str>) -> Result<Self, InputError> {
        match (text, settings.whole_if_set("walk"), settings.whole_if_set("depth")) {
            (None, None, None) => Ok(Start::Random),
            (Some(text), None, None) => Ok(Start::Text(text)),
            (None, Some(walk), None) => Ok(Start::Walk(walk)),
            (None, None, Some(depth)) => Ok(Start::Depth(depth)),
            _ => Err(InputError("use only one of an instance, walk and depth".into())),
        }
    }
}

/// The setting `depth`.
pub(crate) fn depth_param() -> Param {
    let depth = "Make a random start that needs exactly this many moves; small puzzles only";
    Param::whole("depth", depth, 0..=u64::MAX, "0").optional().making_the_start()
}

/// Why there is no start of a depth where there are too many states.
pub(crate) fn too_many(size: &str, depth: u64) -> InputError {
    InputError(format!(
        "depth={depth} is not allowed with {size}: the distances of more than {MOST_STATES} states \
         are not known; use walk, or a smaller size"
    ))
}

/// A state chosen uniformly among those that need exactly `depth` moves, each of cost 1. The
/// distances are computed once for each `name`, which must be different for different spaces and
/// goals; `size` is for messages.
pub(crate) fn at_depth<S: Ranked + Reversible>(
    name: &str,
    size: &str,
    space: &S,
    depth: u64,
    rng: &mut Rng,
) -> Result<S::State, InputError> {
    let states = space.states().filter(|&states| states <= MOST_STATES);
    let states = states.ok_or_else(|| too_many(size, depth))?;
    let table = distances(name, space, states);
    let is_there = |&rank: &usize| table[rank] != UNREACHED && u64::from(table[rank]) == depth;
    let count = (0..states).filter(is_there).count();
    if count == 0 {
        let farthest = table.iter().filter(|&&moves| moves != UNREACHED).max().unwrap_or(&0);
        return Err(InputError(format!(
            "depth={depth} is not allowed with {size}: the farthest start needs {farthest} moves"
        )));
    }
    let chosen = rng.below(count);
    let rank = (0..states).filter(is_there).nth(chosen).expect("there are that many");
    Ok(space.unrank(rank))
}

/// The entry of a state from which the goal cannot be reached.
const UNREACHED: u8 = u8::MAX;

/// For each of a space's states, by rank, how many moves it needs.
fn distances<S: Ranked + Reversible>(name: &str, space: &S, states: usize) -> Arc<Vec<u8>> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Vec<u8>>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= MOST_TABLES && !known.contains_key(name) {
        known.clear();
    }
    known.entry(name.to_string()).or_insert_with(|| Arc::new(levels(space, states))).clone()
}

/// Level by level backwards from the goals, every move counted as 1.
fn levels<S: Ranked + Reversible>(space: &S, states: usize) -> Vec<u8> {
    let mut table = vec![UNREACHED; states];
    let mut level: Vec<usize> = space.goals().map(|goal| space.rank(&goal)).collect();
    level.iter().for_each(|&goal| table[goal] = 0);
    for moves in 1..UNREACHED {
        let mut next = Vec::new();
        for rank in level {
            for (before, _) in space.predecessors(&space.unrank(rank)) {
                let before = space.rank(&before);
                if table[before] == UNREACHED {
                    table[before] = moves;
                    next.push(before);
                }
            }
        }
        level = next;
    }
    table
}

#[cfg(test)]
mod tests {
    use goalward::path::{BestFirst, Distances, PathSearch};
    use goalward::{Limits, StateSpace};
    use goalward_domains::pancake::Pancakes;

    use super::*;

    #[test]
    fn a_start_of_a_depth_needs_exactly_that_many_moves() {
        let ordered = Pancakes::parse("1 2 3 4 5 6").unwrap();
        let table = Distances::to_goals(&ordered, &Limits::default()).unwrap();
        let found = levels(&ordered, ordered.states().unwrap());
        for (rank, &moves) in found.iter().enumerate() {
            assert_eq!(table.get(rank), Some(u32::from(moves)));
        }
        for depth in 0..=7 {
            let start = at_depth("6", "6 pancakes", &ordered, depth, &mut Rng::new(depth)).unwrap();
            let stack = ordered.from_stack(start);
            let plan = BestFirst::a_star().solve(&stack, &|state: &_| stack.gaps(state));
            assert_eq!(plan.into_solution().map(|plan| u64::from(plan.cost)), Some(depth));
        }
        let error = at_depth("6", "6 pancakes", &ordered, 8, &mut Rng::new(1)).unwrap_err();
        assert!(error.to_string().ends_with("the farthest start needs 7 moves"), "{error}");
    }
}
