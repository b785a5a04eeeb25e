//! What a reader of the source can count on.

use std::fs;
use std::path::{Path, PathBuf};

/// Every Rust file below a folder, build folders left out.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.ends_with("target") {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_source_file_begins_with_a_line_that_says_what_it_is() {
    let mut found = Vec::new();
    sources(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(".."), &mut found);
    assert!(found.len() > 200, "{}", found.len());
    let silent = |path: &&PathBuf| {
        let text = fs::read_to_string(path).expect("UTF-8");
        !text.starts_with("//! ")
    };
    let silent: Vec<_> = found.iter().filter(silent).collect();
    assert!(silent.is_empty(), "without a first line of `//!`: {silent:#?}");
}
