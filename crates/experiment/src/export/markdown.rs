//! The table in Markdown.

use std::fmt::Write as _;

use crate::Results;
use crate::content::{Cell, Times, content};
use crate::words::facts;

pub fn write(results: &Results, times: Times) -> String {
    let content = content(results, times);
    let mut text = format!("# {}\n\n", escaped(&crate::words::title(results)));
    let heads: Vec<&str> = content.columns.iter().map(|column| column.name).collect();
    let _ = writeln!(text, "| {} |", heads.join(" | "));
    let rules = heads.iter().map(|head| if *head == "method" { "---" } else { "--:" });
    let _ = writeln!(text, "|{}|", rules.collect::<Vec<_>>().join("|"));
    for row in &content.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text.push('\n');
    for remark in &content.remarks {
        let _ = writeln!(text, "- {}", escaped(remark));
    }
    text.push('\n');
    for (name, value) in facts(results) {
        let _ = writeln!(text, "- {name}: {}", code_or_plain(name, &value));
    }
    text
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => escaped(text),
        Cell::Nothing => "–".into(),
        Cell::Number(number) => {
            let mark = if number.partial { "\\*" } else { "" };
            let spread =
                number.spread.as_ref().map_or(String::new(), |spread| format!(" {spread}"));
            let unit = if number.unit.is_empty() { "" } else { " " };
            let bold = if number.least { "**" } else { "" };
            format!("{bold}{}{bold}{mark}{spread}{unit}{}", number.text, number.unit)
        }
    }
}

fn code_or_plain(name: &str, value: &str) -> String {
    if name == "command" { code(value) } else { escaped(value) }
}

/// The text as code, between more backticks than it has in a row.
fn code(text: &str) -> String {
    let text = text.replace(['\r', '\n'], " ");
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// The text with everything escaped that Markdown would interpret.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' => escaped.extend(['\\', c]),
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '\r' | '\n' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_markdown_would_read_is_escaped() {
        assert_eq!(escaped("a|b *c* <d> `e`\nf_g"), "a\\|b \\*c\\* &lt;d&gt; \\`e\\` f\\_g");
        assert_eq!(code("a ``b`"), "``` a ``b` ```");
        assert_eq!(code("x --y"), "`x --y`");
    }
}
