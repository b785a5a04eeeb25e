//! Plans of a million actions and games of a million moves, on threads with very little stack, with
//! and without an observer.

use goalward::csp::{self, Backtracking, CspSearch, Find, Inference, VariableOrder};
use goalward::game::{AlphaBeta, Game, GameSearch, Mcts, Minimax, Rating, Switch, Table};
use goalward::path::{
    Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, IdaStar, IterativeDeepening,
    ParallelIdaStar, PathSearch,
};
use goalward::{Blind, Heuristic, Limits, Reversible, StateSpace};

/// The smallest stack that these tests run on.
const STACK: usize = 128 << 10;

const LENGTH: u32 = 1_000_000;

/// Runs `work` on a thread with little stack, and passes on its panic.
fn cramped(work: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn_scoped(scope, work).unwrap().join().unwrap();
    });
}

/// A single path of this many actions. States carry `W` extra words, like large states.
struct Chain<const W: usize>(u32);

type State<const W: usize> = (u32, [u64; W]);

impl<const W: usize> StateSpace for Chain<W> {
    type State = State<W>;
    type Action = ();
    type Cost = u32;

    fn start(&self) -> State<W> {
        (0, [7; W])
    }

    fn is_goal(&self, state: &State<W>) -> bool {
        state.0 == self.0
    }

    fn actions(&self, state: &State<W>) -> impl Iterator<Item = ()> {
        (state.0 < self.0).then_some(()).into_iter()
    }

    fn apply(&self, state: &State<W>, _: &()) -> State<W> {
        (state.0 + 1, state.1)
    }
}

impl<const W: usize> Reversible for Chain<W> {
    fn goals(&self) -> impl Iterator<Item = State<W>> {
        [(self.0, [7; W])].into_iter()
    }

    fn predecessors(&self, state: &State<W>) -> impl Iterator<Item = (State<W>, ())> {
        let before = (state.0 > 0).then(|| ((state.0 - 1, state.1), ()));
        before.into_iter()
    }
}

fn arrives<const W: usize, H: Heuristic<Chain<W>>>(
    search: &impl PathSearch<Chain<W>, H>,
    chain: &Chain<W>,
    heuristic: &H,
) {
    let unwatched = search.solve(chain, heuristic).into_solution().expect("there is a way");
    assert_eq!((unwatched.actions.len(), unwatched.cost), (chain.0 as usize, chain.0));
    let mut events = 0u64;
    let mut observer = |_: goalward::path::Event<'_, State<W>>| events += 1;
    let watched = search.search(chain, heuristic, &Limits::default(), &mut observer);
    assert_eq!(watched.into_solution(), Some(unwatched));
    assert!(events > u64::from(chain.0));
}

#[test]
fn dives_of_a_million_actions_need_no_stack_of_the_thread() {
    cramped(|| {
        let chain = Chain::<0>(LENGTH);
        let remaining = |state: &State<0>| LENGTH - state.0;
        arrives(&DepthFirst { depth: LENGTH, ..DepthFirst::default() }, &chain, &Blind);
        for cycles in [Cycles::Allow, Cycles::Avoid] {
            arrives(&IdaStar { cycles, ..IdaStar::default() }, &chain, &remaining);
        }
        let parallel = ParallelIdaStar::on(2).search(&chain, &remaining, &Limits::default());
        assert_eq!(parallel.into_solution().unwrap().actions.len(), LENGTH as usize);
    });
}

#[test]
fn large_states_need_no_stack_either() {
    cramped(|| {
        let chain = Chain::<64>(100_000);
        let remaining = |state: &State<64>| 100_000 - state.0;
        arrives(&DepthFirst { depth: 100_000, ..DepthFirst::default() }, &chain, &Blind);
        arrives(&IdaStar { cycles: Cycles::Allow, ..IdaStar::default() }, &chain, &remaining);
        arrives(&IdaStar { cycles: Cycles::Avoid, ..IdaStar::default() }, &chain, &remaining);
    });
}

/// A deepening search dives to every depth of a chain, so its work grows quadratically.
#[test]
fn deepening_searches_go_as_deep_as_time_allows() {
    cramped(|| {
        arrives(&IterativeDeepening::default(), &Chain::<0>(4_000), &Blind);
        arrives(&IdaStar::default(), &Chain::<0>(4_000), &Blind);
    });
}

#[test]
fn searches_in_memory_give_plans_of_a_million_actions() {
    cramped(|| {
        let chain = Chain::<0>(LENGTH);
        let remaining = |state: &State<0>| LENGTH - state.0;
        arrives(&BreadthFirst::default(), &chain, &Blind);
        arrives(&BestFirst::uniform_cost(), &chain, &Blind);
        arrives(&BestFirst::greedy(), &chain, &remaining);
        arrives(&BestFirst::a_star(), &chain, &remaining);
        arrives(&Beam::default(), &chain, &remaining);
        let both = Bidirectional::default().solve(&chain).into_solution().unwrap();
        assert_eq!(both.actions.len(), LENGTH as usize);
    });
}

/// Count down; a player who cannot loses.
struct Countdown(u32);

impl Game for Countdown {
    type State = u32;
    type Move = ();

    fn start(&self) -> u32 {
        self.0
    }

    fn moves(&self, _: &u32) -> impl Iterator<Item = ()> {
        std::iter::once(())
    }

    fn play(&self, state: &u32, _: ()) -> u32 {
        state - 1
    }

    fn terminal(&self, &state: &u32) -> Option<i32> {
        (state == 0).then_some(-1)
    }
}

#[test]
fn games_of_a_million_moves_need_no_stack_of_the_thread() {
    fn judged(search: &impl GameSearch<Countdown>) {
        let game = Countdown(LENGTH);
        let unwatched = search.solve(&game).into_solution().unwrap();
        assert_eq!(unwatched.value, Rating::Exact(-1));
        let mut events = 0u64;
        let mut observer = |_: goalward::game::Event<'_, u32, ()>| events += 1;
        let watched = search.search(&game, &LENGTH, &Limits::default(), &mut observer);
        assert_eq!(watched.into_solution().unwrap().value, Rating::Exact(-1));
        assert!(events > u64::from(LENGTH));
    }
    cramped(|| {
        judged(&Minimax::default());
        for ordering in [Switch::On, Switch::Off] {
            for table in [Table::Bytes(1 << 20), Table::Off] {
                judged(&AlphaBeta {
                    deepening: Switch::Off,
                    ordering,
                    table,
                    ..AlphaBeta::default()
                });
            }
        }
        let playouts = Mcts { playouts: 3, ..Mcts::default() }.solve(&Countdown(LENGTH));
        assert!(playouts.into_solution().is_some());
    });
}

#[test]
fn forty_thousand_variables_need_no_stack_of_the_thread() {
    cramped(|| {
        let n = 40_000;
        let pairs = (1..n).map(|y| (y - 1, y)).collect();
        let chain = csp::from_fn(vec![2; n], pairs, |x, y| x.1 != y.1);
        for inference in [Inference::None, Inference::ForwardChecking, Inference::Mac] {
            let order = VariableOrder::Static;
            let method = Backtracking { inference, order, ..Backtracking::default() };
            let answer = method.search(&chain, Find::First, &Limits::default(), ());
            let solutions = answer.outcome.into_solution().expect("colours alternate");
            assert!(csp::is_solution(&chain, solutions.first().unwrap()), "{inference:?}");
        }
    });
}
