//! `POST /api/audit`: a heuristic, an evaluator or a landscape checked against exact values, its
//! progress streamed as lines of JSON.

use std::fmt::Write;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::post;
use goalward::Monitor;
use goalward_lab::audit::{AuditReport, AuditRun, Found, audit, check, headline};
use goalward_lab::{InputError, Number, Shown, Spec};
use serde_json::{Value, json};

use crate::connections::Connection;
use crate::open::{apart, describe};
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::request::{self, Leash, LimitFields, Named, Opened, Problem, WATCHED, asked};
use crate::routes::Posted;
use crate::run::{GRACE, Source, streamed};
use crate::search;

/// The route.
pub const ROUTE: Posted = Posted { name: "audit", route: || post(run), examine };

asked! { instance,
    subject: Named,
    samples: Option<u64>,
    #[serde(default)]
    limits: LimitFields,
}

/// Answers a request.
async fn run(
    State(pool): State<Arc<Pool>>,
    Extension(connection): Extension<Connection>,
    request: Request,
) -> Result<Response, Refusal> {
    let asked: Asked = request::read(request).await?;
    let places = pool.clone();
    let (opened, spec, mut run) = apart(move || prepare(&asked, &places)).await??;
    let limits = &mut run.limits;
    let seat = pool.take(1, limits.memory.unwrap_or_default())?.pop().ok_or_else(Refusal::bug)?;
    let audit = Arc::new(Audit {
        began: Instant::now(),
        monitor: Arc::default(),
        counted: Mutex::default(),
        end: Mutex::default(),
    });
    limits.monitor = Some(audit.monitor.clone());
    connection.hold(Instant::now() + limits.time.unwrap_or_default() + GRACE);
    let there = audit.clone();
    let work = move || answer(&opened, &spec, &run).map_err(|error| error.to_string());
    let started = search::spawn(seat, work, move |found| there.end(found));
    started.map_err(|why| Refusal::new(StatusCode::SERVICE_UNAVAILABLE, why))?;
    let leash = Leash(vec![audit.monitor.clone()]);
    Ok(streamed(&audit.progress(), vec![audit], connection, leash))
}

/// What an audit shares with the answer it is streamed into.
struct Audit {
    began: Instant,
    monitor: Arc<Monitor>,
    /// At the last look, what the earlier searches had counted and what the present one had: an
    /// audit runs several searches, each of which counts from 0.
    counted: Mutex<[u64; 2]>,
    end: Mutex<End>,
}

/// How an audit ended.
#[derive(Default)]
enum End {
    #[default]
    NotYet,
    /// With this line, which is not sent yet.
    Line(Value),
    Sent,
}

impl Audit {
    fn end(&self, found: Result<Value, String>) {
        let line = found.unwrap_or_else(|why| json!({ "type": "failed", "error": why }));
        *self.end.lock().expect("no holder panics") = End::Line(line);
    }

    /// The progress: the states checked, or first the share of the heuristic's tables built.
    fn progress(&self) -> Value {
        let now = self.monitor.progress().expanded;
        let mut counted = self.counted.lock().expect("no holder panics");
        let [before, last] = *counted;
        *counted = [if now < last { before + last } else { before }, now];
        json!({
            "type": "progress",
            "states": counted[0] + now,
            "built": self.monitor.preparation().map(|(done, of)| done as f64 / of as f64),
            "seconds": self.began.elapsed().as_secs_f64(),
        })
    }
}

impl Source for Audit {
    fn take(&self, out: &mut String) -> bool {
        let mut end = self.end.lock().expect("no holder panics");
        let line = match std::mem::replace(&mut *end, End::Sent) {
            End::Sent => return false,
            End::Line(line) => line,
            End::NotYet => {
                *end = End::NotYet;
                self.progress()
            }
        };
        let _ = writeln!(out, "{line}");
        true
    }
}

/// What is to be audited, checked.
fn prepare(asked: &Asked, pool: &Pool) -> Result<(Opened, Spec, AuditRun), InputError> {
    let limits = asked.limits.limits(&WATCHED, pool)?;
    if asked.samples == Some(0) {
        return Err(InputError("samples=0 is not allowed: use a number from 1".into()));
    }
    let opened = asked.opened()?;
    let run = AuditRun { seed: asked.seed(), samples: asked.samples, limits };
    let spec = check(opened.domain, opened.instance.as_ref(), &asked.subject.spec()?, &run)?;
    Ok((opened, spec, run))
}

/// Checks a body before anything is run.
fn examine(body: &[u8], pool: &Pool) -> Result<(), Refusal> {
    Ok(prepare(&request::understood(body)?, pool).map(drop)?)
}

fn answer(opened: &Opened, spec: &Spec, run: &AuditRun) -> Result<Value, InputError> {
    let instance = opened.instance.as_ref();
    let report = audit(opened.domain, instance, spec, run)?;
    let mut answer = report.to_json();
    answer["type"] = "done".into();
    answer["headline"] = headline(&report).into();
    answer["view"] = describe(opened.domain, instance)["view"].take();
    answer["boards"] = boards(&report);
    Ok(answer)
}

/// The boards to show, each with its words: the path of a counterexample, the two sides of an
/// inconsistency, the worst position or local optimum.
fn boards(report: &AuditReport) -> Value {
    let board = |state: &Shown, words: String| json!({ "cells": state.cells, "words": words });
    match &report.found {
        Found::Heuristic(found) => match (&found.counterexample, &found.inconsistency) {
            (Some(example), _) => {
                let left = (0..example.states.len()).rev();
                let states = example.states.iter().zip(&example.estimates).zip(left);
                let words = |h: &Number, left: usize| match left {
                    0 => format!("The goal: h = {h}"),
                    1 => format!("h = {h}; 1 move is left on this path"),
                    _ => format!("h = {h}; {left} moves are left on this path"),
                };
                states.map(|((state, h), left)| board(state, words(h, left))).collect()
            }
            (None, Some(fall)) => json!([
                board(&fall.state, format!("h = {} before {}", fall.before, fall.action)),
                board(
                    &fall.next,
                    format!("h = {} after a move that costs {}", fall.after, fall.cost)
                ),
            ]),
            (None, None) => json!([]),
        },
        Found::Evaluator(found) => found
            .worst
            .iter()
            .map(|worst| {
                let words =
                    format!("It estimates {}; perfect play gives {}", worst.estimate, worst.exact);
                board(&worst.state, words)
            })
            .collect(),
        Found::Landscape(found) => found
            .worst
            .iter()
            .map(|(state, cost)| {
                board(
                    state,
                    format!("The worst local optimum: its cost is {cost}, and no move improves it"),
                )
            })
            .collect(),
    }
}
