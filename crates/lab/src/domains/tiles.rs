//! Sliding tiles.

mod wide;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use cpu_time::ThreadTime;
use goalward::local::{Landscape, Traced, Trail};
use goalward::path::audit::Truth;
use goalward::{Blind, Heuristic, Limits, Reversible, Rng, StateSpace};
use goalward_domains::tiles::fast::{AStar, IdaStar, Kernel};
use goalward_domains::tiles::pdb::Summed;
use goalward_domains::tiles::{
    self, Additive, Board, Cells as Packed, Exhaustive, Fixed, Layout, LinearConflict, Move,
    PerTile, Puzzle, PuzzleError, Ranks, ScoredOf, Size, Slides, Tiles, Wander, Wide, replay,
    without_loops,
};
use serde_json::json;

use crate::audit::{Subject, heuristics};
use crate::depths::{at_depth, depth_param, too_many};
use crate::local::{self, LocalDomain};
use crate::number::Number;
use crate::path::{self, Asked, Estimate, PathDomain, Prepared, Ready, Searched, Unready};
use crate::pdb;
use crate::registry::{
    Alias, Check, Domain, InputError, Instance, Maker, Method, Preparation, Set,
};
use crate::report::Solution;
use crate::settings::{Choice, Param, Settings};
use crate::spec::Spec;
use crate::view::{Cells, Frame, View};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "tiles",
    title: "Sliding tiles of any size",
    doc: "Sliding tiles on boards from 2x2 to 16x16",
    aliases: &[
        Alias {
            name: "8-puzzle",
            title: "8-puzzle",
            doc: "Sliding tiles, 3x3",
            settings: &[("size", "3x3")],
        },
        Alias {
            name: "15-puzzle",
            title: "15-puzzle",
            doc: "Sliding tiles, 4x4",
            settings: &[("size", "4x4")],
        },
        Alias {
            name: "24-puzzle",
            title: "24-puzzle",
            doc: "Sliding tiles, 5x5",
            settings: &[("size", "5x5")],
        },
    ],
    params,
    instance_doc: "the tiles row by row, 0 for the blank, or SET:NUMBER; by default random",
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
    let straight = [
        Choice { name: "on", doc: "Only legal moves that do not undo the last one are drawn" },
        Choice { name: "off", doc: "Any of four directions; moves off the board do nothing" },
    ];
    vec![
        Param::text("size", "Rows x columns, such as 3x4; by default that of the instance, or 3x3"),
        Param::text("goal", "The board to reach, or blank-first (the default) or blank-last"),
        Param::text("walk", "Make the start by a random walk of this many steps from the goal")
            .making_the_start(),
        Param::choice(
            "straight",
            "Whether the walk always moves and never undoes its last move",
            straight,
            "off",
        )
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
            "walk makes the start, so it cannot be combined with an instance".into(),
        ));
    }
    if depth.is_some() && (walk.is_some() || text.is_some()) {
        return Err(InputError("use only one of an instance, walk and depth".into()));
    }
    let straight = settings.choice("straight") == "on";
    if straight && walk.is_none() {
        return Err(InputError("straight=on needs walk".into()));
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
        (None, Some(moves)) if straight => Puzzle::straight_walk(goal, moves, &mut rng),
        (None, Some(moves)) => Puzzle::walk(goal, moves, &mut rng),
        (None, None) => Puzzle::random(goal, &mut rng),
    };
    let start = puzzle.start().clone();
    Ok(boxed(puzzle, start, None))
}

/// A puzzle whose start needs exactly this many moves.
fn farther(goal: Layout, depth: u64, rng: &mut Rng) -> Result<Puzzle, InputError> {
    let size = goal.size();
    let solved = Puzzle::new(goal.clone(), goal.clone()).expect("a goal reaches itself");
    let tiles = Tiles::<u64>::new(&solved).map_err(|_| too_many(&size.to_string(), depth))?;
    let name = format!("tiles to {goal}");
    let start = at_depth(&name, &size.to_string(), &tiles, depth, rng)?;
    Puzzle::new(start.layout(size), goal).map_err(InputError::new)
}

