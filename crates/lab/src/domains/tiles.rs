//! Sliding tiles.

use goalward::local::{Landscape, Traced, Trail};
use goalward::path::PathSearch;
use goalward::path::audit::Truth;
use goalward::{Blind, Heuristic, Limits, Reversible, Rng, StateSpace};
use goalward_domains::tiles::fast::{AStar, IdaStar, Kernel};
use goalward_domains::tiles::{
    self, Board, Cells as Packed, Exhaustive, Fixed, Layout, LinearConflict, Move, PerTile, Puzzle,
    PuzzleError, Ranks, Scored, Size, Tiles, Wander, replay,
};
use serde_json::json;

use crate::audit::{Subject, heuristics};
use crate::depths::{at_depth, depth_param, too_many};
use crate::local::{self, LocalDomain};
use crate::number::Number;
use crate::path::{
    self, Asked, Estimate, HeuristicVisitor, PathDomain, Prepared, Searched, Unready,
};
use crate::pdb;
use crate::registry::{Alias, Check, Domain, InputError, Instance, Maker, Method, Set};
use crate::report::Solution;
use crate::settings::{Choice, Param, Settings};
use crate::spec::Spec;
use crate::view::{Cells, Frame, View, spaced};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "tiles",
    doc: "Sliding tiles on boards from 2x2 to 5x5",
    aliases: &[
        Alias { name: "8-puzzle", doc: "Sliding tiles, 3x3", settings: &[("size", "3x3")] },
        Alias { name: "15-puzzle", doc: "Sliding tiles, 4x4", settings: &[("size", "4x4")] },
        Alias { name: "24-puzzle", doc: "Sliding tiles, 5x5", settings: &[("size", "5x5")] },
    ],
    params,
    instance_doc: "the tiles row by row, 0 for the blank, or SET:NUMBER; none: a random one",
    sets: &[
        Set {
            name: "eight200",
            doc: "200 random 8-puzzles, goal blank-last",
            text: tiles::sets::EIGHT200,
        },
        Set {
            name: "korf100",
            doc: "Korf's 100 random 15-puzzles, goal blank-first",
            text: tiles::sets::KORF100,
        },
        Set {
            name: "korf24",
            doc: "Korf and Felner's 50 random 24-puzzles, goal blank-first",
            text: tiles::sets::KORF24,
        },
    ],
    random: true,
    open,
    load: None,
};

fn params() -> Vec<Param> {
    vec![
        Param::text("size", "Rows x columns, such as 3x4; else as the instance has it, or 3x3"),
        Param::text("goal", "The board to reach, or blank-first (the default) or blank-last"),
        Param::text("walk", "Make the start by this many random moves from the goal")
            .making_the_start(),
        depth_param(),
    ]
}

fn open(
    settings: &Settings,
    text: Option<&str>,
    seed: u64,
) -> Result<Box<dyn Instance>, InputError> {
    let size: Option<Size> =
        settings.text("size").map(str::parse).transpose().map_err(InputError::new)?;
    let walk = settings.text("walk").map(walk_length).transpose()?;
    let depth = settings.whole_if_set("depth");
    if let (Some(_), Some(_)) = (walk, text) {
        return Err(InputError(
            "a walk makes the start, so no instance can be given with it".into(),
        ));
    }
    if depth.is_some() && (walk.is_some() || text.is_some()) {
        return Err(InputError("use only one of an instance, walk and depth".into()));
    }
    let named = text.map(from_set).transpose()?.flatten();
    let start = match (&named, text) {
        (Some((start, _)), _) => Some(of_size(start.clone(), size)?),
        (None, Some(text)) => Some(Layout::parse(text, size).map_err(InputError::new)?),
        (None, None) => None,
    };
    let size = start.as_ref().map(Layout::size).or(size).unwrap_or(Size::EIGHT);
    let goal = match (settings.text("goal"), named) {
        (Some(text), _) => goal(text, size)?,
        (None, Some((_, goal))) => goal,
        (None, None) => Layout::blank_first(size),
    };
    let mut rng = Rng::new(seed);
    if let Some(depth) = depth {
        let puzzle = farther(goal, depth, &mut rng)?;
        let start = puzzle.start().clone();
        return Ok(boxed(puzzle, start, None));
    }
    let puzzle = match (start, walk) {
        (Some(start), _) => match Puzzle::new(start.clone(), goal.clone()) {
            Err(error @ PuzzleError::Unsolvable { .. }) => {
                let at_goal = Puzzle::new(goal.clone(), goal).expect("a goal reaches itself");
                return Ok(boxed(at_goal, start, Some(error.to_string())));
            }
            other => other.map_err(InputError::new)?,
        },
        (None, Some(moves)) => Puzzle::walk(goal, moves, &mut rng),
        (None, None) => Puzzle::random(goal, &mut rng),
    };
    let start = puzzle.start().clone();
    Ok(boxed(puzzle, start, None))
}

