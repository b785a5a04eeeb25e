//! What every parser must guarantee, whatever bytes it is given: it never panics, and what it reads
//! from them prints as text that it reads as the same.
//!
//! Each check takes any bytes and panics if the parser fails it. The properties in
//! `tests/` feed them on any toolchain; `fuzz/` at the root of the repository feeds them
//! with libFuzzer. Every domain of the registry is a target, with its own instances for samples;
//! more samples are in `fuzz/seeds`, in a folder for each name.

use std::path::PathBuf;

#[cfg(doctest)]
mod documents;

use goalward::path::Weight;
use goalward_domains::graph::{self, Direction};
use goalward_domains::grid::{Cell, Drawing, queries};
use goalward_domains::tiles::{Database, Layout, Partition, Size};
use goalward_experiment::questions::Questions;
use goalward_experiment::sheet::{Sheet, printed};
use goalward_experiment::{Manifest, Shard, method_list, seal, unseal};
use goalward_lab::audit::Table;
use goalward_lab::{
    Domain, Purpose, Ready, Solution, Spec, domains, find_domain, open, queens_range, units,
};

/// A parser and its check.
#[derive(Clone, Copy)]
pub struct Target {
    /// Its name, and that of its samples' folder.
    pub name: &'static str,
    check: Check,
}

#[derive(Clone, Copy)]
enum Check {
    Bytes(fn(&[u8])),
    Instances(&'static Domain),
}

/// Every parser that reads what others wrote, but for those of domains.
const PARSERS: &[Target] = &[
    Target { name: "bodies", check: Check::Bytes(bodies) },
    Target { name: "databases", check: Check::Bytes(databases) },
    Target { name: "maps", check: Check::Bytes(maps) },
    Target { name: "networks", check: Check::Bytes(networks) },
    Target { name: "partitions", check: Check::Bytes(partitions) },
    Target { name: "plans", check: Check::Bytes(plans) },
    Target { name: "quantities", check: Check::Bytes(quantities) },
    Target { name: "records", check: Check::Bytes(records) },
    Target { name: "sheets", check: Check::Bytes(sheets) },
    Target { name: "specs", check: Check::Bytes(specs) },
];

/// Every parser that reads what others wrote, those of all domains among them.
pub fn targets() -> Vec<Target> {
    let domains =
        domains().map(|domain| Target { name: domain.name, check: Check::Instances(domain) });
    PARSERS.iter().copied().chain(domains).collect()
}

impl Target {
    /// Panics if the parser fails on these bytes.
    pub fn check(&self, bytes: &[u8]) {
        match self.check {
            Check::Bytes(check) => check(bytes),
            Check::Instances(domain) => instances(domain, bytes),
        }
    }

    /// Samples of what it reads: those kept, in the order of their names, and of a domain some
    /// of its instances.
    pub fn samples(&self) -> Vec<Vec<u8>> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
        let entries = std::fs::read_dir(folder.join(self.name)).into_iter().flatten();
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        let kept = paths.iter().map(|path| std::fs::read(path).expect("it was just listed"));
        let mut samples: Vec<Vec<u8>> = kept.collect();
        if let Check::Instances(domain) = self.check {
            let made = (1..=3).filter_map(|seed| open(&Spec::bare(domain.name), None, seed).ok());
            samples.extend(made.map(|(_, instance)| instance.text().into_bytes()));
            let lines = domain.sets.iter().filter_map(|set| set.lines().next());
            samples.extend(lines.map(|line| line.as_bytes().to_vec()));
        }
        samples
    }
}

/// The text that the bytes are, as the command line sees it: what is not UTF-8 is refused
/// before any parser.
fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_else(|error| {
        std::str::from_utf8(&bytes[..error.valid_up_to()]).expect("valid up to there")
    })
}

/// What a parser makes of the text, which must print as something that gives it again.
fn reread<T, E>(text: &str)
where
    T: std::str::FromStr<Err = E> + ToString + PartialEq + std::fmt::Debug,
    E: std::error::Error + PartialEq,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse::<T>(), Ok(value)),
        Err(error) => told(&error),
    }
}

/// An error says something, and fits a line once it is shown.
fn told(error: &dyn std::error::Error) {
    let words = goalward_lab::one_line(&error.to_string());
    assert!(!words.is_empty() && !words.contains(char::is_control), "{words:?}");
}

/// Maps of cells, their cells, and queries on them.
pub fn maps(bytes: &[u8]) {
    reread::<Cell, _>(text(bytes));
    match Drawing::try_from(bytes) {
        Ok(drawing) => {
            let again = drawing.to_string();
            assert_eq!(Drawing::try_from(again.as_bytes()), Ok(drawing));
        }
        Err(error) => told(&error),
    }
    match queries(bytes) {
        Ok(queries) => queries.iter().for_each(|query| assert!(query.length.value >= 0.0)),
        Err(error) => told(&error),
    }
}

/// Graphs with costs, in every format.
pub fn networks(bytes: &[u8]) {
    for read in [
        graph::Graph::from_csv(bytes, Direction::Both),
        graph::Graph::from_csv(bytes, Direction::One),
        graph::Graph::from_dimacs(bytes, None),
        graph::Graph::from_dimacs(b"p sp 3 0\n", Some(bytes)),
        graph::Graph::from_json(bytes),
        graph::Graph::from_graphml(bytes),
    ] {
        match read {
            Ok(read) => {
                let json = read.to_json();
                let again = graph::Graph::from_json(json.as_bytes()).expect("what was written");
                assert_eq!(again.to_json(), json);
            }
            Err(error) => told(&error),
        }
    }
}

