//! What follows from an assignment: nothing, what it forbids, or arc consistency.

use super::domains::{Width, values};
use super::engine::Engine;
use super::network::Arc;
use super::{Event, Inference, Value, Variable};
use crate::observe::Observer;

impl<W: Width, O: Observer<Event>, V> Engine<'_, W, O, V> {
    /// What holds before any assignment; says whether a solution is possible.
    pub fn infer_at_root(&mut self) -> bool {
        let variables = self.network.variables();
        if let Some(variable) = (0..variables).find(|&v| self.domains.is_empty(v)) {
            self.ledger.observer.on(Event::Wipeout { variable });
            return false;
        }
        match self.settings.inference {
            Inference::None | Inference::ForwardChecking => true,
            Inference::Mac | Inference::AllDifferent => {
                (0..variables).for_each(|v| self.enqueue(v));
                self.follow()
            }
        }
    }

    /// What follows from domains that have shrunk; says whether a solution is still possible.
    #[inline]
    pub fn follow(&mut self) -> bool {
        match self.settings.inference {
            Inference::AllDifferent => self.propagate_groups(),
            _ => self.propagate(),
        }
    }

    /// Whether the new value goes with all assigned before.
    pub fn is_consistent(&mut self, variable: Variable, value: Value) -> bool {
        let words = self.width.words();
        for &arc in self.network.arcs(variable) {
            let with = arc.other();
            if self.open.contains(with) {
                continue;
            }
            self.ledger.effort.checks += 1;
            let given = self.assignment[with];
            if self.network.row(arc, value, words)[given / 64] >> (given % 64) & 1 == 0 {
                self.ledger.observer.on(Event::Conflict { variable, with });
                return false;
            }
        }
        true
    }

    /// Strikes what the new value forbids to its open neighbours; says whether
    /// all of them have values left.
    #[inline]
    pub fn check_forward(&mut self, variable: Variable, value: Value) -> bool {
        let words = self.width.words();
        for &arc in self.network.arcs(variable) {
            let other = arc.other();
            if !self.open.contains(other) {
                continue;
            }
            self.ledger.effort.checks += words as u64;
            let row = self.network.row(arc, value, words);
            for (i, &allowed) in row.iter().enumerate() {
                self.keep_only(other, i, allowed, variable);
            }
            if self.domains.is_empty(other) {
                self.ledger.observer.on(Event::Wipeout { variable: other });
                return false;
            }
        }
        true
    }

    /// Notes that the domain of `variable` has shrunk.
    #[inline]
    pub fn enqueue(&mut self, variable: Variable) {
        if self.queued.insert(variable) {
            self.shrunk.push_back(variable as u32);
        }
        for &group in self.groups.of(variable) {
            self.stale.insert(group as usize);
        }
    }

    /// AC-3: strikes values without support until every arc from a shrunk
    /// variable is consistent; says whether no domain is empty.
    pub fn propagate(&mut self) -> bool {
        while let Some(variable) = self.shrunk.pop_front() {
            let variable = variable as usize;
            self.queued.remove(variable);
            for &arc in self.network.arcs(variable) {
                let other = arc.other();
                if !self.open.contains(other) || !self.revise(variable, arc) {
                    continue;
                }
                if self.domains.is_empty(other) {
                    self.ledger.observer.on(Event::Wipeout { variable: other });
                    self.forget_shrunk();
                    return false;
                }
                self.enqueue(other);
            }
        }
        true
    }

    /// Empties the queue.
    pub fn forget_shrunk(&mut self) {
        while let Some(variable) = self.shrunk.pop_front() {
            self.queued.remove(variable as usize);
        }
    }

    /// Strikes the values of the other variable of `arc` that no value of
    /// `variable` supports; says whether there were any.
    fn revise(&mut self, variable: Variable, arc: Arc) -> bool {
        if arc.is_difference() {
            return self.revise_difference(variable, arc);
        }
        let words = self.width.words();
        let mut struck = false;
        for i in 0..words {
            let wanted = self.domains.word(arc.other(), i);
            let mut supported = 0;
            'look: for (j, word) in self.domains.words(variable).enumerate() {
                for value in values(word, j) {
                    self.ledger.effort.checks += 1;
                    supported |= self.network.row(arc, value, words)[i];
                    if wanted & !supported == 0 {
                        break 'look;
                    }
                }
            }
            struck |= self.keep_only(arc.other(), i, supported, variable);
        }
        struck
    }

    /// The same where only equal values are forbidden: nothing is struck unless `variable`
    /// has one value left. Counts the looks that [`revise`](Self::revise) would take: one for
    /// each word, and a second where the first value leaves one to support.
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

    /// Strikes all but `allowed` from a word of the domain of `variable`; says
    /// whether there was anything to strike.
    #[inline(always)]
    fn keep_only(&mut self, variable: Variable, i: usize, allowed: u64, because: Variable) -> bool {
        self.strike(variable, i, allowed, |value| Event::Prune { variable, value, because })
    }

    /// The same, told by the event for a value.
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
        values(gone, i).for_each(|value| {
            let _ = self.ledger.observer.on(event(value));
        });
        gone != 0
    }
}
