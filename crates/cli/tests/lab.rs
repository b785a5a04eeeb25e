//! `goalward lab` as a user sees it.

#![cfg(feature = "page")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

/// A server that ends with the test.
struct Lab {
    child: Child,
    line: String,
}

impl Lab {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(cargo_bin!("goalward"));
        command.args(["lab", "--no-open"]).args(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        Lab { child, line }
    }

    /// `127.0.0.1:4321` of the address it prints.
    fn address(&self) -> &str {
        let (_, rest) = self.line.split_once("http://").expect(&self.line);
        rest.split('/').next().unwrap()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn any_port_will_do_and_the_address_it_prints_is_served() {
    let lab = Lab::start(&["--port", "0"]);
    let mut stream = TcpStream::connect(lab.address()).unwrap();
    let request = format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", lab.address());
    stream.write_all(request.as_bytes()).unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Goalward"), "{page}");
}

#[test]
fn a_busy_port_is_refused_with_one_that_is_free() {
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = busy.local_addr().unwrap().port();
    let mut command = Command::new(cargo_bin!("goalward"));
    let output = command.args(["lab", "--no-open", "--port", &port.to_string()]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with(&format!("error: port {port} is busy: ")), "{told}");
    assert!(told.contains("is free, or use --port 0"), "{told}");
    assert_eq!(told.lines().count(), 1);
}

#[test]
fn where_the_usual_port_is_busy_the_next_is_taken() {
    // Busy in any case: because of this test or of another process.
    let _busy = TcpListener::bind("127.0.0.1:4321");
    let mut lab = Lab::start(&[]);
    assert_ne!(lab.address(), "127.0.0.1:4321");
    lab.child.kill().unwrap();
    let mut told = String::new();
    lab.child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.starts_with("port 4321 is busy: using "), "{told}");
}

#[test]
fn beyond_this_machine_it_warns_and_prints_a_token() {
    let mut lab = Lab::start(&["--port", "0", "--bind", "0.0.0.0"]);
    assert!(lab.line.contains("/?token="), "{}", lab.line);
    lab.child.kill().unwrap();
    let mut told = String::new();
    lab.child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
    assert!(told.starts_with("warning: "), "{told}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    let mut lab = Lab::start(&["--port", "0"]);
    let began = Instant::now();
    let pid = lab.child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert_eq!(lab.child.wait().unwrap().code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(5));
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    for arguments in [["--port", "99999"], ["--port", "-1"], ["--bind", "here"]] {
        let mut command = Command::new(cargo_bin!("goalward"));
        let output = command.arg("lab").args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
}

#[test]
fn a_class_gets_an_address_and_a_code_to_scan() {
    // Where this machine has no network, there is nothing that others could open.
    let socket = std::net::UdpSocket::bind("0.0.0.0:0").unwrap();
    if socket.connect("192.0.2.1:9").is_err() {
        return;
    }
    let ours = socket.local_addr().unwrap().ip();
    let mut command = Command::new(cargo_bin!("goalward"));
    command.args(["lab", "--no-open", "--port", "0", "--bind", "0.0.0.0"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut lab = Lab { child, line: String::new() };
    let lines = BufReader::new(lab.child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut told: Vec<String> = Vec::new();
    // Version 4 has 33 modules and 4 light ones in its height, two in a line.
    for line in lines {
        told.push(line);
        if told.iter().filter(|line| line.contains('█')).count() == 19 {
            break;
        }
    }
    let token = told[0].split_once("?token=").unwrap().1.split(' ').next().unwrap();
    let wanted = format!("others can open http://{ours}:");
    let line = told.iter().find(|line| line.starts_with(&wanted)).expect("the address");
    assert!(line.ends_with(&format!("/?token={token}")), "{line}");
}
