//! Every domain, what can be run on it, and the way from a request to a report.

use std::sync::OnceLock;

use goalward::Limits;
use thiserror::Error;

use crate::about::About;
use crate::audit::Subject;
use crate::caught::caught;
use crate::domains::DOMAINS;
use crate::game::Match;
use crate::number::Number;
use crate::path::pieces;
use crate::report::{Counters, Ending, Finding, Report, Solution};
use crate::settings::{Choice, Kind, Param, Settings};
use crate::spec::{Argument, Spec};
use crate::suggest::{did_you_mean, listed, resolved};
use crate::trace::Trace;
use crate::view::{Cells, View};

static ADDED: OnceLock<Vec<Domain>> = OnceLock::new();

/// Every domain there is: those that ship, then those added.
pub fn domains() -> impl Iterator<Item = &'static Domain> {
    DOMAINS.iter().chain(ADDED.get().into_iter().flatten())
}

/// Adds domains to those that ship, for as long as the program runs; once, before
/// anything is asked of the registry. Refused are names that are taken, and domains that
/// cannot be opened without text or whose own choice of methods cannot be run.
pub fn add_domains(added: impl IntoIterator<Item = Domain>) -> Result<(), InputError> {
    add_all(added.into_iter().collect())
}

fn add_all(added: Vec<Domain>) -> Result<(), InputError> {
    let mut names: Vec<&str> = DOMAINS.iter().flat_map(Domain::names).collect();
    for domain in &added {
        for name in domain.names() {
            if name.parse::<Spec>().is_ok_and(|spec| spec.arguments.is_empty()) {
                if names.contains(&name) {
                    return Err(InputError(format!("there are two domains `{name}`")));
                }
                names.push(name);
            } else {
                let rule = "use letters, digits, - and _";
                return Err(InputError(format!("`{name}` cannot be a domain's name: {rule}")));
            }
        }
    }
    ADDED
        .set(added)
        .map_err(|_| InputError("domains were added before: add all at once".into()))?;
    ADDED.get().into_iter().flatten().try_for_each(try_out)
}

/// Opens a domain without text and has its own choice of methods ready.
fn try_out(domain: &'static Domain) -> Result<(), InputError> {
    let at = |error: InputError| InputError(format!("the domain `{}`: {error}", domain.name));
    let (_, instance) = open(&Spec::bare(domain.name), None, 1).map_err(at)?;
    let instance = instance.as_ref();
    for spec in [instance.default_method()].iter().chain(instance.compared()) {
        let spec: Spec = spec.parse().map_err(InputError::new).map_err(at)?;
        Ready::new(domain, instance, Some(&spec), Purpose::Comparison).map_err(at)?;
    }
    Ok(())
}

/// A kind of problem.
#[derive(Debug)]
pub struct Domain {
    /// Its name.
    pub name: &'static str,
    /// Its name in prose and on the page.
    pub title: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// Names for it with something already set.
    pub aliases: &'static [Alias],
    /// What can be set.
    pub params: fn() -> Vec<Param>,
    /// How an instance is written.
    pub instance_doc: &'static str,
    /// Instances that ship with the program.
    pub sets: &'static [Set],
    /// Whether another seed makes another instance.
    pub random: bool,
    /// Reads an instance from its text, or makes one from the seed.
    pub open: Open,
    /// Reads files that are more than the text of one instance, where there are such.
    pub load: Option<Load>,
}

impl Domain {
    /// Its name and its aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().map(|alias| alias.name))
    }

    /// The title that belongs to one of its names.
    pub fn title_of(&self, name: &str) -> &'static str {
        let alias = self.aliases.iter().find(|alias| alias.name == name);
        alias.map_or(self.title, |alias| alias.title)
    }
}

/// Settings, the instance's text if there is one, and the seed, to an instance.
pub type Open = fn(&Settings, Option<&str>, u64) -> Result<Box<dyn Instance>, InputError>;

