//! IDA* with Manhattan on the 15-puzzle, written by hand: what the generic engine is
//! measured against. Once over the library's packed board and tables, as a user would write
//! it, and once over bare numbers. Neither has limits, memory statistics or a best so far.

use goalward::{Heuristic, StateSpace};
use goalward_domains::tiles::{Board, Move, PerTile, Tiles};

/// A loop over the library's board.
pub struct OverBoards<'a> {
    tiles: &'a Tiles<u64>,
    manhattan: &'a PerTile<u8>,
    bound: u32,
    next_bound: u32,
    path: Vec<Move>,
    /// Nodes expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
}

impl<'a> OverBoards<'a> {
    /// For a puzzle.
    pub fn new(tiles: &'a Tiles<u64>, manhattan: &'a PerTile<u8>) -> Self {
        let path = Vec::new();
        OverBoards { tiles, manhattan, bound: 0, next_bound: 0, path, expanded: 0, generated: 0 }
    }

    /// The number of moves of a shortest solution.
    pub fn solve(&mut self) -> u32 {
        let start = self.tiles.start();
        let h = Heuristic::<Tiles<u64>>::memo(self.manhattan, &start);
        self.next_bound = h.into();
        loop {
            self.bound = std::mem::replace(&mut self.next_bound, u32::MAX);
            if self.dive(start, None, 0, h) {
                return self.path.len() as u32;
            }
        }
    }

    fn dive(&mut self, board: Board<u64>, last: Option<Move>, g: u32, h: u8) -> bool {
        if self.tiles.is_goal(&board) {
            return true;
        }
        self.expanded += 1;
        for mv in self.tiles.actions_after(&board, last.as_ref()) {
            self.generated += 1;
            let child = self.tiles.apply(&board, &mv);
            let h = Heuristic::<Tiles<u64>>::advance(self.manhattan, h, &board, &mv, &child);
            let f = g + 1 + u32::from(h);
            if f > self.bound {
                self.next_bound = self.next_bound.min(f);
            } else if self.dive(child, Some(mv), g + 1, h) {
                self.path.push(mv);
                return true;
            }
        }
        false
    }
}

/// No cell.
const NONE: u8 = 16;

/// The packed board, its tables, and what a dive has seen.
pub struct Hand {
    /// By the blank's cell and the one it came from: the cells it can go to.
    beside: [[[u8; 4]; 17]; 16],
    distance: [[u8; 16]; 16],
    goal: u64,
    start: (u64, u8, u32),
    bound: u32,
    next_bound: u32,
    path: Vec<u8>,
    /// Nodes expanded.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
}

impl Hand {
    /// For the 4×4 puzzle of `tiles`.
    pub fn new(tiles: &Tiles<u64>) -> Self {
        let mut beside = [[[NONE; 4]; 17]; 16];
        let mut distance = [[0; 16]; 16];
        for (cell, lists) in beside.iter_mut().enumerate() {
            let (row, column) = (cell / 4, cell % 4);
            let all = [
                (row > 0).then(|| cell - 4),
                (column > 0).then(|| cell - 1),
                (column < 3).then_some(cell + 1),
                (row < 3).then_some(cell + 4),
            ];
            for (before, list) in lists.iter_mut().enumerate() {
                let others = all.into_iter().flatten().filter(|&from| from != before);
                for (entry, from) in list.iter_mut().zip(others) {
                    *entry = from as u8;
                }
            }
        }
        for (tile, row) in distance.iter_mut().enumerate().skip(1) {
            let home = tiles.goal().cell_of(tile as u8);
            for (cell, entry) in row.iter_mut().enumerate() {
                *entry = ((home / 4).abs_diff(cell / 4) + (home % 4).abs_diff(cell % 4)) as u8;
            }
        }
        let start = tiles.start();
        let manhattan = PerTile::manhattan(tiles.goal());
        let h = Heuristic::<Tiles<u64>>::memo(&manhattan, &start).into();
        let goal = tiles.goal().tiles().iter().rev().fold(0, |cells, &t| cells << 4 | u64::from(t));
        Hand {
            beside,
            distance,
            goal,
            start: (start.cells(), start.blank(), h),
            bound: h,
            next_bound: u32::MAX,
            path: Vec::new(),
            expanded: 0,
            generated: 0,
        }
    }

    /// The number of moves of a shortest solution.
    pub fn solve(&mut self) -> u32 {
        let (cells, blank, h) = self.start;
        while !self.dive(cells, blank, NONE, 0, h) {
            self.bound = std::mem::replace(&mut self.next_bound, u32::MAX);
        }
        self.path.len() as u32
    }

    fn dive(&mut self, cells: u64, blank: u8, before: u8, g: u32, h: u32) -> bool {
        if cells == self.goal {
            return true;
        }
        self.expanded += 1;
        for from in self.beside[usize::from(blank & 15)][usize::from(before).min(16)] {
            if from == NONE {
                break;
            }
            self.generated += 1;
            let tile = cells >> (4 * from) & 15;
            let distance = &self.distance[tile as usize];
            let h = h + u32::from(distance[usize::from(blank & 15)])
                - u32::from(distance[usize::from(from & 15)]);
            let f = g + 1 + h;
            if f > self.bound {
                self.next_bound = self.next_bound.min(f);
                continue;
            }
            let child = cells ^ (tile << (4 * from) | tile << (4 * blank));
            if self.dive(child, from, blank, g + 1, h) {
                self.path.push(from);
                return true;
            }
        }
        false
    }
}
