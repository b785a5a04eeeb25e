//! TopSpin: a ring of tokens is put in order by turning four of them over in a turnstile.
//!
//! The ring may be turned freely, so rings that differ by a rotation are one state, and a move
//! reverses any four neighbours.

use std::fmt;
use std::sync::OnceLock;

use goalward::{Ranked, Reversible, Rng, StateSpace};
use thiserror::Error;

use crate::permutation;

/// The fewest and the most tokens.
pub const TOKENS: std::ops::RangeInclusive<usize> = 6..=16;

/// How many tokens the turnstile holds.
const TURNSTILE: usize = 4;

/// Rings of up to this many tokens are numbered, for tables of all of them.
const NUMBERED: usize = 11;

/// How many tokens besides the first a pattern database covers.
const PATTERN: usize = 5;

/// A ring of tokens, from token 1 on in the direction of the numbers.
///
/// ```text
/// | token - 1 in the 16th place | … | in the second | 0 |
///   63..60                            7..4            3..0
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ring(u64);

impl Ring {
    fn at(self, place: usize) -> usize {
        (self.0 >> (4 * place) & 15) as usize
    }

    fn of(tokens: impl IntoIterator<Item = u8>) -> Self {
        let tokens = tokens.into_iter().enumerate();
        Ring(tokens.fold(0, |ring, (place, token)| ring | u64::from(token) << (4 * place)))
    }
}

/// The first of the four places that are reversed, counted from token 1, whose place is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reversal(u8);

impl fmt::Display for Reversal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// Where a reversal of the four places from `first` takes the token in `place`, both counted from
/// token 1 before and after.
fn moved(tokens: usize, first: usize, place: usize) -> usize {
    let to = |place: usize| {
        let within = (place + tokens - first) % tokens;
        if within < TURNSTILE { first + TURNSTILE - 1 - within } else { place }
    };
    (to(place) + tokens - to(0) % tokens) % tokens
}

/// Why a text is not a ring of tokens.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RingError {
    /// A word is not a token.
    #[error("`{0}` is not a token: use whole numbers from 1")]
    Word(String),
    /// There are too few or too many.
    #[error("{0} tokens: a ring has {least} to {most}", least = TOKENS.start(), most = TOKENS.end())]
    Count(usize),
    /// A token is missing, because another occurs twice or is too large.
    #[error("there is no token {0}: a ring of {1} has each of 1 to {1} once")]
    Missing(usize, usize),
    /// It cannot be put in order.
    #[error(
        "the ring cannot be put in order: its tokens are an odd permutation, and with an odd \
         number of tokens every move keeps it odd"
    )]
    Unsolvable,
}

/// Putting a ring in order.
#[derive(Clone, Debug)]
pub struct TopSpin {
    tokens: usize,
    start: Ring,
    goal: Ring,
    /// For each token, its place in the goal.
    labels: [u8; 16],
    /// For each reversal and place, where the token there goes.
    moved: [[u8; 16]; 16],
    /// For the places of the tokens that the database covers, the fewest moves to order them; empty
    /// until needed.
    database: &'static OnceLock<Vec<u8>>,
}

impl TopSpin {
    fn new(tokens: usize, start: Ring, goal: Ring) -> Self {
        let mut labels = [0; 16];
        (0..tokens).for_each(|place| labels[goal.at(place)] = place as u8);
        let mut all = [[0; 16]; 16];
        for (first, row) in all.iter_mut().enumerate().take(tokens) {
            for (place, to) in row.iter_mut().enumerate().take(tokens) {
                *to = moved(tokens, first, place) as u8;
            }
        }
        TopSpin { tokens, start, goal, labels, moved: all, database: &DATABASES[tokens] }
    }

