//! `goalward lab`.

use std::io::{IsTerminal, Write};
use std::net::IpAddr;
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result};
use clap::Args;
use goalward_page::{DEFAULT_PORT, Options, Port, Server};

use crate::qr::{Code, Colours};

/// `goalward lab`
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    goalward lab\n  \
    goalward lab --port 0 --no-open\n  \
    goalward lab --bind 0.0.0.0 --no-open\n\n\
    Ctrl-C ends it.")]
pub struct Lab {
    /// The port to listen on; 0 picks a free one [default: 4321, or the next free one]
    #[arg(long, value_name = "N", value_parser = port, allow_hyphen_values = true)]
    pub port: Option<u16>,
    /// The address to listen on; beyond this machine a token is required
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    pub bind: IpAddr,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
}

/// Serves the page until it is interrupted.
pub fn run(lab: &Lab) -> Result<ExitCode> {
    let port = lab.port.map_or(Port::From(DEFAULT_PORT), Port::Exactly);
    let server = Server::bind(&Options { address: lab.bind, port, memory: None })?;
    // There is nothing to save: every search has somebody watching it.
    ctrlc::set_handler(|| std::process::exit(0)).context("cannot handle Ctrl-C")?;

    let taken = server.address().port();
    if lab.port.is_none() && taken != DEFAULT_PORT {
        eprintln!("port {DEFAULT_PORT} is busy: using {taken}");
    }
    if server.token().is_some() {
        eprintln!(
            "warning: anyone who can reach {} and has the token can run searches on this computer",
            server.address()
        );
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "the lab is at {} (Ctrl-C ends it)", server.url())?;
    let others = server.urls_for_others();
    for url in &others {
        writeln!(out, "others can open {url}")?;
    }
    if let Some(code) = others.first().and_then(|url| Code::of(url)) {
        let colours = match std::io::stdout().is_terminal() {
            true => Colours::BlackOnWhite,
            false => Colours::Terminal,
        };
        write!(out, "\n{}\n", code.drawn(colours))?;
    }
    out.flush()?;
    drop(out);
    if !lab.no_open && !open(&server.url()) {
        eprintln!("no browser found: open the address yourself");
    }
    server.serve()?;
    Ok(ExitCode::SUCCESS)
}

/// Asks the system to open an address; returns whether it can.
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

fn port(text: &str) -> Result<u16, &'static str> {
    text.parse().map_err(|_| "use a port from 1 to 65535, or 0 for one that is free")
}

fn address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "use an IP address, such as 127.0.0.1 or 0.0.0.0")
}
