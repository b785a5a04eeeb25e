//! No document goes stale: every command shown is run, and the output shown is compared with the
//! actual one; the reference in the repository is what the program prints.
//!
//! Commands are the lines after `$` of fenced `console` blocks, with their output below, and
//! all lines of `sh` blocks. `# exit code 11` after a command says how it ends. In output
//! `…` stands for anything, in a line or as a line; amounts of time need not agree. A block
//! whose first line says `skip=REASON` is not run, but reported.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use assert_cmd::cargo::cargo_bin;

/// Why a block may be skipped.
const REASONS: [&str; 4] = ["cluster", "browser", "build", "minutes"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every document, by its path from the root.
fn documents() -> Vec<(String, String)> {
    let mut paths = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    let crates = std::fs::read_dir(root().join("crates")).unwrap();
    let front = crates.map(|entry| entry.unwrap().path().join("README.md"));
    paths.extend(front.filter(|path| path.exists()));
    let mut folders = vec![root().join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.extension() {
                None if path.is_dir() => folders.push(path),
                Some(ending) if ending == "md" => paths.push(path),
                _ => {}
            }
        }
    }
    paths.sort();
    let name = |path: &Path| path.strip_prefix(root()).unwrap().display().to_string();
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).unwrap())).collect()
}

/// A command of a document.
#[derive(Debug, PartialEq)]
struct Shown {
    line: usize,
    command: String,
    code: i32,
    output: Vec<String>,
}

/// The commands of a document, and the reasons of the blocks it skips.
fn commands(text: &str) -> (Vec<Shown>, Vec<String>) {
    let (mut shown, mut skipped): (Vec<Shown>, Vec<String>) = (Vec::new(), Vec::new());
    let mut block: Option<String> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (&block, line.strip_prefix("```")) {
            (None, Some(info)) => {
                let reason = info.split_once("skip=").map(|(_, reason)| reason.trim());
                skipped.extend(reason.map(String::from));
                let kind = info.split_whitespace().next().unwrap_or_default();
                block = Some(if reason.is_some() { String::new() } else { kind.into() });
            }
            (Some(_), Some(_)) => block = None,
            (Some(kind), None) => {
                let command = match kind.as_str() {
                    "console" => line.strip_prefix("$ "),
                    "sh" => Some(line).filter(|line| !line.trim().is_empty()),
                    _ => continue,
                };
                let continued = shown.last_mut().filter(|last| last.command.ends_with('\\'));
                match (continued, command) {
                    (Some(last), _) => {
                        last.command.pop();
                        last.command += line.trim();
                    }
                    (None, Some(command)) => {
                        let code = command.split_once("# exit code ").map_or("0", |(_, code)| code);
                        shown.push(Shown {
                            line: number,
                            command: command.into(),
                            code: code.trim().parse().expect("an exit code is a number"),
                            output: Vec::new(),
                        });
                    }
                    (None, None) => {
                        shown.last_mut().expect("a command first").output.push(line.into());
                    }
                }
            }
            (None, None) => {}
        }
    }
    (shown, skipped)
}

/// A folder with the files that documents mention.
fn desk() -> tempfile::TempDir {
    let desk = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("rooms.map", include_str!("../../domains/data/grids/rooms.map")),
        ("rooms.map.scen", include_str!("../../domains/data/grids/rooms.map.scen")),
    ] {
        std::fs::write(desk.path().join(name), text).unwrap();
    }
    // Commands are pasted in a clone of the repository.
    copy(&root().join("examples"), &desk.path().join("examples"));
    desk
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let (path, target) = (entry.as_ref().unwrap().path(), to.join(entry.unwrap().file_name()));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(path, target).unwrap();
        }
    }
}

fn run(command: &str, desk: &Path) -> Output {
    let programs = cargo_bin!("goalward").parent().unwrap().display().to_string();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(desk).stdin(Stdio::null());
    shell.env("PATH", format!("{programs}:{path}")).env("GOALWARD_CACHE", desk.join("cache"));
    shell.output().unwrap()
}

