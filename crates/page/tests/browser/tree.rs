//! The tree under real input: dragged with a mouse, pinched and dragged with fingers, moved by keys.

use serde_json::{Value, json};

use crate::driver::{Page, browse};
use crate::lesson::run;

const PUZZLE: &str = "8-puzzle&instance=3+4+1+6+0+2+7+8+5&method=astar(manhattan)";
const ROOT: &str = "created in step 1, depth 0";

type Place = (f64, f64);

fn beside((x, y): Place, dx: f64, dy: f64) -> Place {
    (x + dx, y + dy)
}

/// Where on the window the root of the whole tree is, which is alone at the top; and the middle.
fn replayed(page: &Page) -> (Place, Place) {
    run(page, PUZZLE);
    page.click("#last");
    page.wait_text("#tree-note", "16 nodes, depth 8");
    let at = page.js("const tree = document.querySelector('#tree'); \
         tree.scrollIntoView({ block: 'center' }); \
         const box = tree.getBoundingClientRect(); \
         return [box.left + box.width / 2, box.top + 16, box.top + box.height / 2]");
    let at = |number: usize| at[number].as_f64().unwrap();
    ((at(0), at(1)), (at(0), at(2)))
}

/// Which node the tree has at a place, when it is drawn.
fn node_at(page: &Page, place: Place) -> String {
    page.js_later(
        "const done = arguments[0]; \
         requestAnimationFrame(() => requestAnimationFrame(() => done(null)))",
    );
    page.point(beside(place, 0.0, 1.0));
    page.point(place);
    page.tip().lines().last().unwrap_or_default().to_string()
}

fn step(page: &Page) -> Value {
    page.js("return document.querySelector('#jump').value")
}

fn wait_zoomed(page: &Page) {
    page.wait("a part of the tree", "return !document.querySelector('#tree-fit').disabled");
}

/// Touches with fingers that each go along their places, and lifts them.
fn touch(page: &Page, fingers: &[&[Place]]) {
    let send = |kind: &str, points: Vec<Value>| {
        let event = json!({ "type": kind, "touchPoints": points });
        page.chromium("Input.dispatchTouchEvent", event);
    };
    let at = |when: usize, count: usize| -> Vec<Value> {
        let points = fingers.iter().take(count).enumerate();
        points.map(|(id, way)| json!({ "x": way[when].0, "y": way[when].1, "id": id })).collect()
    };
    for count in 1..=fingers.len() {
        send("touchStart", at(0, count));
    }
    for when in 1..fingers[0].len() {
        send("touchMove", at(when, fingers.len()));
    }
    send("touchEnd", Vec::new());
}

