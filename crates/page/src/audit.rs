//! `POST /api/audit`: a heuristic, an evaluator or a landscape checked against exact values.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Request, State};
use axum::routing::post;
use goalward::Limits;
use goalward_lab::audit::{AuditReport, AuditRun, Found, audit, check, headline};
use goalward_lab::{InputError, Instance, Number, Spec};
use serde_json::{Value, json};

use crate::connections::Connection;
use crate::open::describe;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::request::{self, LimitFields, Named, Opened, Problem, WATCHED, asked};
use crate::routes::Posted;
use crate::search;

/// The route.
pub const ROUTE: Posted = Posted { name: "audit", route: || post(run), examine };

asked! { instance,
    subject: Named,
    samples: Option<u64>,
    #[serde(default)]
    limits: LimitFields,
}

/// Answers.
async fn run(
    State(pool): State<Arc<Pool>>,
    Extension(connection): Extension<Connection>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    let asked: Asked = request::read(request).await?;
    let limits = asked.limits.limits(&WATCHED, &pool)?;
    let work = move |limits| answer(&asked, limits);
    Ok(Json(search::answered(&pool, &connection, limits, work).await?))
}

/// What is to be audited, all of it in order.
fn prepare(asked: &Asked) -> Result<(Opened, Spec), InputError> {
    if asked.samples == Some(0) {
        return Err(InputError("samples=0 is not allowed: use a number from 1".into()));
    }
    let opened = asked.opened()?;
    let spec = check(opened.domain, opened.instance.as_ref(), &asked.subject.spec()?)?;
    Ok((opened, spec))
}

/// What the route says to a body before it runs anything.
fn examine(body: &[u8], pool: &Pool) -> Result<(), Refusal> {
    let asked: Asked = request::understood(body)?;
    asked.limits.limits(&WATCHED, pool)?;
    Ok(prepare(&asked).map(drop)?)
}

fn answer(asked: &Asked, limits: Limits) -> Result<Value, InputError> {
    let (opened, spec) = prepare(asked)?;
    let instance = opened.instance.as_ref();
    let run = AuditRun { seed: asked.seed(), samples: asked.samples, limits };
    let report = audit(opened.domain, instance, &spec, &run)?;
    let mut answer = report.to_json();
    answer["headline"] = headline(&report).into();
    answer["view"] = describe(&opened)["view"].take();
    answer["boards"] = boards(instance, &report);
    Ok(answer)
}

/// What there is to see, each with what is said of it: the way of a counterexample, the
/// two sides of an inconsistency, the worst position or local optimum.
fn boards(instance: &dyn Instance, report: &AuditReport) -> Value {
    let board =
        |state: &str, words: String| json!({ "cells": instance.cells(state), "words": words });
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
                    format!("h = {} after it, but the move costs {}", fall.after, fall.cost)
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