/// The words of a line, without what differs from run to run: amounts of time and how many
/// times slower, and the width of rules.
fn words(line: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        let is_number = |word: &str| {
            word.starts_with(|c: char| c.is_ascii_digit())
                && word.chars().all(|c| c.is_ascii_digit() || ",.".contains(c))
        };
        let unit = ["ns", "µs", "ms", "s", "×"].contains(&word);
        match words.last_mut() {
            Some(last) if unit && (is_number(last) || last == "…") => *last = "TIME".into(),
            _ if word.chars().all(|c| c == '─') => words.push("─".into()),
            _ => words.push(word.into()),
        }
    }
    words
}

/// Whether `actual` is `shown`, where a piece for which `is_gap` holds stands for any number
/// of pieces.
fn fits<T>(shown: &[T], actual: &[T], is_gap: fn(&T) -> bool, is: &dyn Fn(&T, &T) -> bool) -> bool {
    match (shown, actual) {
        ([], rest) => rest.is_empty(),
        ([gap, more @ ..], _) if is_gap(gap) => {
            (0..=actual.len()).any(|from| fits(more, &actual[from..], is_gap, is))
        }
        ([first, more @ ..], [other, rest @ ..]) => {
            is(first, other) && fits(more, rest, is_gap, is)
        }
        (_, []) => false,
    }
}

fn same_text(shown: &[String], actual: &str) -> bool {
    let lines = |lines: &mut dyn Iterator<Item = &str>| -> Vec<Vec<String>> {
        lines.map(words).filter(|line| !line.is_empty()).collect()
    };
    let shown = lines(&mut shown.iter().map(String::as_str));
    let actual = lines(&mut actual.lines());
    let same_line = |one: &Vec<String>, other: &Vec<String>| {
        fits(one, other, |word| word == "…", &|word, other| word == other)
    };
    fits(&shown, &actual, |line| line.len() == 1 && line[0] == "…", &same_line)
}

