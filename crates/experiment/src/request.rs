//! From a request to a plan that works.

use std::collections::BTreeSet;
use std::time::Duration;

use goalward::{Limits, Rng};
use goalward_lab::{
    Domain, Family, InputError, Instance, Purpose, Ready, Run, RunError, Set, Settings, Spec,
    find_domain, open,
};

use super::sweep::method_list;
use super::{Bounds, Plan, Source};

/// A comparison as requested: what is left out gets a sensible value.
#[derive(Clone, Debug)]
pub struct Request {
    /// The domain, with its settings.
    pub domain: Spec,
    /// The one instance to compare on.
    pub instance: Option<String>,
    /// The shipped set to compare on, or some of its instances: `korf100:1..10,79`.
    pub set: Option<String>,
    /// A list of instances, one per line, with blank lines and those that begin with `#` skipped;
    /// and its name, for messages.
    pub list: Option<(String, String)>,
    /// Random instances of each of these depths, where the depths of all are known.
    pub depths: Option<(u64, u64)>,
    /// The files that the instances were loaded from, where the domain loads files.
    pub files: Vec<String>,
    /// Methods with commas between them, sweeps included; by default the domain's own choice.
    pub methods: Option<String>,
    /// How many instances, or how often on the same one.
    pub runs: Option<u64>,
    /// The seed of everything random.
    pub seed: u64,
    /// The limits of each run.
    pub bounds: Bounds,
    /// How often each run is timed.
    pub repeats: Option<u32>,
    /// Whether each run is watched once more, to know when it found which cost.
    pub profile: bool,
}

/// Random starts, or random runs on the same start.
const RUNS: u64 = 100;
/// Instances of each depth.
const A_DEPTH: u64 = 20;
/// Draws for each of them.
const DRAWS: usize = 4;
/// A depth with fewer instances gets the draws of this many, so that two of two are found.
const A_FEW: usize = 16;
/// The limit of each run when none is given: the same on every machine, unlike a time limit.
const NODES: u64 = 100_000_000;
/// The limit of each run when none is given.
const BYTES: u64 = 2_000_000_000;
/// What a search has in addition to the largest table that is built for it.
const SPARE: u64 = 500_000_000;
/// More are a mistake.
const MOST_REPEATS: u32 = 10_000;
/// More are a mistake.
const MOST_CELLS: u64 = 10_000_000;

impl Request {
    /// Compares the methods that a domain chooses, on instances that it chooses.
    pub fn new(domain: Spec) -> Self {
        Request {
            domain,
            instance: None,
            set: None,
            list: None,
            files: Vec::new(),
            depths: None,
            methods: None,
            runs: None,
            seed: 1,
            bounds: Bounds::default(),
            repeats: None,
            profile: false,
        }
    }

    /// The plan, with everything in it checked: each instance given by hand is opened, and each
    /// method is checked. Nothing is run or built.
    pub fn plan(&self) -> Result<Plan, InputError> {
        let (domain, settings) = find_domain(&self.domain)?;
        let params = (domain.params)();
        let settings = Settings::new(&settings, &params).map_err(InputError::new)?;
        let settings = settings.spec(domain.name, &params);
        let source = match self.depths {
            Some(depths) => self.of_depths(&settings, depths)?,
            None => self.source(domain)?,
        };
        let mut plan = Plan {
            domain: settings.to_string(),
            source,
            methods: Vec::new(),
            seed: self.seed,
            bounds: self.limits(),
            repeats: self.repeats,
            profile: self.profile,
            files: self.files.clone(),
        };
        if plan.instances() == 0 {
            return Err(InputError(match &self.list {
                Some((name, _)) => format!("`{name}` has no instances to compare on"),
                None => "runs=0 is not allowed: use at least 1".into(),
            }));
        }
        let (_, instance) = open(&settings, plan.text(0).as_deref(), plan.instance_seed(0))
            .map_err(|error| self.at(0, error))?;
        plan.domain = written(&settings);
        let specs = match &self.methods {
            Some(text) => method_list(text).map_err(InputError::new)?,
            None => {
                let parse = |spec: &&str| spec.parse().expect("a default is well written");
                instance.compared().iter().map(parse).collect()
            }
        };
        let mut random = false;
        let mut needed = 0;
        for spec in &specs {
            let ready = Ready::new(domain, instance.as_ref(), Some(spec), Purpose::Comparison)?;
            if plan.methods.contains(&ready.spec) {
                return Err(InputError(format!(
                    "`{}` is listed twice among the methods",
                    ready.spec
                )));
            }
            random |= matches!(ready.family(), Family::Local | Family::Game);
            needed = needed.max(ready.preparation().bytes);
            plan.methods.push(ready.spec);
        }
        if self.bounds.bytes.is_none() && needed > BYTES {
            // Tables are built within the limit, whether or not this machine keeps them already.
            plan.bounds.bytes = Some((needed + SPARE).next_multiple_of(SPARE));
        }
        if let (Source::Repeated { runs, .. }, None) = (&mut plan.source, self.runs) {
            *runs = if random { RUNS } else { 1 };
        }
        plan.check_each(|index, error| self.at(index, error))?;
        Ok(plan)
    }

