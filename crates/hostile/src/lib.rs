//! What every parser must hold to, whatever bytes it is given: it never panics, and what
//! it makes of them prints as something that it makes the same of.
//!
//! Each check takes any bytes and panics if the parser fails it. The properties in
//! `tests/` feed them on any toolchain; `fuzz/` at the root of the repository feeds them
//! with libFuzzer. Both begin from the samples in `fuzz/seeds`, in a folder for each name.

use goalward::path::Weight;
use goalward_domains::coloring::Graph;
use goalward_domains::graph::{self, Direction};
use goalward_domains::grid::{Cell, Drawing, queries};
use goalward_domains::queens::Placement;
use goalward_domains::sudoku::Sudoku;
use goalward_domains::tiles::{Database, Layout, Partition, Size};
use goalward_domains::{connect4, mnk, tictactoe};
use goalward_lab::experiment::{Manifest, Shard, method_list, seal, unseal};
use goalward_lab::{Spec, find_domain, queens_range, units};

/// A parser and its check.
pub struct Target {
    /// The name of its seeds' folder and of its fuzzer.
    pub name: &'static str,
    /// Panics if the parser fails on these bytes.
    pub check: fn(&[u8]),
}

/// Every parser that reads what others wrote.
pub const TARGETS: &[Target] = &[
    Target { name: "boards", check: boards },
    Target { name: "bodies", check: bodies },
    Target { name: "databases", check: databases },
    Target { name: "graphs", check: graphs },
    Target { name: "maps", check: maps },
    Target { name: "networks", check: networks },
    Target { name: "partitions", check: partitions },
    Target { name: "placements", check: placements },
    Target { name: "plans", check: plans },
    Target { name: "positions", check: positions },
    Target { name: "quantities", check: quantities },
    Target { name: "records", check: records },
    Target { name: "specs", check: specs },
    Target { name: "sudokus", check: sudokus },
];

/// The text that the bytes are, as the command line sees it: what is not UTF-8 is refused
/// before any parser.
fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_else(|error| {
        std::str::from_utf8(&bytes[..error.valid_up_to()]).expect("valid up to there")
    })
}

/// What a parser makes of the text, which must print as something that gives it again.
fn reread<T, E>(text: &str)
where
    T: std::str::FromStr<Err = E> + ToString + PartialEq + std::fmt::Debug,
    E: std::error::Error + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse::<T>(), Ok(value)),
        Err(error) => told(&error),
    }
}

/// An error says something, and fits a line once it is shown.
fn told(error: &dyn std::error::Error) {
    let words = goalward_lab::one_line(&error.to_string());
    assert!(!words.is_empty() && !words.contains(char::is_control), "{words:?}");
}

/// Maps of cells, their cells, and queries on them.
pub fn maps(bytes: &[u8]) {
    reread::<Cell, _>(text(bytes));
    match Drawing::try_from(bytes) {
        Ok(drawing) => {
            let again = drawing.to_string();
            assert_eq!(Drawing::try_from(again.as_bytes()), Ok(drawing));
        }
        Err(error) => told(&error),
    }
    match queries(bytes) {
        Ok(queries) => queries.iter().for_each(|query| assert!(query.length.value >= 0.0)),
        Err(error) => told(&error),
    }
}

/// Graphs with costs, in every format.
pub fn networks(bytes: &[u8]) {
    for read in [
        graph::Graph::from_csv(bytes, Direction::Both),
        graph::Graph::from_csv(bytes, Direction::One),
        graph::Graph::from_dimacs(bytes, None),
        graph::Graph::from_dimacs(b"p sp 3 0\n", Some(bytes)),
        graph::Graph::from_json(bytes),
        graph::Graph::from_graphml(bytes),
    ] {
        match read {
            Ok(read) => {
                let json = read.to_json();
                let again = graph::Graph::from_json(json.as_bytes()).expect("what was written");
                assert_eq!(again.to_json(), json);
            }
            Err(error) => told(&error),
        }
    }
}

