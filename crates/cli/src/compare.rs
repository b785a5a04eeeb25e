//! `goalward compare`.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use goalward::Monitor;
use goalward_experiment::{
    Bounds, Filled, Folder, Isolation, Manifest, Plan, Request, Results, Shard, Spool, Workers,
    quoted, sweep, work_with,
};
use goalward_lab::{Purpose, Ready, Spec, familiar, find_domain, read_file};

use crate::args::{self, By, Compare, DomainList, Output, Venue};
use crate::exit;
use crate::progress::{Bar, Spinner, cancel_on_interrupt};
use crate::results::{self, check_output, code, tell_damage};
use crate::show::{self, grouped};
use crate::slurm::{self, Slurm};
use crate::solve::{announce, file_of, hinted, read_all, read_instance};

/// Runs a comparison, or the missing part of one, and shows the results.
pub fn run(compare: &Compare) -> Result<ExitCode> {
    let manifest = match &compare.resume {
        Some(path) => {
            let folder = Folder::open(path)?;
            folder.load()?;
            folder.manifest
        }
        None => match &subjects(compare)?[..] {
            [subject] => {
                let plan = request(compare, subject)?.plan();
                let given = subject.instance.as_deref();
                Manifest::new(plan.map_err(|error| hinted(error, given))?, command())
            }
            several => return one_by_one(compare, several),
        },
    };
    let plan = manifest.plan.clone();
    if compare.resume.is_some() {
        plan.check().context("the plan in the folder cannot be run")?;
    }
    if !compare.place.plan_only && compare.place.slurm.is_none() {
        announce_each(&plan)?;
    }
    if let Some(cell) = compare.cell {
        return one_cell(&plan, cell, compare.boards);
    }
    let workers = workers(compare.jobs, compare.isolate)?;
    carry_out(manifest, &workers, &compare.place, compare.resume.as_deref(), &output(compare))
}

/// What to show: by depth if the depths of the instances are given.
fn output(compare: &Compare) -> Output {
    let mut output = compare.output.clone();
    if compare.depths.is_some() && output.relative.is_none() && !output.json {
        output.by = output.by.or(Some(By::Depth));
    }
    output
}

/// Workers for this many runs at once, each in its own process if `isolate` is set.
pub fn workers(jobs: usize, isolate: bool) -> Result<Workers> {
    let isolation = || Ok::<_, anyhow::Error>(Isolation { program: args::program()?, files: None });
    Ok(Workers { jobs, isolation: isolate.then(isolation).transpose()? })
}

/// Announces what is about to be built for the methods of a plan.
fn announce_each(plan: &Plan) -> Result<()> {
    let (domain, instance) = plan.open(0)?;
    for method in &plan.methods {
        let spec = method.parse()?;
        announce(&Ready::new(domain, instance.as_ref(), Some(&spec), Purpose::Comparison)?);
    }
    Ok(())
}

/// A domain to compare on, and its instance if there is only one.
struct Subject {
    domain: Spec,
    instance: Option<String>,
}

/// What to compare on: the named domains, each repeated for every value of a sweep in its settings.
/// A word after the domains is their instance, or one more domain if it begins with the name of
/// one: `queens` or `queens:8`.
fn subjects(compare: &Compare) -> Result<Vec<Subject>> {
    let DomainList(named) = compare.domain.clone().context("a domain is needed")?;
    let mut given = named;
    for (place, word) in compare.instance.iter().enumerate() {
        let (name, rest) = word.split_once(':').map_or((&**word, None), |(a, b)| (a, Some(b)));
        let domain = name.parse::<Spec>().ok().filter(|spec| find_domain(spec).is_ok());
        match domain {
            Some(domain) => given.push((domain, rest.map(String::from))),
            None if place == 0 && given.iter().all(|(_, instance)| instance.is_none()) => {
                given.iter_mut().for_each(|(_, instance)| *instance = Some(word.clone()));
            }
            None => bail!(
                "`{word}` is not a domain: only domains may follow an instance, such as queens \
                 or queens:8"
            ),
        }
    }
    let mut subjects = Vec::new();
    for (domain, instance) in given {
        let set = compare.settings.on(&domain)?;
        let domains = if set == domain { vec![domain] } else { sweep(&set)? };
        let with = |domain| Subject { domain, instance: instance.clone() };
        subjects.extend(domains.into_iter().map(with));
    }
    Ok(subjects)
}

