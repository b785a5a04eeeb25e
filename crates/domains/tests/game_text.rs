//! Positions and moves of games as text.

use goalward::game::Game;
use goalward_domains::board::{Cell, MoveError, Player, PositionError};
use goalward_domains::connect4::{self, Column, Connect4};
use goalward_domains::mnk::{Mnk, SizeError};
use goalward_domains::tictactoe::{Position, TicTacToe};
use proptest::prelude::*;

fn refused(text: &str) -> PositionError {
    text.parse::<Position>().unwrap_err()
}

fn connect4_refused(text: &str) -> connect4::PositionError {
    text.parse::<connect4::Position>().unwrap_err()
}

#[test]
fn a_board_can_be_written_in_many_ways() {
    let wanted: Position = "X.O.X....".parse().unwrap();
    for text in ["x2o4x6789", "X _ O\n_ X _\n_ _ _\n", "X.O/.X./...", &wanted.to_string()] {
        assert_eq!(text.parse(), Ok(wanted), "{text}");
    }
    assert_eq!(wanted.player(), Player::O);
    assert_eq!(wanted.text(), "X.O.X....");
}

#[test]
fn a_board_is_drawn_with_its_free_cells_numbered() {
    let position: Position = "X.O.X....".parse().unwrap();
    let drawn = " X | 2 | O \n---+---+---\n 4 | X | 6 \n---+---+---\n 7 | 8 | 9 ";
    assert_eq!(position.to_string(), drawn);
}

#[test]
fn exactly_the_5478_reachable_boards_are_accepted() {
    let accepted = (0..3usize.pow(9)).filter(|&number| {
        let mark = |cell| ['.', 'X', 'O'][number / 3usize.pow(cell) % 3];
        let text: String = (0..9).map(mark).collect();
        let position = text.parse::<Position>();
        position.is_ok_and(|position| {
            assert_eq!(position.text(), text);
            assert_eq!(position.to_string().parse(), Ok(position));
            true
        })
    });
    assert_eq!(accepted.count(), 5_478);
}

#[test]
fn an_impossible_board_is_refused_with_its_reason() {
    assert_eq!(refused("X.O"), PositionError::Length { found: 3, wanted: 9 });
    assert_eq!(refused("X.O.X....X"), PositionError::Length { found: 10, wanted: 9 });
    assert_eq!(refused("X.Z......"), PositionError::Character { character: 'Z', at: 3 });
    assert_eq!(refused("X3......."), PositionError::Character { character: '3', at: 2 });
    assert_eq!(refused("XX......."), PositionError::Counts { x: 2, o: 0 });
    assert_eq!(refused("O........"), PositionError::Counts { x: 0, o: 1 });
    assert_eq!(refused("XXXOOO..."), PositionError::BothWon);
    assert_eq!(refused("XXXOO.O.."), PositionError::MovedAfterTheEnd(Player::X));
    assert_eq!(refused("OOOXX.X.X"), PositionError::MovedAfterTheEnd(Player::O));
    let mnk = Mnk::new(4, 4, 3).unwrap();
    assert_eq!(mnk.read("XXX.OO.OO.O.XXX."), Err(PositionError::SeparateLines(Player::X)));
    assert_eq!(refused("OOOXX.X.X").to_string(), "O has won, yet X moved last");
}

#[test]
fn a_move_is_a_number_or_a_coordinate_of_a_free_cell() {
    let position: Position = "X.O.X....".parse().unwrap();
    let read = |text| TicTacToe.read_move(&position, text);
    assert_eq!(read(" 6 "), Ok(Cell(5)));
    assert_eq!(read("c2"), Ok(Cell(5)));
    assert_eq!(read("B1"), Ok(Cell(1)));
    assert_eq!(read("1"), Err(MoveError::Taken(Cell(0))));
    for text in ["0", "10", "d1", "a4", "a0", "99999999999"] {
        assert!(matches!(read(text), Err(MoveError::OutOfRange { .. })), "{text}");
    }
    for text in ["", "x", "-1", "a", "é1", "1.5", "b2c"] {
        assert!(matches!(read(text), Err(MoveError::Nonsense { .. })), "{text}");
    }
    let over: Position = "XXXOO....".parse().unwrap();
    assert_eq!(TicTacToe.read_move(&over, "9"), Err(MoveError::Over));
    let said = read("12").unwrap_err().to_string();
    assert_eq!(said, "there is no cell 12: use a cell from 1 to 9, or a1 to c3");
}