/// Boards of sliding tiles, and their sizes.
pub fn boards(bytes: &[u8]) {
    let text = text(bytes);
    reread::<Size, _>(text);
    let sizes = [None, Some(Size::EIGHT), Some(Size::FIFTEEN), Size::new(2, 5).ok()];
    for size in sizes {
        match Layout::parse(text, size) {
            // A line of tiles does not tell how many rows it has.
            Ok(board) => {
                assert!(size.is_none_or(|size| size == board.size()));
                assert_eq!(Layout::parse(&board.to_string(), Some(board.size())), Ok(board));
            }
            Err(error) => told(&error),
        }
    }
}

/// Partitions of tiles for pattern databases.
pub fn partitions(bytes: &[u8]) {
    for goal in [Layout::blank_first(Size::EIGHT), Layout::blank_last(Size::FIFTEEN)] {
        match Partition::parse(text(bytes), &goal) {
            Ok(partition) => {
                assert_eq!(Partition::parse(&partition.to_string(), &goal), Ok(partition));
            }
            Err(error) => told(&error),
        }
    }
}

/// Positions of games, and moves in them.
pub fn positions(bytes: &[u8]) {
    let text = text(bytes);
    reread::<tictactoe::Position, _>(text);
    reread::<connect4::Position, _>(text);
    for (rows, columns, k) in [(3, 3, 3), (4, 5, 4), (8, 8, 5), (1, 64, 64)] {
        let game = mnk::Mnk::new(rows, columns, k).expect("a size that is played");
        match game.read(text) {
            Ok(position) => {
                assert_eq!(game.read(&game.text(&position)), Ok(position));
                let _ = game.read_move(&position, text);
            }
            Err(error) => told(&error),
        }
    }
}

/// Graphs in the DIMACS format.
pub fn graphs(bytes: &[u8]) {
    reread::<Graph, _>(text(bytes));
}

/// Queens on a board.
pub fn placements(bytes: &[u8]) {
    reread::<Placement, _>(text(bytes));
}

/// Sudokus.
pub fn sudokus(bytes: &[u8]) {
    reread::<Sudoku, _>(text(bytes));
}

/// Methods and domains with their settings, and lists of them.
pub fn specs(bytes: &[u8]) {
    let text = text(bytes);
    reread::<Spec, _>(text);
    if let Ok(spec) = text.parse::<Spec>() {
        let _ = find_domain(&spec);
    }
    for spec in method_list(text).into_iter().flatten() {
        assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
    }
}

/// Times, amounts, weights, ranges and shares of work.
pub fn quantities(bytes: &[u8]) {
    let text = text(bytes);
    reread::<Weight, _>(text);
    let _ = (units::duration(text), units::count(text), units::jobs(text), units::bytes(text));
    let _ = queens_range(text);
    for cells in [0, 1, 1_000_000_007] {
        if let Ok(shard) = Shard::parse(text, |_| None) {
            let range = shard.cells(cells);
            assert!(range.start <= range.end && range.end <= cells, "{range:?}");
        }
    }
}

/// Plans of experiments: `manifest.json`.
pub fn plans(bytes: &[u8]) {
    if let Ok(manifest) = Manifest::from_json(bytes) {
        assert_eq!(Manifest::from_json(manifest.to_json().as_bytes()), Ok(manifest));
    }
}

/// Records of experiments, a file each.
pub fn records(bytes: &[u8]) {
    if let Ok((plan, record)) = unseal(bytes) {
        assert_eq!(unseal(seal(plan, &record).as_bytes()), Ok((plan, record)));
    }
}

/// Files of pattern databases.
pub fn databases(bytes: &[u8]) {
    let Ok(pattern) = Database::pattern_in(bytes) else { return };
    // No memory is asked for before the length is right.
    if let Ok(database) = Database::from_reader(bytes, bytes.len() as u64, &pattern) {
        let mut written = Vec::new();
        database.write_to(&mut written).expect("memory can be written to");
        assert_eq!(written, bytes);
    }
}

/// Bodies that the page sends to its server, the first byte choosing the route.
pub fn bodies(bytes: &[u8]) {
    let [first, body @ ..] = bytes else { return };
    let route = goalward_page::POSTED[usize::from(*first) % goalward_page::POSTED.len()];
    if let Err(why) = goalward_page::examine(route, body) {
        assert!(!why.is_empty() && !why.contains(['\n', '\r']), "{why:?}");
    }
}
