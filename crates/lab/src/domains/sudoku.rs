//! Sudoku.

use goalward::csp::CspSearch;
use goalward_domains::sudoku::fast::AllDifferent;
use goalward_domains::sudoku::{HARD, SAMPLE, Sudoku, SudokuError};
use serde_json::json;

use crate::csp::{self, CspDomain, Fast, Left, Mark};
use crate::number::Number;
use crate::registry::{Check, Conflict, Domain, InputError, Instance, Method, Set};
use crate::report::Solution;
use crate::settings::Settings;
use crate::view::{Cells, Frame, View};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "sudoku",
    title: "Sudoku",
    doc: "Sudoku, nine by nine",
    aliases: &[],
    params: Vec::new,
    instance_doc: "81 cells in reading order, 0 or . for empty, or SET:NUMBER; by default one of sample",
    sets: &[
        Set { name: "sample", doc: "Sudokus with one solution, from easy to hard", text: SAMPLE },
        Set {
            name: "hard",
            doc: "Sudokus with one solution that need a lot of search",
            text: HARD,
        },
    ],
    random: false,
    open,
    load: None,
};

fn open(_: &Settings, text: Option<&str>, seed: u64) -> Result<Box<dyn Instance>, InputError> {
    let text = match text {
        Some(text) => Set::find(DOMAIN.sets, text)?.map_or(text, |(_, line)| line),
        None => {
            let samples = DOMAIN.sets[0].lines();
            let index = seed.wrapping_sub(1) % samples.count() as u64;
            DOMAIN.sets[0].lines().nth(index as usize).expect("it is below the count")
        }
    };
    let grid = match text.parse::<Sudoku>() {
        Ok(sudoku) => Grid { text: sudoku.line(), sudoku, unsolvable: None },
        Err(SudokuError::Clash(clash)) => Grid {
            text: cells(text),
            sudoku: ".".repeat(81).parse().expect("an empty grid is one"),
            unsolvable: Some(clash.to_string()),
        },
        Err(error) => return Err(InputError::new(error)),
    };
    Ok(Box::new(grid))
}

/// The cells of a well-written grid, 81 characters.
fn cells(text: &str) -> String {
    let cell = |c: char| match c {
        '1'..='9' => Some(c),
        '0' | '.' | '_' => Some('.'),
        _ => None,
    };
    text.chars().filter_map(cell).collect()
}

/// A Sudoku, or one whose digits contradict each other.
struct Grid {
    /// The empty one where digits contradict each other.
    sudoku: Sudoku,
    text: String,
    unsolvable: Option<String>,
}

impl Instance for Grid {
    fn text(&self) -> String {
        self.text.clone()
    }

    fn drawing(&self) -> String {
        drawn(&self.text)
    }

    fn unsolvable(&self) -> Option<String> {
        self.unsolvable.clone()
    }