/// Instances of a domain; before a zero byte, what is set in it.
fn instances(domain: &'static Domain, bytes: &[u8]) {
    let text = text(bytes);
    let (settings, text) = text.split_once('\0').unwrap_or(("", text));
    let Ok(spec) = format!("{}({settings})", domain.name).parse::<Spec>() else { return };
    let (_, instance) = match open(&spec, Some(text), 1) {
        Ok(opened) => opened,
        Err(error) => return told(&error),
    };
    let written = instance.text();
    // A board's size may be set beside its text, or stand in it; only then is it written.
    if let Ok((_, again)) = open(&spec, Some(&written), 1) {
        assert_eq!(again.text(), written);
    }
    let (drawing, view) = (instance.drawing(), instance.view());
    assert!(!drawing.is_empty() && !view.frame.kind.is_empty());
    let default = instance.default_method().parse().expect("a default is well written");
    Ready::new(domain, instance.as_ref(), Some(&default), Purpose::Answer).expect("it is there");
    // Whatever somebody else answers is read or refused, and looked at if it is read.
    if let Ok(answer) = instance.read(text) {
        let (conflict, check) = (instance.conflict(&answer), instance.check(&answer));
        assert!(conflict.is_none() || !check.is_ok_and(|check| check.solves));
    }
    // Nor does a value stop it that no variable has.
    for odd in [0, 1 << 40, u64::MAX] {
        let mut values = vec![1; view.start.len()];
        if let Some(last) = values.last_mut() {
            *last = odd;
        }
        let _ = instance.check(&Solution::Numbers(values.clone()));
        let _ = instance.conflict(&Solution::Numbers(values));
    }
    if let Some(mut game) = instance.game() {
        for word in text.split_whitespace() {
            let _ = game.play(word);
        }
    }
}

/// Sheets and exercises of teachers, tables of estimates, and what programs print.
fn sheets(bytes: &[u8]) {
    let text = text(bytes);
    if let Err(error) = text.parse::<Sheet>() {
        told(&error);
    }
    if let Err(error) = text.parse::<Questions>() {
        told(&error);
    }
    match text.parse::<Table>() {
        Ok(table) => assert!(table.tell(text).map_or(true, |estimate| estimate >= 0.0)),
        Err(error) => told(&error),
    }
    let printed = printed(text);
    assert!(printed.answer.len() <= text.len());
}

/// Partitions of tiles for pattern databases.
fn partitions(bytes: &[u8]) {
    for goal in [Layout::blank_first(Size::EIGHT), Layout::blank_last(Size::FIFTEEN)] {
        match Partition::parse(text(bytes), &goal) {
            Ok(partition) => {
                assert_eq!(Partition::parse(&partition.to_string(), &goal), Ok(partition));
            }
            Err(error) => told(&error),
        }
    }
}

/// Methods and domains with their settings, and lists of them.
fn specs(bytes: &[u8]) {
    let text = text(bytes);
    reread::<Spec, _>(text);
    if let Ok(spec) = text.parse::<Spec>() {
        let _ = find_domain(&spec);
    }
    for spec in method_list(text).into_iter().flatten() {
        assert_eq!(spec.to_string().parse::<Spec>(), Ok(spec));
    }
}

/// Times, amounts, weights, ranges and shares of work.
fn quantities(bytes: &[u8]) {
    let text = text(bytes);
    reread::<Weight, _>(text);
    let _ = (units::duration(text), units::count(text), units::jobs(text), units::bytes(text));
    let _ = queens_range(text);
    for cells in [0, 1, 1_000_000_007] {
        if let Ok(shard) = Shard::parse(text, |_| None) {
            let range = shard.cells(cells);
            assert!(range.start <= range.end && range.end <= cells, "{range:?}");
        }
    }
}

/// Plans of experiments: `manifest.json`.
fn plans(bytes: &[u8]) {
    if let Ok(manifest) = Manifest::from_json(bytes) {
        assert_eq!(Manifest::from_json(manifest.to_json().as_bytes()), Ok(manifest));
    }
}

/// Records of experiments, a file each.
fn records(bytes: &[u8]) {
    if let Ok((plan, record)) = unseal(bytes) {
        assert_eq!(unseal(seal(plan, &record).as_bytes()), Ok((plan, record)));
    }
}

/// Files of pattern databases.
fn databases(bytes: &[u8]) {
    let Ok(pattern) = Database::pattern_in(bytes) else { return };
    // No memory is asked for before the length is right.
    if let Ok(database) = Database::from_reader(bytes, bytes.len() as u64, &pattern) {
        let mut written = Vec::new();
        database.write_to(&mut written).expect("memory can be written to");
        assert_eq!(written, bytes);
    }
}

/// Bodies that the page sends to its server, the first byte choosing the route.
fn bodies(bytes: &[u8]) {
    let [first, body @ ..] = bytes else { return };
    let routes: Vec<&str> = goalward_page::posted().collect();
    let route = routes[usize::from(*first) % routes.len()];
    if let Err(why) = goalward_page::examine(route, body) {
        assert!(!why.is_empty() && !why.contains(['\n', '\r']), "{why:?}");
    }
}
