//! A plot as a PDF file: the shapes of [`Drawing`](super::drawing::Drawing), and no other SVG.

use std::collections::BTreeSet;
use std::io;

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str};
use roxmltree::{Document, Node};

use super::sheet;
use crate::Results;
use crate::content::Times;

/// Writes all plots on one page.
pub fn write(results: &Results, times: Times, out: &mut dyn io::Write) -> io::Result<()> {
    out.write_all(&svg_to_pdf(&sheet(results, times)))
}

/// The plot that an SVG file of ours shows, as a PDF file of one page.
pub fn svg_to_pdf(svg: &str) -> Vec<u8> {
    let document = Document::parse(svg).expect("our own drawings are well-formed");
    let root = document.root_element();
    let size = [number(root, "width", 0.0) * POINT, number(root, "height", 0.0) * POINT];
    let mut page = Page { content: Content::new(), opacities: BTreeSet::new() };
    // In SVG, y grows downwards.
    page.content.transform([POINT, 0.0, 0.0, -POINT, 0.0, size[1]]);
    page.children(root, INK);
    page.finish(size)
}

/// Points in a pixel.
const POINT: f32 = 0.75;

/// The default colour.
const INK: &str = "#1c2127";

/// The objects of the file.
const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const PLAIN: Ref = Ref::new(5);
const BOLD: Ref = Ref::new(6);
/// The first of the opacities, which come last.
const OPACITIES: i32 = 7;

/// A page, and the opacities on it in hundredths.
struct Page {
    content: Content,
    opacities: BTreeSet<u8>,
}

impl Page {
    fn children(&mut self, node: Node<'_, '_>, colour: &str) {
        for child in node.children().filter(Node::is_element) {
            let colour = child.attribute("color").unwrap_or(colour);
            match child.tag_name().name() {
                "svg" | "g" => {
                    self.content.save_state();
                    if let Some([x, y]) = moved(child) {
                        self.content.transform([1.0, 0.0, 0.0, 1.0, x, y]);
                    }
                    self.children(child, colour);
                    self.content.restore_state();
                }
                "text" => self.text(child, colour),
                "path" => self.shape(child, colour, |content| {
                    outline(content, child.attribute("d").unwrap_or_default());
                }),
                "circle" => self.shape(child, colour, |content| {
                    let r = number(child, "r", 0.0);
                    round(content, [number(child, "cx", 0.0) - r, number(child, "cy", 0.0)], r);
                }),
                // The background of the sheet is left out: paper is white.
                "rect" if child.has_attribute("x") => self.shape(child, colour, |content| {
                    let [x, y, width, height] =
                        ["x", "y", "width", "height"].map(|name| number(child, name, 0.0));
                    content.rect(x, y, width, height);
                }),
                _ => {}
            }
        }
    }

    /// Fills and strokes what `draw` outlines.
    fn shape(&mut self, node: Node<'_, '_>, colour: &str, draw: impl Fn(&mut Content)) {
        let [r, g, b] = rgb(colour);
        self.content.save_state();
        if node.attribute("fill").is_some_and(|fill| fill != "none") {
            self.opacity(number(node, "fill-opacity", 1.0));
            self.content.set_fill_rgb(r, g, b);
            draw(&mut self.content);
            self.content.fill_nonzero();
        }
        if node.has_attribute("stroke") {
            self.opacity(number(node, "stroke-opacity", 1.0));
            self.content.set_stroke_rgb(r, g, b);
            self.content.set_line_width(number(node, "stroke-width", 1.0));
            let dashes = node.attribute("stroke-dasharray").map(numbers).unwrap_or_default();
            self.content.set_dash_pattern(dashes, 0.0);
            draw(&mut self.content);
            self.content.stroke();
        }
        self.content.restore_state();
    }