/// A file's name, and a way to read it and those beside it, to the texts of its instances, or to
/// nothing if the file is the text of an instance itself. What the texts refer to is kept for as
/// long as the program runs.
pub type Load = fn(&str, Reader<'_>) -> Result<Option<Vec<String>>, InputError>;

/// Reads a file of this name.
pub type Reader<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, InputError>;

/// Another name for a domain.
#[derive(Debug)]
pub struct Alias {
    /// The name.
    pub name: &'static str,
    /// The name in prose and on the page.
    pub title: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// What it sets.
    pub settings: &'static [(&'static str, &'static str)],
}

/// A set of instances, each named `set:number`, counted from 1.
#[derive(Debug)]
pub struct Set {
    /// Its name.
    pub name: &'static str,
    /// One line on what it is.
    pub doc: &'static str,
    /// A line an instance; those that begin with `#` do not count.
    pub text: &'static str,
}

impl Set {
    /// The set and the line of `set:number`; none if the text is nothing of the kind.
    pub fn find(
        sets: &'static [Set],
        text: &str,
    ) -> Result<Option<(&'static Set, &'static str)>, InputError> {
        let Some((name, number)) = text.trim().split_once(':') else { return Ok(None) };
        let set = Set::named(sets, name)?;
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let line = index.and_then(|index| set.lines().nth(index)).ok_or_else(|| {
            let count = set.lines().count();
            InputError(format!("{name} has no instance `{number}`: they are numbered 1 to {count}"))
        })?;
        Ok(Some((set, line)))
    }

    /// The set of this name.
    pub fn named(sets: &'static [Set], name: &str) -> Result<&'static Set, InputError> {
        let names = || sets.iter().map(|set| set.name);
        sets.iter().find(|set| set.name == name).ok_or_else(|| {
            let shown: String = name.chars().take(40).collect();
            InputError(match sets {
                [] => format!("there is no instance set `{shown}`: this domain has none"),
                _ => format!(
                    "there is no instance set `{shown}`: choose from {}{}",
                    listed(names()),
                    did_you_mean(&shown, names())
                ),
            })
        })
    }

    /// The lines of the instances.
    pub fn lines(&self) -> impl Iterator<Item = &'static str> {
        self.text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    }
}

/// A problem to solve, its types erased.
pub trait Instance: Send + Sync {
    /// The instance as text that opens it again.
    fn text(&self) -> String;

    /// The goal as text, where it can be chosen.
    fn goal(&self) -> Option<String> {
        None
    }

    /// For people: what is given and what is wanted.
    fn drawing(&self) -> String;

    /// Why there is no solution, if that is known without searching.
    fn unsolvable(&self) -> Option<String> {
        None
    }

    /// What can be run on it.
    fn methods(&self) -> Vec<Method<'_>>;

    /// The spec of the method to run when none is named.
    fn default_method(&self) -> &'static str;

    /// The specs of the methods to compare when none are named.
    fn compared(&self) -> &'static [&'static str];

    /// Checks a solution independently, sharing no code with the searches.
    fn check(&self, solution: &Solution) -> Result<Check, String>;

    /// Reads a solution that somebody else wrote, or says why it is none. It need not be right.
    fn read(&self, text: &str) -> Result<Solution, String> {
        Ok(Solution::Words(pieces(text)))
    }

    /// Where an assignment first breaks a rule, in the order of its variables; none if it breaks
    /// none, and of what is not an assignment.
    fn conflict(&self, _solution: &Solution) -> Option<Conflict> {
        None
    }

    /// Why a solution cannot have this cost, where something is known of the least: that of a
    /// plan that is called optimal or that of another.
    fn contradicts(&self, _cost: Number, _optimal: bool) -> Option<String> {
        None
    }

    /// Whether a solution has the cost that was published with the instance; nothing where none
    /// was.
    fn reproduces(&self, _cost: Number) -> Option<bool> {
        None
    }

    /// Whether its states or solutions can be drawn as text.
    fn can_be_drawn(&self) -> bool {
        true
    }

    /// Whether people are shown the numbers of a solution beside its drawing: where they are text
    /// that somebody may want to type, and count as the drawing does.
    fn lists_numbers(&self) -> bool {
        false
    }

    /// What the words of a solution mean, in a sentence, where they do not say it themselves.
    fn meaning(&self) -> Option<&'static str> {
        None
    }

    /// Its board, and what stands on it at the start.
    fn view(&self) -> View;

    /// What stands on the board along a solution that can be [checked](Instance::check): after
    /// each action, and first before any; of a solution that is a thing, itself.
    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String>;

    /// What of it can be compared with exact values.
    fn subjects(&self) -> Vec<Subject<'_>> {
        Vec::new()
    }

    /// The game to be played from here, if it is one.
    fn game(&self) -> Option<Box<dyn Match>> {
        None
    }
}