fn boxed(puzzle: Puzzle, start: Layout, unsolvable: Option<String>) -> Box<dyn Instance> {
    if let Ok(space) = Tiles::<u64>::new(&puzzle) {
        return Box::new(Sliding { space, start, unsolvable });
    }
    match Tiles::<u128>::new(&puzzle) {
        Ok(space) => Box::new(Sliding { space, start, unsolvable }),
        Err(_) => Box::new(Sliding { space: Wide::new(&puzzle), start, unsolvable }),
    }
}

const MOST_MOVES: u64 = 100_000_000;

fn walk_length(text: &str) -> Result<u64, InputError> {
    text.parse().ok().filter(|&moves| moves <= MOST_MOVES).ok_or_else(|| {
        InputError(format!(
            "walk={text} is not allowed: use a number of moves from 0 to {MOST_MOVES}"
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

/// The start and goal of `set:number`; none if the text does not have this form.
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
struct Sliding<S> {
    space: S,
    start: Layout,
    unsolvable: Option<String>,
}

/// A puzzle with its methods, however its boards are held.
trait Boards: PathDomain + Reversible + Slides + Send {
    /// Hill climbing and annealing.
    fn local_methods(&self) -> Vec<Method<'_>>;
}

impl<S: Boards> Instance for Sliding<S> {
    fn text(&self) -> String {
        self.start.to_string()
    }

    fn meaning(&self) -> Option<&'static str> {
        Some("L, U, R and D move the blank left, up, right and down.")
    }

    fn goal(&self) -> Option<String> {
        Some(self.space.goal().to_string())
    }

    fn reproduces(&self, cost: Number) -> Option<bool> {
        let goal = self.space.goal();
        let published = tiles::sets::published_cost(&self.start.to_string())
            .filter(|_| *goal == Layout::blank_first(goal.size()))?;
        Some(cost.value() == f64::from(published))
    }

    fn drawing(&self) -> String {
        let (start, goal) = (self.start.drawing(), self.space.goal().drawing());
        if self.start.size().columns() > ABREAST {
            return format!("{start}\n\nto\n\n{goal}");
        }
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
        let mut methods = path::reversible_methods(&self.space);
        methods.extend(self.space.local_methods());
        methods
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        heuristics(&self.space)
    }

    fn default_method(&self) -> &'static str {
        match self.start.size().cells() {
            0..=12 => "astar(manhattan)",
            13..=16 => "idastar(linear-conflict)",
            17..=25 => "wastar(linear-conflict, weight=3)",
            _ => "wastar(linear-conflict, weight=5)",
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
            17..=25 => &[
                "greedy(manhattan)",
                "greedy(linear-conflict)",
                "wastar(linear-conflict, weight=5)",
                "wastar(linear-conflict, weight=3)",
                "beam(linear-conflict, width=1000)",
            ],
            _ => &[
                "greedy(manhattan)",
                "greedy(linear-conflict)",
                "wastar(linear-conflict, weight=5)",
                "beam(linear-conflict)",
                "beam(linear-conflict, width=1000)",
            ],
        }
    }

    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let boards = self.replayed(solution)?;
        Ok(Check {
            cost: Some(Number::from(solution.len() as i64)),
            solves: boards.last() == Some(self.space.goal()),
            boards: boards.iter().map(Layout::drawing).collect(),
            end: None,
            picture: None,
        })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        Ok(self.replayed(solution)?.iter().map(on_board).collect())
    }

    /// Moves of the blank as letters or words, with or without anything between the letters.
    fn read(&self, text: &str) -> Result<Solution, String> {
        let is_packed = |word: &str| word.chars().all(|c| "UDLR".contains(c));
        let letter = |word: &str| match word.to_lowercase().as_str() {
            "up" => "U".into(),
            "down" => "D".into(),
            "left" => "L".into(),
            "right" => "R".into(),
            // What is not a move is reported as it was written.
            _ => Some(word.to_uppercase()).filter(|word| is_packed(word)).unwrap_or(word.into()),
        };
        let moves = path::pieces(text).into_iter().flat_map(|piece| {
            let words: Vec<String> = piece.split_whitespace().map(letter).collect();
            words
                .into_iter()
                .flat_map(|word| match is_packed(&word) {
                    true => word.chars().map(String::from).collect(),
                    false => vec![word],
                })
                .collect::<Vec<_>>()
        });
        Ok(Solution::Words(moves.collect()))
    }

    fn view(&self) -> View {
        let size = self.start.size();
        let (rows, columns, goal) = (size.rows(), size.columns(), on_board(self.space.goal()));
        let facts = json!({ "rows": rows, "columns": columns, "goal": goal });
        View { frame: Frame::new("tiles", facts), start: on_board(&self.start) }
    }
}

impl<S> Sliding<S> {
    /// The boards that the moves of the blank lead through.
    fn replayed(&self, moves: &Solution) -> Result<Vec<Layout>, String> {
        let moves = moves.words();
        replay(&self.start, moves.iter().map(String::as_str)).map_err(|error| error.to_string())
    }
}

/// The tiles as cells.
fn on_board(layout: &Layout) -> Cells {
    layout.tiles().iter().map(|&tile| Some(tile.into())).collect()
}

/// Wider boards are drawn below each other.
const ABREAST: usize = 6;

type Way<'a, S, H> = Traced<Wander<'a, S, H>>;
type Landscaped<'a, L> = Box<dyn Fn(&Settings) -> Result<L, InputError> + 'a>;

impl<C: Packed + Send + Sync> Boards for Tiles<C> {
    fn local_methods(&self) -> Vec<Method<'_>> {
        wander(self, PerTile::manhattan, PerTile::euclidean)
    }
}

/// Hill climbing and annealing, for either cost.
fn wander<'a, S, M, E>(
    space: &'a S,
    manhattan: fn(&Layout) -> M,
    euclidean: fn(&Layout) -> E,
) -> Vec<Method<'a>>
where
    S: Slides<State: Copy + Send + Sync> + Sync,
    M: Heuristic<S, Memo: Fixed> + Sync + 'a,
    E: Heuristic<S, Memo: Fixed> + Sync + 'a,
{
    let by_manhattan = move || -> Landscaped<'a, Way<'a, S, M>> {
        Box::new(move |_| Ok(Traced(Wander::new(space, manhattan(space.goal())))))
    };
    let by_euclidean = move || -> Landscaped<'a, Way<'a, S, E>> {
        Box::new(move |_| Ok(Traced(Wander::new(space, euclidean(space.goal())))))
    };
    vec![
        either(local::hill_climbing(by_manhattan()), local::hill_climbing(by_euclidean())),
        either(local::annealing(by_manhattan()), local::annealing(by_euclidean())),
    ]
}