    fn text(&mut self, node: Node<'_, '_>, colour: &str) {
        let text: Vec<u8> = node.text().unwrap_or_default().chars().map(code).collect();
        let size = number(node, "font-size", 13.0);
        let width: f32 = text.iter().map(|code| width(*code) * size / 1000.0).sum();
        let before = match node.attribute("text-anchor") {
            Some("middle") => width / 2.0,
            Some("end") => width,
            _ => 0.0,
        };
        let [x, y] = [number(node, "x", 0.0), number(node, "y", 0.0)];
        // A rotated text reads upwards.
        let matrix = match node.has_attribute("transform") {
            true => [0.0, -1.0, -1.0, 0.0, x, y + before],
            false => [1.0, 0.0, 0.0, -1.0, x - before, y],
        };
        let font: &[u8] = if node.has_attribute("font-weight") { b"bold" } else { b"plain" };
        let [r, g, b] = rgb(colour);
        self.content.save_state();
        self.opacity(number(node, "fill-opacity", 1.0));
        self.content.set_fill_rgb(r, g, b).begin_text().set_font(Name(font), size);
        self.content.set_text_matrix(matrix).show(Str(&text)).end_text().restore_state();
    }

    fn opacity(&mut self, opacity: f32) {
        let hundredths = (opacity * 100.0).round() as u8;
        self.opacities.insert(hundredths);
        self.content.set_parameters(Name(format!("o{hundredths}").as_bytes()));
    }

    /// The file.
    fn finish(self, [width, height]: [f32; 2]) -> Vec<u8> {
        let mut pdf = Pdf::new();
        pdf.catalog(CATALOG).pages(PAGES);
        pdf.pages(PAGES).kids([PAGE]).count(1);
        let mut page = pdf.page(PAGE);
        page.media_box(Rect::new(0.0, 0.0, width, height));
        page.parent(PAGES).contents(CONTENT);
        let mut resources = page.resources();
        let mut fonts = resources.fonts();
        fonts.pair(Name(b"plain"), PLAIN).pair(Name(b"bold"), BOLD);
        fonts.finish();
        let mut states = resources.ext_g_states();
        for (hundredths, id) in self.opacities.iter().zip(OPACITIES..) {
            states.pair(Name(format!("o{hundredths}").as_bytes()), Ref::new(id));
        }
        states.finish();
        resources.finish();
        page.finish();
        for (id, name) in [(PLAIN, "Helvetica"), (BOLD, "Helvetica-Bold")] {
            let mut font = pdf.type1_font(id);
            font.base_font(Name(name.as_bytes())).encoding_predefined(Name(b"WinAnsiEncoding"));
        }
        for (hundredths, id) in self.opacities.iter().zip(OPACITIES..) {
            let opacity = f32::from(*hundredths) / 100.0;
            pdf.ext_graphics(Ref::new(id)).stroking_alpha(opacity).non_stroking_alpha(opacity);
        }
        pdf.stream(CONTENT, &self.content.finish());
        pdf.finish()
    }
}

/// An outline of moves, lines, circles and ends.
fn outline(content: &mut Content, path: &str) {
    let starts: Vec<usize> = path.match_indices(['M', 'L', 'a', 'Z']).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([path.len()]);
    let mut at = [0.0, 0.0];
    for (start, end) in starts.iter().zip(ends) {
        let given = numbers(&path[start + 1..end]);
        match (&path[*start..=*start], &given[..]) {
            ("M", &[x, y]) => {
                at = [x, y];
                content.move_to(x, y);
            }
            ("L", &[x, y]) => {
                content.line_to(x, y);
            }
            // Circles are drawn in two halves: the first stands for both.
            ("a", &[r, .., dx, _]) if dx > 0.0 => round(content, at, r),
            ("Z", []) => {
                content.close_path();
            }
            _ => {}
        }
    }
}

/// A circle, from its leftmost point.
fn round(content: &mut Content, [x, y]: [f32; 2], r: f32) {
    // The length of the handles of a quarter circle.
    let k = 0.5523 * r;
    let (middle, right) = (x + r, x + 2.0 * r);
    content.move_to(x, y);
    content.cubic_to(x, y - k, middle - k, y - r, middle, y - r);
    content.cubic_to(middle + k, y - r, right, y - k, right, y);
    content.cubic_to(right, y + k, middle + k, y + r, middle, y + r);
    content.cubic_to(middle - k, y + r, x, y + k, x, y);
    content.close_path();
}