/// What an independent look at a solution found.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What it costs; none where there are no costs: the report then has none.
    pub cost: Option<Number>,
    /// Whether it is one, or only part of the way.
    pub solves: bool,
    /// Each situation on the way, drawn, the first before any action.
    pub boards: Vec<String>,
    /// The last situation, where they are not drawn each.
    pub end: Option<String>,
    /// The solution in one drawing, where it is a thing and not a way.
    pub picture: Option<String>,
}

/// The first piece of an assignment that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Which, counted from 0.
    pub at: usize,
    /// The rule, as in "column 2 (row 1) conflicts with column 1 (row 1)".
    pub why: String,
    /// The assignment up to there, drawn.
    pub drawing: String,
}

/// One algorithm on one instance: its row, with everything of it.
pub struct Method<'a> {
    /// Its description, the name first.
    pub about: &'static About,
    /// Its kind of search.
    pub family: Family,
    /// What can be set.
    pub params: Vec<Param>,
    /// Whether one search of it can be shared out among threads.
    pub shares: bool,
    /// The search with some settings, to be run once or often.
    pub make: Maker<'a>,
}

impl Method<'_> {
    /// The same, its defaults those for `purpose`.
    pub fn for_purpose(mut self, purpose: Purpose) -> Self {
        for param in self.params.iter_mut().filter(|param| param.name == ENGINE) {
            param.default = Some(purpose.engine());
        }
        self
    }
}

/// The name of the setting that chooses between the engine that every problem gets and one
/// made for this problem. Only methods with both have it.
const ENGINE: &str = "engine";

/// What a method is run for. It decides which engine runs by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// For its answer, as soon as possible: an engine made for the problem, where there is one.
    Answer,
    /// To be compared with other methods: the engine that every problem gets.
    Comparison,
}

impl Purpose {
    fn engine(self) -> &'static str {
        match self {
            Purpose::Answer => "fast",
            Purpose::Comparison => "plain",
        }
    }
}

/// The setting `engine` of a method that has both.
pub(crate) fn engine_param() -> Param {
    let choices = [
        Choice { name: "fast", doc: "Specialised for this problem" },
        Choice { name: "plain", doc: "The general engine" },
    ];
    let doc = "Which engine to run; comparisons use plain";
    Param::choice(ENGINE, doc, choices, Purpose::Answer.engine())
}

/// A kind of search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// From a start to a goal.
    Path,
    /// From state to neighbouring state.
    Local,
    /// Through partial assignments.
    Constraint,
    /// Against an opponent.
    Game,
}

impl Family {
    /// In the order they are listed.
    pub const ALL: [Family; 4] = [Family::Path, Family::Local, Family::Constraint, Family::Game];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Family::Path => "path",
            Family::Local => "local",
            Family::Constraint => "constraint",
            Family::Game => "game",
        }
    }

    /// One line on what it is.
    pub fn doc(self) -> &'static str {
        match self {
            Family::Path => "From a start to a goal, move by move",
            Family::Local => "From state to neighbouring state, for a better one",
            Family::Constraint => "A value for each variable, within all constraints",
            Family::Game => "The best move against an opponent",
        }
    }
}

/// Settings to a search. Those that do not go together are refused; nothing is run or built.
pub type Maker<'a> = Box<dyn Fn(&Settings) -> Result<Box<dyn Search + 'a>, InputError> + 'a>;

/// What it takes to get a search ready, before it can begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Preparation {
    /// The most bytes it takes, on a machine where nothing is kept from earlier.
    pub bytes: u64,
    /// For people, what is about to be built here, where that takes a while.
    pub told: Option<String>,
}

/// A search whose settings are in order. Every `Fn(&mut Run) -> Result<Finding, InputError>` is
/// one.
pub trait Search {
    /// What is wrong with running it so, if anything is: nothing is run or built.
    fn check(&self, _: &Run<'_>) -> Result<(), InputError> {
        Ok(())
    }

    /// What it takes to get it ready.
    fn preparation(&self) -> Preparation {
        Preparation::default()
    }

    /// Makes what it needs beforehand, and keeps it for its runs. What goes wrong is reported by
    /// the run.
    fn prepare(&self, _: &Limits) {}

