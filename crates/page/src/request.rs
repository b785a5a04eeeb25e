//! Requests, checked.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use goalward::{Limits, Monitor};
use goalward_experiment::Bounds;
use goalward_lab::{Domain, InputError, Instance, Spec};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::pool::Pool;
use crate::refusal::Refusal;

/// The most bytes of a body.
const MOST: usize = 1_000_000;

/// A body must arrive within this time.
const BODY: Duration = Duration::from_secs(10);

/// Reads a body of JSON.
pub async fn read<T: DeserializeOwned>(request: Request) -> Result<T, Refusal> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if !kind.is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("application/json")) {
        let why = "the body's content-type must be application/json";
        return Err(Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let too_large =
        || Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the request is larger than 1 MB");
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > MOST) {
        return Err(too_large());
    }
    let bytes = tokio::time::timeout(BODY, to_bytes(request.into_body(), MOST)).await;
    let bytes = bytes
        .map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request arrived too slowly"))?
        .map_err(|_| too_large())?;
    understood(&bytes)
}

/// Parses a body of JSON.
pub fn understood<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes)
        .map_err(|error| Refusal::new(StatusCode::BAD_REQUEST, format!("invalid request: {error}")))
}

/// Values by their names; what is empty or null is not set.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Fields(BTreeMap<String, Option<Scalar>>);

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Scalar {
    Text(String),
    Whole(u64),
    Number(f64),
}

impl Fields {
    /// The spec with these set.
    fn on(&self, mut spec: Spec) -> Spec {
        for (key, value) in &self.0 {
            let value = match value {
                None => continue,
                Some(Scalar::Text(text)) if text.trim().is_empty() => continue,
                Some(Scalar::Text(text)) => text.trim().to_string(),
                Some(Scalar::Whole(number)) => number.to_string(),
                Some(Scalar::Number(number)) => number.to_string(),
            };
            spec = spec.with(key, &value);
        }
        spec
    }
}

/// A body about a problem: a domain, its settings, an instance and a seed.
pub trait Problem {
    /// The name of the domain, its settings, the text of the instance and the seed.
    fn problem(&self) -> (&str, &Fields, Option<&str>, Option<u64>);

    /// The domain with its settings.
    fn domain(&self) -> Result<Spec, InputError> {
        let (name, settings, ..) = self.problem();
        Ok(settings.on(name.parse().map_err(InputError::new)?))
    }

    /// The seed, 1 by default.
    fn seed(&self) -> u64 {
        self.problem().3.unwrap_or(1)
    }

    /// The instance, opened.
    fn opened(&self) -> Result<Opened, InputError> {
        Opened::new(&self.domain()?, self.problem().2, self.seed())
    }
}

/// The body `Asked` of a route about a problem, whose text is in the field `$text`, with the fields
/// that only this route has. A macro, because serde cannot flatten a struct into one that refuses
/// unknown fields.
macro_rules! asked {
    ($text:ident, $($own:tt)*) => {
        #[derive(Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Asked {
            domain: String,
            #[serde(default)]
            settings: $crate::request::Fields,
            $text: Option<String>,
            seed: Option<u64>,
            $($own)*
        }

        impl $crate::request::Problem for Asked {
            fn problem(&self) -> (&str, &$crate::request::Fields, Option<&str>, Option<u64>) {
                (&self.domain, &self.settings, self.$text.as_deref(), self.seed)
            }
        }
    };
}

pub(crate) use asked;

/// A method: `astar(manhattan)`, or its name and settings separately.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Named {
    /// As a spec.
    Spec(String),
    /// In parts.
    #[allow(missing_docs)]
    Parts {
        name: String,
        #[serde(default)]
        settings: Fields,
    },
}

impl Named {
    /// Its spec.
    pub fn spec(&self) -> Result<Spec, InputError> {
        match self {
            Named::Spec(text) => text.parse().map_err(InputError::new),
            Named::Parts { name, settings } => {
                Ok(settings.on(name.parse().map_err(InputError::new)?))
            }
        }
    }
}

