//! N queens.

use std::hash::Hash;

use goalward::local::{Conflicts, Crossover, Starting};
use goalward::{Limits, Outcome, Rng, Verdict};
use goalward_domains::queens::{
    Columns, Permutation, Placement, Queens, Relocation, Swap, Swaps, large,
};
use serde_json::{Map, json};

use crate::about::About;
use crate::audit::{Subject, landscape};
use crate::count::count_part;
use crate::csp::{self, CspDomain, Left, Mark};
use crate::local::{self, LocalDomain};
use crate::number::Number;
use crate::registry::{
    Check, Conflict, Domain, Family, InputError, Instance, Method, Run, Search, Set,
};
use crate::report::{Conclusion, Figure, Finding, Limit, Solution};
use crate::settings::{Param, Settings};
use crate::view::{Cells, DRAWN_CELLS, Frame, View};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "queens",
    title: "N queens",
    doc: "N queens, none attacking another",
    aliases: &[],
    params: Vec::new,
    instance_doc: "N, or the row of each column's queen, from 1, to start from, or SET:NUMBER; by default 8",
    sets: &[Set { name: "sizes", doc: "4 to 32 queens", text: SIZES }],
    random: false,
    open,
    load: None,
};

/// Every size up to 32 that has a solution, except one queen.
const SIZES: &str = "4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n16\n17\n18\n19\n20\n\
                     21\n22\n23\n24\n25\n26\n27\n28\n29\n30\n31\n32\n";

fn open(_: &Settings, text: Option<&str>, _: u64) -> Result<Box<dyn Instance>, InputError> {
    let text = text.unwrap_or("8");
    let text = Set::find(DOMAIN.sets, text)?.map_or(text, |(_, line)| line);
    let words: Vec<&str> = text.split([' ', ',', '\t', '\n', '\r']).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let instance = match words[..] {
        [number] => {
            let n = number.parse().map_err(|_| {
                let shown: String = number.chars().take(40).collect();
                InputError(format!(
                    "`{shown}` is not a number of queens: use N, or a row from 1 for each column"
                ))
            })?;
            NQueens { queens: Queens::new(n).map_err(InputError::new)?, start: None }
        }
        _ => {
            let start: Placement = words.join(" ").parse().map_err(InputError::new)?;
            NQueens { queens: start.queens(), start: Some(start) }
        }
    };
    Ok(Box::new(instance))
}

/// Larger boards are not drawn.
const DRAWN: usize = 32;

/// The bytes that the row of a queen takes while an answer is written and checked. For very many
/// queens that is more than the search takes, so the memory limit is for both.
const ANSWER_BYTES: u64 = 12;

/// A number of queens, and where to start if that was given.
struct NQueens {
    queens: Queens,
    start: Option<Placement>,
}

impl Instance for NQueens {
    fn text(&self) -> String {
        self.start.as_ref().map_or(self.queens.n().to_string(), Placement::to_string)
    }

    fn drawing(&self) -> String {
        match &self.start {
            Some(start) if self.queens.n() <= DRAWN => start.board().to_string(),
            _ if self.queens.n() == 1 => "1 queen".into(),
            _ => format!("{} queens", self.queens.n()),
        }
    }

    fn unsolvable(&self) -> Option<String> {
        let n = self.queens.n();
        (!self.queens.is_solvable()).then(|| {
            format!("on a board of {n} by {n}, some of the {n} queens always attack each other")
        })
    }

