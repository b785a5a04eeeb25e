//! Backtracking search, plain or with inference, in any order.

use std::ops::ControlFlow;

use super::domains::{Many, One};
use super::engine::{self, Engine};
use super::ledger::Ledger;
use super::network::Network;
use super::small::{self, Small};
use super::{Answer, Csp, Event, Find, Value};
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
    /// Looks for what `find` says.
    pub fn search<C: Csp>(
        &self,
        csp: &C,
        find: Find,
        limits: &Limits,
        observer: impl Observer<Event>,
    ) -> Answer {
        let enough = match find {
            Find::First => 1,
            Find::UpTo(most) => most.get(),
            Find::All | Find::Count => u64::MAX,
        };
        let bytes = csp.variables() * size_of::<Value>() + size_of::<Vec<Value>>();
        let mut count = 0;
        let mut kept = Vec::new();
        let mut answer = self.run(csp, limits, observer, |solution, meter| {
            if find != Find::Count {
                meter.hold(bytes)?;
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
        self.run(csp, limits, observer, |solution, _| Ok(visit(solution)))
    }

    fn run<C: Csp>(
        &self,
        csp: &C,
        limits: &Limits,
        observer: impl Observer<Event>,
        visit: impl FnMut(&[Value], &mut Meter) -> Result<ControlFlow<()>, Stop>,
    ) -> Answer {
        let mut meter = Meter::new(limits);
        let network = Network::compile(csp, limits, &mut meter).and_then(|network| {
            meter.hold(self.bytes(&network))?;
            Ok(network)
        });
        let ledger = Ledger::new(meter, observer, visit);
        match network {
            Err(stop) => ledger.close(Err(stop)),
            Ok(network) if small::suits(self, &network) => Small::new(self, &network, ledger).run(),
            Ok(network) if network.words == 1 => Engine::new(self, One, &network, ledger).run(),
            Ok(network) => Engine::new(self, Many(network.words), &network, ledger).run(),
        }
    }

    /// What the search takes beside the network.
    fn bytes(&self, network: &Network) -> usize {
        if small::suits(self, network) {
            small::bytes(network)
        } else {
            engine::bytes(self, network)
        }
    }
}
