//! Many clients at once, slow ones, vanishing ones, and ten thousand requests in a row, on a
//! server in its own process.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use goalward_page::{Options, Port, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

/// The name of the test that is a server.
const SERVER: &str = "the_server_of_the_other_tests";

#[test]
#[ignore = "it never ends: the other tests run it"]
fn the_server_of_the_other_tests() {
    let options =
        Options { port: Port::Exactly(0), memory: Some(2_000_000_000), ..Options::default() };
    let server = Server::bind(&options).unwrap();
    let mut out = std::io::stdout().lock();
    writeln!(out, "\nat {}", server.address()).unwrap();
    out.flush().unwrap();
    server.serve().unwrap();
}

/// A server in its own process, which ends when this is dropped.
struct Process {
    child: Child,
    address: SocketAddr,
}

impl Process {
    fn start() -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", SERVER, "--nocapture"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines.map_while(Result::ok).find_map(|line| {
            let (_, address) = line.split_once("at ")?;
            address.parse().ok()
        });
        Process { child, address: address.expect("it says where it listens") }
    }

    /// The bytes it has in memory now.
    fn bytes(&self) -> u64 {
        self.told("VmRSS:")
    }

    /// The most it ever had.
    fn peak(&self) -> u64 {
        self.told("VmHWM:")
    }

    fn told(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection that asks one thing after another.
struct Client {
    stream: tokio::io::BufReader<TcpStream>,
    address: SocketAddr,
}

impl Client {
    async fn new(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.unwrap();
        Client { stream: tokio::io::BufReader::new(stream), address }
    }

    async fn send(&mut self, path: &str, body: Option<&Value>) {
        let (method, body) = match body {
            Some(body) => ("POST", body.to_string()),
            None => ("GET", String::new()),
        };
        let (address, length) = (self.address, body.len());
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(request.as_bytes()).await.unwrap();
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).await.unwrap();
        line.trim_end().to_string()
    }

    async fn exactly(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes).await.unwrap();
        bytes
    }

    /// The status of an answer, and its body to the last byte.
    async fn answer(&mut self) -> (u16, String) {
        let status = self.line().await;
        let status = status.split(' ').nth(1).expect("a status line").parse().unwrap();
        let (mut length, mut chunked) = (0, false);
        loop {
            let line = self.line().await.to_ascii_lowercase();
            match line.split_once(": ") {
                None => break,
                Some(("content-length", value)) => length = value.parse().unwrap(),
                Some(("transfer-encoding", value)) => chunked = value == "chunked",
                Some(_) => {}
            }
        }
        let mut body = if chunked { Vec::new() } else { self.exactly(length).await };
        while chunked {
            let length = usize::from_str_radix(&self.line().await, 16).unwrap();
            body.extend(self.exactly(length).await);
            self.line().await;
            chunked = length > 0;
        }
        (status, String::from_utf8(body).unwrap())
    }

    async fn ask(&mut self, path: &str, body: Option<&Value>) -> (u16, String) {
        self.send(path, body).await;
        self.answer().await
    }
}

async fn running(address: SocketAddr) -> u64 {
    let (_, status) = Client::new(address).await.ask("/api/status", None).await;
    serde_json::from_str::<Value>(&status).unwrap()["running"].as_u64().unwrap()
}

/// Waits until no search runs, which takes milliseconds.
async fn idle(address: SocketAddr) {
    for _ in 0..600 {
        if running(address).await == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("searches go on that nobody waits for");
}

/// A search that would take hours.
fn endless() -> Value {
    json!({ "domain": "24-puzzle", "instance": "korf24:1", "methods": ["idastar"],
        "steps": 0, "limits": { "seconds": 3000, "bytes": 1_000_000 } })
}

/// One request of a busy day, the `number`-th, answered in full; whether it was done or, because
/// every place was taken, refused.
async fn request(client: &mut Client, number: usize) -> bool {
    let seed = number as u64;
    let (path, body) = match number % 10 {
        0 => ("/", None),
        1 => ("/api/status", None),
        2 => ("/base.css", None),
        3 => (
            "/api/play",
            Some(json!({ "domain": "tictactoe", "moves": ["5"],
            "engine": "reply", "seed": seed })),
        ),
        4 => (
            "/api/run",
            Some(json!({ "domain": "8-puzzle", "settings": { "walk": "8" },
            "seed": seed, "methods": ["astar", "bfs"], "steps": 100,
            "limits": { "nodes": 2_000, "bytes": 10_000_000 } })),
        ),
        5 => ("/api/open", Some(json!({ "domain": "queens", "instance": "1073741824" }))),
        6 => ("/api/open", Some(json!({ "domain": "tiles", "instance": "1 2 3" }))),
        _ => ("/api/open", Some(json!({ "domain": "8-puzzle", "seed": seed }))),
    };
    let (status, body) = client.ask(path, body.as_ref()).await;
    match (number % 10, status) {
        (6, 422) => true,
        (3 | 4, 503) => {
            assert!(body.contains("busy: "), "{body}");
            false
        }
        (4, 200) => {
            assert!(body.ends_with("{\"type\":\"end\"}\n"), "{body}");
            true
        }
        (_, 200) => true,
        _ => panic!("{path}: {status} {body}"),
    }
}

/// This many clients at once share this many requests; returns how many were done.
async fn day(address: SocketAddr, clients: usize, requests: usize) -> usize {
    let next = std::sync::Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..clients {
        let next = next.clone();
        tasks.spawn(async move {
            let (mut client, mut done) = (Client::new(address).await, 0);
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= requests {
                    return done;
                }
                done += usize::from(request(&mut client, number).await);
            }
        });
    }
    tasks.join_all().await.into_iter().sum()
}

/// The memory that may come and go: allocators keep some of what is freed.
const FLAT: u64 = 24_000_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_requests_of_two_hundred_clients_are_all_answered_in_flat_memory() {
    let server = Process::start();
    // At the end of the first day, everything that is kept for good is there.
    day(server.address, 200, 2_000).await;
    idle(server.address).await;
    let before = server.bytes();
    let done = day(server.address, 200, 8_000).await;
    idle(server.address).await;
    let after = server.bytes();
    assert!(after < before + FLAT, "{before} bytes have become {after}");
    // A thousand of the requests were for a billion queens.
    assert!(server.peak() < 300_000_000, "{}", server.peak());
    // Six kinds of ten need no place; of the others some found one.
    assert!((6_400..=8_000).contains(&done), "{done}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_and_vanishing_clients_take_nothing_with_them_but_their_own() {
    let server = Process::start();
    let address = server.address;
    let mut slow = Vec::new();
    for number in 0..60 {
        let mut client = Client::new(address).await;
        // Some stop in the head, some in the body.
        let half =
            if number % 2 == 0 { "GET /api/status HT" } else { "POST /api/open HTTP/1.1\r\n" };
        client.stream.write_all(half.as_bytes()).await.unwrap();
        slow.push(client);
    }
    for round in 0..10 {
        let mut gone = Vec::new();
        for number in 0..14 {
            let mut client = Client::new(address).await;
            client.send("/api/run", Some(&endless())).await;
            if number % 2 == 0 {
                assert!(client.line().await.starts_with("HTTP/1.1 200"), "round {round}");
            }
            gone.push(client);
        }
        drop(gone);
        day(address, 20, 40).await;
        idle(address).await;
    }
    drop(slow);
    assert_eq!(running(address).await, 0);
}