/// Compares on several domains, one after the other: a table, a folder and an export for each.
/// Methods that do not suit a domain are left out of its table, and named.
fn one_by_one(compare: &Compare, subjects: &[Subject]) -> Result<ExitCode> {
    if compare.cell.is_some() {
        bail!("--cell needs one domain: there are {} here", subjects.len());
    }
    let mut plans = Vec::new();
    for subject in subjects {
        let domain = &subject.domain;
        let mut request = request(compare, subject)?;
        let left_out = request.leave_out().with_context(|| format!("on {domain}"))?;
        for (method, why) in left_out {
            eprintln!("Left out on {domain}: {method} ({why})");
        }
        plans.push(request.plan().with_context(|| format!("on {domain}"))?);
    }
    let workers = workers(compare.jobs, compare.isolate)?;
    let mut worst = ExitCode::SUCCESS;
    for (number, (plan, subject)) in plans.into_iter().zip(subjects).enumerate() {
        if number > 0 && !compare.output.json {
            println!();
        }
        let name = file_name(&subject.domain);
        let out = compare.place.out.as_ref().map(|folder| folder.join(&name));
        let place = Venue { out, ..compare.place.clone() };
        let export = compare.output.export.iter().map(|path| beside(path, &name)).collect();
        let plots = compare.output.plots.as_ref().map(|folder| folder.join(&name));
        let output = Output { export, plots, ..output(compare) };
        if let Some(folder) = &compare.place.out {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot make `{}`", folder.display()))?;
        }
        let code = carry_out(Manifest::new(plan, command()), &workers, &place, None, &output)?;
        if code == ExitCode::from(130) {
            return Ok(code);
        }
        if code != ExitCode::SUCCESS {
            worst = code;
        }
    }
    Ok(worst)
}

/// A domain as the name of a file: `tiles-size-3x3`.
fn file_name(domain: &Spec) -> String {
    let text = domain.to_string();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The file for one of several domains: `runs.csv` becomes `runs-NAME.csv`.
fn beside(path: &Path, name: &str) -> PathBuf {
    let part =
        |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, ending) = (part(path.file_stem()), part(path.extension()));
    path.with_file_name(format!("{stem}-{name}.{ending}"))
}

/// Carries out a plan: here or on a cluster, in memory or in a folder, in whole or in part; here,
/// by these workers.
pub fn carry_out(
    manifest: Manifest,
    workers: &Workers,
    place: &Venue,
    resume: Option<&Path>,
    output: &Output,
) -> Result<ExitCode> {
    check_output(output, &manifest.plan.methods)?;
    let shard = match &place.shard {
        Some(text) => Shard::parse(text, |name| std::env::var(name).ok())?,
        None => Shard::WHOLE,
    };
    let cells = manifest.plan.cells();
    let Some(path) = place.out.as_deref().or(resume) else {
        return match (&place.slurm, shard) {
            (Some(_), _) => {
                bail!("--slurm needs a folder that every node can access: use --out DIR")
            }
            (None, Shard::WHOLE) => in_memory(workers, output, manifest),
            (None, _) => bail!("--shard needs a folder for its results: use --out DIR"),
        };
    };
    let folder = match resume {
        Some(path) => Folder::open(path)?,
        None => Folder::join(path, manifest)?,
    };
    folder.prepare()?;
    match &place.slurm {
        _ if place.plan_only => {
            println!("Planned: {} cells.", grouped(cells));
            Ok(ExitCode::SUCCESS)
        }
        Some(slurm) => on_slurm(place, output, &folder, slurm),
        None => {
            if !place.mixed {
                folder.admit()?;
            }
            in_folder(workers, output, &folder, shard)
        }
    }
}

fn in_memory(workers: &Workers, output: &Output, manifest: Manifest) -> Result<ExitCode> {
    let cells: Vec<u64> = (0..manifest.plan.cells()).collect();
    let spool = Spool::default();
    let monitor = Arc::new(Monitor::default());
    cancel_on_interrupt(monitor.clone())?;
    let bar = Bar::start(cells.len() as u64);
    work_with(
        &manifest.plan,
        &cells,
        workers,
        &monitor,
        |_| true,
        |_, record| {
            spool.keep(&record)?;
            bar.tick();
            Ok::<_, std::io::Error>(())
        },
    )
    .context("cannot keep results in a temporary file; --out DIR keeps them in a folder")?;
    drop(bar);
    finish(output, &spool.into_results(manifest), &monitor, "--out DIR would have kept them")
}

