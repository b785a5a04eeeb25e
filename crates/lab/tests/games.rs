//! Games through the registry: values, best moves, and games played to their end.

use goalward::{Limits, Rng};
use goalward_lab::{
    Conclusion, GameOver, Instance, Match, Player, Report, Run, Spec, Step, open, run,
};
use proptest::prelude::*;
use serde_json::json;

fn analyse(game: &str, position: Option<&str>, method: Option<&str>, seed: u64) -> Report {
    let (domain, instance) = open(&game.parse().unwrap(), position, 1).unwrap();
    report(domain.name, instance.as_ref(), method, seed)
}

fn report(domain: &str, instance: &dyn Instance, method: Option<&str>, seed: u64) -> Report {
    let (domain, _) = goalward_lab::find_domain(&Spec::bare(domain)).unwrap();
    let method: Option<Spec> = method.map(|method| method.parse().unwrap());
    let mut options = Run { seed, limits: Limits::default(), jobs: 1, trace: None };
    run(domain, instance, method.as_ref(), &mut options).unwrap()
}

fn begin(game: &str) -> Box<dyn Match> {
    open(&game.parse().unwrap(), None, 1).unwrap().1.game().unwrap()
}

/// Makes the move that the method chooses.
fn engine_moves(domain: &str, game: &mut dyn Match, method: Option<&str>, seed: u64) -> String {
    let found = report(domain, game.position().as_ref(), method, seed);
    game.play(found.facts["chosen"].as_str().unwrap()).unwrap()
}

/// The moves of a game between two methods, and how it ended.
fn contest(game: &str, x: Option<&str>, o: Option<&str>, seed: u64) -> (Vec<String>, GameOver) {
    let domain = game.parse::<Spec>().unwrap().name;
    let mut rng = Rng::new(seed);
    let mut game = begin(game);
    let mut moves = Vec::new();
    while let Some(turn) = game.turn() {
        let method = if turn == Player::X { x } else { o };
        moves.push(engine_moves(&domain, game.as_mut(), method, rng.bits()));
    }
    (moves, game.over().unwrap())
}

#[test]
fn a_position_has_a_value_and_best_moves_by_every_exact_method() {
    for method in [
        "minimax",
        "alpha-beta",
        "alpha-beta(deepening=off, table=off, ordering=off)",
        "alpha-beta(moves=all)",
    ] {
        let report = analyse("tictactoe", Some("X.O.X...."), Some(method), 1);
        assert_eq!(report.verdict, Conclusion::Solved);
        assert!(report.optimal, "{method}");
        assert_eq!(report.cost, None);
        assert_eq!(report.facts["value"], 0, "{method}");
        assert_eq!(report.facts["best"], json!(["9"]), "{method}");
        assert_eq!(report.facts["chosen"], "9");
        assert_eq!(report.facts["moves"].as_array().unwrap().len(), 6);
        assert_eq!(report.summary, "O to move can force a draw; best: 9.");
        assert_eq!(report.notes, ["draws: 9", "loses: 2, 4, 6, 7, 8"], "{method}");
    }
    let report = analyse("connect4", Some("4433"), None, 1);
    assert_eq!((report.method.as_str(), report.optimal), ("solver", true));
    assert_eq!(report.facts["value"], 18);
    assert_eq!(report.facts["best"], json!(["2", "5"]));
    assert_eq!(report.summary, "X to move can force a win in 2 moves; best: 2, 5.");
}

#[test]
fn minimax_of_tic_tac_toe_is_a_draw_with_nine_best_moves_in_549_946_visits() {
    let report = analyse("tictactoe", None, Some("minimax"), 1);
    assert_eq!(report.counters.generated + 1, 549_946);
    assert_eq!(report.facts["value"], 0);
    assert_eq!(report.facts["best"].as_array().unwrap().len(), 9);
    let pruned = analyse("tictactoe", None, None, 1);
    assert_eq!(pruned.facts["best"], report.facts["best"]);
    assert!(
        pruned.counters.generated * 50 < report.counters.generated,
        "{}",
        pruned.counters.generated
    );
}

