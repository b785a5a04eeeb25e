//! Maps and scenarios as text: what parsers accept and refuse, and what generators make.

use std::sync::Arc;

use goalward::Rng;
use goalward::path::PathSearch;
use goalward_domains::grid::heuristics::Octile;
use goalward_domains::grid::{
    Cell, Drawing, Grid, Jps, Kind, MAX_BYTES, MAX_SIDE, Map, Steps, ends, largest_part, queries,
};

fn read(text: &str) -> Result<Drawing, String> {
    text.as_bytes().try_into().map_err(|error| format!("{error}"))
}

fn error(text: &str) -> String {
    read(text).unwrap_err()
}

#[test]
fn what_is_drawn_is_read_back() {
    let text = "S.#9\n.#.1\n..3G\n";
    let drawing = read(text).unwrap();
    assert_eq!((drawing.start, drawing.goal), (Some(Cell::new(0, 0)), Some(Cell::new(3, 2))));
    assert_eq!(drawing.map.cost(Cell::new(3, 0)), 9);
    // A cost of 1 is drawn as a free cell.
    assert_eq!(drawing.to_string(), text.replace('1', "."));
    assert_eq!(read(&drawing.to_string().replace('\n', "\r\n")).unwrap(), drawing);
    let mut rng = Rng::new(1);
    for side in [1, 2, 62, 63, 64, 65, 130] {
        let map = Kind::Random { density: 0.4 }.make(side, 131 - side, &mut rng).unwrap();
        assert_eq!(read(&map.to_plain(|_| None)).unwrap().map, map);
        assert_eq!(read(&map.to_moving_ai()).unwrap().map, map);
    }
}

#[test]
fn bad_maps_are_refused_by_line_and_column() {
    assert_eq!(error(""), "the map is empty: a row of cells is expected");
    assert_eq!(error("\n..\n"), "the map is empty: a row of cells is expected");
    assert_eq!(
        error("...\n.x.\n"),
        "line 2, column 2: 'x' is not a cell: \
         use # (wall), . (free), 1 to 9 (cost of entering), S or G"
    );
    assert!(error("..\n.é\n").starts_with("line 2, column 3: the row has 3 cells instead of 2"));
    assert!(error("...\n.é\n").starts_with("line 2, column 2: 'é' is not a cell"));
    assert!(error("..0\n").starts_with("line 1, column 3: '0' is not a cell"));
    assert_eq!(error("...\n..\n"), "line 2, column 3: the row has 2 cells instead of 3");
    assert_eq!(error("S.\n.S\n"), "line 2, column 2: a second 'S': the first is on line 1");
    assert!(error(&".".repeat(5000)).contains("a map of 5000x1 cells is not possible"));
    assert!(error(&".\n".repeat(5000)).starts_with("line 4097: a map of 1x5000 cells"));
    assert!(
        error(&format!("..\n{}", ".".repeat(9000)))
            .starts_with("line 2, column 3: the row has more than 4096 cells instead of 2")
    );
    assert!(error(&".".repeat(MAX_BYTES + 1)).contains("larger than"));
    let head = "type octile\nheight 2\nwidth 3\nmap\n";
    assert!(read(&format!("{head}.@.\nTGW\n")).is_ok());
    assert!(read(&format!("{head}.@.\nTGW\n\n").replace("octile", "tile")).is_ok());
    assert_eq!(
        error(&format!("{head}.@.\n")),
        "line 6: the map has 1 rows, but its header says height 2"
    );
    assert_eq!(
        error(&format!("{head}...\n...\n...\n")),
        "line 7: the map has more than 2 rows, but its header says height 2"
    );
    assert_eq!(error(&format!("{head}..\n")), "line 5, column 3: the row has 2 cells instead of 3");
    assert_eq!(
        error(&format!("{head}.#.\n")),
        "line 5, column 2: '#' is not a cell: use . G S (free) or @ O T W (walls)"
    );
    assert_eq!(error("type hex\n"), "line 1: \"type hex\" is not `type octile` or `type tile`");
    assert_eq!(error("type octile\nheight -2\n"), "line 2: \"height -2\" is not `height ROWS`");
    assert_eq!(error("type octile\n"), "line 2: \"\" is not `height ROWS`");
    assert!(
        error("type octile\nheight 5000\nwidth 3\nmap\n").starts_with("line 2: a map of 3x5000")
    );
    assert!(error("type octile\nheight 5\nwidth 0\nmap\n").starts_with("line 3: a map of 0x5"));
}

