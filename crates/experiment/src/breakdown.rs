//! Tables of an experiment by depth, by instance, and relative to one method.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use goalward::Stats;
use goalward_lab::numbers::{grouped, rounded, time};
use goalward_lab::{Conclusion, InputError, did_you_mean, listed};

use super::compare::{Measure, Relation, beside};
use super::content::Times;
use super::remarks::{p_value, shown};
use super::summary::{Grid, Row, cost};
use super::{Results, Tally, summarize};

/// The least cost of a solution, to the nearest whole number, where some run proved it.
pub(super) fn depth(row: &Row<'_>) -> Option<i64> {
    let proved = row.iter().flatten().find(|record| record.is_solved() && record.optimal)?;
    Some(proved.cost?.value().round() as i64)
}

/// The mean nodes generated at each depth, and the effective branching factor, method by method, as
/// in textbooks; or why there is no such table.
pub fn by_depth(results: &Results) -> Result<String, InputError> {
    let grid = Grid::new(results);
    let mut depths: BTreeMap<i64, Vec<&Row<'_>>> = BTreeMap::new();
    for row in grid.rows() {
        depths.entry(depth(row).unwrap_or(-1)).or_default().push(row);
    }
    let unknown = depths.remove(&-1).map_or(0, |rows| rows.len());
    if depths.is_empty() {
        let why = "no method proved the depth of an instance: also compare an optimal one";
        return Err(InputError(why.into()));
    }
    let methods = 0..results.plan.methods.len();
    let letters: Vec<String> = methods.clone().map(letter).collect();
    let mut table = Grille::new(["depth".into(), "runs".into()]);
    table.heads.extend(letters.iter().map(|letter| format!("{letter} generated")));
    table.heads.extend(letters.iter().map(|letter| format!("{letter} b*")));
    let mut partial = false;
    for (depth, rows) in &depths {
        let mut line = vec![depth.to_string(), rows.len().to_string()];
        let mut factors = Vec::new();
        for m in methods.clone() {
            let solved = rows.iter().filter_map(|row| row[m]).filter(|record| record.is_solved());
            let made: Vec<f64> = solved.map(|record| record.counters.generated as f64).collect();
            if made.is_empty() {
                line.push("–".into());
                factors.push("–".into());
                continue;
            }
            let mark = if made.len() < rows.len() { "*" } else { "" };
            partial |= !mark.is_empty();
            let mean = made.iter().sum::<f64>() / made.len() as f64;
            line.push(format!("{}{mark}", rounded(mean, 4)));
            let stats = Stats { generated: mean.round() as u64, ..Stats::default() };
            let factor = stats.effective_branching_factor(*depth as usize);
            factors.push(factor.map_or("–".into(), |factor| format!("{factor:.2}")));
        }
        line.extend(factors);
        table.rows.push(line);
    }
    let mut text = legend(results, &letters);
    text += &table.text();
    text += "\nMeans over the solved runs of each depth. b* is the branching factor of a uniform tree of\n\
             that depth with the same number of nodes.\n";
    if partial {
        text += "* Unsolved runs of that depth are not included.\n";
    }
    if unknown > 0 {
        let _ = writeln!(text, "Not included: {unknown} instances whose depth no method proved.");
    }
    Ok(text)
}

/// Every instance with the result of each method.
pub fn by_instance(results: &Results, times: Times) -> String {
    let grid = Grid::new(results);
    let letters: Vec<String> = (0..results.plan.methods.len()).map(letter).collect();
    let costs = grid.records().any(|record| cost(record).is_some_and(|cost| cost != 0.0));
    type Shown = fn(&Tally) -> String;
    let measures: [(&str, bool, Shown); 4] = [
        ("cost", costs, |record| record.cost.map_or("–".into(), |cost| cost.to_string())),
        ("ended", !costs, |record| ended(record).into()),
        ("expanded", true, |record| grouped(record.counters.expanded)),
        ("time", times == Times::Shown, |record| time(record.seconds)),
    ];
    let measures = measures.into_iter().filter(|(_, is_shown, _)| *is_shown);
    let measures: Vec<_> = measures.collect();
    let mut table = Grille::new(["instance".into()]);
    for (name, ..) in &measures {
        table.heads.extend(letters.iter().map(|letter| format!("{letter} {name}")));
    }
    let numbers = results.tallies.iter().map(|tally| results.instance(tally.cell));
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.dedup();
    for (number, row) in numbers.into_iter().zip(grid.rows()) {
        let mut line = vec![(number + 1).to_string()];
        for (i, (_, _, of)) in measures.iter().enumerate() {
            line.extend(row.iter().map(|record| match record {
                None => String::new(),
                Some(record) if i == 0 && record.has_plan && costs => format!("{}*", of(record)),
                // How it ended is shown once.
                Some(record) if i == 0 && !record.is_solved() => ended(record).into(),
                Some(record) if record.is_answered() => of(record),
                Some(record) => format!("{}*", of(record)),
            }));
        }
        table.rows.push(line);
    }
    let mut text = legend(results, &letters) + &table.text();
    if results.tallies.iter().any(|tally| !tally.is_answered()) {
        text += "\n* No answer: cost and counts up to the end of the run.\n";
    }
    text
}

