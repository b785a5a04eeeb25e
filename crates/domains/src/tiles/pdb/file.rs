//! Databases in files: a text header, then the entries.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::super::Size;
use super::pattern::region;
use super::{Database, Pattern};
use crate::pages::Pages;

/// Increased whenever the numbering of positions changes.
const VERSION: u32 = 1;

/// The header's length: text, then spaces, then a line end.
const HEADER: usize = 256;

/// Why a file is not a valid database.
#[derive(Debug, Error)]
pub enum FileError {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is not a database of this version.
    #[error("this is not a pattern database of this version")]
    Foreign,
    /// It is a database of another pattern.
    #[error("this is a database of another pattern")]
    OtherPattern,
    /// It is shorter or longer than its header says.
    #[error("the file has {found} bytes instead of {wanted}")]
    Length {
        /// The length it has.
        found: u64,
        /// The length it should have.
        wanted: u64,
    },
    /// Its entries do not match their checksum.
    #[error("damaged: the checksum is wrong")]
    Checksum,
    /// There is not enough memory for it.
    #[error("not enough memory")]
    Memory,
}

impl Pattern {
    /// The file name of its database.
    pub fn file_name(&self) -> String {
        let (pattern, _) = self.canonical();
        format!("tiles-{}-{:x}-{:x}.pdb", pattern.size, pattern.homes, pattern.blank)
    }

    /// Parses a [`drawing`](Pattern::drawing) of a pattern.
    fn from_drawing(drawing: &str) -> Option<Self> {
        let rows: Vec<&str> = drawing.split('/').collect();
        let size = Size::new(rows.len(), rows[0].len()).ok().filter(|size| size.is_packable())?;
        if rows.iter().any(|row| row.len() != size.columns()) {
            return None;
        }
        let of = |letter: u8| {
            let cells = rows.iter().flat_map(|row| row.bytes()).enumerate();
            cells.filter(|(_, c)| *c == letter).fold(0u32, |mask, (cell, _)| mask | 1 << cell)
        };
        let pattern = Pattern { size, homes: of(b'x'), blank: of(b'o') };
        let sound = pattern.drawing() == drawing
            && (1..=Self::MOST_TILES).contains(&pattern.tiles())
            && pattern.blank != 0
            && region(size, pattern.homes, pattern.blank.trailing_zeros() as usize)
                == pattern.blank;
        sound.then_some(pattern)
    }
}

fn described(pattern: &Pattern) -> String {
    let (drawing, entries) = (pattern.drawing(), pattern.entries());
    format!("goalward pattern database {VERSION}\npattern {drawing}\nentries {entries}\n")
}

fn header(pattern: &Pattern, entries: &[u8]) -> Vec<u8> {
    let text = described(pattern);
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(text.as_bytes());
    checksum.update(entries);
    let mut text = format!("{text}checksum {:08x}\n", checksum.finalize()).into_bytes();
    text.resize(HEADER - 1, b' ');
    text.push(b'\n');
    text
}

impl Database {
    /// Writes it to `path` atomically: into a temporary file next to it, which is then renamed.
    pub fn write(&self, path: &Path) -> Result<(), FileError> {
        let beside = Unfinished(path.with_extension(format!("{}.tmp", std::process::id())));
        let mut file = File::create(&beside.0)?;
        self.write_to(&mut file)?;
        file.sync_all()?;
        drop(file);
        std::fs::rename(&beside.0, path)?;
        Ok(())
    }

    /// Reads the database of `pattern` from `path` and verifies the header, the length and the
    /// checksum.
    pub fn read(path: &Path, pattern: &Pattern) -> Result<Self, FileError> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        Self::from_reader(file, length, pattern)
    }

    /// Like [`read`](Database::read), from any source of this many bytes.
    pub fn from_reader(
        mut file: impl Read,
        length: u64,
        pattern: &Pattern,
    ) -> Result<Self, FileError> {
        let (pattern, _) = pattern.canonical();
        let found = read_header(&mut file)?;
        if found.0 != pattern {
            return Err(FileError::OtherPattern);
        }
        let wanted = pattern.entries() + HEADER as u64;
        if length != wanted {
            return Err(FileError::Length { found: length, wanted });
        }
        let mut table = Pages::lasting(pattern.entries() as usize).ok_or(FileError::Memory)?;
        file.read_exact(table.bytes_mut())?;
        if header(&pattern, table.bytes()) != found.1 {
            return Err(FileError::Checksum);
        }
        Ok(Database::new(pattern, table))
    }

    /// The pattern named in the header of a database file.
    pub fn pattern_of(path: &Path) -> Result<Pattern, FileError> {
        Self::pattern_in(File::open(path)?)
    }

    /// Like [`pattern_of`](Database::pattern_of), from any source.
    pub fn pattern_in(mut file: impl Read) -> Result<Pattern, FileError> {
        Ok(read_header(&mut file)?.0)
    }

    /// The file's bytes from the first to the last.
    pub fn write_to(&self, file: &mut impl Write) -> io::Result<()> {
        file.write_all(&header(&self.pattern, self.entries()))?;
        file.write_all(self.entries())
    }
}

fn read_header(file: &mut impl Read) -> Result<(Pattern, Vec<u8>), FileError> {
    let mut bytes = vec![0; HEADER];
    file.read_exact(&mut bytes).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => FileError::Foreign,
        _ => FileError::Io(error),
    })?;
    let text = String::from_utf8_lossy(&bytes);
    let drawing = text.lines().nth(1).and_then(|line| line.strip_prefix("pattern "));
    let pattern = drawing.and_then(Pattern::from_drawing).ok_or(FileError::Foreign)?;
    if !text.starts_with(&described(&pattern)) {
        return Err(FileError::Foreign);
    }
    Ok((pattern, bytes))
}

/// A temporary file that is deleted unless it was renamed.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Once renamed there is nothing left to remove.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Additive, Layout, Partition};

    #[test]
    fn a_file_is_read_as_it_was_written_and_never_trusted() {
        let folder = tempfile::tempdir().unwrap();
        let goal = Layout::blank_first(Size::EIGHT);
        let partition = Partition::parse("3-5", &goal).unwrap();
        let patterns = Additive::patterns(&goal, &partition);
        let database = Database::build(&patterns[0], 1, &|_, _| Ok(())).unwrap();
        let path = folder.path().join(patterns[0].file_name());
        database.write(&path).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else is left");
        let read = Database::read(&path, &patterns[0]).unwrap();
        assert_eq!(read.entries(), database.entries());
        assert_eq!(Database::pattern_of(&path).unwrap(), patterns[0]);
        assert!(matches!(Database::read(&path, &patterns[1]), Err(FileError::OtherPattern)));

        let good = std::fs::read(&path).unwrap();
        for at in [0, 30, HEADER - 3, HEADER, HEADER + 100, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            std::fs::write(&path, &bad).unwrap();
            assert!(Database::read(&path, &patterns[0]).is_err(), "byte {at}");
        }
        for bad in [&good[..good.len() - 1], &good[..HEADER], &good[..10], b""] {
            std::fs::write(&path, bad).unwrap();
            assert!(Database::read(&path, &patterns[0]).is_err());
        }
        std::fs::write(&path, [&good[..], b"x"].concat()).unwrap();
        assert!(matches!(Database::read(&path, &patterns[0]), Err(FileError::Length { .. })));
    }
}
