//! `goalward solve`.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use goalward::{Limits, Monitor};
use goalward_lab::{
    Check, InputError, Instance, Method, Purpose, Ready, Report, Run, RunError, Spec, Step,
    Watcher, find_domain, free_memory, open, read_file,
};

use crate::args::{Solve, complain};
use crate::exit;
use crate::progress::{Spinner, cancel_on_interrupt};
use crate::show;
use crate::watch;

/// Solves one instance and prints what was found.
pub fn run(solve: &Solve) -> Result<ExitCode> {
    let spec = solve.settings.on(&solve.domain)?;
    let text = solve.instance.as_deref();
    let text = text.map(|text| read_instance(&solve.domain, text)).transpose()?;
    let opened = open(&spec, text.as_deref(), solve.seed);
    let (domain, instance) = opened.map_err(|error| hinted(error, solve.instance.as_deref()))?;
    let method = method(solve, instance.as_ref())?;
    let ready = Ready::new(domain, instance.as_ref(), method.as_ref(), Purpose::Answer)?;
    refuse_what_cannot_be_shown(solve, instance.as_ref(), &ready)?;

    let monitor = Arc::new(Monitor::default());
    let limits = Limits {
        nodes: solve.nodes,
        time: solve.time,
        memory: solve.memory.or_else(most_of_free_memory),
        monitor: Some(monitor.clone()),
        ..Limits::default()
    };
    let mut options = Run { seed: solve.seed, limits, jobs: solve.jobs, trace: None };
    ready.check(&options)?;
    announce(&ready);
    #[cfg(feature = "page")]
    let kept = options.limits.clone();
    // An answer is printed even if its trace could not be written.
    let mut untraced = Ok(());
    let report = if solve.watch {
        watch::run(&ready, options, &monitor)?
    } else {
        cancel_on_interrupt(monitor.clone())?;
        let mut trace = solve.trace.as_deref().map(TraceFile::create).transpose()?;
        let mut tell = trace.as_mut().map(|trace| |step: Step| trace.write(&step));
        options.trace = tell.as_mut().map(|tell| tell as &mut dyn Watcher);
        let spinner = Spinner::start(monitor);
        let report = ready.run(&mut options);
        drop(spinner);
        if let Some(trace) = trace.filter(|_| !matches!(report, Err(RunError::Input(_)))) {
            untraced = trace.finish();
        }
        report?
    };

    #[cfg(feature = "page")]
    if let Some(path) = &solve.replay {
        let limits = Limits { monitor: None, ..kept };
        let (called, instance) = (&*solve.domain.name, instance.as_ref());
        let file = goalward_page::replay_of(
            domain,
            called,
            instance,
            solve.seed,
            method.as_ref(),
            &limits,
        )?;
        std::fs::write(path, file).with_context(|| format!("cannot write `{}`", path.display()))?;
    }

    let mut out = std::io::stdout().lock();
    if solve.json {
        writeln!(out, "{}", report.to_json())?;
        return untraced.map(|()| exit::code(report.verdict, report.stop));
    }
    let checks = drawn(solve, instance.as_ref(), &report)?;
    let called = &solve.domain.name;
    write!(out, "{}", show::report(called, &report, instance.as_ref(), &checks))?;
    if solve.boards {
        write!(out, "{}", show::way(&report, &checks))?;
    }
    untraced.map(|()| exit::code(report.verdict, report.stop))
}

/// Refuses `--boards` if nothing can be drawn, and `--watch` and `--trace` for a method that
/// reports no steps.
fn refuse_what_cannot_be_shown(
    solve: &Solve,
    instance: &dyn Instance,
    ready: &Ready<'_>,
) -> Result<()> {
    if solve.boards && !instance.can_be_drawn() {
        bail!("--boards: this instance of {} cannot be drawn as text", solve.domain.name);
    }
    let option = match (solve.watch, &solve.trace) {
        (true, _) => "--watch",
        (false, Some(_)) => "--trace",
        (false, None) => return Ok(()),
    };
    let about = ready.about();
    if about.lines.is_empty() {
        let told = |method: &Method<'_>| !method.about.lines.is_empty();
        let methods = instance.methods();
        let others = methods.iter().filter(|method| told(method)).map(|method| method.about.name);
        let others: Vec<&str> = others.collect();
        bail!("{option}: {} has no steps to show: choose from {}", about.name, others.join(", "));
    }
    Ok(())
}

/// Announces what is about to be built for a search, if that takes a while.
pub fn announce(ready: &Ready<'_>) {
    if let Some(told) = ready.preparation().told {
        complain(&format_args!("{told}\n"));
    }
}

/// The error, with a hint if the text given as an instance is the name of a file.
pub fn hinted(error: InputError, given: Option<&str>) -> InputError {
    match given.filter(|text| !text.starts_with('@') && Path::new(text).is_file()) {
        Some(file) => InputError(format!("{error}; `{file}` is a file: to read it, write @{file}")),
        None => error,
    }
}

