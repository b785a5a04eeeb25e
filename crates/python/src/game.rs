//! Games written in Python.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;

use goalward::game::{
    AlphaBeta, Analysis, Event, Game, GameSearch, Mcts, Minimax, Rating, RootMoves, Score, Switch,
    Table,
};
use goalward::{Observer, Outcome};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

use crate::limits::{limits, words, write_stats};
use crate::states::{Id, States, listed, shown};
use crate::trouble::{Leftovers, Nested, Trouble};

/// A position. Without a table its hash is not needed.
#[derive(Clone)]
struct Position<'py> {
    /// None only while it is being dropped.
    object: Option<Bound<'py, PyAny>>,
    hash: isize,
    /// Tables are full of positions: after something went wrong they are freed elsewhere.
    leftovers: Rc<Leftovers>,
}

impl<'py> Position<'py> {
    #[inline]
    fn object(&self) -> &Bound<'py, PyAny> {
        self.object.as_ref().expect("it is not dropped")
    }
}

impl Drop for Position<'_> {
    #[inline]
    fn drop(&mut self) {
        self.leftovers.take(self.object.take());
    }
}

impl PartialEq for Position<'_> {
    fn eq(&self, other: &Self) -> bool {
        let (mine, theirs) = (self.object(), other.object());
        mine.is(theirs) || self.hash == other.hash && self.leftovers.are_equal(mine, theirs)
    }
}

impl Eq for Position<'_> {}

impl Hash for Position<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash.hash(hasher);
    }
}

/// The parts of a game, each called as the Python side defines.
#[derive(FromPyObject)]
struct Parts<'py> {
    start: Bound<'py, PyAny>,
    /// Takes a position, gives moves.
    moves: Bound<'py, PyAny>,
    /// Takes a position and a move, gives a position.
    play: Bound<'py, PyAny>,
    /// Takes a position, gives none or the score for the player whose turn it would be.
    terminal: Bound<'py, PyAny>,
    /// Takes a position, gives what it is worth to the player to move.
    evaluate: Option<Bound<'py, PyAny>>,
    /// The best possible score.
    most: Option<i32>,
    /// Whether positions have a hash.
    hashable: bool,
}

/// A game written in Python.
struct Rules<'py> {
    py: Python<'py>,
    parts: Parts<'py>,
    trouble: Trouble<'py>,
    moves: RefCell<States>,
}

impl<'py> Rules<'py> {
    fn position(&self, object: Bound<'py, PyAny>) -> PyResult<Position<'py>> {
        let hash = if self.parts.hashable { object.hash()? } else { 0 };
        Ok(Position { object: Some(object), hash, leftovers: self.trouble.leftovers.clone() })
    }

    fn mv(&self, mv: Id) -> Bound<'py, PyAny> {
        self.moves.borrow().object(self.py, mv).clone()
    }

    /// A whole score.
    fn score(&self, of: &Position<'py>, said: &Bound<'py, PyAny>) -> PyResult<Score> {
        let number = said.extract::<f64>().ok().filter(|it| it.fract() == 0.0);
        let number = number.filter(|it| it.abs() < f64::from(Score::MAX));
        number.map(|it| it as Score).ok_or_else(|| {
            PyValueError::new_err(format!(
                "the score of {} is {}: scores are whole numbers below 2**31; multiply and round",
                shown(of.object()),
                shown(said)
            ))
        })
    }

    fn moves_of(&self, position: &Position<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let moves = listed(&self.parts.moves.call1((position.object(),))?, position.object())?;
        if moves.is_empty() {
            return Err(PyValueError::new_err(format!(
                "{} has no moves, but terminal(state) is None: return the score there",
                shown(position.object())
            )));
        }
        Ok(moves)
    }

    fn ended(&self, position: &Position<'py>) -> PyResult<Option<Score>> {
        let said = self.parts.terminal.call1((position.object(),))?;
        if said.is_exact_instance_of::<PyBool>() {
            return Err(PyTypeError::new_err(format!(
                "terminal({}) returned {said}: return None until the game is over, and then the score \
                 for the player whose turn it would be",
                shown(position.object())
            )));
        }
        if said.is_none() { Ok(None) } else { self.score(position, &said).map(Some) }
    }
}

impl<'py> Game for Rules<'py> {
    type State = Position<'py>;
    type Move = Id;

