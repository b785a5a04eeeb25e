//! A teacher's exercises: questions about runs, with a variant for each student. The file has no
//! answers: they are computed by running what is asked about.
//!
//! ```
//! use goalward::Limits;
//! use goalward_experiment::questions::{Answer, Questions};
//!
//! let questions: Questions = "
//!     [[exercise]]
//!     title = 'The shortest way'
//!     question = 'How many moves does the shortest way from {instance} have?'
//!     domain = 'tiles(size=2x3, walk=9)'
//!     methods = ['astar(manhattan)']
//!     answer = 'cost'
//! "
//! .parse()?;
//! let variant = questions.list[0].variant("Ada Lovelace", 1)?;
//! assert!(variant.text().contains(&variant.instance.text()));
//! let limits = Limits::default();
//! let Answer::Words(moves) = variant.answer(&limits)? else { unreachable!("a cost is a number") };
//! assert!(variant.check(&format!("{} moves", moves[0]), &limits)?.right);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::str::FromStr;

use goalward::{Limits, Rng};
use goalward_lab::{
    Conclusion, Domain, InputError, Instance, Purpose, Ready, Report, Run, RunError, Spec,
    one_line, open,
};
use serde::Deserialize;

use crate::exercises::{self, Ask, Checked, finished, same};
use crate::judge::{UNSOLVABLE, judge};
use crate::seal::hash;
use crate::sheet::{domain_of, read_toml};

/// Exercises of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Questions {
    /// Their title.
    pub title: String,
    /// The exercises, in order.
    pub list: Vec<Question>,
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its title.
    pub title: String,
    /// What is asked. `{instance}`, `{board}`, `{seed}` and `{student}` stand for the variant's.
    pub question: String,
    /// What kind of problem, with its settings.
    pub domain: Spec,
    /// The instances to choose from; none: one is made from the variant's seed.
    pub instances: Vec<String>,
    /// The methods that are run.
    pub methods: Vec<Spec>,
    /// Which result of the runs is the answer.
    pub asked: Asked,
    /// How several methods make one answer.
    pub compare: Compare,
    /// Whether the commands of the runs may be shown.
    pub hint: bool,
}

/// Which result of a run is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asked {
    /// The cost of the solution.
    Cost,
    /// The nodes expanded.
    Expanded,
    /// The nodes generated.
    Generated,
    /// The most nodes held at once.
    Stored,
    /// How many solutions there are: the method counts them.
    Solutions,
    /// solved, unsolvable, stuck or stopped.
    Verdict,
    /// The best moves in a game.
    Best,
    /// A plan, an assignment or a move: any that is correct.
    Plan,
    /// The same, and it must be optimal.
    OptimalPlan,
}

/// How the values of several methods make one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// All of them.
    #[default]
    Each,
    /// The absolute difference of the two.
    Difference,
    /// The name of the method with the least.
    Fewest,
}

/// A question for one student.
pub struct Variant<'a> {
    /// The question.
    pub question: &'a Question,
    /// The student's name as given.
    pub student: String,
    /// The seed of everything random in it.
    pub seed: u64,
    /// Its domain.
    pub domain: &'static Domain,
    /// Its instance.
    pub instance: Box<dyn Instance>,
    /// The text of its instance; none if it is made from the seed.
    chosen: Option<&'a str>,
}

/// The right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// These words, in any order.
    Words(Vec<String>),
    /// What a judge finds correct, or also optimal.
    Judged {
        /// Whether it must be optimal.
        optimal: bool,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    title: String,
    domain: Option<String>,
    #[serde(default)]
    exercise: Vec<WrittenQuestion>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenQuestion {
    title: String,
    question: String,
    domain: Option<String>,
    instance: Option<String>,
    #[serde(default)]
    instances: Vec<String>,
    #[serde(default)]
    methods: Vec<String>,
    answer: Asked,
    #[serde(default)]
    compare: Compare,
    #[serde(default)]
    hint: bool,
}

impl Questions {
    /// A student's variant of exercise `number`, from 1.
    pub fn variant(&self, student: &str, number: usize) -> Result<Variant<'_>, InputError> {
        let at = |error| InputError(format!("exercise {number}: {error}"));
        exercises::of(&self.list, number)?.variant(student, number).map_err(at)
    }
}

impl FromStr for Questions {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let written: Written = read_toml(text)?;
        if written.exercise.is_empty() {
            return Err(InputError("the file has no exercise: write one as [[exercise]]".into()));
        }
        let mut list = Vec::new();
        for (number, exercise) in (1..).zip(written.exercise) {
            let at = |error: InputError| InputError(format!("exercise {number}: {error}"));
            list.push(exercise.read(written.domain.as_deref()).map_err(at)?);
        }
        Ok(Questions { title: written.title, list })
    }
}

