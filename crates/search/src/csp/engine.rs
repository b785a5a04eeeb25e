//! The one loop behind every kind of backtracking.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::ControlFlow;

use super::backtracking::{Backtracking, Inference, ValueOrder, VariableOrder};
use super::domains::{Domains, One, VariableSet, Width};
use super::global::Globals;
use super::groups::Groups;
use super::ledger::{End, Ledger};
use super::network::Network;
use super::{Answer, Event, Value, Variable};
use crate::observe::Observer;
use crate::run::Stop;

/// A chosen variable, and which of its values is next.
pub(super) struct Frame {
    pub variable: u32,
    /// The trail as it was before any value was tried.
    mark: u32,
    /// The next value to try, or its rank if values are ranked.
    next: u32,
    /// Where the ranked values of this frame begin.
    ranked: u32,
}

/// A search in progress.
pub(super) struct Engine<'a, W, O> {
    pub settings: Backtracking,
    pub width: W,
    pub network: &'a Network<'a>,
    /// Empty if the inference does not use them.
    pub groups: &'a Groups,
    pub globals: Globals<'a>,
    pub domains: Domains<W>,
    /// The values that no assignment contradicts, if the orders need them and no inference
    /// maintains them in `domains`.
    pub legal: Option<Domains<W>>,
    pub open: VariableSet,
    /// For each variable, the number of its constraints on unassigned ones.
    pub degrees: Vec<u32>,
    pub assignment: Vec<Value>,
    pub frames: Vec<Frame>,
    /// The number of choices that a value leaves, and the value, for each frame in turn.
    pub ranked: Vec<(Reverse<u64>, u32)>,
    /// Variables whose domain has shrunk, each at most once.
    pub shrunk: VecDeque<u32>,
    pub queued: VariableSet,
    /// Groups in which a domain has shrunk.
    pub stale: VariableSet,
    pub ledger: Ledger<O>,
}

impl<'a, W: Width, O: Observer<Event>> Engine<'a, W, O> {
    pub fn new(
        settings: &Backtracking,
        width: W,
        network: &'a Network<'a>,
        groups: &'a Groups,
        globals: Globals<'a>,
        ledger: Ledger<O>,
    ) -> Self {
        let variables = network.variables();
        let domains = || Domains::new(width, &network.domains, network.values());
        Engine {
            settings: *settings,
            width,
            network,
            groups,
            globals,
            domains: domains(),
            legal: needs_survey(settings).then(domains),
            open: VariableSet::all(variables),
            degrees: (0..variables).map(|v| network.arcs(v).len() as u32).collect(),
            assignment: vec![0; variables],
            frames: Vec::with_capacity(variables),
            ranked: Vec::with_capacity(ranks(settings, network)),
            shrunk: VecDeque::with_capacity(variables),
            queued: VariableSet::none(variables),
            stale: VariableSet::none(groups.count()),
            ledger,
        }
    }

    /// Searches until the end or a limit.
    pub fn run(mut self) -> Answer {
        let end = self.search();
        self.reached(self.frames.len());
        self.ledger.close(end)
    }

    /// Breaks when the visitor has enough; continues when everything has been searched.
    fn search(&mut self) -> End {
        let variables = self.network.variables();
        if !self.infer_at_root()? {
            return Ok(ControlFlow::Continue(()));
        }
        if variables == 0 {
            return self.ledger.solution(&[]);
        }
        self.choose()?;
        loop {
            match self.next_value() {
                Some(value) if !self.assign(value)? => self.retract(),
                Some(_) if self.frames.len() < variables => self.choose()?,
                Some(_) => {
                    if self.ledger.solution(&self.assignment)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    self.retract();
                }
                None if self.frames.len() == 1 => return Ok(ControlFlow::Continue(())),
                None => self.backtrack(),
            }
        }
    }