    fn methods(&self) -> Vec<Method<'_>> {
        let mut methods = match &self.start {
            None => column_methods(move || self.queens),
            Some(start) => column_methods(move || {
                let state = self.queens.state(start).expect("its size is the start's");
                Starting { landscape: self.queens, start: state }
            }),
        };
        methods.insert(1, self.annealing());
        methods.push(self.swaps());
        methods.extend(csp::methods(&self.queens));
        methods.push(self.count());
        methods
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        let doc = "One queen per column; the cost is the attacking pairs";
        vec![landscape("columns", doc, self.queens)]
    }

    fn default_method(&self) -> &'static str {
        match (self.queens.n(), &self.start) {
            (5_000.., None) => "swaps",
            _ => "min-conflicts",
        }
    }

    fn compared(&self) -> &'static [&'static str] {
        match self.queens.n() {
            // Plain backtracking on larger boards may never end.
            0..=24 => &[
                "hill-climbing",
                "hill-climbing(sideways=100, restarts=10)",
                "annealing",
                "min-conflicts",
                "backtracking",
                "forward-checking(order=mrv)",
                "mac(order=mrv)",
            ],
            25..=1_000 => {
                &["hill-climbing(sideways=100, restarts=10)", "annealing", "min-conflicts"]
            }
            _ => &["min-conflicts"],
        }
    }

    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let placement = self.placement(solution)?;
        Ok(Check {
            cost: Some(Number::from(placement.attacking_pairs() as i64)),
            solves: placement.is_solution(),
            boards: Vec::new(),
            end: None,
            picture: (self.queens.n() <= DRAWN).then(|| placement.board().to_string()),
        })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        let placement = self.placement(solution)?;
        Ok(match self.queens.n() <= DRAWN_CELLS {
            true => vec![on_board(placement.rows())],
            false => Vec::new(),
        })
    }

    /// A row for each column, counted from 0 or from 1, in order or as COLUMN=ROW.
    fn read(&self, text: &str) -> Result<Solution, String> {
        let n = self.queens.n();
        let place = |column: &str| column.parse::<usize>().ok()?.checked_sub(1);
        Ok(Solution::Numbers(csp::from_one(csp::read_numbers(text, n, "queens", place)?)))
    }

    fn conflict(&self, solution: &Solution) -> Option<Conflict> {
        let Solution::Numbers(rows) = solution else { return None };
        csp::conflict(&self.queens, &csp::values(rows))
    }

    fn can_be_drawn(&self) -> bool {
        self.queens.n() <= DRAWN
    }

    fn lists_numbers(&self) -> bool {
        true
    }

    fn view(&self) -> View {
        let n = self.queens.n();
        let start = match &self.start {
            Some(start) => on_board(start.rows()),
            None if n <= DRAWN_CELLS => vec![None; n],
            None => Vec::new(),
        };
        let facts = json!({ "rows": n, "columns": n, "values": n });
        View { frame: Frame::new("queens", facts), start }
    }
}

/// The queens as cells.
fn on_board(rows: &[u32]) -> Cells {
    rows.iter().map(|&row| Some(row)).collect()
}

/// Each column's queen on a board with the first row on top, or the rows if they are too many.
fn drawn(rows: &[Option<usize>]) -> String {
    if rows.len() > DRAWN {
        return numbered(rows);
    }
    let square = |line, row: &Option<usize>| if *row == Some(line) { "Q" } else { "." };
    let line = |line| rows.iter().map(|row| square(line, row)).collect::<Vec<_>>().join(" ");
    (0..rows.len()).map(line).collect::<Vec<_>>().join("\n")
}

/// The rows of queens that are all placed.
fn given(rows: &[u32]) -> Vec<Option<usize>> {
    rows.iter().map(|&row| Some(row as usize)).collect()
}

/// The rows counted from 1, in one line.
fn numbered(rows: &[Option<usize>]) -> String {
    spaced(rows.iter().map(|row| row.map_or(".".into(), |row| (row + 1).to_string())))
}

impl NQueens {
    /// The placement that a solution stands for.
    fn placement(&self, solution: &Solution) -> Result<Placement, String> {
        let Solution::Numbers(rows) = solution else { return Err("it has no rows".into()) };
        let n = self.queens.n();
        if let Some(column) = rows.iter().position(|&row| row == 0 || row > n as u64) {
            let row = rows[column];
            return Err(format!(
                "row {row} in column {} is off the board: {n} columns have rows 1 to {n}",
                column + 1
            ));
        }
        let from_zero = |&row: &u64| u32::try_from(row).ok()?.checked_sub(1);
        let rows = rows.iter().map(|row| from_zero(row).unwrap_or(u32::MAX)).collect();
        let placement = Placement::new(rows).map_err(|error| error.to_string())?;
        if placement.queens() != self.queens {
            return Err(format!("it has {} queens, not {n}", placement.queens().n()));
        }
        Ok(placement)
    }

