//! Graphs: what parsers accept and refuse, and searches compared with an independent Bellman-Ford.

use std::sync::Arc;

use goalward::path::{BestFirst, Bidirectional, PathSearch, PlanOf, k_cheapest};
use goalward::{Blind, Heuristic, Limits, Meter, Outcome, Reversible, Rng, StateSpace};
use goalward_domains::graph::heuristics::{Alt, Euclidean, GreatCircle, StraightLine, Unsuited};
use goalward_domains::graph::{Builder, Direction, Graph, Node, Route, romania};

/// The distances from all nodes to one, in a plain array: all edges are relaxed until nothing
/// changes (Bellman and Ford).
fn distances_to(graph: &Graph, goal: Node) -> Vec<f64> {
    let mut distance = vec![f64::INFINITY; graph.nodes()];
    distance[goal.number()] = 0.0;
    loop {
        let before = distance.clone();
        for tail in graph.all_nodes() {
            for edge in graph.leaving(tail) {
                let way = graph.cost(edge) + distance[graph.head(edge).number()];
                distance[tail.number()] = distance[tail.number()].min(way);
            }
        }
        if distance == before {
            return distance;
        }
    }
}

fn random(nodes: usize, edges: usize, direction: Direction, rng: &mut Rng) -> Graph {
    let mut graph = Builder::new(direction);
    let nodes: Vec<_> = (0..nodes).map(|i| graph.node(&format!("n{i}")).unwrap()).collect();
    for &node in &nodes {
        graph.place(node, [rng.unit() * 360.0 - 180.0, rng.unit() * 180.0 - 90.0]).unwrap();
    }
    for _ in 0..edges {
        let [a, b] = [0; 2].map(|_: usize| nodes[rng.below(nodes.len())]);
        let cost = if rng.below(2) == 0 { rng.below(20) as f64 } else { rng.unit() * 20.0 };
        graph.edge(a, b, cost).unwrap();
    }
    graph.finish().unwrap()
}

fn length(route: &Route, outcome: Outcome<PlanOf<Route>>) -> f64 {
    let Some(plan) = outcome.into_solution() else { return f64::INFINITY };
    plan.check(route).unwrap();
    plan.cost
}

fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.max(b)
}

fn admissible_and_consistent<H: Heuristic<Route>>(route: &Route, heuristic: &H, to_goal: &[f64]) {
    let h = |node: Node| heuristic.estimate(heuristic.memo(&node));
    let graph = route.graph();
    for node in graph.all_nodes() {
        assert!(h(node) <= to_goal[node.number()] * (1.0 + 1e-9), "{}", graph.name(node));
        for edge in graph.leaving(node) {
            let next = h(graph.head(edge)) + graph.cost(edge);
            assert!(h(node) <= next * (1.0 + 1e-9), "{}", graph.name(node));
        }
    }
}

#[test]
fn every_search_finds_the_cheapest_path() {
    let mut rng = Rng::new(3);
    let mut without_way = 0;
    for i in 0..600 {
        let direction = if i % 2 == 0 { Direction::One } else { Direction::Both };
        let nodes = 2 + rng.below(30);
        let edges = rng.below(3 * nodes);
        let graph = Arc::new(random(nodes, edges, direction, &mut rng));
        let all: Vec<_> = graph.all_nodes().collect();
        let [from, to] = [0; 2].map(|_: usize| all[rng.below(nodes)]);
        let route = Route::new(graph.clone(), from, to);
        let to_goal = distances_to(&graph, to);
        let real = to_goal[from.number()];
        let alt = Alt::of(&route, 3, &mut Meter::new(&Limits::default())).unwrap();
        let [euclidean, circle] =
            (Euclidean::of(&route).unwrap(), GreatCircle::of(&route).unwrap())
                .into_array(&route, &to_goal);
        admissible_and_consistent(&route, &alt, &to_goal);
        let found = [
            length(&route, BestFirst::uniform_cost().solve(&route, &Blind)),
            length(&route, BestFirst::a_star().solve(&route, &alt)),
            length(&route, Bidirectional::default().solve(&route)),
            euclidean,
            circle,
        ];
        assert!(found.iter().all(|&length| same(length, real)), "{found:?} instead of {real}");
        without_way += usize::from(real.is_infinite());
    }
    assert!(without_way > 50, "{without_way}");
}

/// What A* finds with each, both audited.
trait Audited {
    fn into_array(self, route: &Route, to_goal: &[f64]) -> [f64; 2];
}

impl<A: Heuristic<Route>, B: Heuristic<Route>> Audited for (A, B) {
    fn into_array(self, route: &Route, to_goal: &[f64]) -> [f64; 2] {
        admissible_and_consistent(route, &self.0, to_goal);
        admissible_and_consistent(route, &self.1, to_goal);
        let a_star = BestFirst::a_star();
        [length(route, a_star.solve(route, &self.0)), length(route, a_star.solve(route, &self.1))]
    }
}