#[test]
fn estimates_means_and_guesses_are_told_from_proofs() {
    let shallow = analyse("tictactoe", None, Some("alpha-beta(depth=2)"), 1);
    assert_eq!((shallow.verdict, shallow.optimal), (Conclusion::Solved, false));
    assert!(shallow.summary.starts_with("X to move: about 0, looking 2 moves ahead"));
    let mean = analyse("mnk(5, 5, 4)", None, Some("mcts(playouts=200, exploration=1)"), 1);
    assert!(mean.facts["value"].is_f64() && !mean.optimal);
    assert_eq!(mean.facts["moves"][0]["known"], "on average");
    let any = analyse("connect4", None, Some("random"), 1);
    assert!(any.facts["value"].is_null() && !any.optimal);
    assert_eq!(any.facts["best"].as_array().unwrap().len(), 7);
    assert!(any.notes.is_empty());
}

#[test]
fn a_finished_game_is_told_as_such() {
    for (game, position, told, value) in [
        ("tictactoe", "XXXOO....", "The game is over: X has won.", -1),
        ("tictactoe", "XXOOXXXOO", "The game is over: a draw.", 0),
        ("connect4", "4343434", "The game is over: X has won.", -18),
    ] {
        let methods = open(&Spec::bare(game), None, 1).unwrap().1;
        for method in methods.methods() {
            let report = analyse(game, Some(position), Some(method.about.name), 1);
            assert_eq!((report.verdict, report.summary.as_str()), (Conclusion::Solved, told));
            assert_eq!(report.facts["value"], value);
            assert_eq!(report.facts["best"], json!([]));
            assert_eq!(report.solution, None);
        }
    }
}

#[test]
fn the_seed_chooses_among_the_best_moves() {
    let chosen = |seed| analyse("tictactoe", None, None, seed).facts["chosen"].clone();
    let all: Vec<_> = (0..50).map(chosen).collect();
    assert_eq!(all, (0..50).map(chosen).collect::<Vec<_>>());
    for cell in 1..=9 {
        assert!(all.contains(&json!(cell.to_string())), "{cell} is never chosen");
    }
}

#[test]
fn a_trace_tells_every_visit_with_alpha_and_beta() {
    let (domain, instance) = open(&Spec::bare("tictactoe"), Some("X.O.X...."), 1).unwrap();
    for method in ["minimax", "alpha-beta"] {
        let mut steps: Vec<Step> = Vec::new();
        let mut tell = |step| steps.push(step);
        let mut options =
            Run { seed: 1, limits: Limits::default(), jobs: 1, trace: Some(&mut tell) };
        let report = run(domain, instance.as_ref(), Some(&Spec::bare(method)), &mut options);
        let report = report.unwrap();
        let count = |event| steps.iter().filter(|step| step.event.name() == event).count() as u64;
        let roots = count("deepen").max(1);
        assert_eq!(count("enter"), report.counters.generated + roots, "{method}");
        assert_eq!(count("leave"), count("enter"));
        assert_eq!(count("cutoff") > 0, method == "alpha-beta");
        let entered = steps.iter().find(|step| step.event.name() == "enter").unwrap();
        // Minimax has no window.
        let window = if method == "minimax" { "" } else { ": alpha = -1, beta = 1" };
        assert_eq!(entered.why, format!("O to move{window}"));
        let (_, seen) = open(&Spec::bare("tictactoe"), entered.state.as_deref(), 1).unwrap();
        assert!(seen.drawing().contains(" X | 2 | O "));
    }
}

/// Lets the opponent try every move and the engine answer; the number of games.
fn every_line(domain: &str, game: &mut dyn Match, engine: Player, seed: u64) -> u32 {
    match game.turn() {
        None => {
            assert_ne!(game.over(), Some(GameOver::Won(engine.other())));
            1
        }
        Some(turn) if turn == engine => {
            engine_moves(domain, game, None, seed);
            let games = every_line(domain, game, engine, seed + 1);
            assert!(game.undo());
            games
        }
        Some(_) => {
            let mut games = 0;
            for mv in game.moves() {
                game.play(&mv).unwrap();
                games += every_line(domain, game, engine, seed + 1);
                assert!(game.undo());
            }
            games
        }
    }
}

