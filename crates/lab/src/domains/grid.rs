//! Maps of cells.

use std::collections::HashSet;
use std::sync::Arc;

use goalward::path::audit::{Reachable, Truth};
use goalward::{Heuristic, Limits, Meter, Rng};
use goalward_domains::grid::heuristics::{
    ByManhattan, Chebyshev, Euclidean, Manhattan, Metric, Octile,
};
use goalward_domains::grid::sets::{CAVES, MAZE, RANDOM, ROOMS, Shipped};
use goalward_domains::grid::{
    Alt, Cell, Drawing, Grid, Jps, Kind as Made, Map, Published, Query, Step, Steps, ends, queries,
};
use serde_json::json;

use crate::about::About;
use crate::audit::{Subject, heuristics};
use crate::number::Number;
use crate::path::{self, Estimate, PathDomain, Prepared, Ready, Unready, cold};
use crate::places::{Erased, Shelf, erased, landmark_params, with_landmarks};
use crate::registry::{Check, Domain, InputError, Instance, Method, Reader, Set};
use crate::report::Solution;
use crate::settings::{Choice, Kind, Named, Param, Settings};
use crate::spec::Spec;
use crate::suggest::listed;
use crate::trace::EventKind::{Cheaper, Expand, Goal, Improve, Known, New, Pruned};
use crate::view::{Cells, DRAWN_CELLS, Frame, View};

/// The row of the registry.
pub const DOMAIN: Domain = Domain {
    name: "grid",
    title: "Grid map",
    doc: "The shortest path on a map of cells",
    aliases: &[],
    params,
    instance_doc: "a map (# . S G 1-9), @FILE.map, @FILE.map.scen:NUMBER or SET:NUMBER; by default \
        one is made from the seed",
    sets: &[
        set("caves", "25 queries on 64x64 cells of caves", CAVES.scenario),
        set("maze", "25 queries in a maze of 41x41 cells", MAZE.scenario),
        set("random", "25 queries on 49x49 cells, 35% of them walls", RANDOM.scenario),
        set("rooms", "25 queries on 97x97 cells in rooms", ROOMS.scenario),
    ],
    random: true,
    open,
    load: Some(load),
};

/// The maps that ship.
const SHIPPED: [Shipped; 4] = [CAVES, MAZE, RANDOM, ROOMS];

/// The queries of a scenario, one per line: all but its first line, `version 1`.
const fn set(name: &'static str, doc: &'static str, scenario: &'static str) -> Set {
    Set { name, doc, text: scenario.split_at(10).1 }
}

/// The default size of a map.
const SIZE: &str = "41x41";

fn params() -> Vec<Param> {
    let named = |name, doc, params| Named { name, title: name, doc, params };
    let kinds = vec![
        named(
            "rooms",
            "Rooms with doors",
            vec![Param::whole("side", "The side of a room", 2..=4096, "8")],
        ),
        named("maze", "Corridors one cell wide, one path between any two places", vec![]),
        named("caves", "Noise, smoothed", vec![]),
        named(
            "random",
            "Randomly scattered walls",
            vec![Param::decimal("density", "The share of walls", 0.0..=1.0, "0.3")],
        ),
    ];
    let neighbours = [
        Choice { name: "4", doc: "The cells that share a side" },
        Choice { name: "8", doc: "Also the cells at the corners" },
    ];
    let corners = [
        Choice { name: "keep", doc: "A diagonal step needs both cells beside it free" },
        Choice { name: "cut", doc: "A diagonal step may pass between walls" },
    ];
    vec![
        Param::new("kind", "Kind of map to make; by default rooms", Kind::Spec(kinds), None)
            .making_the_start(),
        Param::text("size", "Columns x rows of the map to make; by default 41x41")
            .making_the_start(),
        Param::text("from", "The start as column:row, both from 0"),
        Param::text("to", "The goal as column:row, both from 0"),
        Param::choice("neighbours", "Number of neighbours of a cell", neighbours, "8"),
        Param::choice("corners", "Whether diagonal steps cut corners", corners, "keep"),
    ]
}

/// What a text stands for, except for what settings say.
struct Opened {
    map: Arc<Map>,
    /// The text of the map, where there is a short one.
    name: Option<String>,
    start: Option<Cell>,
    goal: Option<Cell>,
    published: Option<Published>,
}

