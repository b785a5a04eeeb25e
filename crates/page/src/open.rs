//! `POST /api/open`: an instance, to be drawn or refused.

use axum::Json;
use axum::extract::Request;
use axum::routing::post;
use goalward_lab::{Cells, DRAWN_CELLS, Domain, InputError, Instance};
use serde_json::{Value, json};

use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::registry;
use crate::request::{self, Problem, asked};
use crate::routes::Posted;

/// The route.
pub const ROUTE: Posted = Posted { name: "open", route: || post(open), examine };

asked!(instance,);

/// Answers a request.
async fn open(request: Request) -> Result<Json<Value>, Refusal> {
    let asked: Asked = request::read(request).await?;
    Ok(Json(apart(move || answer(&asked)).await??))
}

fn answer(asked: &Asked) -> Result<Value, InputError> {
    let opened = asked.opened()?;
    let mut answer = describe(opened.domain, opened.instance.as_ref());
    answer["methods"] = registry::methods(opened.instance.as_ref());
    answer["subjects"] = registry::subjects(opened.instance.as_ref());
    Ok(answer)
}

/// Checks a body.
fn examine(body: &[u8], _: &Pool) -> Result<(), Refusal> {
    Ok(answer(&request::understood(body)?).map(drop)?)
}

/// Runs work that takes a while, or might panic, on a thread where it blocks nobody.
pub async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Refusal> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Refusal::bug())
}

/// What the page needs to know about an instance.
pub fn describe(domain: &Domain, instance: &dyn Instance) -> Value {
    let view = instance.view();
    let small = drawn(view.start).filter(|cells| !cells.is_empty());
    let drawing = if small.is_some() { instance.drawing() } else { String::new() };
    json!({
        "domain": domain.name,
        "text": instance.text(),
        "goal": instance.goal(),
        "view": view.frame,
        "cells": small,
        "drawing": drawing,
        "unsolvable": instance.unsolvable(),
        "default_method": instance.default_method(),
        "compared": instance.compared(),
    })
}

/// The cells, unless they are too many to draw.
pub fn drawn(cells: Cells) -> Option<Cells> {
    (cells.len() <= DRAWN_CELLS).then_some(cells)
}
