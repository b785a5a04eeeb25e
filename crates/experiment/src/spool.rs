//! Records of an experiment that has no folder.

use std::io::{self, Read, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex, MutexGuard};

use tempfile::SpooledTempFile;

use super::results::{Archive, Sums};
use super::{Manifest, Record, Results};

/// More than this is put into a temporary file, which vanishes with the process.
const IN_MEMORY: usize = 4 << 20;

/// Takes the records of an experiment that has no folder, in any order: their numbers
/// stay in memory, their text goes to a temporary file once it is long.
#[derive(Debug)]
pub struct Spool {
    sums: Mutex<Sums>,
    kept: Arc<Kept>,
}

/// The texts of records.
#[derive(Debug)]
pub(super) struct Kept(Mutex<Lines>);

#[derive(Debug)]
struct Lines {
    file: SpooledTempFile,
    end: u64,
    /// Sorted by cell once a record is looked up.
    places: Vec<Span>,
    sorted: bool,
}

/// Where the text of a cell is.
#[derive(Clone, Copy, Debug)]
struct Span {
    cell: u64,
    start: u64,
    length: u32,
}

impl Default for Spool {
    fn default() -> Self {
        let file = SpooledTempFile::new(IN_MEMORY);
        let lines = Lines { file, end: 0, places: Vec::new(), sorted: true };
        Spool { sums: Mutex::default(), kept: Arc::new(Kept(Mutex::new(lines))) }
    }
}

impl Spool {
    /// Keeps a record. An error is one of the temporary file's.
    pub fn keep(&self, record: &Record) -> io::Result<()> {
        self.kept.keep(record)?;
        self.sums().add(record);
        Ok(())
    }

    /// The results so far. Records kept later do not change them.
    pub fn results(&self, manifest: Manifest) -> Results {
        let sums = self.sums().clone();
        sums.results(manifest, Archive::Spool(self.kept.clone()))
    }

    /// The results, when no more records will come.
    pub fn into_results(self, manifest: Manifest) -> Results {
        let sums = self.sums.into_inner().expect("no holder panics");
        sums.results(manifest, Archive::Spool(self.kept))
    }

    fn sums(&self) -> MutexGuard<'_, Sums> {
        self.sums.lock().expect("no holder panics")
    }
}

impl Kept {
    fn keep(&self, record: &Record) -> io::Result<()> {
        let text = serde_json::to_vec(record).expect("a record holds only plain values");
        let length = u32::try_from(text.len()).map_err(io::Error::other)?;
        let mut lines = self.lines();
        let end = lines.end;
        lines.file.seek(SeekFrom::Start(end))?;
        lines.file.write_all(&text)?;
        lines.places.push(Span { cell: record.cell, start: end, length });
        lines.sorted = false;
        lines.end += u64::from(length);
        Ok(())
    }

    pub fn record(&self, cell: u64) -> io::Result<Record> {
        let mut lines = self.lines();
        if !lines.sorted {
            lines.places.sort_unstable_by_key(|place| place.cell);
            lines.sorted = true;
        }
        let place = lines.places.binary_search_by_key(&cell, |place| place.cell);
        let place = place.map_err(|_| io::Error::from(io::ErrorKind::NotFound))?;
        let Span { start, length, .. } = lines.places[place];
        lines.file.seek(SeekFrom::Start(start))?;
        let mut text = vec![0; length as usize];
        lines.file.read_exact(&mut text)?;
        serde_json::from_slice(&text).map_err(io::Error::other)
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().expect("no holder panics")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::sample;

    #[test]
    fn records_come_back_by_cell_from_memory_and_from_the_file() {
        let mut record = sample().plan.run(0, &Default::default()).expect("nobody cancels it");
        record.facts.insert("padding".into(), "x".repeat(IN_MEMORY / 3).into());
        let spool = Spool::default();
        let mut early = None;
        for cell in [3, 0, 4, 1, 2] {
            spool.keep(&Record { cell, ..record.clone() }).unwrap();
            early.get_or_insert_with(|| spool.results(sample()));
        }
        let results = spool.results(sample());
        let cells: Vec<u64> = results.records().map(|found| found.unwrap().cell).collect();
        assert_eq!(cells, [0, 1, 2, 3, 4]);
        assert!(results.records().all(|found| found.unwrap().facts == record.facts));
        let early = early.unwrap();
        assert_eq!((early.missing(), early.record(3).unwrap().cell), (4, 3));
    }
}
