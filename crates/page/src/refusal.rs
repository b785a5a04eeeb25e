//! How a request is refused.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use goalward_lab::{InputError, one_line};
use serde_json::json;

/// Why a request is refused, in one line.
#[derive(Debug)]
pub struct Refusal {
    /// The kind of reason.
    pub status: StatusCode,
    /// The reason.
    pub why: String,
}

impl Refusal {
    /// For this reason.
    pub fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Refusal { status, why: one_line(&why.into()) }
    }
}

/// The answer for internal errors.
pub const BUG: &str = "an internal error in goalward; please report this";

impl Refusal {
    /// For an internal error.
    pub fn bug() -> Self {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, BUG)
    }
}

impl From<InputError> for Refusal {
    fn from(error: InputError) -> Self {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, error.0)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.why }))).into_response()
    }
}
