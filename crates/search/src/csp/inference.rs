//! What is inferred from an assignment: nothing, the values it rules out, or arc consistency.

use super::domains::{Width, values};
use super::engine::Engine;
use super::network::Arc;
use super::{Event, Inference, Value, Variable};
use crate::observe::Observer;
use crate::run::Stop;

/// If rows have at most this many words (256 values), arc consistency fills every row it reaches.
const SHORT: usize = 4;

/// If rows are longer, at most this many are read before values are looked up one by one.
const SAMPLE: usize = 64;

impl<W: Width, O: Observer<Event>> Engine<'_, W, O> {
    /// Inference before any assignment; returns whether a solution is possible.
    pub fn infer_at_root(&mut self) -> Result<bool, Stop> {
        let variables = self.network.variables();
        if let Some(variable) = (0..variables).find(|&v| self.domains.is_empty(v)) {
            self.ledger.tell(Event::Wipeout { variable });
            return Ok(false);
        }
        for global in 0..self.globals.count() {
            if self.globals.scope(global).is_empty() && !self.is_satisfied(global) {
                return Ok(false);
            }
        }
        match self.settings.inference {
            Inference::None => Ok(true),
            // No earlier assignment leads to a check of a constraint on a single variable.
            Inference::ForwardChecking => {
                for global in 0..self.globals.count() {
                    if self.globals.scope(global).len() == 1 && !self.revise_global(global)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Inference::Mac | Inference::AllDifferent => {
                (0..variables).for_each(|v| self.enqueue(v));
                self.follow()
            }
        }
    }

    /// Inference from domains that have shrunk; returns whether a solution is still possible.
    #[inline]
    pub fn follow(&mut self) -> Result<bool, Stop> {
        match self.settings.inference {
            Inference::AllDifferent => self.propagate_groups(),
            _ => self.propagate(),
        }
    }

    /// Whether the new value is compatible with all earlier assignments.
    pub fn is_consistent(&mut self, variable: Variable, value: Value) -> Result<bool, Stop> {
        let words = self.width.words();
        for &arc in self.network.arcs(variable) {
            let with = arc.other();
            if self.open.contains(with) {
                continue;
            }
            self.ledger.effort.checks += 1;
            let given = self.assignment[with];
            if self.network.row(variable, arc, value, words)[given / 64] >> (given % 64) & 1 == 0 {
                self.ledger.tell(Event::Conflict { variable, with });
                return Ok(false);
            }
            self.network.pause(&self.ledger.meter)?;
        }
        for i in 0..self.globals.count_of(variable) {
            let global = self.globals.nth_of(variable, i);
            if self.open_in(global) == 0 && !self.is_satisfied(global) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How many variables of a constraint have no value yet.
    fn open_in(&self, global: usize) -> usize {
        self.globals.scope(global).iter().filter(|&&x| self.open.contains(x)).count()
    }

    /// Whether a constraint allows the values of its variables, which are all assigned.
    fn is_satisfied(&mut self, constraint: usize) -> bool {
        self.ledger.effort.checks += 1;
        let satisfied = self.globals.is_satisfied(constraint, &self.assignment);
        if !satisfied {
            self.ledger.tell(Event::Violation { constraint });
        }
        satisfied
    }

    /// Removes what the new value rules out from its unassigned neighbours; returns whether all of
    /// them have values left.
    #[inline]
    pub fn check_forward(&mut self, variable: Variable, value: Value) -> Result<bool, Stop> {
        let words = self.width.words();
        for &arc in self.network.arcs(variable) {
            let other = arc.other();
            if !self.open.contains(other) {
                continue;
            }
            self.ledger.effort.checks += words as u64;
            let row = self.network.row(variable, arc, value, words);
            for (i, &allowed) in row.iter().enumerate() {
                self.keep_only(other, i, allowed, variable);
            }
            if self.domains.is_empty(other) {
                self.ledger.tell(Event::Wipeout { variable: other });
                return Ok(false);
            }
            self.network.pause(&self.ledger.meter)?;
        }
        for i in 0..self.globals.count_of(variable) {
            let global = self.globals.nth_of(variable, i);
            let open = self.open_in(global);
            let is_due = open == 1 || open > 1 && !self.globals.is_test(global);
            if is_due && !self.revise_global(global)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Removes the values of unassigned variables that a constraint no longer allows; returns
    /// whether no domain is empty.
    fn revise_global(&mut self, constraint: usize) -> Result<bool, Stop> {
        self.ledger.meter.poll()?;
        let words = self.width.words();
        let (open, domains, assignment) = (&self.open, &self.domains, &self.assignment);
        let set = |x: Variable, sets: &mut Vec<u64>| {
            if open.contains(x) {
                sets.extend(domains.words(x));
            } else {
                let word = |i| if i == assignment[x] / 64 { 1 << (assignment[x] % 64) } else { 0 };
                sets.extend((0..words).map(word));
            }
        };
        let Some(looks) = self.globals.support(constraint, words, set) else { return Ok(true) };
        self.ledger.effort.checks += looks;
        for i in 0..self.globals.scope(constraint).len() {
            let variable = self.globals.scope(constraint)[i];
            if !self.open.contains(variable) {
                continue;
            }
            let mut struck = false;
            for j in 0..words {
                let kept = self.globals.kept(i, j, words);
                let event = |value| Event::Exclude { variable, value, constraint };
                struck |= self.strike(variable, j, kept, event);
            }
            if struck && self.domains.is_empty(variable) {
                self.ledger.tell(Event::Wipeout { variable });
                return Ok(false);
            }
            if struck && self.settings.inference != Inference::ForwardChecking {
                self.enqueue(variable);
            }
        }
        Ok(true)
    }

    /// Records that the domain of `variable` has shrunk.
    #[inline]
    pub fn enqueue(&mut self, variable: Variable) {
        if self.queued.insert(variable) {
            self.shrunk.push_back(variable as u32);
        }
        for &group in self.groups.of(variable) {
            self.stale.insert(group as usize);
        }
        self.globals.touch(variable);
    }

    /// AC-3: removes values without support until every arc from a shrunk variable and every
    /// constraint on such a variable is consistent; returns whether no domain is empty.
    pub fn propagate(&mut self) -> Result<bool, Stop> {
        loop {
            if !self.propagate_pairs()? {
                self.forget_shrunk();
                return Ok(false);
            }
            let Some(global) = self.globals.stale.lowest() else { return Ok(true) };
            self.globals.stale.remove(global);
            if !self.revise_global(global)? {
                self.forget_shrunk();
                return Ok(false);
            }
        }
    }

    /// The same for arcs only.
    fn propagate_pairs(&mut self) -> Result<bool, Stop> {
        while let Some(variable) = self.shrunk.pop_front() {
            let variable = variable as usize;
            self.queued.remove(variable);
            for &arc in self.network.arcs(variable) {
                let other = arc.other();
                if !self.open.contains(other) || !self.revise(variable, arc)? {
                    continue;
                }
                if self.domains.is_empty(other) {
                    self.ledger.tell(Event::Wipeout { variable: other });
                    return Ok(false);
                }
                self.enqueue(other);
            }
        }
        Ok(true)
    }

    /// Empties the queues.
    pub fn forget_shrunk(&mut self) {
        while let Some(variable) = self.shrunk.pop_front() {
            self.queued.remove(variable as usize);
        }
        self.globals.stale.clear();
    }

    /// Removes the values of the other variable of `arc` that no value of `variable` supports;
    /// returns whether there were any.
    fn revise(&mut self, variable: Variable, arc: Arc) -> Result<bool, Stop> {
        if arc.is_difference() {
            return Ok(self.revise_difference(variable, arc));
        }
        let words = self.width.words();
        if words > SHORT && self.domains.size(variable) as usize > SAMPLE {
            return self.revise_long(variable, arc);
        }
        let mut struck = false;
        for i in 0..words {
            let wanted = self.domains.word(arc.other(), i);
            let mut supported = 0;
            'look: for (j, word) in self.domains.words(variable).enumerate() {
                for value in values(word, j) {
                    self.ledger.effort.checks += 1;
                    supported |= self.network.row(variable, arc, value, words)[i];
                    if wanted & !supported == 0 {
                        break 'look;
                    }
                }
                self.network.pause(&self.ledger.meter)?;
            }
            struck |= self.keep_only(arc.other(), i, supported, variable);
        }
        Ok(struck)
    }

    /// The same for long rows where `variable` has many values: values that a sample of them,
    /// spread over the domain, does not support are looked up in their own rows. So only a few rows
    /// are filled.
    fn revise_long(&mut self, variable: Variable, arc: Arc) -> Result<bool, Stop> {
        let (other, words) = (arc.other(), self.width.words());
        let back = self.network.arc(other, variable);
        let mut struck = false;
        for i in 0..words {
            let wanted = self.domains.word(other, i);
            let mut supported = 0;
            let mut next = self.domains.next(variable, 0);
            while let Some(value) = next.filter(|_| wanted & !supported != 0) {
                self.ledger.effort.checks += 1;
                supported |= self.network.row(variable, arc, value, words)[i];
                self.network.pause(&self.ledger.meter)?;
                next = self.domains.next(variable, value + words);
            }
            for value in values(wanted & !supported, i) {
                self.ledger.effort.checks += words as u64;
                let row = self.network.row(other, back, value, words);
                let mut both = self.domains.words(variable).zip(row);
                supported |= u64::from(both.any(|(word, row)| word & row != 0)) << (value % 64);
                self.network.pause(&self.ledger.meter)?;
            }
            struck |= self.keep_only(other, i, supported, variable);
        }
        Ok(struck)
    }

    /// The same if only equal values are forbidden: nothing is removed unless `variable` has one
    /// value left. Counts the checks that [`revise`](Self::revise) would make: one for each word,
    /// and a second one where the first value leaves a value unsupported.
    #[inline]
    fn revise_difference(&mut self, variable: Variable, arc: Arc) -> bool {
        let (other, words) = (arc.other(), self.width.words());
        let first = self.domains.next(variable, 0).expect("no domain is empty");
        let met = self.domains.contains(other, first);
        let many = self.domains.next(variable, first + 1).is_some();
        if self.settings.inference == Inference::Mac {
            self.ledger.effort.checks += words as u64 + u64::from(met && many);
        }
        met && !many && self.keep_only(other, first / 64, !(1 << (first % 64)), variable)
    }

    /// Removes all but `allowed` from a word of the domain of `variable`; returns whether anything
    /// was removed.
    #[inline(always)]
    fn keep_only(&mut self, variable: Variable, i: usize, allowed: u64, because: Variable) -> bool {
        self.strike(variable, i, allowed, |value| Event::Prune { variable, value, because })
    }

    /// The same; `event` gives the event that reports a removed value.
    #[inline(always)]
    pub fn strike(
        &mut self,
        variable: Variable,
        i: usize,
        allowed: u64,
        event: impl Fn(Value) -> Event,
    ) -> bool {
        let gone = self.domains.keep(variable, i, allowed);
        self.ledger.effort.prunings += u64::from(gone.count_ones());
        values(gone, i).for_each(|value| self.ledger.tell(event(value)));
        gone != 0
    }
}