#[test]
fn bad_scenarios_are_refused_by_line_and_piece() {
    let error = |text: &str| queries(text.as_bytes()).unwrap_err().to_string();
    let line = "0\tm.map\t4\t3\t0\t0\t3\t2\t3.82843";
    let read = queries(format!("version 1\n{line}\r\n\n").as_bytes()).unwrap();
    assert_eq!((read.len(), read[0].to, read[0].length.decimals), (1, Cell::new(3, 2), 5));
    assert!(read[0].length.agrees(1.0 + 2.0 * 2f64.sqrt()));
    assert!(!read[0].length.agrees(3.8285));
    let map = Map::walls(4, 4).unwrap();
    assert_eq!(
        read[0].check(&map).unwrap_err().to_string(),
        "the query is for a map of 4x3 cells, but m.map has 4x4"
    );
    assert_eq!(error(""), "line 1: \"\" is not `version 1`");
    assert_eq!(error("version 9\n"), "line 1: \"version 9\" is not `version 1`");
    let bad = |from: &str, to: &str| error(&format!("version 1\n{}", line.replace(from, to)));
    assert_eq!(bad("3.82843", "-1"), "line 2: \"-1\" is not a length: 0 or more");
    assert_eq!(bad("3.82843", "NaN"), "line 2: \"NaN\" is not a length: 0 or more");
    assert_eq!(bad("\t2\t", "\t3\t"), "line 2: \"3\" is not on the map");
    assert_eq!(bad("\t4\t", "\t5000\t"), "line 2: \"5000\" is not a side of a map: 1 to 4096");
    assert!(bad("\t0\t0", "\t0").starts_with("line 2: 8 words instead of 9"));
    assert_eq!(
        error(&format!("version 1\n{}", "x".repeat(1 << 20))),
        "line 2: longer than 4096 bytes"
    );
}

#[test]
fn a_seed_makes_one_map() {
    let print = |kind: Kind, width, height| {
        kind.make(width, height, &mut Rng::new(3)).unwrap().to_plain(|_| None)
    };
    assert_eq!(
        print(Kind::Maze, 11, 7),
        include_str!("maps/maze.txt"),
        "if this fails, every map made from a seed changes: it must not"
    );
    assert_eq!(print(Kind::Rooms { side: 5 }, 16, 11), include_str!("maps/rooms.txt"));
    assert_eq!(print(Kind::Caves, 24, 10), include_str!("maps/caves.txt"));
    assert_eq!(print(Kind::Random { density: 0.3 }, 20, 5), include_str!("maps/random.txt"));
    assert!(Kind::Maze.make(MAX_SIDE + 1, 5, &mut Rng::new(1)).is_err());
}

#[test]
fn a_maze_has_one_path_between_any_two_places() {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let [width, height] = [0; 2].map(|_: usize| 1 + rng.below(40));
        let map = Kind::Maze.make(width, height, &mut rng).unwrap();
        let free: Vec<_> = map.cells().filter(|&cell| map.is_free(cell)).collect();
        assert_eq!(largest_part(&map).len(), free.len());
        // A tree has one edge fewer than nodes.
        let beside = |cell: &Cell| {
            let right = Cell::new(cell.column() + 1, cell.row());
            let below = Cell::new(cell.column(), cell.row() + 1);
            usize::from(map.is_free(right)) + usize::from(map.is_free(below))
        };
        assert_eq!(free.iter().map(beside).sum::<usize>(), free.len() - 1);
    }
}

#[test]
fn ends_are_in_one_part() {
    for seed in 0..50 {
        let mut rng = Rng::new(seed);
        let map = Kind::Random { density: 0.5 }.make(20, 20, &mut rng).unwrap();
        let Some([from, to]) = ends(&map, &mut rng) else { continue };
        assert_ne!(from, to);
        let grid = Grid::new(Arc::new(map), Steps::Four, from, to).unwrap();
        assert!(Jps.solve(&grid, &Octile::of(&grid)).into_solution().is_some());
    }
    assert_eq!(ends(&Map::walls(3, 3).unwrap(), &mut Rng::new(1)), None);
}
