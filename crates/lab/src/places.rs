//! What maps and graphs share: files that are loaded once, heuristics behind one type, landmarks.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

use goalward::{Heuristic, Limits, Meter, StateSpace, Stop};

use crate::path::{Prepared, Unready};
use crate::registry::InputError;
use crate::settings::{Param, Settings};
use crate::spec::Spec;

/// What was loaded, by name: many queries share it.
pub(crate) struct Shelf<T>(Mutex<BTreeMap<String, Arc<T>>>);

impl<T> Shelf<T> {
    /// Nothing yet.
    pub const fn new() -> Self {
        Shelf(Mutex::new(BTreeMap::new()))
    }

    /// Keeps something under a name, in place of what had that name.
    pub fn keep(&self, name: &str, item: T) -> Arc<T> {
        let item = Arc::new(item);
        let mut items = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        items.insert(name.into(), item.clone());
        item
    }

    /// The thing of this name.
    pub fn get(&self, name: &str) -> Option<Arc<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }
}

/// The files of the largest road graphs in use have 1.3 gigabytes.
const MOST_BYTES: u64 = 2_000_000_000;

/// All bytes of a file, for a domain that loads files.
pub fn read_file(path: &str) -> Result<Vec<u8>, InputError> {
    let cannot = |error| InputError(format!("cannot read `{path}`: {error}"));
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(cannot)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(InputError(format!("`{path}` is larger than 2 gigabytes")));
    }
    Ok(bytes)
}

/// A heuristic as a function of states. With one type for all, each method is compiled once for
/// every heuristic, and none is faster because of how it is called.
pub(crate) type Erased<S> =
    Box<dyn Fn(&<S as StateSpace>::State) -> <S as StateSpace>::Cost + Sync>;

/// A heuristic behind that type.
pub(crate) fn erased<S: StateSpace>(
    heuristic: impl Heuristic<S, Memo = S::Cost> + Sync + 'static,
) -> Erased<S> {
    Box::new(move |state| heuristic.memo(state))
}

/// The settings of `alt`.
pub(crate) fn landmark_params() -> Vec<Param> {
    vec![Param::whole("landmarks", "Number of landmarks", 1..=64, "8")]
}

/// Makes `alt` within the limits, with as many landmarks as its spec says; `bytes` gives its size.
pub(crate) fn with_landmarks<A>(
    spec: &Spec,
    limits: &Limits,
    make: impl FnOnce(usize, &mut Meter) -> Result<A, Stop>,
    bytes: fn(&A) -> usize,
) -> Result<(A, Prepared), Unready> {
    let settings = Settings::new(spec, &landmark_params())
        .map_err(|error| Unready::Input(InputError::new(error)))?;
    let mut meter = Meter::new(limits);
    let alt = make(settings.whole("landmarks") as usize, &mut meter).map_err(Unready::Stopped)?;
    let (seconds, bytes) = (meter.elapsed().as_secs_f64(), bytes(&alt) as u64);
    Ok((alt, Prepared { seconds, bytes, ..Prepared::default() }))
}
