//! Exact scores for Connect Four.

use goalward::game::{
    self, AlphaBeta, Analysis, Event, Game, GameObserver, GameSearch, Rated, Rating, RootMoves,
    Score, Switch,
};
use goalward::{Limits, Meter, Outcome, Stop, Verdict};

use super::table::{Bound, Table, Word};
use super::{CELLS, COLUMNS, Column, Connect4, HEIGHT, Position, column_cells};

/// Alpha-beta made for Connect Four, to the end of the game.
///
/// It asks whether a score is above some number or not, and closes in on the value
/// with a few such questions. A move that loses at once is never tried, one that
/// threatens more is tried earlier, and the table is asked about every successor
/// before any of them is searched.
///
/// `expanded` counts the positions looked at. From the empty board and the first
/// few moves the answer takes minutes; stopped before, the solver returns what a
/// shallow [`AlphaBeta`] made of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solver {
    /// Which moves get a score and not just a bound.
    pub root: RootMoves,
    /// The most bytes for the table, which grows as it fills.
    pub table: usize,
}

impl Default for Solver {
    fn default() -> Self {
        Solver { root: RootMoves::Best, table: 128 << 20 }
    }
}

impl Solver {
    /// The exact score of `position` alone, sooner than with its best moves.
    pub fn score(&self, position: &Position, limits: &Limits) -> Outcome<Score> {
        let mut meter = Meter::new(limits);
        let score = match Connect4.terminal(position) {
            Some(score) => Ok(score),
            None => Search::new(self.table, position, &mut meter, &mut ()).score(position, None),
        };
        meter.finish(match score {
            Ok(score) => Verdict::Solved(score),
            Err(by) => Verdict::Stopped { by, best: None },
        })
    }
}

/// With fewer discs than this the solver may take long.
const EARLY: u32 = 12;
/// How far to look ahead for an answer to fall back on.
const GLANCE: AlphaBeta = AlphaBeta {
    depth: Some(12),
    deepening: Switch::On,
    table: game::Table::Bytes(16 << 20),
    ordering: Switch::On,
    root: RootMoves::Best,
};

impl GameSearch<Connect4> for Solver {
    fn analyse<O>(
        &self,
        game: &Connect4,
        state: &Position,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Verdict<Analysis<Column>>
    where
        O: GameObserver<Position, Column>,
    {
        if let Some(score) = game.terminal(state) {
            return Verdict::Solved(Analysis::over(score));
        }
        let mut glance = None;
        if state.discs() < EARLY {
            match GLANCE.analyse(game, state, meter, &mut ()) {
                Verdict::Solved(analysis) => glance = Some(analysis),
                stopped => return stopped,
            }
        }
        let mut search = Search::new(self.table, state, meter, observer);
        let mut moves: Vec<_> =
            game.moves(state).map(|mv| Rated { mv, rating: Rating::Unrated }).collect();
        let end = search.rate(state, self.root, &mut moves);
        search.table.release(meter);
        let analysis = Analysis::of(moves, CELLS - state.discs(), game.most());
        let Err(by) = end else { return Verdict::Solved(analysis) };
        let begun = Some(analysis).filter(|analysis| !analysis.best.is_empty());
        let best = match self.root {
            RootMoves::Best => begun.or(glance),
            // The moves scored so far need not be the good ones.
            RootMoves::All => glance.or(begun),
        };
        Verdict::Stopped { by, best }
    }
}

/// A position in which the player to move cannot win at once, with what is worked
/// out before it is searched.
#[derive(Clone, Copy)]
struct Node {
    position: Position,
    discs: u32,
    /// The free cells that would complete four for the player who just moved.
    threats: u64,
    code: u64,
    /// What the table held for it.
    word: Word,
}

/// What a look at a node tells.
enum Look {
    /// The value, or a bound that is enough.
    Settled(Score),
    /// The cells whose discs do not lose at once.
    Open(u64),
}

const CENTRE_FIRST: [Column; COLUMNS as usize] =
    [Column(3), Column(2), Column(4), Column(1), Column(5), Column(0), Column(6)];

struct Search<'a, O> {
    table: Table,
    meter: &'a mut Meter,
    observer: &'a mut O,
    /// Discs at the root.
    discs: u32,
}

