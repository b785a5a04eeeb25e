//! User-defined constraint problems.

use goalward::csp::{Csp, Global, Value, Variable};

use super::{characters, described, line_of, row, text_view};
use crate::csp::{self, CspDomain};
use crate::registry::{Check, Conflict, Domain, InputError, Instance, Method};
use crate::report::Solution;
use crate::settings::Settings;
use crate::view::{Cells, View};

/// A constraint problem that people may name, write down and look at.
pub trait CspProblem: Send + Sync + Sized + 'static {
    /// What is searched: a [`Model`](goalward::csp::Model), or your own type.
    type Csp: Csp + Send + Sync;

    described! {
        method: "mac",
        compared: csp::COMPARED
    }

    /// Reads an instance, or makes one from the seed. Without text it must succeed.
    fn open(settings: &Settings, text: Option<&str>, seed: u64) -> Result<Self, InputError>;

    /// The instance as text that opens it again.
    fn text(&self) -> String;

    /// The variables and what they may be.
    fn csp(&self) -> &Self::Csp;

    /// Whether values, one for each variable, are a solution: called for every solution that is
    /// found, so it should not depend on [`csp`](CspProblem::csp).
    fn is_solution(&self, values: &[Value]) -> bool;

    /// A variable in a word.
    fn name_variable(&self, variable: Variable) -> String {
        format!("x{}", variable + 1)
    }

    /// A value in a word.
    fn name_value(&self, value: Value) -> String {
        value.to_string()
    }

    /// An assignment in one line: `x1=3 x2=.`, where `x2` has no value.
    fn show(&self, assignment: &[Option<Value>]) -> String {
        let piece = |(variable, value): (usize, &Option<Value>)| {
            let value = value.map_or(".".into(), |value| self.name_value(value));
            format!("{}={value}", self.name_variable(variable))
        };
        assignment.iter().enumerate().map(piece).collect::<Vec<_>>().join(" ")
    }

    /// An assignment drawn for people, in as many lines as it takes.
    fn draw(&self, assignment: &[Option<Value>]) -> String {
        self.show(assignment)
    }
}

/// The row of the registry for `P`, to be given to [`add_domains`](crate::add_domains).
pub const fn own_csp<P: CspProblem>() -> Domain {
    row!(P, |settings, text, seed| {
        let text = line_of(P::SETS, text)?;
        Ok(Box::new(Own(WithNames(P::open(settings, text, seed)?))))
    })
}

/// A problem in the form the registry needs.
struct Own<P>(WithNames<P>);

impl<P: CspProblem> Instance for Own<P> {
    fn text(&self) -> String {
        self.0.0.text()
    }

    fn drawing(&self) -> String {
        format!("{}: {}", P::NAME, self.0.0.text())
    }

    fn methods(&self) -> Vec<Method<'_>> {
        csp::methods(&self.0)
    }

    fn default_method(&self) -> &'static str {
        P::METHOD
    }

    fn compared(&self) -> &'static [&'static str] {
        P::COMPARED
    }

    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let assignment = self.assignment(solution)?;
        let values: Vec<Value> = assignment.iter().copied().flatten().collect();
        Ok(Check {
            cost: None,
            solves: self.0.0.is_solution(&values),
            boards: Vec::new(),
            end: None,
            picture: Some(self.0.0.draw(&assignment)),
        })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        Ok(vec![self.0.cells(&self.assignment(solution)?)])
    }

    /// A value for each variable, in their order or as `name=value`.
    fn read(&self, text: &str) -> Result<Solution, String> {
        let between = |c: char| c.is_whitespace() || ",;[](){}".contains(c);
        let words: Vec<&str> = text.split(between).filter(|word| !word.is_empty()).collect();
        let count = self.0.variables();
        let mut values = vec![None; count];
        for (place, word) in words.iter().enumerate() {
            let (variable, value) = match word.split_once('=') {
                None => (Some(place).filter(|&x| x < count), *word),
                Some((name, value)) => {
                    ((0..count).find(|&x| self.0.name_variable(x) == name), value)
                }
            };
            let shown: String = word.chars().take(40).collect();
            let x = variable.ok_or_else(|| match word.contains('=') {
                true => format!("`{shown}` names no variable"),
                false => format!("`{shown}` is one too many for {count} variables"),
            })?;
            let named = (0..self.0.domain(x)).find(|&a| self.0.name_value(a) == value);
            let value = named.or_else(|| value.parse().ok().filter(|&a| a < self.0.domain(x)));
            let value = value.ok_or_else(|| {
                format!("`{shown}` is not a value of {}", self.0.name_variable(x))
            })?;
            values[x] = Some(value as u64);
        }
        let missing = values.iter().position(Option::is_none);
        match missing {
            Some(x) => Err(format!("{} has no value", self.0.name_variable(x))),
            None => Ok(Solution::Numbers(values.into_iter().flatten().collect())),
        }
    }

    fn conflict(&self, solution: &Solution) -> Option<Conflict> {
        let Solution::Numbers(values) = solution else { return None };
        csp::conflict(&self.0, &values.iter().map(|&value| value as usize).collect::<Vec<_>>())
    }

    fn view(&self) -> View {
        text_view(&self.drawing())
    }
}

impl<P: CspProblem> Own<P> {
    /// A value for each variable.
    fn assignment(&self, solution: &Solution) -> Result<Vec<Option<Value>>, String> {
        let Solution::Numbers(values) = solution else { return Err("it has no values".into()) };
        let count = self.0.0.csp().variables();
        if values.len() != count {
            return Err(format!("it has {} values for {count} variables", values.len()));
        }
        Ok(values.iter().map(|&value| Some(value as usize)).collect())
    }
}

/// A problem with the names of its variables and values.
struct WithNames<P>(P);

impl<P: CspProblem> Csp for WithNames<P> {
    fn variables(&self) -> usize {
        self.0.csp().variables()
    }

    fn domain(&self, variable: Variable) -> usize {
        self.0.csp().domain(variable)
    }

    fn allows(&self, variable: Variable, value: Value) -> bool {
        self.0.csp().allows(variable, value)
    }

    fn constraints(&self) -> impl Iterator<Item = (Variable, Variable)> {
        self.0.csp().constraints()
    }

    fn compatible(&self, x: (Variable, Value), y: (Variable, Value)) -> bool {
        self.0.csp().compatible(x, y)
    }

    fn relation(&self, x: Variable, y: Variable) -> Option<usize> {
        self.0.csp().relation(x, y)
    }

    fn groups(&self) -> impl Iterator<Item = Vec<Variable>> {
        self.0.csp().groups()
    }

    fn global_constraints(&self) -> impl Iterator<Item = Global<'_>> {
        self.0.csp().global_constraints()
    }
}

impl<P: CspProblem> CspDomain for WithNames<P> {
    fn name_variable(&self, variable: Variable) -> String {
        self.0.name_variable(variable)
    }

    fn name_value(&self, value: Value) -> String {
        self.0.name_value(value)
    }

    fn show(&self, assignment: &[Option<Value>]) -> String {
        self.0.show(assignment)
    }

    fn drawing(&self, assignment: &[Option<Value>]) -> String {
        self.0.draw(assignment)
    }

    fn cells(&self, assignment: &[Option<Value>]) -> Cells {
        characters(&self.0.draw(assignment))
    }

    fn solution(&self, values: &[Value]) -> Solution {
        Solution::Numbers(values.iter().map(|&value| value as u64).collect())
    }
}