fn number(node: Node<'_, '_>, name: &str, otherwise: f32) -> f32 {
    node.attribute(name).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

fn numbers(text: &str) -> Vec<f32> {
    text.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

/// Where `translate(x y)` moves to.
fn moved(node: Node<'_, '_>) -> Option<[f32; 2]> {
    let place = node.attribute("transform")?.strip_prefix("translate(")?.strip_suffix(')')?;
    numbers(place).try_into().ok()
}

/// `#d55e00` as parts of 1.
fn rgb(colour: &str) -> [f32; 3] {
    [1, 3, 5].map(|at| {
        let part = colour.get(at..at + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        f32::from(part.unwrap_or(0)) / 255.0
    })
}

/// The code of a character in Windows' Latin alphabet.
fn code(character: char) -> u8 {
    match character {
        ' '..='~' | '\u{a0}'..='ÿ' => character as u8,
        '…' => 0x85,
        '–' => 0x96,
        '—' => 0x97,
        '−' => b'-',
        'μ' => 0xb5,
        _ => b'?',
    }
}

/// How wide a character of Helvetica is, in thousandths of its size.
fn width(code: u8) -> f32 {
    match code {
        b' '..=b'~' => f32::from(WIDTHS[usize::from(code - b' ')]),
        0x85 | 0x97 => 1000.0,
        0xb1 | 0xd7 | 0xf7 => 584.0,
        0xb7 => 278.0,
        _ => 556.0,
    }
}

#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

#[cfg(test)]
mod tests {
    use super::super::drawing::{Anchor, Drawing};
    use super::*;

    /// What is drawn by every kind of shape.
    fn drawn() -> String {
        let mut drawing = Drawing::new();
        drawing.heading((10.0, 20.0), "Solved – against time");
        drawing.series(1, |drawing| {
            drawing.trend(1, &[(0.0, 0.0), (40.0, 30.0)]);
            (0..7).for_each(|series| drawing.marker(series, (50.0, 50.0)));
            drawing.dot((60.0, 70.0));
            drawing.cross((61.0, 71.0));
            drawing.frame((5.0, 6.0), (7.0, 8.0));
        });
        drawing.text((100.0, 40.0), Anchor::End, "0");
        drawing.upwards((13.0, 100.0), "(nodes)");
        sheet::standing_alone(&drawing.finish(640.0, 400.0, "All"), 640.0, 400.0, "All")
    }

    #[test]
    fn every_shape_is_in_the_file() {
        let pdf = svg_to_pdf(&drawn());
        let text = String::from_utf8_lossy(&pdf);
        assert!(text.starts_with("%PDF-1.7") && text.trim_end().ends_with("%%EOF"));
        // The sheet has a margin of 24 on every side.
        assert!(text.contains("/MediaBox [0 0 516 336]"), "{text}");
        // Its 7 markers are filled, and so are the dot and the frame.
        assert_eq!(text.matches("\nf\n").count(), 9, "{text}");
        // They, but for the dot, have a line around them; there is a trend and a cross.
        assert_eq!(text.matches("\nS\n").count(), 10, "{text}");
        assert!(text.contains("[7 3] 0 d"), "{text}");
        // The round marker, filled and stroked, and the dot, of four quarters each.
        assert_eq!(text.matches(" c\n").count(), 12, "{text}");
        // "Solved – against time": what is not ASCII is written by its codes.
        assert!(text.contains("<536F6C766564209620616761696E73742074696D65> Tj"), "{text}");
        assert!(text.contains("0 -1 -1 0 13 "), "{text}");
    }

    #[test]
    fn a_text_hangs_on_its_end() {
        let text = String::from_utf8_lossy(&svg_to_pdf(&drawn())).into_owned();
        // A digit of size 13 is 7.228 wide.
        assert!(text.contains("1 0 0 -1 92.77"), "{text}");
    }
}