    /// Runs it. What could be seen before is refused by [`check`](Search::check) already.
    fn run(&self, run: &mut Run<'_>) -> Result<Finding, InputError>;
}

impl<F: Fn(&mut Run<'_>) -> Result<Finding, InputError>> Search for F {
    fn run(&self, run: &mut Run<'_>) -> Result<Finding, InputError> {
        self(run)
    }
}

/// What a run is given beside its settings.
pub struct Run<'a> {
    /// The seed of everything random in it.
    pub seed: u64,
    /// When to give up.
    pub limits: Limits,
    /// How many threads one search may take, where it can be shared out: the answer is
    /// the same for any number.
    pub jobs: usize,
    /// The watcher of each event, if there is one.
    pub trace: Trace<'a>,
}

/// Something wrong with what was asked for, in one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct InputError(pub String);

impl InputError {
    /// From anything that can say what is wrong.
    pub fn new(error: impl std::fmt::Display) -> Self {
        InputError(error.to_string())
    }
}

/// Why a run has no report.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RunError {
    /// What was asked for cannot be done.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A method claimed something that the independent check denies.
    #[error("{method} returned a solution that fails its check ({why}); please report this")]
    Check {
        /// The method.
        method: String,
        /// What is wrong.
        why: String,
    },
    /// A method, or the domain under it, panicked.
    #[error("{method} failed: {why}")]
    Panicked {
        /// The method.
        method: String,
        /// What it said.
        why: String,
    },
}

/// The domain that a spec names, and the spec with what its alias sets.
pub fn find_domain(spec: &Spec) -> Result<(&'static Domain, Spec), InputError> {
    for domain in domains() {
        if domain.name == spec.name {
            return Ok((domain, spec.clone()));
        }
        if let Some(alias) = domain.aliases.iter().find(|alias| alias.name == spec.name) {
            let mut full = spec.clone();
            for (key, value) in alias.settings {
                if let Some(other) = given(spec, key, &(domain.params)()) {
                    let (name, of) = (alias.name, domain.name);
                    return Err(InputError(format!(
                        "{name} is {of}({key}={value}): for another {key} write {of}({key}={other})"
                    )));
                }
                full = full.with(key, value);
            }
            return Ok((domain, full));
        }
    }
    let names = || domains().flat_map(Domain::names);
    Err(InputError(format!(
        "there is no domain `{}`: choose from {}{}",
        spec.name,
        listed(names()),
        did_you_mean(&spec.name, names())
    )))
}

/// The domain's spec as people write it: `8-puzzle(walk=20)` where it is `tiles(size=3x3, walk=20)`.
pub fn familiar(spec: &Spec) -> Spec {
    let Ok((domain, full)) = find_domain(spec) else { return spec.clone() };
    let params = (domain.params)();
    let sets = |alias: &&Alias| {
        alias.settings.iter().all(|(key, value)| given(&full, key, &params) == Some(*value))
    };
    let Some(alias) = domain.aliases.iter().find(sets) else { return full };
    // By place, an argument after the one that is left out would mean another.
    if full.arguments.iter().any(|argument| argument.key.is_none()) {
        return full;
    }
    let is_its = |key: &str| alias.settings.iter().any(|(name, _)| *name == key);
    let mut familiar = Spec::bare(alias.name);
    let others = full.arguments.into_iter();
    familiar.arguments = others.filter(|one| !one.key.as_deref().is_some_and(is_its)).collect();
    familiar
}

/// The value that a spec gives to a parameter, by its name or by its place.
fn given<'a>(spec: &'a Spec, key: &str, params: &[Param]) -> Option<&'a str> {
    let named = spec.arguments.iter().find(|argument| argument.key.as_deref() == Some(key));
    let place = params.iter().position(|param| param.name == key)?;
    let unnamed = || spec.arguments.iter().filter(|argument| argument.key.is_none()).nth(place);
    named.or_else(unnamed).map(|argument| argument.value.as_str())
}

/// Opens an instance of the domain that `spec` names.
pub fn open(
    spec: &Spec,
    text: Option<&str>,
    seed: u64,
) -> Result<(&'static Domain, Box<dyn Instance>), InputError> {
    let (domain, spec) = find_domain(spec)?;
    let settings = Settings::new(&spec, &(domain.params)()).map_err(InputError::new)?;
    let opened = caught(|| (domain.open)(&settings, text, seed));
    let name = domain.name;
    let opened = opened.map_err(|why| InputError(format!("{name} cannot be opened: {why}")))?;
    Ok((domain, opened?))
}

