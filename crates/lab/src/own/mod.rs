//! User-defined problems in the registry. Implement one of the traits here, in addition to the
//! library's trait that defines the problem, and the function of its family makes the row:
//!
//! | family | the problem is a | trait | row |
//! |---|---|---|---|
//! | path | [`StateSpace`](goalward::StateSpace) | [`PathProblem`] | [`own_path`] |
//! | local | [`Landscape`](goalward::local::Landscape) | [`LandscapeProblem`] | [`own_landscape`] |
//! | constraint | [`Csp`](goalward::csp::Csp) | [`CspProblem`] | [`own_csp`] |
//! | game | [`Game`](goalward::game::Game) | [`GameProblem`] | [`own_game`] |

mod csp;
mod game;
mod landscape;
mod path;

pub use csp::{CspProblem, own_csp};
pub use game::{GameProblem, own_game};
pub use landscape::{LandscapeProblem, own_landscape};
pub use path::{Guess, Own, PathProblem, own_path};

use crate::registry::{InputError, Set};
use crate::view::{Cells, Frame, View};

/// What every user-defined problem states about itself: the items that the four traits share.
macro_rules! described {
    (method: $method:literal, compared: $compared:expr) => {
        /// Its name on the command line: letters, digits, `-` and `_`.
        const NAME: &'static str;
        /// Its name in prose and on the page.
        const TITLE: &'static str = Self::NAME;
        /// One line on what it is, of at most 60 characters.
        const DOC: &'static str;
        /// How an instance is written.
        const INSTANCE: &'static str = "text; by default the domain's own";
        /// Whether another seed gives another instance.
        const RANDOM: bool = false;
        /// Instances that come with it, one per line; the line is passed to `open`.
        const SETS: &'static [crate::registry::Set] = &[];
        /// The method to run when none is named.
        const METHOD: &'static str = $method;
        /// The methods to compare when none are named.
        const COMPARED: &'static [&'static str] = $compared;

        /// What can be set.
        fn params() -> Vec<crate::settings::Param> {
            Vec::new()
        }
    };
}
use described;

/// The row of the registry for a problem whose trait has the shared items.
macro_rules! row {
    ($problem:ident, $open:expr) => {
        crate::registry::Domain {
            name: $problem::NAME,
            title: $problem::TITLE,
            doc: $problem::DOC,
            aliases: &[],
            params: $problem::params,
            instance_doc: $problem::INSTANCE,
            sets: $problem::SETS,
            random: $problem::RANDOM,
            open: $open,
            load: None,
        }
    };
}
use row;

/// The line that `set:number` names, or else the text itself.
fn line_of<'a>(sets: &'static [Set], text: Option<&'a str>) -> Result<Option<&'a str>, InputError> {
    let named = match text {
        Some(text) if !sets.is_empty() => Set::find(sets, text)?,
        _ => None,
    };
    Ok(named.map(|(_, line)| line).or(text))
}

/// A drawing as a board of characters.
fn text_view(drawing: &str) -> View {
    View { frame: Frame::text(), start: characters(drawing) }
}

fn characters(text: &str) -> Cells {
    text.chars().map(|character| Some(character.into())).collect()
}
