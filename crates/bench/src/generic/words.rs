//! A word ladder: from one word to another, a letter at a time, using only words of the
//! dictionary. States are strings.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, DefaultHasher};

use goalward::path::{BestFirst, BreadthFirst, PathSearch};
use goalward::space::from_fn;
use goalward::{Blind, Rng};

use super::cost;
use crate::serve::{Done, Work};

/// Words, by the patterns that they match: `cat` fits `_at`, `c_t` and `ca_`.
pub struct Dictionary(ByPattern);

/// Hashed as by default, but the same in every run: counts of instructions must repeat.
type ByPattern = HashMap<String, Vec<String>, BuildHasherDefault<DefaultHasher>>;

impl Dictionary {
    fn new(words: &[String]) -> Self {
        let mut by_pattern = ByPattern::default();
        for word in words {
            for pattern in patterns(word) {
                by_pattern.entry(pattern).or_default().push(word.clone());
            }
        }
        Dictionary(by_pattern)
    }

    /// The words that differ from `word` in one letter.
    pub fn near(&self, word: &str) -> impl Iterator<Item = String> {
        patterns(word)
            .flat_map(|pattern| &self.0[&pattern])
            .filter(move |&other| other != word)
            .cloned()
    }
}

fn patterns(word: &str) -> impl Iterator<Item = String> {
    (0..word.len()).map(move |gap| {
        let mut pattern = word.to_string();
        pattern.replace_range(gap..=gap, "_");
        pattern
    })
}

/// How many letters differ.
pub fn differing(a: &str, b: &str) -> u32 {
    a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count() as u32
}

/// The dictionary, and 100 pairs of words that a ladder joins.
pub fn ladders() -> (Dictionary, Vec<(String, String)>) {
    let mut rng = Rng::new(4);
    let words = made_up(&mut rng);
    let dictionary = Dictionary::new(&words);
    let joined = largest_part(&dictionary, &words);
    let mut word = || joined[rng.below(joined.len())].clone();
    let pairs = (0..100).map(|_| (word(), word())).collect();
    (dictionary, pairs)
}

/// Words of four letters that can be pronounced, common letters more often than rare ones.
fn made_up(rng: &mut Rng) -> Vec<String> {
    const CONSONANTS: &[u8] = b"ttttttnnnnnnssssssrrrrrlllllddddhhhccmmppbbggffkkvwyjz";
    const VOWELS: &[u8] = b"eeeeeeaaaaaoooooiiiiuu";
    const SHAPES: [&str; 4] = ["cvcc", "cvcv", "cvvc", "ccvc"];
    let mut words = Vec::new();
    let mut known = HashSet::new();
    while words.len() < 3000 {
        let shape = SHAPES[rng.below(SHAPES.len())];
        let letters = shape.chars().map(|kind| {
            let letters = if kind == 'v' { VOWELS } else { CONSONANTS };
            char::from(letters[rng.below(letters.len())])
        });
        let word: String = letters.collect();
        if known.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}

fn largest_part(dictionary: &Dictionary, words: &[String]) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut largest = Vec::new();
    for start in words {
        let mut part = Vec::new();
        let mut open = vec![start.clone()];
        while let Some(word) = open.pop() {
            if seen.insert(word.clone()) {
                open.extend(dictionary.near(&word));
                part.push(word);
            }
        }
        if part.len() > largest.len() {
            largest = part;
        }
    }
    largest
}

/// The work of climbing every ladder.
pub fn each(solve: impl Fn(&Dictionary, &String, &String) -> u64 + 'static) -> Work {
    let (dictionary, pairs) = ladders();
    Box::new(move || {
        Done::answer(pairs.iter().map(|(from, to)| solve(&dictionary, from, to)).sum())
    })
}

/// A* with the number of letters that differ.
pub fn a_star() -> Work {
    each(|dictionary, from, to| {
        let near = |word: &String| dictionary.near(word).map(|word| (word, 1)).collect::<Vec<_>>();
        let space = from_fn(from.clone(), near, |word| word == to);
        cost(BestFirst::a_star().solve(&space, &|word: &String| differing(word, to)))
    })
}

/// Breadth-first search.
pub fn breadth_first() -> Work {
    each(|dictionary, from, to| {
        let near = |word: &String| dictionary.near(word).map(|word| (word, 1)).collect::<Vec<_>>();
        let space = from_fn(from.clone(), near, |word| word == to);
        cost(BreadthFirst::default().solve(&space, &Blind))
    })
}