/// Runs the method that `spec` names, or the instance's own choice, and has what it
/// returns checked.
pub fn run(
    domain: &'static Domain,
    instance: &dyn Instance,
    spec: Option<&Spec>,
    run: &mut Run<'_>,
) -> Result<Report, RunError> {
    Ready::new(domain, instance, spec, Purpose::Answer)?.run(run)
}

/// A method with its settings on an instance, all in order, to be run once or often.
pub struct Ready<'a> {
    domain: &'static Domain,
    instance: &'a dyn Instance,
    method: Method<'a>,
    search: Box<dyn Search + 'a>,
    settings: Settings,
    /// The method's spec, every setting that is not its default for the purpose written out.
    pub spec: String,
}

impl<'a> Ready<'a> {
    /// The method that `spec` names, or the instance's own choice, for a purpose.
    pub fn new(
        domain: &'static Domain,
        instance: &'a dyn Instance,
        spec: Option<&Spec>,
        purpose: Purpose,
    ) -> Result<Self, InputError> {
        let default = || instance.default_method().parse().expect("a default is well written");
        let spec = spec.cloned().unwrap_or_else(default);
        let mut methods = instance.methods();
        let names = || methods.iter().map(|method| method.about.name);
        let name = resolved(&spec.name, names()).ok_or_else(|| {
            let hint = match heuristic_named(&methods, &spec.name) {
                Some(name) => format!("; {name} is a heuristic: did you mean `astar({name})`?"),
                None => did_you_mean(&spec.name, names()),
            };
            let names = listed(names());
            InputError(format!("`{}` is not a method here: choose from {names}{hint}", spec.name))
        })?;
        let index = names().position(|known| known == name).expect("it was found by its name");
        let method = methods.swap_remove(index).for_purpose(purpose);
        let spec = Spec { name: method.about.name.into(), ..spec };
        let settings = Settings::new(&spec, &method.params).map_err(|error| {
            needless(&methods, &method, &spec).unwrap_or(InputError::new(error))
        })?;
        let search = (method.make)(&settings)?;
        let spec = settings.spec(method.about.name, &method.params).to_string();
        Ok(Ready { domain, instance, method, search, settings, spec })
    }

    /// Its kind of search.
    pub fn family(&self) -> Family {
        self.method.family
    }

    /// The spec that gives the same settings in a run for `purpose`.
    pub fn spec_for(self, purpose: Purpose) -> String {
        let Method { about, params, .. } = self.method.for_purpose(purpose);
        self.settings.spec(about.name, &params).to_string()
    }