    fn annealing(&self) -> Method<'_> {
        let swaps = Swaps(self.queens);
        match &self.start {
            None => local::annealing(move |_| Ok(swaps)),
            Some(start) => local::annealing(move |_| {
                let start = swaps.state(start).map_err(InputError::new)?;
                Ok(Starting { landscape: swaps, start })
            }),
        }
    }

    /// All solutions, or those of one part of the count.
    fn count<'a>(&'a self) -> Method<'a> {
        let make = move |settings: &Settings| {
            let set = |name| settings.whole_if_set(name).unwrap_or(1);
            let (part, of) = (set("part"), set("of"));
            if part > of {
                return Err(InputError(format!(
                    "part={part} is not allowed: the last part is {of}"
                )));
            }
            let run = move |run: &mut Run<'_>| count_part(self.queens, part, of, &run.limits);
            Ok(Box::new(run) as Box<dyn Search + 'a>)
        };
        let most = 1_000_000;
        Method {
            about: &About {
                name: "count",
                title: "Counting solutions",
                doc: "Counts all solutions with bitboards and symmetry",
                does: "Counts the solutions of N queens row by row, with one bit for each square \
                    that is still free, and counts mirror images only once.",
                guarantees: "The number of all solutions, and of those that differ by more than \
                    rotation or reflection.",
                costs: "Almost no memory. Time grows about eightfold with each queen.",
                pseudocode: &[
                    "count(rows with a queen, columns and diagonals attacked):",
                    "  if every row has a queen: 1",
                    "  free ← the bits that no column and no diagonal covers",
                    "  sum over each bit of free:",
                    "    count(one more row, the attacks plus those of that queen)",
                ],
                lines: &[],
                frontier: false,
            },
            family: Family::Constraint,
            params: vec![
                Param::whole("part", "Which part of the count", 1..=most, "1").optional(),
                Param::whole("of", "The number of parts", 1..=most, "1").optional(),
            ],
            shares: false,
            make: Box::new(make),
        }
    }

    /// For numbers of queens so large that examining all squares of one queen takes too long.
    fn swaps<'a>(&'a self) -> Method<'a> {
        let run = move |run: &mut Run<'_>| {
            let answer = ANSWER_BYTES * self.queens.n() as u64;
            let memory = run.limits.memory.map(|most| most.saturating_sub(answer));
            let limits = Limits { memory, ..run.limits.clone() };
            let outcome = large::solve(self.queens, &mut Rng::new(run.seed), &limits);
            Ok(Finding::written(|| dealt(outcome)))
        };
        let make = move |_: &Settings| match &self.start {
            Some(_) => Err(InputError(
                "swaps places the queens itself, so it cannot start from a placement".into(),
            )),
            None => Ok(Box::new(run) as Box<dyn Search + 'a>),
        };
        Method {
            about: &About {
                name: "swaps",
                title: "Queen swaps",
                doc: "Places queens greedily, repairs by swaps; for millions",
                does: "Gives each column its own row, greedily avoiding diagonals already taken, \
                    and repairs the few remaining attacks by swapping the rows of two columns.",
                guarantees: "A placement returned as solved is a solution; there is no bound on the repairs.",
                costs: "Time and memory grow about in proportion to N: a million queens take less than a \
                        second. It is too fast to be watched step by step.",
                pseudocode: &[
                    "shuffle the rows",
                    "for each column: give it one of the next few rows, off the taken diagonals if possible",
                    "while a queen is attacked:",
                    "  try to swap its row with that of another column",
                    "  keep the swap if neither queen is then attacked",
                    "return the placement",
                ],
                lines: &[],
                frontier: false,
            },
            family: Family::Local,
            params: Vec::new(),
            shares: false,
            make: Box::new(make),
        }
    }
}

fn column_methods<'a, L>(landscape: impl Fn() -> L + Copy + 'a) -> Vec<Method<'a>>
where
    L: LocalDomain<State: Eq + Hash> + Conflicts + Crossover + 'a,
{
    vec![
        local::hill_climbing(move |_| Ok(landscape())),
        local::min_conflicts(move |_| Ok(landscape())),
        local::local_beam(move |_| Ok(landscape())),
        local::genetic(move |_| Ok(landscape())),
    ]
}

