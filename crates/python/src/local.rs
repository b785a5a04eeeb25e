//! Local search in problems written in Python.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::ops::ControlFlow::{self, Break, Continue};
use std::rc::Rc;

use goalward::local::{
    Annealing, Cooling, Crossover, Ending, Event, Found, Genetic, HillClimbing, Landscape,
    LocalBeam, LocalSearch, Schedule, Temperature, Variant,
};
use goalward::{Observer, Outcome, Rng};
use goalward_lab::EventKind;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

use crate::limits::{limits, words, write_stats};
use crate::numbers::Numbers;
use crate::states::{listed, shown};
use crate::trouble::{Leftovers, Nested, Trouble};

/// A state with its cost. Costs that are not whole numbers are counted in small units.
#[derive(Clone)]
pub struct State<'py> {
    object: Bound<'py, PyAny>,
    cost: i64,
    /// Keeps what goes wrong in a comparison.
    leftovers: Rc<Leftovers>,
}

impl PartialEq for State<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.leftovers.are_equal(&self.object, &other.object)
    }
}

impl Eq for State<'_> {}

impl Hash for State<'_> {
    /// States that have no hash are compared one by one.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.object.hash().unwrap_or(0).hash(hasher);
    }
}

/// A neighbour that was drawn or listed: its place among all so far.
#[derive(Clone, Copy, Debug)]
pub struct Move(u64);

/// The parts of a problem, each called as the Python side defines.
#[derive(FromPyObject)]
struct Parts<'py> {
    /// Takes nothing, gives a state.
    random_state: Bound<'py, PyAny>,
    /// Takes a state, gives its neighbours.
    neighbours: Option<Bound<'py, PyAny>>,
    /// Takes a state, gives a neighbour.
    random_move: Option<Bound<'py, PyAny>>,
    /// Takes a state.
    cost: Bound<'py, PyAny>,
    /// Whether it is a value, to be maximised.
    is_value: bool,
    /// Takes two states, gives a third.
    crossover: Option<Bound<'py, PyAny>>,
}

/// A landscape written in Python.
struct Slopes<'py> {
    py: Python<'py>,
    parts: Parts<'py>,
    trouble: Trouble<'py>,
    numbers: Numbers,
    /// How many units a cost of 1 is: 1 if costs are whole.
    units: Cell<f64>,
    goal: Option<f64>,
    /// The first state, which was needed to see what costs are like.
    first: RefCell<Option<State<'py>>>,
    /// The latest neighbours, and the number of the first of them.
    recent: RefCell<VecDeque<(Bound<'py, PyAny>, Option<i64>)>>,
    dropped: Cell<u64>,
    /// How many neighbours are kept, and how many lists of them a search holds at once.
    kept: Cell<usize>,
    lists: usize,
}

impl<'py> Slopes<'py> {
    fn new(parts: Parts<'py>, goal: Option<f64>, lists: usize) -> PyResult<Self> {
        let py = parts.cost.py();
        let slopes = Slopes {
            py,
            parts,
            trouble: Trouble::new(py),
            numbers: Numbers::default(),
            units: Cell::new(1.0),
            goal,
            first: RefCell::new(None),
            recent: RefCell::new(VecDeque::new()),
            dropped: Cell::new(0),
            kept: Cell::new(1024),
            lists,
        };
        let object = slopes.parts.random_state.call0()?;
        let cost = slopes.read(&object)?;
        if slopes.numbers.has_fraction() {
            // Forty bits for the first cost leave twenty for larger ones.
            slopes.units.set(2f64.powi(40 - cost.abs().max(1e-9).log2().ceil() as i32));
        }
        let first = slopes.at(object, slopes.counted(cost));
        *slopes.first.borrow_mut() = Some(first);
        Ok(slopes)
    }

    /// The cost of a state, as the problem gives it.
    fn read(&self, state: &Bound<'py, PyAny>) -> PyResult<f64> {
        let said = self.parts.cost.call1((state,))?;
        let whole = !self.numbers.has_fraction() && self.first.borrow().is_some();
        let told = |why: &str| {
            let text = format!("the cost of {} is {}: {why}", shown(state), shown(&said));
            PyValueError::new_err(text)
        };
        let cost = self.numbers.read(&said).map_err(told)?;
        if !cost.is_finite() {
            return Err(told("a cost is a finite number"));
        }
        if whole && self.units.get() == 1.0 && self.numbers.has_fraction() && cost.fract() != 0.0 {
            return Err(told("costs were whole so far: return float(cost) from the start"));
        }
        Ok(if self.parts.is_value { -cost } else { cost })
    }

