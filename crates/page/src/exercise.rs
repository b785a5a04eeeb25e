//! `POST /api/exercise`: one exercise, of the program or of a teacher's file, and the verdict on an
//! answer.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Request, State};
use axum::routing::post;
use goalward::Limits;
use goalward_experiment::exercises::{Ask, Checked, EXERCISES, Exercise};
use goalward_experiment::questions::{Questions, Variant};
use goalward_lab::{InputError, Instance, RunError, Spec};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::connections::Connection;
use crate::open::drawn;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::request::{self, EXERCISE, LimitFields};
use crate::routes::Posted;
use crate::search;

/// The route.
pub const ROUTE: Posted = Posted { name: "exercise", route: || post(exercise), examine };

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    file: Option<String>,
    #[serde(default)]
    student: String,
    number: Option<usize>,
    answer: Option<String>,
    #[serde(default)]
    limits: LimitFields,
}

/// Answers a request.
async fn exercise(
    State(pool): State<Arc<Pool>>,
    Extension(connection): Extension<Connection>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    let asked: Asked = request::read(request).await?;
    let limits = asked.limits.limits(&EXERCISE, &pool)?;
    let work = move |limits| answer(&asked, &limits);
    Ok(Json(search::answered(&pool, &connection, limits, work).await?))
}

/// Checks a body before anything is run.
fn examine(body: &[u8], pool: &Pool) -> Result<(), Refusal> {
    let mut asked: Asked = request::understood(body)?;
    let limits = asked.limits.limits(&EXERCISE, pool)?;
    asked.answer = None;
    Ok(answer(&asked, &limits).map(drop)?)
}

fn answer(asked: &Asked, limits: &Limits) -> Result<Value, InputError> {
    let number = asked.number.unwrap_or(1);
    let mut told = match &asked.file {
        None => own(Exercise::numbered(number)?, asked.answer.as_deref(), limits)?,
        Some(text) => {
            let questions: Questions = text.parse()?;
            let variant = questions.variant(&asked.student, number)?;
            let mut told = taught(&variant, asked.answer.as_deref(), limits)?;
            told["heading"] = questions.title.into();
            told["titles"] = questions.list.iter().map(|question| &*question.title).collect();
            told
        }
    };
    told["number"] = number.into();
    Ok(told)
}

/// An exercise of the program.
fn own(exercise: &Exercise, answer: Option<&str>, limits: &Limits) -> Result<Value, InputError> {
    let runs = (exercise.runs)();
    let limits = shared(limits, runs.len());
    let checked = answer.map(|answer| exercise.check(answer, &limits)).transpose();
    let mut boards: Vec<Value> = Vec::new();
    for ask in &runs {
        let board = board(ask.open()?.1.as_ref());
        if boards.iter().all(|other| other["text"] != board["text"]) {
            boards.push(board);
        }
    }
    Ok(json!({
        "heading": "",
        "titles": EXERCISES.iter().map(|exercise| exercise.title).collect::<Vec<_>>(),
        "question": exercise.question,
        "boards": boards,
        "begin": by_hand(&exercise.begin().into_iter().collect::<Vec<_>>())?,
        "checked": judged(checked)?,
    }))
}

/// A student's variant of a teacher's exercise.
fn taught(
    variant: &Variant<'_>,
    answer: Option<&str>,
    limits: &Limits,
) -> Result<Value, InputError> {
    let limits = shared(limits, variant.question.methods.len());
    let checked = answer.map(|answer| variant.check(answer, &limits)).transpose();
    Ok(json!({
        "question": variant.text(),
        "boards": [board(variant.instance.as_ref())],
        "begin": by_hand(&variant.hints())?,
        "checked": judged(checked)?,
    }))
}

/// The limits of each of this many runs, which together keep to the time.
fn shared(limits: &Limits, runs: usize) -> Limits {
    let time = limits.time.map(|time| time / u32::try_from(runs.max(1)).unwrap_or(u32::MAX));
    Limits { time, ..limits.clone() }
}

/// The drawing of an instance, which reveals nothing about its solution.
fn board(instance: &dyn Instance) -> Value {
    let view = instance.view();
    json!({ "text": instance.text(), "view": view.frame, "cells": drawn(view.start) })
}

fn judged(checked: Result<Option<Checked>, RunError>) -> Result<Value, InputError> {
    let Some(Checked { right, told, tries }) = checked.map_err(InputError::new)? else {
        return Ok(Value::Null);
    };
    Ok(json!({ "right": right, "told": told, "tries": by_hand(&tries)? }))
}

/// Runs as commands, and as the settings that open the page's views.
fn by_hand(runs: &[Ask]) -> Result<Value, InputError> {
    runs.iter().map(run_by_hand).collect()
}

fn run_by_hand(ask: &Ask) -> Result<Value, InputError> {
    let spec: Spec = ask.domain.parse().map_err(InputError::new)?;
    let (domain, _) = ask.open()?;
    let params = (domain.params)();
    let mut settings = Map::new();
    for (place, argument) in spec.arguments.iter().enumerate() {
        let key = argument.key.as_deref().or(params.get(place).map(|param| param.name));
        settings.insert(key.unwrap_or_default().into(), argument.value.as_str().into());
    }
    Ok(json!({
        "command": ask.command(),
        "domain": spec.name,
        "settings": settings,
        "instance": ask.instance,
        "method": ask.method,
        "seed": ask.seed,
    }))
}
