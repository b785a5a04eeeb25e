//! The files of the page, in the binary: every file of the folder `assets`. No path leads to the
//! disk.

use std::collections::HashMap;
use std::fmt::Write;
use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// Every file by its path, as `build.rs` found them.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// A file of the page.
struct Asset {
    kind: &'static str,
    bytes: Vec<u8>,
    /// A name for exactly these bytes.
    tag: String,
}

static ASSETS: LazyLock<HashMap<&str, Asset>> = LazyLock::new(|| {
    let asset = |&(path, bytes): &(&'static str, &[u8])| {
        let bytes = match path {
            PAGE => linked(std::str::from_utf8(bytes).expect("it is text")).into_bytes(),
            _ => bytes.to_vec(),
        };
        (path, Asset { kind: kind(path), tag: tag(&bytes), bytes })
    };
    FILES.iter().map(asset).collect()
});

/// The page itself.
const PAGE: &str = "index.html";

/// Where in the page the links to the files of the folder go.
const LINKS: &str = "<!-- what is in the folder -->\n";

/// The page with a link to the style of each drawing.
fn linked(page: &str) -> String {
    let mut links = String::new();
    for (path, _) in FILES {
        if path.starts_with("boards/") && path.ends_with(".css") {
            let _ = writeln!(links, "<link rel=\"stylesheet\" href=\"/{path}\">");
        }
    }
    page.replace(LINKS, &links)
}

/// A header of the page that names each script: the browser fetches all of them at once, before it
/// has read the page.
static SCRIPTS: LazyLock<String> = LazyLock::new(|| {
    let scripts = FILES.iter().filter(|(path, _)| path.ends_with(".js"));
    let links: Vec<String> =
        scripts.map(|(path, _)| format!("</{path}>; rel=modulepreload")).collect();
    links.join(", ")
});

/// Every file that is text, by its path.
pub fn texts() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.iter().filter_map(|&(path, bytes)| Some((path, std::str::from_utf8(bytes).ok()?)))
}

/// What a file is, by its name.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

/// The page itself.
pub async fn index(headers: HeaderMap) -> Response {
    ([(header::LINK, SCRIPTS.as_str())], serve(PAGE, &headers)).into_response()
}

/// A file by its path.
pub async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    serve(&path, &headers)
}

fn serve(path: &str, headers: &HeaderMap) -> Response {
    let Some(Asset { kind, bytes, tag }) = ASSETS.get(path) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    if known {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let headers = [(header::CONTENT_TYPE, *kind), (header::ETAG, tag)];
    (headers, bytes.as_slice()).into_response()
}

/// FNV-1a.
fn tag(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("\"{hash:016x}\"")
}

#[cfg(test)]
mod tests {
    use goalward_lab::{Spec, domains, open};

    use super::*;

    #[test]
    fn all_assets_together_are_small() {
        let bytes: usize = ASSETS.values().map(|asset| asset.bytes.len()).sum();
        assert!(bytes < 400_000, "{bytes}");
    }

    #[test]
    fn every_script_and_every_drawing_s_style_is_fetched_at_once() {
        let page = std::str::from_utf8(&ASSETS[PAGE].bytes).unwrap();
        assert!(!page.contains(LINKS.trim()));
        for (path, asset) in ASSETS.iter().filter(|(path, _)| !path.ends_with(".svg")) {
            assert_ne!(asset.kind, "application/octet-stream", "{path}");
            let named = match path.ends_with(".js") {
                true => SCRIPTS.contains(&format!("</{path}>")),
                false => *path == PAGE || page.contains(&format!("\"/{path}\"")),
            };
            assert!(named, "{path}");
        }
    }

    #[test]
    fn every_domain_has_the_drawing_that_its_view_names() {
        for domain in domains() {
            let (_, instance) = open(&Spec::bare(domain.name), None, 1).unwrap();
            let path = format!("boards/{}.js", instance.view().frame.kind);
            let drawing = ASSETS.get(path.as_str()).unwrap_or_else(|| panic!("{path}"));
            let text = std::str::from_utf8(&drawing.bytes).unwrap();
            let exported = ["export class Board", "export function Board"];
            assert!(exported.iter().any(|board| text.contains(board)), "{path}");
        }
    }
}