/// A method whose setting `cost` chooses which of the two runs.
fn either<'a>(manhattan: Method<'a>, euclidean: Method<'a>) -> Method<'a> {
    let Method { about, family, mut params, shares, make: manhattan } = manhattan;
    let costs = [
        Choice { name: "manhattan", doc: "Rows and columns from home, summed" },
        Choice { name: "euclidean", doc: "Straight-line distances from home, summed" },
    ];
    params.push(Param::choice("cost", "What a board costs", costs, "manhattan"));
    let euclidean = euclidean.make;
    let make: Maker<'a> = Box::new(move |settings| match settings.choice("cost") {
        "euclidean" => euclidean(settings),
        _ => manhattan(settings),
    });
    Method { about, family, params, shares, make }
}

impl<S, H> LocalDomain for Way<'_, S, H>
where
    S: Slides<State: Copy + Send + Sync> + Sync,
    H: Heuristic<S, Memo: Fixed> + Sync,
{
    const UNIT: f64 = <H::Memo as Fixed>::UNIT as f64;
    const UNDOES: bool = true;

    fn show(&self, trail: &Trail<ScoredOf<S, H>, Move>) -> String {
        self.0.space().layout(&trail.state.board).to_string()
    }

    fn drawing(&self, trail: &Trail<ScoredOf<S, H>, Move>) -> String {
        self.0.space().layout(&trail.state.board).drawing()
    }

    fn cells(&self, trail: &Trail<ScoredOf<S, H>, Move>) -> Cells {
        on_board(&self.0.space().layout(&trail.state.board))
    }

    fn name_move(&self, mv: Move) -> String {
        format!("the blank {mv}")
    }

    /// The path there, with its loops cut out.
    fn solution(&self, trail: &Trail<ScoredOf<S, H>, Move>) -> (Solution, i64) {
        let moves = without_loops(self.0.space(), &trail.moves);
        let cost = moves.len() as i64;
        (Solution::Words(moves.iter().map(Move::to_string).collect()), cost)
    }

    fn note(&self, trail: &Trail<ScoredOf<S, H>, Move>, way: &Solution) -> Option<String> {
        let moves = if way.len() == 1 { "1 move".into() } else { format!("{} moves", way.len()) };
        Some(match self.0.cost(&trail.state) {
            0 => format!("Without loops the path has {moves}:"),
            _ => format!("The nearest board is {}, {moves} from the start.", self.show(trail)),
        })
    }
}

