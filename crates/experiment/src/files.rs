//! The files that instances were loaded from, kept in the folder of their experiment, so that the
//! folder is enough to repeat it.

use std::fs;
use std::path::{Path, PathBuf};

use goalward_lab::{InputError, read_file};

use super::Plan;
use super::folder::{FolderError, publish, system};

/// Larger files are not kept: they have to stay where they are.
const MOST_BYTES: u64 = 64_000_000;

/// Where a folder keeps them.
pub(super) fn kept(folder: &Path) -> PathBuf {
    folder.join("files")
}

/// Where a file of this name is kept. No two names share a place.
fn place(kept: &Path, name: &str) -> PathBuf {
    let mut place = String::new();
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                place.push(byte.into());
            }
            _ => place += &format!("%{byte:02x}"),
        }
    }
    kept.join(place)
}

/// Keeps the files of a plan in the folder, and makes sure that those kept before are still the
/// same.
pub(super) fn keep(plan: &Plan, folder: &Path) -> Result<(), FolderError> {
    let kept = kept(folder);
    let failed = std::cell::RefCell::new(None);
    let read = |name: &str| {
        if fs::metadata(name).is_ok_and(|data| data.len() > MOST_BYTES) {
            return Err(InputError(format!("`{name}` is too large to be kept")));
        }
        let bytes = read_file(name)?;
        let place = place(&kept, name);
        let done = match fs::read(&place) {
            Ok(before) if before == bytes => Ok(()),
            Ok(_) => Err(FolderError::OtherFile { path: folder.into(), file: name.into() }),
            Err(_) => fs::create_dir_all(&kept)
                .and_then(|()| publish(&place, &bytes))
                .map_err(system("write", &place)),
        };
        if let Err(error) = done {
            failed.borrow_mut().get_or_insert(error);
        }
        Ok(bytes)
    };
    // A file that is too large, or gone since it was read, is not kept.
    let _ = plan.load_by(&read);
    failed.into_inner().map_or(Ok(()), Err)
}

/// The bytes of a file: as it was kept, or else as it is.
pub(super) fn read_kept(kept: &Path, name: &str) -> Result<Vec<u8>, InputError> {
    fs::read(place(kept, name)).or_else(|_| read_file(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Source};

    #[test]
    fn a_folder_has_the_maps_of_its_experiment() {
        let dir = tempfile::tempdir().unwrap();
        let map = dir.path().join("a b.map");
        let drawing = "type octile\nheight 1\nwidth 3\nmap\n...\n";
        fs::write(&map, drawing).unwrap();
        let name = map.display().to_string();
        let plan = Plan {
            domain: "grid".into(),
            source: Source::Listed(vec![format!("{name} 0:0 2:0")]),
            methods: vec!["astar(octile)".into()],
            seed: 1,
            bounds: Bounds::default(),
            repeats: None,
            profile: false,
            files: vec![name.clone()],
        };
        let folder = dir.path().join("folder");
        keep(&plan, &folder).unwrap();
        keep(&plan, &folder).unwrap();
        fs::write(&map, drawing.replace("...", ".@.")).unwrap();
        let error = keep(&plan, &folder).unwrap_err().to_string();
        assert!(error.contains("a b.map") && error.contains("has changed"), "{error}");
        fs::remove_file(&map).unwrap();
        keep(&plan, &folder).unwrap();
        plan.load_from(&kept(&folder)).unwrap();
        let record = plan.run(0, &Default::default()).expect("nobody cancels it");
        assert_eq!(record.cost.map(|cost| cost.value()), Some(2.0));
    }

    #[test]
    fn no_two_names_share_a_place() {
        let names = ["a/b", "a%2fb", "a_b", "a\\b", "a b", "ä"];
        let places = names.map(|name| place(Path::new("kept"), name));
        for (i, one) in places.iter().enumerate() {
            assert!(!places[i + 1..].contains(one), "{one:?}");
            assert_eq!(one.parent(), Some(Path::new("kept")));
        }
    }
}
