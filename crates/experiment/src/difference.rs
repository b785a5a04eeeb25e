//! How two plans differ.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Plan;

/// At most this many differences are shown.
const TOLD: usize = 5;
/// Longer values are cut.
const SHOWN: usize = 60;

/// How `here` differs from `there`, in words; nothing if they are the same.
pub fn difference(there: &Plan, here: &Plan) -> Option<String> {
    let json = |plan| serde_json::to_value(plan).expect("a plan holds only plain values");
    let mut found = Vec::new();
    compare("", Some(&json(there)), Some(&json(here)), &mut found);
    let more = found.len().saturating_sub(TOLD);
    found.truncate(TOLD);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    (!found.is_empty()).then(|| format!("{}{more}", found.join("; ")))
}

fn compare(path: &str, there: Option<&Value>, here: Option<&Value>, found: &mut Vec<String>) {
    match (there, here) {
        (Some(Value::Object(there)), Some(Value::Object(here))) => {
            for key in there.keys().chain(here.keys()).collect::<BTreeSet<_>>() {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                compare(&path, there.get(key), here.get(key), found);
            }
        }
        (Some(Value::Array(there)), Some(Value::Array(here))) => {
            for index in 0..there.len().max(here.len()) {
                let path = format!("{path}[{index}]");
                compare(&path, there.get(index), here.get(index), found);
            }
        }
        _ if there == here => {}
        _ => {
            let name = match path {
                "source.seeded" | "source.set.count" => "the number of instances",
                "source.repeated.runs" => "the number of runs",
                path => path,
            };
            found.push(format!("{name} is {} there and {} here", shown(there), shown(here)));
        }
    }
}

fn shown(value: Option<&Value>) -> String {
    let text = match value {
        None => return "missing".into(),
        Some(Value::Null) => return "not set".into(),
        Some(Value::String(text)) => format!("`{text}`"),
        Some(value) => value.to_string(),
    };
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bounds, Source};

    #[test]
    fn what_differs_is_named_with_both_values() {
        let plan = Plan {
            domain: "tiles".into(),
            source: Source::Seeded(100),
            methods: vec!["bfs".into(), "ids".into()],
            seed: 1,
            bounds: Bounds::default(),
            repeats: None,
            profile: false,
            files: Vec::new(),
        };
        assert_eq!(difference(&plan, &plan), None);
        let told = |change: fn(&mut Plan)| {
            let mut other = plan.clone();
            change(&mut other);
            difference(&plan, &other).expect("they differ")
        };
        assert_eq!(told(|plan| plan.seed = 2), "seed is 1 there and 2 here");
        assert_eq!(
            told(|plan| plan.source = Source::Seeded(200)),
            "the number of instances is 100 there and 200 here"
        );
        assert_eq!(
            told(|plan| plan.bounds.nodes = Some(5)),
            "bounds.nodes is not set there and 5 here"
        );
        assert_eq!(
            told(|plan| plan.methods = vec!["ids".into()]),
            "methods[0] is `bfs` there and `ids` here; methods[1] is `ids` there and missing here"
        );
        let many = told(|plan| plan.methods = vec!["x".repeat(100); 9]);
        assert!(many.ends_with("; and 4 more") && many.contains("x… here"), "{many}");
    }
}
