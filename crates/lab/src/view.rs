//! States as people are shown them: in one line, drawn, or as the cells of a board, which a page
//! draws without reading text.

use serde::{Serialize, Serializer};
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
    /// What does, at the start. It may be empty for boards of more than [`DRAWN_CELLS`], such as
    /// that of a million queens.
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

/// Values counted from 0 as cells.
pub(crate) fn values(values: &[Option<usize>]) -> Cells {
    values.iter().map(|value| u32::try_from((*value)?).ok()).collect()
}

/// A state that can be shown in each form; only the form requested is made.
pub(crate) trait Sight {
    /// In one line.
    fn text(&self) -> String;

    /// For people.
    fn drawing(&self) -> String;

    /// What stands on the board.
    fn cells(&self) -> Cells;
}

/// A state in every form, kept: in JSON its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// In one line.
    pub text: String,
    /// For people.
    pub drawing: String,
    /// What stands on the board.
    pub cells: Cells,
}

impl Shown {
    pub(crate) fn of(sight: &dyn Sight) -> Self {
        Shown { text: sight.text(), drawing: sight.drawing(), cells: sight.cells() }
    }
}

impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}
