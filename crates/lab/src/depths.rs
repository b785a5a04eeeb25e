//! Instances whose optimal cost is known, because the distance of every state is.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use goalward::path::Distances;
use goalward::{Limits, Ranked, Reversible, Rng};

use crate::registry::InputError;
use crate::settings::Param;

/// Spaces with more states have no table of distances.
const MOST_STATES: usize = 1 << 22;

/// No more tables are kept at once.
const MOST_TABLES: usize = 8;

const MOST_MOVES: u64 = 1_000_000;

/// The settings `walk` and `depth` of a domain that makes starts by them.
pub(crate) fn walk_or_depth() -> [Param; 2] {
    let walk = "Make the start by this many random moves from the goal";
    [Param::whole("walk", walk, 0..=MOST_MOVES, "0").optional().making_the_start(), depth_param()]
}

/// The setting `depth`.
pub(crate) fn depth_param() -> Param {
    let depth = "Make a random start that needs exactly this many moves";
    Param::whole("depth", depth, 0..=1_000, "0").optional().making_the_start()
}

/// Why there is no start of a depth where there are too many states.
pub(crate) fn too_many(size: &str, depth: u64) -> InputError {
    InputError(format!(
        "depth={depth} is not allowed with {size}: the distances of more than {MOST_STATES} states \
         are not known; use walk, or a smaller size"
    ))
}

/// A state chosen uniformly among those that need exactly `depth` moves. The distances are found
/// once for each `name`, which must be different for different spaces and goals; `size` is for
/// messages.
pub(crate) fn at_depth<S: Ranked<Cost = u32> + Reversible>(
    name: &str,
    size: &str,
    space: &S,
    depth: u64,
    rng: &mut Rng,
) -> Result<S::State, InputError> {
    let states = space.states().filter(|&states| states <= MOST_STATES);
    let states = states.ok_or_else(|| too_many(size, depth))?;
    let table = distances(name, space);
    let is_there = |&rank: &usize| table.get(rank).map(u64::from) == Some(depth);
    let count = (0..states).filter(is_there).count();
    if count == 0 {
        let farthest = table.histogram().last().map_or(0, |(distance, _)| *distance);
        return Err(InputError(format!(
            "depth={depth} is not allowed with {size}: the farthest start needs {farthest} moves"
        )));
    }
    let chosen = rng.below(count);
    let rank = (0..states).filter(is_there).nth(chosen).expect("there are that many");
    Ok(space.unrank(rank))
}

/// The distances of all states of a space.
fn distances<S: Ranked<Cost = u32> + Reversible>(name: &str, space: &S) -> Arc<Distances> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Distances>>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let find = || {
        let table = Distances::to_goals(space, &Limits::default());
        Arc::new(table.expect("there is no limit, and every move costs 1"))
    };
    if known.len() >= MOST_TABLES && !known.contains_key(name) {
        known.clear();
    }
    known.entry(name.to_string()).or_insert_with(find).clone()
}
