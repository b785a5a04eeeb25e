//! Games as a user sees them: `goalward solve` on a position, and `goalward play`
//! driven through standard input.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;
use serde_json::{Value, json};

fn goalward(arguments: &[&str]) -> Output {
    Command::new(cargo_bin!("goalward")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Plays with `input` typed in, and returns what was printed.
fn play(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let mut child = Command::new(cargo_bin!("goalward"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(input.as_ref()).unwrap();
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*error), (Some(0), ""), "{arguments:?}");
    text(&output)
}

fn refused(arguments: &[&str]) -> String {
    let output = goalward(arguments);
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert_eq!(error.lines().count(), 1, "{arguments:?}: {error}");
    error
}

#[test]
fn solving_a_position_gives_its_value_and_best_moves() {
    let output = goalward(&["solve", "tictactoe", "X.O.X...."]);
    let told = text(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(told.contains("O to move can force a draw; best: 9.\n  draws: 9\n"), "{told}");
    assert!(told.contains("  loses: 2, 4, 6, 7, 8\n"), "{told}");
    assert!(told.contains("   X | 2 | O"), "{told}");

    let output = goalward(&["solve", "connect4", "4433", "--boards"]);
    let told = text(&output);
    assert_eq!(output.status.code(), Some(0));
    assert!(told.contains("X to move can force a win in 2 moves; best: 2, 5.\n"), "{told}");
    assert!(told.contains("| . X X X . . . |"), "{told}");

    let output = goalward(&["solve", "connect4", "4433", "--json"]);
    let report: Value = serde_json::from_str(&text(&output)).unwrap();
    assert_eq!(report["instance"], "4433");
    assert_eq!((&report["value"], &report["best"]), (&json!(18), &json!(["2", "5"])));
    assert_eq!((&report["proved"], &report["verdict"]), (&json!(true), &json!("solved")));
    let second = json!({"move": "2", "value": 18, "known": "exactly", "words": "wins in 2 moves"});
    assert_eq!(report["moves"][1], second);
}

#[test]
fn a_finished_game_is_solved_and_a_hard_one_stops_at_its_limit() {
    let output = goalward(&["solve", "tictactoe", "XXXOO...."]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output).contains("The game is over: X has won."));

    let output = goalward(&["solve", "connect4", "--nodes", "200k"]);
    let told = text(&output);
    assert_eq!(output.status.code(), Some(24));
    assert!(told.contains("Stopped at the node limit. So far: X to move: about"), "{told}");
}

#[test]
fn every_impossible_position_is_refused_by_what_is_wrong() {
    for (game, position, told) in [
        ("tictactoe", "XX.......", "2 X and 0 O"),
        ("tictactoe", "O........", "0 X and 1 O"),
        ("tictactoe", "XXXOOO...", "X and O have both won"),
        ("tictactoe", "XXXOO.O..", "X has won, yet O moved last"),
        ("tictactoe", "X.O.X...", "the board has 9 cells, but the text has 8"),
        ("tictactoe", "X.O.X....O", "the board has 9 cells, but the text has 10"),
        ("tictactoe", "X.O.Z....", "'Z' at character 5"),
        ("tictactoe", "", "the board has 9 cells, but the text has 0"),
        ("mnk(4, 4, 3)", "X........", "the board has 16 cells"),
        ("mnk(4, 4, 5)", "", "5 in a row is not possible"),
        ("mnk(9, 9, 5)", "", "at most 64"),
        ("mnk(rows=0)", "", "use a whole number from 1 to 64"),
        ("connect4", "4444444", "move 7 is column 4, which is full"),
        ("connect4", "448", "'8' at character 3"),
        ("connect4", "43434341", "the game was over before move 8"),
        (
            "connect4",
            "......./......./......./......./...X.../.......",
            "the disc in column 4, row 2 from the bottom, has nothing under it",
        ),
        ("connect4", "......./......./......./......./......./XX.....", "2 X and 0 O"),
        ("connect4", "...X", "the board has 42 cells, but the text has 4"),
    ] {
        for arguments in
            [["solve", game, position], ["play", game, &format!("--position={position}")]]
        {
            let error = refused(&arguments);
            assert!(error.contains(told), "{arguments:?}: {error}");
        }
    }
    let method = |spec| refused(&["solve", "tictactoe", "X........", "--method", spec]);
    assert!(method("alpha-bata").contains("did you mean `alpha-beta`?"));
    assert!(method("solver").contains("unknown method `solver`"));
    assert!(method("minimax(depth=0)").contains("use a whole number from 1"));
    assert!(method("mcts(exploration=-1)").contains("use a number from 0 to 100"));
    assert!(method("mcts(exploration=nan)").contains("use a number from 0 to 100"));
    assert!(method("alpha-beta(table=maybe)").contains("choose from on, off"));
}

#[test]
fn bad_usage_of_play_is_refused() {
    assert!(refused(&["play", "tiles"]).contains("tiles is not a game: choose from tictactoe"));
    assert!(refused(&["play", "tictacto"]).contains("did you mean `tictactoe`?"));
    assert!(refused(&["play", "tictactoe", "--as", "z"]).contains("'z'"));
    assert!(refused(&["play", "tictactoe", "--method", "mtcs"]).contains("did you mean `mcts`?"));
    assert!(refused(&["play", "tictactoe", "--against", "bfs"]).contains("unknown method `bfs`"));
    assert!(refused(&["play", "tictactoe", "--position", "-"]).contains("is for your moves"));
    assert!(refused(&["play", "tictactoe", "--nodes", "0"]).contains("not a number of nodes"));
}

#[test]
fn a_whole_game_is_played() {
    // Three in a row are one move away.
    let told = play(&["tictactoe", "--position", "X.O.X.O.."], "9\nquit\n");
    assert!(told.starts_with("You are X, O is alpha-beta. At the prompt type"), "{told}");
    assert!(told.contains("X to move (you): 9\n"), "{told}");
    assert!(told.contains("The game is over: X has won.\nYou have won; new, undo or quit: quit"));
    assert!(told.ends_with("Bye.\n"), "{told}");

    // Cells in order, whatever the engine does: it must not lose, and some are taken.
    let told = play(&["tictactoe"], "1\n2\n3\n4\n5\n6\n7\n8\n9\n");
    assert!(told.contains("O plays "), "{told}");
    assert!(told.contains("is taken."), "{told}");
    assert!(told.contains("The game is over: "), "{told}");
    assert!(!told.contains("X has won"), "{told}");

    let told = play(&["connect4", "--position", "1213141", "--as", "o"], "8\nhello\n2\n");
    assert_eq!(told.matches("No: the game is over.").count(), 3, "{told}");
    assert!(told.contains("The game is over: X has won.\nYou have lost; "), "{told}");
}

#[test]
fn what_cannot_be_played_is_explained_and_asked_again() {
    let mut input = b"5\n5\n0\n10\nd1\n1.5\n-1\n\nhello\n\xff\xfe\n".to_vec();
    input.extend([b'x'; 5000]);
    input.extend(b"\nquit\n");
    let told = play(&["tictactoe"], input);
    for why in [
        "No: cell 5 is taken.",
        "No: there is no cell 0: use a cell from 1 to 9, or a1 to c3.",
        "No: there is no cell 10:",
        "No: there is no cell d1:",
        "No: \"1.5\" is not a move: use a cell from 1 to 9, or a1 to c3.",
        "No: \"-1\" is not a move",
        "No: \"\" is not a move",
        "No: \"hello\" is not a move",
        "No: \"\u{fffd}\u{fffd}\" is not a move",
        "No: \"xxxxxx",
    ] {
        assert!(told.contains(why), "{why}\n{told}");
    }
    assert_eq!(told.matches("X to move (you): ").count(), 12, "{told}");
    assert!(told.lines().all(|line| line.len() < 200));

    let full = play(&["connect4", "--position", "121212212121"], "1\n8\nz\n");
    assert!(full.contains("No: column 1 is full."), "{full}");
    assert!(full.contains("No: there is no column 8: use a column from 1 to 7, or a to g."));
    assert!(full.contains("No: \"z\" is not a move"), "{full}");
}

#[test]
fn hint_tells_the_value_of_every_move() {
    let told = play(&["tictactoe", "--position", "X.O.X....", "--as", "o"], "hint\n");
    assert!(told.contains("O to move can force a draw; best: 9.\n  draws: 9\n  loses: 2, 4,"));
    let told = play(
        &["connect4", "--position", "45511411522456455674322477317213", "--method", "random"],
        "hint\n",
    );
    assert!(told.contains("  wins in 1 move: 3, 6\n  wins in 2 moves: 2, 7\n"), "{told}");
    let told = play(&["tictactoe", "--position", "XXXOO...."], "hint\n");
    assert!(told.contains("The game is over: there is no move to rate."), "{told}");
}

/// The boards in a transcript, each as one text.
fn boards(told: &str) -> Vec<String> {
    let is_board = |block: &&str| block.contains("---+---+---");
    told.split("\n\n").filter(is_board).map(Into::into).collect()
}

#[test]
fn undo_takes_back_your_move_and_the_reply() {
    let told = play(&["tictactoe"], "undo\n5\nundo\nundo\n1\n");
    let boards = boards(&told);
    // The beginning, your move, the reply, taken back, your move, the reply.
    assert_eq!(boards.len(), 6, "{told}");
    assert_eq!(boards[3], boards[0]);
    assert_eq!(told.matches("Taken back.").count(), 1);
    assert_eq!(told.matches("You have no move to take back.").count(), 2);

    // The engine's first move is not yours; a game that you ended can go on.
    let told = play(&["tictactoe", "--as", "o"], "undo\nquit\n");
    assert!(told.contains("You have no move to take back."), "{told}");
    let told = play(&["tictactoe", "--position", "X.O.X.O.."], "9\nundo\nquit\n");
    assert!(told.contains("Taken back.") && told.contains("to move (you): quit"), "{told}");
}

#[test]
fn new_begins_again_and_help_is_given() {
    let told = play(&["tictactoe", "--position", "X.O.X.O.."], "9\nnew\nhelp\nquit\n");
    let boards = boards(&told);
    assert_eq!(boards.len(), 3, "{told}");
    assert_eq!(boards[2], boards[0]);
    assert!(told.contains("A new game."), "{told}");
    assert_eq!(told.matches("to take back your last move and the reply").count(), 2);
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    for input in ["", "5\n", "5"] {
        let told = play(&["tictactoe"], input);
        assert!(told.ends_with("\nEnd of input: the game ends here.\n"), "{told}");
    }
}

#[test]
fn two_methods_play_each_other_and_the_seed_decides_the_game() {
    let between =
        |seed: &str, against: &str| play(&["tictactoe", "--against", against, "--seed", seed], "");
    for seed in ["1", "2", "3"] {
        let told = between(seed, "minimax");
        assert!(told.starts_with("X is minimax, O is alpha-beta.\n"), "{told}");
        assert!(told.ends_with("The game is over: a draw.\n"), "{told}");
        assert_eq!(told, between(seed, "minimax"));
        assert!(!between(seed, "random").contains("X has won"));
    }
    assert_ne!(between("1", "minimax"), between("2", "minimax"));
    let arguments = ["connect4", "--method", "alpha-beta(depth=4)", "--against", "random"];
    let told = play(&arguments, "");
    assert!(told.ends_with("The game is over: O has won.\n"), "{told}");
    assert_eq!(told, play(&arguments, ""));
}

#[test]
fn the_engine_answers_soon_on_every_board() {
    for (game, mv) in [("connect4", "4"), ("mnk(4, 4, 4)", "6"), ("mnk(8, 8, 5)", "28")] {
        let began = Instant::now();
        let told = play(&[game], format!("{mv}\n"));
        assert!(told.contains("O plays "), "{told}");
        // A second or two on an idle machine.
        assert!(began.elapsed() < Duration::from_secs(20), "{game}: {:?}", began.elapsed());
    }
}

#[test]
fn an_interrupt_at_the_prompt_ends_the_program() {
    let mut child = Command::new(cargo_bin!("goalward"))
        .args(["play", "tictactoe"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let _open = child.stdin.take();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output).ends_with("X to move (you): "));
}
