//! The lab page: one small server over the registry, and the page it serves.
//!
//! ```no_run
//! use goalward_page::{Options, Server};
//!
//! let server = Server::bind(&Options::default())?;
//! println!("{}", server.url());
//! server.serve()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `API.md` next to this crate's manifest describes the requests of the page and their answers.
//!
//! # The map
//! - `connections`: from sockets to requests; slow and silent clients are dropped;
//! - `guard`: who is let in, and the headers of every answer;
//! - `assets`: the files of the page, in the binary;
//! - `request`, `refusal`: requests, checked, and how they are refused;
//! - `registry`, `open`, `run`, `play`, `experiment`, `audit`, `exercise`: a file per route;
//! - `pool`, `search`: how many searches run at once, and how one runs;
//! - `lane`, `sample`: a search on its way to its watcher, and which steps of a long one
//!   are sent.

mod assets;
mod audit;
mod connections;
mod exercise;
mod experiment;
mod guard;
mod lane;
mod open;
mod play;
mod pool;
mod refusal;
mod registry;
mod replay;
mod request;
mod routes;
mod run;
mod sample;
mod search;
mod server;
mod shelf;

pub use replay::{replay, replay_of};
pub use routes::{examine, posted};
pub use server::{DEFAULT_PORT, Options, Port, ServeError, Server};
