//! Tic-tac-toe: three in a row, by X or by O.
//!
//! ```
//! use goalward::game::{AlphaBeta, GameSearch, Rating};
//! use goalward::Limits;
//! use goalward_domains::tictactoe::{Cell, Position, TicTacToe};
//!
//! let position: Position = "X.O.X....".parse()?;
//! let search = AlphaBeta::default();
//! let outcome = search.search(&TicTacToe, &position, &Limits::default(), &mut ());
//! let analysis = outcome.into_solution().unwrap();
//! assert_eq!(analysis.value, Rating::Exact(0));
//! assert_eq!(analysis.best, [Cell(8)]);
//! # Ok::<(), goalward_domains::tictactoe::PositionError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use goalward::game::{Ending, Game, Score};

pub use crate::board::{Cell, MoveError, Player, PositionError};
use crate::board::{bits, check_stones, compact, draw, read_cell, read_cells};

/// The rules. A win is worth 1, a draw 0, a loss −1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe;

/// The stones on the board: two sets of cells, bit 0 being cell 1, bit 8 cell 9.
///
/// Only positions that a game can reach can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// Stones of the player to move.
    mine: u16,
    /// Stones of the other.
    theirs: u16,
}

const CELLS: u8 = 9;
const FULL: u16 = 0o777;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// How many lines go through each cell.
static LINES_THROUGH: [u8; 9] = [3, 2, 3, 2, 4, 2, 3, 2, 3];

/// The cells in the order to try them, each a hexadecimal digit and the first the lowest: the
/// middle, the corners, the edges. Before each of the three there are two places for killers,
/// and before all of them one for a move to try first.
const BY_PROMISE: u64 = 0x7531_0086_2000_4000;

/// The places of killers: the digits are 1 at the first of two.
const KILLERS: u64 = 0x0000_0100_0001_0010;

/// What the move to a cell does to the order.
#[repr(align(64))]
struct Place {
    /// Its place in [`BY_PROMISE`], as the lowest bit of the digit.
    own: u64,
    /// From there to the place of the move to try first, and of either killer.
    to_first: u64,
    to_killer: [u64; 2],
    /// The digits of the cell at those of killers; at the first of all it is the cell itself.
    killer: [u64; 2],
}

static PLACES: [Place; 16] = {
    let mut places =
        [const { Place { own: 0, to_first: 0, to_killer: [0; 2], killer: [0; 2] } }; 16];
    let (mut place, mut killer) = (1, 0);
    while place < 16 {
        if KILLERS >> (4 * place) & 1 == 1 {
            (killer, place) = (1 << (4 * place), place + 2);
        }
        let cell = BY_PROMISE >> (4 * place) & 15;
        let own = 1 << (4 * place);
        places[cell as usize] = Place {
            own,
            to_first: own | 1,
            to_killer: [own | killer, own | killer << 4],
            killer: [cell * killer, (cell * killer) << 4],
        };
        place += 1;
    }
    places
};

/// For each set of cells, their places.
static PLACES_OF: [u64; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let mut cell = 0;
        while cell < 9 {
            table[set] |= (set as u64 >> cell & 1) * PLACES[cell].own;
            cell += 1;
        }
        set += 1;
    }
    table
};

/// For each set of cells, whether it contains a line.
static HAS_LINE: [bool; 512] = {
    let mut table = [false; 512];
    let mut set = 0;
    while set < 512 {
        let mut line = 0;
        while line < LINES.len() {
            table[set] |= set as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        set += 1;
    }
    table
};

/// No score: the game goes on.
const ON: i8 = i8::MAX;

/// For each set of cells of the player who has just moved, the score of the other: lost if it
/// contains a line, else drawn if there are five, which fill the board.
static ENDS: [i8; 512] = {
    let mut table = [ON; 512];
    let mut set = 0;
    while set < 512 {
        if HAS_LINE[set] {
            table[set] = -1;
        } else if set.count_ones() == 5 {
            table[set] = 0;
        }
        set += 1;
    }
    table
};

/// For each set of cells, where each of the eight turns and reflections takes it.
const IMAGES: [[u16; 8]; 512] = {
    let mut table = [[0; 8]; 512];
    let mut set = 0;
    while set < 512 {
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut cell = 0;
            while cell < 9 {
                if set >> cell & 1 == 1 {
                    table[set][symmetry] |= 1 << image(symmetry, cell);
                }
                cell += 1;
            }
            symmetry += 1;
        }
        set += 1;
    }
    table
};