/// A puzzle whose start needs exactly so many moves.
fn farther(goal: Layout, depth: u64, rng: &mut Rng) -> Result<Puzzle, InputError> {
    let size = goal.size();
    let solved = Puzzle::new(goal.clone(), goal.clone()).expect("a goal reaches itself");
    let tiles = Tiles::<u64>::new(&solved).map_err(|_| too_many(&size.to_string(), depth))?;
    let name = format!("tiles to {goal}");
    let start = at_depth(&name, &size.to_string(), &tiles, depth, rng)?;
    Puzzle::new(start.layout(size), goal).map_err(InputError::new)
}

fn boxed(puzzle: Puzzle, start: Layout, unsolvable: Option<String>) -> Box<dyn Instance> {
    match Tiles::<u64>::new(&puzzle) {
        Ok(tiles) => Box::new(Sliding { tiles, start, unsolvable }),
        Err(_) => {
            let tiles = Tiles::<u128>::new(&puzzle).expect("25 cells fit");
            Box::new(Sliding { tiles, start, unsolvable })
        }
    }
}

const MOST_MOVES: u64 = 100_000_000;

fn walk_length(text: &str) -> Result<u64, InputError> {
    text.parse().ok().filter(|&moves| moves <= MOST_MOVES).ok_or_else(|| {
        InputError(format!(
            "walk={text} will not do: give a number of moves from 0 to {MOST_MOVES}"
        ))
    })
}

fn of_size(layout: Layout, size: Option<Size>) -> Result<Layout, InputError> {
    match size {
        Some(size) if size != layout.size() => {
            let found = layout.size();
            Err(InputError(format!("that instance is a {found} board, not {size}")))
        }
        _ => Ok(layout),
    }
}

fn goal(text: &str, size: Size) -> Result<Layout, InputError> {
    match text {
        "blank-first" => Ok(Layout::blank_first(size)),
        "blank-last" => Ok(Layout::blank_last(size)),
        _ => Layout::parse(text, Some(size)).map_err(|error| InputError(format!("goal: {error}"))),
    }
}

/// The goal that is set, or the usual one.
pub(crate) fn goal_of(settings: &Settings) -> Result<Layout, InputError> {
    let size = settings.text("size").map(str::parse).transpose().map_err(InputError::new)?;
    goal(settings.text("goal").unwrap_or("blank-first"), size.unwrap_or(Size::EIGHT))
}

/// The start and goal of `set:number`; none if the text is nothing of the kind.
fn from_set(text: &str) -> Result<Option<(Layout, Layout)>, InputError> {
    let Some((set, line)) = Set::find(DOMAIN.sets, text)? else { return Ok(None) };
    let words: Vec<u8> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let (size, from, goal): (Size, usize, fn(Size) -> Layout) = match set.name {
        "eight200" => (Size::EIGHT, 0, Layout::blank_last),
        "korf100" => (Size::FIFTEEN, 1, Layout::blank_first),
        _ => (Size::TWENTY_FOUR, 1, Layout::blank_first),
    };
    let start = Layout::new(size, words[from..from + size.cells()].to_vec());
    Ok(Some((start.map_err(InputError::new)?, goal(size))))
}

/// A puzzle, or a start from which its goal is out of reach.
struct Sliding<C: Packed> {
    tiles: Tiles<C>,
    start: Layout,
    unsolvable: Option<String>,
}

impl<C: Packed + Send + Sync> Instance for Sliding<C> {
    fn text(&self) -> String {
        self.start.to_string()
    }

    fn goal(&self) -> Option<String> {
        Some(self.tiles.goal().to_string())
    }