fn open(
    settings: &Settings,
    text: Option<&str>,
    seed: u64,
) -> Result<Box<dyn Instance>, InputError> {
    let steps = match (settings.choice("neighbours"), settings.choice("corners")) {
        ("4", "cut") => {
            let why = "with 4 neighbours there are no diagonal steps to cut corners with";
            return Err(InputError(format!("corners=cut is not allowed: {why}")));
        }
        ("4", _) => Steps::Four,
        (_, "cut") => Steps::Cutting,
        _ => Steps::Eight,
    };
    let Opened { map, name, start, goal, published } = match text {
        Some(_) if settings.text("kind").or(settings.text("size")).is_some() => {
            let why = "kind and size make a map, so they cannot be combined with an instance";
            return Err(InputError(why.into()));
        }
        Some(text) => read(text.trim_end())?,
        None => {
            let kind = settings.text("kind").unwrap_or("rooms");
            recipe(&format!("{kind}/{}/{seed}", settings.text("size").unwrap_or(SIZE)))?
        }
    };
    let end = |name: &str| {
        let cell = settings.text(name).map(str::parse::<Cell>).transpose();
        cell.map_err(|error| InputError(format!("{name}: {error}")))
    };
    let (from, to) = (end("from")?, end("to")?);
    let published = published.filter(|_| from.is_none() && to.is_none());
    let (from, to) = (from.or(start), to.or(goal));
    let (Some(from), Some(to)) = (from, to) else {
        let missing = if from.is_none() { "start: set from" } else { "goal: set to" };
        return Err(InputError(format!(
            "the map has no {missing}=column:row, or draw S and G in a plain map"
        )));
    };
    let grid = Grid::new(map, steps, from, to).map_err(InputError::new)?;
    Ok(Box::new(Walk { grid, name, published }))
}

