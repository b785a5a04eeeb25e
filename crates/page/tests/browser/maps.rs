//! Maps and graphs in a real browser: drawn by hand, watched, raced and opened from files.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{Page, browse};

/// A map of ten columns and four rows without walls.
const OPEN: &str = "#watch?domain=grid&instance=S.........%0A..........%0A..........%0A.........G";

fn instance(page: &Page) -> String {
    page.js("return document.querySelector('#instance').value").as_str().unwrap().to_string()
}

fn wait_instance(page: &Page, rows: &[&str]) {
    let wanted = rows.join("\n");
    let script = format!("return document.querySelector('#instance').value === {wanted:?}");
    let begun = Instant::now();
    while page.js(&script) != Value::Bool(true) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{} is not {wanted}", instance(page));
        std::thread::sleep(Duration::from_millis(30));
    }
    // The requested board is there, not the one that was drawn on.
    page.wait_text("#status", "Ready");
}

/// Where the middle of a cell of the map is.
fn spot(page: &Page, column: u32, row: u32, columns: u32, rows: u32) -> (f64, f64) {
    let script = format!(
        "const map = document.querySelector('#map'); map.scrollIntoView({{ block: 'center' }}); \
         const box = map.getBoundingClientRect(); \
         return [box.left + ({column} + 0.5) * box.width / {columns}, \
                 box.top + ({row} + 0.5) * box.height / {rows}]"
    );
    let place = page.js(&script);
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

/// Drags from cell to cell of [`OPEN`].
fn drag(page: &Page, cells: &[(u32, u32)]) {
    let spots: Vec<_> = cells.iter().map(|&(x, y)| spot(page, x, y, 10, 4)).collect();
    page.drag(&spots);
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_map_is_drawn_by_dragging() {
    browse(None, |page| {
        page.go(OPEN);
        page.wait("the map", "return !!document.querySelector('#map')");
        // Cells are named by their column and row from 0, and so are the edges.
        let numbers = |count: u32| (0..count).map(|n| n.to_string()).collect::<Vec<_>>();
        assert_eq!(page.texts("#board .edge.across span"), numbers(10));
        assert_eq!(page.texts("#board .edge.down span"), numbers(4));
        drag(page, &[(5, 0), (5, 2)]);
        let wall = ["S....#....", ".....#....", ".....#....", ".........G"];
        wait_instance(page, &wall);
        // A drag that begins on a wall erases.
        drag(page, &[(5, 1), (5, 2)]);
        wait_instance(page, &["S....#....", "..........", "..........", ".........G"]);
        page.click("#undo-edit");
        wait_instance(page, &wall);
        // The ends are dragged, and are not put on walls.
        drag(page, &[(0, 0), (2, 1)]);
        wait_instance(page, &[".....#....", "..S..#....", ".....#....", ".........G"]);
        drag(page, &[(9, 3), (5, 1)]);
        assert_eq!(instance(page).matches('G').count(), 1);
        page.click("#clear-instance, #undo-edit");
        page.go(OPEN);
        page.wait("the map", "return !!document.querySelector('#map')");
        page.click("label[for=tool-cost]");
        drag(page, &[(3, 3), (6, 3)]);
        wait_instance(page, &["S.........", "..........", "..........", "...5555..G"]);
        page.screenshot("map-drawn");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_map_is_drawn_by_keys_and_by_touch() {
    browse(None, |page| {
        page.go(OPEN);
        let is_open = "return !!document.querySelector('#map') \
             && !document.querySelector('#run').disabled";
        page.wait("the map", is_open);
        page.js("document.querySelector('#map').focus()");
        // Right twice, down, a wall; then a cost beside it, and the goal below.
        for key in ["\u{e014}", "\u{e014}", "\u{e015}", "#"] {
            page.press(key);
        }
        wait_instance(page, &["S.........", "..#.......", "..........", ".........G"]);
        assert_eq!(page.text("#map-place"), "2:1: wall");
        assert_eq!(page.js("return document.activeElement.id"), "map");
        page.press("\u{e014}");
        page.press("7");
        wait_instance(page, &["S.........", "..#7......", "..........", ".........G"]);
        page.press("\u{e015}");
        page.press("g");
        wait_instance(page, &["S.........", "..#7......", "...G......", ".........."]);
        let (x, y) = spot(page, 7, 0, 10, 4);
        let (_, below) = spot(page, 7, 3, 10, 4);
        let touch = |kind: &str, points: Value| {
            page.chromium(
                "Input.dispatchTouchEvent",
                json!({ "type": kind, "touchPoints": points }),
            );
        };
        touch("touchStart", json!([{ "x": x, "y": y }]));
        touch("touchMove", json!([{ "x": x, "y": below }]));
        touch("touchEnd", json!([]));
        wait_instance(page, &["S......#..", "..#7...#..", "...G...#..", ".......#.."]);
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_maze_is_made_and_its_frontier_is_watched_forward_and_back() {
    browse(None, |page| {
        page.go("#watch?domain=grid&instance=maze/31x21/3&method=astar");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        let seen = "const map = document.querySelector('#board canvas'); \
                    return [Number(map.dataset.expanded), Number(map.dataset.waiting)]";
        page.click("#last");
        let [expanded, frontier] =
            ["expanded", "frontier"].map(|name| page.text(&format!("[data-fact={name}]")));
        // The goal is reported before it counts as expanded.
        let last = page.js(seen);
        assert_eq!(last[0].to_string(), expanded);
        assert!((last[1].as_i64().unwrap() - frontier.parse::<i64>().unwrap()).abs() <= 1);
        let half = "const s = document.querySelector('#scrubber'); s.value = Math.round(s.max / 2); \
                    s.dispatchEvent(new Event('input'));";
        page.js(half);
        let back = page.js(seen);
        page.click("#first");
        assert_eq!(page.js(seen), json!([0, 0]));
        page.js(half);
        assert_eq!(page.js(seen), back);
        // What a cell is coloured by can be chosen.
        let colours = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => { \
            const map = document.querySelector('#board canvas'); \
            const { data } = map.getContext('2d').getImageData(0, 0, map.width, map.height); \
            let sum = 0; for (const part of data) sum = (sum * 31 + part) % 1e9; done(sum); }))";
        let by_f = page.js_later(colours);
        page.click("label[for=shade-h]");
        assert_ne!(page.js_later(colours), by_f);
        page.click("label[for=shade-f]");
        assert_eq!(page.js_later(colours), by_f);
        // A click on a cell goes to the step that made it what it is.
        page.click("#last");
        page.js("const map = document.querySelector('#board canvas'), box = map.getBoundingClientRect(); \
            const [x, y] = map.getAttribute('aria-label').match(/start (\\d+):(\\d+)/).slice(1).map(Number); \
            map.dispatchEvent(new MouseEvent('click', { bubbles: true, \
            clientX: box.left + (x + 0.5) * box.width / 31, clientY: box.top + (y + 0.5) * box.height / 21 }))");
        assert_eq!(page.js("return document.querySelector('#jump').value"), "1");
        page.screenshot("map-maze");
        page.go(OPEN);
        page.wait("the map", "return !!document.querySelector('#map')");
        page.js("document.querySelector('#make-size').value = '64x64'");
        page.click("#make-map");
        page.wait(
            "the maze",
            "return document.querySelector('#map')?.getAttribute('aria-label').startsWith('Map of 64 columns and 64 rows')",
        );
        assert!(instance(page).starts_with("maze/64x64/"));
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_search_from_both_ends_shows_which_end_it_came_from() {
    let shown = "const item = document.querySelector('.board-key .map-back, .board-key .node-back'); \
                 return getComputedStyle(item).display !== 'none'";
    browse(None, |page| {
        for (instance, method, both) in [
            ("domain=grid&instance=rooms/33x33/2", "bidirectional", true),
            ("domain=grid&instance=rooms/33x33/2", "astar", false),
            ("domain=graph&instance=romania, Arad, Bucharest", "bidirectional", true),
            ("domain=graph&instance=romania, Arad, Bucharest", "astar", false),
        ] {
            page.go(&format!("#watch?{instance}&method={method}"));
            page.click("#run");
            page.wait("the run to end", "return !document.querySelector('#run').disabled");
            page.click("#last");
            assert_eq!(page.texts("#board .two-sided").len(), usize::from(both), "{instance}");
            assert_eq!(page.js(shown), both, "{instance} {method}");
        }
    });
}

/// Walks back and forth in the steps of a search, and recounts at each stop what should be there.
const VISITS: &str = "
    const done = arguments[0];
    import('/models/visits.js').then(({ Visits }) => {
        let seed = 7;
        const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
        const steps = Array.from({ length: 3000 }, (_, at) => {
            const kind = random(40);
            if (kind === 0) return { event: 'bound', bound: at };
            const event = kind < 15 ? 'expand' : 'generate';
            const fate = ['new', 'cheaper', 'known', 'pruned'][random(4)];
            return { event, fate, cells: [random(50)], g: random(9), h: random(9) };
        });
        const tree = { nodeOf: steps.map(() => -1), treeOf: [], trees: [] };
        for (const { event } of steps) {
            if (event === 'bound') tree.trees.push({});
            tree.treeOf.push(tree.trees.length);
        }
        const visits = new Visits({ steps, tree }, 50);
        const wrong = [];
        for (let round = 0; round < 200; round += 1) {
            const after = random(3001);
            visits.to(after, () => {});
            const slow = new Map();
            for (const { event, fate, cells, g } of steps.slice(0, after)) {
                if (event === 'bound') slow.clear();
                else if (event === 'expand') slow.set(cells[0], [2, g]);
                else if (fate === 'new' || fate === 'cheaper') slow.set(cells[0], [1, g]);
            }
            for (let place = 0; place < 50; place += 1) {
                const [state, g] = slow.get(place) ?? [0];
                if (visits.stateOf(place) !== state || (state && visits.g[place] !== g))
                    wrong.push(`${after}: ${place}`);
            }
            const counts = [1, 2].map((state) => [...slow.values()].filter(([one]) => one === state).length);
            if (counts.join() !== visits.counts.slice(1).join()) wrong.push(`${after}: ${visits.counts}`);
        }
        done(wrong.slice(0, 5).join());
    });
";

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn where_a_search_has_been_is_the_same_forward_and_back() {
    browse(None, |page| assert_eq!(page.js_later(VISITS), ""));
}

/// Drops a file on the board.
fn drop_file(page: &Page, name: &str, text: &str) {
    page.js(&format!(
        "const files = new DataTransfer(); files.items.add(new File([{text:?}], {name:?})); \
         document.querySelector('#board').dispatchEvent(new DragEvent('drop', \
         {{ dataTransfer: files, bubbles: true, cancelable: true }}))"
    ));
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn files_of_maps_and_graphs_are_dropped_on_the_board() {
    browse(None, |page| {
        page.go(OPEN);
        page.wait("the map", "return !!document.querySelector('#map')");
        drop_file(page, "a.map", "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@T.\n.....\n");
        wait_instance(page, &["S....", ".###.", "....G"]);
        page.go("#watch?domain=graph");
        page.wait("the graph", "return !!document.querySelector('#board .graph')");
        drop_file(page, "a.csv", "from,to,cost\na,b,2\nb,c,3\na,c,9\n");
        page.wait("the nodes", "return document.querySelectorAll('#board .vertex').length === 3");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.click("#last");
        page.wait_text("#status", "at cost 5, which is optimal");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn a_large_map_is_an_image_and_quick() {
    browse(None, |page| {
        page.go("#watch?domain=grid&instance=caves/700x700/1&method=astar");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        let slow =
            page.js("const s = document.querySelector('#scrubber'), begun = performance.now(); \
             for (let i = 0; i <= 100; i += 1) { s.value = Math.round(s.max * i / 100); \
             s.dispatchEvent(new Event('input')); } return (performance.now() - begun) / 101");
        assert!(slow.as_f64().unwrap() < 50.0, "{slow} ms for a step");
        page.click("#last");
        page.wait_text("#status", "which is optimal");
        page.screenshot("map-large");
        // A map of sixteen million cells is drawn smaller.
        page.go("#watch?domain=grid&instance=random(density=0.1)/4096x4096/1");
        page.wait("the map", "return !!document.querySelector('#map')");
        assert_eq!(page.texts("#board .none").len(), 0);
    });
}

/// Where a node is drawn.
fn node(page: &Page, name: &str) -> (f64, f64) {
    let script = format!(
        "const node = [...document.querySelectorAll('#board .vertex')].find((one) => \
         one.querySelector('.node-name').textContent === {name:?}).querySelector('circle'); \
         const box = node.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]"
    );
    let place = page.js(&script);
    (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
}

fn click_node(page: &Page, name: &str) {
    let place = node(page, name);
    page.drag(&[place]);
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn romania_is_a_map_whose_nodes_and_edges_are_changed_by_clicks() {
    browse(None, |page| {
        page.go("#watch?domain=graph&instance=romania, Arad, Bucharest&method=ucs");
        page.wait("the graph", "return !!document.querySelector('#board .graph')");
        let [arad, bucharest, iasi, giurgiu] =
            ["Arad", "Bucharest", "Iasi", "Giurgiu"].map(|name| node(page, name));
        assert!(arad.0 < bucharest.0 && arad.1 < bucharest.1);
        assert!(iasi.0 > bucharest.0 && iasi.1 < bucharest.1 && giurgiu.1 > bucharest.1);
        // A click makes a goal.
        click_node(page, "Sibiu");
        wait_instance(page, &["romania, Arad, Sibiu"]);
        page.click("label[for=tool-start]");
        click_node(page, "Neamt");
        wait_instance(page, &["romania, Neamt, Sibiu"]);
        page.click("#undo-edit");
        page.click("#undo-edit");
        wait_instance(page, &["romania, Arad, Bucharest"]);
        // A dragged node stays where it is put, when it is watched too.
        let (x, y) = node(page, "Neamt");
        page.drag(&[(x, y), (x - 30.0, y + 20.0)]);
        let (moved, _) = node(page, "Neamt");
        assert!((moved - (x - 30.0)).abs() < 3.0, "{moved} {x}");
        // Through Fagaras it becomes cheaper: 140 + 99 + 100 = 339.
        let fagaras = "return [...document.querySelector('#edge').options].findIndex((option) => \
                       ['Bucharest – Fagaras', 'Fagaras – Bucharest'].includes(option.text))";
        let edge = page.js(fagaras);
        page.js(&format!(
            "const edge = document.querySelector('#edge'); edge.value = '{edge}'; \
             edge.dispatchEvent(new Event('change'))"
        ));
        assert_eq!(page.js("return document.querySelector('#edge-cost').value"), "211");
        page.fill("#edge-cost", "100\u{e007}");
        page.wait(
            "the change",
            "return document.querySelector('#instance').value.includes('\"cost\":100')",
        );
        page.wait_text("#status", "Ready");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.click("#last");
        page.wait_text("#status", "at cost 339, which is optimal");
        assert_eq!(page.texts("#board line.way").len(), 3);
        page.screenshot("graph-romania");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn australia_has_its_names_and_lies_as_it_does_on_a_map() {
    browse(None, |page| {
        page.go("#watch?domain=coloring");
        page.wait("the states", "return document.querySelectorAll('#board .vertex').length === 7");
        let [west, queensland, tasmania] = ["WA", "Q", "T"].map(|name| node(page, name));
        assert!(west.0 < queensland.0 && tasmania.1 > queensland.1);
        // They keep their names and places when a border is taken away.
        page.click("#remove-edge");
        page.wait(
            "8 borders",
            "return document.querySelector('#instance').value.includes('p edge 7 8')",
        );
        page.wait("8 lines", "return document.querySelectorAll('#board .grip').length === 8");
        assert_eq!(["WA", "Q", "T"].map(|name| node(page, name)), [west, queensland, tasmania]);
        page.click("#undo-edit");
        page.wait("9 lines", "return document.querySelectorAll('#board .grip').length === 9");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.click("#first");
        page.click("#step-forward");
        assert!(page.text("#why").contains("is assigned colour"), "{}", page.text("#why"));
        page.wait(
            "the state's name",
            r"return /\b(WA|NT|SA|Q|NSW|V|T)\b/.test(document.querySelector('[data-fact=about]')?.textContent)",
        );
        page.click("#last");
        page.wait_text("#status", "Solved");
        page.screenshot("graph-australia");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn methods_race_on_one_map_and_their_trees_stand_side_by_side() {
    browse(None, |page| {
        page.go("#race?domain=grid&instance=rooms/33x33/2&method=bfs&method=astar");
        page.click("#run");
        page.wait("the run to end", "return !document.querySelector('#run').disabled");
        page.click("#last");
        page.wait_text("#status", "The race is over: 2 of 2 solved it.");
        let seen = "return [...document.querySelectorAll('.lane canvas.map-cells')].map((map) => Number(map.dataset.expanded))";
        let expanded = page.js(seen);
        assert!(expanded[0].as_u64() > expanded[1].as_u64(), "{expanded}");
        // What is drawn as expanded is what the search expanded; here no cell is expanded twice.
        let counted = page.texts("#result td[data-column=expanded]");
        assert_eq!(
            json!(counted.iter().map(|text| text.parse().unwrap()).collect::<Vec<u64>>()),
            expanded
        );
        page.screenshot("race-map");
        page.click("label[for=shows-trees]");
        page.wait(
            "two trees",
            "return document.querySelectorAll('.lane #tree-0, .lane #tree-1').length === 2",
        );
        page.wait_text("#tree-note-0", " nodes, depth ");
        page.wait_text("#tree-note-1", " nodes, depth ");
        let beside = "const [a, b] = [...document.querySelectorAll('.lane-tree')].map((tree) => tree.getBoundingClientRect()); \
                      return a.top === b.top && a.right < b.left";
        assert_eq!(page.js(beside), true);
        page.wait("the address", "return location.hash.includes('show=trees')");
        page.screenshot("race-trees");
    });
}

#[test]
#[ignore = "needs Chromium; scripts/test runs it"]
fn the_cards_of_the_gallery_show_what_they_open() {
    browse(None, |page| {
        page.go("");
        page.wait("the cards", "return document.querySelectorAll('#gallery a.card').length >= 6");
        let card = "return [...document.querySelectorAll('#gallery a.card')].findIndex((card) => card.textContent.includes('maze'))";
        let number = page.js(card).as_u64().unwrap() + 1;
        let label = "?.getAttribute('aria-label') ?? ''";
        let shown = page.js(&format!(
            "return document.querySelector('#gallery a.card:nth-child({number}) canvas'){label}"
        ));
        page.click(&format!("#gallery a.card:nth-child({number})"));
        page.wait("it to play", "return Number(document.querySelector('#scrubber').value) > 1");
        let begins = format!("return document.querySelector('#board canvas'){label}");
        let opened = page.js(&begins);
        assert!(opened.as_str().unwrap().starts_with(shown.as_str().unwrap()), "{opened} {shown}");
    });
}