    /// Leaves out the methods that do not suit the domain; returns each with the reason.
    ///
    /// # Errors
    /// If none is left, or the reason is not the methods.
    pub fn leave_out(&mut self) -> Result<Vec<(String, InputError)>, InputError> {
        let Some(text) = &self.methods else { return Ok(Vec::new()) };
        Request { methods: None, ..self.clone() }.plan()?;
        let (mut kept, mut left_out) = (Vec::new(), Vec::new());
        for method in method_list(text).map_err(InputError::new)? {
            let method = method.to_string();
            let alone = Request { methods: Some(method.clone()), ..self.clone() };
            match alone.plan() {
                Ok(_) => kept.push(method),
                Err(why) => left_out.push((method, why)),
            }
        }
        if let ([], [(_, why), ..]) = (&kept[..], &left_out[..]) {
            return Err(why.clone());
        }
        self.methods = Some(kept.join(", "));
        Ok(left_out)
    }

    fn source(&self, domain: &'static Domain) -> Result<Source, InputError> {
        let given = [
            self.instance.as_ref().map(|_| "an instance"),
            self.set.as_ref().map(|_| "a set"),
            self.list.as_ref().map(|_| "a list"),
        ];
        if let [one, two, ..] = given.into_iter().flatten().collect::<Vec<_>>()[..] {
            return Err(InputError(format!("{one} and {two} cannot both be given")));
        }
        if let Some(text) = &self.instance {
            return Ok(repeated(Some(text.clone()), self.runs));
        }
        if let Some((name, text)) = &self.list {
            let lines: Vec<String> = instance_lines(text).map(|(_, line)| line.into()).collect();
            let count = self.first(lines.len(), name)?;
            return Ok(Source::Listed(lines.into_iter().take(count).collect()));
        }
        if let Some((name, places)) = self.set.as_ref().and_then(|set| set.split_once(':')) {
            let texts = some_of(Set::named(domain.sets, name)?, places)?;
            let count = self.first(texts.len(), &format!("{name}:{places}"))?;
            return Ok(Source::Listed(texts.into_iter().take(count).collect()));
        }
        let set = match &self.set {
            Some(name) => Some(Set::named(domain.sets, name)?),
            None if domain.random => return Ok(Source::Seeded(self.runs.unwrap_or(RUNS))),
            None => domain.sets.first().filter(|_| self.is_drawn_by_seed()),
        };
        match set {
            None => Ok(repeated(None, self.runs)),
            Some(set) => {
                let count = self.first(set.lines().count(), set.name)? as u64;
                Ok(Source::Set { name: set.name.into(), count })
            }
        }
    }

    /// Whether the domain, which makes no instances, draws one of its own by the seed.
    fn is_drawn_by_seed(&self) -> bool {
        let text = |seed| open(&self.domain, None, seed).ok().map(|(_, instance)| instance.text());
        text(1) != text(2)
    }

    /// Random instances of each depth, the shallowest first.
    fn of_depths(&self, domain: &Spec, (least, most): (u64, u64)) -> Result<Source, InputError> {
        if self.instance.is_some() || self.set.is_some() || self.list.is_some() {
            let why = "depths make the instances, so they cannot be combined with given instances";
            return Err(InputError(why.into()));
        }
        let count = self.runs.unwrap_or(A_DEPTH) as usize;
        let mut rng = Rng::new(self.seed);
        let mut texts: Vec<String> = Vec::new();
        for depth in least..=most {
            let spec = domain.clone().with("depth", &depth.to_string());
            let mut found = BTreeSet::new();
            // Where a depth has few instances, some are drawn again.
            for _ in 0..DRAWS.saturating_mul(count.max(A_FEW)) {
                if found.len() == count {
                    break;
                }
                match open(&spec, None, rng.bits()) {
                    Ok((_, instance)) => drop(found.insert(instance.text())),
                    Err(error) if texts.is_empty() => return Err(error),
                    // No instance is that deep.
                    Err(_) => return Ok(Source::Listed(texts)),
                }
            }
            texts.extend(found);
        }
        Ok(Source::Listed(texts))
    }

