//! The server as a browser, and as an attacker, sees it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use goalward_page::{Options, Port, Server};
use serde_json::{Value, json};

/// A server for one test, on a free port.
fn server(options: Options) -> (SocketAddr, Option<String>) {
    let server = Server::bind(&Options { port: Port::Exactly(0), ..options }).unwrap();
    let (address, token) = (server.address(), server.token().map(String::from));
    std::thread::spawn(move || server.serve().unwrap());
    (address, token)
}

fn here() -> SocketAddr {
    server(Options::default()).0
}

struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}", self.body))
    }

    fn error(&self) -> String {
        let json = self.json();
        let error = json["error"].as_str().unwrap();
        assert!(!error.contains('\n') && !error.is_empty());
        error.to_string()
    }
}

/// Sends bytes and reads the answer to its end.
fn send(address: SocketAddr, request: &[u8]) -> Answer {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    // A server that refuses early may not read to the end.
    let _ = stream.write_all(request);
    let mut reader = BufReader::new(stream);
    let head = read_head(&mut reader);
    let mut body = Vec::new();
    if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
        while let Some(chunk) = read_chunk(&mut reader) {
            body.extend(chunk);
        }
    } else {
        reader.read_to_end(&mut body).unwrap();
    }
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
    Answer { status, head, body: String::from_utf8_lossy(&body).into_owned() }
}

fn read_head(reader: &mut impl BufRead) -> String {
    let mut head = String::new();
    while reader.read_line(&mut head).unwrap() > 2 {}
    head
}

fn read_chunk(reader: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim(), 16).ok()?;
    let mut chunk = vec![0; length + 2];
    reader.read_exact(&mut chunk).ok()?;
    chunk.truncate(length);
    (length > 0).then_some(chunk)
}

fn get(address: SocketAddr, path: &str, headers: &str) -> Answer {
    let host =
        if headers.contains("Host:") { String::new() } else { format!("Host: {address}\r\n") };
    let request = format!("GET {path} HTTP/1.1\r\n{host}{headers}Connection: close\r\n\r\n");
    send(address, request.as_bytes())
}

fn post_head(address: SocketAddr, path: &str, headers: &str, length: usize) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    )
}

fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    let body = body.to_string();
    send(address, (post_head(address, path, "", body.len()) + &body).as_bytes())
}

/// The lines of a run, to the end.
fn run(address: SocketAddr, body: &Value) -> Vec<Value> {
    let answer = post(address, "/api/run", body);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let lines = answer.body.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    assert_eq!(lines.last().unwrap()["type"], "end");
    lines
}

/// Starts a run that would take hours; it goes on for as long as the returned value lives.
fn begin(address: SocketAddr, methods: &[&str]) -> BufReader<TcpStream> {
    let body = json!({ "domain": "24-puzzle", "instance": "korf24:1", "methods": methods,
        "steps": 0, "limits": { "seconds": 600, "bytes": 1_000_000 } });
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = post_head(address, "/api/run", "", body.len()) + &body;
    stream.write_all(request.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    assert!(read_head(&mut reader).starts_with("HTTP/1.1 200"));
    let first = String::from_utf8(read_chunk(&mut reader).unwrap()).unwrap();
    assert!(first.contains("\"type\":\"open\""), "{first}");
    reader
}

fn running(address: SocketAddr) -> u64 {
    get(address, "/api/status", "").json()["running"].as_u64().unwrap()
}

fn lane(lines: &[Value], lane: u64, kind: &str) -> Vec<Value> {
    let wanted = |line: &&Value| line["type"] == kind && line["lane"] == lane;
    lines.iter().filter(wanted).cloned().collect()
}

fn steps(lines: &[Value], number: u64) -> Vec<Value> {
    let batches = lane(lines, number, "steps").into_iter();
    batches.flat_map(|batch| batch["steps"].as_array().unwrap().clone()).collect()
}

#[test]
fn the_registry_holds_every_domain_and_explains_every_method() {
    let registry = get(here(), "/api/registry", "").json();
    let domains = registry["domains"].as_array().unwrap();
    assert_eq!(domains.len(), goalward_lab::domains().count());
    for domain in domains {
        assert!(domain["kind"].is_string(), "{domain}");
        for method in domain["methods"].as_array().unwrap() {
            assert!(method["explanation"]["does"].is_string(), "{}", method["name"]);
            for param in method["params"].as_array().unwrap() {
                assert!(param["kind"].is_string(), "{param}");
            }
        }
    }
}

#[test]
fn the_page_comes_with_headers_that_keep_others_out() {
    let address = here();
    let page = get(address, "/", "");
    assert_eq!(page.status, 200);
    for header in [
        "content-type: text/html; charset=utf-8",
        "content-security-policy: default-src 'self';",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.head.contains(header), "{}", page.head);
    }
    assert!(!page.head.contains("unsafe"));
    let tag = page.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().trim();
    assert_eq!(get(address, "/", &format!("If-None-Match: {tag}\r\n")).status, 304);
}

