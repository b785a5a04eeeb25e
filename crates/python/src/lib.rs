//! The extension module `goalward._goalward`: the basis of the Python package `goalward`.

mod audit;
mod command;
mod detached;
mod explored;
mod game;
mod graph;
mod grid;
mod lab;
mod limits;
mod local;
mod model;
mod networkx;
mod numbers;
mod path;
mod space;
mod states;
mod trouble;
mod watch;

/// The basis of the Python package `goalward`; not for users.
#[pyo3::pymodule]
mod _goalward {
    /// The version of the wheel.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    use crate::audit::audit_path;
    #[pymodule_export]
    use crate::command::main;
    #[pymodule_export]
    use crate::game::search_game;
    #[pymodule_export]
    use crate::graph::Graph;
    #[pymodule_export]
    use crate::grid::Grid;
    #[pymodule_export]
    use crate::lab::{Comparison, Instance, compare, domain_list};
    #[pymodule_export]
    use crate::local::{LocalEvent, search_local};
    #[pymodule_export]
    use crate::model::solve_model;
    #[pymodule_export]
    use crate::networkx::{Known, search_networkx};
    #[pymodule_export]
    use crate::path::search_path;
    #[pymodule_export]
    use crate::space::Node;
    #[pymodule_export]
    use crate::watch::PathEvent;
}
