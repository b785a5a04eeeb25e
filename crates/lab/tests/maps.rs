//! Maps and graphs in the registry: files of many queries, published lengths, and what holds for
//! some instances only.

use goalward::Limits;
use goalward_lab::{InputError, Report, Run, RunError, Spec, find_domain, open, run};

fn solve(domain: &str, text: Option<&str>, method: &str) -> Result<Report, RunError> {
    let (domain, instance) = open(&domain.parse().unwrap(), text, 1)?;
    let mut options = Run { seed: 1, limits: Limits::default(), jobs: 1, trace: None };
    run(domain, instance.as_ref(), Some(&method.parse().unwrap()), &mut options)
}

fn error(domain: &str, text: Option<&str>) -> String {
    let opened = open(&domain.parse().unwrap(), text, 1);
    let error = opened.err().unwrap_or_else(|| panic!("{domain} {text:?} opens")).to_string();
    assert!(!error.contains('\n'), "{error}");
    error
}

#[test]
fn romania_by_straight_lines() {
    let report = solve("graph", Some("romania:1"), "astar(straight-line)").unwrap();
    assert_eq!((report.cost, report.optimal), (Some(418.0.into()), true));
    let towns = report.solution.unwrap().words();
    assert_eq!(towns, ["Sibiu", "Rimnicu Vilcea", "Pitesti", "Bucharest"]);
    let back = solve("graph(from=Bucharest, to=Arad)", Some("romania"), "astar(alt)").unwrap();
    assert_eq!(back.cost, Some(418.0.into()));
    let refused = solve("graph(nodes=50)", None, "astar(straight-line)").unwrap_err().to_string();
    assert!(refused.starts_with("straight-line distances are known only for paths"), "{refused}");
}

#[test]
fn the_next_ways_to_bucharest_come_after_the_cheapest() {
    let report = solve("graph", Some("romania:1"), "yen(straight-line, find=3)").unwrap();
    let (_, instance) = open(&"graph".parse().unwrap(), Some("romania:1"), 1).unwrap();
    let ways = report.solution.iter().chain(&report.others);
    let costs = ways.map(|way| instance.check(way).unwrap().cost.unwrap().value());
    assert_eq!(costs.collect::<Vec<_>>(), [418.0, 450.0, 575.0]);
    assert!(report.optimal && report.summary.starts_with("Found 3 plans without a loop, the"));
    let all = solve("graph", Some("romania:1"), "yen(zero, find=10000)").unwrap();
    assert!(all.summary.contains("There are "), "{}", all.summary);
}

#[test]
fn a_length_that_is_not_the_published_one_is_an_error() {
    for (length, method, agrees) in [
        ("14.41421356", "astar(octile)", true),
        ("14.414", "jps(octile)", true),
        ("14.5", "jps(octile)", false),
        ("14.4", "greedy(octile)", true),
        ("99", "greedy(octile)", false),
    ] {
        let text = format!("rooms.map 33:20 47:19 {length}");
        let report = solve("grid", Some(&text), method);
        match agrees {
            true => assert_eq!(report.unwrap().instance, text),
            false => {
                let error = report.unwrap_err().to_string();
                assert!(error.contains("but the published length is"), "{error}");
            }
        }
        // With other step rules, other lengths are right.
        assert!(solve("grid(neighbours=4)", Some(&text), "astar(octile)").is_ok());
    }
}

#[test]
fn manhattan_is_called_admissible_only_where_it_is() {
    for (domain, optimal) in [("grid", false), ("grid(neighbours=4)", true)] {
        let report = solve(domain, Some("rooms:5"), "astar(manhattan)").unwrap();
        assert_eq!(report.optimal, optimal, "{domain}");
    }
}

#[test]
fn jps_says_where_it_does_not_serve() {
    assert!(solve("grid", Some("S.G"), "jps").is_ok());
    for (domain, text, why) in [
        ("grid", "S2G", "here cells differ in cost"),
        ("grid(neighbours=4)", "S.G", "here there are 4"),
        ("grid(corners=cut)", "S.G", "here steps cut corners"),
    ] {
        let refused = solve(domain, Some(text), "jps").unwrap_err().to_string();
        let rule = "jps needs 8 neighbours, corners=keep and cells that cost the same";
        assert_eq!(refused, format!("{rule}; {why}: use astar"), "{domain} {text}");
    }
}