    /// How many of `count` instances to use.
    fn first(&self, count: usize, name: &str) -> Result<usize, InputError> {
        match self.runs {
            Some(runs) if runs > count as u64 => Err(InputError(format!(
                "{runs} runs are more than the {count} instances of `{name}`"
            ))),
            runs => Ok(runs.map_or(count, |runs| runs as usize)),
        }
    }

    fn limits(&self) -> Bounds {
        let Bounds { nodes, seconds, wall, bytes } = self.bounds;
        let nodes = nodes.or(seconds.or(wall).is_none().then_some(NODES));
        Bounds { nodes, seconds, wall, bytes: bytes.or(Some(BYTES)) }
    }

    /// The error with the line it belongs to, if instances are listed.
    fn at(&self, index: u64, error: InputError) -> InputError {
        let Some((name, text)) = &self.list else { return error };
        let line = instance_lines(text).nth(index as usize).map_or(0, |(line, _)| line);
        InputError(format!("`{name}`, line {line}: {error}"))
    }
}

/// The instances of a set whose numbers are listed, such as 1..10,79.
fn some_of(set: &Set, places: &str) -> Result<Vec<String>, InputError> {
    let (name, count) = (set.name, set.lines().count());
    let number = |text: &str| {
        let number = text.trim().parse::<usize>().ok();
        number.filter(|number| (1..=count).contains(number))
    };
    let mut texts = Vec::new();
    for piece in places.split(',') {
        let (first, last) = piece.split_once("..").unwrap_or((piece, piece));
        let range = number(first).zip(number(last)).filter(|(first, last)| first <= last);
        let (first, last) = range.ok_or_else(|| {
            InputError(format!(
                "`{name}` has no instances `{piece}`: they are numbered 1 to {count}, as in {name}:1..3,{count}"
            ))
        })?;
        texts.extend((first..=last).map(|number| format!("{name}:{number}")));
    }
    Ok(texts)
}

fn repeated(text: Option<String>, runs: Option<u64>) -> Source {
    Source::Repeated { text, runs: runs.unwrap_or(1) }
}

/// Lines that are instances, with their numbers from 1.
fn instance_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

/// The domain's spec so that it can be read back: what a text may have between its pieces, such as
/// commas, becomes a space.
fn written(spec: &Spec) -> String {
    let mut spec = spec.clone();
    for argument in &mut spec.arguments {
        // A value that is itself a spec can be read as it is.
        let is_spec = argument.value.parse::<Spec>().is_ok();
        if !is_spec && argument.value.contains([',', '\n', '(', ')']) {
            let pieces = argument.value.split([',', '\n', '(', ')', ' ']);
            let pieces: Vec<&str> = pieces.filter(|piece| !piece.is_empty()).collect();
            argument.value = pieces.join(" ");
        }
    }
    spec.to_string()
}

impl Plan {
    /// Checks everything in the plan that can be wrong before anything is run.
    pub fn check(&self) -> Result<(), InputError> {
        let at = |index, error| InputError(format!("instance {index} of the plan: {error}"));
        self.check_each(at)
    }

    fn check_each(&self, at: impl Fn(u64, InputError) -> InputError) -> Result<(), InputError> {
        if self.methods.is_empty() || self.instances() == 0 {
            return Err(InputError("the plan has no cells".into()));
        }
        if self.cells() > MOST_CELLS {
            return Err(InputError(format!(
                "{} cells are too many for one comparison: use at most {MOST_CELLS}",
                self.cells()
            )));
        }
        let Bounds { seconds, wall, .. } = self.bounds;
        let is_no_time = |seconds| Duration::try_from_secs_f64(seconds).is_err();
        if seconds.into_iter().chain(wall).any(is_no_time) {
            return Err(InputError("the plan's time limit is 0: use a time above 0".into()));
        }
        if self.repeats.is_some_and(|repeats| !(1..=MOST_REPEATS).contains(&repeats)) {
            return Err(InputError(format!("a run can be timed 1 to {MOST_REPEATS} times")));
        }
        let spec: Spec = self.domain.parse().map_err(InputError::new)?;
        let (domain, settings) = find_domain(&spec)?;
        let settings = Settings::new(&settings, &(domain.params)()).map_err(InputError::new)?;
        let others = match &self.source {
            Source::Seeded(_) | Source::Repeated { .. } => 1,
            Source::Set { .. } | Source::Listed(_) => self.instances(),
        };
        for index in 0..others {
            (domain.open)(&settings, self.text(index).as_deref(), self.instance_seed(index))
                .map_err(|error| at(index, error))?;
        }
        let (domain, instance) = self.open(0)?;
        for method in &self.methods {
            let spec = method.parse().map_err(InputError::new)?;
            let ready = Ready::new(domain, instance.as_ref(), Some(&spec), Purpose::Comparison)?;
            if ready.spec != *method {
                return Err(InputError(format!(
                    "the plan's method `{method}` should read `{}`",
                    ready.spec
                )));
            }
            let limits = Limits { memory: self.bounds.bytes, ..Limits::default() };
            ready.check(&Run { seed: 0, limits, jobs: 1, trace: None })?;
        }
        Ok(())
    }

