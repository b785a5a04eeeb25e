//! A method chosen at run time, by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{
    Anytime, Beam, BestFirst, BreadthFirst, Cycles, DepthFirst, Dps, Guarantee, IdaStar,
    IterativeDeepening, PathObserver, PathSearch, PlanOf, Priority, Rbfs, Weight,
};
use crate::run::{Limits, Outcome};
use crate::space::{Heuristic, StateSpace};

/// A path search chosen at run time, by its spec:
///
/// | spec | search |
/// |---|---|
/// | `bfs` | [`BreadthFirst`] |
/// | `dfs`, `dfs(depth=50)` | [`DepthFirst`] |
/// | `ids` | [`IterativeDeepening`] |
/// | `ucs`, `greedy`, `astar`, `wastar(weight=2)` | [`BestFirst`] |
/// | `idastar`, `idastar(cycles=avoid)` | [`IdaStar`] |
/// | `rbfs`, `ie(nodes=1000000)` | [`Rbfs`] |
/// | `anytime(weight=2)` | [`Anytime`] |
/// | `dps(weight=2)` | [`Dps`] |
/// | `beam`, `beam(width=100)` | [`Beam`] |
///
/// A setting that is left out has the value shown, except `cycles`, which is `allow`.
///
/// ```
/// use goalward::path::{Chosen, PathSearch};
/// use goalward::space::from_fn;
///
/// let numbers = from_fn(1u64, |&n| [(2 * n, 1u32), (n + 1, 1)], |&n| n == 1000);
/// let h = |&n: &u64| if n > 1000 { u32::MAX } else { (1000 / n).ilog2() };
/// for spec in ["bfs", "astar", "wastar(weight=1.5)", "beam(width=50)"] {
///     let search: Chosen = spec.parse().unwrap();
///     let plan = search.solve(&numbers, &h).into_solution().unwrap();
///     assert!(plan.cost >= 14, "{search} found {}", plan.cost);
/// }
/// let error = "a*".parse::<Chosen>().unwrap_err();
/// assert!(error.to_string().starts_with("unknown search `a*`: use bfs"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Chosen {
    /// `bfs`
    BreadthFirst(BreadthFirst),
    /// `dfs`
    DepthFirst(DepthFirst),
    /// `ids`
    IterativeDeepening(IterativeDeepening),
    /// `ucs`, `greedy`, `astar`, `wastar`
    BestFirst(BestFirst),
    /// `idastar`
    IdaStar(IdaStar),
    /// `rbfs`, `ie`
    Rbfs(Rbfs),
    /// `anytime`
    Anytime(Anytime),
    /// `dps`
    Dps(Dps),
    /// `beam`
    Beam(Beam),
}

/// Why a text is not the spec of a path search.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No search has this name.
    #[error(
        "unknown search `{0}`: use bfs, dfs, ids, ucs, greedy, astar, wastar, idastar, rbfs, ie, anytime, dps or beam"
    )]
    Name(String),
    /// The search has no such setting.
    #[error("`{name}` has no setting `{setting}`{}", .known.map_or(String::new(), |known| format!(": use {known}=…")))]
    Setting {
        /// The search.
        name: String,
        /// What was written.
        setting: String,
        /// The setting that it has.
        known: Option<&'static str>,
    },
    /// The setting cannot have this value.
    #[error("{setting}={value} is not allowed: use {allowed}")]
    Value {
        /// The setting.
        setting: &'static str,
        /// What was written.
        value: String,
        /// The allowed values.
        allowed: &'static str,
    },
    /// A closing parenthesis is missing.
    #[error("`{0}` lacks a closing parenthesis")]
    Open(String),
}

/// The setting of a search, if it has one.
fn setting_of(name: &str) -> Option<Option<&'static str>> {
    Some(match name {
        "bfs" | "ids" | "ucs" | "greedy" | "astar" | "rbfs" => None,
        "dfs" => Some("depth"),
        "wastar" | "anytime" | "dps" => Some("weight"),
        "ie" => Some("nodes"),
        "idastar" => Some("cycles"),
        "beam" => Some("width"),
        _ => return None,
    })
}

