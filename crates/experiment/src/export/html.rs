//! One self-contained page: table, plots, what they mean and how they were made.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::Results;
use crate::compare::{Comparison, Measure, Relation};
use crate::content::{Cell, Content, Times, content};
use crate::markup::escaped;
use crate::plots::{FIGURE_CSS, drawn};
use crate::remarks::{p_value, shown};
use crate::words::{facts, lead, title};

pub fn write(results: &Results, times: Times) -> String {
    let content = content(results, times);
    let heading = escaped(&title(results));
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{heading}</title>\n<style>\n{}{FIGURE_CSS}</style>\n</head>\n<body>\n\
         <header>\n<h1>{heading}</h1>\n<p class=\"lead\">{}</p>\n</header>\n<main>\n",
        include_str!("page.css"),
        escaped(&lead(results))
    );
    table(&mut html, &content);
    figures(&mut html, results, &content, times);
    comparisons(&mut html, results, &content, times);
    meanings(&mut html, &content);
    origin(&mut html, results);
    html += "</main>\n</body>\n</html>\n";
    html
}

fn table(html: &mut String, content: &Content) {
    *html += "<div class=\"wide\">\n<table>\n<thead><tr>";
    for column in &content.columns {
        let _ = write!(html, "<th scope=\"col\">{}</th>", escaped(column.name));
    }
    *html += "</tr></thead>\n<tbody>\n";
    for row in &content.rows {
        *html += "<tr>";
        for (i, entry) in row.iter().enumerate() {
            *html += &if i == 0 {
                cell(entry).replace("<td", "<th scope=\"row\"").replace("</td>", "</th>")
            } else {
                cell(entry)
            };
        }
        *html += "</tr>\n";
    }
    *html += "</tbody>\n</table>\n</div>\n";
    if !content.remarks.is_empty() {
        *html += "<ul class=\"remarks\">\n";
        for remark in content.remarks.iter().filter(|remark| !remark.starts_with('±')) {
            let _ = writeln!(html, "<li>{}</li>", escaped(remark));
        }
        if content.remarks.iter().any(|remark| remark.starts_with('±')) {
            *html += "<li>In brackets: the 95% confidence interval of the mean (bootstrap).</li>\n";
        }
        *html += "</ul>\n";
    }
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => format!("<td>{}</td>", escaped(text)),
        Cell::Nothing => "<td class=\"none\">–</td>".into(),
        Cell::Number(number) => {
            let class = if number.least { " class=\"best\"" } else { "" };
            let mark = if number.partial { "*" } else { "" };
            let unit =
                if number.unit.is_empty() { String::new() } else { format!(" {}", number.unit) };
            let interval = number
                .interval
                .as_ref()
                .map(|(low, high)| format!("<small>[{}, {}]</small>", escaped(low), escaped(high)));
            format!(
                "<td><span{class}>{}{mark}</span>{unit}{}</td>",
                escaped(&number.text),
                interval.unwrap_or_default()
            )
        }
    }
}

fn figures(html: &mut String, results: &Results, content: &Content, times: Times) {
    let figures = drawn(results, &content.summary, times);
    if figures.is_empty() {
        return;
    }
    *html += "<h2>Plots</h2>\n<div class=\"figures\">\n";
    for figure in figures {
        let _ = writeln!(
            html,
            "<figure id=\"{}\">\n<h3>{}</h3>\n{}<figcaption>{}</figcaption>\n</figure>",
            figure.id,
            escaped(&figure.title),
            figure.svg,
            escaped(&figure.caption)
        );
    }
    *html += "</div>\n";
}

/// Every pair of methods that was compared, one row each, by every measure.
fn comparisons(html: &mut String, results: &Results, content: &Content, times: Times) {
    let shown = |measure: &Measure| {
        let costs = || content.columns.iter().any(|column| column.name == "cost");
        let mut pairs =
            content.summary.comparisons.iter().filter(|pair| pair.measure == *measure).peekable();
        pairs.peek().is_some()
            && match measure {
                Measure::Solved => pairs.any(|pair| pair.relation != Relation::Equal),
                Measure::Cost => costs(),
                Measure::Expanded => true,
                Measure::Time => times == Times::Shown && !results.is_mixed(),
            }
    };
    let measures: Vec<Measure> = Measure::ALL.into_iter().filter(shown).collect();
    let mut pairs: BTreeMap<(usize, usize), Vec<&Comparison>> = BTreeMap::new();
    for pair in content.summary.comparisons.iter().filter(|pair| measures.contains(&pair.measure)) {
        pairs.entry((pair.first, pair.second)).or_default().push(pair);
    }
    if pairs.is_empty() {
        return;
    }
    *html += "<h2>Pair by pair</h2>\n<div class=\"wide pairs\">\n<table>\n<thead><tr><th scope=\"col\">first : second</th>";
    for measure in &measures {
        let _ = write!(html, "<th scope=\"col\">{}</th>", measure.name());
    }
    *html += "</tr></thead>\n<tbody>\n";
    for ((first, second), found) in pairs {
        let name = |m: usize| escaped(&results.plan.methods[m]);
        let _ = write!(html, "<tr><th scope=\"row\">{} : {}</th>", name(first), name(second));
        for measure in &measures {
            let pair = found.iter().find(|pair| pair.measure == *measure);
            *html += &pair.map_or("<td class=\"none\">–</td>".into(), |pair| difference(pair));
        }
        *html += "</tr>\n";
    }
    *html += "</tbody>\n</table>\n</div>\n<ul class=\"remarks\">\n\
              <li>The first as a multiple of the second, over the instances that both solved and \
              where they differ (Hodges and Lehmann), with the interval that belongs to the test and \
              the p-value after Holm's correction; for `solved`, how many instances only the first \
              solved, and how many only the second. Green: the first is better at the level of 5%; \
              red: the second.</li>\n</ul>\n";
}

fn difference(pair: &Comparison) -> String {
    if pair.relation == Relation::Equal {
        return "<td class=\"none\">equal<small>on every instance</small></td>".into();
    }
    let (text, first_is_better) = match &pair.effect {
        Some(effect) => (shown(effect).replace('-', "−"), effect.is_less()),
        None => (format!("+{} −{}", pair.more, pair.less), pair.more > pair.less),
    };
    let (number, interval) = text.split_once(" [").unwrap_or((&text, ""));
    let interval = match interval {
        "" => String::new(),
        interval => format!("<small>[{interval}</small>"),
    };
    let class = match pair.relation {
        Relation::Differ if first_is_better => " class=\"best\"",
        Relation::Differ => " class=\"worse\"",
        _ => "",
    };
    let said = match pair.relation {
        Relation::Differ => p_value(pair.p),
        Relation::TooFew => "too few to tell".into(),
        _ => format!("{}: not significant", p_value(pair.p)),
    };
    format!("<td><span{class}>{number}</span>{interval}<small>{}</small></td>", escaped(&said))
}

fn meanings(html: &mut String, content: &Content) {
    *html += "<h2>What the columns mean</h2>\n<dl>\n";
    for column in &content.columns {
        let _ =
            writeln!(html, "<dt>{}</dt><dd>{}</dd>", escaped(column.name), escaped(column.meaning));
    }
    *html += "</dl>\n";
}

fn origin(html: &mut String, results: &Results) {
    *html += "<h2>How it was made</h2>\n<dl>\n";
    for (name, value) in facts(results).iter().filter(|(name, _)| *name != "command") {
        let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", escaped(name), escaped(value));
    }
    *html += "</dl>\n<p>The command that reproduces everything but the times:</p>\n";
    let _ = writeln!(html, "<pre>{}</pre>", escaped(&results.command));
}