    fn drawing(&self) -> String {
        let (start, goal) = (self.start.drawing(), self.tiles.goal().drawing());
        let middle = self.start.size().rows() / 2;
        let rows = start.lines().zip(goal.lines()).enumerate().map(|(i, (start, goal))| {
            format!("{start}{}{goal}", if i == middle { "   to   " } else { "        " })
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn unsolvable(&self) -> Option<String> {
        self.unsolvable.clone()
    }

    fn methods(&self) -> Vec<Method<'_>> {
        let mut methods = path::reversible_methods(&self.tiles);
        methods.push(self.wander(local::hill_climbing, local::hill_climbing));
        methods.push(self.wander(local::annealing, local::annealing));
        methods
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        heuristics(&self.tiles)
    }

    fn default_method(&self) -> &'static str {
        match self.start.size().cells() {
            0..=12 => "astar(manhattan)",
            13..=16 => "idastar(linear-conflict)",
            _ => "wastar(linear-conflict, weight=3)",
        }
    }

    fn compared(&self) -> &'static [&'static str] {
        match self.start.size().cells() {
            0..=9 => &[
                "ids",
                "greedy(misplaced)",
                "greedy(manhattan)",
                "astar(misplaced)",
                "astar(manhattan)",
                "idastar(manhattan)",
            ],
            10..=16 => &[
                "greedy(manhattan)",
                "greedy(linear-conflict)",
                "wastar(manhattan, weight=3)",
                "wastar(linear-conflict, weight=3)",
                "beam(linear-conflict, width=1000)",
                "idastar(linear-conflict)",
            ],
            _ => &[
                "greedy(manhattan)",
                "greedy(linear-conflict)",
                "wastar(linear-conflict, weight=5)",
                "wastar(linear-conflict, weight=3)",
                "beam(linear-conflict, width=1000)",
            ],
        }
    }

    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let moves = solution.words();
        let boards = replay(&self.start, moves.iter().map(String::as_str))
            .map_err(|misplay| misplay.to_string())?;
        Ok(Check {
            cost: Some(Number::from(moves.len() as i64)),
            solves: boards.last() == Some(self.tiles.goal()),
            states: boards.iter().map(Layout::to_string).collect(),
            boards: boards.iter().map(Layout::drawing).collect(),
            picture: None,
        })
    }

    fn view(&self) -> View {
        let cells = |layout: &Layout| -> Cells {
            layout.tiles().iter().map(|&tile| Some(tile.into())).collect()
        };
        let size = self.start.size();
        let (rows, columns, goal) = (size.rows(), size.columns(), cells(self.tiles.goal()));
        let facts = json!({ "rows": rows, "columns": columns, "goal": goal });
        View { frame: Frame::new("tiles", facts), start: cells(&self.start) }
    }

    fn cells(&self, state: &str) -> Option<Cells> {
        let cells = spaced(state);
        (cells.len() == self.start.size().cells()).then_some(cells)
    }

    fn draw(&self, state: &str) -> String {
        let layout = Layout::parse(state, Some(self.start.size()));
        layout.map_or_else(|_| state.into(), |layout| layout.drawing())
    }
}

type Way<'a, C, N> = Traced<Wander<'a, C, N>>;
type Landscaped<'a, L> = Box<dyn Fn(&Settings) -> Result<L, InputError> + 'a>;

impl<C: Packed> Sliding<C> {
    /// A method of local search, for either cost.
    fn wander<'a>(
        &'a self,
        by_manhattan: fn(Landscaped<'a, Way<'a, C, u8>>) -> Method<'a>,
        by_euclidean: fn(Landscaped<'a, Way<'a, C, u32>>) -> Method<'a>,
    ) -> Method<'a> {
        let goal = self.tiles.goal();
        let manhattan = by_manhattan(Box::new(|_| {
            Ok(Traced(Wander::new(&self.tiles, PerTile::manhattan(goal))))
        }));
        let euclidean = by_euclidean(Box::new(|_| {
            Ok(Traced(Wander::new(&self.tiles, PerTile::euclidean(goal))))
        }));
        let Method { about, family, mut params, shares, make: manhattan } = manhattan;
        let costs = [
            Choice { name: "manhattan", doc: "Rows and columns from home, summed" },
            Choice { name: "euclidean", doc: "Straight distances from home, summed" },
        ];
        params.push(Param::choice("cost", "What a board costs", costs, "manhattan"));
        let euclidean = euclidean.make;
        let make: Maker<'a> = Box::new(move |settings| match settings.choice("cost") {
            "euclidean" => euclidean(settings),
            _ => manhattan(settings),
        });
        Method { about, family, params, shares, make }
    }
}

impl<C: Packed, N: Fixed> LocalDomain for Way<'_, C, N> {
    fn show(&self, trail: &Trail<Scored<C, N>, Move>) -> String {
        trail.state.board.layout(self.0.tiles().goal().size()).to_string()
    }

    fn name_move(&self, mv: Move) -> String {
        format!("the blank {mv}")
    }

    /// The way there, its loops cut out.
    fn solution(&self, trail: &Trail<Scored<C, N>, Move>) -> (Solution, i64) {
        let moves = self.0.tiles().without_loops(&trail.moves);
        let cost = moves.len() as i64;
        (Solution::Words(moves.iter().map(Move::to_string).collect()), cost)
    }

    fn note(&self, trail: &Trail<Scored<C, N>, Move>, way: &Solution) -> Option<String> {
        let moves = if way.len() == 1 { "1 move".into() } else { format!("{} moves", way.len()) };
        Some(match self.0.cost(&trail.state) {
            0 => format!("The way to the goal has {moves}, its loops cut out."),
            _ => format!("The nearest board is {}, {moves} from the start.", self.show(trail)),
        })
    }
}