/// An instance that many threads may run methods on.
#[derive(Clone)]
pub struct Opened {
    /// Its domain.
    pub domain: &'static Domain,
    /// Itself.
    pub instance: Arc<dyn Instance>,
}

impl Opened {
    /// Opens an instance of a domain.
    pub fn new(spec: &Spec, text: Option<&str>, seed: u64) -> Result<Self, InputError> {
        let text = text.filter(|text| !text.trim().is_empty());
        let (domain, instance) = goalward_lab::open(spec, text, seed)?;
        Ok(Opened { domain, instance: instance.into() })
    }
}

/// The limits of a search as they were requested.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitFields {
    seconds: Option<f64>,
    nodes: Option<u64>,
    bytes: Option<u64>,
}

/// The default limits of a search.
pub struct Defaults {
    /// Seconds by default.
    pub seconds: f64,
    /// Nodes by default.
    pub nodes: u64,
}

/// For a search that is watched.
pub const WATCHED: Defaults = Defaults { seconds: 60.0, nodes: 1_000_000_000 };
/// For a move in a game: as many nodes as `goalward play` allows.
pub const MOVE: Defaults = Defaults { seconds: 10.0, nodes: 3_000_000 };
/// For the answer to an exercise: as many nodes as `goalward check` allows.
pub const EXERCISE: Defaults = Defaults { seconds: 30.0, nodes: 100_000_000 };
/// No search is longer.
pub const MOST_SECONDS: f64 = 3600.0;
/// No search has more nodes.
pub const MOST_NODES: u64 = 1_000_000_000_000;
/// No search has a lower memory limit.
const LEAST_BYTES: u64 = 1_000_000;

impl LimitFields {
    /// Refuses what is out of range.
    fn check(&self, pool: &Pool) -> Result<(), InputError> {
        let wrong = |name: &str, value: &dyn std::fmt::Display, range: String| {
            Err(InputError(format!(
                "limits: {name}={value} is not allowed: use a number from {range}"
            )))
        };
        match *self {
            LimitFields { seconds: Some(seconds), .. }
                if !(0.001..=MOST_SECONDS).contains(&seconds) =>
            {
                wrong("seconds", &seconds, format!("0.001 to {MOST_SECONDS}"))
            }
            LimitFields { nodes: Some(nodes), .. } if !(1..=MOST_NODES).contains(&nodes) => {
                wrong("nodes", &nodes, format!("1 to {MOST_NODES}"))
            }
            LimitFields { bytes: Some(bytes), .. }
                if !(LEAST_BYTES..=pool.most_bytes()).contains(&bytes) =>
            {
                wrong("bytes", &bytes, format!("{LEAST_BYTES} to {}", pool.most_bytes()))
            }
            _ => Ok(()),
        }
    }

    /// The limits, without a monitor.
    pub fn limits(&self, bounds: &Defaults, pool: &Pool) -> Result<Limits, InputError> {
        self.check(pool)?;
        Ok(Limits {
            nodes: Some(self.nodes.unwrap_or(bounds.nodes)),
            time: Some(Duration::from_secs_f64(self.seconds.unwrap_or(bounds.seconds))),
            memory: Some(self.bytes.unwrap_or(pool.default_bytes())),
            ..Limits::default()
        })
    }

    /// The limits of each run of an experiment: of time only if it was requested, since with it the
    /// results differ from machine to machine.
    pub fn bounds(&self, pool: &Pool) -> Result<Bounds, InputError> {
        self.check(pool)?;
        let bytes = Some(self.bytes.unwrap_or(pool.default_bytes()));
        Ok(Bounds { nodes: self.nodes, seconds: self.seconds, wall: None, bytes })
    }
}

/// Cancels searches when it is dropped: their watcher is gone.
#[derive(Debug, Default)]
pub struct Leash(pub Vec<Arc<Monitor>>);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.iter().for_each(|monitor| monitor.cancel());
    }
}
