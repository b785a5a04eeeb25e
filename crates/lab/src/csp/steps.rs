//! The events of a constraint search in words.

use goalward::csp::{Event, Variable};

use super::{CspDomain, Left};
use crate::trace::{EventKind, Facts, Form, Step, Watcher};
use crate::tree::Branch;
use crate::view::{Cells, Sight};

/// An assignment, complete or not.
struct CspSight<'a, C>(&'a C, &'a [Option<usize>]);

impl<C: CspDomain> Sight for CspSight<'_, C> {
    fn text(&self) -> String {
        self.0.show(self.1)
    }

    fn drawing(&self) -> String {
        self.0.drawing(self.1)
    }

    fn cells(&self) -> Cells {
        self.0.cells(self.1)
    }
}

/// Puts events into words, keeping the current assignments.
pub(super) struct Teller<'a, C> {
    csp: &'a C,
    assignment: Vec<Option<usize>>,
    order: Vec<Variable>,
    solutions: u64,
    /// The values struck and not restored, in order.
    struck: Vec<(Variable, usize)>,
    /// For each current assignment, how many values were struck before it.
    before: Vec<usize>,
    branch: Branch,
}

impl<'a, C: CspDomain> Teller<'a, C> {
    pub fn new(csp: &'a C) -> Self {
        let assignment = vec![None; csp.variables()];
        Teller {
            csp,
            assignment,
            order: Vec::new(),
            solutions: 0,
            struck: Vec::new(),
            before: Vec::new(),
            branch: Branch::default(),
        }
    }

    /// Reports an event, if it is wanted.
    pub fn tell(&mut self, event: Event, watcher: &mut dyn Watcher) {
        if let Event::Assign { variable, value } = event {
            self.assignment[variable] = Some(value);
            self.order.push(variable);
            self.before.push(self.struck.len());
        }
        if let Event::Prune { variable, value, .. }
        | Event::Exclude { variable, value, .. }
        | Event::Confine { variable, value, .. } = event
        {
            self.struck.push((variable, value));
        }
        self.solutions += u64::from(event == Event::Solution);
        let kind = match event {
            Event::Assign { .. } => EventKind::Assign,
            Event::Prune { .. } | Event::Exclude { .. } | Event::Confine { .. } => EventKind::Prune,
            Event::Conflict { .. } | Event::Violation { .. } => EventKind::Conflict,
            Event::Wipeout { .. } | Event::NoPlace { .. } => EventKind::Wipeout,
            Event::Backtrack { .. } => EventKind::Backtrack,
            Event::Solution => EventKind::Solution,
            _ => return,
        };
        let place = match kind {
            EventKind::Assign => self.branch.descend(),
            EventKind::Prune => self.branch.last(),
            _ => self.branch.leave(),
        };
        if watcher.wants(kind) {
            let state = CspSight(self.csp, &self.assignment);
            let mut step = self.step(kind, event).at(watcher.form(), &state);
            step.place = place;
            if watcher.form() == Form::Drawing {
                let now = self.struck.last().copied().filter(|_| kind == EventKind::Prune);
                let struck = self.struck.iter().copied().collect();
                let left = Left { assignment: &self.assignment, struck, now };
                step.domains = Some(self.csp.draw_domains(&left));
            }
            watcher.tell(step);
        }
        if !matches!(kind, EventKind::Assign | EventKind::Prune)
            && let Some(variable) = self.order.pop()
        {
            self.assignment[variable] = None;
            let before = self.before.pop().unwrap_or(0);
            self.struck.truncate(before);
        }
    }

    fn step(&self, kind: EventKind, event: Event) -> Step {
        let variable = |variable| self.csp.name_variable(variable);
        match event {
            Event::Assign { variable: x, value } => {
                let why = format!("{} is assigned {}", variable(x), self.csp.name_value(value));
                Step::new(kind, why, Facts::Assigned { variable: x, value })
            }
            Event::Prune { variable: x, value, because } => {
                let why = format!(
                    "{} removed from {}: it conflicts with {}",
                    self.csp.name_value(value),
                    variable(x),
                    variable(because)
                );
                Step::new(kind, why, Facts::Pruned { variable: x, value, because })
            }
            Event::Exclude { variable: x, value, constraint } => {
                let why = format!(
                    "{} removed from {}: constraint {} allows it with none of the values left for the others",
                    self.csp.name_value(value),
                    variable(x),
                    constraint + 1
                );
                Step::new(kind, why, Facts::Excluded { variable: x, value, constraint })
            }
            Event::Violation { constraint } => {
                let why = format!("constraint {} is violated: undone", constraint + 1);
                Step::new(kind, why, Facts::Violated { constraint })
            }
            Event::Confine { variable: x, value, group, needed } => {
                let (place, lost) = (variable(x), self.csp.name_value(value));
                let unit = self.csp.name_group(group);
                let why = if value == needed {
                    format!(
                        "{lost} removed from {place}: every place left for it in {unit} conflicts"
                    )
                } else {
                    let needed = self.csp.name_value(needed);
                    format!(
                        "{lost} removed from {place}: it is the only place for {needed} in {unit}"
                    )
                };
                Step::new(kind, why, Facts::Confined { variable: x, value, group })
            }
            Event::NoPlace { group, value } => {
                let (lost, unit) = (self.csp.name_value(value), self.csp.name_group(group));
                let why = format!("no place is left for {lost} in {unit}: a dead end");
                Step::new(kind, why, Facts::NoPlace { group, value })
            }
            Event::Conflict { variable: x, with } => {
                let why = format!("{} conflicts with {}: undone", variable(x), variable(with));
                Step::new(kind, why, Facts::Conflict { variable: x, with })
            }
            Event::Wipeout { variable: x } => {
                let why = format!("no value is left for {}: a dead end", variable(x));
                Step::new(kind, why, Facts::Variable { variable: x })
            }
            Event::Backtrack { variable: x } => {
                let why = match self.order.last() {
                    Some(&last) => format!(
                        "every value of {} has been tried: back to {}",
                        variable(x),
                        variable(last)
                    ),
                    None => {
                        format!("every value of {} has been tried: the search ends", variable(x))
                    }
                };
                Step::new(kind, why, Facts::Variable { variable: x })
            }
            Event::Solution => {
                let why = format!("solution {}", self.solutions);
                Step::new(kind, why, Facts::Solution { number: self.solutions })
            }
            _ => Step::new(kind, kind.name().into(), Facts::Nothing {}),
        }
    }
}
