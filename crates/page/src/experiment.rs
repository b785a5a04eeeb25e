//! `POST /api/experiment`: a comparison as it runs, and its files afterwards.

use std::io;
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use goalward::Monitor;
use goalward_experiment::{
    Bounds, FIGURE_CSS, Figure, Manifest, Plan, Request as Comparison, Results, Spool, Times,
    export_format, export_formats, figures, quoted, tabular, work,
};
use goalward_lab::{InputError, Spec, cores};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::connections::Connection;
use crate::open::apart;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::request::{self, Leash, LimitFields, MOST_SECONDS, Named, Problem, asked};
use crate::routes::Posted;
use crate::run::{GRACE, LANES, streamed};
use crate::search;
use crate::shelf::{Entry, Follower, Progress, Shelf, forgotten};

/// The route.
pub const ROUTE: Posted = Posted { name: "experiment", route: || post(experiment), examine };

// The instance is the one to compare on.
asked! { instance,
    /// A shipped set.
    set: Option<String>,
    /// Instances, one per line.
    list: Option<String>,
    #[serde(default)]
    methods: Vec<Named>,
    runs: Option<u64>,
    #[serde(default)]
    limits: LimitFields,
    /// Whether it continues when its watcher is gone.
    #[serde(default)]
    keep: bool,
    /// The text that it is listed with.
    label: Option<String>,
}

/// A label has at most this many characters.
const LABEL: usize = 20_000;

/// Larger ones belong on the command line, where they can be resumed.
const MOST_CELLS: u64 = 100_000;

fn prepare(asked: &Asked, pool: &Pool) -> Result<Manifest, InputError> {
    if asked.label.as_ref().is_some_and(|label| label.chars().count() > LABEL) {
        return Err(InputError(format!("a label has at most {LABEL} characters")));
    }
    let methods = asked.methods.iter().map(Named::spec).collect::<Result<Vec<_>, _>>()?;
    let methods: Vec<String> = methods.iter().map(Spec::to_string).collect();
    let text = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
    let comparison = Comparison {
        domain: asked.domain()?,
        instance: text(&asked.instance),
        set: text(&asked.set),
        list: text(&asked.list).map(|text| ("the list".into(), text)),
        methods: (!methods.is_empty()).then(|| methods.join(",")),
        runs: asked.runs,
        seed: asked.seed(),
        bounds: asked.limits.bounds(pool)?,
        repeats: None,
        profile: false,
        files: Vec::new(),
        depths: None,
    };
    let plan = comparison.plan()?;
    let cells = plan.cells();
    if cells > MOST_CELLS {
        return Err(InputError(format!(
            "{cells} runs are too many for the page: use at most {MOST_CELLS}, or `goalward \
                compare`, which can be resumed"
        )));
    }
    let command = command(&comparison, &plan);
    Ok(Manifest::new(plan, command))
}

/// Checks a body before anything is run.
fn examine(body: &[u8], pool: &Pool) -> Result<(), Refusal> {
    Ok(prepare(&request::understood(body)?, pool).map(drop)?)
}

/// The command that repeats a comparison.
fn command(comparison: &Comparison, plan: &Plan) -> String {
    let mut words = vec!["goalward".into(), "compare".into(), quoted(&plan.domain)];
    words.extend(comparison.instance.as_deref().map(quoted));
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.into_iter().flat_map(|value| [name.into(), quoted(&value)]));
    };
    option("--set", comparison.set.clone());
    option("--file", comparison.list.as_ref().map(|_| "instances.txt".into()));
    option("--methods", Some(plan.methods.join(", ")));
    option("--runs", comparison.runs.map(|runs| runs.to_string()));
    option("--seed", Some(plan.seed.to_string()));
    let Bounds { nodes, seconds, wall, bytes } = plan.bounds;
    option("--nodes", nodes.map(|nodes| nodes.to_string()));
    option("--time", seconds.map(|seconds| format!("{seconds}s")));
    option("--wall", wall.map(|seconds| format!("{seconds}s")));
    option("--memory", bytes.map(|bytes| bytes.to_string()));
    words.join(" ")
}

