//! SVG, written plainly: shapes in presentation attributes, colours by class.

use std::fmt::Write as _;

use crate::markup::escaped;

/// The colours of series on white, by class `gw-0` and so on: those of Okabe and Ito, which the
/// colour-blind tell apart. The style sheet gives those on black.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#b65a8c", "#c98a00", "#3a9bd1", "#444c55", "#8c8300"];
const DASHES: [&str; 5] = ["", "7 3", "2 3", "9 3 2 3", "14 4"];
/// Seven markers and eight colours: 56 series before a pair repeats.
const MARKERS: usize = 7;

/// What is drawn so far.
pub(super) struct Drawing(String);

/// Where a text is anchored to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Drawing {
    pub fn new() -> Self {
        Drawing(String::new())
    }

    /// The drawing as an `svg` element without a style sheet.
    pub fn finish(self, width: f64, height: f64, title: &str) -> String {
        let title = escaped(title);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"gw-figure\" role=\"img\" \
             width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"system-ui, \
             -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\" font-size=\"13\" \
             color=\"#1c2127\">\n<title>{title}</title>\n{2}</svg>\n",
            short(width),
            short(height),
            self.0
        )
    }

    /// Everything drawn inside is in the colour of a series.
    pub fn series(&mut self, series: usize, draw: impl FnOnce(&mut Self)) {
        let colour = series % COLOURS.len();
        let _ = writeln!(self.0, "<g class=\"gw-{colour}\" color=\"{}\">", COLOURS[colour]);
        draw(self);
        self.0 += "</g>\n";
    }

    /// A line of the frame, or a fainter one of the grid.
    pub fn rule(&mut self, from: (f64, f64), to: (f64, f64), opacity: f64) {
        self.path(&segment(from, to), 1.0, opacity, "");
    }

    pub fn stroke(&mut self, from: (f64, f64), to: (f64, f64), width: f64) {
        self.path(&segment(from, to), width, 1.0, "");
    }

    /// A line through the points, with the dashes of its series.
    pub fn trend(&mut self, series: usize, points: &[(f64, f64)]) {
        let mut path = String::new();
        for (i, (x, y)) in points.iter().enumerate() {
            let _ = write!(path, "{}{} {}", if i == 0 { 'M' } else { 'L' }, short(*x), short(*y));
        }
        self.path(&path, 1.75, 1.0, DASHES[series % DASHES.len()]);
    }

    pub fn dashed(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.path(&segment(from, to), 1.0, 0.7, "4 3");
    }

    fn path(&mut self, path: &str, width: f64, opacity: f64, dash: &str) {
        let dash = match dash {
            "" => String::new(),
            dash => format!(" stroke-dasharray=\"{dash}\""),
        };
        let opacity = match opacity {
            1.0 => String::new(),
            opacity => format!(" stroke-opacity=\"{}\"", short(opacity)),
        };
        let _ = writeln!(
            self.0,
            "<path fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\"{opacity}{dash} d=\"{path}\"/>",
            short(width)
        );
    }

    pub fn frame(&mut self, at: (f64, f64), size: (f64, f64)) {
        let _ = writeln!(
            self.0,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\" fill=\"currentColor\" \
             fill-opacity=\"0.16\" stroke=\"currentColor\" stroke-width=\"1.25\"/>",
            short(at.0),
            short(at.1),
            short(size.0),
            short(size.1)
        );
    }

    /// One run.
    pub fn dot(&mut self, (x, y): (f64, f64)) {
        let (x, y) = (short(x), short(y));
        let _ = writeln!(
            self.0,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.9\" fill=\"currentColor\" fill-opacity=\"0.45\"/>"
        );
    }

    /// One run that was not solved: a cross.
    pub fn cross(&mut self, (x, y): (f64, f64)) {
        let r = 2.6;
        let path =
            segment((x - r, y - r), (x + r, y + r)) + &segment((x - r, y + r), (x + r, y - r));
        self.path(&path, 1.1, 0.8, "");
    }

    /// The marker of a series.
    pub fn marker(&mut self, series: usize, (x, y): (f64, f64)) {
        let r = 3.4;
        let polygon = |points: &[(f64, f64)]| {
            let points = points.iter().map(|(dx, dy)| (x + dx * r, y + dy * r));
            points.map(|(x, y)| format!("{} {}", short(x), short(y))).collect::<Vec<_>>().join("L")
        };
        let shape = match series % MARKERS {
            0 => format!(
                "M{0} {1}a{2} {2} 0 1 0 {3} 0a{2} {2} 0 1 0 -{3} 0",
                short(x - r),
                short(y),
                short(r),
                short(2.0 * r)
            ),
            1 => format!("M{}", polygon(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])),
            2 => format!("M{}", polygon(&[(0.0, -1.15), (1.1, 0.85), (-1.1, 0.85)])),
            3 => format!("M{}", polygon(&[(0.0, -1.25), (1.25, 0.0), (0.0, 1.25), (-1.25, 0.0)])),
            4 => format!("M{}", polygon(&[(0.0, 1.15), (1.1, -0.85), (-1.1, -0.85)])),
            5 => format!(
                "M{}",
                polygon(&[(-1.1, -0.3), (0.0, -1.2), (1.1, -0.3), (0.7, 1.0), (-0.7, 1.0)])
            ),
            _ => format!("M{}", polygon(&[(-1.2, -0.5), (1.2, -0.5), (1.2, 0.5), (-1.2, 0.5)])),
        };
        // Every second round of colours has hollow markers.
        let fill = if (series / COLOURS.len()).is_multiple_of(2) { "currentColor" } else { "none" };
        let _ = writeln!(
            self.0,
            "<path fill=\"{fill}\" stroke=\"currentColor\" stroke-width=\"1\" d=\"{shape}Z\"/>"
        );
    }

    pub fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        self.words((x, y), anchor, text, "");
    }

    pub fn heading(&mut self, at: (f64, f64), text: &str) {
        self.words(at, Anchor::Start, text, " font-size=\"16\" font-weight=\"600\"");
    }

    pub fn small(&mut self, at: (f64, f64), anchor: Anchor, text: &str) {
        self.words(at, anchor, text, " font-size=\"12\" fill-opacity=\"0.75\"");
    }

    /// A text that reads upwards.
    pub fn upwards(&mut self, (x, y): (f64, f64), text: &str) {
        let turn = format!(" transform=\"rotate(-90 {} {})\"", short(x), short(y));
        self.words((x, y), Anchor::Middle, text, &turn);
    }

    fn words(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str, more: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let (x, y, text) = (short(x), short(y), escaped(text));
        let _ = writeln!(
            self.0,
            "<text x=\"{x}\" y=\"{y}\" fill=\"currentColor\"{anchor}{more}>{text}</text>"
        );
    }

    /// Another drawing within this one.
    pub fn place(&mut self, (x, y): (f64, f64), svg: &str) {
        let _ =
            writeln!(self.0, "<g transform=\"translate({} {})\">\n{svg}</g>", short(x), short(y));
    }
}

fn segment((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    format!("M{} {}L{} {}", short(x1), short(y1), short(x2), short(y2))
}

/// A coordinate to a hundredth.
fn short(number: f64) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// The label cut to fit, and its approximate width.
pub(super) fn label(text: &str) -> (String, f64) {
    const MOST: usize = 32;
    let cut: String = if text.chars().count() > MOST {
        text.chars().take(MOST - 1).chain(['…']).collect()
    } else {
        text.into()
    };
    // DejaVu Sans, which many systems fall back on, is as wide as this.
    let width = cut.chars().count() as f64 * 8.2;
    (cut, width)
}
