//! Every route, in one table.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Json, Router};
use serde_json::Value;

use crate::guard::{self, Door};
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::{assets, audit, exercise, experiment, open, play, registry, replay, run, shelf};

/// The whole server.
pub fn router(door: Arc<Door>, pool: Arc<Pool>) -> Router {
    // It never changes while the server runs.
    let known = Arc::new(registry::registry(&pool));
    let posted = POSTED.iter().fold(Router::new(), |router, posted| {
        router.route(&format!("/api/{}", posted.name), (posted.route)())
    });
    posted
        .route("/", get(assets::index))
        .route("/{*path}", get(assets::file))
        .route("/api/registry", get(move || async move { Json(known.as_ref().clone()) }))
        .route("/api/experiment/stop", post(experiment::stop))
        .route("/api/experiments", get(shelf::list))
        .route("/api/experiments/{file}", get(experiment::download))
        .route("/api/experiments/{id}/follow", get(shelf::follow))
        .route("/api/experiments/{id}/{cell}", get(shelf::cell))
        .route("/api/figure.css", get(experiment::style))
        .route("/api/replay.html", get(replay::kit))
        .route("/api/status", get(status))
        .route("/api/{*path}", axum::routing::any(nowhere))
        .layer(Extension(Arc::new(shelf::Shelf::default())))
        .with_state(pool)
        .fallback(nowhere)
        .method_not_allowed_fallback(not_so)
        .layer(middleware::from_fn_with_state(door, guard::watch))
}

/// A route that a body is sent to.
pub struct Posted {
    /// `/api/` and this.
    pub name: &'static str,
    /// The handler.
    pub route: fn() -> MethodRouter<Arc<Pool>>,
    /// Checks a body before anything runs: why it is refused, if it is.
    pub examine: fn(&[u8], &Pool) -> Result<(), Refusal>,
}

/// The routes that a body is sent to: a file each.
const POSTED: &[Posted] =
    &[open::ROUTE, run::ROUTE, play::ROUTE, experiment::ROUTE, audit::ROUTE, exercise::ROUTE];

/// The names of the routes that a body is sent to.
pub fn posted() -> impl Iterator<Item = &'static str> {
    POSTED.iter().map(|posted| posted.name)
}

/// Checks a body as a [`posted`] route does before it runs anything: the error says why it is
/// refused. For tests of hostile bodies, without a socket.
///
/// ```
/// assert_eq!(goalward_page::examine("open", br#"{"domain":"queens","instance":"8"}"#), Ok(()));
/// let why = goalward_page::examine("open", br#"{"domain":"queens","instance":"-8"}"#).unwrap_err();
/// assert!(why.contains("`-8` is not a number of queens"));
/// ```
pub fn examine(route: &str, body: &[u8]) -> Result<(), String> {
    let posted = POSTED.iter().find(|posted| posted.name == route);
    let posted = posted.ok_or_else(|| format!("there is no route `{route}`"))?;
    (posted.examine)(body, &Pool::new(EXAMINED_BYTES)).map_err(|refusal| refusal.why)
}

/// The memory limit for bodies that are only examined.
const EXAMINED_BYTES: u64 = 100_000_000;

async fn status(State(pool): State<Arc<Pool>>) -> Json<Value> {
    Json(pool.status())
}

async fn nowhere() -> Response {
    Refusal::new(StatusCode::NOT_FOUND, "there is no such page").into_response()
}

async fn not_so() -> Response {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "method not allowed").into_response()
}