/// What is wrong with the commands of a document, and how many there are.
fn stale(name: &str, text: &str) -> (Vec<String>, usize) {
    let (shown, skipped) = commands(text);
    for reason in skipped {
        assert!(REASONS.contains(&reason.as_str()), "{name}: `{reason}` is not a known reason");
        println!("{name}: a block is skipped ({reason})");
    }
    let desk = desk();
    let count = shown.len();
    let look = |Shown { line, command, code, output }: Shown| {
        let done = run(&command, desk.path());
        let told = [done.stdout, done.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        if done.status.code() != Some(code) {
            let found = done.status.code();
            return Some(format!("{name}:{line}: {command}\nexit code {found:?}\n{told}"));
        }
        let same = output.is_empty() || same_text(&output, &told);
        let output = output.join("\n");
        (!same).then(|| format!("{name}:{line}: {command}\nshown:\n{output}\nbut:\n{told}"))
    };
    (shown.into_iter().filter_map(look).collect(), count)
}

#[test]
#[cfg_attr(not(feature = "page"), ignore = "the documents describe the program with its page")]
fn every_command_shown_does_what_is_shown() {
    let documents = documents();
    let looked_at: Vec<_> = std::thread::scope(|scope| {
        let look = |(name, text)| scope.spawn(move || stale(name, text));
        let threads: Vec<_> = documents.iter().map(|(name, text)| look((name, text))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let commands: usize = looked_at.iter().map(|(_, count)| count).sum();
    let wrong: Vec<_> = looked_at.into_iter().flat_map(|(wrong, _)| wrong).collect();
    assert!(wrong.is_empty(), "{} are stale:\n\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(commands > 60, "only {commands} commands were found");
}

#[test]
fn the_readme_begins_with_the_command_that_is_run() {
    let text = std::fs::read_to_string(root().join("README.md")).unwrap();
    let (_, first) = text.split_once("cargo run --release -- ").expect("it shows how to begin");
    let arguments = first.split('#').next().unwrap().trim();
    assert_eq!(commands(&text).0[0].command, format!("goalward {arguments}"));
}

#[test]
fn the_runner_can_tell_right_from_wrong() {
    let text = "```console\n$ a # exit code 11\none … 3\n…\nlast 5.2 ms\n```\n\
                ```sh skip=cluster\nb\n```\n```sh\nc \\\n  d\n```\n";
    let (shown, skipped) = commands(text);
    assert_eq!(skipped, ["cluster"]);
    assert_eq!((shown[0].code, shown[0].line, shown.len()), (11, 2, 2));
    assert_eq!(shown[1].command, "c d");
    let is = |actual: &str| same_text(&shown[0].output, actual);
    assert!(is("one 2 2 3\nmore\nlast 17 µs\n") && is("one 3\nlast 1 s"));
    assert!(!is("one 4\nlast 1 s") && !is("one 3\nlast 1 s\nmore") && !is("one 3\nlast 5.2"));
}

#[test]
fn links_between_documents_lead_somewhere() {
    for (name, text) in documents() {
        let folder = root().join(&name).parent().unwrap().to_path_buf();
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split('#').next().unwrap_or_default();
            let outside = file.contains("://") || file.is_empty();
            assert!(outside || folder.join(file).exists(), "{name}: there is no {target}");
        }
    }
}

#[test]
#[cfg_attr(not(feature = "page"), ignore = "the documents describe the program with its page")]
fn the_reference_is_what_the_program_prints() {
    let output = Command::new(cargo_bin!("goalward")).arg("reference").output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let kept = std::fs::read_to_string(root().join("docs/reference.md")).unwrap();
    let remedy = "it is stale: run `goalward reference > docs/reference.md`";
    assert!(printed == kept, "{remedy}");
    assert!(printed.contains("### `goalward solve`") && printed.contains("#### alpha-beta"));
}

#[test]
fn completions_know_domains_and_methods_in_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = Command::new(cargo_bin!("goalward")).args(["completions", shell]).output();
        let text = String::from_utf8(output.unwrap().stdout).unwrap();
        for command in ["solve", "compare", "exercise"] {
            assert!(text.contains(command), "{shell} {command}");
        }
        if ["bash", "zsh"].contains(&shell) {
            assert!(text.contains("15-puzzle") && text.contains("connect4"), "{shell}");
            assert!(text.contains("bidirectional"), "{shell}");
        }
    }
    let script = "source <(goalward completions bash) && COMP_WORDS=(goalward solve 8-pu) && \
                  COMP_CWORD=2 && _goalward goalward 8-pu solve && echo ${COMPREPLY[@]}";
    let programs = cargo_bin!("goalward").parent().unwrap().display().to_string();
    let path = format!("{programs}:{}", std::env::var("PATH").unwrap_or_default());
    if let Ok(output) = Command::new("bash").args(["-c", script]).env("PATH", path).output() {
        let offered = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(offered.trim(), "8-puzzle", "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn there_is_a_manual_page_for_every_command() {
    let folder = tempfile::tempdir().unwrap();
    let goalward =
        |arguments: &[&str]| Command::new(cargo_bin!("goalward")).args(arguments).output().unwrap();
    let pages = folder.path().join("man1");
    assert!(goalward(&["man", "--out", pages.to_str().unwrap()]).status.success());
    for name in ["goalward", "goalward-solve", "goalward-compare", "goalward-pdb-build"] {
        let text = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(text.contains(".TH "), "{name}");
    }
    let solve = String::from_utf8(goalward(&["man", "solve"]).stdout).unwrap();
    assert!(solve.contains("goalward\\-solve"));
    let wrong = goalward(&["man", "sovle"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8(wrong.stderr).unwrap().contains("did you mean `solve`?"));
}