    /// The ring written as its tokens in order, with spaces between them.
    ///
    /// # Errors
    /// If it is not a ring, or cannot be put in order.
    pub fn parse(text: &str) -> Result<Self, RingError> {
        let token = |word: &str| {
            let number = word.parse::<usize>().ok().filter(|&number| number > 0);
            number.ok_or_else(|| RingError::Word(word.chars().take(20).collect()))
        };
        let mut ring = text.split_whitespace().map(token).collect::<Result<Vec<_>, _>>()?;
        let count = ring.len();
        if !TOKENS.contains(&count) {
            return Err(RingError::Count(count));
        }
        if let Some(missing) = (1..=count).find(|token| !ring.contains(token)) {
            return Err(RingError::Missing(missing, count));
        }
        let first = ring.iter().position(|&token| token == 1).expect("it is there");
        ring.rotate_left(first);
        let ring: Vec<u8> = ring.into_iter().map(|token| token as u8 - 1).collect();
        if count % 2 == 1 && is_odd(&ring) {
            return Err(RingError::Unsolvable);
        }
        Ok(TopSpin::new(count, Ring::of(ring), Ring::of(0..count as u8)))
    }

    /// A ring chosen uniformly among those that can be put in order.
    pub fn random(tokens: usize, rng: &mut Rng) -> Self {
        let mut ring: Vec<u8> = (0..tokens as u8).collect();
        rng.shuffle(&mut ring[1..]);
        if tokens % 2 == 1 && is_odd(&ring) {
            ring.swap(1, 2);
        }
        TopSpin::new(tokens, Ring::of(ring), Ring::of(0..tokens as u8))
    }

    /// An ordered ring after this many random moves, none of which undoes the previous one.
    pub fn walk(tokens: usize, moves: u64, rng: &mut Rng) -> Self {
        let goal = Ring::of(0..tokens as u8);
        let ordered = TopSpin::new(tokens, goal, goal);
        let (mut at, mut last) = (goal, None);
        for _ in 0..moves {
            let next: Vec<Reversal> = ordered.actions_after(&at, last.as_ref()).collect();
            let reversal = *rng.pick(&next).expect("there are several moves");
            (at, last) = (ordered.apply(&at, &reversal), Some(reversal));
        }
        TopSpin { start: at, ..ordered }
    }

    /// The same puzzle from another ring of its size.
    pub fn from_ring(&self, start: Ring) -> Self {
        TopSpin { start, ..self.clone() }
    }

    /// The same puzzle from its goal to its start.
    pub fn reversed(&self) -> Self {
        TopSpin::new(self.tokens, self.goal, self.start)
    }

    /// How many tokens there are.
    pub fn tokens(&self) -> usize {
        self.tokens
    }

    /// A ring as text.
    pub fn show(&self, ring: Ring) -> String {
        let tokens = (0..self.tokens).map(|place| (ring.at(place) + 1).to_string());
        tokens.collect::<Vec<_>>().join(" ")
    }

    /// Half the number of pairs of neighbours that are not neighbours in the goal, rounded up. A
    /// move changes two pairs, so the heuristic is admissible and consistent.
    pub fn gaps(&self, ring: &Ring) -> u32 {
        let label = |place: usize| self.labels[ring.at(place % self.tokens)];
        let gaps = (0..self.tokens).filter(|&place| {
            let apart = label(place).abs_diff(label(place + 1));
            apart != 1 && usize::from(apart) != self.tokens - 1
        });
        gaps.count().div_ceil(2) as u32
    }

    /// The fewest moves that put six of the tokens in order, looked up in a pattern database.
    pub fn pattern(&self, ring: &Ring) -> u32 {
        let mut places = [0; 16];
        let mut first = 0;
        for place in 0..self.tokens {
            let label = self.labels[ring.at(place)];
            places[usize::from(label)] = place;
            if label == 0 {
                first = place;
            }
        }
        let from_first = |place: usize| (place + self.tokens - first) % self.tokens;
        let index = places[1..=PATTERN]
            .iter()
            .fold(0, |index, &place| index * self.tokens + from_first(place));
        self.database()[index].into()
    }