fn dealt(outcome: Outcome<Placement>) -> Finding {
    let Outcome { verdict, stats } = outcome;
    let (verdict, stop, placement) = match verdict {
        Verdict::Solved(placement) => (Conclusion::Solved, None, Some(placement)),
        Verdict::Stuck(placement) => (Conclusion::Stuck, None, Some(placement)),
        Verdict::Unsolvable => (Conclusion::Unsolvable, None, None),
        Verdict::Stopped { by, best } => (Conclusion::Stopped, Some(Limit::from(by)), best),
    };
    let cost = placement.as_ref().map(|placement| Number::from(placement.attacking_pairs() as i64));
    let solved = cost == Some(Number::default());
    let summary = match (stop, cost) {
        (None, _) => "Solved: all queens are placed, and none attacks another.".into(),
        (Some(stop), None) => format!("Stopped {}.", stop.words()),
        (Some(stop), Some(cost)) => {
            let pairs = if cost.value() == 1.0 {
                "1 pair attacks".into()
            } else {
                format!("{cost} pairs attack")
            };
            format!("Stopped {}. At that point {pairs} each other.", stop.words())
        }
    };
    Finding {
        verdict,
        stop,
        cost,
        optimal: solved,
        solves: solved,
        solution: placement.as_ref().map(|placement| numbers(placement.rows())),
        others: Vec::new(),
        facts: Map::new(),
        figures: vec![
            ("steps", Figure::Count(stats.expanded)),
            ("squares examined", Figure::Count(stats.generated)),
        ],
        stats,
        summary,
        notes: Vec::new(),
        aside: Default::default(),
        setup: Default::default(),
    }
}

fn numbers(rows: &[u32]) -> Solution {
    Solution::Numbers(rows.iter().map(|&row| u64::from(row) + 1).collect())
}

fn spaced<T: ToString>(rows: impl IntoIterator<Item = T>) -> String {
    rows.into_iter().map(|row| row.to_string()).collect::<Vec<_>>().join(" ")
}

impl LocalDomain for Queens {
    fn show(&self, state: &Columns) -> String {
        spaced(state.rows().iter().map(|row| row + 1))
    }

    fn drawing(&self, state: &Columns) -> String {
        drawn(&given(state.rows()))
    }

    fn cells(&self, state: &Columns) -> Cells {
        on_board(state.rows())
    }

    fn name_move(&self, Relocation { column, row }: Relocation) -> String {
        format!("the queen of column {} to row {}", column + 1, row + 1)
    }

    fn solution(&self, state: &Columns) -> (Solution, i64) {
        (numbers(state.rows()), goalward::local::Landscape::cost(self, state))
    }
}

impl LocalDomain for Swaps {
    fn show(&self, state: &Permutation) -> String {
        spaced(state.rows().iter().map(|row| row + 1))
    }

    fn drawing(&self, state: &Permutation) -> String {
        drawn(&given(state.rows()))
    }

    fn cells(&self, state: &Permutation) -> Cells {
        on_board(state.rows())
    }

    fn name_move(&self, Swap(a, b): Swap) -> String {
        format!("columns {} and {} swap rows", a + 1, b + 1)
    }

    fn solution(&self, state: &Permutation) -> (Solution, i64) {
        (numbers(state.rows()), goalward::local::Landscape::cost(self, state))
    }
}

impl CspDomain for Queens {
    fn name_variable(&self, column: usize) -> String {
        format!("column {}", column + 1)
    }

    fn name_value(&self, row: usize) -> String {
        format!("row {}", row + 1)
    }

    fn name_group(&self, _: usize) -> String {
        "the columns".into()
    }

    /// The board, with the squares that are ruled out.
    fn draw_domains(&self, left: &Left<'_>) -> String {
        let mark = |column, row| match left.mark(column, row) {
            Mark::Given => "Q",
            Mark::Open => ".",
            Mark::Struck => "-",
            Mark::StruckNow => "×",
        };
        let line = |row| spaced((0..self.n()).map(|column| mark(column, row)));
        (0..self.n()).map(line).collect::<Vec<_>>().join("\n")
    }

    fn show(&self, assignment: &[Option<usize>]) -> String {
        numbered(assignment)
    }

    fn drawing(&self, assignment: &[Option<usize>]) -> String {
        drawn(assignment)
    }

    fn solution(&self, rows: &[usize]) -> Solution {
        Solution::Numbers(rows.iter().map(|&row| row as u64 + 1).collect())
    }
}
