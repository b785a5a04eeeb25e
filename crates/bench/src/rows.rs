//! What is measured: a row for each kind of work, with those of us who do it. Peers are found
//! by the name of the work.

use std::time::Instant;

use goalward_bench::serve::{Clock, Work, processor};
use goalward_bench::{games, pdb, queens, tiles};

/// One kind of work.
pub struct Row {
    /// Its name in a word, which peers know it by.
    pub work: &'static str,
    /// What is done, in words.
    pub name: &'static str,
    /// How a time is told.
    pub figure: Figure,
    /// Which time counts.
    pub clock: Clock,
    /// Who does it here: first what users get, which all others are held against.
    pub ours: &'static [Ours],
    /// Whether ours is measured with each set of instructions forced, too.
    pub forced: bool,
    /// Whether there is nothing to tell without a Python peer.
    pub python: bool,
}

/// One of us by name, and what makes its instances.
pub type Ours = (&'static str, fn() -> Work);

/// What is told of a time.
#[derive(Clone, Copy, Debug)]
pub enum Figure {
    /// The time of one of so many like pieces, and what such a piece is.
    Each(u32, &'static str),
    /// Steps a second, of this kind.
    Rate(&'static str),
}

const ROW: Row = Row {
    work: "",
    name: "",
    figure: Figure::Each(1, ""),
    clock: processor,
    ours: &[],
    forced: false,
    python: false,
};

/// The clock of the wall, for work on several threads.
fn wall() -> f64 {
    use std::sync::OnceLock;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// What users get.
pub const OURS: &str = "goalward";

pub const ROWS: &[Row] = &[
    Row {
        work: "eight-astar",
        name: "8-puzzle, A\\* with Manhattan, 200 boards",
        figure: Figure::Each(200, "board"),
        ours: &[(OURS, tiles::eight_a_star)],
        ..ROW
    },
    Row {
        work: "eight-astar-3",
        name: "8-puzzle, A\\* with Manhattan, the first three of them",
        figure: Figure::Each(3, "board"),
        ours: &[(OURS, tiles::three_a_star)],
        python: true,
        ..ROW
    },
    Row {
        work: "eight-idastar",
        name: "8-puzzle, IDA\\* with Manhattan, 200 boards",
        figure: Figure::Each(200, "board"),
        ours: &[(OURS, tiles::eight_ida_star)],
        ..ROW
    },
    Row {
        work: "eight-bfs",
        name: "8-puzzle, breadth-first, 20 boards",
        figure: Figure::Each(20, "board"),
        ours: &[(OURS, tiles::eight_breadth_first)],
        ..ROW
    },
    Row {
        work: "eight-all",
        name: "8-puzzle, the distance of every board",
        ours: &[(OURS, tiles::eight_all)],
        ..ROW
    },
    Row {
        work: "twelve-all",
        name: "3×4 tiles, the distance of every board",
        ours: &[(OURS, tiles::twelve_all)],
        clock: wall,
        ..ROW
    },
    Row {
        work: "fifteen-astar",
        name: "15-puzzle, A\\* with Manhattan, Korf's number 24",
        figure: Figure::Rate("expanded"),
        ours: &[(OURS, tiles::fifteen_a_star)],
        ..ROW
    },
    Row {
        work: "fifteen-idastar",
        name: "15-puzzle, IDA\\* with Manhattan, Korf's number 2",
        ours: &[
            (OURS, tiles::ida_star),
            ("goalward, generic engine", tiles::generic_ida_star),
            ("a loop by hand over our board", tiles::hand_ida_star_over_boards),
            ("a loop by hand over numbers", tiles::hand_ida_star),
        ],
        forced: true,
        ..ROW
    },
    Row {
        work: "fifteen-build",
        name: "15-puzzle, databases of 7-8 tiles built, all cores",
        clock: wall,
        ours: &[(OURS, pdb::fifteen_build)],
        ..ROW
    },
    Row {
        work: "fifteen-korf",
        name: "15-puzzle, IDA\\* with databases, Korf's 100",
        figure: Figure::Each(100, "board"),
        ours: &[(OURS, pdb::korf)],
        ..ROW
    },
    Row {
        work: "twentyfour-build",
        name: "24-puzzle, databases of 6-6-6-6 tiles built, all cores",
        clock: wall,
        ours: &[(OURS, pdb::twenty_four_build)],
        ..ROW
    },
    Row {
        work: "twentyfour-solve",
        name: "24-puzzle, IDA\\* with these, Korf and Felner's number 38, all cores",
        figure: Figure::Rate("expanded"),
        clock: wall,
        ours: &[(OURS, pdb::twenty_four_solve)],
        ..ROW
    },
    Row {
        work: "queens-count-16",
        name: "16 queens, all solutions counted",
        ours: &[(OURS, queens::count_sixteen)],
        forced: true,
        ..ROW
    },
    Row {
        work: "queens-million",
        name: "1,000,000 queens, a solution by swaps",
        ours: &[(OURS, queens::million)],
        ..ROW
    },
    Row {
        work: "queens-ten-million",
        name: "10,000,000 queens, a solution by swaps",
        ours: &[(OURS, queens::ten_million)],
        ..ROW
    },
    Row {
        work: "queens-min-conflicts",
        name: "1,000,000 queens, a solution by min-conflicts",
        ours: &[(OURS, queens::million_min_conflicts)],
        ..ROW
    },
    Row {
        work: "queens-all-8",
        name: "8 queens, all solutions by forward checking",
        ours: &[(OURS, queens::all_eight)],
        ..ROW
    },
    Row {
        work: "queens-all-12",
        name: "12 queens, all solutions by forward checking",
        ours: &[(OURS, queens::all_twelve)],
        ..ROW
    },
    Row {
        work: "queens-climbs",
        name: "8 queens, steepest ascent",
        figure: Figure::Rate("climbs"),
        ours: &[(OURS, queens::climbs)],
        ..ROW
    },
    Row {
        work: "queens-annealing",
        name: "100 queens, annealing",
        figure: Figure::Rate("steps"),
        ours: &[(OURS, queens::annealing)],
        ..ROW
    },
    Row {
        work: "sudoku",
        name: "Sudoku, four with one solution",
        figure: Figure::Each(4, "Sudoku"),
        ours: &[
            (OURS, games::sudoku),
            ("goalward, generic engine", games::generic_sudoku),
            ("goalward, arc consistency only", games::sudoku_by_mac),
        ],
        forced: true,
        ..ROW
    },
    Row {
        work: "tictactoe-minimax",
        name: "Tic-tac-toe, minimax from the empty board",
        ours: &[(OURS, games::minimax)],
        ..ROW
    },
    Row {
        work: "tictactoe-alpha-beta",
        name: "Tic-tac-toe, alpha-beta with a table",
        ours: &[(OURS, games::alpha_beta)],
        ..ROW
    },
    Row {
        work: "connect-four",
        name: "Connect Four, exact scores in mid-game",
        figure: Figure::Rate("positions"),
        ours: &[(OURS, games::connect_four)],
        ..ROW
    },
];