    /// Opens an instance.
    pub fn open(&self, instance: u64) -> Result<(&'static Domain, Box<dyn Instance>), InputError> {
        let spec: Spec = self.domain.parse().map_err(InputError::new)?;
        open(&spec, self.text(instance).as_deref(), self.instance_seed(instance))
    }
}

impl Plan {
    /// The domain and the method of a cell as they are written to be run alone, on the
    /// instance as text.
    pub fn alone(&self, cell: u64) -> Result<(Spec, String), RunError> {
        let (domain, instance) = self.open(self.place(cell).0)?;
        let method = self.ready(cell, domain, instance.as_ref())?.spec_for(Purpose::Answer);
        // What made the instance would clash with it.
        let params = (domain.params)();
        let makes = |name: &str| params.iter().any(|param| param.name == name && param.makes_start);
        let mut spec: Spec = self.domain.parse().map_err(InputError::new)?;
        spec.arguments.retain(|argument| !argument.key.as_deref().is_some_and(makes));
        Ok((spec, method))
    }
}

/// A word quoted for a shell.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.,/:=@%+".contains(c);
    match word.is_empty() || !word.chars().all(plain) {
        true if word.contains(['"', '$', '`', '\\', '!']) => {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
        true => format!("\"{word}\""),
        false => word.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goalward_lab::domains;

    fn request(domain: &str) -> Request {
        Request {
            domain: domain.parse().unwrap(),
            instance: None,
            set: None,
            list: None,
            files: Vec::new(),
            depths: None,
            methods: None,
            runs: None,
            seed: 1,
            bounds: Bounds::default(),
            repeats: None,
            profile: false,
        }
    }

    /// The plan of a domain of which nothing is said, which opens, and the texts of its first
    /// instances.
    fn unsaid(name: &str) -> (Plan, Vec<String>) {
        let plan = request(name).plan().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(plan.check(), Ok(()), "{name}");
        let first = 0..plan.instances().min(4);
        let texts = first.map(|index| plan.open(index).unwrap().1.text()).collect();
        (plan, texts)
    }

    #[test]
    fn every_domain_has_a_plan_of_its_own() {
        for domain in domains() {
            let names = domain.aliases.iter().map(|alias| alias.name).chain([domain.name]);
            for name in names {
                let (plan, texts) = unsaid(name);
                let (_, instance) = plan.open(0).unwrap();
                let bare = |spec: &str| spec.parse::<Spec>().unwrap().name;
                let planned = plan.methods.iter().map(|spec| bare(spec));
                assert!(planned.eq(instance.compared().iter().map(|spec| bare(spec))), "{name}");
                assert!(plan.methods.len() >= 2, "{name}");
                let drawn = domain.random || request(name).is_drawn_by_seed();
                let several = texts.len() > 1 && texts[1..].iter().all(|text| *text != texts[0]);
                assert_eq!(several, drawn, "{name}");
            }
        }
    }

    #[test]
    fn the_domains_of_a_course_compare_five_methods_on_several_runs() {
        for name in [
            "tiles",
            "8-puzzle",
            "15-puzzle",
            "24-puzzle",
            "pancake",
            "topspin",
            "cube2",
            "grid",
            "graph",
            "queens",
            "sudoku",
            "coloring",
            "tictactoe",
            "mnk",
            "connect4",
        ] {
            let (plan, texts) = unsaid(name);
            assert!(plan.methods.len() >= 5, "{name}: {:?}", plan.methods);
            assert_eq!(texts.len(), 4, "{name}");
        }
    }

    #[test]
    fn what_is_not_said_is_written_into_the_plan() {
        let plan = request("8-puzzle").plan().unwrap();
        assert_eq!(plan.domain, "tiles(size=3x3)");
        assert_eq!(plan.source, Source::Seeded(100));
        assert_eq!(plan.methods[4], "astar(manhattan)");
        assert_eq!((plan.bounds.nodes, plan.bounds.bytes), (Some(NODES), Some(BYTES)));
        let timed = Bounds { seconds: Some(2.0), ..Bounds::default() };
        let plan = Request { bounds: timed, ..request("8-puzzle") }.plan().unwrap();
        assert_eq!((plan.bounds.nodes, plan.bounds.seconds), (None, Some(2.0)));
        let goal = "tiles(goal=1 2 3 4 5 6 7 8 0)";
        assert_eq!(request(goal).plan().unwrap().domain, goal);
    }

    #[test]
    fn the_limit_of_memory_leaves_room_to_build_what_a_method_needs() {
        let plan = |methods: &str, bytes| {
            let bounds = Bounds { bytes, ..Bounds::default() };
            let (set, methods) = (Some("korf100".into()), Some(methods.into()));
            Request { set, methods, bounds, ..request("15-puzzle") }.plan()
        };
        let large = plan("idastar(pdb(7-8))", None).unwrap().bounds.bytes;
        assert!(large.is_some_and(|bytes| bytes > BYTES && bytes < 2 * BYTES), "{large:?}");
        assert_eq!(plan("idastar(pdb(6-5-4))", None).unwrap().bounds.bytes, Some(BYTES));
        assert!(plan("idastar(pdb(7-8))", Some(100_000_000)).is_err());
    }

    #[test]
    fn one_instance_is_run_once_unless_chance_has_a_part() {
        let on = |domain: &str, text: &str, methods: &str| {
            let (instance, methods) = (Some(text.into()), Some(methods.into()));
            Request { instance, methods, ..request(domain) }.plan().unwrap().instances()
        };
        assert_eq!(on("tiles", "8 0 6 5 4 7 2 3 1", "wastar(manhattan, weight=0|1|2)"), 1);
        assert_eq!(on("queens", "8", "mac"), 1);
        assert_eq!(on("queens", "8", "mac, min-conflicts"), RUNS);
    }

    #[test]
    fn methods_that_do_not_suit_a_domain_are_left_out_by_name() {
        let methods = "astar(manhattan), astar(gap), nonsense";
        let on = |domain: &str| Request { methods: Some(methods.into()), ..request(domain) };
        for (domain, kept, gone) in [
            ("8-puzzle", "astar(manhattan)", ["astar(gap)", "nonsense"]),
            ("pancake", "astar(gap)", ["astar(manhattan)", "nonsense"]),
        ] {
            let mut request = on(domain);
            let left_out = request.leave_out().unwrap();
            assert_eq!(left_out.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), gone);
            assert_eq!(request.methods.as_deref(), Some(kept));
        }
        assert!(on("sudoku").leave_out().is_err());
    }

    #[test]
    fn some_instances_of_a_set_are_chosen_by_their_numbers() {
        let on = |set: &str| Request { set: Some(set.into()), ..request("24-puzzle") };
        let texts = ["korf24:38", "korf24:39", "korf24:2"].map(String::from).to_vec();
        assert_eq!(on("korf24:38..39,2").plan().unwrap().source, Source::Listed(texts.clone()));
        let two = Request { runs: Some(2), ..on("korf24:38..39,2") };
        assert_eq!(two.plan().unwrap().source, Source::Listed(texts[..2].to_vec()));
        for (wrong, told) in [
            ("korf24:51", "`51`: they are numbered 1 to 50"),
            ("korf24:3..1", "`3..1`: they are numbered 1 to 50"),
            ("korf24:", "``: they are numbered 1 to 50"),
            ("korf42:1", "unknown instance set `korf42`"),
        ] {
            let error = on(wrong).plan().unwrap_err().to_string();
            assert!(error.contains(told), "{error}");
        }
    }

    #[test]
    fn words_are_quoted_for_the_shell() {
        for (word, safe) in [
            ("8-puzzle", "8-puzzle"),
            ("1 2 3", "\"1 2 3\""),
            ("wastar(manhattan, weight=1|2)", "\"wastar(manhattan, weight=1|2)\""),
            ("$HOME's", "'$HOME'\\''s'"),
            ("", "\"\""),
        ] {
            assert_eq!(quoted(word), safe);
        }
    }
}
