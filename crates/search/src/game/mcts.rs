//! Monte Carlo tree search.

use std::cmp::Ordering;
use std::ops::Range;

use super::{Analysis, Event, Game, GameObserver, GameSearch, Rated, Rating, Score};
use crate::elementary::ln;
use crate::rng::Rng;
use crate::run::{Meter, Stop, Verdict};

/// Grows a tree towards the moves that do best in random playouts (UCT, Kocsis and Szepesvári
/// 2006). Wins, draws and losses proved by the tree are kept (Winands, Björnsson and Saito 2008),
/// so an immediate win is always taken.
///
/// Each playout counts as one node expanded. The best moves are those proved to win; if there are
/// none, those visited most often or, if all are proved, those that draw. Proofs only distinguish
/// wins, draws and losses: they ignore the size of a winning score.
///
/// ```
/// use goalward::game::{Game, GameSearch, Mcts, Score};
///
/// /// Take one, two or three matches; whoever takes the last one wins.
/// struct Nim(u32);
///
/// impl Game for Nim {
///     type State = u32;
///     type Move = u32;
///     fn start(&self) -> u32 { self.0 }
///     fn moves(&self, &left: &u32) -> impl Iterator<Item = u32> { 1..=left.min(3) }
///     fn play(&self, &left: &u32, taken: u32) -> u32 { left - taken }
///     fn terminal(&self, &left: &u32) -> Option<Score> { (left == 0).then_some(-1) }
/// }
///
/// let analysis = Mcts::default().solve(&Nim(14)).into_solution().unwrap();
/// assert_eq!(analysis.best, [2]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mcts {
    /// How many games to play out; by default 10,000.
    pub playouts: u64,
    /// How strongly rarely tried moves are favoured over successful ones; by default 1.4.
    pub exploration: f64,
    /// The same seed gives the same playouts on every machine; by default 0.
    pub seed: u64,
}

impl Default for Mcts {
    fn default() -> Self {
        Mcts { playouts: 10_000, exploration: 1.4, seed: 0 }
    }
}

/// Limits are checked each time a playout has made this many moves.
const LONG: u64 = 1 << 12;

impl<G: Game> GameSearch<G> for Mcts {
    fn analyse<O>(
        &self,
        game: &G,
        state: &G::State,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Verdict<Analysis<G::Move>>
    where
        O: GameObserver<G::State, G::Move>,
    {
        if let Some(score) = game.terminal(state) {
            return Verdict::Solved(Analysis::over(score));
        }
        let mut tree = Tree {
            game,
            exploration: self.exploration,
            nodes: Vec::new(),
            rng: Rng::new(self.seed),
            meter,
            observer,
            buffer: Vec::new(),
        };
        let end = tree.grow(state, self.playouts.max(1));
        let best = tree.report();
        let held = tree.nodes.capacity() * size_of::<TreeNode<G>>();
        meter.release(held);
        match end {
            Ok(()) => Verdict::Solved(best),
            Err(by) => Verdict::Stopped { by, best: Some(best.or_glance(game, state)) },
        }
    }
}

struct TreeNode<G: Game> {
    state: G::State,
    /// The move that led here; none at the root.
    last: Option<G::Move>,
    children: Range<usize>,
    visits: u64,
    /// Playouts won minus playouts lost by the player to move.
    sum: i64,
    /// How the game ends here with perfect play, for the player to move.
    proof: Option<Ordering>,
}

struct Tree<'a, G: Game, O> {
    game: &'a G,
    exploration: f64,
    nodes: Vec<TreeNode<G>>,
    rng: Rng,
    meter: &'a mut Meter,
    observer: &'a mut O,
    buffer: Vec<G::Move>,
}

