//! A search replayed from one HTML file, which needs no server and no network: the page's own
//! scripts and styles, and the lines that a run would have streamed.

use std::fmt::Write;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use goalward::Limits;
use goalward_lab::{Domain, InputError, Instance, Purpose, Ready, Spec, caught, open};
use serde_json::{Value, json};

use crate::assets;
use crate::lane::Lane;
use crate::open::describe;
use crate::registry;
use crate::run::Source;
use crate::sample;

/// Where in the file the run goes.
const RUN: &str = "{{run}}";

/// `GET /api/replay.html`: the file without a run, which the page puts into it.
pub async fn kit() -> Response {
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], file()).into_response()
}

/// The file without a run. A script is a module under its own name, so that it is found
/// wherever the file is opened.
fn file() -> String {
    let mut styles = String::new();
    let mut modules = serde_json::Map::new();
    for (path, text) in assets::texts() {
        if path.ends_with(".css") {
            styles.push_str(text);
        } else if path.ends_with(".js") {
            modules.insert(name(path), located(&named(path, text)).into());
        }
    }
    let map = json!({ "imports": modules });
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         script-src 'unsafe-inline' data:; style-src 'unsafe-inline'\">\n\
         <title>A search replayed · Goalward</title>\n<style>\n{styles}</style>\n\
         <script type=\"importmap\">{map}</script>\n</head>\n<body>\n<main id=\"main\"></main>\n\
         <script type=\"application/json\" id=\"replay\">{RUN}</script>\n\
         <script type=\"module\">import \"{}\";</script>\n</body>\n</html>\n",
        name("replay.js")
    )
}

/// The name that a script is imported by.
fn name(path: &str) -> String {
    format!("goalward/{path}")
}

/// A script with its imports by name instead of by path.
fn named(path: &str, text: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let text = text.replace("import(`./", &format!("import(`goalward/{folder}/"));
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(at) = rest.find("from \".") {
        let start = at + "from \"".len();
        let end = start + rest[start..].find('"').unwrap_or(0);
        out.push_str(&rest[..start]);
        out.push_str(&name(&resolved(folder, &rest[start..end])));
        rest = &rest[end..];
    }
    out + rest
}

/// The path that `./` or `../` lead to from a folder.
fn resolved(folder: &str, place: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in place.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// A script as a data URL.
fn located(text: &str) -> String {
    let mut url = String::from("data:text/javascript;charset=utf-8,");
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z'
            | b'a'..=b'z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'~'
            | b'/'
            | b'('
            | b')'
            | b'*'
            | b'!'
            | b','
            | b';'
            | b':'
            | b'='
            | b'$'
            | b'@'
            | b' ' => url.push(byte as char),
            _ => drop(write!(url, "%{byte:02X}")),
        }
    }
    url
}

/// Runs a method on an instance, as [`Server`](crate::Server) does for the page, and gives the file
/// that replays it.
///
/// ```
/// let domain = "8-puzzle".parse().unwrap();
/// let board = "1 4 2 3 0 5 6 7 8";
/// let file = goalward_page::replay(&domain, Some(board), 1, None, &Default::default()).unwrap();
/// assert!(file.starts_with("<!doctype html>") && file.contains("Solved in 2 moves"));
/// ```
pub fn replay(
    domain: &Spec,
    instance: Option<&str>,
    seed: u64,
    method: Option<&Spec>,
    limits: &Limits,
) -> Result<String, InputError> {
    let called = domain.name.as_str();
    let (domain, instance) = open(domain, instance, seed)?;
    replay_of(domain, called, instance.as_ref(), seed, method, limits)
}

/// The same for an instance of `domain` that is already open; `called` is the name of the domain
/// that was asked for.
pub fn replay_of(
    domain: &'static Domain,
    called: &str,
    instance: &dyn Instance,
    seed: u64,
    method: Option<&Spec>,
    limits: &Limits,
) -> Result<String, InputError> {
    let ready = Ready::new(domain, instance, method, Purpose::Comparison)?;
    let mut line = describe(domain, instance);
    line["type"] = "open".into();
    let (name, family) = (ready.about().name, ready.family().name());
    line["lanes"] = json!([{ "method": ready.spec, "name": name, "family": family }]);
    let mut lines = vec![line];
    lines.extend(lines_of(instance, &ready, seed, limits)?);
    let run = json!({
        "title": domain.title_of(called),
        "methods": registry::methods(instance),
        "lines": lines,
    });
    Ok(file().replacen(RUN, &run.to_string().replace('<', "\\u003c"), 1))
}

/// What a run streams of its one lane, without the progress.
fn lines_of(
    instance: &dyn Instance,
    ready: &Ready<'_>,
    seed: u64,
    limits: &Limits,
) -> Result<Vec<Value>, InputError> {
    let lane = Lane::several(1).pop().expect("it is one");
    let mut text = String::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while lane.take(&mut text) {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
        });
        let run = || lane.run(instance, ready, seed, sample::WHOLE, limits.clone());
        // Without an end the other thread would wait for ever.
        match caught(run).unwrap_or_else(Err) {
            Ok(line) => lane.end(&line),
            Err(why) => lane.fail(&why),
        }
    });
    let lines =
        text.lines().map(|line| serde_json::from_str::<Value>(line).map_err(InputError::new));
    let lines = lines.collect::<Result<Vec<_>, _>>()?;
    if let Some(failed) = lines.iter().find(|line| line["type"] == "failed") {
        return Err(InputError(failed["error"].as_str().unwrap_or_default().into()));
    }
    Ok(lines.into_iter().filter(|line| line["type"] != "progress").collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_by_place_become_imports_by_name() {
        let text = "import { a } from \"../ui/dom.js\";\nexport { b } from \"./c.js\";\n\
                    const d = await import(`./${kind}.js`);\n";
        let wanted = "import { a } from \"goalward/ui/dom.js\";\n\
                      export { b } from \"goalward/boards/c.js\";\n\
                      const d = await import(`goalward/boards/${kind}.js`);\n";
        assert_eq!(named("boards/e.js", text), wanted);
        assert_eq!(named("app.js", "from \"./api.js\""), "from \"goalward/api.js\"");
    }
}
