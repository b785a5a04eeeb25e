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
    /// What is known of its answer.
    pub guarantees: &'static str,
    /// What it takes.
    pub costs: &'static str,
    /// Its lines, two spaces for each level.
    pub pseudocode: &'static [&'static str],
    /// The line of each kind of event, from 1.
    pub lines: &'static [(EventKind, usize)],
    /// Whether the nodes that wait are all kept, so that there is a frontier to count.
    pub frontier: bool,
}

impl About {
    /// The line of the pseudocode that an event is at, from 1.
    pub fn line(&self, event: EventKind) -> Option<usize> {
        self.lines.iter().find(|(kind, _)| *kind == event).map(|&(_, line)| line)
    }
}