/// How many sets of symmetries there are that take some set of cells to its least image.
const CLASSES: usize = 33;

/// What takes two sets of cells to their least image, the first set deciding.
struct Least {
    /// For each first set, its least image, and the class of the symmetries that take it there.
    first: [(u16, usize); 512],
    /// For each class, the least image of each second set.
    second: [[u16; 512]; CLASSES],
}

/// For each first set, its least image, and that of each second set.
static LEAST: [(u16, &[u16; 512]); 512] = {
    static SECOND: [[u16; 512]; CLASSES] = LEAST_IMAGES.second;
    let mut least = [(0, &SECOND[0]); 512];
    let mut set = 0;
    while set < 512 {
        let (image, class) = LEAST_IMAGES.first[set];
        least[set] = (image, &SECOND[class]);
        set += 1;
    }
    least
};

const LEAST_IMAGES: Least = {
    let mut least = Least { first: [(0, 0); 512], second: [[0; 512]; CLASSES] };
    let (mut classes, mut known) = ([0u8; CLASSES], 0);
    let mut set = 0;
    while set < 512 {
        let (mut image, mut symmetries) = (FULL, 0u8);
        let mut symmetry = 0;
        while symmetry < 8 {
            if IMAGES[set][symmetry] < image {
                (image, symmetries) = (IMAGES[set][symmetry], 0);
            }
            symmetries |= ((IMAGES[set][symmetry] == image) as u8) << symmetry;
            symmetry += 1;
        }
        let mut class = 0;
        while class < known && classes[class] != symmetries {
            class += 1;
        }
        if class == known {
            (classes[class], known) = (symmetries, known + 1);
            let mut second = 0;
            while second < 512 {
                least.second[class][second] = least_image(second, symmetries);
                second += 1;
            }
        }
        least.first[set] = (image, class);
        set += 1;
    }
    assert!(known == CLASSES);
    least
};

/// The least image of a set under some of the symmetries.
const fn least_image(set: usize, symmetries: u8) -> u16 {
    let (mut least, mut symmetry) = (FULL, 0);
    while symmetry < 8 {
        if symmetries >> symmetry & 1 == 1 && IMAGES[set][symmetry] < least {
            least = IMAGES[set][symmetry];
        }
        symmetry += 1;
    }
    least
}

/// Where a symmetry takes a cell: bits 0 and 1 of its number reflect, bit 2 swaps
/// rows and columns.
const fn image(symmetry: usize, cell: usize) -> usize {
    let (mut row, mut column) = (cell / 3, cell % 3);
    if symmetry & 1 == 1 {
        row = 2 - row;
    }
    if symmetry & 2 == 2 {
        column = 2 - column;
    }
    if symmetry & 4 == 4 { column * 3 + row } else { row * 3 + column }
}

/// A one in each byte.
const ONES: u32 = 0x0101_0101;

/// The first cell of a set, and the others.
#[inline]
fn split(set: u16) -> [u16; 2] {
    let rest = set & set.wrapping_sub(1);
    [set & !rest, rest]
}

impl Position {
    /// The empty board.
    pub const EMPTY: Position = Position { mine: 0, theirs: 0 };

    #[inline]
    fn free(self) -> u16 {
        FULL & !(self.mine | self.theirs)
    }

    /// How many stones there are.
    pub fn stones(&self) -> u32 {
        (self.mine | self.theirs).count_ones()
    }

    /// Whose turn it is, or would be.
    pub fn player(&self) -> Player {
        Player::after(self.stones())
    }

    /// Whose stone is in `cell`.
    pub fn at(&self, cell: Cell) -> Option<Player> {
        if self.mine >> cell.0 & 1 == 1 {
            Some(self.player())
        } else if self.theirs >> cell.0 & 1 == 1 {
            Some(self.player().other())
        } else {
            None
        }
    }