impl<'a, O: GameObserver<Position, Column>> Search<'a, O> {
    fn new(table: usize, root: &Position, meter: &'a mut Meter, observer: &'a mut O) -> Self {
        Search { table: Table::new(table), meter, observer, discs: root.discs() }
    }

    /// Rates the moves of a position that is not over.
    fn rate(
        &mut self,
        position: &Position,
        root: RootMoves,
        moves: &mut [Rated<Column>],
    ) -> Result<(), Stop> {
        let best = match root {
            RootMoves::Best => Some(self.score(position, None)?),
            RootMoves::All => None,
        };
        for Rated { mv, rating } in moves {
            let child = Connect4.play(position, *mv);
            *rating = match (Connect4.terminal(&child), best) {
                (Some(score), _) => Rating::Exact(-score),
                (None, None) => Rating::Exact(-self.score(&child, Some(*mv))?),
                (None, Some(best)) => self.compare(&child, *mv, best)?,
            };
        }
        Ok(())
    }

    /// The rating of `mv`, which leads to `child`, when the best move scores `best`.
    fn compare(&mut self, child: &Position, mv: Column, best: Score) -> Result<Rating, Stop> {
        let score = match won_at_once(child) {
            Some(score) => -score,
            None => -self.value(&self.node(child), Some(mv), -best)?,
        };
        Ok(if score < best { Rating::AtMost(score) } else { Rating::Exact(best) })
    }

    /// The exact score of a position that is not over, reached by `last`.
    fn score(&mut self, position: &Position, last: Option<Column>) -> Result<Score, Stop> {
        if let Some(score) = won_at_once(position) {
            return Ok(score);
        }
        let discs = position.discs();
        let mut low = Position::lost_at(discs + 2);
        let mut high = -Position::lost_at(discs + 3);
        while low < high {
            let alpha = next_question(low, high);
            let value = self.value(&self.node(position), last, alpha)?;
            if value > alpha {
                low = value;
            } else {
                high = value;
            }
        }
        Ok(low)
    }

    fn node(&self, position: &Position) -> Node {
        let code = position.symmetric_code();
        Node {
            position: *position,
            discs: position.discs(),
            threats: position.their_wins(),
            code,
            word: self.table.get(code),
        }
    }

    /// Whether the score is above `alpha`: if so, a lower bound above it; if not,
    /// an upper bound.
    fn value(&mut self, node: &Node, last: Option<Column>, alpha: Score) -> Result<Score, Stop> {
        let (state, ply) = (&node.position, node.discs - self.discs);
        self.observer.on(Event::Enter { state, last, ply, alpha, beta: alpha + 1 });
        self.meter.expand()?;
        let value = match look(node, alpha) {
            Look::Settled(value) => value,
            Look::Open(cells) => self.expand(node, cells, alpha)?,
        };
        self.observer.on(Event::Leave { state, ply, value });
        Ok(value)
    }

    fn expand(&mut self, node: &Node, cells: u64, alpha: Score) -> Result<Score, Stop> {
        let mut children = [*node; COLUMNS as usize];
        let count = self.successors(node, cells, &mut children);
        let mut best = Position::lost_at(node.discs + 4);
        // What the table knows of the successors may be enough.
        let mut open = 0;
        for index in 0..count {
            let child = children[index];
            match child.word.bound(child.code) {
                Some(Bound::AtMost(score)) if -score > alpha => {
                    return Ok(self.cut(node, &child, -score, alpha));
                }
                Some(Bound::AtLeast(score)) if -score <= alpha => best = best.max(-score),
                _ => {
                    insert(&mut children, open, child);
                    open += 1;
                }
            }
        }
        for child in &children[..open] {
            let value = -self.value(child, Some(last_move(node, child)), -alpha - 1)?;
            if value > alpha {
                return Ok(self.cut(node, child, value, alpha));
            }
            best = best.max(value);
        }
        self.table.put(node.code, Bound::AtMost(best), self.meter);
        Ok(best)
    }