impl<G: Game, O: GameObserver<G::State, G::Move>> Tree<'_, G, O> {
    fn grow(&mut self, root: &G::State, playouts: u64) -> Result<(), Stop> {
        self.reserve(1)?;
        self.push(root.clone(), None);
        let mut path = Vec::new();
        for _ in 0..playouts {
            if self.nodes[0].proof.is_some() {
                break;
            }
            self.descend(&mut path);
            let leaf = path[path.len() - 1];
            self.meter.expand()?;
            if self.nodes[leaf].proof.is_none() {
                self.expand(leaf)?;
            }
            let score = match self.nodes[leaf].proof {
                Some(proof) => proof as Score,
                None => self.play_out(leaf)?,
            };
            if O::WATCHES {
                self.tell(&path, score);
            }
            self.back_up(&path, score.cmp(&0));
        }
        Ok(())
    }

    /// Walks from the root to a node without children or with a proof, by upper confidence bounds.
    fn descend(&self, path: &mut Vec<usize>) {
        path.clear();
        path.push(0);
        let mut at = 0;
        while !self.nodes[at].children.is_empty() && self.nodes[at].proof.is_none() {
            at = self.select(at);
            path.push(at);
        }
    }

    /// The child to try: the first never visited, else the one with the highest
    /// upper confidence bound, but never one that is proved to lose.
    fn select(&self, parent: usize) -> usize {
        let log = ln(self.nodes[parent].visits.max(1) as f64);
        let bound = |child: &TreeNode<G>| {
            if child.visits == 0 {
                return f64::INFINITY;
            }
            let visits = child.visits as f64;
            -(child.sum as f64) / visits + self.exploration * (log / visits).sqrt()
        };
        let is_lost = |child: &TreeNode<G>| child.proof == Some(Ordering::Greater);
        let mut chosen = None;
        for index in self.nodes[parent].children.clone() {
            let child = &self.nodes[index];
            let bound = bound(child);
            if !is_lost(child) && chosen.is_none_or(|(_, highest)| bound > highest) {
                chosen = Some((index, bound));
            }
        }
        chosen.expect("a node whose moves all lose is proved").0
    }

    /// Creates the children of `leaf` and marks those that end the game.
    fn expand(&mut self, leaf: usize) -> Result<(), Stop> {
        let game = self.game;
        let state = self.nodes[leaf].state.clone();
        let first = self.nodes.len();
        for mv in game.moves(&state) {
            if let Err(stop) = self.reserve(1) {
                self.nodes.truncate(first);
                return Err(stop);
            }
            self.meter.generated += 1;
            self.push(game.play(&state, mv), Some(mv));
        }
        self.meter.stored(self.nodes.len() as u64);
        self.nodes[leaf].children = first..self.nodes.len();
        self.prove(leaf);
        Ok(())
    }

    fn push(&mut self, state: G::State, last: Option<G::Move>) {
        let proof = self.game.terminal(&state).map(|score| score.cmp(&0));
        self.nodes.push(TreeNode { state, last, children: 0..0, visits: 0, sum: 0, proof });
    }

    /// Reserves memory for `more` nodes.
    fn reserve(&mut self, more: usize) -> Result<(), Stop> {
        let (length, capacity) = (self.nodes.len(), self.nodes.capacity());
        if length + more <= capacity {
            return Ok(());
        }
        let larger = (2 * capacity).max(256).max(length + more);
        self.meter.hold(larger * size_of::<TreeNode<G>>())?;
        self.nodes.try_reserve_exact(larger - length).map_err(|_| Stop::Memory)?;
        self.meter.release(capacity * size_of::<TreeNode<G>>());
        Ok(())
    }

    /// Records a proof for `parent` if its children imply one: a move to a lost state wins; if all
    /// children are proved, the best one counts.
    fn prove(&mut self, parent: usize) {
        let children = &self.nodes[self.nodes[parent].children.clone()];
        let results = children.iter().map(|child| child.proof.map(Ordering::reverse));
        let best = results.clone().flatten().max();
        let all = results.clone().all(|result| result.is_some());
        if all || best == Some(Ordering::Greater) {
            self.nodes[parent].proof = best;
        }
    }

    /// Reports how the game along `path` ended.
    fn tell(&mut self, path: &[usize], score: Score) {
        let moves: Vec<G::Move> = path.iter().filter_map(|&at| self.nodes[at].last).collect();
        let state = &self.nodes[path[path.len() - 1]].state;
        let ply = moves.len() as u32;
        self.meter.tell(self.observer, Event::Playout { state, path: &moves, ply, score });
    }

    /// Plays at random to the end, or to a limit if the game has no end; returns the score for the
    /// player to move at `leaf`.
    fn play_out(&mut self, leaf: usize) -> Result<Score, Stop> {
        let mut state = self.nodes[leaf].state.clone();
        let mut sign = 1;
        let mut moves = 0u64;
        loop {
            moves += 1;
            if moves.is_multiple_of(LONG) {
                self.meter.poll()?;
            }
            if let Some(score) = self.game.terminal(&state) {
                return Ok(sign * score);
            }
            self.buffer.clear();
            self.buffer.extend(self.game.moves(&state));
            let Some(&mv) = self.rng.pick(&self.buffer) else { return Ok(0) };
            self.meter.generated += 1;
            state = self.game.play(&state, mv);
            sign = -sign;
        }
    }

    /// Adds a result at the end of `path` to every node on it.
    fn back_up(&mut self, path: &[usize], result: Ordering) {
        let mut result = result;
        for (index, &at) in path.iter().enumerate().rev() {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.sum += result as i64;
            if index + 1 < path.len() && node.proof.is_none() {
                self.prove(at);
            }
            result = result.reverse();
        }
    }

    fn report(&self) -> Analysis<G::Move> {
        let Some(root) = self.nodes.first() else {
            return Analysis {
                value: Rating::Unrated,
                best: vec![],
                moves: vec![],
                depth: Some(0),
            };
        };
        let children = &self.nodes[root.children.clone()];
        let merit = |child: &TreeNode<G>| match child.proof {
            Some(Ordering::Less) => (2, 0),
            Some(Ordering::Greater) => (0, 0),
            Some(Ordering::Equal) if root.proof.is_some() => (1, u64::MAX),
            _ => (1, child.visits),
        };
        let top = children.iter().map(merit).max();
        let is_best = |child: &&TreeNode<G>| Some(merit(child)) == top;
        let rated =
            |child: &TreeNode<G>| Some(Rated { mv: child.last?, rating: child.rating(-1.0) });
        Analysis {
            value: root.rating(1.0),
            best: children.iter().filter(is_best).filter_map(|child| child.last).collect(),
            moves: children.iter().filter_map(rated).collect(),
            depth: Some(0),
        }
    }
}

