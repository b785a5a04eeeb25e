//! What a lesson shows, in a real browser: that it is true, and that it fits the screen.

use std::path::Path;

use goalward_lab::Spec;

use crate::driver::{Page, browse};

pub fn run(page: &Page, address: &str) {
    page.go(&format!("#watch?domain={address}"));
    page.click("#run");
    page.wait("the run to end", "return !document.querySelector('#run').disabled");
}

pub fn fact(page: &Page, name: &str) -> String {
    page.text(&format!("[data-fact='{name}']"))
}

/// An address for each family, of a search whose every part can be seen.
const FAMILIES: [&str; 8] = [
    "8-puzzle&instance=8+6+7+2+5+4+3+0+1&method=astar(manhattan)",
    "queens&instance=8&method=annealing",
    "queens&instance=6&method=forward-checking",
    "sudoku&method=mac",
    "tictactoe&instance=XO.OX....&method=alpha-beta(deepening=off, table=off)",
    "tictactoe&instance=X...O....&method=mcts(playouts=300)",
    "grid&instance=rooms/41x41/4&method=astar",
    "graph&instance=romania, Arad, Bucharest&method=astar(straight-line)",
];

/// Which of these are not wholly inside the window.
const OUTSIDE: &str = "
    const inside = (element) => {
        const box = element.getBoundingClientRect();
        const scroller = element.closest('.explained')?.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && box.left >= 0 && box.right <= innerWidth
            && box.top >= (scroller?.top ?? 0) - 1 && box.bottom <= (scroller?.bottom ?? innerHeight) + 1;
    };
    return SEEN.filter((css) => {
        const element = document.querySelector(css);
        return !element || !inside(element);
    }).join();
";

