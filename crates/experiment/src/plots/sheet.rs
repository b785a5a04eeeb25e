//! All plots of an experiment in one file.

use super::chart::WIDTH;
use super::drawing::{Anchor, Drawing};
use super::{FIGURE_CSS, drawn};
use crate::content::Times;
use crate::words::title;
use crate::{Results, summarize};

const MARGIN: f64 = 24.0;
/// The room for a figure's title, and for a line of its caption.
const HEADING: f64 = 30.0;
const LINE: f64 = 15.0;

/// All plots, one below the other, with the style sheet: a standalone file.
pub fn sheet(results: &Results, times: Times) -> String {
    let mut drawing = Drawing::new();
    let mut y = MARGIN;
    drawing.heading((MARGIN, y + 8.0), &title(results));
    y += 20.0;
    let figures = drawn(results, &summarize(results), times);
    if figures.is_empty() {
        y += LINE;
        drawing.text((MARGIN, y), Anchor::Start, "There are no runs to draw yet.");
        y += LINE;
    }
    for figure in figures {
        y += HEADING;
        drawing.heading((MARGIN, y), &figure.title);
        y += 14.0;
        drawing.place((MARGIN, y), &figure.svg);
        y += figure.height + LINE;
        for line in lines(&figure.caption) {
            drawing.small((MARGIN, y), Anchor::Start, &line);
            y += LINE;
        }
    }
    let (width, height) = (WIDTH + 2.0 * MARGIN, y + MARGIN);
    on_paper(drawing, width, height, &title(results))
}

/// A figure as a standalone file.
pub(super) fn standing_alone(svg: &str, width: f64, height: f64, title: &str) -> String {
    let mut drawing = Drawing::new();
    drawing.place((MARGIN, MARGIN), svg);
    on_paper(drawing, width + 2.0 * MARGIN, height + 2.0 * MARGIN, title)
}

/// The drawing with the style sheet and a background.
fn on_paper(drawing: Drawing, width: f64, height: f64, title: &str) -> String {
    let svg = drawing.finish(width, height, title);
    let head_ends = svg.find("</title>\n").expect("a drawing has a title") + "</title>\n".len();
    let (head, body) = svg.split_at(head_ends);
    let style = format!(
        "<style>\n{FIGURE_CSS}.gw-paper {{ fill: #fff; }}\n\
         @media screen and (prefers-color-scheme: dark) {{ .gw-paper {{ fill: #14181d; }} }}\n</style>\n\
         <rect class=\"gw-paper\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    format!("{head}{style}{body}")
}

/// The caption in lines that fit the width.
fn lines(caption: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in caption.split(' ') {
        let line = lines.last_mut().expect("there is a line");
        if line.len() + word.len() > 100 {
            lines.push(word.into());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            *line += word;
        }
    }
    lines
}