#[test]
fn edges_into_a_node_are_the_edges_out_of_others() {
    let mut rng = Rng::new(5);
    for direction in [Direction::One, Direction::Both] {
        let graph = Arc::new(random(40, 90, direction, &mut rng));
        let any = graph.all_nodes().next().unwrap();
        let route = Route::new(graph.clone(), any, any);
        let mut into = 0;
        for node in graph.all_nodes() {
            for (before, edge) in route.predecessors(&node) {
                assert_eq!(route.apply(&before, &edge), node);
                assert!(route.actions(&before).any(|out| out == edge));
                into += 1;
            }
        }
        assert_eq!(into, graph.edges());
    }
}

#[test]
fn romania_is_the_textbooks() {
    let map = Arc::new(romania());
    assert_eq!((map.nodes(), map.edges()), (20, 46));
    let bucharest = map.node("Bucharest").unwrap();
    let to_goal = distances_to(&map, bucharest);
    for city in map.all_nodes() {
        let route = Route::new(map.clone(), city, bucharest);
        let lines = StraightLine::of(&route).unwrap();
        admissible_and_consistent(&route, &lines, &to_goal);
        assert_eq!(
            length(&route, BestFirst::a_star().solve(&route, &lines)),
            to_goal[city.number()]
        );
    }
    let arad = map.node("Arad").unwrap();
    let route = Route::new(map.clone(), arad, bucharest);
    let lines = StraightLine::of(&route).unwrap();
    // The textbook's greedy search goes by Fagaras.
    assert_eq!(length(&route, BestFirst::greedy().solve(&route, &lines)), 450.0);
    let ways = k_cheapest(&route, &lines, 2, &Limits::default()).into_solution().unwrap();
    let costs: Vec<_> = ways.iter().map(|plan| plan.cost).collect();
    assert_eq!(costs, [418.0, 450.0]);
    let back = Route::new(map, bucharest, arad);
    assert_eq!(StraightLine::of(&back).unwrap_err(), Unsuited::StraightLine);
}

#[test]
fn what_is_written_is_read_back() {
    let mut rng = Rng::new(6);
    for graph in [
        romania(),
        random(12, 30, Direction::One, &mut rng),
        Graph::from_csv(b"a,b,0.1\nb,\"c, or \"\"d\"\"\",3\n", Direction::One).unwrap(),
    ] {
        assert_eq!(Graph::from_json(graph.to_json().as_bytes()).unwrap(), graph);
    }
    // Edges that lead both ways may come back in another order.
    let both = random(12, 30, Direction::Both, &mut rng);
    let again = Graph::from_json(both.to_json().as_bytes()).unwrap();
    assert_eq!(again.to_json(), both.to_json());
}

#[test]
fn all_formats_say_the_same() {
    let csv = Graph::from_csv(b"from,to,cost\r\n1,2,5\r\n2,3,2.5\r\n3,1,0\r\n", Direction::One);
    let gr = b"c three\np sp 3 3\na 1 2 5\na 2 3 2.5\na 3 1 0\n";
    let co = b"c places\np aux sp co 3\nv 1 -1000000 2000000\nv 2 0 0\nv 3 500000 1\n";
    let dimacs = Graph::from_dimacs(gr, Some(co));
    let json = Graph::from_json(
        br#"{"directed": true, "nodes": [{"id": 1}, {"id": "2"}, {"id": 3}],
             "edges": [{"source": 1, "target": 2, "weight": 5},
                       {"source": 2, "target": 3, "cost": 2.5},
                       {"source": 3, "target": 1, "length": 0}]}"#,
    );
    let graphml = Graph::from_graphml(
        br#"<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">
            <key id="w" for="edge" attr.name="weight" attr.type="double"><default>5</default></key>
            <graph edgedefault="directed"><node id="1"/><node id="2"/><node id="3"/>
            <edge source="1" target="2"/>
            <edge source="2" target="3"><data key="w">2.5</data></edge>
            <edge source="3" target="1"><data key="w">0</data></edge></graph></graphml>"#,
    );
    let [csv, dimacs, json, graphml] = [csv, dimacs, json, graphml].map(Result::unwrap);
    let edges = |graph: &Graph| -> Vec<(String, String, f64)> {
        let of = |node: Node| {
            let name = |node| graph.name(node).into_owned();
            graph.leaving(node).map(move |e| (name(node), name(graph.head(e)), graph.cost(e)))
        };
        graph.all_nodes().flat_map(of).collect()
    };
    for graph in [&dimacs, &json, &graphml] {
        assert_eq!(edges(graph), edges(&csv));
        assert_eq!(graph.direction(), Direction::One);
    }
    let places: Vec<_> = dimacs.all_nodes().map(|node| dimacs.coordinates(node).unwrap()).collect();
    assert_eq!(places, [[-1.0, 2.0], [0.0, 0.0], [0.5, 1e-6]]);
    assert_eq!(dimacs.node("3").map(Node::number), Some(2));
    assert_eq!((dimacs.node("0"), dimacs.node("4"), dimacs.node("+1")), (None, None, None));
}

