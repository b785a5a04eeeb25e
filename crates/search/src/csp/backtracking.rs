//! Backtracking search, plain or with inference, in any order.

use std::ops::ControlFlow;

use super::domains::{Many, One};
use super::engine::{self, Engine};
use super::groups::Groups;
use super::ledger::Ledger;
use super::network::Network;
use super::small::{self, Small};
use super::tiny::{self, Tiny};
use super::{Answer, Csp, End, Event, Find, Value};
use crate::observe::Observer;
use crate::run::{Limits, Meter, Stop, Verdict};

/// What follows from an assignment before the next one is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Inference {
    /// Nothing: a new value is only tested against the values given before.
    None,
    /// Values of open variables that contradict the new one are struck.
    #[default]
    ForwardChecking,
    /// Arc consistency is maintained (MAC): every value left to an open variable
    /// keeps a partner in every other domain. By AC-3, with a queue of the
    /// variables whose domain has shrunk; also done once before the first
    /// assignment.
    Mac,
    /// [`Mac`](Inference::Mac), and each value has a place in every group of as many variables
    /// as values that must all differ ([`Csp::groups`]): the one place left takes it, and if
    /// all places left are in a second group, too, the rest of that group loses it. The same
    /// is done over and over, until nothing more follows. (Full consistency of such groups
    /// would take more.)
    AllDifferent,
}

/// Which open variable is given a value next. Ties go to the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VariableOrder {
    /// The lowest.
    Static,
    /// The one with the fewest values that are still possible (minimum remaining
    /// values). Without inference they are counted afresh at each node.
    #[default]
    Mrv,
    /// As [`Mrv`](VariableOrder::Mrv), and of these the one with the most
    /// constraints on other open variables.
    MrvDegree,
}

/// In which order the values of a variable are tried. Ties go to the lowest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ValueOrder {
    /// Rising.
    #[default]
    Static,
    /// First the value that leaves the open neighbours the most choice (least
    /// constraining value).
    Lcv,
}

/// Depth-first search through partial assignments. Complete: with time enough it
/// finds every solution, or proves that there is none.
///
/// ```
/// use goalward::Limits;
/// use goalward::csp::{Backtracking, Find, Inference, from_fn};
///
/// // x < y < z in 0..4
/// let rising = from_fn(vec![4; 3], vec![(0, 1), (1, 2)], |x, y| x.1 < y.1);
/// let mac = Backtracking { inference: Inference::Mac, ..Backtracking::default() };
/// let answer = mac.search(&rising, Find::All, &Limits::default(), ());
/// let solutions = answer.outcome.into_solution().unwrap();
/// assert_eq!(solutions.kept, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backtracking {
    /// What follows from an assignment.
    pub inference: Inference,
    /// Which variable is next.
    pub order: VariableOrder,
    /// Which value is first.
    pub values: ValueOrder,
}

impl Backtracking {
    /// Looks for what `find` says, without limits and unwatched.
    #[must_use]
    pub fn solve<C: Csp>(&self, csp: &C, find: Find) -> Answer {
        self.search(csp, find, &Limits::default(), ())
    }

    /// Looks for what `find` says.
    ///
    /// The observer comes by value: `()`, a closure, or `&mut` a closure.
    ///
    /// # Panics
    /// If a constraint or a group names a variable that there is not, or one twice.
    pub fn search<C: Csp>(
        &self,
        csp: &C,
        find: Find,
        limits: &Limits,
        observer: impl Observer<Event>,
    ) -> Answer {
        let enough = find.enough();
        let bytes = find.bytes(csp.variables());
        let mut count = 0;
        let mut kept = Vec::new();
        let mut answer = self.run(csp, limits, observer, find, |solution, meter| {
            meter.hold(bytes)?;
            if find != Find::Count {
                kept.push(solution.to_vec());
            }
            count += 1;
            Ok(if count == enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        });
        if let Verdict::Solved(found) | Verdict::Stopped { best: Some(found), .. } =
            &mut answer.outcome.verdict
        {
            found.kept = kept;
        }
        answer
    }

    /// Hands each solution to `visit` as it is found, until that breaks off.
    /// None is kept.
    pub fn for_each_solution<C: Csp>(
        &self,
        csp: &C,
        limits: &Limits,
        observer: impl Observer<Event>,
        mut visit: impl FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Answer {
        // It may break off at the first.
        self.run(csp, limits, observer, Find::First, |solution, _| Ok(visit(solution)))
    }

    fn run<C: Csp, O: Observer<Event>>(
        &self,
        csp: &C,
        limits: &Limits,
        observer: O,
        find: Find,
        visit: impl FnMut(&[Value], &mut Meter) -> End,
    ) -> Answer {
        let mut ledger = Ledger::new(Meter::new(limits), observer, visit);
        if !O::WATCHES
            && let Some(end) = csp.backtracking(self, &mut ledger)
        {
            return ledger.close(end);
        }
        let (network, groups) = match self.compile(csp, limits, &mut ledger.meter) {
            Ok(compiled) => compiled,
            Err(stop) => return ledger.close(Err(stop)),
        };
        let together = !O::WATCHES && find != Find::First && tiny::suits(self, &network);
        let way = if together && ledger.meter.can_hold(tiny::bytes(&network)) {
            Way::Tiny
        } else if small::suits(self, &network) {
            Way::Small
        } else {
            Way::Engine
        };
        if let Err(stop) = ledger.meter.hold(way.bytes(self, &network)) {
            return ledger.close(Err(stop));
        }
        match (way, network.words) {
            (Way::Tiny, _) => Tiny::new(self, &network, find, ledger).run(),
            (Way::Small, _) => Small::new(self, &network, ledger).run(),
            (Way::Engine, 1) => Engine::new(self, One, &network, &groups, ledger).run(),
            (Way::Engine, words) => Engine::new(self, Many(words), &network, &groups, ledger).run(),
        }
    }

    /// Asks for all that the search looks at.
    fn compile<C: Csp>(
        &self,
        csp: &C,
        limits: &Limits,
        meter: &mut Meter,
    ) -> Result<(Network, Groups), Stop> {
        let network = Network::compile(csp, limits, meter)?;
        let groups = match self.inference {
            Inference::AllDifferent => Groups::compile(csp, &network, meter)?,
            _ => Groups::default(),
        };
        Ok((network, groups))
    }
}

/// Which code does a search.
#[derive(Clone, Copy)]
enum Way {
    Tiny,
    Small,
    Engine,
}

impl Way {
    /// What the search takes beside the network.
    fn bytes(self, settings: &Backtracking, network: &Network) -> usize {
        match self {
            Way::Tiny => tiny::bytes(network),
            Way::Small => small::bytes(network),
            Way::Engine => engine::bytes(settings, network),
        }
    }
}
