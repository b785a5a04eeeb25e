//! Who is let in, and the headers of every answer.
//!
//! A web page from elsewhere must not drive the server through the visitor's browser.
//! It is recognised by its Origin, or by Sec-Fetch-Site; one whose own name points to this machine
//! is recognised by its Host.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// What decides who is let in.
#[derive(Debug)]
pub struct Door {
    /// Whether only this machine can reach the server.
    loopback: bool,
    token: Option<String>,
}

const COOKIE: &str = "goalward";

/// The most bytes of a request's head. The connection's buffer stops heads that are far larger, but
/// may hold twice its size before it does.
const HEAD: usize = 64 << 10;

impl Door {
    /// For a server that listens at `address`.
    pub fn new(address: IpAddr, token: Option<String>) -> Self {
        Door { loopback: address.is_loopback(), token }
    }

    fn refuse(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let forbidden = |why: &str| Err(Refusal::new(StatusCode::FORBIDDEN, why));
        let fields = headers.iter().map(|(name, value)| name.as_str().len() + value.len());
        if uri.path().len() + uri.query().map_or(0, str::len) + fields.sum::<usize>() > HEAD {
            let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
            return Err(Refusal::new(status, "the head of the request is larger than 64 KB"));
        }
        let Some(host) = text(headers, &header::HOST) else {
            return Err(Refusal::new(StatusCode::BAD_REQUEST, "the request has no Host header"));
        };
        if headers.get_all(header::HOST).iter().count() > 1 {
            return Err(Refusal::new(StatusCode::BAD_REQUEST, "the request has two Host headers"));
        }
        if uri.authority().is_some_and(|authority| authority.as_str() != host) {
            return forbidden("the address of the request differs from its Host header");
        }
        if self.loopback && !is_here(host) {
            return forbidden("this server answers only to localhost and 127.0.0.1");
        }
        let foreign = headers
            .get(header::ORIGIN)
            .is_some_and(|origin| origin.as_bytes() != format!("http://{host}").as_bytes());
        let site = text(headers, &HeaderName::from_static("sec-fetch-site"));
        let elsewhere = site.is_some_and(|site| site != "same-origin" && site != "none");
        // A link from elsewhere may open the page; only the page may ask for more.
        let opens = method == Method::GET && !uri.path().starts_with("/api");
        if foreign || (elsewhere && !opens) {
            return forbidden("requests from other web pages are refused");
        }
        match &self.token {
            Some(token) if !cookies(headers).any(|cookie| same(cookie, token)) => {
                let why = "open the address with the token that goalward lab printed";
                Err(Refusal::new(StatusCode::UNAUTHORIZED, why))
            }
            _ => Ok(()),
        }
    }

    /// For a first visit with the token in its address: a cookie to replace it, and a redirection
    /// to the address without it.
    fn welcome(&self, uri: &Uri) -> Option<Response> {
        let token = self.token.as_ref()?;
        let mut pairs = uri.query()?.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, value)| *key == "token" && same(value, token))?;
        let cookie = format!("{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/");
        let headers = [(header::SET_COOKIE, cookie), (header::LOCATION, "/".into())];
        Some((StatusCode::SEE_OTHER, headers).into_response())
    }
}

/// Whether a Host is a name of this machine that no other machine's owner can take.
fn is_here(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

fn cookies(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.split_once('='));
    pairs.filter(|(name, _)| name.trim() == COOKIE).map(|(_, value)| value.trim())
}

/// Compares in a time that does not reveal where they differ.
fn same(a: &str, b: &str) -> bool {
    let differ = a.bytes().zip(b.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    a.len() == b.len() && differ == 0
}

/// The answer to a request without the token: a page for a person, a line for a script.
fn locked(uri: &Uri, refusal: Refusal) -> Response {
    if uri.path() != "/" {
        return refusal.into_response();
    }
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <title>Goalward lab</title></head>\n\
         <body><main><h1>This lab needs its token</h1><p>Please {}, or ask whoever runs the lab \
         for it. It ends with <code>?token=</code> and a word.</p></main></body>\n</html>\n",
        refusal.why
    );
    (refusal.status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// Lets a request pass, or refuses it.
pub async fn watch(State(door): State<Arc<Door>>, request: Request, next: Next) -> Response {
    let (method, uri) = (request.method(), request.uri());
    let mut response = match door.refuse(method, uri, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) if refusal.status == StatusCode::UNAUTHORIZED => {
            door.welcome(uri).unwrap_or_else(|| locked(uri, refusal))
        }
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("x-frame-options", "DENY"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_here() {
        for host in ["localhost", "localhost:4321", "127.0.0.1:80", "[::1]:4321", "LOCALHOST:1"] {
            assert!(is_here(host), "{host}");
        }
        for host in ["", "evil.example", "localhost.evil.example:4321", "192.168.0.1", "[::2]:1"] {
            assert!(!is_here(host), "{host}");
        }
    }
}