impl<G: Game> TreeNode<G> {
    /// The result of the playouts for the player to move, times `sign`; a proof overrides any
    /// number of them.
    fn rating(&self, sign: f64) -> Rating {
        let playouts = self.visits;
        match self.proof {
            // A draw must not be shown as -0: -0.0 + 0.0 is 0.0.
            Some(proof) => Rating::Mean { mean: sign * f64::from(proof as i8) + 0.0, playouts },
            None if playouts == 0 => Rating::Unrated,
            None => Rating::Mean { mean: sign * self.sum as f64 / playouts as f64 + 0.0, playouts },
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::super::synthetic::Take;
    use super::*;
    use crate::run::Limits;

    #[test]
    fn the_logarithm_is_right_to_fifteen_digits() {
        for n in (1..10_000).chain([u64::MAX, 1 << 40, (1 << 53) + 1]) {
            let error = (ln(n as f64) - (n as f64).ln()).abs();
            assert!(error <= 4e-15 * (n as f64).ln().max(1.0), "{n}: {error}");
        }
    }

    #[test]
    fn an_immediate_win_is_taken() {
        for matches in 1..=3 {
            let analysis = Mcts::default().solve(&Take(matches)).into_solution().unwrap();
            assert_eq!(analysis.best, [matches]);
            assert_eq!(analysis.value, Rating::Mean { mean: 1.0, playouts: 1 });
        }
    }

    #[test]
    fn enough_playouts_prove_a_small_game() {
        for seed in 0..20 {
            let mcts = Mcts { seed, ..Mcts::default() };
            let analysis = mcts.solve(&Take(14)).into_solution().unwrap();
            assert_eq!(analysis.best, [2]);
            assert!(matches!(analysis.value, Rating::Mean { mean: 1.0, .. }));
        }
    }

    #[test]
    fn a_seed_decides_everything_and_limits_hold() {
        let mcts = |seed| Mcts { seed, ..Mcts::default() };
        let search = |seed, limits| mcts(seed).search(&Take(60), &60, &limits, &mut ());
        let some = |seed| search(seed, Limits::nodes(100));
        assert_eq!(some(1).stats.expanded, 100);
        assert_eq!(some(1).verdict, some(1).verdict);
        assert_ne!(some(1).verdict, some(2).verdict);
        let glance = Some(Analysis::glance(&Take(60), &60));
        let none = Verdict::Stopped { by: Stop::Nodes, best: glance };
        assert_eq!(search(1, Limits::nodes(0)).verdict, none);
        let bytes = 100_000;
        let tight = search(1, Limits::memory(bytes));
        assert!(tight.stats.peak_bytes <= bytes);
        assert!(matches!(tight.verdict, Verdict::Stopped { by: Stop::Memory, best: Some(_) }));
    }

    #[test]
    fn limits_end_a_game_that_does_not() {
        struct Forth;
        impl Game for Forth {
            type State = u64;
            type Move = u64;
            fn start(&self) -> u64 {
                0
            }
            fn moves(&self, _: &u64) -> impl Iterator<Item = u64> {
                1..3
            }
            fn play(&self, state: &u64, mv: u64) -> u64 {
                state.wrapping_add(mv)
            }
            fn terminal(&self, _: &u64) -> Option<i32> {
                None
            }
        }
        let limits = Limits::time(std::time::Duration::from_millis(20));
        let outcome = Mcts::default().search(&Forth, &0, &limits, &mut ());
        assert!(matches!(outcome.verdict, Verdict::Stopped { by: Stop::Time, .. }));
    }

    #[test]
    fn a_drawn_move_is_rated_without_a_sign() {
        struct Drawn;
        impl Game for Drawn {
            type State = bool;
            type Move = ();
            fn start(&self) -> bool {
                false
            }
            fn moves(&self, _: &bool) -> impl Iterator<Item = ()> {
                std::iter::once(())
            }
            fn play(&self, _: &bool, (): ()) -> bool {
                true
            }
            fn terminal(&self, &over: &bool) -> Option<i32> {
                over.then_some(0)
            }
        }
        let analysis = Mcts::default().solve(&Drawn).into_solution().unwrap();
        assert!(analysis.moves[0].rating.to_string().starts_with("+0.00"));
    }

    #[test]
    fn every_playout_is_told() {
        let mut told = 0;
        let mut count = |event: Event<'_, u32, u32>| {
            told += u32::from(matches!(event, Event::Playout { .. }));
        };
        let mcts = Mcts { playouts: 50, ..Mcts::default() };
        mcts.search(&Take(1000), &1000, &Limits::default(), &mut count);
        assert_eq!(told, 50);
    }

    #[test]
    fn a_watcher_may_end_the_search() {
        let mut told = 0;
        let mut watch = |_: Event<'_, u32, u32>| {
            told += 1;
            if told == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let outcome = Mcts::default().search(&Take(1000), &1000, &Limits::default(), &mut watch);
        let stop =
            matches!(outcome.verdict, Verdict::Stopped { by: Stop::Cancelled, best: Some(_) });
        assert_eq!((stop, told, outcome.stats.expanded), (true, 20, 20));
    }
}