    fn methods(&self) -> Vec<Method<'_>> {
        let search =
            |sudoku: &Sudoku, find, limits: &_| AllDifferent.search(sudoku, find, limits, ());
        csp::methods_or(&self.sudoku, Some(Fast { plain: AllDifferent::PLAIN, search }))
    }

    fn default_method(&self) -> &'static str {
        "all-different"
    }

    fn compared(&self) -> &'static [&'static str] {
        &[
            "backtracking(order=mrv)",
            "forward-checking(order=static)",
            "forward-checking(order=mrv)",
            "mac(order=static)",
            "mac(order=mrv)",
            "all-different(order=mrv)",
        ]
    }

    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let Solution::Numbers(digits) = solution else { return Err("it has no digits".into()) };
        let values = csp::values(digits);
        let solves = self.sudoku.is_solution(&values);
        let text: String = digits.iter().map(u64::to_string).collect();
        Ok(Check {
            cost: Some(Number::default()),
            solves,
            boards: Vec::new(),
            end: None,
            picture: Some(drawn(&text)),
        })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        let Solution::Numbers(digits) = solution else { return Err("it has no digits".into()) };
        Ok(vec![digits.iter().map(|&digit| u32::try_from(digit).ok()).collect()])
    }

    /// Every digit, row by row, with any marks between them.
    fn read(&self, text: &str) -> Result<Solution, String> {
        if let Some(odd) = text.chars().find(|c| c.is_alphabetic()) {
            return Err(format!("`{odd}` is not a digit from 1 to 9"));
        }
        let digits: Vec<u64> = text.chars().filter_map(|c| c.to_digit(10)).map(u64::from).collect();
        match (digits.len(), digits.contains(&0)) {
            (81, false) => Ok(Solution::Numbers(digits)),
            (81, true) => Err("a cell is 0: a solution has a digit from 1 to 9 in each".into()),
            (count, _) => Err(format!("it has {count} digits, but a grid has 81 cells")),
        }
    }

    fn conflict(&self, solution: &Solution) -> Option<Conflict> {
        let Solution::Numbers(digits) = solution else { return None };
        csp::conflict(&self.sudoku, &csp::values(digits))
    }

    fn view(&self) -> View {
        let given: Cells = self.text.chars().map(|c| c.to_digit(10)).collect();
        let facts = json!({ "rows": 9, "columns": 9, "given": given, "values": 9 });
        View { frame: Frame::new("sudoku", facts), start: given }
    }
}

/// 81 cells as a framed grid.
fn drawn(cells: &str) -> String {
    let cells: Vec<String> = cells.chars().map(String::from).collect();
    let row = |row: &[String]| row.chunks(3).map(|b| b.join(" ")).collect::<Vec<_>>().join(" | ");
    let mut lines: Vec<String> = cells.chunks(9).map(row).collect();
    if lines.len() == 9 {
        lines.insert(6, "------+-------+------".into());
        lines.insert(3, "------+-------+------".into());
    }
    lines.join("\n")
}

impl CspDomain for Sudoku {
    fn name_variable(&self, cell: usize) -> String {
        format!("row {}, column {}", cell / 9 + 1, cell % 9 + 1)
    }

    fn name_value(&self, value: usize) -> String {
        (value + 1).to_string()
    }

    fn name_group(&self, group: usize) -> String {
        format!("{} {}", ["row", "column", "box"][group / 9], group % 9 + 1)
    }

    /// The cells that the grid leaves open, in few characters each.
    fn draw_domains(&self, left: &Left<'_>) -> String {
        let first = left.now.map(|(cell, _)| cell);
        let open = (0..81).filter(|&cell| self.cells()[cell] == 0 && Some(cell) != first);
        let digit = |cell: usize, value: usize| match left.mark(cell, value) {
            Mark::Open | Mark::Given => (value + 1).to_string(),
            Mark::Struck => "-".into(),
            Mark::StruckNow => "×".into(),
        };
        let line = |cell: usize| {
            let digits: String = (0..9).map(|value| digit(cell, value)).collect();
            format!("r{}c{} {digits}", cell / 9 + 1, cell % 9 + 1)
        };
        first.into_iter().chain(open).map(line).collect::<Vec<_>>().join("\n")
    }

    fn show(&self, assignment: &[Option<usize>]) -> String {
        let digit = |(value, &given): (&Option<usize>, &u8)| match (value, given) {
            (Some(value), _) => (value + 1).to_string(),
            (None, 0) => ".".into(),
            (None, given) => given.to_string(),
        };
        assignment.iter().zip(self.cells()).map(digit).collect()
    }

    fn drawing(&self, assignment: &[Option<usize>]) -> String {
        drawn(&self.show(assignment))
    }

    fn cells(&self, assignment: &[Option<usize>]) -> Cells {
        let digit = |(value, &given): (&Option<usize>, &u8)| match value {
            Some(value) => Some(*value as u32 + 1),
            None => Some(given.into()).filter(|&given| given > 0),
        };
        assignment.iter().zip(Sudoku::cells(self)).map(digit).collect()
    }

    fn solution(&self, values: &[usize]) -> Solution {
        Solution::Numbers(values.iter().map(|&value| value as u64 + 1).collect())
    }
}