/// From one place to another in ten steps.
fn way(from: Place, to: Place) -> Vec<Place> {
    let part = |n: i32| f64::from(n) / 10.0;
    (0..=10)
        .map(|n| (from.0 + (to.0 - from.0) * part(n), from.1 + (to.1 - from.1) * part(n)))
        .collect()
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_dragged_tree_moves_with_the_mouse_and_no_node_is_clicked() {
    browse(None, |page| {
        let (root, middle) = replayed(page);
        let last = step(page);
        assert_eq!(node_at(page, root), ROOT);
        // What is under the wheel stays there.
        page.wheel(root, -300);
        wait_zoomed(page);
        assert_eq!(node_at(page, root), ROOT);
        // The root is pressed, moved and released: it is where the mouse is, and not clicked.
        let right = beside(root, 120.0, 0.0);
        page.drag(&way(root, right));
        assert_eq!(node_at(page, right), ROOT);
        assert_ne!(node_at(page, root), ROOT);
        assert_eq!(step(page), last);
        // Up, and down again to the edge, beyond which there is nothing.
        page.drag(&way(middle, beside(middle, 0.0, -90.0)));
        assert_ne!(node_at(page, right), ROOT);
        page.drag(&way(middle, beside(middle, 0.0, 170.0)));
        assert_eq!(node_at(page, right), ROOT);
        // A drag goes on outside of the tree and ends where the mouse is released.
        let outside = beside(root, 0.0, -60.0);
        let mut there_and_back = way(middle, outside);
        there_and_back.extend(way(outside, beside(middle, -100.0, 0.0)));
        page.drag(&there_and_back);
        assert_eq!(node_at(page, beside(root, 20.0, 0.0)), ROOT);
        page.drag(&way(middle, outside));
        page.point(middle);
        page.point(beside(middle, 100.0, 0.0));
        for _ in 0..2 {
            page.drag(&way(middle, beside(middle, 0.0, 200.0)));
        }
        assert_eq!(node_at(page, beside(root, 20.0, 0.0)), ROOT);
        assert_eq!(step(page), last);
        // Pressed and not moved, it is a click.
        page.drag(&[beside(root, 20.0, 0.0)]);
        assert_eq!(step(page), "1");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_tree_is_pinched_and_moved_by_fingers() {
    browse(None, |page| {
        page.size(390, 844);
        let (root, middle) = replayed(page);
        let last = step(page);
        // Two fingers go apart, side by side and then one above the other.
        for (dx, dy) in [(20.0, 0.0), (0.0, 20.0)] {
            page.js("document.querySelector('#tree-fit').click()");
            page.wait("the whole tree", "return document.querySelector('#tree-fit').disabled");
            let before = page.js("return scrollY");
            let finger = |sign: f64| {
                let at = |times: f64| beside(middle, sign * times * dx, sign * times * dy);
                way(at(1.0), at(3.0))
            };
            touch(page, &[&finger(-1.0), &finger(1.0)]);
            wait_zoomed(page);
            assert_eq!(page.js("return scrollY"), before);
        }
        // To the top: one finger moves the tree, not the page, in any direction.
        let before = page.js("return scrollY");
        for _ in 0..3 {
            touch(page, &[&way(beside(middle, 0.0, -60.0), beside(middle, 0.0, 90.0))]);
        }
        assert_eq!(node_at(page, root), ROOT);
        let right = beside(root, 60.0, 0.0);
        touch(page, &[&way(root, right)]);
        assert_eq!(node_at(page, right), ROOT);
        assert_eq!(step(page), last);
        // Two fingers come together: it is whole again, and one finger scrolls the page.
        let finger = |dx: f64| way(beside(middle, dx, 0.0), beside(middle, dx / 8.0, 0.0));
        touch(page, &[&finger(-80.0), &finger(80.0)]);
        page.wait("the whole tree", "return document.querySelector('#tree-fit').disabled");
        assert_eq!(node_at(page, root), ROOT);
        assert_eq!(page.js("return scrollY"), before);
        touch(page, &[&way(middle, beside(middle, 0.0, -80.0))]);
        let before = before.as_f64().unwrap();
        page.wait("the page to scroll", &format!("return scrollY > {before} + 20"));
        assert_eq!(step(page), last);
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_tree_is_zoomed_and_moved_by_keys() {
    browse(None, |page| {
        let (root, _) = replayed(page);
        page.js("document.querySelector('#tree').focus()");
        page.press("++");
        wait_zoomed(page);
        let shifted = |key: &str| page.press(&format!("\u{e008}{key}\u{e000}"));
        for _ in 0..8 {
            shifted("\u{e013}");
        }
        assert_eq!(node_at(page, root), ROOT);
        shifted("\u{e014}");
        assert_ne!(node_at(page, root), ROOT);
        shifted("\u{e012}");
        assert_eq!(node_at(page, root), ROOT);
        shifted("\u{e015}");
        assert_ne!(node_at(page, root), ROOT);
        page.press("0");
        page.wait("the whole tree", "return document.querySelector('#tree-fit').disabled");
        assert_eq!(node_at(page, root), ROOT);
    });
}
