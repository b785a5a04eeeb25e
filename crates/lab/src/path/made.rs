//! The heuristic of a method, made once.

use std::cell::OnceCell;

use cpu_time::ThreadTime;
use goalward::Limits;

use super::{Guide, PathDomain, Prepared, Ready, Unready};
use crate::registry::InputError;
use crate::settings::Settings;
use crate::spec::Spec;

/// The heuristic that a method is set to use. It is made for the first search and kept for the next
/// ones, so that neither making it nor releasing its tables is timed with a search.
pub(super) struct Made<'a, S> {
    pub space: &'a S,
    pub spec: Spec,
    made: OnceCell<Ready<'a, S>>,
}

impl<'a, S: PathDomain> Made<'a, S> {
    /// The one that the setting `heuristic` names; nothing is made yet.
    pub fn new(space: &'a S, settings: &Settings) -> Result<Self, InputError> {
        let spec: Spec = settings.choice("heuristic").parse().map_err(InputError::new)?;
        space.check_heuristic(&spec, &Limits::default())?;
        Ok(Made { space, spec, made: OnceCell::new() })
    }

    /// Whether it is known never to overestimate.
    pub fn is_admissible(&self) -> bool {
        let estimate = S::heuristics().into_iter().find(|one| one.name == self.spec.name);
        estimate.is_some_and(|estimate| self.space.is_admissible(&estimate))
    }

    /// The heuristic, and what it took to make it.
    pub fn guide(&self, limits: &Limits) -> Result<(&dyn Guide<S>, Prepared), Unready> {
        let (guide, prepared) = match self.made.get() {
            Some(made) => made,
            None => {
                let clock = ThreadTime::now();
                // The limit on processor time is for the search, not for its preparations.
                let limits = Limits { processor: None, ..limits.clone() };
                let (guide, mut prepared) = self.space.heuristic(&self.spec, &limits)?;
                prepared.setup.get_or_insert_with(|| clock.elapsed());
                self.made.get_or_init(|| (guide, prepared))
            }
        };
        Ok((&**guide, prepared.clone()))
    }
}
