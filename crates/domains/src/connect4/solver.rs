//! Exact scores for Connect Four.
//!
//! The table entries of all successors are read first and applied without a branch: that removes
//! half of the branch mispredictions.

use std::hint::select_unpredictable;

use goalward::game::{
    self, AlphaBeta, Analysis, Event, Game, GameObserver, GameSearch, Rated, Rating, RootMoves,
    Score, Switch,
};
use goalward::{Limits, Meter, Outcome, Stop, Verdict};

use super::table::{Bound, Table, Word};
use super::{CELLS, COLUMNS, Column, Connect4, HEIGHT, Position, column_cells};

/// Alpha-beta specialised for Connect Four, searching to the end of the game.
///
/// It tests whether a score is above some number, and finds the value with a few such tests. A move
/// that loses immediately is never tried, moves with more threats are tried first, and the table is
/// read for every successor before any of them is searched.
///
/// `expanded` counts the positions examined. From the empty board and after the first few moves,
/// the answer takes minutes; if the search is stopped earlier, the solver returns the result of a
/// shallow [`AlphaBeta`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solver {
    /// Which moves get a score rather than only a bound.
    pub root: RootMoves,
    /// The maximum size of the table in bytes; it grows as it fills.
    pub table: usize,
}

impl Default for Solver {
    fn default() -> Self {
        Solver { root: RootMoves::Best, table: 128 << 20 }
    }
}

impl Solver {
    /// The exact score of `position`: faster than finding its best moves.
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
/// How far to look ahead for a fallback answer.
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
        let analysis = Analysis::of(moves, None, game.most());
        let Err(by) = end else { return Verdict::Solved(analysis) };
        let best = match (self.root, glance) {
            (RootMoves::Best, Some(glance)) if analysis.best.is_empty() => glance,
            // The moves scored so far are not necessarily the good ones.
            (RootMoves::All, Some(glance)) => glance,
            _ => analysis.or_glance(game, state),
        };
        Verdict::Stopped { by, best: Some(best) }
    }
}

/// A position in which the player to move cannot win immediately, with what is computed before it
/// is searched.
#[derive(Clone, Copy)]
struct QuietPosition {
    position: Position,
    discs: u32,
    /// The free cells that would complete four for the player who just moved.
    threats: u64,
    code: u64,
    /// The position's entry in the table.
    word: Word,
}

/// A successor of a node.
#[derive(Clone, Copy, Default)]
struct Child {
    /// Where its disc is.
    cell: u64,
    /// These three as in [`QuietPosition`].
    threats: u64,
    code: u64,
    word: Word,
}

impl QuietPosition {
    #[inline]
    fn after(&self, child: &Child) -> QuietPosition {
        let &Child { cell, threats, code, word } = child;
        QuietPosition {
            position: self.position.with(cell),
            discs: self.discs + 1,
            threats,
            code,
            word,
        }
    }
}

/// The result of examining a node without its successors.
enum Look {
    /// The value, or a bound that is enough.
    Settled(Score),
    /// The cells whose discs do not lose immediately.
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

    fn node(&self, position: &Position) -> QuietPosition {
        let code = position.symmetric_code();
        QuietPosition {
            position: *position,
            discs: position.discs(),
            threats: position.their_wins(),
            code,
            word: self.table.get(code),
        }
    }

    /// Whether the score is above `alpha`: if so, a lower bound above it; if not,
    /// an upper bound.
    fn value(
        &mut self,
        node: &QuietPosition,
        last: Option<Column>,
        alpha: Score,
    ) -> Result<Score, Stop> {
        let (state, ply) = (&node.position, node.discs - self.discs);
        self.meter.tell(self.observer, Event::Enter { state, last, ply, alpha, beta: alpha + 1 });
        self.meter.expand()?;
        let value = match look(node, alpha) {
            Look::Settled(value) => value,
            Look::Open(cells) => self.expand(node, cells, alpha)?,
        };
        self.meter.tell(self.observer, Event::Leave { state, ply, value });
        Ok(value)
    }

