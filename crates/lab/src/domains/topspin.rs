//! TopSpin.

use std::sync::OnceLock;
use std::time::Duration;

use cpu_time::ThreadTime;
use goalward::{Rng, StateSpace};
use goalward_domains::topspin::{Reversal, Ring, TOKENS, TopSpin};
use serde_json::Map;

use crate::depths::{Start, at_depth, walk_or_depth};
use crate::own::{Guess, Own, PathProblem, own_path};
use crate::path::{self, Prepared};
use crate::registry::{Domain, InputError, Method};
use crate::settings::{Param, Settings};

/// The row of the registry.
pub const DOMAIN: Domain = own_path::<TopSpin>();

impl PathProblem for TopSpin {
    const NAME: &'static str = "topspin";
    const TITLE: &'static str = "TopSpin";
    const DOC: &'static str = "TopSpin: a ring sorted by reversing four neighbours";
    const INSTANCE: &'static str = "the tokens in order, such as 1 3 2 4 5 6; by default random";
    const RANDOM: bool = true;
    const METHOD: &'static str = "idastar(pdb)";
    const COMPARED: &'static [&'static str] =
        &["greedy(pdb)", "wastar(pdb, weight=2)", "dps(pdb, weight=2)", "astar(pdb)", "nbs(pdb)"];
    const HEURISTICS: &'static [Guess<Self>] = &[
        Guess::admissible(
            "pdb",
            "Moves that sort six of the tokens, from a table",
            TopSpin::pattern,
        )
        .titled("pattern database"),
        Guess::admissible("gap", "Adjacent pairs that are not adjacent in the goal", TopSpin::gaps)
            .titled("gaps"),
    ];
    const UNIT_COSTS: bool = true;
    const CANCELS: bool = true;
    const MEANING: Option<&'static str> =
        Some("A number is the first of the four places that are reversed, counted from token 1.");

    fn params() -> Vec<Param> {
        let (least, most) = (*TOKENS.start() as u64, *TOKENS.end() as u64);
        let tokens = "Number of tokens; by default that of the instance, or 10";
        let mut params = vec![Param::whole("tokens", tokens, least..=most, "10").optional()];
        params.extend(walk_or_depth());
        params
    }

    fn open(settings: &Settings, text: Option<&str>, seed: u64) -> Result<Self, InputError> {
        let count = settings.whole_if_set("tokens").map(|count| count as usize);
        let tokens = count.unwrap_or(10);
        let mut rng = Rng::new(seed);
        match Start::of(settings, text)? {
            Start::Text(text) => {
                let ring = TopSpin::parse(text).map_err(InputError::new)?;
                match count {
                    Some(count) if count != ring.tokens() => Err(InputError(format!(
                        "that ring has {} tokens, not {count}",
                        ring.tokens()
                    ))),
                    _ => Ok(ring),
                }
            }
            Start::Walk(walk) => Ok(TopSpin::walk(tokens, walk, &mut rng)),
            Start::Depth(depth) => {
                let ordered = TopSpin::walk(tokens, 0, &mut rng);
                let key = format!("{tokens} tokens");
                Ok(ordered.from_ring(at_depth(&key, &key, &ordered, depth, &mut rng)?))
            }
            Start::Random => Ok(TopSpin::random(tokens, &mut rng)),
        }
    }

    fn text(&self) -> String {
        self.show(self.start())
    }

    fn show(&self, ring: &Ring) -> String {
        TopSpin::show(self, *ring)
    }

    fn name(&self, reversal: &Reversal) -> String {
        reversal.to_string()
    }

    fn reversed(&self) -> Option<Self> {
        Some(TopSpin::reversed(self))
    }

    fn prepare(&self, heuristic: &str) -> Prepared {
        // All rings of a size share a database, and each run reports what it took to make it.
        static TOOK: [OnceLock<Duration>; *TOKENS.end() + 1] =
            [const { OnceLock::new() }; *TOKENS.end() + 1];
        if heuristic != "pdb" {
            return Prepared::default();
        }
        let took = TOOK[self.tokens()].get_or_init(|| {
            let clock = ThreadTime::now();
            self.database();
            clock.elapsed()
        });
        let (setup, bytes) = (Some(*took), self.database().len() as u64);
        let tokens: Vec<String> = self.pattern_tokens().map(|token| token.to_string()).collect();
        let partition = ("partition_tokens".into(), tokens.join(" ").into());
        Prepared { setup, bytes, facts: Map::from_iter([partition]), ..Prepared::default() }
    }

    fn methods(own: &Own<Self>) -> Vec<Method<'_>> {
        path::reversible_methods(own)
    }
}