    /// Expands the current assignment: picks the next variable to assign.
    #[inline]
    fn choose(&mut self) -> Result<(), Stop> {
        self.ledger.meter.expand()?;
        self.ledger.meter.stored(self.frames.len() as u64 + 1);
        self.survey();
        let variable = self.pick_variable();
        self.open.remove(variable);
        if self.settings.order == VariableOrder::MrvDegree {
            self.network.arcs(variable).iter().for_each(|arc| self.degrees[arc.other()] -= 1);
        }
        let ranked = self.ranked.len() as u32;
        let next = match self.settings.values {
            ValueOrder::Static => 0,
            ValueOrder::Lcv => {
                self.rank_values(variable);
                ranked
            }
        };
        let mark = self.domains.mark() as u32;
        self.frames.push(Frame { variable: variable as u32, mark, next, ranked });
        Ok(())
    }

    /// The next value to try for the variable chosen last.
    #[inline]
    fn next_value(&mut self) -> Option<Value> {
        let frame = self.frames.last_mut()?;
        match self.settings.values {
            ValueOrder::Static => {
                let value = self.domains.next(frame.variable as usize, frame.next as usize)?;
                frame.next = value as u32 + 1;
                Some(value)
            }
            ValueOrder::Lcv => {
                let (_, value) = *self.ranked.get(frame.next as usize)?;
                frame.next += 1;
                Some(value as usize)
            }
        }
    }

    /// Assigns a value to the variable chosen last, and returns whether it is consistent.
    #[inline]
    fn assign(&mut self, value: Value) -> Result<bool, Stop> {
        let variable = self.frames.last().expect("a variable is chosen").variable as usize;
        self.ledger.meter.generated += 1;
        self.ledger.tell(Event::Assign { variable, value });
        self.assignment[variable] = value;
        let stands = match self.settings.inference {
            Inference::None => self.is_consistent(variable, value),
            Inference::ForwardChecking => self.check_forward(variable, value),
            Inference::Mac | Inference::AllDifferent => {
                self.domains.fix(variable, value);
                self.enqueue(variable);
                self.follow()
            }
        };
        if stands.is_err() {
            // Whether the value is consistent is not known.
            self.frames.pop();
        }
        stands
    }

    /// Undoes the assignment to the variable chosen last.
    #[inline]
    fn retract(&mut self) {
        let frame = self.frames.last().expect("a variable is chosen");
        self.domains.back(frame.mark as usize);
        self.reached(self.frames.len() - 1);
    }

    /// Backtracks from a variable whose values have all been tried.
    fn backtrack(&mut self) {
        let frame = self.frames.pop().expect("a variable is chosen");
        let variable = frame.variable as usize;
        self.ranked.truncate(frame.ranked as usize);
        self.open.insert(variable);
        if self.settings.order == VariableOrder::MrvDegree {
            self.network.arcs(variable).iter().for_each(|arc| self.degrees[arc.other()] += 1);
        }
        self.ledger.effort.backtracks += 1;
        self.ledger.tell(Event::Backtrack { variable });
        self.reached(self.frames.len());
        self.retract();
    }

    /// Records that the values of the first `depth` chosen variables are consistent.
    #[inline]
    fn reached(&mut self, depth: usize) {
        let variables = self.frames[..depth].iter().map(|frame| frame.variable as usize);
        self.ledger.reached(depth, || variables.map(|v| (v, self.assignment[v])));
    }
}

/// Whether the orders need domains that no inference maintains.
fn needs_survey(settings: &Backtracking) -> bool {
    let Backtracking { inference, order, values } = *settings;
    inference == Inference::None && (order, values) != (VariableOrder::Static, ValueOrder::Static)
}

/// The maximum number of ranked values.
fn ranks(settings: &Backtracking, network: &Network<'_>) -> usize {
    if settings.values == ValueOrder::Lcv { network.values() } else { 0 }
}

/// The bytes that an engine needs in addition to its network.
pub(super) fn bytes(settings: &Backtracking, network: &Network<'_>) -> usize {
    let variables = network.variables();
    let domains = Domains::<One>::bytes(variables, network.words, network.values());
    let domains = if needs_survey(settings) { domains * 2 } else { domains };
    let each = size_of::<Frame>()
        + size_of::<Value>()
        + 2 * size_of::<u32>()
        + size_of::<(Variable, Value)>();
    domains
        + 2 * VariableSet::bytes(variables)
        + variables * each
        + ranks(settings, network) * size_of::<(Reverse<u64>, u32)>()
}