    fn expand(&mut self, node: &QuietPosition, cells: u64, alpha: Score) -> Result<Score, Stop> {
        let mut children = [Child::default(); 8];
        let mut count = 0;
        for column in CENTRE_FIRST {
            let cell = cells & column_cells(column);
            children[count].cell = cell;
            count += usize::from(cell != 0);
        }
        self.meter.generated += count as u64;
        let mut best = Position::lost_at(node.discs + 4);
        // The table entries of all successors are fetched first, so that the waits for memory
        // overlap. Whether an entry is enough is computed without a branch, which could not be
        // predicted; together with the list of cells above, that saves an eighth of the time.
        let (mut open, mut cuts) = ([0; 8], 0);
        for child in &mut children[..count] {
            child.code = node.position.with(child.cell).symmetric_code();
            child.word = self.table.get(child.code);
        }
        for (index, child) in children[..count].iter_mut().enumerate() {
            child.threats = node.position.with(child.cell).their_wins();
            let (low, high) = child.word.range(child.code);
            cuts |= u8::from(-high > alpha) << index;
            let is_settled = -low <= alpha;
            best = best.max(select_unpredictable(is_settled, -low, best));
            open[index] = select_unpredictable(is_settled, 0, rank(child.threats, index));
        }
        if cuts != 0 {
            let child = &children[cuts.trailing_zeros() as usize];
            let (_, high) = child.word.range(child.code);
            return Ok(self.cut(node, child.cell, -high, alpha));
        }
        while let Some(index) = pick(&mut open) {
            let child = node.after(&children[index]);
            let last = Some(column_of(children[index].cell));
            let value = -self.value(&child, last, -alpha - 1)?;
            if value > alpha {
                return Ok(self.cut(node, children[index].cell, value, alpha));
            }
            best = best.max(value);
        }
        self.table.put(node.code, Bound::AtMost(best), self.meter);
        Ok(best)
    }

    /// Records that a move is good enough, and returns its value.
    #[inline]
    fn cut(&mut self, node: &QuietPosition, cell: u64, value: Score, alpha: Score) -> Score {
        let (state, ply, beta) = (&node.position, node.discs - self.discs, alpha + 1);
        let mv = column_of(cell);
        self.meter.tell(self.observer, Event::Cutoff { state, ply, mv, value, beta });
        self.table.put(node.code, Bound::AtLeast(value), self.meter);
        value
    }
}

/// The score, if the player to move has a winning disc to play.
fn won_at_once(position: &Position) -> Option<Score> {
    let wins = position.my_wins() & position.playable();
    (wins != 0).then(|| -Position::lost_at(position.discs() + 1))
}

/// Which score to test when the value lies between `low` and `high`: the middle, but no nearer to
/// zero than half of the farther end.
fn next_question(low: Score, high: Score) -> Score {
    let middle = low + (high - low) / 2;
    if middle <= 0 { middle.min(low / 2) } else { middle.max(high / 2) }
}

/// What is known about a node without its successors.
#[inline]
fn look(node: &QuietPosition, alpha: Score) -> Look {
    let playable = node.position.playable();
    let forced = playable & node.threats;
    let has_two = forced & forced.wrapping_sub(1) != 0;
    let cells = select_unpredictable(forced == 0, playable, forced);
    let cells = select_unpredictable(has_two, 0, cells);
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
    let (low, high) = node.word.range(node.code);
    if low > alpha {
        Look::Settled(low)
    } else if high <= alpha {
        Look::Settled(high)
    } else {
        Look::Open(cells)
    }
}

/// The highest rank is tried first: by the number of threats, then in the given order.
#[inline]
fn rank(threats: u64, index: usize) -> i16 {
    (threats.count_ones() << 3) as i16 | (7 - index as i16)
}

/// Removes the highest rank, and returns the number of its successor. Most nodes need at most the
/// first two.
#[inline]
fn pick(ranks: &mut [i16; 8]) -> Option<usize> {
    let highest = ranks.iter().copied().fold(0, i16::max);
    let index = 7 - (highest & 7) as usize;
    ranks[index] = 0;
    (highest != 0).then_some(index)
}

/// The column of a cell.
#[inline]
fn column_of(cell: u64) -> Column {
    Column(cell.trailing_zeros() as u8 / HEIGHT)
}
