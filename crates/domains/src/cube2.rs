//! The 2×2×2 cube.
//!
//! One corner, at the lower back left, never moves: turns of the faces U, R and F move the other
//! seven. A state is the place and the twist of each of the seven: there are 7!·3^6 = 3,674,160.

use std::fmt;
use std::sync::OnceLock;

use goalward::{Ranked, Reversible, Rng, StateSpace};
use thiserror::Error;

use crate::permutation;

/// How many arrangements of the seven corners there are.
const PLACES: usize = 5040;
/// How many combinations of their twists: the seventh twist follows from the others.
const TWISTS: usize = 729;

/// The number of a state: the number of its arrangement times 729, plus that of its twists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cube(u32);

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// Every turn of a face: by a quarter, a half or three quarters.
    Half,
    /// Only quarter turns, either way.
    Quarter,
}

/// A turn of a face: U, R or F, by 1 to 3 quarters clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    face: u8,
    quarters: u8,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let face = ['U', 'R', 'F'][usize::from(self.face)];
        write!(f, "{face}{}", ["", "2", "'"][usize::from(self.quarters) - 1])
    }
}

impl Turn {
    /// The turn written as U, U2 or U', and likewise for R and F.
    pub fn parse(text: &str) -> Option<Self> {
        let all = (0..3).flat_map(|face| (1..=3).map(move |quarters| Turn { face, quarters }));
        all.into_iter().find(|turn| turn.to_string() == text)
    }

    fn inverse(self) -> Self {
        Turn { quarters: 4 - self.quarters, ..self }
    }
}

/// The corners of the cube: for each place the corner there, and its twist anticlockwise, 0 to 2.
///
/// Places 0 to 3 are the upper layer, clockwise from the back left corner as seen from above;
/// 4 to 6 are the lower one, clockwise from the back right corner as seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Corners {
    corner: [u8; 7],
    twist: [u8; 7],
}

/// For each face: the four places between which a clockwise quarter turn moves corners, each to
/// the next, and the twist that a corner gets on arrival.
const CYCLES: [[(usize, u8); 4]; 3] = [
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(2, 1), (1, 2), (4, 1), (5, 2)],
    [(3, 1), (2, 2), (5, 1), (6, 2)],
];

impl Corners {
    const SOLVED: Corners = Corners { corner: [0, 1, 2, 3, 4, 5, 6], twist: [0; 7] };

    /// After a quarter turn of a face.
    fn turned(self, face: usize) -> Self {
        let mut next = self;
        let cycle = CYCLES[face];
        for (at, &(from, _)) in cycle.iter().enumerate() {
            let (to, twist) = cycle[(at + 1) % 4];
            next.corner[to] = self.corner[from];
            next.twist[to] = (self.twist[from] + twist) % 3;
        }
        next
    }

    fn number(self) -> Cube {
        let places = permutation::rank(self.corner.iter().map(|&corner| corner.into()));
        let twists = self.twist[..6].iter().fold(0, |sum, &twist| 3 * sum + u32::from(twist));
        Cube((places * TWISTS) as u32 + twists)
    }

    fn of(Cube(number): Cube) -> Self {
        let corners = permutation::unrank(number as usize / TWISTS, 7);
        let mut twists = number % TWISTS as u32;
        let mut corners_and_twists = Corners::SOLVED;
        corners_and_twists.corner.copy_from_slice(&corners);
        for place in (0..6).rev() {
            corners_and_twists.twist[place] = (twists % 3) as u8;
            twists /= 3;
        }
        let sum: u8 = corners_and_twists.twist[..6].iter().sum();
        corners_and_twists.twist[6] = (3 - sum % 3) % 3;
        corners_and_twists
    }
}

/// The numbers of the arrangement and of the twists after a quarter turn of each face.
struct Tables {
    places: [Vec<u16>; 3],
    twists: [Vec<u16>; 3],
}

/// The tables, built when they are first needed.
fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let turned = |number: usize, face| Corners::of(Cube(number as u32)).turned(face).number().0;
        let places = |face| {
            let after = |number: usize| (turned(number * TWISTS, face) as usize / TWISTS) as u16;
            (0..PLACES).map(after).collect()
        };
        let twists = |face| {
            let after = |number: usize| (turned(number, face) as usize % TWISTS) as u16;
            (0..TWISTS).map(after).collect()
        };
        Tables { places: [0, 1, 2].map(places), twists: [0, 1, 2].map(twists) }
    })
}