    /// Who has three in a row.
    pub fn winner(&self) -> Option<Player> {
        HAS_LINE[usize::from(self.theirs)].then(|| self.player().other())
    }

    /// The position in nine characters: `X.O.X....`.
    pub fn text(&self) -> String {
        compact(CELLS, |cell| self.at(cell))
    }
}

impl TicTacToe {
    /// Reads a move to make in `position`: a cell from 1 to 9, or `a1` to `c3`,
    /// the letter for the column and the number for the row.
    pub fn read_move(&self, position: &Position, text: &str) -> Result<Cell, MoveError> {
        let cell = read_cell(text, 3, 3)?;
        if self.terminal(position).is_some() {
            return Err(MoveError::Over);
        }
        position.at(cell).map_or(Ok(cell), |_| Err(MoveError::Taken(cell)))
    }
}

impl Game for TicTacToe {
    type State = Position;
    type Move = Cell;

    #[inline]
    fn start(&self) -> Position {
        Position::EMPTY
    }

    #[inline]
    fn moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        bits(position.free().into()).map(Cell)
    }

    #[inline]
    fn play(&self, position: &Position, cell: Cell) -> Position {
        Position { mine: position.theirs, theirs: position.mine | 1 << cell.0 }
    }

    #[inline]
    fn can_play(&self, position: &Position, cell: Cell) -> bool {
        position.free() >> cell.0 & 1 == 1
    }

    #[inline]
    fn terminal(&self, position: &Position) -> Option<Score> {
        let score = ENDS[usize::from(position.theirs & FULL)];
        (score <= 0).then_some(score.into())
    }

    #[inline]
    fn most(&self) -> Score {
        1
    }

    /// How many lines go through the cell.
    #[inline]
    fn promise(&self, _position: &Position, cell: Cell) -> i32 {
        LINES_THROUGH[usize::from(cell.0)].into()
    }

    #[inline]
    fn promising_moves(&self, position: &Position) -> impl Iterator<Item = Cell> {
        self.sorted_moves(position, None, None).into_iter().flatten()
    }

    /// The places of the free cells are the bits of a word; some move to those lent to them.
    #[inline(always)]
    fn sorted_moves(
        &self,
        position: &Position,
        first: Option<Cell>,
        killers: Option<[Cell; 2]>,
    ) -> Option<impl Iterator<Item = Cell>> {
        let mut places = PLACES_OF[usize::from(position.free())];
        let mut cells = BY_PROMISE;
        let of = |cell: Cell| &PLACES[usize::from(cell.0 & 15)];
        if let Some(first) = first {
            let place = of(first);
            cells |= u64::from(first.0 & 15);
            if places & place.own != 0 {
                places ^= place.to_first;
            }
        }
        for (index, killer) in killers.into_iter().flatten().enumerate() {
            let place = of(killer);
            cells |= place.killer[index];
            if places & place.own != 0 {
                places ^= place.to_killer[index];
            }
        }
        Some(bits(places).map(move |place| Cell((cells >> place & 15) as u8)))
    }

    /// The last four moves: twenty looks for a line, and no branch to guess wrong.
    ///
    /// The four cells are the bytes of a word. A pair of them that I fill is won if it makes
    /// a line, else lost if the other pair makes one for them. When I take x and they take y,
    /// I choose between the pairs of x without y: so x is worth the median of its three
    /// pairs, unless they can win at once in another cell.
    #[inline]
    fn ending(&self, position: &Position) -> Option<Ending> {
        let Position { mine, theirs } = *position;
        let [a, rest] = split(position.free());
        let [b, rest] = split(rest);
        let [c, d] = split(rest);
        if d == 0 || d & (d - 1) != 0 {
            return None;
        }
        let wins = |stones: u16| u32::from(HAS_LINE[usize::from(stones & FULL)]);
        let each = |stones: u16| {
            let at = |cell| wins(stones | cell);
            at(a) | at(b) << 8 | at(c) << 16 | at(d) << 24
        };
        let (mine_win, theirs_win) = (each(mine), each(theirs));
        // For each cell: of how many won pairs it is, and of how many that are not lost.
        let (mut pairs_won, mut won, mut kept) = (0, 0, 0);
        for (pair, other, of) in [
            (a | b, c | d, 0x0000_0101),
            (a | c, b | d, 0x0001_0001),
            (a | d, b | c, 0x0100_0001),
            (b | c, a | d, 0x0001_0100),
            (b | d, a | c, 0x0100_0100),
            (c | d, a | b, 0x0101_0000),
        ] {
            let (is_won, is_lost) = (wins(mine | pair), wins(theirs | other));
            pairs_won += is_won;
            won += is_won * of;
            kept += (is_won | (1 - is_lost)) * of;
        }
        let sum = |word: u32| word.wrapping_mul(ONES) >> 24;
        let safe = 128 * ONES - (sum(theirs_win) * ONES - theirs_win);
        let twice = |word: u32| word + 126 * ONES;
        let wins = mine_win | (twice(won) & safe & (128 * ONES));
        let draws = twice(kept) & safe & (128 * ONES);
        let score = i32::from(wins != 0) + i32::from(wins | draws != 0) - 1;
        // The first move goes on in these cells, the second in those.
        let (first, second) = (ONES - mine_win, ONES - theirs_win);
        let (one, replies) = (sum(first), sum(second));
        let two = one * replies - sum(first & second);
        // Pairs that are not won, with a reply in neither of their cells, in either order.
        let three = 2 * (3 * replies + sum(won & (255 * second)) - pairs_won * replies);
        let (expanded, generated) = (1 + one + two + three, 4 + 3 * one + 2 * two + three);
        Some(Ending { score, depth: 4, expanded: expanded.into(), generated: generated.into() })
    }

    /// The image of least [`key`](Game::key) under the symmetries of the board.
    #[inline]
    fn representative(&self, position: &Position) -> Position {
        let (mine, images) = LEAST[usize::from(position.mine & FULL)];
        let theirs = images[usize::from(position.theirs & FULL)];
        Position { mine, theirs }
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        u64::from(position.mine) << CELLS | u64::from(position.theirs)
    }
}

