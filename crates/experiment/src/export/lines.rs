//! One line for every run.

use std::io::{self, Write};

use goalward_lab::{Conclusion, Limit};
use serde_json::Value;

use crate::content::Times;
use crate::{Environment, Record, Results};

/// A JSON object for every run, in the order of the cells: its record, and the domain before it.
pub fn json(results: &Results, times: Times, out: &mut dyn Write) -> io::Result<()> {
    let domain = Value::from(results.plan.domain.as_str());
    for record in results.records() {
        let record = serde_json::to_string(&record?).expect("a record holds only plain values");
        let line = format!("{{\"domain\":{domain},{}", &record[1..]);
        match times {
            Times::Shown => writeln!(out, "{line}")?,
            Times::Hidden => writeln!(out, "{}", untimed(&line))?,
        }
    }
    Ok(())
}

/// A record's line without its fields from `seconds` to `repeats`. Inside texts quotation marks are
/// escaped, so that only the names themselves match.
fn untimed(line: &str) -> String {
    let (before, clock) = line.rsplit_once(",\"seconds\":").expect("every record has them");
    let (_, repeats) = clock.split_once("\"repeats\":").expect("every record has them");
    format!("{before}{}", repeats.trim_start_matches(|c: char| c.is_ascii_digit()))
}

/// The columns that every record has; the last of them are the clock's and the machine's.
const COLUMNS: [&str; 39] = [
    "domain",
    "cell",
    "instance_number",
    "instance",
    "goal",
    "method",
    "seed",
    "verdict",
    "stop",
    "cost",
    "optimal",
    "expanded",
    "generated",
    "reopened",
    "peak_stored",
    "peak_bytes",
    "solution",
    "solution_hash",
    "limit_nodes",
    "limit_seconds",
    "limit_wall_seconds",
    "limit_bytes",
    "seconds",
    "setup_seconds",
    "wall_seconds",
    "repeats",
    "began",
    "jobs",
    "isolated",
    "version",
    "commit",
    "compiler",
    "target",
    "instructions",
    "processor",
    "cores",
    "memory_bytes",
    "system",
    "host",
];
/// This many of them are the same whenever and wherever it is run.
const UNTIMED: usize = 22;

/// A row for every run, in the order of the cells, as in RFC 4180. After the columns of every
/// record come the facts that are plain values, by name.
pub fn csv(results: &Results, times: Times, out: &mut dyn Write) -> io::Result<()> {
    let facts = &results.facts;
    let shown = match times {
        Times::Shown => COLUMNS.len(),
        Times::Hidden => UNTIMED,
    };
    row(
        out,
        COLUMNS.into_iter().take(shown).chain(facts.iter().map(String::as_str)).map(Into::into),
    )?;
    for record in results.records() {
        let record = record?;
        let facts = facts.iter().map(|name| match record.facts.get(name) {
            Some(Value::String(text)) => text.clone(),
            Some(Value::Null | Value::Array(_) | Value::Object(_)) | None => String::new(),
            Some(value) => value.to_string(),
        });
        row(out, fields(results, &record).into_iter().take(shown).chain(facts))?;
    }
    Ok(())
}

fn fields(results: &Results, record: &Record) -> [String; COLUMNS.len()] {
    let made =
        |of: fn(&Environment) -> String| record.environment.as_ref().map_or(String::new(), of);
    [
        results.plan.domain.clone(),
        record.cell.to_string(),
        (results.instance(record.cell) + 1).to_string(),
        record.instance.clone(),
        record.goal.clone().unwrap_or_default(),
        record.method.clone(),
        record.seed.to_string(),
        ending(record.verdict).into(),
        record.stop.map_or("", limit).into(),
        record.cost.map_or(String::new(), |cost| cost.value().to_string()),
        record.optimal.to_string(),
        record.counters.expanded.to_string(),
        record.counters.generated.to_string(),
        record.counters.reopened.to_string(),
        record.counters.peak_stored.to_string(),
        record.counters.peak_bytes.to_string(),
        record.solution.as_ref().map_or(String::new(), |solution| solution.words().join(" ")),
        record.solution_hash.clone().unwrap_or_default(),
        number(record.limits.nodes),
        number(record.limits.seconds),
        number(record.limits.wall),
        number(record.limits.bytes),
        record.seconds.to_string(),
        record.setup_seconds.to_string(),
        record.wall_seconds.to_string(),
        record.repeats.to_string(),
        record.began.clone(),
        record.jobs.to_string(),
        record.isolated.to_string(),
        made(|made| made.version.clone()),
        made(|made| made.commit.clone().unwrap_or_default()),
        made(|made| made.compiler.clone()),
        made(|made| made.target.clone()),
        made(|made| made.instructions.clone()),
        made(|made| made.processor.clone().unwrap_or_default()),
        made(|made| made.cores.to_string()),
        made(|made| number(made.memory_bytes)),
        made(|made| made.system.clone()),
        made(|made| made.host.clone().unwrap_or_default()),
    ]
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

fn ending(ending: Conclusion) -> &'static str {
    match ending {
        Conclusion::Solved => "solved",
        Conclusion::Unsolvable => "unsolvable",
        Conclusion::Stuck => "stuck",
        Conclusion::Stopped => "stopped",
        Conclusion::Failed => "failed",
    }
}

fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Nodes => "nodes",
        Limit::Time => "time",
        Limit::Wall => "wall",
        Limit::Memory => "memory",
        Limit::Cost => "cost",
        Limit::Cancelled => "cancelled",
    }
}

fn row(out: &mut dyn Write, fields: impl Iterator<Item = String>) -> io::Result<()> {
    for (i, field) in fields.enumerate() {
        if i > 0 {
            out.write_all(b",")?;
        }
        if field.contains([',', '"', '\r', '\n']) || field.trim() != field {
            write!(out, "\"{}\"", field.replace('"', "\"\""))?;
        } else {
            out.write_all(field.as_bytes())?;
        }
    }
    out.write_all(b"\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_as_the_standard_has_it() {
        let mut text = Vec::new();
        let fields = ["plain", "a, b", "say \"yes\"", "two\nlines", "", " x"];
        row(&mut text, fields.into_iter().map(Into::into)).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "plain,\"a, b\",\"say \"\"yes\"\"\",\"two\nlines\",,\" x\"\r\n");
    }
}