    /// The tokens that [`pattern`](TopSpin::pattern) covers, counted from 1.
    pub fn pattern_tokens(&self) -> impl Iterator<Item = usize> {
        (0..=PATTERN).map(|place| self.goal.at(place) + 1)
    }

    /// The pattern database of [`pattern`](TopSpin::pattern), built when it is first used: one for
    /// all rings of a size.
    pub fn database(&self) -> &'static [u8] {
        self.database.get_or_init(|| database(self.tokens))
    }

    fn inverse(&self, Reversal(first): Reversal) -> Reversal {
        // If token 1 is in the turnstile, its place in it is mirrored.
        let within = (self.tokens - usize::from(first)) % self.tokens;
        if within >= TURNSTILE {
            return Reversal(first);
        }
        Reversal(((self.tokens - (TURNSTILE - 1 - within)) % self.tokens) as u8)
    }
}

/// Whether an odd number of swaps puts the tokens in order.
fn is_odd(ring: &[u8]) -> bool {
    let pairs = (0..ring.len()).flat_map(|late| (0..late).map(move |early| (early, late)));
    pairs.filter(|&(early, late)| ring[early] > ring[late]).count() % 2 == 1
}

/// The databases, by the number of tokens.
static DATABASES: [OnceLock<Vec<u8>>; 17] = [const { OnceLock::new() }; 17];

/// The database for rings of this many tokens.
fn database(tokens: usize) -> Vec<u8> {
    let number =
        |places: &[usize; PATTERN]| places.iter().fold(0, |index, &place| index * tokens + place);
    let goal: [usize; PATTERN] = std::array::from_fn(|token| token + 1);
    let mut distances = vec![u8::MAX; tokens.pow(PATTERN as u32)];
    distances[number(&goal)] = 0;
    let mut level = vec![goal];
    for distance in 1.. {
        let mut next = Vec::new();
        for places in level {
            for first in 0..tokens {
                let places = places.map(|place| moved(tokens, first, place));
                let index = number(&places);
                if distances[index] == u8::MAX {
                    distances[index] = distance;
                    next.push(places);
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

impl StateSpace for TopSpin {
    type State = Ring;
    type Action = Reversal;
    type Cost = u32;

    fn start(&self) -> Ring {
        self.start
    }

    fn is_goal(&self, ring: &Ring) -> bool {
        *ring == self.goal
    }

    fn actions(&self, _: &Ring) -> impl Iterator<Item = Reversal> {
        (0..self.tokens as u8).map(Reversal)
    }

    fn apply(&self, ring: &Ring, reversal: &Reversal) -> Ring {
        let moved = &self.moved[usize::from(reversal.0)];
        Ring(
            (0..self.tokens).fold(0, |next, place| {
                next | (ring.at(place) as u64) << (4 * u32::from(moved[place]))
            }),
        )
    }

    fn cancels(&self, first: &Reversal, second: &Reversal) -> bool {
        *second == self.inverse(*first)
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        (self.tokens <= NUMBERED).then(|| (1..self.tokens).product())
    }

    fn rank(&self, ring: &Ring) -> usize {
        permutation::rank((1..self.tokens).map(|place| ring.at(place) - 1))
    }
}

impl Reversible for TopSpin {
    fn goals(&self) -> impl Iterator<Item = Ring> {
        std::iter::once(self.goal)
    }

    fn predecessors(&self, ring: &Ring) -> impl Iterator<Item = (Ring, Reversal)> {
        self.actions(ring).map(move |last| (self.apply(ring, &self.inverse(last)), last))
    }
}

impl Ranked for TopSpin {
    fn unrank(&self, rank: usize) -> Ring {
        let others = permutation::unrank(rank, self.tokens - 1).into_iter().map(|token| token + 1);
        Ring::of(std::iter::once(0).chain(others))
    }
}