#[test]
fn bad_files_are_refused_by_line_and_piece() {
    let csv =
        |text: &str| Graph::from_csv(text.as_bytes(), Direction::Both).unwrap_err().to_string();
    assert_eq!(csv(""), "there is no node");
    assert_eq!(csv("a,b,1\na,b,-2\n"), "line 2: \"-2\" is not a cost: use a number of at least 0");
    assert_eq!(csv("a,b,NaN"), "line 1: \"NaN\" is not a cost: use a number of at least 0");
    assert_eq!(csv("a,b,inf"), "line 1: \"inf\" is not a cost: use a number of at least 0");
    assert_eq!(csv("a,b,1,2"), "line 1: \"a,b,1,2\" is not from,to,cost");
    assert_eq!(csv("a"), "line 1: \"a\" is not from,to,cost");
    assert_eq!(csv("a,\"b"), "line 1: \"a,\\\"b\" is not from,to,cost");
    assert_eq!(csv(",b,1"), "line 1: a node without a name");
    assert_eq!(csv(&"x".repeat(1 << 20)), "line 1: more than 4096 bytes in a line");
    let gr = |text: &str| Graph::from_dimacs(text.as_bytes(), None).unwrap_err().to_string();
    assert_eq!(gr("a 1 2 3\n"), "line 1: there is no line 'p sp NODES ARCS' before this arc");
    assert_eq!(gr("p sp 2 1\na 1 3 4\n"), "line 2: there is no node \"3\"");
    assert_eq!(
        gr("p sp 2 1\na 1 2 -4\n"),
        "line 2: \"-4\" is not a cost: use a number of at least 0"
    );
    assert_eq!(gr("p sp 2 1\na 1 2\n"), "line 2: \"a 1 2\" is not 'a FROM TO COST'");
    assert_eq!(
        gr("p sp 2 1\na x 2 1\n"),
        "line 2: \"a x 2 1\" is not 'a FROM TO COST' with nodes that are whole numbers"
    );
    assert!(gr("p sp 99999999 1\n").contains("nodes for a file of this size"));
    assert!(gr("p sp 2").starts_with("line 1: \"p sp 2\" is not 'p sp NODES ARCS'"));
    assert_eq!(gr(""), "there is no line 'p sp NODES ARCS' with any nodes");
    assert_eq!(gr("p sp 3 2\na 1 2 4\n"), "the header says 2 arcs, but the file has 1");
    let co = |text: &str| {
        Graph::from_dimacs(b"p sp 2 0\n", Some(text.as_bytes())).unwrap_err().to_string()
    };
    assert_eq!(co("v 1 0 0\n"), "node \"2\" has no coordinates, but others do");
    assert_eq!(co("v 3 0 0\n"), "line 1 of the coordinates: there is no node \"3\"");
    assert!(co("p aux sp co 5\n").contains("as many nodes as the graph has"));
    let json = |text: &str| Graph::from_json(text.as_bytes()).unwrap_err().to_string();
    assert!(json("{").contains("line 1 column 1"));
    assert!(json(&"[".repeat(1 << 20)).contains("line 1"));
    let two = r#""nodes": [{"id": "a"}, {"id": "b"}]"#;
    assert_eq!(
        json(&format!(r#"{{{two}, "links": [{{"source": "a", "target": "c"}}]}}"#)),
        "edge 1: there is no node \"c\""
    );
    assert_eq!(
        json(&format!(r#"{{{two}, "links": [{{"source": "a", "target": "b", "cost": -1}}]}}"#)),
        "edge 1: \"-1\" is not a cost: use a number of at least 0"
    );
    assert_eq!(
        json(r#"{"nodes": [{"id": 1}, {"id": "1"}], "links": []}"#),
        "node 2: a second node \"1\""
    );
    let xml = |text: &str| Graph::from_graphml(text.as_bytes()).unwrap_err().to_string();
    assert!(xml("<graphml>\n<graph></oops>").starts_with("line 2: "));
    assert!(xml("<!DOCTYPE x [<!ENTITY a \"b\">]><graphml/>").contains("DTD"));
    assert_eq!(
        xml(
            "<graphml><graph edgedefault='directed'>\n<node id='a'/>\n<edge source='a' target='b'/>\n</graph></graphml>"
        ),
        "line 3: there is no node \"b\""
    );
}

#[test]
fn a_seed_makes_one_connected_graph() {
    let graph = Graph::roads(2_000, &mut Rng::new(4));
    assert_eq!(graph, Graph::roads(2_000, &mut Rng::new(4)));
    let any = graph.all_nodes().next().unwrap();
    assert!(distances_to(&graph, any).iter().all(|distance| distance.is_finite()));
    assert!((2 * 2_000..4 * 2_000).contains(&graph.edges()), "{}", graph.edges());
    for nodes in [1, 2, 3, 7] {
        assert_eq!(Graph::roads(nodes, &mut Rng::new(1)).nodes(), nodes);
    }
}
