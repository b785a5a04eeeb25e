//! Exercises in a real browser, the values that curves show, and how soon the page is usable.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{Page, browse};

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn an_exercise_is_answered_and_its_hints_are_watched() {
    browse(None, |page| {
        page.go("#exercise?number=4");
        page.wait_text("#question h2", "4. Paths: a board without a solution");
        assert_eq!(page.texts("#exercise option").len(), 12);
        let cells = "return [...document.querySelectorAll('#boards figure')].map((figure) => \
                     figure.querySelectorAll('[data-cell]').length)";
        assert_eq!(page.js(cells), json!([9, 9, 9]));
        page.click("#check");
        page.wait_text("#status", "Type an answer first.");
        page.fill("#answer", "first\u{e007}");
        page.wait_text("#status", "Incorrect.");
        assert_eq!(page.texts("#hints a").len(), 3);
        page.screenshot("exercise");
        page.fill("#answer", "Second\u{e007}");
        page.wait_text("#status", "Correct: second.");
        assert_eq!(page.texts("#hints a").len(), 0);
        page.go("#exercise?number=4");
        page.wait_text("#hints p", "Start with");
        page.click("#hints a");
        page.wait(
            "the run in Watch",
            "return document.querySelector('#instance')?.value === '3 1 2 4 7 5 6 8 0'",
        );
        page.click("#views a[data-view=exercise]");
        page.wait_text("#question h2", "4. Paths");
        page.go("#exercise?number=12");
        page.wait("the last exercise", "return document.querySelector('#next-exercise').disabled");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_link_to_an_exercise_that_is_not_there_says_so() {
    browse(Some("422"), |page| {
        page.go("#exercise?number=99");
        page.wait_text("#status", "there is no exercise 99: they are numbered 1 to 12");
        assert_eq!(page.texts("#exercise option").len(), 12);
        page.wait_text("#question h2", "1. Paths");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_teacher_s_file_gives_each_student_a_variant() {
    let file = include_str!("../exercises.toml");
    browse(None, |page| {
        page.go("#exercise");
        page.js(&format!(
            "const files = new DataTransfer(); files.items.add(new File([{}], 'exercises.toml')); \
             const input = document.querySelector('input[type=file]'); input.files = files.files; \
             input.dispatchEvent(new Event('change'))",
            Value::from(file)
        ));
        page.wait_text("#exercises-heading", "Homework 1");
        let asked = |page: &Page, student: &str| {
            let before = page.text("#question pre");
            page.fill("#student", student);
            page.press("\u{e004}");
            page.wait(
                "another variant",
                &format!(
                    "return document.querySelector('#question pre').textContent !== {before:?}"
                ),
            );
            page.text("#question pre")
        };
        assert_ne!(asked(page, "Ada Lovelace"), asked(page, "Alan Turing"));
        assert_eq!(page.texts("#boards [data-cell]").len(), 9);
        page.fill("#answer", "99\u{e007}");
        page.wait_text("#status", "Incorrect.");
        page.click("#own-exercises");
        page.wait_text("#question h2", "1. Paths: the shortest path");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn curves_tell_their_values_under_the_pointer_and_with_the_focus() {
    browse(None, |page| {
        page.go("#watch?domain=queens&instance=8&method=annealing&seed=2");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.click("#last");
        page.point(page.place("#curve", 0.5));
        let told = page.tip();
        assert!(told.contains("cost ") && told.contains("temperature "), "{told}");
        page.screenshot("curve-tip");
        page.point((1.0, 1.0));
        assert_eq!(page.tip(), "");
        // With the focus it describes the step that is shown, and follows it.
        page.js("document.querySelector('#curve').focus({ focusVisible: true })");
        let last = page.js("return document.querySelector('#jump').value");
        assert!(page.tip().starts_with(&format!("step {}", grouped(&last))), "{}", page.tip());
        page.press("\u{e011}\u{e014}");
        page.wait("the first step", "return document.querySelector('#jump').value === '1'");
        assert!(page.tip().starts_with("step 1\n"), "{}", page.tip());

        page.go("#race?domain=8-puzzle&instance=8+6+7+2+5+4+3+0+1&method=bfs&method=astar");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.click("#last");
        page.point(page.place("#lanes-chart", 0.5));
        let told = page.tip();
        assert!(told.contains("bfs: ") && told.contains("astar(manhattan): "), "{told}");
    });
}

/// A number as the page writes it, with commas.
fn grouped(number: &Value) -> String {
    let digits = number.as_str().unwrap();
    match digits.len() {
        0..=3 => digits.into(),
        length => format!("{},{}", &digits[..length - 3], &digits[length - 3..]),
    }
}

/// Notes when a card of the gallery can first be clicked, in milliseconds since the page was asked
/// for.
const WATCH_OPENING: &str = "
    const look = () => {
        if (document.querySelector('#gallery a')) window.usable = performance.now();
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// The part of a processor that a thread gets, given all other work on this machine.
fn share_of_a_processor() -> f64 {
    let spent = || -> f64 {
        let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
        told.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
    };
    let (begun, before) = (Instant::now(), spent());
    while begun.elapsed() < Duration::from_millis(300) {
        std::hint::spin_loop();
    }
    (spent() - before) / begun.elapsed().as_secs_f64()
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_page_can_be_used_within_half_a_second_of_opening() {
    browse(None, |page| {
        let script = json!({ "source": WATCH_OPENING });
        page.chromium("Page.addScriptToEvaluateOnNewDocument", script);
        let opened: Vec<(f64, f64)> = (0..8)
            .map(|_| {
                let share = share_of_a_processor();
                page.go("");
                page.wait("the gallery", "return typeof window.usable === 'number'");
                (page.js("return window.usable").as_f64().unwrap(), share)
            })
            .collect();
        // What other work on a busy machine takes is not the page's.
        let soon = |&(after, share): &(f64, f64)| after * share.min(1.0) < 500.0;
        assert!(opened.iter().any(soon), "milliseconds and shares of a processor: {opened:.1?}");
    });
}
