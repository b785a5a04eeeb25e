//! The 2×2×2 cube.

use goalward::{Rng, StateSpace};
use goalward_domains::cube2::{Cube, Cube2, Metric, Turn};

use crate::depths::{Start, at_depth, walk_or_depth};
use crate::own::{Guess, Own, PathProblem, own_path};
use crate::path::{self, Prepared};
use crate::registry::{Domain, InputError, Method};
use crate::settings::{Choice, Param, Settings};

/// The row of the registry.
pub const DOMAIN: Domain = own_path::<Cube2>();

impl PathProblem for Cube2 {
    const NAME: &'static str = "cube2";
    const TITLE: &'static str = "2x2x2 cube";
    const DOC: &'static str = "The 2x2x2 cube";
    const INSTANCE: &'static str =
        "a scramble, such as R U2 F', or 7 corners and 7 twists; by default random";
    const RANDOM: bool = true;
    const METHOD: &'static str = "idastar(corners)";
    const COMPARED: &'static [&'static str] = &[
        "bidirectional",
        "astar(places)",
        "astar(corners)",
        "idastar(corners)",
        "nbs(corners)",
        "dps(corners)",
    ];
    const HEURISTICS: &'static [Guess<Self>] = &[
        Guess::admissible("corners", "The larger of `places` and `twists`", Cube2::corners)
            .titled("corner database"),
        Guess::admissible(
            "places",
            "Moves that put the corners in place, from a table",
            Cube2::places,
        )
        .titled("corner places"),
        Guess::admissible("twists", "Moves that untwist the corners, from a table", Cube2::twists)
            .titled("corner twists"),
    ];
    const UNIT_COSTS: bool = true;
    const CANCELS: bool = true;
    const MEANING: Option<&'static str> =
        Some("R, U and F turn a face clockwise; ' turns it the other way, 2 turns it twice.");

    fn params() -> Vec<Param> {
        let metrics = [
            Choice { name: "half", doc: "A turn of one face by any angle" },
            Choice { name: "quarter", doc: "A quarter turn; a half turn counts as two" },
        ];
        let mut params = vec![Param::choice("metric", "What counts as one move", metrics, "half")];
        params.extend(walk_or_depth());
        params
    }

    fn open(settings: &Settings, text: Option<&str>, seed: u64) -> Result<Self, InputError> {
        let (metric, name) = match settings.choice("metric") {
            "quarter" => (Metric::Quarter, "quarter turns"),
            _ => (Metric::Half, "half turns"),
        };
        let mut rng = Rng::new(seed);
        match Start::of(settings, text)? {
            Start::Text(text) => {
                let cube = Cube::parse(text).map_err(InputError::new)?;
                Ok(Cube2::new(cube, metric))
            }
            Start::Walk(walk) => Ok(Cube2::walk(walk, metric, &mut rng)),
            Start::Depth(depth) => {
                let solved = Cube2::walk(0, metric, &mut rng);
                Ok(solved.from_cube(at_depth(name, name, &solved, depth, &mut rng)?))
            }
            Start::Random => Ok(Cube2::random(metric, &mut rng)),
        }
    }

    fn text(&self) -> String {
        self.start().to_string()
    }

    fn show(&self, cube: &Cube) -> String {
        cube.to_string()
    }

    fn name(&self, turn: &Turn) -> String {
        turn.to_string()
    }

    fn reversed(&self) -> Option<Self> {
        Some(Cube2::reversed(self))
    }

    fn prepare(&self, heuristic: &str) -> Prepared {
        let places = |cube: &Self| cube.table_of_places().len();
        let twists = |cube: &Self| cube.table_of_twists().len();
        let bytes = match heuristic {
            "places" => places(self),
            "twists" => twists(self),
            "corners" => places(self) + twists(self),
            _ => 0,
        };
        Prepared { bytes: bytes as u64, ..Prepared::default() }
    }

    fn methods(own: &Own<Self>) -> Vec<Method<'_>> {
        path::reversible_methods(own)
    }
}
