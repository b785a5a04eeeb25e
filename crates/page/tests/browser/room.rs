//! What a lesson has room for and answers to: lists that are opened, keys, and one screen for a race.

use crate::driver::browse;
use crate::lesson::{fact, outside, run};

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn an_open_frontier_leaves_the_board_and_the_tree_their_room() {
    browse(None, |page| {
        page.size(1280, 720);
        let size = "const board = document.querySelector('#board .board').getBoundingClientRect(); \
            const tree = document.querySelector('#tree').getBoundingClientRect(); \
            return [board.width, board.height, tree.width, tree.height].map(Math.round).join()";
        for address in [
            "8-puzzle&instance=8+6+7+2+5+4+3+0+1&method=astar(manhattan)",
            "graph&instance=romania, Arad, Bucharest&method=astar(straight-line)",
        ] {
            run(page, address);
            page.click("#first");
            for _ in 0..8 {
                page.click("#step-forward");
            }
            let before = page.js(size);
            page.click("#frontier summary");
            page.wait(
                "the list",
                "return document.querySelectorAll('.frontier-list li').length > 1",
            );
            assert_eq!(page.js(size), before, "{address}");
            let seen = "['#board .board', '.chart', '#pseudocode [aria-current]', '#why', '#play']";
            assert_eq!(outside(page, seen), "", "{address}");
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_tree_is_walked_by_keys() {
    browse(None, |page| {
        run(page, "8-puzzle&instance=3+4+1+6+0+2+7+8+5&method=astar(manhattan)");
        page.click("#last");
        page.wait_text("#tree-note", "16 nodes, depth 8");
        page.js("document.querySelector('#tree').focus({ focusVisible: true })");
        assert!(page.tip().contains("created in step "), "{}", page.tip());
        // Up to the root, which the first step made, and to a child and those beside it.
        for _ in 0..40 {
            page.press("\u{e013}");
        }
        assert!(page.tip().ends_with("created in step 1, depth 0"), "{}", page.tip());
        page.press("\u{e015}");
        let first = page.tip();
        assert!(first.ends_with("depth 1"), "{first}");
        page.press("\u{e014}");
        assert_ne!(page.tip(), first);
        page.press("\u{e012}");
        assert_eq!(page.tip(), first);
        let step = first.split("created in step ").nth(1).unwrap();
        let step = step.split(',').next().unwrap();
        page.press("\u{e007}");
        assert_eq!(page.js("return document.querySelector('#jump').value"), step);
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_constraint_search_has_a_root_and_its_solution_is_whole() {
    browse(None, |page| {
        run(page, "queens&instance=6&method=forward-checking");
        page.click("#last");
        assert_eq!(page.text("#event"), "solution");
        assert_eq!(fact(page, "assigned"), "6");
        page.wait_text("#tree-note", "28 nodes, depth 6");
        // Before anything is assigned there is the root.
        run(page, "sudoku&method=mac");
        page.click("#first");
        page.click("#step-forward");
        page.wait_text("#tree-note", "1 node, depth 0");
        // A search by layers has no bound; a method that reports no steps says so.
        run(page, "8-puzzle&instance=1+4+2+3+0+5+6+7+8&method=bfs");
        page.click("#first");
        page.click("#step-forward");
        assert_eq!(page.text("#why"), "The next layer: 0 moves from the start.");
        assert_eq!(fact(page, "layer"), "0");
        run(page, "graph&instance=romania, Arad, Bucharest&method=yen");
        page.wait_text("#why", "This method reports no steps");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_race_with_its_chart_and_podium_fits_a_projector() {
    browse(None, |page| {
        for (width, height) in [(1280, 720), (1440, 900)] {
            page.size(width, height);
            page.go("#race?domain=8-puzzle&instance=8+6+7+2+5+4+3+0+1\
                     &method=bfs&method=astar(manhattan)&method=greedy(manhattan)");
            page.click("#run");
            page.wait("the run to end", "return !document.querySelector('#run').disabled");
            page.click("#last");
            page.wait("the podium", "return !!document.querySelector('#podium')");
            let seen = "['.lane .board', '#lanes-chart', '#podium', '#play']";
            assert_eq!(outside(page, seen), "", "{width}x{height}");
            page.screenshot(&format!("race-{width}"));
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_gallery_is_there_after_a_reload_and_no_choice_is_cut_off() {
    browse(None, |page| {
        page.go("");
        page.reload();
        assert!(page.texts("#gallery a.card").len() >= 6);
        let cut = "return [...document.querySelectorAll('select')].filter((select) => { \
            const words = document.createElement('span'); \
            words.textContent = select.selectedOptions[0]?.textContent ?? ''; \
            words.style.cssText = 'position:absolute;white-space:nowrap;font:' + getComputedStyle(select).font; \
            document.body.append(words); \
            const wide = words.offsetWidth; \
            words.remove(); \
            return select.offsetWidth > 0 && wide + 30 > select.offsetWidth; \
        }).map((select) => select.id).join()";
        for (width, height) in [(1280, 720), (1024, 768), (390, 844)] {
            page.size(width, height);
            assert_eq!(page.js(cut), "", "{width}x{height}");
        }
    });
}