impl Cube {
    fn turned(self, turn: Turn) -> Self {
        let (tables, face) = (tables(), usize::from(turn.face));
        let (mut places, mut twists) = (self.0 as usize / TWISTS, self.0 as usize % TWISTS);
        for _ in 0..turn.quarters {
            places = tables.places[face][places].into();
            twists = tables.twists[face][twists].into();
        }
        Cube((places * TWISTS + twists) as u32)
    }
}

/// The corners, place by place, then their twists: `1234567 0000000` for the solved cube.
impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Corners { corner, twist } = Corners::of(*self);
        corner.iter().try_for_each(|corner| write!(f, "{}", corner + 1))?;
        f.write_str(" ")?;
        twist.iter().try_for_each(|twist| write!(f, "{twist}"))
    }
}

/// Why a text is neither a cube nor a scramble.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CubeError {
    /// A word is not a turn.
    #[error("`{0}` is not a turn: use U, R or F, optionally with 2 or '")]
    Turn(String),
    /// The corners are not those of a cube.
    #[error("`{0}` are not the corners of a cube: use each of 1 to 7 once")]
    Corners(String),
    /// The twists are not those of a cube.
    #[error(
        "`{0}` are not the twists of a cube: use seven of 0, 1 and 2 whose sum is divisible by 3"
    )]
    Twists(String),
}

impl Cube {
    /// The cube written as its corners and twists, `1234567 0000000` when it is solved, or as the
    /// turns that scramble it, such as `R U2 F'`.
    ///
    /// # Errors
    /// If it is neither.
    pub fn parse(text: &str) -> Result<Self, CubeError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let [corners, twists] = words[..]
            && corners.bytes().all(|byte| byte.is_ascii_digit())
        {
            return Cube::of(corners, twists);
        }
        words.iter().try_fold(Corners::SOLVED.number(), |cube, word| {
            let turn = Turn::parse(word);
            let turn = turn.ok_or_else(|| CubeError::Turn(word.chars().take(20).collect()))?;
            Ok(cube.turned(turn))
        })
    }

    fn of(corners: &str, twists: &str) -> Result<Self, CubeError> {
        let mut sorted = corners.as_bytes().to_vec();
        sorted.sort_unstable();
        if sorted != *b"1234567" {
            return Err(CubeError::Corners(corners.chars().take(20).collect()));
        }
        let digits = |text: &str, first: u8| -> Option<[u8; 7]> {
            let digits: Vec<u8> = text.bytes().map(|byte| byte.wrapping_sub(first)).collect();
            digits.try_into().ok()
        };
        let good = |twist: &[u8; 7]| {
            twist.iter().all(|&twist| twist < 3) && twist.iter().sum::<u8>().is_multiple_of(3)
        };
        let twist = digits(twists, b'0').filter(good);
        let twist = twist.ok_or_else(|| CubeError::Twists(twists.chars().take(20).collect()))?;
        let corner = digits(corners, b'1').expect("there are seven");
        Ok(Corners { corner, twist }.number())
    }
}

/// Solving a cube.
#[derive(Clone, Debug)]
pub struct Cube2 {
    metric: Metric,
    start: Cube,
    goal: Cube,
    /// For each arrangement, and for each combination of twists, the fewest moves that solve it;
    /// empty until needed.
    by_places: OnceLock<Vec<u8>>,
    by_twists: OnceLock<Vec<u8>>,
}

impl Cube2 {
    /// Solving `start`.
    pub fn new(start: Cube, metric: Metric) -> Self {
        Cube2::between(start, Corners::SOLVED.number(), metric)
    }

    /// The same puzzle from its goal to its start.
    pub fn reversed(&self) -> Self {
        Cube2::between(self.goal, self.start, self.metric)
    }

    fn between(start: Cube, goal: Cube, metric: Metric) -> Self {
        let (by_places, by_twists) = (OnceLock::new(), OnceLock::new());
        Cube2 { metric, start, goal, by_places, by_twists }
    }

    /// The table of [`places`](Cube2::places), built when it is first used.
    pub fn table_of_places(&self) -> &[u8] {
        let goal = self.goal.0 as usize / TWISTS;
        self.by_places.get_or_init(|| distances(&tables().places, goal, self.metric))
    }

    /// The table of [`twists`](Cube2::twists), built when it is first used.
    pub fn table_of_twists(&self) -> &[u8] {
        let goal = self.goal.0 as usize % TWISTS;
        self.by_twists.get_or_init(|| distances(&tables().twists, goal, self.metric))
    }