impl WrittenQuestion {
    fn read(self, common: Option<&str>) -> Result<Question, InputError> {
        let (_, domain) = domain_of(self.domain.as_deref(), common)?;
        let methods = self.methods.iter().map(|method| method.parse().map_err(InputError::new));
        let methods = methods.collect::<Result<Vec<Spec>, _>>()?;
        let judged = matches!(self.answer, Asked::Plan | Asked::OptimalPlan);
        let wrong = match (judged, methods.len(), self.compare) {
            (true, 1.., _) => Some("an answer that is a plan needs no methods: remove them"),
            (false, 0, _) => Some("no methods: write methods = [\"astar(manhattan)\"]"),
            (_, 0 | 1, Compare::Fewest) => Some("compare = \"fewest\" needs two methods or more"),
            (_, count, Compare::Difference) if count != 2 => {
                Some("compare = \"difference\" needs two methods")
            }
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(InputError(wrong.into()));
        }
        if self.instance.is_some() && !self.instances.is_empty() {
            return Err(InputError("give instance or instances, not both".into()));
        }
        Ok(Question {
            title: self.title,
            question: self.question,
            domain,
            instances: self.instance.into_iter().chain(self.instances).collect(),
            methods,
            asked: self.answer,
            compare: self.compare,
            hint: self.hint,
        })
    }
}

/// Seeds of variants have at most six digits, so that people can type them.
const SEEDS: u64 = 1_000_000;

/// The seed of a student's variant of exercise `number`, whatever the case and the blanks of the
/// name: the same on every machine.
pub fn variant_seed(student: &str, number: usize) -> u64 {
    let name = student.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
    Rng::stream(hash(name.as_bytes()), number as u64).bits() % (SEEDS - 1) + 1
}

impl Question {
    /// A student's variant, where this is exercise `number`.
    pub fn variant(&self, student: &str, number: usize) -> Result<Variant<'_>, InputError> {
        let seed = variant_seed(student, number);
        let count = self.instances.len() as u64;
        let chosen = seed.checked_rem(count).map(|index| self.instances[index as usize].as_str());
        let (domain, instance) = open(&self.domain, chosen, seed)?;
        for method in &self.methods {
            Ready::new(domain, instance.as_ref(), Some(method), Purpose::Comparison)?;
        }
        Ok(Variant { question: self, student: student.into(), seed, domain, instance, chosen })
    }
}

impl Variant<'_> {
    /// The question in full.
    pub fn text(&self) -> String {
        let seed = self.seed.to_string();
        let board: Vec<String> =
            self.instance.drawing().lines().map(|line| format!("  {}", line.trim_end())).collect();
        let stands = [
            ("{instance}", self.instance.text()),
            ("{board}", board.join("\n")),
            ("{seed}", seed),
            ("{student}", self.student.clone()),
        ];
        let text = self.question.question.trim().to_string();
        stands.iter().fold(text, |text, (name, value)| text.replace(name, value))
    }

    /// The runs it is about, if they may be shown.
    pub fn hints(&self) -> Vec<Ask> {
        let Question { domain, methods, hint, .. } = self.question;
        let ask = |method: &Spec| Ask {
            domain: domain.to_string(),
            instance: self.chosen.map(Into::into),
            method: method.to_string(),
            seed: self.seed,
        };
        methods.iter().filter(|_| *hint).map(ask).collect()
    }

    /// Whether an answer is right. The limits are those of each search.
    pub fn check(&self, answer: &str, limits: &Limits) -> Result<Checked, RunError> {
        let (right, told) = match self.answer(limits)? {
            Answer::Words(right) if same(answer, &right.join(" ")) => (true, "Correct.".into()),
            Answer::Words(_) => (false, "Incorrect.".into()),
            Answer::Judged { optimal } => self.judged(answer, optimal, limits)?,
        };
        Ok(Checked { right, told, tries: if right { Vec::new() } else { self.hints() } })
    }

    fn judged(
        &self,
        answer: &str,
        optimal: bool,
        limits: &Limits,
    ) -> Result<(bool, String), RunError> {
        let judged = judge(self.domain, self.instance.as_ref(), answer, limits)?;
        let right = judged.correct && (!optimal || judged.optimal != Some(false));
        let game = self.instance.game().is_some() && judged.value.is_some();
        let told = match (right, judged.correct) {
            (true, _) => "Correct.".into(),
            // The student is to find out how good it could be.
            (false, true) => "Incorrect: it is not optimal.".into(),
            (false, false) if game => "Incorrect: another move is better.".into(),
            (false, false) if answer.trim().eq_ignore_ascii_case(UNSOLVABLE) => {
                "Incorrect: there is a solution.".into()
            }
            (false, false) if judged.least.is_some() => "Incorrect: it is not a solution.".into(),
            (false, false) => one_line(&judged.summary),
        };
        Ok((right, told))
    }

    /// The right answer, computed. The limits are those of each run.
    pub fn answer(&self, limits: &Limits) -> Result<Answer, RunError> {
        let Question { methods, asked, compare, .. } = self.question;
        if let Asked::Plan | Asked::OptimalPlan = asked {
            return Ok(Answer::Judged { optimal: *asked == Asked::OptimalPlan });
        }
        let mut values = Vec::new();
        for method in methods {
            let instance = self.instance.as_ref();
            let ready = Ready::new(self.domain, instance, Some(method), Purpose::Comparison)?;
            let limits = limits.clone();
            let mut run = Run { seed: self.seed, limits, jobs: 1, trace: None };
            values.push(value(*asked, &finished(ready.run(&mut run)?)?).map_err(InputError)?);
        }
        let number = |words: &[String]| words.first().and_then(|word| word.parse::<f64>().ok());
        let words = match (compare, values.as_slice()) {
            (Compare::Difference, [one, other]) => {
                let difference = number(one).zip(number(other)).map(|(a, b)| (a - b).abs());
                difference.map(|difference| difference.to_string()).into_iter().collect()
            }
            (Compare::Fewest, _) => {
                let least = values.iter().filter_map(|words| number(words)).reduce(f64::min);
                let has = |words: &Vec<String>| number(words) == least;
                let least = methods.iter().zip(&values).filter(|(_, words)| has(words));
                least.map(|(method, _)| method.name.clone()).collect()
            }
            _ => values.concat(),
        };
        Ok(Answer::Words(words))
    }
}

