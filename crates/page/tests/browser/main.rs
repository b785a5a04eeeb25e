//! The page in a real browser, as a student and a teacher use it.

mod driver;
mod exercises;
mod experiments;
mod hands;
mod lesson;
mod maps;
mod promises;
mod room;
mod tree;

use std::time::Duration;

use driver::countdown::Countdown;
use driver::counting::Counting;
use driver::{Page, browse};
use goalward_lab::{add_domains, own_game, own_path};
use serde_json::{Value, json};

const START: [u8; 9] = [1, 4, 2, 3, 0, 5, 6, 7, 8];
const GOAL: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// A search that goes on until it is stopped.
const LONG: &str = "#watch?domain=24-puzzle&instance=korf24:1&method=idastar";

fn run_to_the_end(page: &Page) {
    page.click("#run");
    page.wait("the run to end", "return !document.querySelector('#run').disabled");
}

/// Runs, and looks at the end of the replay.
fn run_and_replay(page: &Page) {
    run_to_the_end(page);
    page.click("#last");
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_star_is_stepped_forward_and_back_to_known_boards() {
    browse(None, |page| {
        page.go("#watch?domain=8-puzzle&instance=1+4+2+3+0+5+6+7+8&method=astar(manhattan)");
        assert_eq!(page.tiles(), START);
        run_and_replay(page);
        assert_eq!(page.text("#status"), "Solved in 2 moves, which is optimal.");
        page.click("#first");
        assert_eq!(page.tiles(), START);
        page.click("#step-forward");
        assert_eq!(page.text("#event"), "expand");
        page.click("#step-forward");
        assert_eq!(page.tiles(), [1, 0, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(page.text("[data-fact='f = g + h']"), "2 = 1 + 1");
        assert_eq!(page.texts("#pseudocode [aria-current]").len(), 1);
        page.fill("#jump", "4\u{e007}");
        assert_eq!(page.tiles(), [1, 4, 2, 0, 3, 5, 6, 7, 8]);
        page.click("#step-back");
        assert_eq!(page.tiles(), [1, 0, 2, 3, 4, 5, 6, 7, 8]);
        page.click("#step-back");
        page.click("#step-back");
        assert_eq!(page.tiles(), START);
        page.click("#last");
        assert_eq!(page.tiles(), GOAL);
        page.screenshot("watch-astar");
        page.click("label[for=track-solution]");
        page.click("#first");
        assert_eq!(page.tiles(), START);
        page.click("#step-forward");
        assert_eq!(page.tiles(), [1, 0, 2, 3, 4, 5, 6, 7, 8]);
        page.click("#step-forward");
        assert_eq!(page.tiles(), GOAL);
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn domains_of_ones_own_are_watched_as_text_and_played_by_buttons() {
    add_domains([own_path::<Counting>(), own_game::<Countdown>()]).unwrap();
    browse(None, |page| {
        page.go("#watch?domain=counting&method=bfs");
        let board = || page.js("return document.querySelector('#board pre').textContent");
        assert_eq!(board(), "number:\n   1");
        assert_eq!(page.js("return document.querySelector('#shuffle').hidden"), true);
        run_and_replay(page);
        assert_eq!(page.text("#status"), "Solved in 4 moves, which is optimal.");
        assert_eq!(board(), "number:\n  10");
        page.click("label[for=track-solution]");
        page.click("#first");
        page.click("#step-forward");
        assert_eq!(board(), "number:\n   2");
        page.screenshot("watch-own");

        page.go("#play?domain=countdown");
        page.wait_text("#status", "Your turn");
        assert_eq!(board(), "7 X");
        assert_eq!(page.texts("#moves button"), ["1", "2"]);
        page.screenshot("play-own");
        let left = |page: &Page| {
            let shown = page.text("#board pre");
            shown.split(' ').next().and_then(|left| left.parse::<u32>().ok()).unwrap()
        };
        // Leaving a multiple of 3, one cannot lose. While the engine thinks, it says so.
        while left(page) > 2 {
            page.click(&format!("#moves button[data-move='{}']", left(page) % 3));
            page.wait_text("#status", "Your turn");
        }
        page.click(&format!("#moves button[data-move='{}']", left(page)));
        page.wait_text("#status", "You have won.");
        assert_eq!(page.texts("#moves button").len(), 0);
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn every_family_can_be_watched() {
    let shown = [
        ("queens&instance=8&method=mac", "#tree", "watch-mac"),
        ("queens&instance=12&method=annealing", "#curve", "watch-annealing"),
        ("tictactoe&instance=XO..X....&method=alpha-beta", "#tree", "watch-alpha-beta"),
        ("sudoku&method=forward-checking", "#tree", "watch-sudoku"),
        ("coloring&instance=australia", "#tree", "watch-coloring"),
    ];
    browse(None, |page| {
        for (address, chart, picture) in shown {
            page.go(&format!("#watch?domain={address}"));
            run_to_the_end(page);
            page.click("#last");
            page.click("#step-back");
            assert_eq!(
                page.js(&format!("return document.querySelector('{chart}').width > 0")),
                true
            );
            assert!(!page.text("#why").is_empty(), "{address}");
            page.screenshot(picture);
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn three_methods_race_and_a_link_opens_the_same_race() {
    browse(None, |page| {
        let link = "#race?domain=8-puzzle&instance=8+6+7+2+5+4+3+0+1\
                    &method=greedy(manhattan)&method=astar(misplaced)&method=astar(manhattan)";
        page.go(link);
        run_and_replay(page);
        let column = |name: &str| page.texts(&format!("#result td[data-column={name}]"));
        assert_eq!(
            page.texts("#result tbody th code"),
            ["greedy(manhattan)", "astar(misplaced)", "astar(manhattan)"]
        );
        assert_eq!(column("verdict"), ["solved"; 3]);
        assert_eq!(column("cost")[1..], ["27 (optimal)"; 2]);
        let expanded: Vec<u64> =
            column("expanded").iter().map(|text| text.replace(',', "").parse().unwrap()).collect();
        assert!(expanded[2] < expanded[1], "{expanded:?}");
        page.wait(
            "all to arrive",
            "return document.querySelectorAll('.lane.finished').length === 3",
        );
        page.screenshot("race");
        page.click("label[for=clock-seconds]");
        page.wait_text(".lane .clock", "s");
        let address = page.js("return location.hash").as_str().unwrap().to_string();
        page.go(&address);
        assert_eq!(page.texts(".lane h3 code"), ["greedy", "astar(misplaced)", "astar"]);
        assert_eq!(page.js("return document.querySelector('#clock-seconds').checked"), true);
    });
}

/// Plays every line there is by clicks, taking each move back in the end. What follows on a
/// position is tried once, however it was reached: the engine answers it the same way.
const EVERY_LINE: &str = "
    const done = arguments[arguments.length - 1];
    const game = document.querySelector('#game');
    const me = document.querySelector('#side input:checked').value;
    const settled = () => !game.hasAttribute('aria-busy') && (game.dataset.over || game.dataset.turn === me);
    const until = async (is) => { while (!is()) await new Promise((next) => setTimeout(next, 1)); };
    const ends = {};
    const met = new Set();
    const explore = async () => {
        const position = [...document.querySelectorAll('#board [data-stone]')].map((cell) => cell.dataset.stone).join();
        if (met.has(position)) return;
        met.add(position);
        for (const cell of [...document.querySelectorAll('#board [data-stone=empty]')]) {
            const before = game.dataset.moves;
            cell.click();
            await until(() => game.dataset.moves !== before && settled());
            if (game.dataset.over) ends[game.dataset.over] = (ends[game.dataset.over] ?? 0) + 1;
            else await explore();
            document.querySelector('#take-back').click();
            await until(() => game.dataset.moves === before && settled());
        }
    };
    until(settled).then(explore).then(() => done(ends), (error) => done({ error: String(error) }));
";

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn no_line_of_tic_tac_toe_beats_the_engine() {
    browse(None, |page| {
        for side in ["X", "O"] {
            page.go(&format!("#play?domain=tictactoe&side={side}"));
            let ends = page.js_later(EVERY_LINE);
            let count = |over: &str| ends[over].as_u64().unwrap_or(0);
            let engine = if side == "X" { "O has won" } else { "X has won" };
            assert_eq!(count(&format!("{side} has won")), 0, "{ends}");
            assert!(count("a draw") > 0 && count(engine) > 10, "{ends}");
        }
        page.click("#show-values");
        page.wait_text("#rated", "draws");
        page.screenshot("play-tictactoe");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn tiles_and_queens_are_played_by_hand() {
    browse(None, |page| {
        page.go("#play?domain=8-puzzle&instance=1+4+2+3+0+5+6+7+8");
        page.click("#best");
        page.wait_text("#best-count", "2");
        page.click("#hint");
        page.wait_text("#best-count", "1");
        page.js("document.activeElement.blur()");
        page.press("\u{e014}");
        page.wait_text("#status", "Solved in 2 moves.");
        assert_eq!(page.tiles(), GOAL);
        page.click("#take-back");
        page.wait_text("#move-count", "1");
        page.go("#play?domain=queens&instance=4");
        for cell in [0, 5] {
            page.click(&format!("#board [data-cell='{cell}']"));
        }
        assert_eq!(page.text("#attacks"), "1");
        for cell in [0, 4, 13, 2, 11] {
            page.click(&format!("#board [data-cell='{cell}']"));
        }
        page.wait_text("#status", "Solved: no queen attacks another.");
        page.screenshot("play-queens");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn an_experiment_runs_and_its_csv_is_downloaded() {
    browse(None, |page| {
        let folder = page.folder.path().display().to_string();
        page.chromium(
            "Browser.setDownloadBehavior",
            json!({ "behavior": "allow", "downloadPath": folder }),
        );
        page.go(
            "#experiment?domain=8-puzzle&set.walk=12&runs=5&method=bfs&method=astar(manhattan)",
        );
        page.click("#run");
        page.wait_text("#status", "The experiment is done.");
        assert_eq!(page.texts("#result tbody tr").len(), 2);
        let command = page.text("#command");
        assert!(
            command.starts_with("goalward compare ") && command.contains("--runs 5"),
            "{command}"
        );
        page.wait("the plots", "return document.querySelectorAll('#plots svg').length > 0");
        page.screenshot("experiment");
        page.click("[data-download=csv]");
        let csv = page.downloaded("csv");
        assert_eq!(csv.lines().count(), 11, "{csv}");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn an_experiment_that_is_cancelled_keeps_its_table_and_its_downloads() {
    browse(None, |page| {
        page.go("#experiment?domain=24-puzzle&source=list&text=korf24:1\
                 &method=greedy(manhattan)&method=idastar(manhattan)&nodes=1000000000000");
        page.click("#run");
        page.wait_text("#progress", "1 of 2 done");
        page.click("#stop");
        page.wait_text("#status", "Cancelled. The finished runs are kept.");
        assert_eq!(page.texts("#result tbody tr").len(), 2);
        assert!(page.texts("#downloads a").len() >= 6);
        page.wait_idle(Duration::from_secs(1));
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn several_numbers_in_an_experiment_make_a_method_each() {
    browse(None, |page| {
        page.go("#experiment?domain=8-puzzle&set.walk=12&runs=5&method=wastar");
        let weight = "const weight = document.querySelector('[data-param=weight]');";
        let typed = |text: &str| {
            page.js(&format!(
                "{weight} weight.value = '{text}'; \
                for (const name of ['input', 'change']) weight.dispatchEvent(new Event(name))"
            ));
        };
        typed("1||2");
        assert_eq!(page.js(&format!("{weight} return weight.checkValidity()")), false);
        typed("1|2|5");
        page.click("#run");
        page.wait_text("#status", "The experiment is done.");
        assert_eq!(page.texts("#result tbody tr").len(), 3);
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn an_audit_shows_where_a_heuristic_overestimates() {
    browse(None, |page| {
        page.go("#audit?domain=8-puzzle&set.goal=blank-last&subject=misplaced-blank");
        page.click("#audit");
        page.wait_text(
            "#status",
            "Refuted: misplaced-blank overestimates 78 of all 181,440 states.",
        );
        assert!(page.text("#audit-words").starts_with("1 of 2: h = 2"));
        page.click("#way-next");
        page.wait_text("#audit-words", "The goal: h = 0");
        let over = "return document.querySelectorAll('#truth-chart .over').length > 0";
        assert_eq!(page.js(over), true);
        // Arrow keys go from square to square, and each shows what it is.
        page.js("document.querySelector('#truth-chart').focus({ focusVisible: true })");
        assert_eq!(page.tip(), "true distance 0\nmisplaced-blank 0\n1 state");
        page.press("\u{e014}");
        assert!(page.tip().starts_with("true distance 1\n"), "{}", page.tip());
        page.js("document.activeElement.blur()");
        assert_eq!(page.tip(), "");
        let fits = "return document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.js(fits), true, "nothing sticks out");
        page.screenshot("audit");
        page.size(390, 844);
        assert_eq!(page.js(fits), true, "nor on a phone");
        page.screenshot("audit-phone");
        page.size(1600, 900);
        page.go("#audit?domain=8-puzzle&subject=manhattan");
        page.click("#audit");
        page.wait_text("#status", "manhattan is admissible and consistent");
        assert_eq!(page.js(over), false);
        page.go("#audit?domain=tiles&set.size=2x3&subject=pdb");
        page.wait_text("#subject-doc", "Pattern databases");
        // Requested again while it runs, it goes on, shows its progress, and can be stopped.
        page.go("#audit?domain=pancake&subject=zero");
        page.click("#audit");
        page.wait_text("#status", "Auditing …");
        page.click("#audit");
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(page.text("#status"), "Auditing …");
        page.wait_text("#status", " states examined in ");
        page.click("#stop");
        page.wait_text("#status", "Stopped.");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_wrong_board_is_refused_in_words() {
    // The browser itself notes on the console that the server said 422.
    browse(Some("422"), |page| {
        page.go("#watch?domain=8-puzzle");
        page.fill("#instance", "1 2 3 4 5 6 7 8 8");
        page.wait_text("#instance-error", "8");
        assert_eq!(page.text("#status"), "This instance cannot be opened.");
        assert_eq!(page.js("return document.querySelector('#run').disabled"), true);
        page.screenshot("wrong-board");
        page.fill("#instance", "<b>1</b>");
        page.wait_text("#instance-error", "<b>");
        assert_eq!(page.texts("#instance-error b").len(), 0);
        page.fill("#instance", "1 4 2 3 0 5 6 7 8");
        page.wait(
            "the error to go",
            "return !document.querySelector('#instance-error').textContent",
        );
        page.fill("#instance", "1 2 0 3 4 5 6 8 7");
        page.wait_text("#status", "No solution");
        run_to_the_end(page);
        assert_eq!(page.js("return document.querySelector('#status').dataset.kind"), "unsolvable");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn two_tabs_work_at_once() {
    browse(None, |page| {
        page.go(LONG);
        page.click("#run");
        page.wait_text("#status", "Running");
        let back = page.new_tab();
        page.go("#watch?domain=8-puzzle&instance=1+4+2+3+0+5+6+7+8");
        run_and_replay(page);
        assert_eq!(page.text("#status"), "Solved in 2 moves, which is optimal.");
        assert_eq!(page.running(), 1);
        back();
        page.wait_text("#status", "Running");
        page.click("#stop");
        page.wait_idle(Duration::from_secs(1));
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_reload_in_the_middle_ends_the_search_and_keeps_the_settings() {
    browse(None, |page| {
        page.go(LONG);
        page.click("#run");
        page.wait_text("#status", "Running");
        page.wait("steps", "return Number(document.querySelector('#scrubber').max) > 10");
        assert_eq!(page.running(), 1);
        page.reload();
        page.wait_idle(Duration::from_secs(1));
        assert_eq!(page.js("return document.querySelector('#domain').value"), "24-puzzle");
        assert_eq!(page.js("return document.querySelector('#method').value"), "idastar");
        assert_eq!(page.text("#status"), "Ready to run.");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn stop_ends_a_long_search_within_a_second() {
    browse(None, |page| {
        page.go(LONG);
        page.click("#run");
        page.wait("steps", "return Number(document.querySelector('#scrubber').max) > 10");
        assert_eq!(page.running(), 1);
        page.click("#stop");
        page.wait_idle(Duration::from_secs(1));
        page.wait_text("#status", "Stopped");
        let steps = page.js("return Number(document.querySelector('#scrubber').max)");
        assert!(
            steps.as_u64().is_some_and(|steps| steps > 10),
            "what came before is kept: {steps}"
        );
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn an_address_that_names_what_is_not_there_is_told_so() {
    browse(None, |page| {
        let method = "return document.querySelector('#method').value";
        page.go("#watch?domain=8-puzzle&method=nope(2)");
        page.wait_text("#status", "Unknown method nope(2): using astar.");
        page.go("#watch?domain=jugs&method=bfs");
        page.wait_text("#instance-error", "Unknown problem jugs: showing 8-puzzle.");
        assert_eq!(page.js(method), "bfs");
        page.go("#race?domain=8-puzzle&method=nope&method=bfs&method=ids(depth=3)");
        page.wait_text("#status", "Unknown method nope, ids(depth=3).");
        page.go("#race?domain=queens&instance=8&method=mac&method=mac&method=mac&method=mac\
                 &method=mac&method=mac&method=mac");
        page.wait_text("#status", "At most 6 methods: the others are left out.");
        page.go("#experiment?domain=8-puzzle&method=nope");
        page.wait_text("#status", "Unknown method nope.");
        page.go("#watch?domain=8-puzzle&method=idastar(pdb(partition=4-4))");
        page.wait_text("#status", "Ready to run.");
        let heuristic = "return document.querySelector('#method-heuristic').value";
        assert_eq!(page.js(heuristic), "pdb(partition=4-4)");
        page.go("#watch?domain=jugs&method=bfs");
        page.wait_text("#instance-error", "Unknown problem jugs: showing 8-puzzle.");
        // Another problem is searched by its default method, not by its first.
        page.js("const domain = document.querySelector('#domain'); domain.value = 'queens'; \
             domain.dispatchEvent(new Event('change'))");
        page.wait_text("#edit-hint", "queen");
        assert_eq!(page.text("#instance-error"), "");
        assert_eq!(page.js(method), "min-conflicts");
        // An invalid limit is not silently ignored either.
        for view in ["watch", "race", "experiment"] {
            page.go(&format!("#{view}?domain=8-puzzle&nodes=0"));
            page.wait_text("#status", "Ready to");
            page.click("#run");
            let refused = "return document.activeElement.id";
            assert_eq!(page.js(refused), "limit-nodes", "{view}");
            assert!(page.text("#status").starts_with("Ready to"), "{view}");
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn nothing_sticks_out_of_a_phone() {
    browse(None, |page| {
        for width in [320, 360, 390] {
            page.size(width, 844);
            for (view, address) in [
                ("watch", "#watch?domain=8-puzzle"),
                ("race", "#race?domain=queens&instance=8"),
                ("play", "#play?domain=connect4"),
                ("exercise", "#exercise?number=4"),
                ("experiment", "#experiment?domain=sudoku"),
                ("audit", "#audit?domain=8-puzzle"),
            ] {
                page.go(address);
                // A scroll bar takes its room from the page.
                let over = "const page = document.documentElement; \
                            return page.scrollWidth - page.clientWidth";
                let over = page.js(over);
                assert!(over.as_i64().is_some_and(|over| over <= 0), "{view} at {width}: {over}");
                page.screenshot(&format!("phone-{view}"));
            }
            page.go("#watch?domain=8-puzzle&instance=1+4+2+3+0+5+6+7+8");
            run_to_the_end(page);
            page.click("#step-forward");
            page.screenshot("phone-watch-run");
        }
    });
}

fn background(page: &Page) -> Value {
    page.js("return getComputedStyle(document.body).backgroundColor")
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn dark_mode_follows_the_system_and_the_button() {
    browse(None, |page| {
        let light = background(page);
        let dark = json!({ "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
        page.chromium("Emulation.setEmulatedMedia", dark);
        page.go("#watch?domain=8-puzzle&set.walk=20");
        let by_system = background(page);
        assert_ne!(by_system, light);
        run_to_the_end(page);
        page.screenshot("watch-dark");
        page.click("#theme");
        assert_eq!(background(page), light);
        page.click("#theme");
        assert_eq!(background(page), by_system);
        page.reload();
        assert_eq!(page.js("return document.documentElement.dataset.theme"), "dark");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_keyboard_alone_is_enough() {
    const TAB: &str = "\u{e004}";
    const ENTER: &str = "\u{e007}";
    browse(None, |page| {
        page.go("#watch?domain=8-puzzle&instance=1+4+2+3+0+5+6+7+8");
        let focused = || page.js("return document.activeElement.id");
        let reach = |id: &str| {
            for _ in 0..80 {
                if focused() == id {
                    return;
                }
                page.press(TAB);
            }
            panic!("no way to {id} by the tab key");
        };
        page.press(TAB);
        assert_eq!(focused(), "skip");
        reach("run");
        page.press(ENTER);
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        assert_eq!(focused(), "play");
        page.js("document.activeElement.blur()");
        page.press("\u{e011}");
        assert_eq!(page.tiles(), START);
        page.press("\u{e014}\u{e014}");
        assert_eq!(page.tiles(), [1, 0, 2, 3, 4, 5, 6, 7, 8]);
        page.press("\u{e012}");
        assert_eq!(page.text("#event"), "expand");
        page.press("\u{e010}");
        assert_eq!(page.tiles(), GOAL);
        page.wait_text("#status", "Solved in 2 moves");
        page.go("#play?domain=tictactoe");
        page.js("document.querySelector('#board [data-cell=\"0\"]').focus()");
        page.press("\u{e014}\u{e015}");
        page.press(ENTER);
        page.wait(
            "the move",
            "return document.querySelector('#game').dataset.moves.startsWith('5,')",
        );
    });
}
