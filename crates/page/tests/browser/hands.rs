//! Puzzles by hand and pictures of what is shown, in a real browser.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::driver::{Page, browse};

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn sudoku_is_played_with_a_keypad_and_hints() {
    browse(None, |page| {
        page.go("#play?domain=sudoku");
        page.wait_text("#status", "Fill 51 more.");
        // The first empty cell is chosen; 5 is in its row already.
        page.click("#key-5");
        page.wait_text("#status", "2 cells are in conflict.");
        assert_eq!(page.texts("#board .clashing"), ["5", "5"]);
        page.click("#hint");
        page.wait_text("#status", "There is no solution from here: take back a move.");
        page.click("#take-back");
        page.wait_text("#status", "Fill 51 more.");
        for left in (0..51).rev() {
            page.click("#hint");
            page.wait_text("#cells-left", &left.to_string());
        }
        assert_eq!(page.text("#status"), "Solved.");
        let top = page.js(
            "return [...document.querySelectorAll('#board [data-cell]')].slice(0, 9).map((cell) => cell.textContent).join('')",
        );
        assert_eq!(top, "534678912");
        // In Watch, an empty grid is filled the same way.
        page.go("#watch?domain=sudoku");
        page.click("#empty-grid");
        page.wait(
            "the empty grid",
            "return document.querySelectorAll('#board .given').length === 0",
        );
        page.click("#board [data-cell='4']");
        page.click("#key-7");
        let wanted = format!("....7{}", ".".repeat(76));
        page.wait(
            "the digit",
            &format!("return document.querySelector('#instance').value === {wanted:?}"),
        );
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_graph_is_coloured_by_hand() {
    browse(None, |page| {
        page.go("#play?domain=coloring");
        page.wait_text("#status", "Fill 7 more.");
        page.click("#key-0");
        page.wait_text("#status", "Fill 6 more.");
        page.click("#board [data-cell='1']");
        page.click("#key-0");
        page.wait_text("#status", "2 cells are in conflict.");
        assert_eq!(page.texts("#board line.clash").len(), 1);
        page.click("#take-back");
        for left in (0..6).rev() {
            page.click("#hint");
            page.wait_text("#cells-left", &left.to_string());
        }
        assert_eq!(page.text("#status"), "Solved.");
        // A path between two nodes cannot be played.
        assert_eq!(page.texts("#domain option[value=graph]").len(), 0);
    });
}

/// Waits for a file of which nothing more is written.
fn saved(page: &Page, name: &str) -> Vec<u8> {
    let begun = Instant::now();
    let path: &Path = &page.folder.path().join(name);
    loop {
        let bytes = std::fs::read(path).unwrap_or_default();
        std::thread::sleep(Duration::from_millis(100));
        if !bytes.is_empty() && std::fs::read(path).unwrap() == bytes {
            std::fs::remove_file(path).unwrap();
            return bytes;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "no {name}");
    }
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn boards_and_charts_are_saved_as_pictures() {
    browse(None, |page| {
        let folder = page.folder.path().display().to_string();
        page.chromium(
            "Browser.setDownloadBehavior",
            json!({ "behavior": "allow", "downloadPath": folder }),
        );
        for (address, words) in [
            ("8-puzzle&instance=1+4+2+3+0+5+6+7+8&method=astar", ">7</text>"),
            ("graph&instance=romania, Arad, Bucharest&method=ucs", ">Bucharest</text>"),
            ("grid&instance=maze/21x15/3", "<image "),
            ("queens&instance=8&method=annealing", "<path "),
        ] {
            page.go(&format!("#watch?domain={address}"));
            page.click("#run");
            page.wait("the run to end", "return !document.querySelector('#run').disabled");
            page.click("#last");
            for (button, name) in [
                ("#save-board-svg", "goalward-board.svg"),
                ("#save-chart-svg", "goalward-chart.svg"),
                ("#save-board-png", "goalward-board.png"),
                ("#save-chart-png", "goalward-chart.png"),
            ] {
                page.click(".pictures summary");
                page.click(button);
                let bytes = saved(page, name);
                if name.ends_with(".png") {
                    assert!(bytes.starts_with(b"\x89PNG"), "{address}: {name}");
                    continue;
                }
                let text = String::from_utf8(bytes).unwrap();
                let read = page.js(&format!(
                    "const read = new DOMParser().parseFromString({text:?}, 'image/svg+xml'); \
                     return [read.documentElement.localName, read.documentElement.children.length]"
                ));
                assert_eq!(read[0], "svg", "{address}: {name}");
                assert!(read[1].as_u64().unwrap() > 1, "{address}: {name}");
                assert!(name.contains("chart") || text.contains(words), "{address}: {name}");
            }
        }
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_first_colouring_can_be_solved_and_connect_four_answers_soon() {
    browse(None, |page| {
        page.go("#watch?domain=coloring");
        page.wait("australia", "return document.querySelector('#instance').value === 'australia'");
        page.go("#watch?domain=connect4");
        page.wait_text("#status", "Ready");
        assert_eq!(page.js("return document.querySelector('#method').value"), "alpha-beta");
        page.go("#play?domain=connect4");
        page.wait_text("#status", "Your turn");
        assert_eq!(page.js("return document.querySelector('#strength-strong').checked"), true);
    });
}