    fn counted(&self, cost: f64) -> i64 {
        (cost * self.units.get()).round().clamp(-4e18, 4e18) as i64
    }

    fn state(&self, object: Bound<'py, PyAny>) -> PyResult<State<'py>> {
        let cost = self.counted(self.read(&object)?);
        Ok(self.at(object, cost))
    }

    fn at(&self, object: Bound<'py, PyAny>, cost: i64) -> State<'py> {
        State { object, cost, leftovers: self.trouble.leftovers.clone() }
    }

    /// A placeholder for a state that could not be made; the search ends before it counts.
    fn nothing(&self) -> State<'py> {
        self.at(self.py.None().into_bound(self.py), i64::MAX / 4)
    }

    /// Notes neighbours, and returns their moves.
    fn note(&self, objects: Vec<Bound<'py, PyAny>>) -> std::ops::Range<u64> {
        let mut recent = self.recent.borrow_mut();
        self.kept.set(self.kept.get().max(2 * self.lists * objects.len()));
        let first = self.dropped.get() + recent.len() as u64;
        let last = first + objects.len() as u64;
        recent.extend(objects.into_iter().map(|object| (object, None)));
        while recent.len() > self.kept.get() {
            recent.pop_front();
            self.dropped.set(self.dropped.get() + 1);
        }
        first..last
    }

    fn neighbours(&self, state: &State<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let Some(neighbours) = &self.parts.neighbours else {
            let text = "this method looks at every neighbour: give the problem neighbours(state)";
            return Err(PyTypeError::new_err(text));
        };
        listed(&neighbours.call1((&state.object,))?, &state.object)
    }

    fn place(&self, Move(number): Move) -> usize {
        (number - self.dropped.get()) as usize
    }

    /// The cost that a move leads to.
    fn cost_after(&self, mv: Move) -> Option<i64> {
        let place = self.place(mv);
        let (object, known) = self.recent.borrow()[place].clone();
        if known.is_some() || self.trouble.happened() {
            return known;
        }
        let cost = self.counted(self.trouble.keep(self.read(&object))?);
        self.recent.borrow_mut()[place].1 = Some(cost);
        Some(cost)
    }

    /// A cost in units as Python's number.
    fn number(&self, cost: i64) -> PyResult<Bound<'py, PyAny>> {
        let sign = if self.parts.is_value { -1.0 } else { 1.0 };
        self.numbers.write(self.py, sign * cost as f64 / self.units.get())
    }
}

impl<'py> Landscape for Slopes<'py> {
    type State = State<'py>;
    type Move = Move;

    fn random_state(&self, _: &mut Rng) -> State<'py> {
        if let Some(first) = self.first.borrow_mut().take() {
            return first;
        }
        if !self.trouble.turn() {
            return self.nothing();
        }
        let made = self.parts.random_state.call0().and_then(|object| self.state(object));
        self.trouble.keep(made).unwrap_or_else(|| self.nothing())
    }

    fn cost(&self, state: &State<'py>) -> i64 {
        state.cost
    }

    fn goal(&self) -> Option<i64> {
        let sign = if self.parts.is_value { -1.0 } else { 1.0 };
        self.goal.map(|goal| self.counted(sign * goal))
    }

    fn moves(&self, state: &State<'py>) -> impl Iterator<Item = Move> {
        let found = match self.trouble.turn() {
            true => self.trouble.keep(self.neighbours(state)).unwrap_or_default(),
            false => Vec::new(),
        };
        self.note(found).map(Move)
    }

    fn random_move(&self, state: &State<'py>, rng: &mut Rng) -> Option<Move> {
        if !self.trouble.turn() {
            return None;
        }
        let drawn = match &self.parts.random_move {
            Some(random_move) => random_move.call1((&state.object,)).map(Some),
            None => self
                .neighbours(state)
                .map(|mut all| (!all.is_empty()).then(|| all.swap_remove(rng.below(all.len())))),
        };
        let drawn = self.trouble.keep(drawn)??;
        self.note(vec![drawn]).next().map(Move)
    }

    fn delta(&self, state: &State<'py>, mv: Move) -> i64 {
        self.cost_after(mv).map_or(i64::MAX / 4, |cost| cost - state.cost)
    }

    fn apply(&self, state: &mut State<'py>, mv: Move) {
        if let Some(cost) = self.cost_after(mv) {
            let object = self.recent.borrow()[self.place(mv)].0.clone();
            *state = self.at(object, cost);
        }
    }
}

