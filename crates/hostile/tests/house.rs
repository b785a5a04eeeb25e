//! What a reader of the source can count on.

use std::fs;
use std::path::{Path, PathBuf};

/// How a file of a language, by the ending of its name, begins.
const HEADS: [(&str, &str); 4] = [("rs", "//! "), ("js", "// "), ("css", "/* "), ("py", "\"\"\"")];

/// Every source file below a folder and how it should begin, build folders left out.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, &str)>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, found);
        } else if let Some(ending) = path.extension() {
            let head = HEADS.iter().find(|(language, _)| ending == *language);
            found.extend(head.map(|(_, head)| (path.clone(), *head)));
        }
    }
}

#[test]
fn every_source_file_begins_with_a_line_that_says_what_it_is() {
    let mut found = Vec::new();
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["crates", "examples", "fuzz"] {
        sources(&root.join(folder), &mut found);
    }
    assert!(found.len() > 200, "{}", found.len());
    let silent = |(path, head): &&(PathBuf, &str)| {
        let text = fs::read_to_string(path).expect("UTF-8");
        !text.starts_with(head)
    };
    let silent: Vec<_> = found.iter().filter(silent).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "without a first line that says what it is: {silent:#?}");
}