#[test]
fn no_line_of_play_beats_the_engine_at_tic_tac_toe() {
    for game in ["tictactoe", "mnk"] {
        for engine in [Player::X, Player::O] {
            for seed in [1, 1000] {
                let mut board = begin(game);
                let games = every_line(game, board.as_mut(), engine, seed);
                assert!(games > 50, "{game} {engine}: {games}");
                assert_eq!(board.played(), 0);
            }
        }
    }
}

#[test]
fn the_engine_draws_against_itself_and_the_same_seed_plays_the_same_game() {
    let mut games = std::collections::HashSet::new();
    for seed in 0..50 {
        let (moves, over) = contest("tictactoe", None, Some("minimax"), seed);
        assert_eq!(over, GameOver::Drawn, "{moves:?}");
        assert_eq!(contest("tictactoe", None, Some("minimax"), seed).0, moves);
        games.insert(moves);
    }
    assert!(games.len() > 25, "seeds make games differ");
}

#[test]
fn a_win_in_so_many_moves_takes_as_many() {
    let lines = goalward_domains::connect4::SOLVED.lines();
    let words = lines.filter_map(|line| line.split_once(' '));
    let decided = words.filter(|(moves, score)| moves.len() >= 24 && *score != "0");
    let decided: Vec<_> = decided.collect();
    assert!(decided.len() > 50);
    for (position, _) in decided {
        let (_, instance) = open(&Spec::bare("connect4"), Some(position), 1).unwrap();
        let told = analyse("connect4", Some(position), None, 1).summary;
        let count = told.split(" in ").nth(1).and_then(|rest| rest.split(' ').next());
        let count: usize = count.unwrap().parse().unwrap();
        let mut game = instance.game().unwrap();
        let mut movers = Vec::new();
        while let Some(turn) = game.turn() {
            movers.push(turn);
            engine_moves("connect4", game.as_mut(), None, 7);
        }
        let Some(GameOver::Won(winner)) = game.over() else { panic!("{told}") };
        let moves = movers.iter().filter(|&&mover| mover == winner).count();
        assert_eq!(moves, count, "{told}");
    }
}

#[test]
fn a_match_refuses_what_cannot_be_played_and_takes_moves_back() {
    let mut game = begin("connect4");
    assert_eq!(game.moves(), ["1", "2", "3", "4", "5", "6", "7"]);
    for _ in 0..3 {
        assert_eq!(game.play("a").unwrap(), "1");
        assert_eq!(game.play("1").unwrap(), "1");
    }
    assert_eq!(game.play("1").unwrap_err(), "column 1 is full");
    assert!(game.play("8").unwrap_err().contains("there is no column 8"));
    assert!(game.play("x").unwrap_err().contains("is not a move"));
    assert_eq!(game.played(), 6);
    let text = game.position().text();
    let (_, again) = open(&Spec::bare("connect4"), Some(&text), 1).unwrap();
    assert_eq!(again.drawing(), game.drawing());
    for _ in 0..6 {
        assert!(game.undo());
    }
    assert!(!game.undo());
    assert_eq!(game.drawing(), begin("connect4").drawing());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_upsets_a_match(texts in proptest::collection::vec(any::<String>(), 1..20)) {
        for game in ["tictactoe", "mnk(2, 30, 2)", "connect4"] {
            let mut game = begin(game);
            for text in &texts {
                let _ = game.play(text);
            }
        }
    }

    #[test]
    fn a_board_of_any_size_is_played_to_its_end(
        rows in 1..=8u8,
        columns in 1..=8u8,
        k in 1..=8u8,
        seed in any::<u64>(),
    ) {
        let spec = format!("mnk({rows}, {columns}, {})", k.min(rows.max(columns)));
        let (moves, over) = contest(&spec, Some("mcts(playouts=20)"), Some("random"), seed);
        prop_assert!(moves.len() <= usize::from(rows * columns), "{}: {}", spec, over);
    }
}
