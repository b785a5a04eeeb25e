//! The examples of models give the known answers to their puzzles, and are short.

use std::collections::BTreeSet;
use std::time::Duration;

use goalward::csp::{self, Backtracking, CspSearch, Find, Inference, Model};
use goalward::{Limits, Outcome, Verdict};

#[allow(dead_code)]
#[path = "../examples/crossword.rs"]
mod crossword;
#[allow(dead_code)]
#[path = "../examples/send_more_money.rs"]
mod send_more_money;
#[allow(dead_code)]
#[path = "../examples/zebra.rs"]
mod zebra;

#[test]
fn examples_have_the_known_solutions() {
    assert_eq!(send_more_money::solve(), ["S=9 E=5 N=6 D=7 M=1 O=0 R=8 Y=2"]);
    assert_eq!(zebra::solve(), ("Norwegian", "Japanese", 1));
    assert_eq!(crossword::solve(), ["HOSES HIKE LEE LASER ALE SAILS KEEL STEER"]);
}

#[test]
fn examples_take_less_than_forty_lines() {
    for text in [
        include_str!("../examples/send_more_money.rs"),
        include_str!("../examples/zebra.rs"),
        include_str!("../examples/crossword.rs"),
    ] {
        assert!(text.lines().count() < 40, "{text}");
    }
}

/// Words of seven letters with alternating consonants and vowels, so that many of them cross.
fn words(count: usize) -> Vec<String> {
    let letter = |word: usize, i: usize| {
        let letters = if i.is_multiple_of(2) { "bdklmnrst" } else { "aeiou" };
        let at = word.wrapping_mul(2_654_435_761 + i * 97) >> (3 * i) & 0xffff;
        char::from(letters.as_bytes()[at % letters.len()])
    };
    let all: BTreeSet<String> =
        (1..).map(|word| (0..7).map(|i| letter(word, i)).collect()).take(9 * count).collect();
    let step = all.len() / count;
    all.into_iter().step_by(step).take(count).collect()
}

#[test]
fn ten_slots_of_two_thousand_words_are_filled_at_once() {
    let words = words(2000);
    assert_eq!(words.len(), 2000);
    let mut model = Model::new();
    let slots: Vec<_> =
        (0..10).map(|i| model.variable(format!("{i}"), words.iter().map(String::as_str))).collect();
    for (i, &across) in slots[..5].iter().enumerate() {
        for (j, &down) in slots[5..].iter().enumerate().filter(|(j, _)| i.abs_diff(*j) <= 2) {
            let (a, b) = (2 * (j % 4), 2 * (i % 4));
            model.constraint(&[across, down], move |w| w[0].as_bytes()[a] == w[1].as_bytes()[b]);
        }
    }
    for inference in [Inference::ForwardChecking, Inference::Mac] {
        let method = Backtracking { inference, ..Backtracking::default() };
        let limits = Limits::time(Duration::from_secs(60));
        let answer = method.search(&model, Find::First, &limits, ());
        let Outcome { verdict, stats } = answer.outcome;
        println!("{inference:?}: {} s, {:?}", stats.seconds, answer.effort);
        let Verdict::Solved(found) = verdict else { panic!("{inference:?}: {verdict:?}") };
        assert!(csp::is_solution(&model, found.first().unwrap()), "{inference:?}");
    }
}