fn on_slurm(place: &Venue, output: &Output, folder: &Folder, slurm: &Slurm) -> Result<ExitCode> {
    let job = slurm.submit(folder, place.mixed)?;
    eprint!("{}", slurm::submitted(&job, folder));
    if !place.wait {
        return Ok(ExitCode::SUCCESS);
    }
    let monitor = Arc::new(Monitor::default());
    cancel_on_interrupt(monitor.clone())?;
    slurm::wait(&job, folder, &monitor)?;
    let (results, damaged) = folder.results()?;
    tell_damage(&damaged, "run the same command again");
    let hint = format!("job {} continues; `scancel {}` ends it", job.id, job.id);
    finish(output, &results, &monitor, &hint)
}

fn in_folder(
    workers: &Workers,
    output: &Output,
    folder: &Folder,
    shard: Shard,
) -> Result<ExitCode> {
    let missing = folder.missing(shard)?;
    tell_damage(&missing.damaged, "its cell will be run again");
    let monitor = Arc::new(Monitor::default());
    cancel_on_interrupt(monitor.clone())?;
    let bar = Bar::start(missing.cells.len() as u64);
    let filled = folder.fill(&missing, workers, &monitor, || bar.tick())?;
    drop(bar);
    if shard != Shard::WHOLE {
        let Shard { index, of } = shard;
        let Filled { kept, failed } = filled;
        let range = shard.cells(folder.manifest.plan.cells());
        let before = range.end - range.start - missing.cells.len() as u64;
        let (kept, before) = (grouped(kept), grouped(before));
        println!(
            "Shard {index} of {of}: {kept} cells run, {before} already done, {failed} failed."
        );
        return Ok(ExitCode::from(match failed {
            _ if monitor.is_cancelled() => 130,
            0 => 0,
            _ => 1,
        }));
    }
    let (results, _) = folder.results()?;
    finish(output, &results, &monitor, "run the same command again to continue")
}

fn finish(output: &Output, results: &Results, monitor: &Monitor, hint: &str) -> Result<ExitCode> {
    results::show(results, output)?;
    if monitor.is_cancelled() {
        let (done, all) = (results.tallies.len() as u64, results.plan.cells());
        eprintln!("Interrupted: {} of {} cells are done; {hint}.", grouped(done), grouped(all));
        return Ok(ExitCode::from(130));
    }
    code(results)
}

/// Runs one cell and prints it as `solve` would.
fn one_cell(plan: &Plan, cell: u64, boards: bool) -> Result<ExitCode> {
    if cell >= plan.cells() {
        bail!("there is no cell {cell}: they are numbered 0 to {}", plan.cells() - 1);
    }
    let monitor = Arc::new(Monitor::default());
    cancel_on_interrupt(monitor.clone())?;
    let spinner = Spinner::start(monitor.clone());
    let found = plan.report(cell, &monitor);
    drop(spinner);
    let (found, instance) = found?;
    let checks = found.solution.iter().map(|solution| instance.check(solution));
    let checks = checks.collect::<Result<Vec<_>, _>>().map_err(anyhow::Error::msg)?;
    let (number, method) = plan.place(cell);
    let mut out = std::io::stdout().lock();
    let (methods, instances) = (plan.methods.len(), plan.instances());
    writeln!(
        out,
        "Cell {cell}: instance {} of {instances}, method {} of {methods}\n",
        number + 1,
        method + 1
    )?;
    let called = familiar(&plan.domain.parse()?).name;
    write!(out, "{}", show::report(&called, &found, instance.as_ref(), &checks))?;
    if boards {
        write!(out, "{}", show::way(&found, &checks))?;
    }
    writeln!(
        out,
        "\nTo repeat this run alone:\n  {}",
        solve_command(plan, cell, &found.instance)?
    )?;
    Ok(exit::code(found.verdict, found.stop))
}

