//! Boards as data: what a page needs to draw a state without reading text.

use serde::Serialize;
use serde_json::{Map, Value};

/// The cells of a board in reading order: a number each, or nothing.
pub type Cells = Vec<Option<u32>>;

/// Boards with more cells are not drawn.
pub const DRAWN_CELLS: usize = 4096;

/// An instance's board and what stands on it at the start.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// What never changes.
    pub frame: Frame,
    /// What does, at the start; nothing where a million queens are yet to be placed:
    /// none of it needs to be made for boards of more than [`DRAWN_CELLS`].
    pub start: Cells,
}

/// A board without what changes on it: in JSON one object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Frame {
    /// The name of its drawing: `boards/NAME.js` of the page.
    pub kind: &'static str,
    /// What the drawing has to know, by name. Where variables have values, `values` is how many.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
}

impl Frame {
    /// Drawn by `kind`, with the fields of an object.
    ///
    /// # Panics
    /// If `facts` is not an object.
    pub fn new(kind: &'static str, facts: Value) -> Self {
        let Value::Object(facts) = facts else { panic!("facts have names") };
        Frame { kind, facts }
    }

    /// A drawing of characters; a cell is a character, by its number in Unicode.
    pub fn text() -> Self {
        Frame { kind: "text", facts: Map::new() }
    }
}

/// Numbers separated by white space; anything else is `None`.
pub(crate) fn spaced(text: &str) -> Cells {
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}

/// The same of numbers that the text counts from 1 and the cells from 0.
pub(crate) fn from_one(text: &str) -> Cells {
    spaced(text).into_iter().map(|cell| cell?.checked_sub(1)).collect()
}