/// What a text stands for: a drawn map, `set:number`, a query of a scenario, or `MAP FROM TO
/// LENGTH` with the last one or three left out, where `MAP` is the name of a map that ships or was
/// loaded, or the recipe of a generated one.
fn read(text: &str) -> Result<Opened, InputError> {
    if text.starts_with("version ") {
        let why = "this is a scenario, and the map of its queries is not in it: open the map, \
                   or solve @FILE.map.scen:1 with the map next to it";
        return Err(InputError(why.into()));
    }
    let is_drawn = |byte: u8| matches!(byte, b'#' | b'.' | b'S' | b'G' | b'1'..=b'9');
    let one_row = !text.contains('\n') && text.bytes().all(is_drawn);
    if text.starts_with("type ") || text.contains('\n') || one_row {
        let Drawing { map, start, goal } =
            text.as_bytes().try_into().map_err(|error| InputError(format!("{error}")))?;
        return Ok(Opened { map: Arc::new(map), name: None, start, goal, published: None });
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if let [word] = words[..]
        && word.contains(':')
        && let Some((_, line)) = Set::find(DOMAIN.sets, word)?
    {
        return read(line);
    }
    if words.len() == 9 {
        let scenario = format!("version 1\n{text}");
        let mut read = queries(scenario.as_bytes()).map_err(InputError::new)?;
        let query = read.pop().ok_or_else(|| InputError("there is no query".into()))?;
        let file = query.map.rsplit('/').next().unwrap_or(&query.map).to_owned();
        let map = named(&file)?;
        query.check(&map).map_err(InputError::new)?;
        return Ok(asked(map, file, query));
    }
    let (name, cells) = match words[..] {
        [ref name @ .., from, to, length] if number(length).is_some() => {
            (name, Some((from, to, number(length))))
        }
        [ref name @ .., from, to] if from.contains(':') => (name, Some((from, to, None))),
        ref name => (name, None),
    };
    let name = name.join(" ");
    let opened = match name.matches('/').count() {
        2 if MAPS.get(&name).is_none() => recipe(&name)?,
        _ => Opened {
            map: named(&name)?,
            name: Some(name),
            start: None,
            goal: None,
            published: None,
        },
    };
    let Some((from, to, published)) = cells else { return Ok(opened) };
    let [start, goal] = [from, to].map(|word| word.parse::<Cell>().map_err(InputError::new));
    Ok(Opened { start: Some(start?), goal: Some(goal?), published, ..opened })
}

/// A published length, if the word is one.
fn number(word: &str) -> Option<Published> {
    let line = format!("version 1\n0 m 1 1 0 0 0 0 {word}");
    queries(line.as_bytes()).ok()?.pop().map(|query| query.length)
}

fn asked(map: Arc<Map>, name: String, query: Query) -> Opened {
    let Query { from, to, length, .. } = query;
    Opened { map, name: Some(name), start: Some(from), goal: Some(to), published: Some(length) }
}

/// A generated map with ends: `KIND/COLUMNSxROWS/SEED`.
fn recipe(text: &str) -> Result<Opened, InputError> {
    let wrong = |piece: &str, wanted: &str| {
        let shown: String = piece.chars().take(40).collect();
        InputError(format!("`{shown}` is not {wanted}"))
    };
    let [kind, size, seed] = text.split('/').collect::<Vec<_>>()[..] else {
        return Err(wrong(text, "KIND/COLUMNSxROWS/SEED"));
    };
    let sides = size.split_once('x').and_then(|(width, height)| {
        let side = |word: &str| word.parse::<usize>().ok().filter(|_| !word.starts_with('+'));
        Some((side(width)?, side(height)?))
    });
    let (width, height) =
        sides.ok_or_else(|| wrong(size, "a size: write columns x rows, such as 41x41"))?;
    let number = seed.parse::<u64>().map_err(|_| wrong(seed, "a seed: use a whole number"))?;
    let kind = made(kind)?;
    let mut rng = Rng::new(number);
    let map = kind.make(width, height, &mut rng).map_err(InputError::new)?;
    let ends = ends(&map, &mut rng);
    let [start, goal] = ends.map_or([None; 2], |ends| ends.map(Some));
    if start.is_none() {
        return Err(InputError(format!(
            "the map made from {text} has no two cells with a path between them: use another seed, a \
             larger size or fewer walls"
        )));
    }
    Ok(Opened { map: Arc::new(map), name: Some(text.into()), start, goal, published: None })
}

/// The kind of map that a spec stands for.
fn made(text: &str) -> Result<Made, InputError> {
    let spec: Spec = text.parse().map_err(InputError::new)?;
    let kinds = params();
    let Kind::Spec(kinds) = &kinds[0].kind else { unreachable!("kinds are specs") };
    let kind = kinds.iter().find(|kind| kind.name == spec.name).ok_or_else(|| {
        let names = listed(kinds.iter().map(|kind| kind.name));
        InputError(format!("unknown kind of map `{}`: choose from {names}", spec.name))
    })?;
    let settings = Settings::new(&spec, &kind.params).map_err(InputError::new)?;
    Ok(match kind.name {
        "rooms" => Made::Rooms { side: settings.whole("side") as usize },
        "maze" => Made::Maze,
        "caves" => Made::Caves,
        _ => Made::Random { density: settings.decimal("density") },
    })
}

/// Maps that ship or were loaded.
static MAPS: Shelf<Map> = Shelf::new();

/// The map of a name.
fn named(name: &str) -> Result<Arc<Map>, InputError> {
    if let Some(map) = MAPS.get(name) {
        return Ok(map);
    }
    let Some(shipped) = SHIPPED.iter().find(|shipped| shipped.name == name) else {
        let shown: String = name.chars().take(40).collect();
        let shipped = listed(SHIPPED.iter().map(|shipped| shipped.name));
        return Err(InputError(format!(
            "there is no map `{shown}`: choose from {shipped}, name a file such as @FILE.map or \
             @FILE.map.scen:1, or draw one with # and ."
        )));
    };
    let Drawing { map, .. } = shipped.map.try_into().expect("maps that ship are maps");
    Ok(MAPS.keep(name, map))
}

/// Reads `.map` files, and `.scen` files with the map next to them.
fn load(file: &str, read: Reader<'_>) -> Result<Option<Vec<String>>, InputError> {
    let scenario = file.ends_with(".scen");
    let name = file.strip_suffix(".scen").unwrap_or(file);
    if !scenario && !file.ends_with(".map") {
        return Ok(None);
    }
    let drawing = read(name)?.as_slice().try_into();
    let drawing: Drawing = drawing.map_err(|error| InputError(format!("`{name}`: {error}")))?;
    if !scenario {
        let ends = drawing.start.zip(drawing.goal);
        MAPS.keep(name, drawing.map);
        let ends = ends.map_or(String::new(), |(from, to)| format!(" {from} {to}"));
        return Ok(Some(vec![format!("{name}{ends}")]));
    }
    let queries =
        queries(&read(file)?).map_err(|error| InputError(format!("`{file}`, {error}")))?;
    let map = MAPS.keep(name, drawing.map);
    let mut texts = Vec::with_capacity(queries.len());
    for query in queries {
        query.check(&map).map_err(|error| InputError(format!("`{file}`: {error}")))?;
        texts.push(asked(map.clone(), name.into(), query).text());
    }
    Ok(Some(texts))
}

impl Opened {
    /// The text of a query.
    fn text(&self) -> String {
        let ends = self.start.zip(self.goal);
        let ends = ends.map_or(String::new(), |(from, to)| format!(" {from} {to}"));
        let length = self.published.map_or(String::new(), |length| format!(" {}", shown(length)));
        format!("{}{ends}{length}", self.name.as_deref().unwrap_or_default())
    }
}

/// A published length as it was printed.
fn shown(length: Published) -> String {
    format!("{:.*}", length.decimals as usize, length.value)
}

/// A path to find, and what is known of it.
struct Walk {
    grid: Grid,
    /// The text of the map, where there is a short one.
    name: Option<String>,
    published: Option<Published>,
}

impl Walk {
    fn ends(&self) -> [Cell; 2] {
        of_way(&self.grid)
    }

    /// Walks the map with its own rules, independently of the search.
    fn walk(&self, steps: &Solution) -> Result<(Vec<Cell>, f64), String> {
        let (map, [from, _]) = (self.grid.map(), self.ends());
        let is_free = |[x, y]: [i32; 2]| {
            let cell = u16::try_from(x).ok().zip(u16::try_from(y).ok());
            cell.is_some_and(|(x, y)| map.is_free(Cell::new(x, y)))
        };
        let (mut at, mut length) = ([from.column().into(), from.row().into()], 0.0);
        let mut way = vec![from];
        for word in steps.words() {
            let step = NAMES.iter().find(|(name, _)| *name == word);
            let [dx, dy] = step.ok_or_else(|| format!("`{word}` is not a step"))?.1;
            let [x, y]: [i32; 2] = at;
            let next = [x + dx, y + dy];
            let diagonal = dx != 0 && dy != 0;
            let corners = is_free([x + dx, y]) && is_free([x, y + dy]);
            let allowed = match self.grid.steps() {
                Steps::Four => !diagonal,
                Steps::Eight => !diagonal || corners,
                Steps::Cutting => true,
            };
            if !is_free(next) || !allowed {
                return Err(format!("`{word}` is not possible at {x}:{y}"));
            }
            at = next;
            let cell = Cell::new(next[0] as u16, next[1] as u16);
            length += f64::from(dx * dx + dy * dy).sqrt() * f64::from(map.cost(cell));
            way.push(cell);
        }
        Ok((way, length))
    }
}

/// Where a path begins and ends.
fn of_way(grid: &Grid) -> [Cell; 2] {
    [goalward::StateSpace::start(grid), grid.goal()]
}

/// The map with some cells drawn differently, if it is small enough for people.
fn drawn(grid: &Grid, marks: impl Fn(Cell) -> Option<char>) -> Option<String> {
    let [from, to] = of_way(grid);
    let text = |cell: Cell| match cell {
        _ if cell == from => Some('S'),
        _ if cell == to => Some('G'),
        _ => marks(cell),
    };
    (grid.map().size() <= DRAWN_CELLS).then(|| grid.map().to_plain(text).trim_end().to_owned())
}

/// Where a step leads, by its name: a separate table, for the check.
const NAMES: [(&str, [i32; 2]); 8] = [
    ("N", [0, -1]),
    ("NE", [1, -1]),
    ("E", [1, 0]),
    ("SE", [1, 1]),
    ("S", [0, 1]),
    ("SW", [-1, 1]),
    ("W", [-1, 0]),
    ("NW", [-1, -1]),
];

impl Instance for Walk {
    fn text(&self) -> String {
        let [from, to] = self.ends();
        match &self.name {
            Some(name) => {
                let published = self.published.map(|length| format!(" {}", shown(length)));
                format!("{name} {from} {to}{}", published.unwrap_or_default())
            }
            None => {
                let map = (**self.grid.map()).clone();
                Drawing { map, start: Some(from), goal: Some(to) }.to_string().trim_end().into()
            }
        }
    }

    fn goal(&self) -> Option<String> {
        Some(self.grid.goal().to_string())
    }

    fn drawing(&self) -> String {
        let (map, [from, to]) = (self.grid.map(), self.ends());
        let steps = match self.grid.steps() {
            Steps::Four => "4 neighbours",
            Steps::Eight => "8 neighbours",
            Steps::Cutting => "8 neighbours, corners cut",
        };
        let (width, height, free) = (map.width(), map.height(), map.free());
        let published = self.published.filter(|_| self.grid.steps() == Steps::Eight);
        let published = published.map(|length| format!(", published length {}", shown(length)));
        format!(
            "{width}x{height} cells, {free} of them free; from {from} to {to}, {steps}{}",
            published.unwrap_or_default()
        )
    }

    fn methods(&self) -> Vec<Method<'_>> {
        let mut methods = path::reversible_methods(&self.grid);
        let place = methods.iter().position(|method| method.about.name == "wastar");
        let mut jps = path::informed(&self.grid, &JPS, vec![], |_| cold(Jps, Jps::guarantee));
        if !Jps.serves(&self.grid) {
            let here = match self.grid.steps() {
                Steps::Four => "here there are 4",
                Steps::Cutting => "here steps cut corners",
                Steps::Eight => "here cells differ in cost",
            };
            let why = "jps needs 8 neighbours, corners=keep and cells that cost the same";
            jps.make = Box::new(move |_| Err(InputError(format!("{why}; {here}: use astar"))));
        }
        methods.insert(place.unwrap_or(methods.len()), jps);
        methods
    }

    fn subjects(&self) -> Vec<Subject<'_>> {
        heuristics(&self.grid)
    }

    fn default_method(&self) -> &'static str {
        "astar(octile)"
    }

    fn compared(&self) -> &'static [&'static str] {
        match Jps.serves(&self.grid) {
            true => &["ucs", "bidirectional", "greedy(octile)", "astar(octile)", "jps(octile)"],
            false => &["bfs", "ucs", "bidirectional", "greedy(octile)", "astar(octile)"],
        }
    }

    fn check(&self, solution: &Solution) -> Result<Check, String> {
        let (way, length) = self.walk(solution)?;
        let (on_way, end) = (way.iter().copied().collect::<HashSet<Cell>>(), way.last().copied());
        let marks = |cell: Cell| on_way.contains(&cell).then_some('o');
        Ok(Check {
            cost: Some(Number::from(length)),
            solves: end == Some(self.grid.goal()),
            boards: Vec::new(),
            end: end.map(|end| self.grid.drawing(&end)),
            picture: drawn(&self.grid, marks),
        })
    }

    fn along(&self, solution: &Solution) -> Result<Vec<Cells>, String> {
        let (way, _) = self.walk(solution)?;
        Ok(way.iter().map(|cell| self.grid.cells(cell)).collect())
    }

    fn read(&self, text: &str) -> Result<Solution, String> {
        Ok(path::read_plan(&self.grid, text))
    }

    fn reproduces(&self, cost: Number) -> Option<bool> {
        // Published lengths are for eight directions without cut corners.
        let published = self.published.filter(|_| self.grid.steps() == Steps::Eight)?;
        Some(published.agrees(cost.value()))
    }

    fn contradicts(&self, cost: Number, optimal: bool) -> Option<String> {
        let agrees = self.reproduces(cost)?;
        let published = self.published?;
        let shorter = !agrees && cost.value() < published.value;
        (shorter || (optimal && !agrees)).then(|| {
            format!("its length is {cost}, but the published length is {}", shown(published))
        })
    }

    fn view(&self) -> View {
        let (map, [from, to]) = (self.grid.map(), self.ends());
        let scale = map.width().max(map.height()).div_ceil(DRAWN_SIDE);
        let rows = (0..map.height()).step_by(scale);
        let cells = rows.flat_map(|y| (0..map.width()).step_by(scale).map(move |x| (x, y)));
        let sign = |(x, y): (usize, usize)| {
            let cell = Cell::new(x as u16, y as u16);
            match map.cost(cell) {
                _ if !map.is_free(cell) => '#',
                1 => '.',
                cost => char::from(b'0' + cost),
            }
        };
        let facts = json!({
            "rows": map.height(),
            "columns": map.width(),
            "scale": scale,
            "ground": cells.map(sign).collect::<String>(),
            "start": map.number(from),
            "goal": map.number(to),
        });
        View { frame: Frame::new("map", facts), start: self.grid.cells(&from) }
    }
}

