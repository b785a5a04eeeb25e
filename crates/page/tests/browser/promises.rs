//! What the page promises besides searches, in a real browser: keys, speed, a phone, paper, a class.

use goalward_page::{Options, Port, Server};
use serde_json::json;

use crate::driver::{Page, browse};
use crate::lesson::{fact, run};

const PUZZLE: &str = "8-puzzle&instance=3+4+1+6+0+2+7+8+5&method=astar(manhattan)";

const END: &str = "\u{e010}";
const PAGE_DOWN: &str = "\u{e00f}";

fn scrolled(page: &Page) -> f64 {
    page.js("return scrollY").as_f64().unwrap()
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn curves_have_a_temperature_or_a_mean_only_where_there_is_one() {
    browse(None, |page| {
        let lines = |method: &str| {
            run(page, &format!("queens&instance=8&method={method}"));
            page.click("#last");
            page.texts(".curve .key li")[2..].join(" ")
        };
        assert_eq!(lines("hill-climbing"), "");
        assert_eq!(lines("annealing"), "temperature");
        assert_eq!(page.texts("[data-fact='mean']:not([hidden] *)").len(), 0);
        assert_eq!(lines("genetic"), "mean of the population");
        assert!(fact(page, "mean").parse::<f64>().is_ok(), "{}", fact(page, "mean"));
        // Not every step of a long run is kept; the curve covers all of them.
        run(page, "queens&instance=60&method=annealing(start=8)&nodes=1000000");
        page.click("#last");
        page.wait_text("#sampled", "Sampled");
        page.js("document.querySelector('#curve').focus({ focusVisible: true })");
        let told = page.tip().replace(',', "");
        let step = told.lines().next().unwrap().strip_prefix("step ").unwrap();
        let kept = page.js("return Number(document.querySelector('#scrubber').max)");
        assert!(step.parse::<u64>().unwrap() > 2 * kept.as_u64().unwrap(), "{step} of {kept}");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn cards_have_heads_and_boards_their_goal_and_a_key_to_their_colours() {
    browse(None, |page| {
        run(page, PUZZLE);
        assert_eq!(page.texts(".watch h2"), ["This step", "The method", "Whole run"]);
        assert_eq!(page.texts("#goal [data-cell]").len(), 9);
        assert_eq!(page.texts(".board-key li"), ["in its place", "not in its place"]);
        // A name that people use, and then the spec.
        assert_eq!(page.text("#about-run span"), "8-puzzle: A*, Manhattan distance");
        assert_eq!(page.text("#about-run code"), "astar");
        run(page, "coloring&instance=australia&method=forward-checking");
        assert_eq!(page.texts(".board-key .colour"), ["colour 1", "2", "3"]);
        // The pseudocode of a game takes the side of the player to move, the tree that of MAX.
        run(page, "tictactoe&instance=XO.OX....&method=alpha-beta");
        assert!(page.text(".explanation").contains("give them for MAX"));
        run(page, "tictactoe&instance=XO.OX....&method=mcts(playouts=50)");
        assert!(!page.text(".explanation").contains("give them for MAX"));
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_replay_begins_slowly_and_becomes_faster() {
    browse(None, |page| {
        run(page, "8-puzzle&instance=8+6+7+2+5+4+3+0+1&method=astar(manhattan)");
        assert_eq!(page.text(".speed-text"), "5/s");
        page.wait(
            "it to hurry",
            "return document.querySelector('.speed-text').textContent !== '5/s'",
        );
        assert_eq!(page.text(".speed-text"), "10/s");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn on_a_phone_the_player_is_below_the_board() {
    browse(None, |page| {
        page.size(390, 844);
        for address in [PUZZLE, "sudoku&method=mac", "grid&instance=maze/17x13/3&method=astar"] {
            run(page, address);
            for top in [0, 200, 500] {
                page.js(&format!("scrollTo(0, {top})"));
                let below = "const box = (css) => document.querySelector(css).getBoundingClientRect(); \
                             return box('.player').top >= box('#board .board').bottom";
                assert_eq!(page.js(below), true, "{address} at {top}");
            }
            // Both are seen at once.
            let high = "const box = (css) => document.querySelector(css).getBoundingClientRect(); \
                        return box('#play').bottom - box('#board .board').top < innerHeight";
            assert_eq!(page.js(high), true, "{address}");
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_tree_answers_to_the_pointer_and_the_wheel() {
    browse(None, |page| {
        run(page, PUZZLE);
        page.click("#last");
        page.wait_text("#tree-note", "16 nodes, depth 8");
        // The root is alone at the top.
        let root = page.js("const box = document.querySelector('#tree').getBoundingClientRect(); \
             return [box.left + box.width / 2, box.top + 16]");
        let root = (root[0].as_f64().unwrap(), root[1].as_f64().unwrap());
        page.point(root);
        assert_eq!(page.tip(), "8 · 0 + 8\ncreated in step 1, depth 0");
        assert_eq!(page.texts(".tip:not([hidden]) [data-cell]").len(), 9);
        page.wheel(root, -300);
        page.wait("a part of the tree", "return !document.querySelector('#tree-fit').disabled");
        page.wheel(root, 900);
        page.wait("the whole tree", "return document.querySelector('#tree-fit').disabled");
        page.click("#first");
        page.wait(
            "an empty tree",
            "return document.querySelector('#tree').ariaLabel === 'Search tree, empty so far'",
        );
    });
}

/// The width of a letter of the text in an empty tree of this width, and the number of its lines.
const SAID: &str = "
    const done = arguments[arguments.length - 1];
    import('/charts/axes.js').then(({ empty }) => {
        const context = document.createElement('canvas').getContext('2d');
        const lines = [];
        context.fillText = (text, x, y, most) => lines.push([text, most === undefined, context.measureText(text).width]);
        empty(context, WIDTH, 200, { muted: '#000' }, 'This method reports no steps: only its result is shown.');
        done([lines.map(([text]) => text).join(' '), lines.length, lines.every(([, free, width]) => free && width <= WIDTH)]);
    });";

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn what_an_empty_chart_says_is_broken_into_lines_and_not_squeezed() {
    browse(None, |page| {
        let said = "This method reports no steps: only its result is shown.";
        assert_eq!(page.js_later(&SAID.replace("WIDTH", "600")), json!([said, 1, true]));
        assert_eq!(page.js_later(&SAID.replace("WIDTH", "240")), json!([said, 2, true]));
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn keys_scroll_until_a_search_is_there_and_a_board_is_one_stop() {
    browse(None, |page| {
        page.size(1280, 500);
        page.go("#watch?domain=8-puzzle&instance=3+4+1+6+0+2+7+8+5&method=astar(manhattan)");
        page.wait_text("#status", "Ready to run.");
        for key in [" ", PAGE_DOWN, END] {
            page.js("document.activeElement.blur(); scrollTo(0, 0)");
            page.press(key);
            page.wait("the page to scroll", "return scrollY > 0");
        }
        page.js("scrollTo(0, 0)");
        let cells = "return [...document.querySelectorAll('#board [data-cell]')].map((cell) => \
                     cell.textContent || '0').join(' ')";
        assert_eq!(page.js(cells), "3 4 1 6 0 2 7 8 5");
        let stops = "return [...document.querySelectorAll('#board [data-cell]')].filter((cell) => \
                     cell.tabIndex === 0).length";
        assert_eq!(page.js(stops), 1);
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.js("document.activeElement.blur()");
        let before = scrolled(page);
        page.press(END);
        page.wait_text("#status", "Solved in 8 moves");
        assert_eq!(scrolled(page), before);
        // What is stepped to is read out; what plays is too fast for that.
        page.press("\u{e012}");
        assert_eq!(page.js("return document.querySelector('#why').ariaLive"), "polite");
        // By hand: a tile that was slid is read where it is, and keeps the focus.
        page.go("#play?domain=8-puzzle&instance=1+4+2+3+0+5+6+7+8");
        page.wait("the board", "return !!document.querySelector('#board [data-cell]')");
        assert_eq!(page.js(stops), 1);
        page.click("#board [data-cell='1']");
        page.wait_text("#move-count", "1");
        page.wait(
            "the tiles in order",
            &format!("return (() => {{ {cells} }})() === '1 0 2 3 4 5 6 7 8'"),
        );
        assert_eq!(page.js("return document.activeElement.textContent"), "4");
        for domain in ["sudoku", "queens", "tictactoe", "coloring"] {
            page.go(&format!("#play?domain={domain}"));
            page.wait("the board", "return !!document.querySelector('#board [data-cell]')");
            assert_eq!(page.js(stops), 1, "{domain}");
        }
        for view in ["watch", "race", "play", "exercise", "experiment", "audit"] {
            page.go(&format!("#{view}"));
            assert_eq!(page.texts("h1").len(), 1, "{view}");
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn an_audit_is_cleared_when_its_question_changes_and_can_be_printed() {
    browse(None, |page| {
        page.go("#audit?domain=8-puzzle");
        assert_eq!(page.js("return document.querySelector('#subject').value"), "manhattan");
        page.click("#audit");
        page.wait_text("#status", "admissible and consistent");
        let seen = |css: &str| {
            page.js(&format!("return document.querySelector({css:?})?.checkVisibility() ?? false"))
        };
        page.chromium("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        assert_eq!(seen("#truth-chart"), true);
        for css in ["header.bar", ".setup", "#audit"] {
            assert_eq!(seen(css), false, "{css}");
        }
        let dark = json!({ "media": "", "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
        page.chromium("Emulation.setEmulatedMedia", dark);
        // What is too large stands out in the dark, too.
        let colour = "const square = document.querySelector('#truth-chart rect:not(.over)'); \
                      const [plain, page] = [getComputedStyle(square).fill, getComputedStyle(document.body).backgroundColor]; \
                      return plain !== page && plain !== 'rgb(0, 0, 0)'";
        assert_eq!(page.js(colour), true);
        page.js("const subject = document.querySelector('#subject'); subject.value = 'zero'; \
                 subject.dispatchEvent(new Event('change'))");
        page.wait_text("#status", "Ready to audit.");
        assert_eq!(seen("#truth-chart"), false);
        page.chromium("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        page.go("#experiment?domain=8-puzzle&set.walk=12&runs=5&method=bfs&method=astar");
        page.js("document.querySelector('#run').click()");
        page.wait_text("#status", "The experiment is done.");
        page.wait("the plots", "return document.querySelectorAll('#plots svg').length > 0");
        for (css, wanted) in [("#plots svg", true), ("#result table", true), (".setup", false)] {
            assert_eq!(seen(css), wanted, "{css}");
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_class_needs_the_token_and_links_work_for_whoever_has_it() {
    // The browser itself notes on the console that the server said 401.
    browse(Some("401"), |page| {
        let options =
            Options { address: [0, 0, 0, 0].into(), port: Port::Exactly(0), ..Options::default() };
        let server = Server::bind(&options).unwrap();
        let (port, token) = (server.address().port(), server.token().unwrap().to_string());
        std::thread::spawn(move || server.serve().unwrap());
        page.visit(&format!("http://127.0.0.1:{port}/"));
        page.wait_text("body", "This lab needs its token");
        page.visit(&format!("http://127.0.0.1:{port}/?token={token}"));
        page.wait_text("#status", "Ready to run.");
        page.click("#gallery a.card");
        page.wait("it to play", "return Number(document.querySelector('#scrubber')?.value) > 1");
        // What is copied from the address bar opens the same for whoever has the token.
        let link = page.js("return location.href").as_str().unwrap().to_string();
        page.visit("about:blank");
        page.visit(&link);
        page.wait(
            "the puzzle",
            "return document.querySelector('#instance')?.value === '5 1 0 3 7 8 4 2 6'",
        );
    });
}