impl<C: Packed + Send + Sync> PathDomain for Tiles<C> {
    const HEURISTICS: &'static [Estimate] = &[
        Estimate {
            name: "zero",
            title: "none (zero)",
            doc: "Always 0",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "misplaced",
            title: "misplaced tiles",
            doc: "Tiles not in place",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "misplaced-blank",
            title: "misplaced tiles and blank",
            doc: "WRONG on purpose: counts the blank too, so overestimates",
            admissible: false,
            params: Vec::new,
        },
        Estimate {
            name: "manhattan",
            title: "Manhattan distance",
            doc: "Rows and columns from home, summed",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "euclidean",
            title: "Euclidean distance",
            doc: "Straight-line distances from home, summed",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "linear-conflict",
            title: "linear conflict",
            doc: "Manhattan plus 2 for each tile that must make way",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "pdb",
            title: "pattern database",
            doc: "Pattern databases: exact costs of groups of tiles, summed",
            admissible: true,
            params: pdb::params,
        },
    ];
    const DEFAULT_HEURISTIC: &'static str = "manhattan";
    const UNIT_COSTS: bool = true;
    const CANCELS: bool = true;

    fn heuristic(&self, spec: &Spec, limits: &Limits) -> Result<Ready<'_, Self>, Unready> {
        let (goal, at_once) = (self.goal(), Prepared::default());
        Ok(match spec.name.as_str() {
            "zero" => (Box::new(Blind), at_once),
            "misplaced" => (Box::new(PerTile::misplaced(goal)), at_once),
            "misplaced-blank" => (Box::new(PerTile::misplaced_blank(goal)), at_once),
            "manhattan" => (Box::new(PerTile::manhattan(goal)), at_once),
            "euclidean" => (Box::new(PerTile::euclidean(goal)), at_once),
            "linear-conflict" => {
                let (tables, setup) = linear_conflict(goal);
                (Box::new(Owning(tables)), Prepared { setup: Some(setup), ..at_once })
            }
            "pdb" => {
                let (databases, prepared) = pdb::prepare(goal, spec, limits)?;
                (Box::new(Owning(databases)), prepared)
            }
            name => unreachable!("{name} is not listed"),
        })
    }

    fn check_heuristic(&self, spec: &Spec, limits: &Limits) -> Result<(), InputError> {
        if spec.name == "pdb" { pdb::check(self.goal(), spec, limits) } else { Ok(()) }
    }

    fn preparation(&self, spec: &Spec) -> Preparation {
        match spec.name.as_str() {
            "pdb" => pdb::preparation(self.goal(), spec),
            _ => Preparation::default(),
        }
    }

    const KERNELS: &'static [&'static str] = &["astar", "idastar"];

    fn by_kernel(&self, asked: &Asked<'_>) -> Result<Option<Searched<Self>>, Unready> {
        let Asked { method, settings, heuristic, jobs, limits } = *asked;
        let usual = |name: &str, value: &str| settings.choice(name) == value;
        Ok(match (method, heuristic.name.as_str()) {
            ("astar", _) if !usual("ties", "high-g") || !usual("undo", "off") => None,
            ("astar", "manhattan") => served(&AStar, self, limits),
            ("idastar", _) if !usual("cycles", "allow") || !usual("undo", "off") => None,
            ("idastar", "manhattan") => served(&IdaStar::on(jobs), self, limits),
            ("idastar", "pdb") => {
                let (databases, prepared) = pdb::prepare(self.goal(), heuristic, limits)?;
                let databases = Owning(databases);
                let summed = databases.summed();
                let left = prepared.left_of(limits);
                let prepared = told_h(self, &summed, prepared);
                let found = IdaStar::on(jobs).by_databases(self, &summed, &left);
                found.map(|outcome| (outcome, prepared))
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
        self.layout(board).to_string()
    }

    fn drawing(&self, board: &Board<C>) -> String {
        self.layout(board).drawing()
    }

    fn cells(&self, board: &Board<C>) -> Cells {
        on_board(&self.layout(board))
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

/// A heuristic that owns what it is made of.
struct Owning<T>(T);

impl<C: Packed> Heuristic<Tiles<C>> for Owning<Arc<LinearConflict>> {
    type Memo = <LinearConflict as Heuristic<Tiles<C>>>::Memo;

    #[inline]
    fn memo(&self, board: &Board<C>) -> Self::Memo {
        self.0.memo(board)
    }

    #[inline]
    fn estimate(&self, memo: Self::Memo) -> u32 {
        Heuristic::<Tiles<C>>::estimate(&*self.0, memo)
    }

    #[inline]
    fn advance(
        &self,
        memo: Self::Memo,
        parent: &Board<C>,
        mv: &Move,
        child: &Board<C>,
    ) -> Self::Memo {
        self.0.advance(memo, parent, mv, child)
    }
}

impl Owning<Additive> {
    /// One width for all partitions: each further one would compile every method again.
    #[inline]
    fn summed(&self) -> Summed<'_, 16> {
        self.0.summed().expect("there are 16 at most")
    }
}

impl<C: Packed> Heuristic<Tiles<C>> for Owning<Additive> {
    type Memo = [u8; 16];

    #[inline]
    fn memo(&self, board: &Board<C>) -> [u8; 16] {
        self.summed().memo(board)
    }

    #[inline]
    fn estimate(&self, memo: [u8; 16]) -> u32 {
        Heuristic::<Tiles<C>>::estimate(&self.summed(), memo)
    }

    #[inline]
    fn advance(&self, memo: [u8; 16], parent: &Board<C>, mv: &Move, child: &Board<C>) -> [u8; 16] {
        self.summed().advance(memo, parent, mv, child)
    }
}

/// A search with Manhattan distances by a kernel, if it serves the board.
fn served<C: Packed>(
    kernel: &impl Kernel<Tiles<C>, PerTile<u8>>,
    tiles: &Tiles<C>,
    limits: &Limits,
) -> Option<Searched<Tiles<C>>> {
    let clock = ThreadTime::now();
    let manhattan = PerTile::manhattan(tiles.goal());
    let took = clock.elapsed();
    kernel.serves(tiles, &manhattan, limits).then(|| {
        let (seconds, setup) = (took.as_secs_f64(), Some(took));
        let prepared = Prepared { seconds, setup, ..Prepared::default() };
        let prepared = told_h(tiles, &manhattan, prepared);
        (kernel.search(tiles, &manhattan, limits, &mut ()), prepared)
    })
}

/// With the estimate of the start.
fn told_h<C: Packed>(
    tiles: &Tiles<C>,
    heuristic: &impl Heuristic<Tiles<C>>,
    prepared: Prepared,
) -> Prepared {
    let h = heuristic.estimate(heuristic.memo(&tiles.start()));
    Prepared { h_start: Some(Number::of(h)), ..prepared }
}

/// Tables for at most this many goals are kept.
const TABLES: usize = 8;

/// The tables of linear conflicts for a goal, made once, and what it took to make them.
fn linear_conflict(goal: &Layout) -> (Arc<LinearConflict>, Duration) {
    type Made = (Layout, Arc<LinearConflict>, Duration);
    static MADE: Mutex<Vec<Made>> = Mutex::new(Vec::new());
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let at = made.iter().position(|(known, ..)| known == goal).unwrap_or_else(|| {
        if made.len() == TABLES {
            made.remove(0);
        }
        let clock = ThreadTime::now();
        let tables = Arc::new(LinearConflict::new(goal));
        made.push((goal.clone(), tables, clock.elapsed()));
        made.len() - 1
    });
    (made[at].1.clone(), made[at].2)
}
