//! Which variable comes next, and which of its values first.

use std::cmp::Reverse;

use super::domains::Width;
use super::engine::Engine;
use super::{Event, Value, Variable, VariableOrder};
use crate::observe::Observer;

impl<W: Width, O: Observer<Event>> Engine<'_, W, O> {
    /// Finds the values that no assignment contradicts, if an order needs them and no inference has
    /// removed the others.
    #[inline]
    pub fn survey(&mut self) {
        let Some(legal) = &mut self.legal else { return };
        let words = self.width.words();
        legal.back(0);
        for variable in self.frames.iter().map(|frame| frame.variable as usize) {
            for &arc in self.network.arcs(variable) {
                if !self.open.contains(arc.other()) {
                    continue;
                }
                self.ledger.effort.checks += words as u64;
                let row = self.network.row(variable, arc, self.assignment[variable], words);
                for (i, &allowed) in row.iter().enumerate() {
                    legal.keep(arc.other(), i, allowed);
                }
            }
        }
    }

    /// The unassigned variable to assign next.
    #[inline]
    pub fn pick_variable(&self) -> Variable {
        let domains = self.legal.as_ref().unwrap_or(&self.domains);
        let bound = if self.legal.is_none() { 1 } else { 0 };
        match self.settings.order {
            // In static order the assigned variables are the lowest.
            VariableOrder::Static => self.frames.len(),
            VariableOrder::Mrv => self.open.least(bound, |v| domains.size(v)),
            VariableOrder::MrvDegree => {
                // The high bits are for the fewest values, the low bits for the most constraints.
                let key = |v| u64::from(domains.size(v)) << 32 | u64::from(!self.degrees[v]);
                self.open.least(0, key)
            }
        }
    }

    /// Ranks the values of `variable`: those that leave the most choices first.
    pub fn rank_values(&mut self, variable: Variable) {
        let start = self.ranked.len();
        let mut next = self.domains.next(variable, 0);
        while let Some(value) = next {
            let choice = self.choice_left(variable, value);
            self.ranked.push((Reverse(choice), value as u32));
            next = self.domains.next(variable, value + 1);
        }
        self.ranked[start..].sort_unstable();
    }

    /// How many values the unassigned neighbours of `variable` keep if it has `value`.
    fn choice_left(&mut self, variable: Variable, value: Value) -> u64 {
        let domains = self.legal.as_ref().unwrap_or(&self.domains);
        let words = self.width.words();
        let mut choice = 0;
        for &arc in self.network.arcs(variable) {
            if self.open.contains(arc.other()) {
                self.ledger.effort.checks += words as u64;
                let row = self.network.row(variable, arc, value, words);
                let kept = domains.words(arc.other()).zip(row).map(|(values, row)| values & row);
                choice += kept.map(|word| u64::from(word.count_ones())).sum::<u64>();
            }
        }
        choice
    }
}