impl FromStr for Chosen {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, value) = split(text.trim())?;
        fn read<T: FromStr>(
            setting: &'static str,
            value: Option<&str>,
            default: T,
            allowed: &'static str,
            good: impl Fn(&T) -> bool,
        ) -> Result<T, SpecError> {
            let Some(value) = value else { return Ok(default) };
            let error = || SpecError::Value { setting, value: value.into(), allowed };
            value.parse().ok().filter(good).ok_or_else(error)
        }
        let best_first = |priority| Chosen::BestFirst(BestFirst::by(priority));
        Ok(match name {
            "bfs" => Chosen::BreadthFirst(BreadthFirst::default()),
            "ids" => Chosen::IterativeDeepening(IterativeDeepening::default()),
            "ucs" => best_first(Priority::UniformCost),
            "greedy" => best_first(Priority::Greedy),
            "astar" => best_first(Priority::AStar),
            "dfs" => {
                let usual = DepthFirst::default();
                let allowed = "a whole number above 0";
                let depth = read("depth", value, usual.depth, allowed, |&d| d > 0)?;
                Chosen::DepthFirst(DepthFirst { depth, ..usual })
            }
            "wastar" | "anytime" | "dps" => {
                let allowed = "a decimal number from 0 to 1000";
                let weight = read("weight", value, Weight::from(2), allowed, |_| true)?;
                match name {
                    "wastar" => best_first(Priority::Weighted(weight)),
                    "anytime" => Chosen::Anytime(Anytime { weight, ..Anytime::default() }),
                    _ => Chosen::Dps(Dps { weight, ..Dps::default() }),
                }
            }
            "rbfs" => Chosen::Rbfs(Rbfs::default()),
            "ie" => {
                let allowed = "a whole number above 0";
                let nodes = read("nodes", value, 1_000_000, allowed, |&n| n > 0)?;
                Chosen::Rbfs(Rbfs { nodes, ..Rbfs::default() })
            }
            "beam" => {
                let usual = Beam::default();
                let allowed = "a whole number above 0";
                let width = read("width", value, usual.width, allowed, |&w| w > 0)?;
                Chosen::Beam(Beam { width, ..usual })
            }
            _ => {
                let allowed = "allow or avoid";
                let known = |word: &String| word == "allow" || word == "avoid";
                let cycles = read("cycles", value, "allow".into(), allowed, known)?;
                let avoid = cycles == "avoid";
                let cycles = if avoid { Cycles::Avoid } else { Cycles::Allow };
                Chosen::IdaStar(IdaStar { cycles, ..IdaStar::default() })
            }
        })
    }
}

/// The name of a spec, which must be known, and the value of its setting.
fn split(text: &str) -> Result<(&str, Option<&str>), SpecError> {
    let (name, settings) = match text.split_once('(') {
        None => (text, None),
        Some((name, rest)) => {
            let inside = rest.strip_suffix(')').ok_or_else(|| SpecError::Open(text.into()))?;
            (name.trim(), Some(inside.trim()).filter(|inside| !inside.is_empty()))
        }
    };
    let known = setting_of(name).ok_or_else(|| SpecError::Name(name.into()))?;
    let Some(settings) = settings else { return Ok((name, None)) };
    let (setting, value) = settings.split_once('=').unwrap_or((known.unwrap_or(""), settings));
    if Some(setting.trim()) != known || known.is_none() {
        let setting = if setting.is_empty() { settings } else { setting.trim() };
        return Err(SpecError::Setting { name: name.into(), setting: setting.into(), known });
    }
    Ok((name, Some(value.trim())))
}