/// The command that runs only this cell, once its instance is known as text.
fn solve_command(plan: &Plan, cell: u64, instance: &str) -> Result<String> {
    let (number, _) = plan.place(cell);
    let (domain, method) = plan.alone(cell)?;
    let Bounds { nodes, seconds, wall, bytes } = plan.bounds;
    // `solve` measures wall-clock time; the limit of processor time is used if there is one.
    let seconds = seconds.or(wall);
    let limits = [
        nodes.map(|nodes| format!(" --nodes {}", short(nodes))),
        seconds.map(|seconds| format!(" --time {seconds}s")),
        bytes.map(|bytes| format!(" --memory {}", short(bytes))),
    ];
    let limits: String = limits.into_iter().flatten().collect();
    Ok(format!(
        "goalward solve {} {} --method {} --seed {}{limits}",
        quoted(&familiar(&domain).to_string()),
        quoted(&plan.text(number).unwrap_or_else(|| instance.into())),
        quoted(&method),
        plan.run_seed(number)
    ))
}

/// 5M, 2G.
fn short(count: u64) -> String {
    let units = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    let unit = units.iter().find(|(size, _)| count >= *size && count.is_multiple_of(*size));
    unit.map_or(count.to_string(), |(size, unit)| format!("{}{unit}", count / size))
}

fn request(compare: &Compare, subject: &Subject) -> Result<Request> {
    let Subject { domain, instance } = subject;
    let loads = find_domain(domain)?.0.load.is_some();
    let listed = compare.file.as_ref().map(|file| file.display().to_string());
    let given = instance.as_deref().and_then(file_of).map(|(file, _)| file.to_string());
    Ok(Request {
        domain: domain.clone(),
        files: listed.into_iter().chain(given).filter(|_| loads).collect(),
        instance: instance.as_deref().map(|text| read_instance(domain, text)).transpose()?,
        set: compare.set.clone(),
        list: compare.file.as_deref().map(|file| read_list(domain, file)).transpose()?,
        methods: compare.methods.clone(),
        runs: compare.runs,
        seed: compare.seed,
        bounds: Bounds {
            nodes: compare.nodes,
            seconds: compare.time.map(|time| time.as_secs_f64()),
            wall: compare.wall.map(|time| time.as_secs_f64()),
            bytes: compare.memory,
        },
        repeats: compare.repeat,
        profile: compare.profile,
        depths: compare.depths,
    })
}

/// The instances of a file, one per line: as the domain reads the file, or its plain text.
fn read_list(domain: &Spec, path: &Path) -> Result<(String, String)> {
    let name = path.display().to_string();
    if let Some(load) = find_domain(domain)?.0.load
        && let Some(texts) = load(&name, &read_file)?
    {
        return Ok((name, texts.join("\n")));
    }
    let file = File::open(path).with_context(|| format!("cannot open `{name}`"))?;
    let text = read_all(file, &name)?;
    Ok((name, text))
}

/// The command as it was given, without the options that do not affect the results.
pub fn command() -> String {
    let mut words = vec!["goalward".to_string()];
    let given = args::words().into_iter().skip(1);
    let mut arguments = given.map(|word| word.to_string_lossy().into_owned()).peekable();
    while let Some(argument) = arguments.next() {
        let name = argument.split('=').next().unwrap_or_default();
        match name {
            "--out" | "--jobs" | "-j" | "--shard" | "--export" | "--by" | "--relative"
            | "--plots" | "--plots-as" | "--scatter"
                if name == argument =>
            {
                arguments.next();
            }
            "--slurm" => drop(arguments.next_if(|next| name == argument && !next.starts_with('-'))),
            "--out" | "--jobs" | "--shard" | "--export" | "--plan-only" | "--json"
            | "--no-times" | "--wait" | "--mixed" | "--isolate" | "--by" | "--relative"
            | "--plots" | "--plots-as" | "--scatter" | "--legend" => {}
            joined if joined.starts_with("-j") => {}
            "--seed" => {
                let given = match argument.split_once('=') {
                    Some((_, value)) => Some(value.to_string()),
                    None => arguments.next(),
                };
                let drawn = args::DRAWN.get().filter(|_| given.as_deref() == Some("random"));
                words.push("--seed".into());
                words.extend(drawn.map(u64::to_string).or(given));
            }
            _ => words.push(quoted(&argument)),
        }
    }
    words.join(" ")
}
