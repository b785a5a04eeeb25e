//! Groups of variables that must all differ, where each value needs a place.

use super::domains::{VariableSet, Width};
use super::engine::Engine;
use super::network::Network;
use super::{Csp, Event, Value, Variable};
use crate::observe::Observer;
use crate::run::{Meter, Stop};

/// Lists of numbers, stored one after another.
#[derive(Default)]
pub(super) struct Lists {
    /// Where each list begins, and the end of the last.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    /// For each of `variables` variables, the `lists` that contain it, each at most once.
    pub fn of<'l>(variables: usize, lists: impl Iterator<Item = &'l [Variable]> + Clone) -> Self {
        let mut starts = vec![0; variables + 1];
        lists.clone().flatten().for_each(|&x| starts[x + 1] += 1);
        (0..variables).for_each(|x| starts[x + 1] += starts[x]);
        let mut next = starts.clone();
        let mut numbers = vec![0; starts[variables] as usize];
        for (number, list) in lists.enumerate() {
            for &x in list {
                numbers[next[x] as usize] = number as u32;
                next[x] += 1;
            }
        }
        Lists { starts, numbers }
    }

    /// Bytes that the starts of this many lists need.
    pub fn bytes(lists: usize) -> usize {
        (lists + 1) * size_of::<u32>()
    }

    #[inline(always)]
    pub fn get(&self, list: usize) -> &[u32] {
        &self.numbers[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

/// Panics if `what` names a variable that does not exist, or the same variable twice.
pub(super) fn assert_each_once(what: &str, scope: &[Variable], variables: usize) {
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    assert!(sorted.is_sorted_by(|a, b| a < b), "{what} names a variable twice: {scope:?}");
    let last = sorted.last().copied().unwrap_or(0);
    assert!(
        scope.is_empty() || last < variables,
        "{what} names variable {last}, but there are only {variables} variables"
    );
}

/// The groups with as many variables as values.
#[derive(Default)]
pub(super) struct Groups {
    /// The index of each group in the problem's list of groups.
    names: Vec<u32>,
    /// The variables of each group.
    members: Vec<Vec<Variable>>,
    /// The groups of each variable.
    of: Lists,
}

impl Groups {
    /// Collects the groups of `csp` that have as many variables as each of these has values.
    pub fn compile<C: Csp>(
        csp: &C,
        network: &Network<'_>,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let variables = network.variables();
        let is_full = |group: &Vec<Variable>| {
            assert_each_once("a group", group, variables);
            !group.is_empty() && group.iter().all(|&x| network.sizes[x] as usize == group.len())
        };
        meter.hold(Lists::bytes(variables))?;
        let mut groups = Groups::default();
        for (name, group) in csp.groups().enumerate().filter(|(_, group)| is_full(group)) {
            let each = size_of::<Variable>() + size_of::<u32>();
            meter.hold(size_of::<(u32, Vec<Variable>)>() + group.len() * each)?;
            groups.names.push(name as u32);
            groups.members.push(group);
        }
        meter.hold(VariableSet::bytes(groups.count()))?;
        groups.of = Lists::of(variables, groups.members.iter().map(Vec::as_slice));
        Ok(groups)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The groups of `variable`.
    #[inline]
    pub fn of(&self, variable: Variable) -> &[u32] {
        if self.names.is_empty() { &[] } else { self.of.get(variable) }
    }

    fn has(&self, group: u32, variable: Variable) -> bool {
        self.of(variable).contains(&group)
    }
}

impl<W: Width, O: Observer<Event>> Engine<'_, W, O> {
    /// Enforces arc consistency and a place for each value of each group until nothing changes;
    /// returns whether a solution is still possible. If none is, no removals are counted, because
    /// their number depends on the order of removal.
    pub fn propagate_groups(&mut self) -> Result<bool, Stop> {
        let prunings = self.ledger.effort.prunings;
        while self.propagate()? {
            let Some(group) = self.stale.lowest() else { return Ok(true) };
            self.stale.remove(group);
            let values = self.groups.members[group].len();
            if !(0..values).all(|value| self.find_places(group, value)) {
                self.forget_shrunk();
                break;
            }
        }
        self.stale.clear();
        self.ledger.effort.prunings = prunings;
        Ok(false)
    }

    /// Removes what every place left for `value` in `group` rules out: all other values of the
    /// place if there is only one, otherwise `value` in the rest of another group that contains all
    /// the places. Returns whether there is a place and no domain is empty.
    fn find_places(&mut self, group: usize, value: Value) -> bool {
        let groups = self.groups;
        let has = |x: &Variable| self.domains.contains(*x, value);
        let mut places = groups.members[group].iter().copied().filter(has);
        let Some(first) = places.next() else {
            let group = groups.names[group] as usize;
            self.ledger.tell(Event::NoPlace { group, value });
            return false;
        };
        let rest: Vec<Variable> = places.collect();
        if rest.is_empty() {
            self.place(first, value, group);
            return true;
        }
        let shared =
            |&&other: &&u32| other as usize != group && rest.iter().all(|&x| groups.has(other, x));
        groups.of(first).iter().filter(shared).all(|&other| {
            let outside = |&&x: &&Variable| !groups.has(group as u32, x);
            let members = groups.members[other as usize].iter();
            members.filter(outside).all(|&x| self.exclude(x, value, group))
        })
    }

    /// Removes all but `value` from the domain of `variable`, its only place in `group`.
    fn place(&mut self, variable: Variable, value: Value, group: usize) {
        let mut struck = false;
        for i in 0..self.width.words() {
            let allowed = if i == value / 64 { 1 << (value % 64) } else { 0 };
            struck |= self.confine(variable, i, allowed, (group, value));
        }
        if struck {
            self.enqueue(variable);
        }
    }

    /// Removes `value` from the domain of `variable`, because every place in `group` rules it out;
    /// returns whether others are left.
    fn exclude(&mut self, variable: Variable, value: Value, group: usize) -> bool {
        let allowed = !(1 << (value % 64));
        if self.open.contains(variable)
            && self.confine(variable, value / 64, allowed, (group, value))
        {
            if self.domains.is_empty(variable) {
                self.ledger.tell(Event::Wipeout { variable });
                return false;
            }
            self.enqueue(variable);
        }
        true
    }

    /// Removes all but `allowed` from a word of the domain of `variable`, because of a value in a
    /// group; returns whether anything was removed.
    fn confine(
        &mut self,
        variable: Variable,
        i: usize,
        allowed: u64,
        (group, needed): (usize, Value),
    ) -> bool {
        let group = self.groups.names[group] as usize;
        let event = |value| Event::Confine { variable, value, group, needed };
        self.strike(variable, i, allowed, event)
    }
}
