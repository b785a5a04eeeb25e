//! `POST /api/run`: one search watched, or several raced, streamed as lines of JSON.

use std::convert::Infallible;
use std::fmt::Write;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Extension, Request, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use goalward::Limits;
use goalward_lab::{InputError, Purpose, Ready, Run, Spec};
use hyper::body::Frame;
use serde_json::{Value, json};
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::connections::Connection;
use crate::lane::Lane;
use crate::open::{apart, describe};
use crate::pool::Pool;
use crate::refusal::Refusal;
use crate::request::{self, Leash, LimitFields, Named, Opened, Problem, WATCHED, asked};
use crate::routes::Posted;
use crate::{sample, search};

/// At most this many race.
pub const LANES: usize = 6;

/// The route.
pub const ROUTE: Posted = Posted { name: "run", route: || post(run), examine };

asked! { instance,
    #[serde(default)]
    methods: Vec<Named>,
    steps: Option<u64>,
    #[serde(default)]
    limits: LimitFields,
}

/// What is to be run, checked.
struct Race {
    opened: Opened,
    methods: Vec<Spec>,
    limits: Limits,
    /// The first line.
    line: Value,
}

fn prepare(asked: &Asked, pool: &Pool) -> Result<Race, InputError> {
    if asked.methods.len() > LANES {
        let count = asked.methods.len();
        return Err(InputError(format!("at most {LANES} methods can race, not {count}")));
    }
    let opened = asked.opened()?;
    let instance = opened.instance.as_ref();
    let mut methods = asked.methods.iter().map(Named::spec).collect::<Result<Vec<_>, _>>()?;
    if methods.is_empty() {
        methods.push(instance.default_method().parse().map_err(InputError::new)?);
    }
    let limits = asked.limits.limits(&WATCHED, pool)?;
    let lane = |spec: &Spec| {
        let ready = Ready::new(opened.domain, instance, Some(spec), Purpose::Comparison)?;
        ready.check(&Run { seed: asked.seed(), limits: limits.clone(), jobs: 1, trace: None })?;
        Ok(json!({ "method": ready.spec, "name": spec.name, "family": ready.family().name() }))
    };
    let lanes = methods.iter().map(lane).collect::<Result<Vec<_>, InputError>>()?;
    let mut line = describe(opened.domain, instance);
    line["type"] = "open".into();
    line["lanes"] = lanes.into();
    Ok(Race { opened, methods, limits, line })
}

/// Checks a body before anything is run.
fn examine(body: &[u8], pool: &Pool) -> Result<(), Refusal> {
    Ok(prepare(&request::understood(body)?, pool).map(drop)?)
}

/// Answers a request.
async fn run(
    State(pool): State<Arc<Pool>>,
    Extension(connection): Extension<Connection>,
    request: Request,
) -> Result<Response, Refusal> {
    let asked: Asked = request::read(request).await?;
    let (seed, whole) = (asked.seed(), asked.steps.unwrap_or(sample::WHOLE));
    let places = pool.clone();
    let Race { opened, methods, limits, line } = apart(move || prepare(&asked, &places)).await??;
    let seats = pool.take(methods.len(), limits.memory.unwrap_or_default())?;
    let lanes = Lane::several(methods.len());
    let monitors = lanes.iter().flat_map(|lane| [lane.monitor.clone(), lane.timing.clone()]);
    let leash = Leash(monitors.collect());
    // Each is searched, all at once, and then timed, one after the other.
    let most = limits.time.unwrap_or_default() * (1 + methods.len() as u32);
    connection.hold(Instant::now() + most + GRACE);
    for ((seat, spec), lane) in seats.into_iter().zip(methods).zip(&lanes) {
        let (opened, limits) = (opened.clone(), limits.clone());
        let (here, there) = (lane.clone(), lane.clone());
        let started = search::spawn(
            seat,
            move || {
                let instance = opened.instance.as_ref();
                let ready = Ready::new(opened.domain, instance, Some(&spec), Purpose::Comparison);
                here.run(instance, &ready.map_err(|error| error.to_string())?, seed, whole, limits)
            },
            move |found| match found {
                Ok(line) => there.end(&line),
                Err(why) => there.fail(&why),
            },
        );
        if let Err(why) = started {
            lane.fail(&why);
        }
    }
    let sources = lanes.into_iter().map(|lane| lane as Arc<dyn Source>).collect();
    Ok(streamed(&line, sources, connection, leash))
}

/// The time a slow watcher has to read the rest after the last search has ended.
pub const GRACE: Duration = Duration::from_secs(30);

/// Lines are sent this often.
const TICK: Duration = Duration::from_millis(40);

fn ticking() -> Interval {
    let mut tick = interval(TICK);
    tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
    tick
}

/// A source of lines.
pub trait Source: Send + Sync {
    /// Appends the waiting lines to `out`; returns whether there were any, or may be more.
    fn take(&self, out: &mut String) -> bool;
}

/// An answer of lines of JSON: the first, then those of every source as they come, then one that
/// marks the end. When the client is gone, the leash is dropped.
pub fn streamed(
    first: &Value,
    sources: Vec<Arc<dyn Source>>,
    connection: Connection,
    leash: Leash,
) -> Response {
    let first = format!("{first}\n");
    let lines = Lines { first, sources, tick: ticking(), ended: false, connection, _leash: leash };
    ([(header::CONTENT_TYPE, "application/x-ndjson")], Body::new(lines)).into_response()
}

struct Lines {
    first: String,
    sources: Vec<Arc<dyn Source>>,
    tick: Interval,
    ended: bool,
    connection: Connection,
    _leash: Leash,
}

impl hyper::body::Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.ended {
            return Poll::Ready(None);
        }
        if self.tick.poll_tick(context).is_pending() {
            return Poll::Pending;
        }
        let mut out = std::mem::take(&mut self.first);
        let more = self.sources.iter().fold(false, |more, source| source.take(&mut out) | more);
        if !more {
            self.ended = true;
            let _ = writeln!(out, "{}", json!({ "type": "end" }));
        }
        Poll::Ready(Some(Ok(Frame::data(out.into()))))
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.connection.release();
    }
}
