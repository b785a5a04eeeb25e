//! From sockets to requests. However many clients connect and say nothing, a new one is
//! served: the oldest idle connection makes room.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

/// Below the thousand files that systems commonly allow a process.
const MOST: usize = 400;

/// A request's head must arrive within this time.
const HEAD: Duration = Duration::from_secs(10);

/// The most bytes of a request's head, and of an answer on its way.
const BUFFER: usize = 64 << 10;

/// A connection, as its requests see it.
#[derive(Clone, Debug, Default)]
pub struct Connection {
    held: Arc<Mutex<Option<Instant>>>,
}

impl Connection {
    /// Keeps the connection from being dropped in favour of new ones, until then at most.
    pub fn hold(&self, until: Instant) {
        *self.held.lock().expect("no holder panics") = Some(until);
    }

    /// Takes that back.
    pub fn release(&self) {
        *self.held.lock().expect("no holder panics") = None;
    }

    fn is_held(&self) -> bool {
        self.held.lock().expect("no holder panics").is_some_and(|until| Instant::now() < until)
    }
}

/// Serves every connection, for ever.
pub async fn accept(listener: TcpListener, router: Router) {
    let mut open: VecDeque<(Connection, AbortHandle)> = VecDeque::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of file descriptors or the like: an open connection has to end first.
            make_room(&mut open);
            tokio::time::sleep(Duration::from_millis(10)).await;
            continue;
        };
        open.retain(|(_, task)| !task.is_finished());
        if open.len() >= MOST && !make_room(&mut open) {
            continue;
        }
        let connection = Connection::default();
        let task = tokio::spawn(serve(stream, connection.clone(), router.clone()));
        open.push_back((connection, task.abort_handle()));
    }
}

/// Ends the oldest connection that is not held.
fn make_room(open: &mut VecDeque<(Connection, AbortHandle)>) -> bool {
    let Some(oldest) = open.iter().position(|(connection, _)| !connection.is_held()) else {
        return false;
    };
    if let Some((_, task)) = open.remove(oldest) {
        task.abort();
    }
    true
}

async fn serve(stream: TcpStream, connection: Connection, router: Router) {
    // Steps are small and should not wait for each other.
    let _ = stream.set_nodelay(true);
    let service = router.layer(Extension(connection));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
    // A client that disconnects is not an error.
    let _ = served.await;
}
