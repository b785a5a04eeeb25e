//! What every processor can do: numbers looked up by tile and added to a state.

use super::super::Rises;
use super::TOGETHER;
use super::moves::{
    ALL, KINDS, Made, Moves, NEVER, Next, SLACK, SPARE, State, WAYS, Way, kind, shift,
};

/// The ways of a kind. They begin with one of two moves: one after which there is one more,
/// here called the straight, and another after which there are up to three.
#[derive(Clone, Copy)]
struct Ways {
    /// What is added by the tile that moves: first and second on the straight; first on the
    /// other, and its seconds.
    adds: [[u64; 8]; 6],
    /// Where those tiles are.
    shifts: [u8; 6],
    /// 1 if the straight comes before the other.
    first: u8,
    /// Of the straight and the other.
    between: [u64; 2],
}

pub(super) struct Portable {
    kinds: [Ways; KINDS],
}

/// The numbers in [`Ways::adds`] of the moves of a way.
const fn rows(way: &Way, first: u8) -> [usize; 2] {
    match (first == 1) == way.first {
        true => [0, 1],
        false => [2, 3 + way.before as usize],
    }
}

/// Whether the straight comes first.
const fn first(ways: &[Option<Way>; WAYS]) -> u8 {
    matches!(ways[0], Some(Way { after: 0, .. })) as u8
}

/// By kind, for a goal of which nothing is known.
static ANY: [Ways; KINDS] = {
    let none = Ways { adds: [[NEVER; 8]; 6], shifts: [0; 6], first: 0, between: [0; 2] };
    let mut all = [none; KINDS];
    let mut at = 0;
    while at < KINDS * WAYS {
        let (kind, ways) = (&mut all[at / WAYS], &ALL[at / WAYS]);
        if let Some(way) = &ways[at % WAYS] {
            kind.first = first(ways);
            let rows = rows(way, kind.first);
            kind.between[(rows[0] > 0) as usize] += way.between();
            let mut i = 0;
            while i < 2 {
                let [to, from] = [shift(way.cells[i]), shift(way.cells[i + 1])];
                kind.shifts[rows[i]] = from as u8;
                let mut tile = 0u64;
                while tile < 8 {
                    let moved = (tile << to).wrapping_sub(tile << from);
                    let turn = if i == 0 { 0 } else { way.turn };
                    kind.adds[rows[i]][tile as usize] = moved.wrapping_add(turn);
                    tile += 1;
                }
                i += 1;
            }
        }
        at += 1;
    }
    all
};

impl Moves for Portable {
    fn new(rises: &Rises) -> Self {
        let mut moves = Portable { kinds: ANY };
        for (kind, ways) in moves.kinds.iter_mut().zip(&ALL) {
            for way in ways.iter().flatten() {
                let rows = rows(way, kind.first).into_iter().enumerate();
                // What the ways that begin with the same move share is put down once.
                for (i, row) in rows.skip(usize::from(way.before > 0)) {
                    let rises = way.rises(i, rises);
                    for (tile, add) in kind.adds[row].iter_mut().enumerate() {
                        *add = add.wrapping_sub(rises << (SLACK - tile) & 1 << SLACK);
                    }
                }
            }
        }
        moves
    }

    fn advance(&self, states: &[State], next: &mut Next, ends: &mut [u8; TOGETHER]) -> Made {
        assert!(states.len() <= TOGETHER);
        let (mut count, mut sum) = (0, 0);
        for (&state, end) in states.iter().zip(ends) {
            let ways = &self.kinds[kind(state)];
            let add = |to: State, i: usize| {
                let tile = (state >> (ways.shifts[i] & 63)) as usize & 7;
                to.wrapping_add(ways.adds[i][tile])
            };
            let within = |state: State| (state >> 63) as usize;
            let between = |mid: State, i: usize| (mid as i64 >> 63) as u64 & ways.between[i];
            let [mid, other] = [add(state, 0), add(state, 2)];
            sum += between(mid, 0) + between(other, 1);
            let straight = add(mid, 1);
            let first = within(straight) & usize::from(ways.first);
            // Before the last of them there are fewer, which spares a look at the length.
            let next = &mut next[count % (WAYS * TOGETHER)..][..SPARE];
            next[0] = straight;
            let mut made = first;
            for i in 3..6 {
                let child = add(other, i);
                next[made % SPARE] = child;
                made += within(child);
            }
            next[made % SPARE] = straight;
            count += made + within(straight) - first;
            *end = count as u8;
        }
        Made::new(count, sum)
    }
}