/// Maps with a longer side are drawn smaller: only every n-th of their rows and columns.
const DRAWN_SIDE: usize = 1024;

/// An audit looks at every cell of maps with no more free ones than this.
const FEW: usize = 200_000;

impl PathDomain for Grid {
    const HEURISTICS: &'static [Estimate] = &[
        Estimate {
            name: "zero",
            title: "none (zero)",
            doc: "Always 0",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "manhattan",
            title: "Manhattan distance",
            doc: "Columns plus rows; overestimates diagonal steps",
            admissible: false,
            params: Vec::new,
        },
        Estimate {
            name: "chebyshev",
            title: "Chebyshev distance",
            doc: "The larger of the column and row distances",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "octile",
            title: "octile distance",
            doc: "Exact on an empty map: diagonal, then straight steps",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "euclidean",
            title: "Euclidean distance",
            doc: "Straight-line distance",
            admissible: true,
            params: Vec::new,
        },
        Estimate {
            name: "alt",
            title: "landmarks (ALT)",
            doc: "From exact distances to landmarks; accounts for walls",
            admissible: true,
            params: landmark_params,
        },
    ];
    const DEFAULT_HEURISTIC: &'static str = "octile";
    const UNIT_COSTS: bool = false;
    const CANCELS: bool = true;

    fn is_admissible(&self, estimate: &Estimate) -> bool {
        match estimate.name {
            "manhattan" => ByManhattan::is_admissible(self.steps()),
            _ => estimate.admissible,
        }
    }

    fn heuristic(&self, spec: &Spec, limits: &Limits) -> Result<Ready<'_, Self>, Unready> {
        let ready = Prepared::default();
        let (estimate, prepared): (Erased<Self>, Prepared) = match spec.name.as_str() {
            "zero" => (Box::new(|_| 0.0), ready),
            "manhattan" => (erased(Manhattan::of(self)), ready),
            "chebyshev" => (erased(Chebyshev::of(self)), ready),
            "euclidean" => (erased(Euclidean::of(self)), ready),
            "alt" => {
                let make = |count, meter: &mut Meter| Alt::of(self, count, meter);
                let (alt, prepared) = with_landmarks(spec, limits, make, Alt::bytes)?;
                (erased(alt), prepared)
            }
            _ => (erased(Octile::of(self)), ready),
        };
        Ok((Box::new(estimate), prepared))
    }

    fn show(&self, cell: &Cell) -> String {
        cell.to_string()
    }

    fn drawing(&self, cell: &Cell) -> String {
        let drawn = drawn(self, |other| (other == *cell).then_some('@'));
        drawn.unwrap_or_else(|| self.show(cell))
    }

    /// One, the number of the cell in reading order.
    fn cells(&self, cell: &Cell) -> Cells {
        vec![Some(self.map().number(*cell) as u32)]
    }

    fn name(&self, step: &Step) -> String {
        step.to_string()
    }

    fn every_state(&self) -> Option<impl Truth<Self>> {
        (self.map().free() <= FEW).then_some(Reachable)
    }

    fn reference(&self) -> impl Heuristic<Self> {
        Octile::of(self)
    }
}

static JPS: About = About {
    name: "jps",
    title: "Jump point search",
    doc: "Jump point search: A* that skips cells where no path turns",
    does: "A* on maps with uniform step costs. Of equally long paths it follows only those that \
        take their diagonal steps first, and it jumps along them to the next cell where a path can \
        turn: beside the end of a wall, or at the goal.",
    guarantees: "The solution is a shortest one if h never overestimates, as with A*.",
    costs: "Expands and stores only cells where paths turn, and each jump covers many cells, so \
        its node counts are not comparable with those of A*. On open maps and in rooms it is many \
        times faster; in mazes, where paths turn everywhere, it gains little.",
    pseudocode: &[
        "frontier ← {start}, ordered by f = g + h",
        "while frontier is not empty:",
        "  node ← remove the least of frontier",
        "  if node is a goal: return the path to it",
        "  for each step that may continue a diagonal-first path:",
        "    child ← the next cell in that direction where a path can turn; if none: continue",
        "    if child is known and not cheaper now: continue with the next step",
        "    put child into frontier with f = g + h",
        "there is no solution",
    ],
    lines: &[(Expand, 3), (Goal, 4), (Known, 7), (Pruned, 7), (New, 8), (Cheaper, 8), (Improve, 8)],
    frontier: true,
};
