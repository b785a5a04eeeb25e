//! Experiments in a real browser: they outlive the tab, and their plots lead to their runs.

use crate::driver::browse;

const SMALL: &str = "#experiment?domain=8-puzzle&set.walk=12&method=bfs&method=astar&runs=5";

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn an_experiment_is_there_again_after_a_reload_and_goes_on_meanwhile() {
    browse(None, |page| {
        page.go(SMALL);
        page.click("#run");
        page.wait_text("#status", "The experiment is done.");
        let table = page.text("#result tbody");
        page.reload();
        page.wait_text("#status", "The experiment is done.");
        assert_eq!(page.text("#result tbody"), table);
        assert_eq!(page.js("return document.querySelector('#downloads').hidden"), false);
        page.wait_text("#kept summary", "1");
        // One that takes long is still running, and can be cancelled from the new page.
        page.go("#experiment?domain=24-puzzle&source=list&text=korf24:1&method=idastar&nodes=1000000000000");
        page.click("#run");
        page.wait_text("#status", "Running one search");
        page.reload();
        page.wait_text("#status", "Running one search");
        assert!(page.running() > 0);
        page.click("#stop");
        page.wait_text("#status", "Cancelled.");
        page.wait_idle(std::time::Duration::from_secs(10));
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_dot_of_a_plot_tells_of_its_run_and_opens_it() {
    browse(None, |page| {
        page.go(SMALL);
        page.click("#run");
        page.wait_text("#status", "The experiment is done.");
        let dots = page.texts("#plots figure:first-child .run-dot").len();
        assert_eq!(dots, 10);
        // The page is still scrolling to its plots: the dot may move away from the pointer.
        let at = (0..50)
            .find_map(|_| {
                let spot = page.js(
                    "const dot = document.querySelector('#plots .run-dot'); dot.scrollIntoView({ block: 'center' }); \
                     const box = dot.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]",
                );
                let at = (spot[0].as_f64().unwrap(), spot[1].as_f64().unwrap());
                page.point(at);
                std::thread::sleep(std::time::Duration::from_millis(100));
                page.tip().contains("expanded in").then_some(at)
            })
            .expect("the dot describes its run");
        let reached = "const dots = document.querySelectorAll('#plots figure:first-child .run-dot'); \
             return [...dots].every((dot) => { const box = dot.getBoundingClientRect(); \
             const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]; \
             return document.elementFromPoint(x, y)?.classList.contains('run-dot'); })";
        assert_eq!(page.js(reached), true, "nothing lies over a dot");
        page.screenshot("experiment-tip");
        // So does the one that has the focus, and arrow keys go to the next.
        page.point((1.0, 1.0));
        page.js("document.querySelector('#plots .run-dot').focus()");
        page.wait("the first run", "return document.activeElement.dataset.run !== undefined");
        let first = page.js("return document.activeElement.dataset.run");
        page.press("\u{e014}");
        assert_ne!(page.js("return document.activeElement.dataset.run"), first);
        page.wait(
            "what it tells, too",
            "return [...document.querySelectorAll('.tip')].some((tip) => \
             !tip.hidden && tip.textContent.includes('expanded in'))",
        );
        page.drag(&[at]);
        page.wait("the run in Watch", "return location.hash.startsWith('#watch?domain=8-puzzle')");
        page.wait("the steps", "return Number(document.querySelector('#scrubber')?.value) > 0");
        page.click("#last");
        page.wait_text("#status", "Solved in");
    });
}