/// Answers a request.
async fn experiment(
    State(pool): State<Arc<Pool>>,
    Extension(connection): Extension<Connection>,
    Extension(shelf): Extension<Arc<Shelf>>,
    request: Request,
) -> Result<Response, Refusal> {
    let asked: Asked = request::read(request).await?;
    let (places, keep, label) = (pool.clone(), asked.keep, asked.label.clone());
    let manifest = apart(move || prepare(&asked, &places)).await??;
    let jobs = cores().min(LANES).min(manifest.plan.cells().try_into().unwrap_or(LANES)).max(1);
    let mut seats = pool.take(jobs, manifest.plan.bounds.bytes.unwrap_or_default())?;
    let seat = seats.pop().ok_or_else(Refusal::bug)?;
    let monitor = Arc::new(Monitor::default());
    let progress = Arc::new(Progress::new(manifest.plan.cells()));
    let entry = |id| Entry {
        planned: json!({ "type": "planned", "id": id, "cells": manifest.plan.cells(),
            "methods": manifest.plan.methods, "command": manifest.command, "label": label }),
        progress: progress.clone(),
        results: None,
    };
    let (id, planned) = shelf.begin(&monitor, entry);
    let leash = Leash(if keep { Vec::new() } else { vec![monitor.clone()] });
    connection.hold(Instant::now() + Duration::from_secs_f64(MOST_SECONDS) + GRACE);
    let (here, there) = (progress.clone(), progress.clone());
    let work = move || {
        let _seats = seats;
        let results = compare(&manifest, jobs, &monitor, &here);
        // Unless it was stopped by its number, it was cancelled because its client is gone.
        let gone = shelf.take(id).is_some() && monitor.is_cancelled();
        let results = results.map_err(|error| {
            shelf.forget(id);
            format!("cannot keep results in a temporary file: {error}")
        })?;
        if gone {
            shelf.forget(id);
            return Err("cancelled".to_string());
        }
        let line = done(id, &results);
        shelf.keep(id, results);
        Ok(line)
    };
    let end = move |found: Result<Value, String>| {
        there.end(found.unwrap_or_else(failed));
    };
    search::spawn(seat, work, end)
        .map_err(|why| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why))?;
    Ok(streamed(&planned, vec![Follower::of(progress)], connection, leash))
}

fn failed(why: String) -> Value {
    json!({ "type": "failed", "error": why })
}

fn done(id: u64, results: &Results) -> Value {
    let mut told = told(results);
    told["type"] = "done".into();
    told["id"] = id.into();
    told["complete"] = (results.missing() == 0).into();
    let link = |ending: &str| format!("/api/experiments/{id}.{ending}");
    let formats = export_formats().iter();
    told["downloads"] = formats
        .map(|format| {
            json!({ "ending": format.ending, "doc": format.doc, "url": link(format.ending) })
        })
        .collect();
    told
}

/// The table and the plots of what is known.
fn told(results: &Results) -> Value {
    let figure = |figure: Figure| {
        json!({ "id": figure.id, "title": figure.title, "caption": figure.caption,
            "height": figure.height, "svg": figure.svg, "dots": figure.dots })
    };
    let figures: Vec<Value> = figures(results).into_iter().map(figure).collect();
    json!({ "table": tabular(results, Times::Shown), "figures": figures })
}

/// The table is sent again this often.
const TOLD: Duration = Duration::from_secs(1);

/// Runs every cell; the current table is sent now and then.
fn compare(
    manifest: &Manifest,
    jobs: usize,
    monitor: &Arc<Monitor>,
    progress: &Progress,
) -> io::Result<Results> {
    let cells: Vec<u64> = (0..manifest.plan.cells()).collect();
    let spool = Spool::default();
    let last = Mutex::new(Instant::now());
    let is_due = || {
        let mut last = last.lock().expect("no holder panics");
        let is_due = last.elapsed() > TOLD;
        if is_due {
            *last = Instant::now();
        }
        is_due
    };
    work(
        &manifest.plan,
        &cells,
        jobs,
        monitor,
        |_| true,
        |_, record| {
            spool.keep(&record)?;
            progress.tick();
            if is_due() {
                progress.tell(&told(&spool.results(manifest.clone())));
            }
            Ok::<_, io::Error>(())
        },
    )?;
    Ok(spool.into_results(manifest.clone()))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stopped {
    id: u64,
}

/// `POST /api/experiment/stop`: ends an experiment and keeps its finished runs.
pub async fn stop(
    Extension(shelf): Extension<Arc<Shelf>>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    let Stopped { id } = request::read(request).await?;
    let nothing = || Refusal::new(StatusCode::NOT_FOUND, "no such experiment is running");
    shelf.take(id).ok_or_else(nothing)?.cancel();
    Ok(Json(json!({})))
}

/// A file of an experiment, such as `7.csv`.
pub async fn download(
    Extension(shelf): Extension<Arc<Shelf>>,
    Path(file): Path<String>,
) -> Result<Response, Refusal> {
    let (id, _) = file.split_once('.').ok_or_else(forgotten)?;
    let results = id.parse().ok().and_then(|id| shelf.find(id)).ok_or_else(forgotten)?;
    let format = export_format(FilePath::new(&file))
        .map_err(|error| Refusal::new(StatusCode::NOT_FOUND, error.to_string()))?;
    let name = format!("goalward-{id}.{}", format.ending);
    let written = apart(move || {
        let mut bytes = Vec::new();
        format.write(&results, &mut bytes).map(|()| bytes)
    });
    let bytes = written.await?.map_err(|error| {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, format!("cannot read its records: {error}"))
    })?;
    let attached = format!("attachment; filename=\"{name}\"");
    let headers =
        [(header::CONTENT_TYPE, format.mime.into()), (header::CONTENT_DISPOSITION, attached)];
    Ok((headers, bytes).into_response())
}

/// The style sheet of the plots.
pub async fn style() -> Response {
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8")], FIGURE_CSS).into_response()
}
