//! Estimates that a table or a program gives, against exact distances.

use std::cell::RefCell;
use std::collections::HashMap;

use goalward::path::audit::{Reachable, Sample, audit_against};
use goalward::{Cost, Heuristic};

use super::erased::{Erased, Space, State};
use super::heuristic::{SAMPLES, STEPS, found};
use super::{AuditRun, Audited, Found};
use crate::path::PathDomain;
use crate::registry::InputError;

/// The estimate of a state that is given as text, or why there is none. It is called once per
/// state.
pub type Teller<'a> = &'a dyn Fn(&str) -> Result<f64, String>;

/// Audits the estimates that `tell` gives for the states of a space. Estimates need not be whole
/// where costs are: both are compared as numbers.
pub(super) fn audit_told<S: PathDomain>(
    space: &S,
    tell: Teller<'_>,
    run: &AuditRun,
) -> Result<Audited, InputError> {
    let every = run.samples.is_none() && space.every_state().is_some();
    let reference = space.reference();
    let known = |state: &State| {
        let known = reference.estimate(reference.memo(state.get()));
        known.number().unwrap_or(0.0)
    };
    ToldSpace { space, every, origin: State::new(space.origin()), known: &known }.audit(tell, run)
}

/// A space that is audited in this way.
struct ToldSpace<'a> {
    space: &'a dyn Space,
    /// Whether every state is looked at.
    every: bool,
    /// Where the walks that sample states begin.
    origin: State,
    /// Estimates that are known never to exceed a distance.
    known: &'a dyn Fn(&State) -> f64,
}

impl ToldSpace<'_> {
    fn audit(self, tell: Teller<'_>, run: &AuditRun) -> Result<Audited, InputError> {
        let ToldSpace { space, every, origin, known } = self;
        let told: RefCell<HashMap<State, f64>> = RefCell::default();
        let failed: RefCell<Option<String>> = RefCell::default();
        let estimate = |state: &State| -> f64 {
            if let Some(&known) = told.borrow().get(state) {
                return known;
            }
            if failed.borrow().is_some() {
                return 0.0;
            }
            let shown = space.show(state);
            let said = tell(&shown).and_then(|said| match said >= 0.0 {
                true => Ok(said),
                false => Err(format!("the estimate of `{shown}` is {said}: it must be 0 or more")),
            });
            let said = said.unwrap_or_else(|why| {
                *failed.borrow_mut() = Some(why);
                // Nothing that follows counts.
                run.limits.monitor.iter().for_each(|monitor| monitor.cancel());
                0.0
            });
            told.borrow_mut().insert(state.clone(), said);
            said
        };
        let erased = Erased(space);
        let audit = if every {
            audit_against(&mut Reachable, &erased, &estimate, &run.limits)
        } else {
            let count = run.samples.unwrap_or(SAMPLES);
            let mut sample =
                Sample { count, steps: STEPS, seed: run.seed, origin: &origin, reference: &known };
            audit_against(&mut sample, &erased, &estimate, &run.limits)
        };
        let (stop, states) = (audit.stopped, audit.states + audit.dead_ends);
        let found = found(
            &erased,
            &|state| space.shown(state),
            &|action| space.name(action),
            &estimate,
            false,
            audit,
            None,
        );
        match failed.into_inner() {
            Some(why) => Err(InputError(why)),
            None => Ok(Audited {
                every,
                stop,
                states,
                found: Found::Heuristic(Box::new(found)),
                notes: Vec::new(),
            }),
        }
    }
}

/// The estimates of a table: a line for each state, its text and then the estimate, with blanks, a
/// comma, a colon or an equals sign between the two. Lines that begin with # are skipped.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table(HashMap<String, f64>);

impl std::str::FromStr for Table {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let mut table = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let bad = |what: &str| {
                let shown: String = line.chars().take(60).collect();
                InputError(format!("line {number} of the table, `{shown}`, {what}"))
            };
            let between = |c: char| c.is_whitespace() || ",;:=".contains(c);
            let cut = line
                .rfind(between)
                .ok_or_else(|| bad("has no estimate: write a state followed by a number"))?;
            let last = line[cut..].trim_start_matches(between);
            let estimate = last.parse::<f64>().ok().filter(|estimate| *estimate >= 0.0);
            let estimate =
                estimate.ok_or_else(|| bad("does not end with a number that is 0 or more"))?;
            let state = line[..cut].trim_end_matches(between).trim_matches('"');
            if table.insert(normal(state), estimate).is_some() {
                return Err(bad("is a second estimate of the same state"));
            }
        }
        match table.is_empty() {
            true => Err(InputError(
                "the table is empty: write a state and a number on each line".into(),
            )),
            false => Ok(Table(table)),
        }
    }
}

impl Table {
    /// The estimate of a state.
    pub fn tell(&self, state: &str) -> Result<f64, String> {
        let known = self.0.get(&normal(state)).copied();
        known.ok_or_else(|| format!("the table has no estimate of the state `{state}`"))
    }
}

/// A state's text in one form, whatever separates its words.
fn normal(state: &str) -> String {
    let words = state.split(|c: char| c.is_whitespace() || ",;".contains(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_read_however_they_are_punctuated() {
        let table: Table = "# h\nArad 366\nRimnicu Vilcea: 193.5\n1 2 0,4\n".parse().unwrap();
        assert_eq!(table.tell("Arad"), Ok(366.0));
        assert_eq!(table.tell("rimnicu  vilcea"), Ok(193.5));
        assert_eq!(table.tell("1 2 0"), Ok(4.0));
        assert!(table.tell("Sibiu").unwrap_err().contains("`Sibiu`"));
        for (text, told) in [
            ("Arad", "no estimate"),
            ("Arad x", "does not end with a number"),
            ("Arad -1", "does not end with a number"),
            ("Arad 1\narad 2", "second estimate"),
            ("\n# only\n", "empty"),
        ] {
            let error = text.parse::<Table>().unwrap_err().0;
            assert!(error.contains(told), "{text}: {error}");
        }
    }
}
