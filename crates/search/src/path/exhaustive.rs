use crate::run::{Limits, Meter, Stop};
use crate::space::{Ranked, Reversible};

/// The number of actions from every state of a [`Ranked`] space to its nearest
/// goal.
///
/// ```text
/// one byte a state: 255 where no goal can be reached
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distances {
    table: Vec<u8>,
}

const UNREACHED: u8 = u8::MAX;

impl Distances {
    /// Breadth-first search from the goals backwards, over the whole space.
    ///
    /// Fails at a limit, or when a state lies 255 actions or more from its goal
    /// ([`Stop::Memory`]: a byte cannot hold it).
    pub fn to_goals<S: Ranked + Reversible>(space: &S, limits: &Limits) -> Result<Self, Stop> {
        let mut meter = Meter::new(limits);
        meter.hold(space.states())?;
        let mut table = Vec::new();
        table.try_reserve_exact(space.states()).map_err(|_| Stop::Memory)?;
        table.resize(space.states(), UNREACHED);
        let mut level: Vec<usize> = space.goals().map(|goal| space.rank(&goal)).collect();
        for &rank in &level {
            table[rank] = 0;
        }
        let mut next = Vec::new();
        for distance in 1.. {
            if level.is_empty() {
                return Ok(Distances { table });
            }
            if distance == UNREACHED {
                return Err(Stop::Memory);
            }
            for rank in level.drain(..) {
                meter.expand()?;
                for (before, _) in space.predecessors(&space.unrank(rank)) {
                    let before = space.rank(&before);
                    if table[before] == UNREACHED {
                        table[before] = distance;
                        next.push(before);
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
        }
        unreachable!("the loop ends when a level is empty")
    }

    /// The distance of the state numbered `rank`; none if no goal can be reached.
    pub fn get(&self, rank: usize) -> Option<u8> {
        Some(self.table[rank]).filter(|&distance| distance != UNREACHED)
    }

    /// How many states lie at each distance, from 0 to the largest.
    pub fn histogram(&self) -> Vec<u64> {
        let mut counts = Vec::new();
        for &distance in self.table.iter().filter(|&&distance| distance != UNREACHED) {
            let distance = usize::from(distance);
            if counts.len() <= distance {
                counts.resize(distance + 1, 0);
            }
            counts[distance] += 1;
        }
        counts
    }
}