/// The method given, with what `--limit`, `--all` and `--count` set in it.
fn method(solve: &Solve, instance: &dyn Instance) -> Result<Option<Spec>> {
    let find = match (solve.limit, solve.all, solve.count) {
        (Some(limit), ..) => &limit.to_string(),
        (None, true, _) => "all",
        (None, false, true) => "count",
        (None, false, false) => return Ok(solve.method.clone()),
    };
    let methods = instance.methods();
    let finds = |name: &str| {
        let method = methods.iter().find(|method| method.about.name == name);
        method.is_none_or(|method| method.params.iter().any(|param| param.name == "find"))
    };
    let default: Spec = instance.default_method().parse()?;
    let several: Vec<&str> =
        methods.iter().map(|method| method.about.name).filter(|name| finds(name)).collect();
    let usual = several.iter().find(|name| **name == "forward-checking").or(several.first());
    let spec = match (&solve.method, usual) {
        (Some(spec), _) => spec.clone(),
        (None, _) if finds(&default.name) => default,
        (None, Some(usual)) => Spec::bare(usual),
        (None, None) => default,
    };
    if spec.name == "count" && solve.count {
        return Ok(Some(spec));
    }
    if !finds(&spec.name) {
        let such = match several.is_empty() {
            true => "no method of this domain finds more".into(),
            false => format!("to find more, choose from {}", several.join(", ")),
        };
        bail!("{} finds only one solution: {such}", spec.name);
    }
    Ok(Some(spec.with("find", find)))
}

/// Solutions beyond this many are drawn with `--boards` only.
const DRAWN: usize = 12;

/// The solutions, checked again for their drawings.
fn drawn(solve: &Solve, instance: &dyn Instance, report: &Report) -> Result<Vec<Check>> {
    let most = if solve.boards { usize::MAX } else { DRAWN };
    let solutions = report.solution.iter().chain(&report.others).take(most);
    let checks = solutions.map(|solution| instance.check(solution).map_err(InputError));
    Ok(checks.collect::<Result<_, _>>()?)
}

/// The largest graphs in use have a few megabytes.
const MOST_TEXT: u64 = 64_000_000;

/// The text itself, or that of `@FILE`, or standard input for `-`.
pub fn read_text(text: &str) -> Result<String> {
    if text == "-" {
        return read_all(std::io::stdin(), "standard input");
    }
    match text.strip_prefix('@') {
        None => Ok(text.into()),
        Some(path) => {
            let file = File::open(path).with_context(|| format!("cannot open `{path}`"))?;
            read_all(file, path)
        }
    }
}

/// The file in `@FILE` or `@FILE:NUMBER`, if the text is one of them, and the number.
pub fn file_of(text: &str) -> Option<(&str, Option<usize>)> {
    let path = text.strip_prefix('@')?;
    let numbered = path.rsplit_once(':').filter(|_| !Path::new(path).exists());
    let numbered = numbered.and_then(|(file, number)| Some((file, number.parse::<usize>().ok()?)));
    Some(numbered.map_or((path, None), |(file, number)| (file, Some(number))))
}

/// The text of an instance, as [`read_text`] returns it, or, if the domain reads files of its own
/// kind, what it makes of `@FILE` or `@FILE:NUMBER`.
pub fn read_instance(domain: &Spec, text: &str) -> Result<String> {
    let (Some((file, number)), Some(load)) = (file_of(text), find_domain(domain)?.0.load) else {
        return read_text(text);
    };
    let Some(texts) = load(file, &read_file)? else { return read_text(text) };
    match (number, texts.len()) {
        (None, 1) => Ok(texts.into_iter().next().unwrap_or_default()),
        (None, count) => bail!("`{file}` has {count} instances: choose one, such as @{file}:1"),
        (Some(number), count) => {
            number.checked_sub(1).and_then(|index| texts.into_iter().nth(index)).with_context(
                || format!("`{file}` has no instance {number}: they are numbered 1 to {count}"),
            )
        }
    }
}

/// All the text of a file or standard input.
pub fn read_all(source: impl Read, name: &str) -> Result<String> {
    let mut bytes = Vec::new();
    let cannot = || format!("cannot read `{name}`");
    source.take(MOST_TEXT + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > MOST_TEXT {
        bail!("`{name}` is larger than 64 megabytes, the limit for instances");
    }
    let text = String::from_utf8(bytes);
    let mut text = text.map_err(|_| anyhow::anyhow!("`{name}` is not text: it is not UTF-8"))?;
    // Some editors put this mark before the text.
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    if text.trim().is_empty() {
        bail!("`{name}` is empty");
    }
    Ok(text)
}

/// Three quarters of the free memory, if the system reports it.
pub fn most_of_free_memory() -> Option<u64> {
    free_memory().map(|bytes| bytes / 4 * 3)
}

/// Events on their way to a file; the first failure is kept for the end.
struct TraceFile {
    file: BufWriter<File>,
    name: String,
    /// Whether the earlier contents of the file are gone.
    emptied: bool,
    failed: Option<std::io::Error>,
}

impl TraceFile {
    fn create(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let opened = File::options().write(true).create(true).truncate(false).open(path);
        let file = BufWriter::new(opened.with_context(|| format!("cannot write `{name}`"))?);
        Ok(TraceFile { file, name, emptied: false, failed: None })
    }

    /// Empties the file of an earlier run, but not before this one is known to begin.
    fn empty(&mut self) -> std::io::Result<()> {
        let file = self.file.get_ref();
        if !self.emptied && file.metadata()?.is_file() {
            file.set_len(0)?;
        }
        self.emptied = true;
        Ok(())
    }

    fn write(&mut self, step: &Step) {
        if self.failed.is_none() {
            let line = serde_json::to_string(step).expect("a step holds only plain values");
            self.failed = self.empty().and_then(|()| writeln!(self.file, "{line}")).err();
        }
    }

    fn finish(mut self) -> Result<()> {
        let done = self.failed.take().map_or_else(|| self.empty(), Err);
        let done = done.and_then(|()| self.file.flush());
        done.with_context(|| format!("cannot write `{}`", self.name))
    }
}
