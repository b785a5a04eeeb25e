//! Backtracking search, plain or with inference, in any order.

use std::ops::ControlFlow;

use super::domains::{Many, One};
use super::engine::{self, Engine};
use super::global::Globals;
use super::groups::Groups;
use super::ledger::Ledger;
use super::network::Network;
use super::small::{self, Small};
use super::{Answer, Csp, CspSearch, Event, Find, Value};
use crate::observe::Observer;
use crate::run::{Limits, Meter, Stop};

/// What follows from an assignment before the next one is made.
/// [`ForwardChecking`](Inference::ForwardChecking) by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Inference {
    /// Nothing: a new value is only tested against the values given before. A
    /// [`Global`](super::Global) constraint is tested when all of its variables have values.
    None,
    /// Values of open variables that contradict the new one are struck. Each
    /// [`Global`](super::Global) constraint on the new variable is looked at once:
    /// - a test, when one of its variables is open: the values that fail are struck;
    /// - a sum, by its bounds: a value is struck if even the least that the other variables can
    ///   add is too much with it, or the most too little;
    /// - a table, by supports: a value is struck if it is in no tuple whose values are all left.
    #[default]
    ForwardChecking,
    /// Arc consistency is maintained (MAC): every value left to an open variable
    /// keeps a partner in every other domain. By AC-3, with a queue of the
    /// variables whose domain has shrunk; also done once before the first
    /// assignment. [`Global`](super::Global) constraints are looked at again whenever a domain
    /// of their scope has shrunk, until nothing changes:
    /// - a test, where at most one of its variables has more than one value left or the values
    ///   left make at most 1,000 combinations: a value in no allowed combination is struck
    ///   (generalised arc consistency);
    /// - a sum, by its bounds, as in forward checking (bounds consistency);
    /// - a table, by supports (generalised arc consistency).
    Mac,
    /// [`Mac`](Inference::Mac), and each value has a place in every group of as many variables
    /// as values that must all differ ([`Csp::groups`]): the one place left takes it, and if
    /// all places left are in a second group, too, the rest of that group loses it. The same
    /// is done over and over, until nothing more follows. (Full consistency of such groups
    /// would take more.)
    AllDifferent,
}

/// Which open variable is given a value next. Ties go to the lowest. [`Mrv`](VariableOrder::Mrv)
/// by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum VariableOrder {
    /// The lowest.
    Static,
    /// The one with the fewest values that are still possible (minimum remaining
    /// values). Without inference they are counted afresh at each node, by the constraints on
    /// pairs.
    #[default]
    Mrv,
    /// As [`Mrv`](VariableOrder::Mrv), and of these the one in the most constrained pairs with
    /// other open variables.
    MrvDegree,
}

/// In which order the values of a variable are tried. Ties go to the lowest.
/// [`Static`](ValueOrder::Static) by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ValueOrder {
    /// Rising.
    #[default]
    Static,
    /// First the value that leaves the open neighbours the most choice (least
    /// constraining value). Neighbours are those in a constrained pair with it.
    Lcv,
}

/// Depth-first search through partial assignments. Complete: with time enough it
/// finds every solution, or proves that there is none.
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
    /// What follows from an assignment; forward checking by default.
    pub inference: Inference,
    /// Which variable is next; by default the one with the fewest values left.
    pub order: VariableOrder,
    /// Which value is first; the lowest by default.
    pub values: ValueOrder,
}

/// # Panics
/// If a constraint or a group names a variable that there is not, or one twice.
impl<C: Csp> CspSearch<C> for Backtracking {
    fn search(
        &self,
        csp: &C,
        find: Find,
        limits: &Limits,
        observer: impl Observer<Event>,
    ) -> Answer {
        self.run(csp, Ledger::new(find, csp.variables(), limits, observer))
    }
}

impl Backtracking {
    /// Hands each solution to `visit` as it is found, until that breaks off.
    /// None is kept.
    pub fn for_each_solution<C: Csp>(
        &self,
        csp: &C,
        limits: &Limits,
        observer: impl Observer<Event>,
        mut visit: impl FnMut(&[Value]) -> ControlFlow<()>,
    ) -> Answer {
        self.run(csp, Ledger::each(&mut visit, limits, observer))
    }

    fn run<C: Csp, O: Observer<Event>>(&self, csp: &C, mut ledger: Ledger<'_, O>) -> Answer {
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

    /// Asks for all that the search looks at.
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