    /// The description of the method.
    pub fn about(&self) -> &'static About {
        self.method.about
    }

    /// What is wrong with running it so, if anything is: nothing is run or built.
    pub fn check(&self, run: &Run<'_>) -> Result<(), InputError> {
        if run.jobs > 1 && !self.method.shares {
            return Err(self.not_shared(run.jobs));
        }
        if run.jobs > 1 && run.trace.is_some() {
            return Err(InputError(format!(
                "{} jobs cannot be watched: steps have an order only on one thread; use one job",
                run.jobs
            )));
        }
        self.search.check(run)
    }

    /// What it takes to get it ready: nothing is built.
    pub fn preparation(&self) -> Preparation {
        self.search.preparation()
    }

    /// Makes what it needs beforehand; what goes wrong is reported by the run.
    pub fn prepare(&self, limits: &Limits) {
        if self.instance.unsolvable().is_none() {
            self.search.prepare(limits);
        }
    }

    /// Runs it; what it finds is not yet checked.
    pub fn find(&self, run: &mut Run<'_>) -> Result<Finding, InputError> {
        self.check(run)?;
        match self.instance.unsolvable() {
            Some(reason) => Ok(Finding::hopeless(&reason)),
            None => self.search.run(run),
        }
    }

    /// Why this many threads are refused.
    fn not_shared(&self, jobs: usize) -> InputError {
        let methods = self.instance.methods();
        let shared = methods.iter().filter(|method| method.shares).map(|method| method.about.name);
        let choice = match shared.clone().next() {
            Some(_) => format!("use {}", listed(shared)),
            None => "no method of this domain uses more".into(),
        };
        InputError(format!("`{}` runs on one thread, not {jobs}: {choice}", self.method.about.name))
    }

    /// Runs it and has what it finds checked; a panic in either is an error.
    pub fn run(&self, run: &mut Run<'_>) -> Result<Report, RunError> {
        let seed = run.seed;
        caught(|| self.report(self.find(run)?, seed))
            .unwrap_or_else(|why| Err(RunError::Panicked { method: self.spec.clone(), why }))
    }

    /// Checks what a run with this seed found, and puts it beside what was asked.
    pub fn report(&self, finding: Finding, seed: u64) -> Result<Report, RunError> {
        let Ready { domain, instance, spec, .. } = self;
        let cost = check(*instance, &finding)
            .map_err(|why| RunError::Check { method: spec.clone(), why })?;
        let Finding { verdict, stop, optimal, solution, others, stats, mut facts, .. } = finding;
        let Finding { figures, summary, notes, setup, .. } = finding;
        let solved = cost.filter(|_| verdict == Ending::Solved);
        if let Some(reproduced) = solved.and_then(|cost| instance.reproduces(cost)) {
            facts.insert(REPRODUCED.into(), reproduced.into());
        }
        Ok(Report {
            domain: domain.name,
            instance: instance.text(),
            goal: instance.goal(),
            method: spec.clone(),
            seed,
            verdict,
            stop,
            cost,
            optimal,
            solution,
            others,
            counters: Counters::of(&stats),
            seconds: stats.seconds,
            setup_seconds: setup.as_secs_f64(),
            facts,
            figures,
            summary,
            notes,
        })
    }
}

/// Whether the cost is the published one, in a report.
pub(crate) const REPRODUCED: &str = "reproduced";

/// The heuristic that `given` stands for, if a method has such.
fn heuristic_named(methods: &[Method<'_>], given: &str) -> Option<&'static str> {
    let heuristics = methods.iter().flat_map(|method| &method.params).find_map(|param| {
        let Kind::Spec(named) = &param.kind else { return None };
        Some(named.iter().map(|named| named.name).collect::<Vec<_>>())
    })?;
    resolved(given, heuristics.iter().copied())
}

/// What is wrong with a method's settings if they name a heuristic and it uses none.
fn needless(methods: &[Method<'_>], method: &Method<'_>, spec: &Spec) -> Option<InputError> {
    let name = method.about.name;
    if method.family != Family::Path || method.params.iter().any(|param| param.name == "heuristic")
    {
        return None;
    }
    let heuristic = spec.arguments.iter().find_map(|Argument { key, value }| {
        let may_be_one = key.as_deref().is_none_or(|key| key == "heuristic");
        let given: Spec = value.parse().ok().filter(|_| may_be_one)?;
        heuristic_named(methods, &given.name)
    })?;
    Some(InputError(format!(
        "{name} uses no heuristic: write `{name}`, or `astar({heuristic})` for a search that does"
    )))
}

/// Compares a finding with the instance's own check: its cost, where there are costs.
fn check(instance: &dyn Instance, finding: &Finding) -> Result<Option<Number>, String> {
    let Some(solution) = &finding.solution else {
        return if finding.solves { Err("it shows nothing".into()) } else { Ok(finding.cost) };
    };
    let seen = instance.check(solution)?;
    let agree = match (finding.cost, seen.cost) {
        (Some(said), Some(seen)) => said.agrees(seen),
        (said, seen) => said == seen || seen.is_none(),
    };
    if !agree {
        let shown = |cost: Option<Number>| cost.map_or("none".into(), |cost| cost.to_string());
        let (said, seen) = (shown(finding.cost), shown(seen.cost));
        return Err(format!("it says the cost is {said}, which is {seen}"));
    }
    if finding.solves != seen.solves {
        return Err("it does not end where it says".into());
    }
    if let Some(cost) = finding.cost.filter(|_| finding.solves)
        && let Some(why) = instance.contradicts(cost, finding.optimal)
    {
        return Err(why);
    }
    for other in &finding.others {
        if !instance.check(other)?.solves {
            return Err(format!("{:?} is not a solution", other.words()));
        }
    }
    Ok(seen.cost.and(finding.cost))
}
