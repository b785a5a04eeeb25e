//! Estimates that somebody else tells, a table or a program, against exact distances.

use std::cell::RefCell;
use std::collections::HashMap;

use goalward::path::audit::{Reachable, Sample, audit_against};
use goalward::{Cost, Heuristic, StateSpace};

use super::heuristic::{SAMPLES, STEPS, found};
use super::{AuditRun, Audited, Found};
use crate::path::PathDomain;
use crate::registry::InputError;

/// The estimate of a state that is given as text, or why there is none. It is asked once a state.
pub type Teller<'a> = &'a dyn Fn(&str) -> Result<f64, String>;

/// Audits what `tell` says of the states of a space. Estimates need not be whole where costs are:
/// both are compared as numbers.
pub(super) fn audit_told<S: PathDomain>(
    space: &S,
    tell: Teller<'_>,
    run: &AuditRun,
) -> Result<Audited, InputError> {
    let told: RefCell<HashMap<S::State, f64>> = RefCell::default();
    let failed: RefCell<Option<String>> = RefCell::default();
    let estimate = |state: &S::State| -> f64 {
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
    let plain: &dyn Fn(&S::State) -> f64 = &estimate;
    let numbers = InNumbers(space);
    let every = run.samples.is_none() && space.every_state().is_some();
    let audit = if every {
        audit_against(&mut Reachable, &numbers, &plain, &run.limits)
    } else {
        let reference = space.reference();
        let known: &dyn Fn(&S::State) -> f64 =
            &|state| reference.estimate(reference.memo(state)).number().unwrap_or(0.0);
        let origin = space.origin();
        let count = run.samples.unwrap_or(SAMPLES);
        let mut sample =
            Sample { count, steps: STEPS, seed: run.seed, origin: &origin, reference: &known };
        audit_against(&mut sample, &numbers, &plain, &run.limits)
    };
    let (stop, states) = (audit.stopped, audit.states + audit.dead_ends);
    let found = found(
        &numbers,
        &|state| space.show(state),
        &|action| space.name(action),
        plain,
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

/// A space whose costs are numbers, whatever they were.
struct InNumbers<'a, S>(&'a S);

impl<S: PathDomain> StateSpace for InNumbers<'_, S> {
    type State = S::State;
    type Action = S::Action;
    type Cost = f64;

    fn start(&self) -> S::State {
        self.0.start()
    }

    fn is_goal(&self, state: &S::State) -> bool {
        self.0.is_goal(state)
    }

    fn actions(&self, state: &S::State) -> impl Iterator<Item = S::Action> {
        self.0.actions(state)
    }

    fn apply(&self, state: &S::State, action: &S::Action) -> S::State {
        self.0.apply(state, action)
    }

    fn cost(&self, state: &S::State, action: &S::Action) -> f64 {
        self.0.cost(state, action).number().unwrap_or(f64::NAN)
    }
}

/// The estimates of a table: a line for each state, its text and then the estimate, with blanks,
/// a comma, a colon or an equals sign between the two. Lines that begin with # do not count.
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

/// A state's text whatever is between its words.
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
