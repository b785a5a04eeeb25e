//! `goalward-peers PEER WORK` is a contestant, and `goalward-peers --list` says who does what.

use goalward_bench::serve::{processor, serve};
use goalward_peers::PEERS;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut all = PEERS
        .iter()
        .flat_map(|(peer, works, prepare)| works.iter().map(move |work| ([*peer, *work], prepare)));
    if words == ["--list"] {
        all.for_each(|(name, _)| println!("{}", name.join(" ")));
        return;
    }
    let Some((_, prepare)) = all.find(|(name, _)| words == *name) else {
        eprintln!("error: unknown peer `{}`: --list shows all", words.join(" "));
        std::process::exit(2);
    };
    serve(processor, prepare());
}
