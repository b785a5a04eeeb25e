//! Backtracking search, plain or with inference, in any order.

use super::domains::{Many, One};
use super::engine::{self, Engine};
use super::global::Globals;
use super::groups::Groups;
use super::ledger::Ledger;
use super::network::Network;
use super::small::{self, Small};
use super::{Answer, Csp, CspSearch, Event, Find};
use crate::observe::Observer;
use crate::run::{Limits, Meter, Stop};

/// What is inferred from an assignment before the next one is made.
/// [`ForwardChecking`](Inference::ForwardChecking) by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Inference {
    /// Nothing: a new value is only tested against earlier assignments. A [`Global`](super::Global)
    /// constraint is tested when all of its variables are assigned.
    None,
    /// Values of unassigned variables that conflict with the new value are removed. Each
    /// [`Global`](super::Global) constraint on the new variable is examined once:
    /// - a test, if exactly one of its variables is unassigned: the values that fail are removed;
    /// - a sum, by its bounds: a value is removed if, with it, even the smallest sum of the other
    ///   variables is too large, or the largest too small;
    /// - a table, by supports: a value is removed if no tuple of remaining values contains it.
    #[default]
    ForwardChecking,
    /// Arc consistency is maintained (MAC): every remaining value of an unassigned variable has
    /// support in every other domain. This uses AC-3 with a queue of the variables whose domain has
    /// shrunk, and is also done once before the first assignment. [`Global`](super::Global)
    /// constraints are examined again whenever a domain in their scope has shrunk, until nothing
    /// changes:
    /// - a test, if at most one of its variables has more than one value left or the values left
    ///   form at most 1,000 combinations: a value in no allowed combination is removed (generalised
    ///   arc consistency);
    /// - a sum, by its bounds, as in forward checking (bounds consistency);
    /// - a table, by supports (generalised arc consistency).
    Mac,
    /// Like [`Mac`](Inference::Mac), and each value needs a place in every group of variables that
    /// must all differ, if there are as many variables as values ([`Csp::groups`]): if only one
    /// place is left, it gets the value; if all places left are also in a second group, the rest of
    /// that group loses the value. This is repeated until nothing changes. (Full consistency of
    /// such groups would require more inference.)
    AllDifferent,
}

/// Which unassigned variable is assigned next. Ties go to the lowest. [`Mrv`](VariableOrder::Mrv)
/// by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum VariableOrder {
    /// The lowest variable.
    Static,
    /// The one with the fewest values left (minimum remaining values). Without inference they are
    /// recounted at each node, using the constraints on pairs.
    #[default]
    Mrv,
    /// Like [`Mrv`](VariableOrder::Mrv), with ties going to the variable that is in the most
    /// constrained pairs with other unassigned variables.
    MrvDegree,
}

/// The order in which the values of a variable are tried. Ties go to the lowest.
/// [`Static`](ValueOrder::Static) by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ValueOrder {
    /// Ascending.
    #[default]
    Static,
    /// The value that leaves the unassigned neighbours the most choices first (least constraining
    /// value). Neighbours are the variables in a constrained pair with this one.
    Lcv,
}

/// Depth-first search through partial assignments. Complete: given enough time it finds every
/// solution, or proves that there is none.
///
/// ```
/// use goalward::Limits;
/// use goalward::csp::{Backtracking, CspSearch, Find, Inference, from_fn};
///
/// // x < y < z in 0..4
/// let rising = from_fn(vec![4; 3], vec![(0, 1), (1, 2)], |x, y| x.1 < y.1);
/// let mac = Backtracking { inference: Inference::Mac, ..Backtracking::default() };
/// let answer = mac.search(&rising, Find::All, &Limits::default(), ());
/// let solutions = answer.outcome.into_solution().unwrap();
/// assert_eq!(solutions.kept, [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Backtracking {
    /// What is inferred from an assignment; forward checking by default.
    pub inference: Inference,
    /// Which variable is next; by default the one with the fewest values left.
    pub order: VariableOrder,
    /// Which value is first; the lowest by default.
    pub values: ValueOrder,
}

/// # Panics
/// If a constraint or a group names a variable that does not exist, or the same variable twice.
impl<C: Csp> CspSearch<C> for Backtracking {
    fn search(
        &self,
        csp: &C,
        find: Find,
        limits: &Limits,
        observer: impl Observer<Event>,
    ) -> Answer {
        let mut ledger = Ledger::new(find, csp.variables(), limits, observer);
        let (network, groups, globals) = match self.compile(csp, &mut ledger.meter) {
            Ok(compiled) => compiled,
            Err(stop) => return ledger.close(Err(stop)),
        };
        let small = globals.count() == 0 && small::suits(self, &network);
        let bytes = if small { small::bytes(&network) } else { engine::bytes(self, &network) };
        if let Err(stop) = ledger.meter.hold(bytes) {
            return ledger.close(Err(stop));
        }
        match network.words {
            _ if small => Small::new(self, &network, ledger).run(),
            1 => Engine::new(self, One, &network, &groups, globals, ledger).run(),
            words => Engine::new(self, Many(words), &network, &groups, globals, ledger).run(),
        }
    }
}

impl Backtracking {
    /// Collects all the data that the search needs.
    fn compile<'a, C: Csp>(
        &self,
        csp: &'a C,
        meter: &mut Meter,
    ) -> Result<(Network<'a>, Groups, Globals<'a>), Stop> {
        let network = Network::compile(csp, meter)?;
        let groups = match self.inference {
            Inference::AllDifferent => Groups::compile(csp, &network, meter)?,
            _ => Groups::default(),
        };
        let globals = Globals::compile(csp, network.words, meter)?;
        Ok((network, groups, globals))
    }
}