#[test]
fn files_of_queries_are_loaded_with_the_map_beside() {
    let files = |name: &str| match name {
        "x/a.map" => Ok(b"type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n".to_vec()),
        "x/a.map.scen" => {
            let lines = "version 1\n0 y/a.map 3 2 0 0 2 0 4\n0 y/a.map 3 2 0 0 1 1 2\n";
            Ok(lines.as_bytes().to_vec())
        }
        "x/a.gr" => Ok(b"p sp 3 2\na 1 2 5\na 2 3 1\n".to_vec()),
        "bad.map.scen" => Ok(b"version 1\n0 bad.map 9 9 0 0 2 0 4\n".to_vec()),
        "bad.map" => Ok(b"...\n".to_vec()),
        _ => Err(InputError(format!("cannot read `{name}`"))),
    };
    let load = |domain: &str, file: &str| {
        let (domain, _) = find_domain(&Spec::bare(domain)).unwrap();
        domain.load.unwrap()(file, &files)
    };
    let texts = load("grid", "x/a.map.scen").unwrap().unwrap();
    assert_eq!(texts, ["x/a.map 0:0 2:0 4", "x/a.map 0:0 1:1 2"]);
    for (text, cost) in texts.iter().zip([4.0, 2.0]) {
        let report = solve("grid", Some(text), "jps(octile)").unwrap();
        assert_eq!((report.cost, &report.instance), (Some(cost.into()), text));
    }
    assert_eq!(load("grid", "x/a.map").unwrap().unwrap(), ["x/a.map"]);
    assert_eq!(load("grid", "map.txt"), Ok(None));
    assert_eq!(load("grid", "y.map.scen").unwrap_err().to_string(), "cannot read `y.map`");
    assert_eq!(
        load("grid", "bad.map.scen").unwrap_err().to_string(),
        "`bad.map.scen`: the query is for a map of 9x9 cells, but bad.map has 3x1"
    );
    assert_eq!(load("graph", "x/a.gr").unwrap().unwrap(), ["x/a.gr"]);
    let report = solve("graph(from=1, to=3)", Some("x/a.gr"), "ucs").unwrap();
    assert_eq!((report.cost, report.instance.as_str()), (Some(6.0.into()), "x/a.gr, 1, 3"));
}

#[test]
fn bad_maps_and_graphs_are_one_line_that_names_the_piece() {
    assert_eq!(
        error("grid", Some("S..\n.x.\n")),
        "line 2, column 2: 'x' is not a cell: \
         use # (wall), . (free), 1 to 9 (cost of entering), S or G"
    );
    assert!(error("grid", Some("...\n...\n")).starts_with("the map has no start: set from="));
    assert_eq!(
        error("grid(from=9:9)", Some("S.G")),
        "9:9 is not on the map: columns are 0 to 2, rows 0 to 0"
    );
    assert!(error("grid(to=x)", Some("S.G")).starts_with("to: \"x\" is not a cell"));
    assert!(
        error("grid", Some("nowhere.map 1:1 2:2")).starts_with("there is no map `nowhere.map`")
    );
    assert!(
        error("grid", Some("version 1\n0 a.map 3 1 0 0 2 0 2\n")).starts_with("this is a scen")
    );
    assert!(error("grid(maze)", Some("S.G")).contains("they cannot be combined with an instance"));
    assert!(error("grid(size=0x5)", None).contains("each side must be 1 to 4096"));
    assert!(
        error("grid(random(density=1))", None).contains("no two cells with a path between them")
    );
    assert!(error("grid", Some("maze/9x9/x")).contains("is not a seed"));
    assert!(error("grid", Some("rooms:26")).contains("they are numbered 1 to 25"));
    assert_eq!(
        error("graph(from=a, to=b)", Some("a,b,1\nb,c,-2\n")),
        "line 2: \"-2\" is not a cost: use a number of at least 0"
    );
    assert_eq!(
        error("graph(from=a, to=z)", Some("a,b,1\nb,c,2\n")),
        "the graph has no node `z`: its nodes are a, b, c"
    );
    assert!(
        error("graph", Some("a,b,1\nb,c,2\n")).starts_with("the start is missing: add from=NODE")
    );
    assert!(error("graph", Some("nothing")).starts_with("there is no graph `nothing`"));
    assert_eq!(
        error("graph(from=a, to=b)", Some("a,b,-2")),
        "line 1: \"-2\" is not a cost: use a number of at least 0"
    );
    assert!(open(&"graph(from=a, to=b)".parse().unwrap(), Some("a,b,2"), 1).is_ok());
}
