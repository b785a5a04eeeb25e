//! The description of a method, as a teacher would give it.

use crate::trace::EventKind;

/// The description of a method: the part of its row that is text.
#[derive(Debug)]
pub struct About {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose and on the page.
    pub title: &'static str,
    /// One line on what it does.
    pub doc: &'static str,
    /// What it does, in a few sentences.
    pub does: &'static str,
    /// What is known about its answer.
    pub guarantees: &'static str,
    /// The time and memory it takes.
    pub costs: &'static str,
    /// Its lines, indented by two spaces per level.
    pub pseudocode: &'static [&'static str],
    /// The line of each kind of event, from 1.
    pub lines: &'static [(EventKind, usize)],
    /// Whether it keeps all waiting nodes, so that there is a frontier to count.
    pub frontier: bool,
}

impl About {
    /// The line of the pseudocode for an event, from 1.
    pub fn line(&self, event: EventKind) -> Option<usize> {
        self.lines.iter().find(|(kind, _)| *kind == event).map(|&(_, line)| line)
    }
}
