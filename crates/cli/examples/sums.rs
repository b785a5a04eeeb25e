//! Sums of words: your own constraint problem, in every command and on the page.
use std::collections::BTreeSet;

use goalward::csp::{Comparison, Model};
use goalward_lab::{CspProblem, InputError, Settings, own_csp};

/// Two words and their sum, as letters, and a digit for each letter.
pub struct Sums {
    words: [String; 3],
    letters: Vec<char>,
    model: Model<'static>,
}

impl Sums {
    fn value(&self, word: &str, digits: &[usize]) -> usize {
        let digit = |c| digits[self.letters.iter().position(|letter| *letter == c).unwrap()];
        word.chars().fold(0, |value, c| 10 * value + digit(c))
    }
}

impl CspProblem for Sums {
    type Csp = Model<'static>;
    const NAME: &'static str = "sums";
    const DOC: &'static str = "A digit for each letter, so that two words add up";
    fn open(_: &Settings, text: Option<&str>, _seed: u64) -> Result<Self, InputError> {
        let words = text.unwrap_or("SEND MORE MONEY").split_whitespace().map(String::from);
        let words = words.filter(|word| word.len() <= 15).collect::<Vec<_>>().try_into();
        let wrong = |_| InputError("write three words of at most 15 letters".into());
        let words: [String; 3] = words.map_err(wrong)?;
        let letters: BTreeSet<char> = words.concat().chars().collect();
        let letters: Vec<char> = letters.into_iter().collect();
        let mut model = Model::new();
        let variables: Vec<_> = letters.iter().map(|c| model.variable(*c, 0..=9)).collect();
        model.all_different(&variables);
        let mut terms = Vec::new();
        for (word, sign) in words.iter().zip([1, 1, -1]) {
            let at = |c| letters.iter().position(|letter| *letter == c).expect("it is a letter");
            terms.extend((0..).zip(word.chars().rev()).map(|(i, c)| (sign * 10i64.pow(i), at(c))));
            model
                .constraint(&[at(word.chars().next().expect("words are not empty"))], |v| v[0] > 0);
        }
        model.sum(&terms, Comparison::Equal, 0);
        Ok(Sums { words, letters, model })
    }
    fn text(&self) -> String {
        self.words.join(" ")
    }
    fn csp(&self) -> &Model<'static> {
        &self.model
    }
    fn is_solution(&self, digits: &[usize]) -> bool {
        let [a, b, sum] = [0, 1, 2].map(|at| self.value(&self.words[at], digits));
        a + b == sum
    }
    fn name_variable(&self, variable: usize) -> String {
        self.letters[variable].into()
    }
}

/// `goalward` with one more domain.
pub fn main() -> std::process::ExitCode {
    goalward_cli::main_with([own_csp::<Sums>()])
}