    fn start(&self) -> Position<'py> {
        let object = self.parts.start.clone();
        let hash = if self.parts.hashable { object.hash().unwrap_or(0) } else { 0 };
        Position { object: Some(object), hash, leftovers: self.trouble.leftovers.clone() }
    }

    fn moves(&self, position: &Position<'py>) -> impl Iterator<Item = Id> {
        let moves = match self.trouble.turn() {
            true => self.trouble.keep(self.moves_of(position)),
            false => None,
        };
        // Most moves are never made: they need no number.
        let number = |mv| self.trouble.keep(self.moves.borrow_mut().number(mv));
        moves.unwrap_or_default().into_iter().map_while(number)
    }

    fn play(&self, position: &Position<'py>, mv: Id) -> Position<'py> {
        if self.trouble.happened() {
            return position.clone();
        }
        let next = self.parts.play.call1((position.object(), self.mv(mv)));
        let next = next.and_then(|object| self.position(object));
        self.trouble.keep(next).unwrap_or_else(|| position.clone())
    }

    /// After something went wrong every game is over.
    fn terminal(&self, position: &Position<'py>) -> Option<Score> {
        if self.trouble.happened() {
            return Some(0);
        }
        self.trouble.keep(self.ended(position)).unwrap_or(Some(0))
    }

    fn most(&self) -> Score {
        self.parts.most.unwrap_or(Score::MAX)
    }

    fn evaluate(&self, position: &Position<'py>) -> Score {
        let Some(evaluate) = self.parts.evaluate.as_ref().filter(|_| !self.trouble.happened())
        else {
            return 0;
        };
        let said = evaluate.call1((position.object(),));
        let score = said.and_then(|said| self.score(position, &said));
        self.trouble.keep(score).unwrap_or(0)
    }
}

/// Ends a search whose game failed.
struct Watch<'a, 'py>(&'a Rules<'py>);

impl<'e, 'py> Observer<Event<'e, Position<'py>, Id>> for Watch<'_, 'py> {
    fn on(&mut self, _: Event<'e, Position<'py>, Id>) -> ControlFlow<()> {
        if self.0.trouble.happened() { Break(()) } else { Continue(()) }
    }
}

/// Analyses the first moves of a game. `parts` has the attributes of [`Parts`].
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn search_game<'py>(
    py: Python<'py>,
    method: &str,
    parts: Bound<'py, PyAny>,
    depth: Option<u32>,
    all_moves: bool,
    playouts: u64,
    exploration: f64,
    seed: u64,
    time: Option<Bound<'py, PyAny>>,
    nodes: Option<Bound<'py, PyAny>>,
    memory: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let _nested = Nested::begin()?;
    let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
    if depth == Some(0) {
        return Err(PyValueError::new_err("depth=0 is not allowed: use 1 or more"));
    }
    let parts: Parts<'py> = parts.extract()?;
    let mut trouble = Trouble::new(py);
    trouble.monitor = limits.monitor.clone();
    let hashable = parts.hashable;
    let rules = Rules { py, parts, trouble, moves: RefCell::new(States::of("move")) };
    let (start, watch) = (rules.start(), &mut Watch(&rules));
    let outcome = match method {
        "minimax" => Minimax { depth }.search(&rules, &start, &limits, watch),
        "mcts" => Mcts { playouts, exploration, seed }.search(&rules, &start, &limits, watch),
        _ => {
            let root = if all_moves { RootMoves::All } else { RootMoves::Best };
            let usual = AlphaBeta::default();
            let table = if hashable { usual.table } else { Table::Off };
            let deepening = if hashable { usual.deepening } else { Switch::Off };
            let search = AlphaBeta { depth, root, table, deepening, ..usual };
            search.search(&rules, &start, &limits, watch)
        }
    };
    match rules.trouble.take() {
        Some(error) => Err(error),
        None => write(&rules, method, &outcome),
    }
}

/// The number of a rating, and what kind of number it is.
fn read(rating: Rating) -> (Option<f64>, &'static str) {
    match rating {
        Rating::Exact(score) => (Some(score.into()), "exact"),
        Rating::AtMost(score) => (Some(score.into()), "at most"),
        Rating::Estimate(score) => (Some(score.into()), "estimate"),
        Rating::EstimateAtMost(score) => (Some(score.into()), "estimate at most"),
        Rating::Mean { mean, .. } => (Some(mean), "mean"),
        Rating::Unrated => (None, "unrated"),
    }
}

fn write<'py>(
    rules: &Rules<'py>,
    method: &str,
    outcome: &Outcome<Analysis<Id>>,
) -> PyResult<Bound<'py, PyDict>> {
    let py = rules.py;
    let written = PyDict::new(py);
    let (verdict, stop) = words(&outcome.verdict);
    written.set_item("method", method)?;
    written.set_item("verdict", verdict)?;
    written.set_item("stop", stop)?;
    write_stats(&written, &outcome.stats)?;
    let number = |rating: Rating| {
        let (number, kind) = read(rating);
        let number = match (number, rating) {
            (None, _) => py.None().into_bound(py),
            (Some(mean), Rating::Mean { .. }) => mean.into_pyobject(py)?.into_any(),
            (Some(score), _) => (score as i64).into_pyobject(py)?.into_any(),
        };
        Ok::<_, PyErr>((number, kind))
    };
    if let Some(analysis) = outcome.best() {
        let (value, kind) = number(analysis.value)?;
        written.set_item("value", value)?;
        written.set_item("kind", kind)?;
        written.set_item("depth", analysis.depth)?;
        let best = analysis.best.iter().map(|&mv| rules.mv(mv));
        written.set_item("best", PyList::new(py, best)?)?;
        let rated = PyList::empty(py);
        for move_rated in &analysis.moves {
            let (value, kind) = number(move_rated.rating)?;
            let kind = kind.into_pyobject(py)?.into_any();
            rated.append(PyTuple::new(py, [rules.mv(move_rated.mv), value, kind])?)?;
        }
        written.set_item("moves", rated)?;
    }
    Ok(written)
}