#[test]
fn board_sizes_are_checked() {
    assert_eq!(Mnk::new(0, 3, 3), Err(SizeError::Empty));
    assert_eq!(Mnk::new(9, 8, 5), Err(SizeError::TooLarge { rows: 9, columns: 8 }));
    assert_eq!(Mnk::new(255, 255, 5), Err(SizeError::TooLarge { rows: 255, columns: 255 }));
    assert_eq!(Mnk::new(3, 4, 5), Err(SizeError::Line { rows: 3, columns: 4, k: 5 }));
    assert_eq!(Mnk::new(3, 3, 0), Err(SizeError::Line { rows: 3, columns: 3, k: 0 }));
    for (rows, columns) in [(8, 8), (1, 64), (64, 1)] {
        let game = Mnk::new(rows, columns, 5).unwrap();
        let mut position = game.start();
        while game.terminal(&position).is_none() {
            let cell = game.moves(&position).next().unwrap();
            position = game.play(&position, cell);
        }
        assert_eq!(game.read(&game.board(&position).to_string()), Ok(position));
    }
}

#[test]
fn columns_played_give_a_connect_four_position() {
    let position: connect4::Position = "4433".parse().unwrap();
    let drawn = "\
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . . . . . . |
| . . O O . . . |
| . . X X . . . |
+---------------+
  1 2 3 4 5 6 7";
    assert_eq!(position.to_string(), drawn);
    assert_eq!(drawn.parse(), Ok(position));
    assert_eq!("".parse(), Ok(connect4::Position::EMPTY));
    assert_eq!("4, 4, 3 3\n".parse(), Ok(position));
}

#[test]
fn an_impossible_connect_four_position_is_refused_with_its_reason() {
    use connect4::PositionError::*;
    assert_eq!(connect4_refused("448"), Character { character: '8', at: 3 });
    assert_eq!(connect4_refused("4444444"), FullColumn { ply: 7, column: 4 });
    assert_eq!(connect4_refused("414141 41"), OverBefore { ply: 8 });
    let empty = ".......".repeat(4);
    let floating = format!("{empty}X....../.......");
    assert_eq!(connect4_refused(&floating), Floating { column: 1, row: 2 });
    let counts = format!("{empty}......./XX.....");
    assert_eq!(connect4_refused(&counts), Board(PositionError::Counts { x: 2, o: 0 }));
    let both = format!("{empty}XXXX.../OOOO...");
    assert_eq!(connect4_refused(&both), Board(PositionError::BothWon));
    let late = format!("{empty}O....../XXXXOOO");
    assert_eq!(connect4_refused(&late), Board(PositionError::MovedAfterTheEnd(Player::X)));
    assert_eq!(connect4_refused("X.O"), Board(PositionError::Length { found: 3, wanted: 42 }));
}

#[test]
fn a_connect_four_move_is_a_column_with_room() {
    let position: connect4::Position = "444444".parse().unwrap();
    let read = |text| Connect4.read_move(&position, text);
    assert_eq!(read("1"), Ok(Column(0)));
    assert_eq!(read(" g"), Ok(Column(6)));
    assert_eq!(read("4"), Err(MoveError::Full(4)));
    assert!(matches!(read("8"), Err(MoveError::OutOfRange { .. })));
    assert!(matches!(read("é"), Err(MoveError::Nonsense { .. })));
}

proptest! {
    #[test]
    fn no_text_makes_a_parser_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..80),
        likely in "[XOxo._1-9/|+ \n-]{0,90}",
        size in (1..9u8, 1..9u8),
    ) {
        let mnk = Mnk::new(size.0, size.1, 1).unwrap();
        for text in [&*String::from_utf8_lossy(&bytes), &*likely] {
            let _ = (text.parse::<Position>(), text.parse::<connect4::Position>(), mnk.read(text));
            let _ = TicTacToe.read_move(&Position::EMPTY, text);
            let _ = Connect4.read_move(&connect4::Position::EMPTY, text);
            let _ = mnk.read_move(&mnk.start(), text);
        }
    }

    #[test]
    fn no_numbers_make_a_size_panic(rows: u8, columns: u8, k: u8) {
        let _ = Mnk::new(rows, columns, k).map_err(|error| error.to_string());
    }

    #[test]
    fn a_connect_four_board_printed_and_read_is_the_same(columns in "[1-7]{0,42}") {
        if let Ok(position) = columns.parse::<connect4::Position>() {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
        }
    }
}