fn ended(record: &Tally) -> &'static str {
    match record.verdict {
        Conclusion::Solved => "solved",
        Conclusion::Unsolvable => "unsolvable",
        Conclusion::Stuck => "stuck",
        Conclusion::Stopped => "stopped",
        Conclusion::Failed => "failed",
    }
}

/// Where a method is among those of a plan, or which there are.
pub fn position(methods: &[String], wanted: &str) -> Result<usize, InputError> {
    methods.iter().position(|method| method == wanted).ok_or_else(|| {
        let names = || methods.iter().map(String::as_str);
        InputError(format!(
            "`{wanted}` is not among the methods: choose from {}{}",
            listed(names()),
            did_you_mean(wanted, names())
        ))
    })
}

/// Every method as a multiple of one, with the intervals that belong to the tests; or why there is no
/// such table.
pub fn relative(results: &Results, baseline: &str, times: Times) -> Result<String, InputError> {
    let base = position(&results.plan.methods, baseline)?;
    let grid = Grid::new(results);
    let summary = summarize(results);
    let costs =
        summary.methods.iter().filter_map(|method| method.cost).any(|cost| cost.mean != 0.0);
    let measures = [
        (Measure::Cost, costs),
        (Measure::Expanded, true),
        (Measure::Time, times == Times::Shown && !results.is_mixed()),
    ];
    let measures = measures.into_iter().filter(|(_, is_shown)| *is_shown).map(|(m, _)| m);
    let measures: Vec<Measure> = measures.collect();
    let mut table = Grille::new(["method".into(), "solved".into()]);
    table.heads.extend(measures.iter().map(|measure| measure.name().to_string()));
    let columns: Vec<_> = measures.iter().map(|measure| beside(&grid, *measure, base)).collect();
    for (m, method) in summary.methods.iter().enumerate() {
        let mut line = vec![method.method.clone(), format!("{}/{}", method.solved, method.runs)];
        for column in &columns {
            let pair = column.iter().find(|pair| pair.first == m);
            line.push(match pair {
                _ if m == base => "1".into(),
                None => "–".into(),
                Some(pair) if pair.relation == Relation::Equal => "equal".into(),
                Some(pair) => {
                    let effect = pair.effect.map_or("–".into(), |effect| shown(&effect));
                    format!("{effect} ({})", p_value(pair.p))
                }
            });
        }
        table.rows.push(line);
    }
    table.left = 1;
    let text = table.text();
    Ok(format!(
        "{text}\nEach method as a multiple of {baseline}, on the instances that both solved and where they \
         differ,\nwith the interval of Wilcoxon's signed-rank test of the ratios (Holm's correction).\n"
    ))
}

/// A, B, … Z, then numbers.
fn letter(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index) if index < 26 => char::from(b'A' + index).to_string(),
        _ => format!("M{}", index + 1),
    }
}

fn legend(results: &Results, letters: &[String]) -> String {
    let lines = letters.iter().zip(&results.plan.methods);
    lines.map(|(letter, method)| format!("{letter}  {method}\n")).collect::<String>() + "\n"
}

/// Columns of text, aligned.
struct Grille {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
    /// This many columns are aligned to the left.
    left: usize,
}

impl Grille {
    fn new<const N: usize>(heads: [String; N]) -> Self {
        Grille { heads: heads.into(), rows: Vec::new(), left: 0 }
    }

    fn text(&self) -> String {
        let wide = |text: &String| text.chars().count();
        let width = |at: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            cells.chain([&self.heads[at]]).map(wide).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.heads.len()).map(width).collect();
        let line = |cells: &[String]| {
            let padded = cells.iter().zip(&widths).enumerate().map(|(at, (cell, &width))| {
                match at < self.left {
                    true => format!("{cell:<width$}"),
                    false => format!("{cell:>width$}"),
                }
            });
            padded.collect::<Vec<_>>().join("  ").trim_end().to_string() + "\n"
        };
        let rules: Vec<String> = widths.iter().map(|width| "─".repeat(*width)).collect();
        let head = line(&self.heads) + &line(&rules);
        head + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }
}
