//! Other people's searches on our instances: `goalward-peers PEER WORK` is a contestant, and
//! `goalward-peers --list` says who does what.

mod annealing;
mod connect_four;
mod constraint;
mod sliding;
mod sudokus;
mod tiles;

use goalward_bench::serve::{Work, processor, serve};

/// A crate, a kind of work, and what makes the instances of it.
const PEERS: &[(&str, &str, fn() -> Work)] = &[
    ("pathfinding", "eight-astar", tiles::eight_a_star),
    ("pathfinding", "eight-idastar", tiles::eight_ida_star),
    ("pathfinding", "eight-bfs", tiles::eight_breadth_first),
    ("pathfinding", "eight-all", tiles::eight_all),
    ("pathfinding", "fifteen-astar", tiles::fifteen_a_star),
    ("slidy", "fifteen-idastar", sliding::manhattan),
    ("slidy", "fifteen-korf", sliding::korf),
    ("argmin", "queens-annealing", annealing::queens),
    ("selen", "queens-all-8", constraint::queens),
    ("sudoku", "sudoku", sudokus::solve),
    ("connect-four-ai", "connect-four", connect_four::scores),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words == ["--list"] {
        for (peer, work, _) in PEERS {
            println!("{peer} {work}");
        }
        return;
    }
    let known = PEERS.iter().find(|(peer, work, _)| words == [*peer, *work]);
    let Some((_, _, prepare)) = known else {
        eprintln!("no peer `{}`: --list says which there are", words.join(" "));
        std::process::exit(2);
    };
    serve(processor, prepare());
}
