//! The server, and where it listens.

use std::collections::BTreeSet;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::sync::Arc;

use thiserror::Error;

use crate::connections;
use crate::guard::Door;
use crate::pool::Pool;
use crate::routes;

/// The port of the page by default.
pub const DEFAULT_PORT: u16 = 4321;

/// Where to serve.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The address to listen on. Beyond this machine a token is required.
    pub address: IpAddr,
    /// The port.
    pub port: Port,
    /// The bytes that all searches together may use; none: half of the free memory.
    pub memory: Option<u64>,
}

/// Which port to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// This one, or the next that is free.
    From(u16),
    /// This one and no other; 0: any that is free.
    Exactly(u16),
}

impl Default for Options {
    fn default() -> Self {
        Options {
            address: Ipv4Addr::LOCALHOST.into(),
            port: Port::From(DEFAULT_PORT),
            memory: None,
        }
    }
}

/// Why the page cannot be served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error("port {port} is busy: {}", hint(next))]
    Busy {
        /// The requested port.
        port: u16,
        /// The next free port, if one nearby is free.
        next: Option<u16>,
    },
    /// The system refused.
    #[error("cannot listen on {address}: {error}")]
    Refused {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
}

fn hint(next: &Option<u16>) -> String {
    let next = next.map_or(String::new(), |next| format!("{next} is free, or "));
    format!("{next}use --port 0 for any free port")
}

/// This many ports after a busy one are tried.
const TRIED: u16 = 50;

/// A server that is bound but does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    token: Option<String>,
    pool: Arc<Pool>,
}

impl Server {
    /// Takes a port. Connections wait from now on.
    pub fn bind(options: &Options) -> Result<Self, ServeError> {
        let at = |port| SocketAddr::new(options.address, port);
        let refused = |port, error| ServeError::Refused { address: at(port), error };
        let (first, listener) = match options.port {
            Port::Exactly(port) | Port::From(port) => (port, TcpListener::bind(at(port))),
        };
        let busy = |error: &io::Error| error.kind() == io::ErrorKind::AddrInUse;
        let listener = match listener {
            Err(error) if busy(&error) => {
                let after = (1..=TRIED).filter_map(|more| first.checked_add(more));
                let next = after.filter_map(|port| TcpListener::bind(at(port)).ok()).next();
                let port = next.as_ref().and_then(|next| Some(next.local_addr().ok()?.port()));
                match (options.port, next) {
                    (Port::From(_), Some(next)) => next,
                    _ => return Err(ServeError::Busy { port: first, next: port }),
                }
            }
            other => other.map_err(|error| refused(first, error))?,
        };
        let address = listener.local_addr().map_err(|error| refused(first, error))?;
        let token = (!options.address.is_loopback())
            .then(token)
            .transpose()
            .map_err(|error| refused(first, error))?;
        let pool = options.memory.map_or_else(Pool::of_this_machine, Pool::new);
        Ok(Server { listener, address, token, pool })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What is required of every request, if anything.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// The URLs that others can open, with the token; none if only this machine can reach it.
    pub fn urls_for_others(&self) -> Vec<String> {
        let addresses = match self.address.ip() {
            ip if ip.is_loopback() => Vec::new(),
            ip if ip.is_unspecified() => own_addresses(ip.is_ipv6()),
            ip => vec![ip],
        };
        let token = self.query();
        let url = |ip| format!("http://{}/{token}", SocketAddr::new(ip, self.address.port()));
        addresses.into_iter().map(url).collect()
    }

    fn query(&self) -> String {
        self.token.as_ref().map_or(String::new(), |token| format!("?token={token}"))
    }

    /// The URL to open in a browser on this machine, with the token.
    pub fn url(&self) -> String {
        let address = match self.address.ip() {
            ip if ip.is_unspecified() && ip.is_ipv4() => {
                SocketAddr::new(Ipv4Addr::LOCALHOST.into(), self.address.port())
            }
            ip if ip.is_unspecified() => {
                SocketAddr::new(std::net::Ipv6Addr::LOCALHOST.into(), self.address.port())
            }
            _ => self.address,
        };
        format!("http://{address}/{}", self.query())
    }

    /// Answers requests for as long as the process lives.
    pub fn serve(self) -> io::Result<()> {
        self.listener.set_nonblocking(true)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(16)
            .enable_all()
            .build()?;
        let door = Arc::new(Door::new(self.address.ip(), self.token));
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            connections::accept(listener, routes::router(door, self.pool)).await;
            Ok(())
        })
    }
}

/// The addresses at which others can reach this machine. No packet is sent: the system is asked
/// which address it would send one from.
fn own_addresses(six: bool) -> Vec<IpAddr> {
    let towards = |from: &str, to: &str| {
        let socket = UdpSocket::bind((from, 0)).ok()?;
        socket.connect((to, 9)).ok()?;
        let ip = socket.local_addr().ok()?.ip();
        (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
    };
    // Addresses of documentation, and of the usual home networks.
    let mut found: Vec<IpAddr> = ["192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1"]
        .into_iter()
        .filter_map(|to| towards("0.0.0.0", to))
        .chain(six.then(|| towards("::", "2001:db8::1")).flatten())
        .collect();
    let mut seen = BTreeSet::new();
    found.retain(|ip| seen.insert(*ip));
    found
}

/// 128 random bits in hexadecimal.
fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
