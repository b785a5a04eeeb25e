//! `POST /api/play`: one position of a game, and what the engine makes of it.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Extension, Request, State};
use axum::routing::post;
use goalward::{Limits, Rng};
use goalward_lab::{Domain, InputError, Match, Purpose, Ready, Report, Run, Spec};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::connections::Connection;
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::request::{self, LimitFields, MOVE, Named, Opened, Problem, asked};
use crate::routes::Posted;
use crate::search;

/// The route.
pub const ROUTE: Posted = Posted { name: "play", route: || post(play), examine };

asked! { position,
    #[serde(default)]
    moves: Vec<String>,
    method: Option<Named>,
    #[serde(default)]
    engine: Engine,
    #[serde(default)]
    limits: LimitFields,
}

/// What the engine is to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Engine {
    #[default]
    None,
    Rate,
    Reply,
}

/// Answers a request.
async fn play(
    State(pool): State<Arc<Pool>>,
    Extension(connection): Extension<Connection>,
    request: Request,
) -> Result<Json<Value>, Refusal> {
    let asked: Asked = request::read(request).await?;
    let limits = asked.limits.limits(&MOVE, &pool)?;
    let work = move |limits| answer(&asked, limits);
    Ok(Json(search::answered(&pool, &connection, limits, work).await?))
}

/// Checks a body before anything is run.
fn examine(body: &[u8], pool: &Pool) -> Result<(), Refusal> {
    let mut asked: Asked = request::understood(body)?;
    let limits = asked.limits.limits(&MOVE, pool)?;
    asked.engine = Engine::None;
    Ok(answer(&asked, limits).map(drop)?)
}

/// No game has more moves.
const MOST_MOVES: usize = 64;

fn answer(asked: &Asked, limits: Limits) -> Result<Value, InputError> {
    let opened = Opened::new(&asked.domain()?, asked.position.as_deref(), 1)?;
    let name = opened.domain.name;
    let mut game = opened.instance.game().ok_or_else(|| {
        InputError(format!("{name} is not a game: choose a domain of the game family"))
    })?;
    if asked.moves.len() > MOST_MOVES {
        return Err(InputError(format!("a game has at most {MOST_MOVES} moves")));
    }
    let first = game.turn();
    let mut played = Vec::new();
    for mv in &asked.moves {
        let shown: String = mv.chars().take(40).collect();
        let made = game.play(mv);
        played.push(made.map_err(|why| InputError(format!("move `{shown}`: {why}")))?);
    }
    let seed = asked.seed();
    let spec = method(asked, game.as_ref(), asked.engine)?;
    Ready::new(opened.domain, game.position().as_ref(), Some(&spec), Purpose::Answer)?;
    let engine = match asked.engine {
        Engine::None => Value::Null,
        _ if game.turn().is_none() => Value::Null,
        engine => {
            let report = think(opened.domain, game.as_ref(), &spec, seed, limits)?;
            let mut told = told(&report);
            if engine == Engine::Reply {
                let mv = chosen(&report, game.as_ref(), seed);
                played.push(game.play(&mv).map_err(InputError)?);
                told["move"] = mv.into();
            }
            told
        }
    };
    let view = game.position().view();
    Ok(json!({
        "line": game.line(),
        "view": view.frame,
        "cells": view.start,
        "text": game.position().text(),
        "first": first.map(|player| player.to_string()),
        "turn": game.turn().map(|player| player.to_string()),
        "over": game.over().map(|over| over.to_string()),
        "moves": game.moves(),
        "played": played,
        "engine": engine,
    }))
}

/// The method given, or the game's default; for `rate`, set to rate every move.
fn method(asked: &Asked, game: &dyn Match, engine: Engine) -> Result<Spec, InputError> {
    let position = game.position();
    let spec = match &asked.method {
        Some(named) => named.spec()?,
        None => position.default_method().parse().map_err(InputError::new)?,
    };
    let methods = position.methods();
    let params = methods.iter().find(|method| method.about.name == spec.name).map(|m| &m.params);
    let rates = params.is_some_and(|params| params.iter().any(|param| param.name == "moves"));
    let set = spec.arguments.iter().any(|argument| argument.key.as_deref() == Some("moves"));
    Ok(if engine == Engine::Rate && rates && !set { spec.with("moves", "all") } else { spec })
}

fn think(
    domain: &'static Domain,
    game: &dyn Match,
    spec: &Spec,
    seed: u64,
    limits: Limits,
) -> Result<Report, InputError> {
    let mut run = Run { seed, limits, jobs: 1, trace: None };
    let position = game.position();
    goalward_lab::run(domain, position.as_ref(), Some(spec), &mut run).map_err(InputError::new)
}

/// The move a report chose; any, if the limits were too tight for an answer.
fn chosen(report: &Report, game: &dyn Match, seed: u64) -> String {
    let chosen = report.facts.get("chosen").and_then(Value::as_str).map(Into::into);
    chosen.or_else(|| Rng::new(seed).pick(&game.moves()).cloned()).unwrap_or_default()
}

fn told(report: &Report) -> Value {
    let fact = |name: &str| report.facts.get(name).cloned().unwrap_or(Value::Null);
    json!({
        "move": null,
        "method": report.method,
        "summary": report.summary,
        "notes": report.notes,
        "value": fact("value"),
        "rated": fact("moves"),
        "best": fact("best"),
        "proved": fact("proved"),
        "expanded": report.counters.expanded,
        "seconds": report.seconds,
        "stopped": report.stop,
    })
}