/// The spec, with its setting.
impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chosen::BreadthFirst(_) => f.write_str("bfs"),
            Chosen::DepthFirst(DepthFirst { depth, .. }) => write!(f, "dfs(depth={depth})"),
            Chosen::IterativeDeepening(_) => f.write_str("ids"),
            Chosen::BestFirst(BestFirst { priority, .. }) => match priority {
                Priority::UniformCost => f.write_str("ucs"),
                Priority::Greedy => f.write_str("greedy"),
                Priority::AStar => f.write_str("astar"),
                Priority::Weighted(weight) => write!(f, "wastar(weight={weight})"),
            },
            Chosen::IdaStar(IdaStar { cycles: Cycles::Allow, .. }) => f.write_str("idastar"),
            Chosen::IdaStar(IdaStar { cycles: Cycles::Avoid, .. }) => {
                f.write_str("idastar(cycles=avoid)")
            }
            Chosen::Rbfs(Rbfs { nodes: 0, .. }) => f.write_str("rbfs"),
            Chosen::Rbfs(Rbfs { nodes, .. }) => write!(f, "ie(nodes={nodes})"),
            Chosen::Anytime(Anytime { weight, .. }) => write!(f, "anytime(weight={weight})"),
            Chosen::Dps(Dps { weight, .. }) => write!(f, "dps(weight={weight})"),
            Chosen::Beam(Beam { width, .. }) => write!(f, "beam(width={width})"),
        }
    }
}

impl Chosen {
    /// What is known about a plan returned as a solution, provided the heuristic never
    /// overestimates.
    pub fn guarantee(&self) -> Guarantee {
        match self {
            Chosen::BreadthFirst(search) => search.guarantee(),
            Chosen::DepthFirst(search) => search.guarantee(),
            Chosen::IterativeDeepening(search) => search.guarantee(),
            Chosen::BestFirst(search) => search.guarantee(),
            Chosen::IdaStar(search) => search.guarantee(),
            Chosen::Rbfs(search) => search.guarantee(),
            Chosen::Anytime(search) => search.guarantee(),
            Chosen::Dps(search) => search.guarantee(),
            Chosen::Beam(search) => search.guarantee(),
        }
    }
}

impl<S: StateSpace, H: Heuristic<S>> PathSearch<S, H> for Chosen {
    fn search<O: PathObserver<S>>(
        &self,
        space: &S,
        heuristic: &H,
        limits: &Limits,
        observer: &mut O,
    ) -> Outcome<PlanOf<S>> {
        match self {
            Chosen::BreadthFirst(search) => search.search(space, heuristic, limits, observer),
            Chosen::DepthFirst(search) => search.search(space, heuristic, limits, observer),
            Chosen::IterativeDeepening(search) => search.search(space, heuristic, limits, observer),
            Chosen::BestFirst(search) => search.search(space, heuristic, limits, observer),
            Chosen::IdaStar(search) => search.search(space, heuristic, limits, observer),
            Chosen::Rbfs(search) => search.search(space, heuristic, limits, observer),
            Chosen::Anytime(search) => search.search(space, heuristic, limits, observer),
            Chosen::Dps(search) => search.search(space, heuristic, limits, observer),
            Chosen::Beam(search) => search.search(space, heuristic, limits, observer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_read_back() {
        for spec in [
            "bfs",
            "dfs(depth=7)",
            "ids",
            "ucs",
            "greedy",
            "astar",
            "wastar(weight=2.5)",
            "idastar",
            "idastar(cycles=avoid)",
            "rbfs",
            "ie(nodes=500)",
            "anytime(weight=3)",
            "dps(weight=1.5)",
            "beam(width=3)",
        ] {
            let chosen: Chosen = spec.parse().unwrap();
            assert_eq!(chosen.to_string(), spec);
            assert_eq!(chosen.to_string().parse(), Ok(chosen));
        }
        assert_eq!("beam(3)".parse::<Chosen>(), "beam( width = 3 )".parse());
    }

    #[test]
    fn errors_name_the_bad_piece_and_the_right_choices() {
        let error = |spec: &str| spec.parse::<Chosen>().unwrap_err().to_string();
        assert_eq!(error("astar(2)"), "`astar` has no setting `2`");
        assert_eq!(error("beam(depth=2)"), "`beam` has no setting `depth`: use width=…");
        assert_eq!(error("beam(width=0)"), "width=0 is not allowed: use a whole number above 0");
        assert_eq!(error("idastar(no)"), "cycles=no is not allowed: use allow or avoid");
        assert_eq!(error("beam(3"), "`beam(3` lacks a closing parenthesis");
    }
}