    /// Makes the nodes of `cells`. All that the table holds for them is fetched
    /// first, so that the waits for memory overlap: a tenth faster.
    #[inline]
    fn successors(
        &mut self,
        node: &Node,
        cells: u64,
        children: &mut [Node; COLUMNS as usize],
    ) -> usize {
        let mut count = 0;
        for column in CENTRE_FIRST {
            let cell = cells & column_cells(column);
            if cell != 0 {
                let position = node.position.with(cell);
                let code = position.symmetric_code();
                let word = self.table.get(code);
                children[count] = Node { position, discs: node.discs + 1, threats: 0, code, word };
                count += 1;
            }
        }
        for child in &mut children[..count] {
            child.threats = child.position.their_wins();
        }
        self.meter.generated += count as u64;
        count
    }

    /// Notes that a move is good enough, and returns its value.
    #[inline]
    fn cut(&mut self, node: &Node, child: &Node, value: Score, alpha: Score) -> Score {
        let (state, ply, beta) = (&node.position, node.discs - self.discs, alpha + 1);
        let mv = last_move(node, child);
        self.observer.on(Event::Cutoff { state, ply, mv, value, beta });
        self.table.put(node.code, Bound::AtLeast(value), self.meter);
        value
    }
}

/// The score, if the player to move has a winning disc to play.
fn won_at_once(position: &Position) -> Option<Score> {
    let wins = position.my_wins() & position.playable();
    (wins != 0).then(|| -Position::lost_at(position.discs() + 1))
}

/// Which score to ask about when the value lies between `low` and `high`: the
/// middle, but no nearer to zero than halfway to the farther end.
fn next_question(low: Score, high: Score) -> Score {
    let middle = low + (high - low) / 2;
    if middle <= 0 { middle.min(low / 2) } else { middle.max(high / 2) }
}

/// What can be said of a node without its successors.
#[inline]
fn look(node: &Node, alpha: Score) -> Look {
    let playable = node.position.playable();
    let forced = playable & node.threats;
    let cells = match forced.count_ones() {
        0 => playable,
        1 => forced,
        _ => 0,
    };
    // A disc right below a threat lets the other player complete it.
    let cells = cells & !(node.threats >> 1);
    if cells == 0 {
        return Look::Settled(Position::lost_at(node.discs + 2));
    }
    if node.discs + 2 >= CELLS {
        return Look::Settled(0);
    }
    let least = Position::lost_at(node.discs + 4);
    if least > alpha {
        return Look::Settled(least);
    }
    let most = -Position::lost_at(node.discs + 3);
    if most <= alpha {
        return Look::Settled(most);
    }
    match node.word.bound(node.code) {
        Some(Bound::AtLeast(score)) if score > alpha => Look::Settled(score),
        Some(Bound::AtMost(score)) if score <= alpha => Look::Settled(score),
        _ => Look::Open(cells),
    }
}

/// Puts `child` among the first `count`, which are in order of most threats; behind
/// those with as many.
#[inline]
fn insert(children: &mut [Node; COLUMNS as usize], count: usize, child: Node) {
    let rank = child.threats.count_ones();
    let mut at = count;
    while at > 0 && children[at - 1].threats.count_ones() < rank {
        children[at] = children[at - 1];
        at -= 1;
    }
    children[at] = child;
}

/// The column in which `child` has a disc more than `node`.
#[inline]
fn last_move(node: &Node, child: &Node) -> Column {
    let cell = node.position.filled ^ child.position.filled;
    Column(cell.trailing_zeros() as u8 / HEIGHT)
}