impl<'py> Crossover for Slopes<'py> {
    fn cross(&self, mother: &State<'py>, father: &State<'py>, _: &mut Rng) -> State<'py> {
        let Some(crossover) = self.parts.crossover.as_ref().filter(|_| self.trouble.turn()) else {
            return mother.clone();
        };
        let child = crossover.call1((&mother.object, &father.object));
        let child = child.and_then(|object| self.state(object));
        self.trouble.keep(child).unwrap_or_else(|| mother.clone())
    }
}

/// Something a local search did.
#[pyclass(frozen, get_all, module = "goalward")]
pub struct LocalEvent {
    /// "start", "step", "optimum", "generation" or "best".
    kind: &'static str,
    /// The state it is about; for "step", the one before it.
    state: Py<PyAny>,
    /// Its cost.
    cost: Py<PyAny>,
    /// For "step", the cost that the move leads to.
    after: Option<Py<PyAny>>,
    /// For "step", whether the move is accepted.
    accepted: Option<bool>,
}

struct Watch<'a, 'py> {
    slopes: &'a Slopes<'py>,
    told: Option<Bound<'py, PyAny>>,
}

impl<'py> Watch<'_, 'py> {
    fn tell(
        &self,
        told: &Bound<'py, PyAny>,
        event: Event<'_, State<'py>, Move>,
    ) -> PyResult<ControlFlow<()>> {
        let slopes = self.slopes;
        let number = |cost: i64| slopes.number(cost).map(Bound::unbind);
        let (kind, state, cost, after, accepted) = match event {
            Event::Start { state, cost, .. } => (EventKind::Start, state, cost, None, None),
            Event::Step { state, before, after, accepted, .. } => {
                (EventKind::Step, state, before, Some(number(after)?), Some(accepted))
            }
            Event::LocalOptimum { state, cost, .. } => {
                (EventKind::Optimum, state, cost, None, None)
            }
            Event::Generation { best, cost, .. } => (EventKind::Generation, best, cost, None, None),
            Event::Best { state, cost } => (EventKind::Best, state, cost, None, None),
            _ => return Ok(Continue(())),
        };
        let (state, cost) = (state.object.clone().unbind(), number(cost)?);
        let said = told.call1((LocalEvent { kind: kind.name(), state, cost, after, accepted },))?;
        Ok(if said.is(PyBool::new(slopes.py, false)) { Break(()) } else { Continue(()) })
    }
}

impl<'e, 'py> Observer<Event<'e, State<'py>, Move>> for Watch<'_, 'py> {
    fn on(&mut self, event: Event<'e, State<'py>, Move>) -> ControlFlow<()> {
        if self.slopes.trouble.happened() {
            return Break(());
        }
        let Some(told) = &self.told else { return Continue(()) };
        self.slopes.trouble.keep(self.tell(told, event)).unwrap_or(Break(()))
    }
}

/// A method with its settings, as Python gives them.
enum Method {
    Annealing(Schedule),
    HillClimbing(HillClimbing),
    LocalBeam(LocalBeam),
    Genetic(Genetic),
}

fn above_0(name: &str, number: usize) -> PyResult<NonZeroUsize> {
    let error = || PyValueError::new_err(format!("{name}=0 is not allowed: use 1 or more"));
    NonZeroUsize::new(number).ok_or_else(error)
}

impl Method {
    fn read(name: &str, settings: &Bound<'_, PyDict>) -> PyResult<Self> {
        let get = |key: &str| settings.get_item(key).map(|it| it.expect("every setting is given"));
        Ok(match name {
            "hill-climbing" => {
                let variant: String = get("variant")?.extract()?;
                let variant = match variant.as_str() {
                    "steepest" => Variant::Steepest,
                    "first-choice" => Variant::FirstChoice,
                    "stochastic" => Variant::Stochastic,
                    _ => {
                        return Err(PyValueError::new_err(format!(
                            "variant={variant} is not allowed: use steepest, first-choice or \
                             stochastic"
                        )));
                    }
                };
                let (sideways, restarts) =
                    (get("sideways")?.extract()?, get("restarts")?.extract()?);
                Method::HillClimbing(HillClimbing { variant, sideways, restarts })
            }
            "local-beam" => {
                let width = above_0("width", get("width")?.extract()?)?;
                Method::LocalBeam(LocalBeam { width, patience: get("patience")?.extract()? })
            }
            "genetic" => {
                let population = above_0("population", get("population")?.extract()?)?;
                let (mutation, generations) =
                    (get("mutation")?.extract()?, get("generations")?.extract()?);
                Method::Genetic(Genetic { population, mutation, generations })
            }
            _ => {
                let cooling: String = get("cooling")?.extract()?;
                let cooling = match cooling.as_str() {
                    "geometric" => Cooling::Geometric { factor: None },
                    "linear" => Cooling::Linear { step: None },
                    "logarithmic" => Cooling::Logarithmic,
                    "random" => Cooling::Random,
                    _ => {
                        return Err(PyValueError::new_err(format!(
                            "cooling={cooling} is not allowed: use geometric, linear, \
                             logarithmic or random"
                        )));
                    }
                };
                let temperature = |key| -> PyResult<Temperature> {
                    let given: Option<f64> = get(key)?.extract()?;
                    Ok(given.map_or(Temperature::Auto, Temperature::Fixed))
                };
                let (start, end) = (temperature("start")?, temperature("end")?);
                let steps: Option<u64> = get("steps")?.extract()?;
                let restarts: u32 = get("restarts")?.extract()?;
                Method::Annealing(Schedule { cooling, start, end, steps, restarts })
            }
        })
    }