    /// A cube chosen uniformly at random.
    pub fn random(metric: Metric, rng: &mut Rng) -> Self {
        Cube2::new(Cube(rng.below(PLACES * TWISTS) as u32), metric)
    }

    /// A solved cube after this many random moves, none of which cancels the previous one.
    pub fn walk(moves: u64, metric: Metric, rng: &mut Rng) -> Self {
        let solved = Cube2::new(Corners::SOLVED.number(), metric);
        let (mut at, mut last) = (solved.start, None);
        for _ in 0..moves {
            let turns: Vec<Turn> = solved.actions_after(&at, last.as_ref()).collect();
            let turn = *rng.pick(&turns).expect("two faces can always be turned");
            (at, last) = (at.turned(turn), Some(turn));
        }
        Cube2 { start: at, ..solved }
    }

    /// The same puzzle from another cube.
    pub fn from_cube(&self, start: Cube) -> Self {
        Cube2 { start, ..self.clone() }
    }

    /// What counts as a move.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The fewest moves that put every corner in its place, however twisted.
    pub fn places(&self, cube: &Cube) -> u32 {
        self.table_of_places()[cube.0 as usize / TWISTS].into()
    }

    /// The fewest moves after which no corner is twisted, wherever it is.
    pub fn twists(&self, cube: &Cube) -> u32 {
        self.table_of_twists()[cube.0 as usize % TWISTS].into()
    }

    /// The larger of [`places`](Cube2::places) and [`twists`](Cube2::twists).
    pub fn corners(&self, cube: &Cube) -> u32 {
        self.places(cube).max(self.twists(cube))
    }
}

/// The fewest moves between each number and `goal`, where `turned` has the quarter turns of each
/// face.
fn distances(turned: &[Vec<u16>; 3], goal: usize, metric: Metric) -> Vec<u8> {
    let mut distances = vec![u8::MAX; turned[0].len()];
    distances[goal] = 0;
    let mut level = vec![goal];
    for distance in 1.. {
        let mut next = Vec::new();
        for number in level {
            for face in turned {
                let mut at = number;
                for quarters in 1..=3 {
                    at = face[at].into();
                    if (metric == Metric::Half || quarters != 2) && distances[at] == u8::MAX {
                        distances[at] = distance;
                        next.push(at);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    distances
}

impl StateSpace for Cube2 {
    type State = Cube;
    type Action = Turn;
    type Cost = u32;

    fn start(&self) -> Cube {
        self.start
    }

    fn is_goal(&self, cube: &Cube) -> bool {
        *cube == self.goal
    }

    fn actions(&self, _: &Cube) -> impl Iterator<Item = Turn> {
        let quarters: &[u8] = match self.metric {
            Metric::Half => &[1, 2, 3],
            Metric::Quarter => &[1, 3],
        };
        (0..3).flat_map(|face| quarters.iter().map(move |&quarters| Turn { face, quarters }))
    }

    fn apply(&self, cube: &Cube, turn: &Turn) -> Cube {
        cube.turned(*turn)
    }

    /// Two turns of one face make one turn or none; in the quarter-turn metric, only a turn and its
    /// inverse cancel.
    fn cancels(&self, first: &Turn, second: &Turn) -> bool {
        match self.metric {
            Metric::Half => first.face == second.face,
            Metric::Quarter => *second == first.inverse(),
        }
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(PLACES * TWISTS)
    }

    fn rank(&self, cube: &Cube) -> usize {
        cube.0 as usize
    }
}

impl Reversible for Cube2 {
    fn goals(&self) -> impl Iterator<Item = Cube> {
        std::iter::once(self.goal)
    }

    fn predecessors(&self, cube: &Cube) -> impl Iterator<Item = (Cube, Turn)> {
        self.actions(cube).map(move |turn| (cube.turned(turn.inverse()), turn))
    }
}

impl Ranked for Cube2 {
    fn unrank(&self, rank: usize) -> Cube {
        Cube(rank as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_by_numbers_is_a_turn_of_corners() {
        let mut rng = Rng::new(1);
        for _ in 0..1_000 {
            let cube = Cube(rng.below(PLACES * TWISTS) as u32);
            assert_eq!(Corners::of(cube).number(), cube);
            assert_eq!(Cube::parse(&cube.to_string()), Ok(cube));
            for face in 0..3 {
                let turned = Corners::of(cube).turned(face.into());
                assert_eq!(turned.twist.iter().sum::<u8>() % 3, 0);
                assert_eq!(cube.turned(Turn { face, quarters: 1 }), turned.number());
            }
        }
    }
}
