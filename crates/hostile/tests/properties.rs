//! The checks of every parser on arbitrary bytes and on samples that were tampered with.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use goalward_hostile::{Target, targets};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// The target of a name.
fn target(name: &str) -> Target {
    targets().into_iter().find(|target| target.name == name).expect("a target")
}

/// One act of tampering.
#[derive(Clone, Debug)]
enum Edit {
    Flip(usize, u8),
    Insert(usize, Vec<u8>),
    Remove(usize, usize),
    Repeat(usize, usize, usize),
    Splice(usize, usize),
}

/// Pieces that parsers stumble over.
const PIECES: [&[u8]; 12] = [
    b"0",
    b"-1",
    b"18446744073709551616",
    b"1e999",
    b"\n",
    b"\r",
    b"(",
    b"=",
    b"\xff",
    b"\"",
    "\u{2028}".as_bytes(),
    "\u{d7}".as_bytes(),
];

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let piece = prop_oneof![
        prop::sample::select(&PIECES[..]).prop_map(<[u8]>::to_vec),
        prop::collection::vec(any::<u8>(), 1..8),
    ];
    let edit = prop_oneof![
        (any::<usize>(), 1u8..).prop_map(|(at, bits)| Edit::Flip(at, bits)),
        (any::<usize>(), piece).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        (any::<usize>(), 1usize..20).prop_map(|(at, count)| Edit::Remove(at, count)),
        (any::<usize>(), 1usize..20, 1usize..40).prop_map(|(at, n, of)| Edit::Repeat(at, n, of)),
        (any::<usize>(), any::<usize>()).prop_map(|(at, from)| Edit::Splice(at, from)),
    ];
    prop::collection::vec(edit, 1..6)
}

fn tampered(mut bytes: Vec<u8>, other: &[u8], edits: &[Edit]) -> Vec<u8> {
    for edit in edits {
        let end = bytes.len();
        let place = |at: usize| at % (end + 1);
        match edit {
            Edit::Flip(at, bits) => {
                if let Some(byte) = bytes.get_mut(place(*at)) {
                    *byte ^= bits;
                }
            }
            Edit::Insert(at, piece) => {
                let at = place(*at);
                bytes.splice(at..at, piece.iter().copied());
            }
            Edit::Remove(at, count) => {
                let at = place(*at);
                bytes.drain(at..(at + count).min(end));
            }
            Edit::Repeat(at, count, times) => {
                let at = place(*at);
                let piece = bytes[at..(at + count).min(end)].repeat(*times);
                bytes.splice(at..at, piece);
            }
            Edit::Splice(at, from) => {
                bytes.truncate(place(*at));
                bytes.extend_from_slice(&other[from % (other.len() + 1)..]);
            }
        }
    }
    bytes
}

/// How often each target is tried with each kind of bytes.
const CASES: u32 = 5_000;

fn attack(target: Target) {
    let (name, seeds) = (target.name, target.samples());
    assert!(seeds.len() >= 2, "{name} has too few samples");
    seeds.iter().for_each(|seed| target.check(seed));
    // A runner counts its cases over all its runs: each run has one of its own.
    let runner = || {
        let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
        TestRunner::new(config)
    };
    let bytes = prop::collection::vec(any::<u8>(), 0..300);
    let upset = runner().run(&bytes, |bytes| {
        target.check(&bytes);
        Ok(())
    });
    upset.unwrap_or_else(|error| panic!("{name}: {error}"));
    let two = prop::sample::select(seeds);
    let upset = runner().run(&(two.clone(), two, edits()), |(seed, other, edits)| {
        let bytes = tampered(seed, &other, &edits);
        target.check(&bytes);
        Ok(())
    });
    upset.unwrap_or_else(|error| panic!("{name}: {error}"));
}

#[test]
fn every_parser_and_every_domain_withstands_whatever_it_is_given() {
    let targets = targets();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(target) = targets.get(next.fetch_add(1, Relaxed)) {
                    attack(*target);
                }
            });
        }
    });
}

#[test]
fn every_folder_of_samples_is_a_target_s() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    for entry in std::fs::read_dir(folder).unwrap() {
        target(entry.unwrap().file_name().to_str().unwrap());
    }
}

/// Samples must be good ones, or tampering with them would test nothing.
#[test]
fn seeds_of_files_are_understood() {
    use goalward_domains::tiles::Database;
    use goalward_experiment::{Manifest, unseal};
    for seed in target("plans").samples() {
        Manifest::from_json(&seed).unwrap();
    }
    for seed in target("records").samples() {
        unseal(&seed).unwrap();
    }
    for seed in target("databases").samples() {
        let pattern = Database::pattern_in(&seed[..]).unwrap();
        Database::from_reader(&seed[..], seed.len() as u64, &pattern).unwrap();
    }
    for seed in target("bodies").samples() {
        let routes: Vec<&str> = goalward_page::posted().collect();
        let route = routes[usize::from(seed[0]) % routes.len()];
        assert_eq!(goalward_page::examine(route, &seed[1..]), Ok(()), "{route}");
    }
}