    fn run<'py>(
        &self,
        slopes: &Slopes<'py>,
        seed: u64,
        limits: &goalward::Limits,
        watch: &mut Watch<'_, 'py>,
    ) -> PyResult<Outcome<Found<State<'py>>>> {
        let rng = &mut Rng::new(seed);
        Ok(match self {
            Method::HillClimbing(search) => search.search(slopes, rng, limits, watch),
            Method::LocalBeam(search) => search.search(slopes, rng, limits, watch),
            Method::Genetic(search) => search.search(slopes, rng, limits, watch),
            Method::Annealing(schedule) => {
                let in_units = |temperature| match temperature {
                    Temperature::Fixed(it) => Temperature::Fixed(it * slopes.units.get()),
                    Temperature::Auto => Temperature::Auto,
                };
                let (start, end) = (in_units(schedule.start), in_units(schedule.end));
                let search = Annealing::new(Schedule { start, end, ..*schedule });
                let search = search.map_err(|error| PyValueError::new_err(error.to_string()))?;
                search.search(slopes, rng, limits, watch)
            }
        })
    }
}

/// Runs a local search. `parts` has the attributes of [`Parts`].
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub fn search_local<'py>(
    py: Python<'py>,
    method: &str,
    settings: Bound<'py, PyDict>,
    parts: Bound<'py, PyAny>,
    goal: Option<f64>,
    seed: u64,
    time: Option<Bound<'py, PyAny>>,
    nodes: Option<Bound<'py, PyAny>>,
    memory: Option<Bound<'py, PyAny>>,
    observer: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let _nested = Nested::begin()?;
    let search = Method::read(method, &settings)?;
    let limits = limits(time.as_ref(), nodes.as_ref(), memory.as_ref())?;
    let lists = match &search {
        Method::LocalBeam(LocalBeam { width, .. }) => width.get() + 1,
        _ => 1,
    };
    let mut slopes = Slopes::new(parts.extract()?, goal, lists)?;
    slopes.trouble.monitor = limits.monitor.clone();
    let mut watch = Watch { slopes: &slopes, told: observer };
    let outcome = search.run(&slopes, seed, &limits, &mut watch)?;
    if let Some(error) = slopes.trouble.take() {
        return Err(error);
    }
    let written = PyDict::new(py);
    let (verdict, stop) = words(&outcome.verdict);
    written.set_item("method", method)?;
    written.set_item("verdict", verdict)?;
    written.set_item("stop", stop)?;
    write_stats(&written, &outcome.stats)?;
    if let Some(found) = outcome.best() {
        let cost = slopes.parts.cost.call1((&found.state.object,))?;
        written.set_item("state", &found.state.object)?;
        written.set_item("cost", cost)?;
        let run = |run: &goalward::local::Run| {
            let parts = [
                slopes.number(run.start)?,
                slopes.number(run.end)?,
                run.steps.into_pyobject(py)?.into_any(),
                ending(run.ending).into_pyobject(py)?.into_any(),
            ];
            PyTuple::new(py, parts)
        };
        let runs: Vec<_> = found.runs.iter().map(run).collect::<PyResult<_>>()?;
        written.set_item("runs", PyList::new(py, runs)?)?;
        let rate = found.acceptance.as_ref().map(|acceptance| acceptance.rate());
        written.set_item("acceptance", rate)?;
    }
    Ok(written)
}

fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::Solved => "solved",
        Ending::LocalOptimum => "local optimum",
        Ending::Plateau => "plateau",
        Ending::Spent => "spent",
        Ending::Stopped(_) => "stopped",
    }
}