#[test]
fn boards_are_opened_or_refused_in_one_line() {
    let address = here();
    let open = |body: Value| post(address, "/api/open", &body);
    let board = open(json!({ "domain": "8-puzzle", "instance": "8 0 6 5 4 7 2 3 1" })).json();
    assert_eq!(board["cells"], json!([8, 0, 6, 5, 4, 7, 2, 3, 1]));
    assert_eq!(board["view"]["kind"], "tiles");
    assert_eq!(board["view"]["goal"], json!([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    let odd = open(json!({ "domain": "8-puzzle", "instance": "0 2 1 3 4 5 6 7 8" })).json();
    assert!(odd["unsolvable"].as_str().unwrap().contains("cannot be reached"), "{odd}");
    let bad = [
        (json!({ "domain": "9-puzzle" }), 422, "unknown domain `9-puzzle`"),
        (
            json!({ "domain": "8-puzzle", "instance": "8 8 6 5 4 7 2 3 1" }),
            422,
            "tile 8 appears twice",
        ),
        (json!({ "domain": "8-puzzle", "settings": { "gaol": "1" } }), 422, "no setting `gaol`"),
        (json!({ "domain": "mnk", "settings": { "rows": 99 } }), 422, "rows=99 is not allowed"),
        (json!({ "domain": "queens", "instance": "<b>" }), 422, "`<b>` is not a number of queens"),
        (json!({ "domain": 5 }), 400, "invalid request"),
        (json!({ "domain": "queens", "colour": 5 }), 400, "unknown field `colour`"),
        (json!([]), 400, "invalid request"),
    ];
    for (body, status, told) in bad {
        let answer = open(body);
        assert_eq!(answer.status, status, "{}", answer.body);
        assert!(answer.error().contains(told), "{}", answer.body);
    }
}

#[test]
fn a_star_is_watched_from_the_first_node_to_the_report() {
    let body = json!({ "domain": "8-puzzle", "instance": "8 0 6 5 4 7 2 3 1", "methods": ["astar"],
        "limits": { "seconds": 600 } });
    let lines = run(here(), &body);
    assert_eq!(lines[0]["lanes"][0]["method"], "astar(manhattan)");
    let done = &lane(&lines, 0, "done")[0];
    assert_eq!((&done["report"]["cost"], &done["sampled"]), (&json!(31), &json!(false)));
    let boards = done["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 32);
    assert_eq!((&boards[0], &boards[31]), (&lines[0]["cells"], &lines[0]["view"]["goal"]));
    let steps = steps(&lines, 0);
    assert_eq!(done["steps"], steps.len());
    let expanded = steps.iter().filter(|step| step["event"] == "expand").count();
    assert_eq!(done["report"]["expanded"], expanded);
    let mut nodes = 0;
    for (step, n) in steps.iter().zip(1..) {
        assert_eq!(step["n"], n);
        if let Some(parent) = step.get("parent") {
            assert_eq!(step["node"], nodes);
            assert!(parent.as_u64().is_none_or(|parent| parent < nodes), "{step}");
            assert_eq!(parent.is_null(), nodes == 0);
            nodes += 1;
        }
    }
    // The start is not a successor.
    assert_eq!(done["report"]["generated"], nodes - 1);
    // Every node is open or expanded, and the goal was taken out unexpanded.
    let last = steps.last().unwrap();
    assert_eq!(last["event"], "goal");
    let new = |step: &&Value| step["fate"] == "new";
    assert_eq!(last["frontier"], 1 + steps.iter().filter(new).count() - expanded);
}

#[test]
fn every_method_of_every_domain_can_be_watched() {
    let address = here();
    for domain in goalward_lab::domains() {
        let (_, instance) =
            goalward_lab::open(&goalward_lab::Spec::bare(domain.name), None, 1).unwrap();
        let names: Vec<_> = instance.methods().iter().map(|method| method.about.name).collect();
        for names in names.chunks(6) {
            let body = json!({ "domain": domain.name, "methods": names, "steps": 500,
                "limits": { "nodes": 300 } });
            let lines = run(address, &body);
            for (number, name) in names.iter().enumerate() {
                let done = lane(&lines, number as u64, "done");
                assert_eq!(done.len(), 1, "{} {name}", domain.name);
                for step in steps(&lines, number as u64) {
                    let line = step["line"].as_u64();
                    assert!(line.is_some_and(|line| line > 0), "{name}: {step}");
                }
            }
        }
    }
    assert_eq!(running(address), 0);
}

#[test]
fn a_race_gives_each_lane_the_report_it_would_have_alone() {
    let methods = json!(["bfs", { "name": "wastar", "settings": { "weight": 2.5 } }, "idastar"]);
    let body = json!({ "domain": "8-puzzle", "seed": 7, "methods": methods, "steps": 0,
        "limits": { "seconds": 600 } });
    let lines = run(here(), &body);
    for number in 0..3 {
        assert!(steps(&lines, number).is_empty());
        let done = &lane(&lines, number, "done")[0];
        let method = done["report"]["method"].as_str().unwrap().parse().unwrap();
        let (domain, instance) = goalward_lab::open(&"8-puzzle".parse().unwrap(), None, 7).unwrap();
        let mut alone =
            goalward_lab::Run { seed: 7, limits: Default::default(), jobs: 1, trace: None };
        let alone =
            goalward_lab::run(domain, instance.as_ref(), Some(&method), &mut alone).unwrap();
        assert_eq!(done["report"]["expanded"], alone.counters.expanded, "{method}");
        assert_eq!(done["report"]["cost"], json!(alone.cost), "{method}");
    }
}

#[test]
fn the_time_of_a_watched_search_is_that_of_an_unwatched_one() {
    let address = here();
    let began = Instant::now();
    let lines = run(
        address,
        &json!({ "domain": "8-puzzle", "instance": "8 6 7 2 5 4 3 0 1", "methods": ["bfs"] }),
    );
    let watched = began.elapsed().as_secs_f64();
    let seconds = lane(&lines, 0, "done")[0]["report"]["seconds"].as_f64().unwrap();
    // Reporting half a million steps takes at least ten times as long as making them.
    assert!(seconds > 0.0 && seconds < watched / 4.0, "{seconds} of {watched}");
    // A search stopped by its time limit is timed up to the nodes that it reached.
    let body = json!({ "domain": "24-puzzle", "instance": "korf24:1", "methods": ["idastar"],
        "limits": { "seconds": 0.5 } });
    let began = Instant::now();
    let lines = run(address, &body);
    let done = &lane(&lines, 0, "done")[0];
    assert_eq!(done["report"]["stop"], "time");
    let seconds = done["report"]["seconds"].as_f64().unwrap();
    assert!(seconds < 0.5 && began.elapsed() < Duration::from_secs(3), "{seconds}");
}

#[test]
fn a_long_search_is_sampled_and_says_so() {
    let body = json!({ "domain": "15-puzzle", "instance": "korf100:1", "methods": ["idastar"],
        "steps": 1000, "limits": { "nodes": 300_000, "seconds": 600 } });
    let lines = run(here(), &body);
    let done = &lane(&lines, 0, "done")[0];
    assert_eq!((&done["sampled"], &done["report"]["stop"]), (&json!(true), &json!("nodes")));
    let steps = steps(&lines, 0);
    assert_eq!(done["kept"], steps.len());
    assert!(steps.len() < 20_000 && done["steps"].as_u64().unwrap() > 600_000, "{done}");
    assert_eq!(lane(&lines, 0, "sampled")[0]["whole"], 1000);
    let bounds = steps.iter().filter(|step| step["event"] == "bound").count();
    assert!(bounds > 1, "rare events stay");
}

#[test]
fn unknown_methods_and_settings_are_refused_before_anything_runs() {
    let address = here();
    let try_one = |methods: Value, limits: Value| {
        post(
            address,
            "/api/run",
            &json!({ "domain": "8-puzzle", "methods": methods, "limits": limits }),
        )
    };
    for (methods, limits, told) in [
        (json!(["astra"]), json!({}), "did you mean `astar`?"),
        (json!(["astar(manhatan)"]), json!({}), "did you mean `manhattan`?"),
        (json!(["astar("]), json!({}), "unbalanced parentheses"),
        (json!(["bfs", "bfs", "bfs", "bfs", "bfs", "bfs", "bfs"]), json!({}), "at most 6"),
        (json!(["bfs"]), json!({ "seconds": 1e9 }), "seconds=1000000000 is not allowed"),
        (json!(["bfs"]), json!({ "nodes": 0 }), "nodes=0 is not allowed"),
        (json!(["bfs"]), json!({ "bytes": 1e18 as u64 }), "bytes="),
    ] {
        let answer = try_one(methods, limits);
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(answer.error().contains(told), "{}", answer.body);
    }
    assert_eq!(running(address), 0);
}

#[test]
fn limits_of_time_and_memory_are_kept() {
    let address = here();
    let began = Instant::now();
    let body = json!({ "domain": "24-puzzle", "instance": "korf24:1", "methods": ["idastar", "astar"],
        "steps": 0, "limits": { "seconds": 0.5, "bytes": 2_000_000 } });
    let lines = run(address, &body);
    assert!(began.elapsed() < Duration::from_secs(20));
    assert_eq!(lane(&lines, 0, "done")[0]["report"]["stop"], "time");
    assert_eq!(lane(&lines, 1, "done")[0]["report"]["stop"], "memory");
}

#[test]
fn whoever_leaves_takes_the_search_along() {
    let address = here();
    let watched = begin(address, &["idastar", "idastar"]);
    assert_eq!(running(address), 2);
    drop(watched);
    let left = Instant::now();
    while running(address) > 0 {
        assert!(left.elapsed() < Duration::from_secs(10), "the searches go on");
        std::thread::sleep(Duration::from_millis(20));
    }
    eprintln!("idle {:?} after the watcher left", left.elapsed());
}

#[test]
fn too_many_searches_are_refused_in_words_and_the_others_go_on() {
    let address = here();
    let six = ["idastar"; 6];
    let held = [begin(address, &six), begin(address, &six), begin(address, &six[..4])];
    let body = json!({ "domain": "8-puzzle" });
    let answer = post(address, "/api/run", &body);
    assert_eq!(answer.status, 503);
    assert!(answer.error().starts_with("busy: 16 searches are running"), "{}", answer.body);
    drop(held);
}

#[test]
fn memory_is_shared_out_and_never_promised_twice() {
    let (address, _) = server(Options { memory: Some(100_000_000), ..Options::default() });
    let ask = |bytes: u64| {
        let body = json!({ "domain": "8-puzzle", "limits": { "bytes": bytes }, "methods": ["bfs", "bfs"] });
        post(address, "/api/run", &body)
    };
    let answer = ask(60_000_000);
    assert_eq!(answer.status, 503);
    assert!(
        answer.error().contains("may use 0 of 100 MB, but this one needs 120 MB"),
        "{}",
        answer.body
    );
    assert_eq!(ask(40_000_000).status, 200);
}

#[test]
fn tic_tac_toe_is_played_to_the_end() {
    let address = here();
    let play = |body: Value| post(address, "/api/play", &body);
    let reply = play(json!({ "domain": "tictactoe", "moves": ["5"], "engine": "reply" })).json();
    assert_eq!(reply["turn"], "X");
    assert_eq!(reply["played"].as_array().unwrap().len(), 2);
    assert!(["1", "3", "7", "9"].contains(&reply["engine"]["move"].as_str().unwrap()), "{reply}");
    let rate =
        play(json!({ "domain": "tictactoe", "position": "XX.OO....", "engine": "rate" })).json();
    assert_eq!(rate["engine"]["best"], json!(["3"]));
    assert_eq!(rate["engine"]["rated"].as_array().unwrap().len(), 5);
    let won = play(json!({ "domain": "tictactoe", "position": "XX.OO....", "moves": ["3"],
        "engine": "reply" }));
    let won = won.json();
    assert_eq!((&won["over"], &won["turn"]), (&json!("X has won"), &json!(null)));
    assert_eq!((&won["line"], &won["engine"]), (&json!([0, 1, 2]), &json!(null)));
    for (body, told) in [
        (json!({ "domain": "tictactoe", "moves": ["5", "5"] }), "move `5`: "),
        (json!({ "domain": "queens" }), "queens is not a game"),
        (
            json!({ "domain": "tictactoe", "method": "astar", "engine": "rate" }),
            "unknown method `astar`",
        ),
    ] {
        let answer = play(body);
        assert_eq!(answer.status, 422, "{}", answer.body);
        assert!(answer.error().contains(told), "{}", answer.body);
    }
    assert_eq!(running(address), 0);
}

#[test]
fn foreign_pages_and_foreign_names_are_refused() {
    let address = here();
    let port = address.port();
    let own = format!("Origin: http://{address}\r\nSec-Fetch-Site: same-origin\r\n");
    assert_eq!(get(address, "/api/status", &own).status, 200);
    for headers in [
        "Host: evil.example\r\n".to_string(),
        format!("Host: evil.example:{port}\r\n"),
        format!("Host: 127.0.0.1.evil.example:{port}\r\n"),
        "Origin: http://evil.example\r\n".into(),
        "Origin: null\r\n".into(),
        format!("Origin: https://{address}\r\n"),
        format!("Origin: http://127.0.0.1:{}\r\n", port ^ 1),
        "Sec-Fetch-Site: cross-site\r\n".into(),
        "Sec-Fetch-Site: same-site\r\n".into(),
    ] {
        let answer = get(address, "/api/status", &headers);
        assert_eq!(answer.status, 403, "{headers}");
        assert!(!answer.head.to_ascii_lowercase().contains("access-control"), "{}", answer.head);
    }
    let twice = format!("Host: {address}\r\nHost: evil.example\r\n");
    assert_eq!(get(address, "/api/status", &twice).status, 400, "two hosts");
    let own = format!("Host: {address}\r\n");
    let elsewhere = get(address, &format!("http://evil.example:{port}/api/status"), &own);
    assert_eq!(elsewhere.status, 403, "an address of another");
    assert_eq!(get(address, &format!("http://{address}/api/status"), &own).status, 200);
    let linked = get(address, "/", "Sec-Fetch-Site: cross-site\r\n");
    assert_eq!(linked.status, 200, "a link from elsewhere may open the page");
    let body = json!({ "domain": "8-puzzle" }).to_string();
    let form =
        post_head(address, "/api/run", "Origin: http://evil.example\r\n", body.len()) + &body;
    assert_eq!(send(address, form.as_bytes()).status, 403);
    let plain = form
        .replace("Origin: http://evil.example\r\n", "")
        .replace("application/json", "text/plain");
    assert_eq!(send(address, plain.as_bytes()).status, 415);
}

#[test]
fn bodies_are_bounded_and_paths_lead_nowhere_else() {
    let address = here();
    let large = post_head(address, "/api/open", "", 2_000_000);
    assert_eq!(send(address, large.as_bytes()).status, 413);
    let mut chunked =
        large.replace("Content-Length: 2000000", "Transfer-Encoding: chunked").into_bytes();
    for _ in 0..20 {
        chunked.extend(format!("{:x}\r\n{}\r\n", 100_000, " ".repeat(100_000)).bytes());
    }
    assert_eq!(send(address, &chunked).status, 413);
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../Cargo.toml",
        "//etc/passwd",
        "/api/../etc/passwd",
        "/index.html%00",
        "/api/nothing",
    ] {
        let answer = get(address, path, "");
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.body.contains("root:") && !answer.body.contains("[package]"));
    }
    assert_eq!(get(address, "/api/run", "").status, 405);
    let long = format!("X-Long: {}\r\n", "x".repeat(200_000));
    assert!(get(address, "/", &long).status >= 400);
}

#[test]
fn beyond_this_machine_a_token_is_required() {
    let (address, token) = server(Options { address: [0, 0, 0, 0].into(), ..Options::default() });
    let address = SocketAddr::new([127, 0, 0, 1].into(), address.port());
    let token = token.unwrap();
    assert_eq!(token.len(), 32);
    for path in ["/", "/api/registry", "/?token=00000000000000000000000000000000"] {
        assert_eq!(get(address, path, "").status, 401, "{path}");
    }
    assert!(get(address, "/", "").body.contains("This lab needs its token"));
    assert_eq!(
        get(address, "/api/status", "").json()["error"].as_str().map(str::is_empty),
        Some(false)
    );
    let welcome = get(address, &format!("/?token={token}"), "");
    assert_eq!(welcome.status, 303);
    assert!(welcome.head.contains("HttpOnly; SameSite=Strict"), "{}", welcome.head);
    assert_eq!(get(address, "/", &format!("Cookie: other=1; goalward={token}\r\n")).status, 200);
    let foreign = format!("Cookie: goalward={token}\r\nOrigin: http://evil.example\r\n");
    assert_eq!(get(address, "/api/status", &foreign).status, 403);
    assert_eq!(get(address, "/", "Cookie: goalward=no\r\n").status, 401);
}

/// The files that may be open at once limit how many there are on both ends.
#[test]
fn a_thousand_slow_clients_do_not_keep_anyone_waiting() {
    let address = here();
    let watched = begin(address, &["idastar"]);
    let mut slow = Vec::new();
    for i in 0..1000 {
        // If the system allows fewer open files, that many are enough.
        let Ok(mut stream) = TcpStream::connect(address) else { break };
        let part = &b"POST /api/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n"[..];
        let _ = stream.write_all(&part[..i % part.len()]);
        slow.push(stream);
    }
    assert!(slow.len() > 300);
    let began = Instant::now();
    slow.truncate(slow.len() - slow.len() / 10);
    assert_eq!(get(address, "/", "").status, 200);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(running(address), 1, "what is watched goes on");
    drop(watched);
}

#[test]
fn a_watcher_who_does_not_read_holds_up_only_himself() {
    let address = here();
    let body = json!({ "domain": "15-puzzle", "instance": "korf100:1", "methods": ["astar"],
        "limits": { "seconds": 2 } });
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all((post_head(address, "/api/run", "", body.len()) + &body).as_bytes()).unwrap();
    let began = Instant::now();
    while running(address) > 0 || began.elapsed() < Duration::from_millis(500) {
        assert!(began.elapsed() < Duration::from_secs(30), "the search waits for ever");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn an_experiment_runs_and_its_files_can_be_downloaded() {
    let address = here();
    let body = json!({ "domain": "8-puzzle", "settings": { "walk": 12 }, "runs": 5,
        "methods": ["bfs", "astar(manhattan)"] });
    let answer = post(address, "/api/experiment", &body);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let lines: Vec<Value> =
        answer.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["type"], &lines[0]["cells"]), (&json!("planned"), &json!(10)));
    let command = lines[0]["command"].as_str().unwrap();
    assert!(command.starts_with("goalward compare "), "{command}");
    assert!(command.contains("--methods \"bfs, astar(manhattan)\" --runs 5 --seed 1"), "{command}");
    let done = &lines[lines.len() - 2];
    assert_eq!(done["type"], "done");
    assert_eq!(done["table"]["rows"].as_array().unwrap().len(), 2);
    assert!(!done["figures"].as_array().unwrap().is_empty());
    for download in done["downloads"].as_array().unwrap() {
        let file = get(address, download["url"].as_str().unwrap(), "");
        assert_eq!(file.status, 200, "{download}");
        assert!(file.head.contains("content-disposition: attachment"), "{}", file.head);
        if download["ending"] == "csv" {
            assert_eq!(file.body.lines().filter(|line| line.contains("astar")).count(), 5);
        }
    }
    assert_eq!(get(address, "/api/experiments/99.csv", "").status, 404);
    assert_eq!(get(address, "/api/experiments/1.exe", "").status, 404);
    assert_eq!(get(address, "/api/figure.css", "").status, 200);
    let many = json!({ "domain": "8-puzzle", "runs": 1_000_000 });
    assert!(post(address, "/api/experiment", &many).error().contains("too many for the page"));
    assert_eq!(running(address), 0);
}

#[test]
fn an_experiment_that_is_stopped_keeps_what_is_done() {
    let address = here();
    // The first is done in a moment, the second would take hours.
    let body = json!({ "domain": "24-puzzle", "list": "korf24:1\n", "settings": {},
        "methods": ["greedy(manhattan)", "idastar(manhattan)"],
        "limits": { "seconds": 600, "bytes": 1_000_000 } });
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = post_head(address, "/api/experiment", "", body.len()) + &body;
    stream.write_all(request.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    assert!(read_head(&mut reader).starts_with("HTTP/1.1 200"));
    let mut lines: Vec<Value> = Vec::new();
    let mut asked = false;
    while let Some(chunk) = read_chunk(&mut reader) {
        let text = String::from_utf8(chunk).unwrap();
        lines.extend(text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()));
        if !asked && lines.iter().any(|line| line["done"] == 1) {
            let id = &lines[0]["id"];
            let stop = |id: &Value| post(address, "/api/experiment/stop", &json!({ "id": id }));
            assert_eq!(stop(id).status, 200);
            assert_eq!((stop(id).status, stop(&json!(99)).status), (404, 404));
            asked = true;
        }
    }
    let done = &lines[lines.len() - 2];
    assert_eq!((&done["type"], &done["complete"]), (&json!("done"), &json!(false)), "{done}");
    let csv = format!("/api/experiments/{}.csv", done["id"]);
    assert_eq!(get(address, &csv, "").body.lines().count(), 2, "a head and one run");
    assert_eq!(running(address), 0);
}

#[test]
fn an_experiment_that_is_kept_goes_on_without_its_tab_and_can_be_followed() {
    let address = here();
    let body = json!({ "domain": "8-puzzle", "settings": { "walk": 12 }, "runs": 5, "keep": true,
        "label": "#here", "methods": ["bfs", "astar(manhattan)"] });
    let body = body.to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    let request = post_head(address, "/api/experiment", "", body.len()) + &body;
    stream.write_all(request.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    assert!(read_head(&mut reader).starts_with("HTTP/1.1 200"));
    let first = String::from_utf8(read_chunk(&mut reader).unwrap()).unwrap();
    let planned: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    // The tab is closed.
    drop(reader);
    let id = &planned["id"];
    let followed = get(address, &format!("/api/experiments/{id}/follow"), "");
    let lines: Vec<Value> =
        followed.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0], planned);
    let done = &lines[lines.len() - 2];
    assert_eq!((&done["type"], &done["complete"]), (&json!("done"), &json!(true)), "{done}");
    let listed = get(address, "/api/experiments", "").json();
    let entry = listed.as_array().unwrap().iter().find(|entry| entry["id"] == *id).unwrap();
    assert_eq!(
        (&entry["label"], &entry["running"], &entry["done"]),
        (&json!("#here"), &json!(false), &json!(10))
    );
    // Every dot of a plot is a run, which can be requested.
    let figures = done["figures"].as_array().unwrap();
    let dotted: Vec<_> = figures.iter().filter(|figure| figure["dots"] != json!([])).collect();
    assert!(!dotted.is_empty());
    for figure in dotted {
        let dots = figure["dots"].as_array().unwrap();
        let circles = figure["svg"].as_str().unwrap().matches("<circle").count();
        // Five instances by two methods: a dot is a run, or an instance that both solved.
        let wanted = if figure["id"] == "scatter" { 5 } else { 10 };
        assert_eq!((dots.len(), circles), (wanted, wanted), "{}", figure["id"]);
        for dot in dots {
            let run = get(address, &format!("/api/experiments/{id}/{dot}"), "").json();
            assert_eq!((&run["cell"], &run["verdict"]), (dot, &json!("solved")));
        }
    }
    for nowhere in ["99/follow", "99/1", "x/follow", "1/999999"] {
        let status = get(address, &format!("/api/experiments/{nowhere}"), "").status;
        assert!((400..500).contains(&status), "{nowhere}: {status}");
    }
    assert_eq!(running(address), 0);
}

#[test]
fn an_audit_answers_with_boards_to_step_through() {
    let address = here();
    let asked = json!({ "domain": "8-puzzle", "settings": { "goal": "blank-last" },
        "subject": "misplaced-blank" });
    let answer = post(address, "/api/audit", &asked);
    assert_eq!(answer.status, 200, "{}", answer.body);
    let lines: Vec<Value> =
        answer.body.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [progress @ .., found, end] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!((&found["type"], &end["type"]), (&json!("done"), &json!("end")));
    assert!(progress.iter().all(|line| line["type"] == "progress"), "{progress:?}");
    let states: Vec<_> = progress.iter().map(|line| line["states"].as_u64().unwrap()).collect();
    assert!(!states.is_empty() && states.is_sorted(), "{states:?}");
    assert_eq!((&found["overestimates"], &found["admissible"]), (&json!(78), &json!(false)));
    assert_eq!(found["boards"][0]["cells"], json!([1, 2, 3, 4, 5, 6, 7, 0, 8]));
    assert_eq!(found["boards"][1]["cells"], json!([1, 2, 3, 4, 5, 6, 7, 8, 0]));
    let wrong =
        post(address, "/api/audit", &json!({ "domain": "8-puzzle", "subject": "mahattan" }));
    assert_eq!(wrong.status, 422);
    assert!(wrong.error().contains("did you mean `manhattan`?"), "{}", wrong.body);
    let none = post(address, "/api/audit", &json!({ "domain": "sudoku", "subject": "zero" }));
    assert_eq!(none.status, 422);
}

#[test]
fn a_database_that_cannot_be_built_is_refused_before_anything_runs() {
    let wide = "pdb(9-9-6)";
    for (route, more) in [
        ("/api/audit", json!({ "subject": wide })),
        ("/api/run", json!({ "methods": [format!("astar({wide})")] })),
    ] {
        let mut asked = more;
        asked["domain"] = "24-puzzle".into();
        let wrong = post(here(), route, &asked);
        assert_eq!(wrong.status, 422, "{route}: {}", wrong.body);
        assert!(wrong.error().contains("a pattern of 9 tiles is not allowed"), "{}", wrong.body);
    }
}

#[test]
fn exercises_are_asked_and_judged_in_the_words_of_the_command() {
    let address = here();
    let ask = |body: Value| post(address, "/api/exercise", &body);
    let asked = ask(json!({ "number": 4 }));
    // Nothing in it reveals which of the three boards cannot be solved.
    assert!(!asked.body.contains("unsolvable"), "{}", asked.body);
    let asked = asked.json();
    assert_eq!(asked["titles"].as_array().map(Vec::len), Some(12));
    assert_eq!(asked["boards"].as_array().map(Vec::len), Some(3));
    assert_eq!(asked["boards"][1]["cells"], json!([1, 2, 3, 4, 5, 6, 8, 7, 0]));
    assert_eq!(asked["checked"], Value::Null);
    let begin = &asked["begin"][0];
    assert_eq!(
        begin["command"],
        "goalward solve 8-puzzle \"3 1 2 4 7 5 6 8 0\" --method \"astar(manhattan)\""
    );
    assert_eq!((&begin["domain"], &begin["seed"]), (&json!("8-puzzle"), &json!(1)));
    let wrong = ask(json!({ "number": 4, "answer": "first" })).json()["checked"].take();
    assert_eq!((&wrong["right"], &wrong["told"]), (&json!(false), &json!("Incorrect.")));
    assert_eq!(wrong["tries"].as_array().map(Vec::len), Some(3));
    let right = ask(json!({ "number": 4, "answer": "SECOND" })).json()["checked"].take();
    assert_eq!(right, json!({ "right": true, "told": "Correct: second.", "tries": [] }));
    // Ten runs on one board are one board; the settings of a domain are told apart.
    assert_eq!(ask(json!({ "number": 6 })).json()["boards"].as_array().map(Vec::len), Some(1));
    let petersen = ask(json!({ "number": 10 })).json();
    assert_eq!(petersen["begin"][0]["settings"], json!({ "colors": "1" }));
    for (body, why) in [
        (json!({ "number": 13 }), "there is no exercise 13: they are numbered 1 to 12"),
        (json!({ "number": 0 }), "there is no exercise 0"),
        (json!({ "file": "x" }), "line 1"),
        (json!({ "number": 2, "answer": "1", "limits": { "nodes": 10 } }), "at the node limit"),
    ] {
        let refused = ask(body);
        assert_eq!(refused.status, 422, "{}", refused.body);
        assert!(refused.error().contains(why), "{}", refused.body);
    }
}

#[test]
fn a_teacher_s_exercises_have_a_variant_for_each_student() {
    let address = here();
    let file = include_str!("exercises.toml");
    let ask = |student: &str, number: u64, answer: Option<&str>| {
        let body = json!({ "file": file, "student": student, "number": number, "answer": answer });
        let told = post(address, "/api/exercise", &body);
        assert_eq!(told.status, 200, "{}", told.body);
        told.json()
    };
    let ada = ask("Ada Lovelace", 1, None);
    assert_eq!(ada["heading"], "Homework 1: uninformed and informed search");
    assert_eq!(ada["titles"].as_array().map(Vec::len), Some(5));
    assert_eq!(ask(" ada  LOVELACE", 1, None)["question"], ada["question"]);
    assert_ne!(ask("Alan Turing", 1, None)["question"], ada["question"]);
    // The teacher shows no runs here, and no message gives an answer away.
    assert_eq!(ada["begin"], json!([]));
    let wrong = ask("Ada Lovelace", 1, Some("99"))["checked"].take();
    assert_eq!(wrong, json!({ "right": false, "told": "Incorrect.", "tries": [] }));
    let right = |number: u64| {
        let told = ask("Ada Lovelace", 1, Some(&number.to_string()));
        told["checked"] == json!({ "right": true, "told": "Correct.", "tries": [] })
    };
    assert_eq!((0..=16).filter(|&number| right(number)).count(), 1);
    let hinted = ask("Ada Lovelace", 2, Some("0"));
    assert_eq!(hinted["begin"].as_array().map(Vec::len), Some(2));
    assert_eq!(hinted["checked"]["tries"], hinted["begin"]);
    let plan = ask("Ada Lovelace", 3, Some("U, X"))["checked"].take();
    assert!(plan["told"].as_str().unwrap().starts_with("Incorrect: "), "{plan}");
}

#[test]
fn heads_are_refused_from_64_kb_on() {
    let (address, _) = server(Options::default());
    for (length, status) in [(60_000, 200), (66_000, 431), (100_000, 431)] {
        let header = format!("X-Long: {}\r\n", "a".repeat(length));
        assert_eq!(get(address, "/", &header).status, status, "{length}");
    }
}