impl<C: Packed + Send + Sync> PathDomain for Tiles<C> {
    const HEURISTICS: &'static [Estimate] = &[
        Estimate { name: "zero", doc: "Knows nothing", admissible: true, params: Vec::new },
        Estimate {
            name: "misplaced",
            doc: "Tiles not in place",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "misplaced-blank",
            doc: "WRONG, for teaching: counts the blank too, so overestimates",
            admissible: false,
            params: Vec::new,
        },
        Estimate {
            name: "manhattan",
            doc: "Rows and columns from home, summed",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "euclidean",
            doc: "Straight distances from home, summed",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "linear-conflict",
            doc: "Manhattan, and 2 for each tile in another's way",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "pdb",
            doc: "Pattern databases: moves of some tiles, looked up and summed",
            admissible: true,
            params: pdb::params,
        },
    ];
    const DEFAULT_HEURISTIC: &'static str = "manhattan";
    const UNIT_COSTS: bool = true;
    const CANCELS: bool = true;

    fn with_heuristic<V: HeuristicVisitor<Self>>(
        &self,
        spec: &Spec,
        limits: &Limits,
        visitor: V,
    ) -> Result<V::Output, Unready> {
        let (goal, at_once) = (self.goal(), Prepared::default());
        Ok(match spec.name.as_str() {
            "zero" => visitor.visit(&Blind, at_once),
            "misplaced" => visitor.visit(&PerTile::misplaced(goal), at_once),
            "misplaced-blank" => visitor.visit(&PerTile::misplaced_blank(goal), at_once),
            "manhattan" => visitor.visit(&PerTile::manhattan(goal), at_once),
            "euclidean" => visitor.visit(&PerTile::euclidean(goal), at_once),
            "linear-conflict" => visitor.visit(&LinearConflict::new(goal), at_once),
            "pdb" => {
                let (databases, prepared) = pdb::prepare(goal, spec, limits)?;
                // One width for all partitions: each more would compile every method anew.
                let summed = databases.summed::<16>().expect("there are 16 at most");
                visitor.visit(&summed, prepared)
            }
            name => unreachable!("{name} is not listed"),
        })
    }

    fn check_heuristic(&self, spec: &Spec, limits: &Limits) -> Result<(), InputError> {
        if spec.name == "pdb" { pdb::check(self.goal(), spec, limits) } else { Ok(()) }
    }

    const KERNELS: &'static [&'static str] = &["astar", "idastar"];

    fn by_kernel(&self, asked: &Asked<'_>) -> Result<Option<Searched<Self>>, Unready> {
        let Asked { method, settings, heuristic, jobs, limits } = *asked;
        let usual = |name: &str, value: &str| settings.choice(name) == value;
        Ok(match (method, heuristic.name.as_str()) {
            ("astar", _) if !usual("ties", "high-g") || !usual("undo", "off") => None,
            ("astar", "manhattan") => served(&AStar, self, limits),
            ("idastar", _) if !usual("cycles", "allow") => None,
            ("idastar", "manhattan") => served(&IdaStar::on(jobs), self, limits),
            ("idastar", "pdb") => {
                let (databases, prepared) = pdb::prepare(self.goal(), heuristic, limits)?;
                let summed = databases.summed::<16>().expect("there are 16 at most");
                let left = prepared.left_of(limits);
                Some((IdaStar::on(jobs).search(self, &summed, &left, &mut ()), prepared))
            }
            _ => None,
        })
    }

    fn reversed(&self, heuristic: &Spec) -> Option<Self> {
        if heuristic.name == "pdb" {
            return None;
        }
        let start = self.start().layout(self.goal().size());
        Tiles::new(&Puzzle::new(self.goal().clone(), start).ok()?).ok()
    }

    fn show(&self, board: &Board<C>) -> String {
        board.layout(self.goal().size()).to_string()
    }

    fn name(&self, mv: &Move) -> String {
        mv.to_string()
    }

    fn every_state(&self) -> Option<impl Truth<Self>> {
        Ranks::new(self.goal()).map(Exhaustive::unvisited)
    }

    fn origin(&self) -> Self::State {
        self.goals().next().expect("a puzzle has a goal")
    }

    fn reference(&self) -> impl Heuristic<Self> {
        LinearConflict::new(self.goal())
    }
}

/// A search with Manhattan distances by a kernel, if it serves the board.
fn served<C: Packed>(
    kernel: &impl Kernel<Tiles<C>, PerTile<u8>>,
    tiles: &Tiles<C>,
    limits: &Limits,
) -> Option<Searched<Tiles<C>>> {
    let manhattan = PerTile::manhattan(tiles.goal());
    let serves = kernel.serves(tiles, &manhattan, limits);
    serves.then(|| (kernel.search(tiles, &manhattan, limits, &mut ()), Prepared::default()))
}
