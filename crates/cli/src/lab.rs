//! `goalward lab`.

use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};
use goalward_page::{DEFAULT_PORT, Options, Port, Server};

use crate::args::Lab;

/// Serves the page until it is interrupted.
pub fn run(lab: &Lab) -> Result<ExitCode> {
    let port = lab.port.map_or(Port::From(DEFAULT_PORT), Port::Exactly);
    let server = Server::bind(&Options { address: lab.bind, port, memory: None })?;
    // There is nothing to save: every search is somebody's who watches.
    ctrlc::set_handler(|| std::process::exit(0)).context("Ctrl-C cannot be caught")?;

    let taken = server.address().port();
    if lab.port.is_none() && taken != DEFAULT_PORT {
        eprintln!("port {DEFAULT_PORT} is busy: taking {taken}");
    }
    if server.token().is_some() {
        eprintln!(
            "warning: anyone who can reach {} and has the token can run searches on this machine",
            server.address()
        );
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "the lab is at {} (Ctrl-C ends it)", server.url())?;
    out.flush()?;
    drop(out);
    if !lab.no_open && !open(&server.url()) {
        eprintln!("no browser was found: open the address yourself");
    }
    server.serve()?;
    Ok(ExitCode::SUCCESS)
}

/// Asks the system to show an address; whether it has a way to.
fn open(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