pub fn outside(page: &Page, seen: &str) -> String {
    page.js(&format!("const SEEN = {seen}; {OUTSIDE}")).as_str().unwrap().to_string()
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_lesson_of_every_family_fits_a_projector() {
    browse(None, |page| {
        let all = "['#board .board', '.chart', '#pseudocode [aria-current]', '#why', '#play']";
        let most = "['#board .board', '.chart', '#pseudocode [aria-current]']";
        for (number, address) in FAMILIES.into_iter().enumerate() {
            for (width, height, seen) in [(1280, 720, all), (1024, 768, most), (1440, 900, all)] {
                page.size(width, height);
                run(page, address);
                page.click("#last");
                page.click("#step-back");
                // Every line of the method that is lit can be read.
                for _ in 0..6 {
                    page.click("#step-back");
                    let lit =
                        page.js("return !!document.querySelector('#pseudocode [aria-current]')");
                    if lit == true {
                        assert_eq!(outside(page, seen), "", "{address} at {width}x{height}");
                    }
                }
                let scrolls = "return document.documentElement.scrollHeight > innerHeight";
                assert_eq!(page.js(scrolls), false, "{address} at {width}x{height}");
                page.screenshot(&format!("lesson-{number}-{width}"));
            }
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn how_it_ended_is_told_when_the_replay_gets_there() {
    browse(None, |page| {
        run(page, "8-puzzle&instance=3+4+1+6+0+2+7+8+5&method=astar(manhattan)");
        page.click("#first");
        page.wait_text("#status", "Replaying");
        assert_eq!(page.texts("#time").len(), 0);
        page.click("#last");
        page.wait_text("#status", "Solved in 8 moves, which is optimal.");
        assert!(page.text("#time").ends_with("µs"), "{}", page.text("#time"));
        assert!(page.text("#result").contains("from a second run of the same search, unwatched"));
        // The solution is a list of moves, and each of them shows its board.
        assert_eq!(page.texts("#solution-moves button").len(), 8);
        page.click("#solution-moves button:last-child");
        assert_eq!(page.tiles(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn each_path_search_shows_the_key_it_goes_by() {
    browse(None, |page| {
        let board = "8-puzzle&instance=3+4+1+6+0+2+7+8+5&method=";
        for (method, key, first) in [
            ("astar(manhattan)", "f = g + h", "8 = 0 + 8"),
            ("wastar(manhattan, weight=3)", "f = g + 3·h", "24 = 0 + 3·8"),
            ("greedy(manhattan)", "h", "8"),
            ("ucs", "g", "0"),
            ("bfs", "depth", "0"),
        ] {
            run(page, &format!("{board}{method}"));
            page.click("#first");
            while page.text("#event") != "expand" {
                page.click("#step-forward");
            }
            assert_eq!(fact(page, key), first, "{method}");
            let sign = key.split(' ').next().unwrap();
            assert!(page.text("#why").starts_with(&format!("{sign} is {first}")), "{method}");
        }
        // Breadth-first search counts moves, whatever they cost.
        run(page, "graph&instance=romania, Arad, Bucharest&method=bfs");
        page.click("#last");
        assert_eq!(page.text("#why"), "A goal, at depth 3.");
        assert!(page.text("#status").contains("at cost 450"), "{}", page.text("#status"));
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn breadth_first_search_has_one_tree_and_a_deepening_one_a_tree_for_each_bound() {
    browse(None, |page| {
        let board = "8-puzzle&instance=3+4+1+6+0+2+7+8+5&method=";
        run(page, &format!("{board}bfs"));
        page.click("#last");
        page.wait(
            "the last node",
            "return document.querySelector('#tree-note').textContent.endsWith(' nodes, depth 8')",
        );
        assert_eq!(fact(page, "layer"), "7");
        run(page, &format!("{board}ids"));
        page.click("#last");
        page.wait_text("#tree-note", " nodes, depth 8, round 8");
        assert_eq!(fact(page, "bound"), "8");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_game_is_told_as_the_player_at_the_root_sees_it() {
    browse(None, |page| {
        // X at the root wins; O, who moves next, sees that as a loss.
        let board = "tictactoe&instance=XO.OX....&method=";
        run(page, &format!("{board}alpha-beta(deepening=off, table=off)"));
        page.click("#last");
        assert_eq!(page.text("#event"), "leave");
        assert_eq!(page.text("#why"), "Worth +1 to MAX ▲ (X).");
        let step = "const step = document.querySelector('#step-back'); \
                    const event = () => document.querySelector('#event').textContent; \
                    let left = 200; do step.click(); while (event() !== 'WANTED' && left--);";
        page.js(&step.replace("WANTED", "leave"));
        assert_eq!(fact(page, "to move"), "MIN ▼ (O)");
        assert!(page.text("#why").contains("to MAX ▲ (X)"), "{}", page.text("#why"));
        page.js(&step.replace("WANTED", "cutoff"));
        assert!(page.text("#why").contains("cut off"), "{}", page.text("#why"));
        assert_eq!(fact(page, "β"), "+1");
        // Minimax has no alpha and no beta.
        run(page, &format!("{board}minimax"));
        page.click("#last");
        assert_eq!(page.texts("[data-fact='α']").len(), 0);
        assert_eq!(page.text("#why"), "Worth +1 to MAX ▲ (X).");
        // Monte Carlo has a tree.
        run(page, "tictactoe&instance=X...O....&method=mcts(playouts=50)");
        page.click("#last");
        page.wait_text("#tree-note", " nodes, depth ");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn boards_count_from_one_and_show_what_is_left_to_each_variable() {
    browse(None, |page| {
        run(page, "queens&instance=6&method=forward-checking");
        assert_eq!(page.texts(".edge.across span")[..6], ["1", "2", "3", "4", "5", "6"]);
        page.click("#first");
        page.click("#step-forward");
        assert!(
            page.text("#why").starts_with("Column 1 is assigned row 1"),
            "{}",
            page.text("#why")
        );
        assert_eq!(
            page.js("return document.querySelector('[data-cell=\"0\"]').dataset.queen"),
            "true"
        );
        page.click("#step-forward");
        assert_eq!(fact(page, "about"), "column 2, row 1");
        let now = "return [...document.querySelectorAll('#board .pruned.now')].map((e) => e.dataset.cell).join()";
        assert_eq!(page.js(now), "1");
        run(page, "sudoku&method=mac");
        page.click("#first");
        page.click("#step-forward");
        assert_eq!(page.js("return document.querySelectorAll('#board .pencil').length > 40"), true);
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_gallery_plays_and_p_presents() {
    browse(None, |page| {
        page.go("");
        assert!(page.texts("#gallery a.card").len() >= 6);
        page.click("#gallery a.card");
        page.wait("it to play", "return Number(document.querySelector('#scrubber').value) > 1");
        assert_eq!(page.js("return document.querySelector('#gallery')"), serde_json::Value::Null);
        page.js("document.querySelector('#play').focus()");
        page.press("p");
        let seen = "return getComputedStyle(document.querySelector('header.bar')).display";
        assert_eq!(page.js(seen), "none");
        page.size(1280, 720);
        assert_eq!(outside(page, "['#board .board', '.chart', '#why', '#play']"), "");
        page.screenshot("present");
        page.press("p");
        assert_eq!(page.js(seen), "flex");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_step_is_in_the_address_and_a_node_of_the_tree_goes_to_its_step() {
    browse(None, |page| {
        run(page, "8-puzzle&instance=3+4+1+6+0+2+7+8+5&method=astar(manhattan)");
        page.click("#first");
        for _ in 0..5 {
            page.click("#step-forward");
        }
        page.wait("the step in the address", "return location.hash.includes('step=5')");
        let address = page.js("return location.hash").as_str().unwrap().to_string();
        page.go(&address);
        page.wait("the step", "return document.querySelector('#jump').value === '5'");
        page.click("#last");
        page.wait_text("#tree-note", "16 nodes, depth 8");
        // The root is alone at the top.
        page.js("const tree = document.querySelector('#tree'); const box = tree.getBoundingClientRect(); \
            for (let x = 0; x < box.width; x += 4) tree.dispatchEvent(new MouseEvent('click', \
            { clientX: box.left + x, clientY: box.top + 14, bubbles: true }))");
        assert_eq!(page.js("return document.querySelector('#jump').value"), "1");
        page.click("#tree-in");
        page.wait("a part of the tree", "return !document.querySelector('#tree-fit').disabled");
        page.click("#tree-fit");
        page.wait("the whole tree", "return document.querySelector('#tree-fit').disabled");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_race_has_a_podium_by_its_clock_and_a_star_in_it() {
    browse(None, |page| {
        page.go("#race?domain=8-puzzle&instance=8+6+7+2+5+4+3+0+1");
        assert!(page.texts(".lane h3 code").contains(&"astar".to_string()));
        page.go("#race?domain=8-puzzle&instance=8+6+7+2+5+4+3+0+1\
                 &method=ids&method=astar(manhattan)&method=greedy(manhattan)");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.click("#first");
        assert_eq!(page.texts("#podium li").len(), 0);
        page.click("#last");
        page.wait_text("#status", "The race is over: 3 of 3 solved it.");
        let first =
            "return document.querySelector('#podium [data-place=\"1\"]').dataset.laneColour";
        let last = "return document.querySelector('#podium [data-place=\"3\"]').dataset.laneColour";
        assert_eq!(page.js(first), "2");
        assert_eq!(page.js(last), "0");
        page.click("label[for=clock-seconds]");
        page.wait_text(".podium-card h2", "by time");
        // Eleven million expansions take longer than two thousand on every machine.
        assert_eq!(page.js(last), "0");
        assert!(page.text("#result").contains("from a second run of the same search, unwatched"));
        assert_eq!(page.js("return document.querySelector('#lanes-chart').width > 0"), true);
        page.screenshot("race-podium");
    });
}

/// At each of many steps: the list is as long as the frontier, and what is expanded next is its first.
const FRONTIER: &str = "
    const scrubber = document.querySelector('#scrubber');
    const to = (step) => { scrubber.value = step; scrubber.dispatchEvent(new Event('input')); };
    const text = (css) => document.querySelector(css)?.textContent ?? '';
    document.querySelector('#frontier').open = true;
    const wrong = [];
    let expanded = 0;
    for (let step = 5; step < 300; step += 1) {
        to(step);
        const [length] = text('#frontier summary').match(/\\d+/);
        if (length !== text('[data-fact=frontier]')) wrong.push(`${step}: ${length}`);
        const first = text('.frontier-list button');
        to(step + 1);
        if (text('#event') !== 'expand') continue;
        expanded += 1;
        const key = text(\"[data-fact='f = g + h']\");
        if (!first.includes(`${key},`)) wrong.push(`${step}: ${first}, ${key}`);
    }
    return expanded > 50 ? wrong.join() : 'too few';
";

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_frontier_is_listed_in_the_order_it_is_taken_out() {
    browse(None, |page| {
        run(page, "8-puzzle&instance=8+6+7+2+5+4+3+0+1&method=astar(manhattan)");
        page.click("#first");
        page.wait(
            "the list",
            "document.querySelector('#frontier').open = true; \
            document.querySelector('#step-forward').click(); \
            return document.querySelectorAll('.frontier-list li').length > 0",
        );
        assert_eq!(page.js(FRONTIER), "");
    });
}

/// Checks a replay of two moves in a file, and that it requests nothing from any server.
fn replayed(page: &Page, path: &Path) {
    page.open_file(path);
    page.click("#last");
    assert_eq!(page.text("#status"), "Solved in 2 moves, which is optimal.");
    assert_eq!(page.tiles(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    page.click("#first");
    page.click("#step-forward");
    assert!(page.text("#why").starts_with("f is 2 = 0 + 2"), "{}", page.text("#why"));
    assert_eq!(page.texts("#pseudocode [aria-current]").len(), 1);
    page.wait_text("#tree-note", "1 node");
    let asked = "return performance.getEntriesByType('resource').filter((one) => !one.name.startsWith('data:')).length";
    assert_eq!(page.js(asked), 0);
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_replay_is_one_file_that_opens_from_disk() {
    browse(None, |page| {
        let board = "1 4 2 3 0 5 6 7 8";
        let domain = Spec::bare("8-puzzle");
        let file =
            goalward_page::replay(&domain, Some(board), 1, None, &Default::default()).unwrap();
        let path = page.folder.path().join("made.html");
        std::fs::write(&path, file).unwrap();
        replayed(page, &path);
        page.size(1280, 720);
        page.screenshot("replay");
        std::fs::remove_file(&path).unwrap();
        // The button of the page saves the same.
        let folder = page.folder.path().display().to_string();
        page.chromium(
            "Browser.setDownloadBehavior",
            serde_json::json!({ "behavior": "allow", "downloadPath": folder }),
        );
        run(page, "8-puzzle&instance=1+4+2+3+0+5+6+7+8&method=astar(manhattan)");
        page.click("#save-replay");
        assert!(page.downloaded("html").starts_with("<!doctype html>"));
        replayed(page, &page.folder.path().join("8-puzzle-astar.html"));
        // A game and a local search, too.
        for (domain, instance, method) in
            [("tictactoe", "XO.OX....", "alpha-beta"), ("queens", "8", "annealing")]
        {
            let method: Spec = method.parse().unwrap();
            let domain = Spec::bare(domain);
            let file = goalward_page::replay(
                &domain,
                Some(instance),
                1,
                Some(&method),
                &Default::default(),
            );
            std::fs::write(&path, file.unwrap()).unwrap();
            page.open_file(&path);
            page.click("#last");
            assert_eq!(page.js("return document.querySelector('#status').dataset.kind"), "solved");
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn what_runs_in_a_view_goes_on_while_another_is_looked_at() {
    browse(None, |page| {
        page.go("#experiment?domain=8-puzzle&runs=40&method=bfs&method=astar(manhattan)");
        page.click("#run");
        page.click("#views a[data-view=watch]");
        page.wait_text("#status", "Ready to run.");
        // The experiment does not take the address, and its keys are not heard.
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.click("#last");
        let end = page.js("return document.querySelector('#jump').value");
        page.click("#views a[data-view=experiment]");
        page.wait_text("#status", "The experiment is done.");
        assert_eq!(page.texts("#result tbody tr").len(), 2);
        page.click("#views a[data-view=watch]");
        page.wait("the view to be back", "return !!document.querySelector('#jump')");
        assert_eq!(page.js("return document.querySelector('#jump').value"), end);
        page.wait_text("#status", "Solved in");
        assert!(page.js("return location.hash").as_str().unwrap().starts_with("#watch"));
    });
}