/// The part of a report that the question is about, in words.
fn value(asked: Asked, report: &Report) -> Result<Vec<String>, String> {
    let none =
        |what: &str| format!("{} finds no {what}, so the exercise has no answer", report.method);
    Ok(match asked {
        Asked::Cost => vec![report.cost.ok_or_else(|| none("cost"))?.to_string()],
        Asked::Expanded => vec![report.counters.expanded.to_string()],
        Asked::Generated => vec![report.counters.generated.to_string()],
        Asked::Stored => vec![report.counters.peak_stored.to_string()],
        Asked::Solutions => {
            let count = report.facts.get("solutions").filter(|count| !count.is_null());
            vec![count.ok_or_else(|| none("number of solutions"))?.to_string()]
        }
        Asked::Verdict => vec![
            match report.verdict {
                Conclusion::Solved => "solved",
                Conclusion::Unsolvable => "unsolvable",
                Conclusion::Stuck => "stuck",
                _ => "stopped",
            }
            .into(),
        ],
        Asked::Best | Asked::Plan | Asked::OptimalPlan => {
            report.solution.as_ref().ok_or_else(|| none("move"))?.words()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_these_seeds_for_ever() {
        assert_eq!(variant_seed("Ada  Lovelace", 1), variant_seed(" ada lovelace", 1));
        assert_ne!(variant_seed("Ada Lovelace", 1), variant_seed("Ada Lovelace", 2));
        let seeds: Vec<u64> =
            ["", "ada lovelace", "12345"].map(|name| variant_seed(name, 1)).into();
        assert_eq!(seeds, [861297, 531322, 777642]);
    }

    #[test]
    fn a_bad_file_is_told_where() {
        let with = |lines: &str| {
            let text =
                format!("domain = 'tiles'\n[[exercise]]\ntitle = 't'\nquestion = 'q'\n{lines}");
            text.parse::<Questions>().unwrap_err().0
        };
        for (lines, told) in [
            ("answer = 'cots'", "unknown variant `cots`"),
            ("answer = 'cost'", "exercise 1: no methods"),
            ("answer = 'plan'\nmethods = ['bfs']", "needs no methods"),
            ("answer = 'cost'\nmethods = ['bfs']\ncompare = 'fewest'", "two methods or more"),
            ("answer = 'plan'\ninstance = '1'\ninstances = ['1']", "not both"),
            ("answr = 'plan'", "line 5: unknown field `answr`"),
        ] {
            let error = with(lines);
            assert!(error.contains(told), "{lines}: {error}");
        }
        assert!("".parse::<Questions>().unwrap_err().0.contains("no exercise"));
    }
}
