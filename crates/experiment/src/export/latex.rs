//! The table in LaTeX, with the rules of `booktabs`.

use std::fmt::Write as _;

use crate::content::{Cell, Times, content};
use crate::seal::fingerprint;
use crate::words::{facts, title};
use crate::{Plan, Results};

pub fn write(results: &Results, times: Times) -> String {
    let mut content = content(results, times);
    content.keep_main_intervals();
    let mut tex =
        String::from("% Needs \\usepackage{booktabs}; wide tables also \\usepackage{graphicx}.\n");
    for (name, value) in facts(results) {
        let _ = writeln!(tex, "% {name}: {}", value.replace(['\r', '\n'], " "));
    }
    let align = "r".repeat(content.columns.len().saturating_sub(1));
    let _ = writeln!(
        tex,
        "\\begin{{table}}\n\\centering\n\\caption{{{}}}\n\\label{{{}}}\n\
         \\resizebox{{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}}{{!}}{{%\n\
         \\begin{{tabular}}{{l{align}}}\n\\toprule",
        escaped(&title(results)),
        label(&results.plan)
    );
    let heads: Vec<String> = content.columns.iter().map(|column| escaped(column.name)).collect();
    let _ = writeln!(tex, "{} \\\\\n\\midrule", heads.join(" & "));
    for row in &content.rows {
        let cells: Vec<String> = row.iter().map(cell).collect();
        let _ = writeln!(tex, "{} \\\\", cells.join(" & "));
    }
    tex += "\\bottomrule\n\\end{tabular}}\n\n\\smallskip\n\\begin{minipage}{\\linewidth}\\footnotesize\n";
    for remark in &content.remarks {
        let _ = writeln!(tex, "{}\\par", escaped(remark));
    }
    tex += "\\end{minipage}\n\\end{table}\n";
    tex
}

/// A label that tables of other plans do not have: the domain, and a hash of the plan.
fn label(plan: &Plan) -> String {
    let domain: String = plan.domain.chars().take_while(char::is_ascii_alphanumeric).collect();
    format!("tab:goalward-{domain}-{:06x}", fingerprint(plan) & 0xff_ffff)
}

fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => escaped(text),
        Cell::Nothing => "--".into(),
        Cell::Number(number) => {
            let text = escaped(&number.text);
            let text = if number.least { format!("\\textbf{{{text}}}") } else { text };
            let mark = if number.partial { "*" } else { "" };
            let spread = number
                .spread
                .as_ref()
                .map_or(String::new(), |s| format!(" {}", escaped(s).replace('-', "$-$")));
            let unit = if number.unit.is_empty() { "" } else { "\\," };
            format!("{text}{mark}{spread}{unit}{}", escaped(number.unit))
        }
    }
}

/// The text with everything escaped that LaTeX would interpret.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            // After a row's end these would be read as its options.
            '[' | ']' | '*' => escaped.extend(['{', c, '}']),
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '"' => escaped += "\\textquotedbl{}",
            '±' => escaped += "$\\pm$",
            '†' => escaped += "$\\dagger$",
            '×' => escaped += "$\\times$",
            'µ' => escaped += "$\\mu$",
            '–' => escaped += "--",
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
    fn what_latex_would_read_is_escaped() {
        assert_eq!(
            escaped("50% of $x_1$ & {y}\\"),
            "50\\% of \\$x\\_1\\$ \\& \\{y\\}\\textbackslash{}"
        );
        assert_eq!(escaped("a~b^c #1"), "a\\textasciitilde{}b\\textasciicircum{}c \\#1");
    }
}
