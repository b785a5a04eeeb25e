//! Puzzles that have their own search, and everything that is not path search.

use super::{Figure, OURS, ROW, Row, Section, wall};
use crate::generic::grid;
use crate::{games, maps, pdb, queens, tiles};

/// The second part of the document.
pub const SECTION: Section = Section { title: "Puzzles", introduction: INTRODUCTION, rows: ROWS };

const INTRODUCTION: &str = "\
Some of these puzzles have a search written for that puzzle alone, and no other problem gets its
speed. For sliding tiles and Sudoku the line below gives the time of the plain engine, which every
problem gets. The plain engine itself runs steepest ascent on queens, annealing and tic-tac-toe.";

/// Jump point search, compared with A*.
const JPS: &str = "goalward, jps";

/// The engine that every problem gets.
const PLAIN: &str = "goalward, plain engine";

const ROWS: &[Row] = &[
    Row {
        work: "map-49",
        name: "49×49 map, A\\* with octile distance",
        figure: Figure::Each(100, "search"),
        ours: &[(OURS, || maps::a_star(grid::arena())), (JPS, || maps::jps(grid::arena()))],
        ..ROW
    },
    Row {
        work: "map-190",
        name: "190×190 map of caves, A\\* with octile distance",
        figure: Figure::Each(60, "search"),
        ours: &[(OURS, || maps::a_star(grid::caves())), (JPS, || maps::jps(grid::caves()))],
        ..ROW
    },
    Row {
        work: "map-512",
        name: "512×512 map of rooms, A\\* with octile distance",
        figure: Figure::Each(20, "search"),
        ours: &[(OURS, || maps::a_star(grid::rooms())), (JPS, || maps::jps(grid::rooms()))],
        ..ROW
    },
    Row {
        work: "jps-49",
        name: "49×49 map, jump point search",
        figure: Figure::Each(100, "search"),
        ours: &[(OURS, || maps::answered(grid::arena()))],
        ..ROW
    },
    Row {
        work: "jps-190",
        name: "190×190 map of caves, jump point search",
        figure: Figure::Each(60, "search"),
        ours: &[(OURS, || maps::answered(grid::caves()))],
        ..ROW
    },
    Row {
        work: "jps-512",
        name: "512×512 map of rooms, jump point search",
        figure: Figure::Each(20, "search"),
        ours: &[(OURS, || maps::answered(grid::rooms()))],
        ..ROW
    },
    Row {
        work: "roads-100k",
        name: "100,000 crossings, uniform cost",
        figure: Figure::Each(20, "search"),
        ours: &[(OURS, maps::roads_uniform_cost)],
        ..ROW
    },
    Row {
        work: "roads-astar",
        name: "100,000 crossings, A\\* with straight lines",
        figure: Figure::Each(20, "search"),
        ours: &[(OURS, maps::roads_a_star)],
        ..ROW
    },
    Row {
        work: "eight-all",
        name: "8-puzzle, the distance of every board",
        ours: &[(OURS, tiles::eight_all), (PLAIN, tiles::plain_eight_all)],
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
        ours: &[(OURS, tiles::fast_a_star), (PLAIN, tiles::plain_a_star)],
        ..ROW
    },
    Row {
        work: "fifteen-idastar",
        name: "15-puzzle, IDA\\* with Manhattan, Korf's number 2",
        ours: &[
            (OURS, tiles::fast_ida_star),
            (PLAIN, tiles::plain_ida_star),
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
        ours: &[(OURS, pdb::korf), (PLAIN, pdb::plain_korf)],
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
            (PLAIN, games::plain_sudoku),
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
