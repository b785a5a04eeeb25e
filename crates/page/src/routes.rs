//! Every route, in one table.

use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::assets;
use crate::guard::{self, Door};
use crate::refusal::Refusal;

/// The whole server.
pub fn router(door: Arc<Door>) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/{*path}", get(assets::file))
        .fallback(nowhere)
        .method_not_allowed_fallback(not_so)
        .layer(middleware::from_fn_with_state(door, guard::watch))
}

async fn nowhere() -> Response {
    Refusal::new(StatusCode::NOT_FOUND, "there is no such page").into_response()
}

async fn not_so() -> Response {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "that cannot be asked this way").into_response()
}
