//! The files of the page, in the binary. The table is all there is: no path leads to a disk.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::Refusal;

/// A file of the page.
struct Asset {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const IMAGE: &str = "image/svg+xml";

macro_rules! assets {
    ($($path:literal: $kind:expr),* $(,)?) => {
        &[$(Asset {
            path: $path,
            kind: $kind,
            bytes: include_bytes!(concat!("../assets/", $path)),
        }),*]
    };
}

/// Every file there is.
const ASSETS: &[Asset] = assets! {
    "api.js": SCRIPT,
    "app.js": SCRIPT,
    "base.css": CSS,
    "boards.css": CSS,
    "boards/board.js": SCRIPT,
    "boards/cells.js": SCRIPT,
    "boards/edit.js": SCRIPT,
    "boards/graph.js": SCRIPT,
    "boards/grid.js": SCRIPT,
    "boards/queens.js": SCRIPT,
    "boards/sudoku.js": SCRIPT,
    "boards/text.js": SCRIPT,
    "boards/tiles.js": SCRIPT,
    "charts.css": CSS,
    "charts/canvas.js": SCRIPT,
    "charts/curve.js": SCRIPT,
    "charts/domains.js": SCRIPT,
    "charts/layout.js": SCRIPT,
    "charts/tree.js": SCRIPT,
    "charts/truth.js": SCRIPT,
    "icon.svg": IMAGE,
    "index.html": HTML,
    "layout.css": CSS,
    "models/domains.js": SCRIPT,
    "models/names.js": SCRIPT,
    "models/run.js": SCRIPT,
    "models/trace.js": SCRIPT,
    "models/tree.js": SCRIPT,
    "play/game.js": SCRIPT,
    "play/queens.js": SCRIPT,
    "play/tiles.js": SCRIPT,
    "player.js": SCRIPT,
    "spec.js": SCRIPT,
    "ui/dom.js": SCRIPT,
    "ui/explain.js": SCRIPT,
    "ui/facts.js": SCRIPT,
    "ui/format.js": SCRIPT,
    "ui/instance.js": SCRIPT,
    "ui/limits.js": SCRIPT,
    "ui/method.js": SCRIPT,
    "ui/methods.js": SCRIPT,
    "ui/params.js": SCRIPT,
    "ui/plot.js": SCRIPT,
    "ui/result.js": SCRIPT,
    "ui/status.js": SCRIPT,
    "url.js": SCRIPT,
    "views.css": CSS,
    "views/audit.js": SCRIPT,
    "views/experiment.js": SCRIPT,
    "views/play.js": SCRIPT,
    "views/race.js": SCRIPT,
    "views/watch.js": SCRIPT,
};

/// The page itself.
pub async fn index(headers: HeaderMap) -> Response {
    serve("index.html", &headers)
}

/// A file by its path.
pub async fn file(Path(path): Path<String>, headers: HeaderMap) -> Response {
    serve(&path, &headers)
}

fn serve(path: &str, headers: &HeaderMap) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.path == path) else {
        return Refusal::new(StatusCode::NOT_FOUND, "there is no such page").into_response();
    };
    let tag = tag(asset.bytes);
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag.as_str());
    if known {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let headers = [(header::CONTENT_TYPE, asset.kind.to_string()), (header::ETAG, tag)];
    (headers, asset.bytes).into_response()
}

/// A name for these bytes and no others: FNV-1a.
fn tag(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("\"{hash:016x}\"")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn all_assets_together_are_small() {
        let bytes: usize = ASSETS.iter().map(|asset| asset.bytes.len()).sum();
        assert!(bytes < 300_000, "{bytes}");
    }

    #[test]
    fn every_file_of_the_folder_is_in_the_table() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
                assert!(ASSETS.iter().any(|asset| asset.path == name), "{name}");
            }
        }
    }

    #[test]
    fn every_script_is_fetched_at_once() {
        let page = ASSETS.iter().find(|asset| asset.path == "index.html").unwrap();
        let page = std::str::from_utf8(page.bytes).unwrap();
        for asset in ASSETS.iter().filter(|asset| asset.kind == SCRIPT) {
            assert!(page.contains(&format!("\"/{}\"", asset.path)), "{}", asset.path);
        }
    }
}
