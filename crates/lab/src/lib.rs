//! One registry of domains and methods, and plain reports of their runs: the basis of experiments,
//! the command line and the page.
//!
//! ```
//! use goalward::Limits;
//! use goalward_lab::{Run, Spec, open, run};
//!
//! let spec: Spec = "8-puzzle".parse()?;
//! let (domain, instance) = open(&spec, Some("8 0 6 5 4 7 2 3 1"), 1)?;
//! let mut options = Run { seed: 1, limits: Limits::default(), jobs: 1, trace: None };
//! let report = run(domain, instance.as_ref(), Some(&"astar(manhattan)".parse()?), &mut options)?;
//! assert_eq!((report.cost, report.optimal), (Some(31.0.into()), true));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The map
//! - [`Spec`]: the language `name(argument, key=value)`; [`Settings`]: its arguments,
//!   checked against [`Param`]s;
//! - [`domains`], [`open`], [`run`]: from a request to a [`Report`];
//! - [`own_path`], [`own_landscape`], [`own_csp`], [`own_game`], [`add_domains`]: your own problems
//!   in the registry;
//! - [`path`], [`local`], [`csp`], [`game`]: the families' methods as rows;
//! - [`audit`]: heuristics, evaluators and landscapes checked against exact values;
//! - [`Match`]: a game in progress;
//! - [`count_queens`]: every solution of N queens, on several threads;
//! - [`pdb`]: pattern databases in the user's cache folder;
//! - [`machine`]: what the system reports about its processor and memory;
//! - [`units`]: `10s`, `5M` and `2G`; [`numbers`]: `1,234`, `1.2 MB` and `1.23 ms`.

mod about;
pub mod audit;
mod caught;
mod count;
pub mod csp;
mod depths;
mod domains;
pub mod game;
pub mod local;
pub mod machine;
mod number;
pub mod numbers;
mod own;
pub mod path;
pub mod pdb;
mod places;
mod registry;
mod report;
mod settings;
mod spec;
mod suggest;
mod trace;
mod tree;
pub mod units;
mod view;

pub use about::About;
pub use caught::caught;
pub use count::{COUNTED, Counted, Distinct, count_queens, queens_range};
pub use game::{GameOver, Match};
pub use goalward_domains::board::Player;
pub use machine::{cores, free_memory};
pub use number::Number;
pub use own::{
    CspProblem, GameProblem, Guess, LandscapeProblem, Own, PathProblem, own_csp, own_game,
    own_landscape, own_path,
};
pub use places::read_file;
pub use registry::{
    Alias, Check, Conflict, Domain, Family, InputError, Instance, Load, Maker, Method, Open,
    Preparation, Purpose, REPRODUCED, Reader, Ready, Run, RunError, Search, Set, add_domains,
    domains, familiar, find_domain, open, run,
};
pub use report::{Conclusion, Counters, Figure, Finding, Limit, Report, Solution};
pub use settings::{Choice, Kind, Named, Param, Settings, SettingsError};
pub use spec::{Argument, Spec, SpecError, is_setting};
pub use suggest::{did_you_mean, listed, one_line};
pub use trace::{Chance, EventKind, Facts, Form, Step, Trace, Watcher};
pub use tree::TreePlace;
pub use view::{Cells, DRAWN_CELLS, Frame, Shown, View};