/// Nine cells in reading order: X, O, and `.`, `_` or the cell's number where it is
/// free; blanks and the strokes of a drawn board are skipped. Whose turn it is
/// follows from the stones.
impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let (x, o) = read_cells(text, usize::from(CELLS))?;
        check_stones(x, o, |stones| HAS_LINE[stones as usize])?;
        let (x, o) = (x as u16, o as u16);
        Ok(match Player::after((x | o).count_ones()) {
            Player::X => Position { mine: x, theirs: o },
            Player::O => Position { mine: o, theirs: x },
        })
    }
}

/// The board, free cells numbered.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        draw(f, 3, 3, |cell| self.at(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_ends_with_a_line_or_a_full_board() {
        let mut positions = vec![Position::EMPTY];
        while let Some(position) = positions.pop() {
            let has_line = LINES.iter().any(|&line| line & !position.theirs == 0);
            let is_full = position.stones() == u32::from(CELLS);
            let wanted = if has_line { Some(-1) } else { is_full.then_some(0) };
            assert_eq!(TicTacToe.terminal(&position), wanted);
            if wanted.is_none() {
                let later = TicTacToe.moves(&position).map(|cell| TicTacToe.play(&position, cell));
                positions.extend(later);
            }
        }
    }

    #[test]
    fn the_representative_is_the_image_of_least_key() {
        for (mine, theirs) in (0..=FULL).flat_map(|mine| (0..=FULL).map(move |it| (mine, it))) {
            if mine & theirs == 0 {
                let image = |symmetry| {
                    let of = |set: u16| IMAGES[usize::from(set)][symmetry];
                    Position { mine: of(mine), theirs: of(theirs) }
                };
                let least = (0..8).map(image).min_by_key(|image| TicTacToe.key(image));
                let found = TicTacToe.representative(&Position { mine, theirs });
                assert_eq!(Some(found), least);
            }
        }
    }
}
