//! Parses the values of arguments.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::OnceLock;

use goalward_lab::units;

/// Numbers of instances.
#[derive(Clone, Debug)]
pub struct Places(pub Vec<std::ops::RangeInclusive<u64>>);

pub fn how_many(text: &str) -> Result<u64, &'static str> {
    units::count(text).map_err(|_| "use a whole number from 1 to 10M, such as 100 or 10k")
}

pub fn limit(text: &str) -> Result<u64, &'static str> {
    let limit = text.parse().ok().filter(|limit| (1..=1_000_000_000_000).contains(limit));
    limit.ok_or("use a whole number from 1 to 1000000000000")
}

/// The seed drawn for `--seed random`.
pub static DRAWN: OnceLock<u64> = OnceLock::new();

/// Drawn seeds have at most nine digits, so that they can be read out.
const MOST_DRAWN: u64 = 1_000_000_000;

pub fn seed(text: &str) -> Result<u64, String> {
    if text == "random" {
        // The standard library seeds its hashes from the system.
        let drawn = || RandomState::new().build_hasher().finish() % MOST_DRAWN;
        return Ok(*DRAWN.get_or_init(drawn));
    }
    text.parse().map_err(|_| format!("use a whole number from 0 to {}, or random", u64::MAX))
}

pub fn repeats(text: &str) -> Result<u32, &'static str> {
    let repeats = text.parse().ok().filter(|repeats| (1..=10_000).contains(repeats));
    repeats.ok_or("use a whole number from 1 to 10000")
}

pub fn cell(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "use the number of a cell, counted from 0")
}

pub fn which(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "use its number, as `goalward exercise list` shows it")
}

/// Numbers and ranges, such as 1..10,17.
pub fn places(text: &str) -> Result<Places, &'static str> {
    let places = text.split(',').map(|piece| {
        let (first, last) = piece.split_once("..").unwrap_or((piece, piece));
        let ends = first.trim().parse().ok().zip(last.trim().parse().ok());
        ends.filter(|(first, last)| 1 <= *first && first <= last).map(|(first, last)| first..=last)
    });
    let places: Option<Vec<_>> = places.collect();
    places.map(Places).ok_or("use numbers from 1 and ranges, such as 1..10,17")
}

/// Depths from A to B, or a single depth.
pub fn depths(text: &str) -> Result<(u64, u64), &'static str> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let most = most.strip_prefix('=').unwrap_or(most);
    let depths = least.parse().ok().zip(most.parse().ok());
    depths.filter(|(least, most)| least <= most).ok_or("use A..B with A at most B, such as 2..24")
}
