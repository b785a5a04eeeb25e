//! Maps of cells with eight neighbours. No step cuts a corner.

use std::f64::consts::SQRT_2;
use std::ops::{Add, Mul};

use goalward::path::{BestFirst, PathSearch, Plan};
use goalward::space::from_fn;
use goalward::{Blind, Cost, Outcome, Rng, StateSpace};

use super::cost;
use crate::serve::{Done, Work};

/// A column and a row, counted from the top left.
pub type Cell = (i32, i32);

/// What a straight and a diagonal step cost.
pub const COSTS: [u32; 2] = [1000, 1414];

/// The same as floats: every sum is exact.
pub const FLOATS: [f64; 2] = [1000.0, 1414.0];

/// The lengths of the steps: sums depend on the order of adding up, by rounding.
pub const LENGTHS: [f64; 2] = [1.0, SQRT_2];

/// Which cells are free.
pub struct Grid {
    side: i32,
    free: Vec<bool>,
}

impl Grid {
    fn new(side: i32, free: impl Fn(Cell) -> bool) -> Self {
        Grid { side, free: cells(side).map(free).collect() }
    }

    /// How many cells there are, free or not.
    pub fn cells(&self) -> usize {
        self.free.len()
    }

    /// The number of a cell, row by row.
    #[inline]
    pub fn number(&self, (x, y): Cell) -> usize {
        (y * self.side + x) as usize
    }

    /// The cell of a number.
    #[inline]
    pub fn cell(&self, number: usize) -> Cell {
        (number as i32 % self.side, number as i32 / self.side)
    }

    /// Whether a cell is on the map and free.
    #[inline]
    pub fn is_free(&self, (x, y): Cell) -> bool {
        let inside = 0..self.side;
        inside.contains(&x) && inside.contains(&y) && self.free[self.number((x, y))]
    }

    /// The cells one step away, with the cost of a straight or of a diagonal step.
    #[inline]
    pub fn near<C: Copy>(
        &self,
        (x, y): Cell,
        [straight, diagonal]: [C; 2],
    ) -> impl Iterator<Item = (Cell, C)> {
        const STEPS: [Cell; 8] =
            [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        STEPS.iter().filter_map(move |&(dx, dy)| {
            let next = (x + dx, y + dy);
            let is_straight = dx == 0 || dy == 0;
            let corners = || self.is_free((x + dx, y)) && self.is_free((x, y + dy));
            let open = self.is_free(next) && (is_straight || corners());
            open.then_some((next, if is_straight { straight } else { diagonal }))
        })
    }

    /// The cells of the largest connected part.
    fn largest_part(&self) -> Vec<Cell> {
        let mut seen = vec![false; self.cells()];
        let mut largest = Vec::new();
        for start in cells(self.side).filter(|&cell| self.is_free(cell)) {
            let mut part = Vec::new();
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if !std::mem::replace(&mut seen[self.number(cell)], true) {
                    part.push(cell);
                    open.extend(self.near(cell, COSTS).map(|(next, _)| next));
                }
            }
            if part.len() > largest.len() {
                largest = part;
            }
        }
        largest
    }
}

fn cells(side: i32) -> impl Iterator<Item = Cell> {
    (0..side).flat_map(move |y| (0..side).map(move |x| (x, y)))
}

/// How many straight and diagonal steps lead from `a` to `b` where nothing is in the way.
#[inline]
pub fn steps(a: Cell, b: Cell) -> [u32; 2] {
    let (dx, dy) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    [dx.abs_diff(dy), dx.min(dy)]
}

/// What those steps cost: the octile distance.
#[inline]
pub fn octile<C>(a: Cell, b: Cell, costs: [C; 2]) -> C
where
    C: Copy + From<u32> + Add<Output = C> + Mul<Output = C>,
{
    let [straight, diagonal] = steps(a, b).map(C::from);
    costs[0] * straight + costs[1] * diagonal
}

/// A cost in thousandths of a straight step, which is what contestants must agree on.
pub fn thousandths<C: Cost>(cost: C, [straight, _]: [C; 2]) -> u64 {
    let [cost, straight] = [cost, straight].map(|cost| cost.number().expect("a number"));
    (1000.0 * cost / straight).round() as u64
}

/// A grid, and pairs of cells with a path between them.
pub struct Map {
    /// The grid.
    pub grid: Grid,
    /// Where each search starts and ends.
    pub queries: Vec<(Cell, Cell)>,
}

impl Map {
    fn new(grid: Grid, queries: usize, rng: &mut Rng) -> Self {
        let part = grid.largest_part();
        let mut cell = || part[rng.below(part.len())];
        let queries = (0..queries).map(|_| (cell(), cell())).collect();
        Map { grid, queries }
    }

    /// The work of answering every query.
    pub fn each(self, solve: impl Fn(&Grid, Cell, Cell) -> u64 + 'static) -> Work {
        let Map { grid, queries } = self;
        Box::new(move || {
            Done::answer(queries.iter().map(|&(from, to)| solve(&grid, from, to)).sum())
        })
    }
}

/// 49×49 cells, open, with blocks scattered about; 100 queries.
pub fn arena() -> Map {
    let mut rng = Rng::new(49);
    let blocks: Vec<[i32; 4]> = (0..60)
        .map(|_| {
            let [x, y] = [0; 2].map(|_: i32| rng.below(49) as i32);
            let [width, height] = [0; 2].map(|_: i32| 1 + rng.below(5) as i32);
            [x, x + width, y, y + height]
        })
        .collect();
    let within = |&[left, right, top, bottom]: &[i32; 4], (x, y): Cell| {
        (left..right).contains(&x) && (top..bottom).contains(&y)
    };
    let grid = Grid::new(49, |cell| !blocks.iter().any(|block| within(block, cell)));
    Map::new(grid, 100, &mut rng)
}

/// Queries in [`arena`] that A* answers within about thirty nodes; 100 queries.
pub fn nearby() -> Map {
    let Map { grid, .. } = arena();
    let mut rng = Rng::new(30);
    let part = grid.largest_part();
    let mut cell = || part[rng.below(part.len())];
    let mut queries = Vec::new();
    while queries.len() < 100 {
        let (from, to) = (cell(), cell());
        let [straight, diagonal] = steps(from, to);
        if (4..=6).contains(&(straight + diagonal)) {
            queries.push((from, to));
        }
    }
    Map { grid, queries }
}

/// 190×190 cells of caves: noise, smoothed by a cellular automaton; 60 queries.
pub fn caves() -> Map {
    let mut rng = Rng::new(190);
    let noise: Vec<bool> = (0..190 * 190).map(|_| rng.unit() < 0.55).collect();
    let mut grid = Grid { side: 190, free: noise };
    for _ in 0..5 {
        grid = Grid::new(190, |(x, y)| {
            let block = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
            block.filter(|&cell| grid.is_free(cell)).count() >= 5
        });
    }
    Map::new(grid, 60, &mut rng)
}

/// 512×512 cells in rooms of 63×63, most of them with a door to each adjacent room; 20 queries.
pub fn rooms() -> Map {
    const ROOM: i32 = 64;
    let mut rng = Rng::new(512);
    let mut grid = Grid::new(512, |(x, y)| x % ROOM != 0 && y % ROOM != 0);
    for y in 0..512 / ROOM {
        for x in 0..512 / ROOM {
            let mut along = || 1 + rng.below(ROOM as usize - 1) as i32;
            let doors = [(x * ROOM, y * ROOM + along()), (x * ROOM + along(), y * ROOM)];
            for door in doors.into_iter().filter(|&(x, y)| x > 0 && y > 0) {
                if rng.unit() < 0.9 {
                    let door = grid.number(door);
                    grid.free[door] = true;
                }
            }
        }
    }
    Map::new(grid, 20, &mut rng)
}

/// 400×400 cells, a quarter of them walls by a formula, so that other languages can make the same;
/// 3 queries.
pub fn formula() -> Map {
    let free = |(x, y): Cell| (31 * x * x + 17 * y * y + 7 * x * y + 3 * x + 5 * y) % 101 >= 26;
    let queries = [(395, 395), (399, 0), (0, 399)].map(|to| ((1, 1), to));
    Map { grid: Grid::new(400, free), queries: queries.to_vec() }
}

/// A query as a type, whose actions are an iterator.
#[derive(Clone, Copy)]
pub struct Query<'a, C> {
    grid: &'a Grid,
    from: Cell,
    to: Cell,
    costs: [C; 2],
}

impl<C: Cost> StateSpace for Query<'_, C> {
    type State = Cell;
    type Action = (Cell, C);
    type Cost = C;

    #[inline]
    fn start(&self) -> Cell {
        self.from
    }

    #[inline]
    fn is_goal(&self, &at: &Cell) -> bool {
        at == self.to
    }

    #[inline]
    fn actions(&self, &at: &Cell) -> impl Iterator<Item = (Cell, C)> {
        self.grid.near(at, self.costs)
    }

    #[inline]
    fn apply(&self, _: &Cell, &(next, _): &(Cell, C)) -> Cell {
        next
    }

    #[inline]
    fn cost(&self, _: &Cell, &(_, cost): &(Cell, C)) -> C {
        cost
    }
}

/// The same, with its cells numbered.
#[derive(Clone, Copy)]
pub struct Numbered<'a>(Query<'a, u32>);

impl StateSpace for Numbered<'_> {
    type State = Cell;
    type Action = (Cell, u32);
    type Cost = u32;

    #[inline]
    fn start(&self) -> Cell {
        self.0.start()
    }

    #[inline]
    fn is_goal(&self, at: &Cell) -> bool {
        self.0.is_goal(at)
    }

    #[inline]
    fn actions(&self, at: &Cell) -> impl Iterator<Item = (Cell, u32)> {
        self.0.actions(at)
    }

    #[inline]
    fn apply(&self, at: &Cell, action: &(Cell, u32)) -> Cell {
        self.0.apply(at, action)
    }

    #[inline]
    fn cost(&self, at: &Cell, action: &(Cell, u32)) -> u32 {
        self.0.cost(at, action)
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(self.0.grid.cells())
    }

    #[inline]
    fn rank(&self, &at: &Cell) -> usize {
        self.0.grid.number(at)
    }
}

/// A grid as a graph: by the number of a cell, the cells one step away and what that costs.
struct Network(Vec<Vec<(u32, u32)>>);

impl Network {
    fn new(grid: &Grid) -> Self {
        let near =
            |cell| grid.near(cell, COSTS).map(|(next, cost)| (grid.number(next) as u32, cost));
        let near = |cell| if grid.is_free(cell) { near(cell).collect() } else { vec![] };
        Network((0..grid.cells()).map(|number| near(grid.cell(number))).collect())
    }

    fn route(&self, grid: &Grid, from: Cell, to: Cell) -> Route<'_> {
        let [from, to] = [from, to].map(|cell| grid.number(cell) as u32);
        Route { network: self, from, to }
    }
}

/// A query in a graph. Its states are the nodes' numbers.
#[derive(Clone, Copy)]
struct Route<'a> {
    network: &'a Network,
    from: u32,
    to: u32,
}

impl StateSpace for Route<'_> {
    type State = u32;
    type Action = (u32, u32);
    type Cost = u32;

    #[inline]
    fn start(&self) -> u32 {
        self.from
    }

    #[inline]
    fn is_goal(&self, &at: &u32) -> bool {
        at == self.to
    }

    #[inline]
    fn actions(&self, &at: &u32) -> impl Iterator<Item = (u32, u32)> {
        self.network.0[at as usize].iter().copied()
    }

    #[inline]
    fn apply(&self, _: &u32, &(next, _): &(u32, u32)) -> u32 {
        next
    }

    #[inline]
    fn cost(&self, _: &u32, &(_, cost): &(u32, u32)) -> u32 {
        cost
    }

    #[inline]
    fn states(&self) -> Option<usize> {
        Some(self.network.0.len())
    }

    #[inline]
    fn rank(&self, &at: &u32) -> usize {
        at as usize
    }
}

/// A* with octile distance over a graph that is built beforehand.
pub fn a_star_by_graph(map: Map) -> Work {
    let network = Network::new(&map.grid);
    map.each(move |grid, from, to| {
        let octile = |&at: &u32| octile(grid.cell(at as usize), to, COSTS);
        cost(BestFirst::a_star().solve(&network.route(grid, from, to), &octile))
    })
}

/// Uniform cost over a graph that is built beforehand.
pub fn uniform_cost_by_graph(map: Map) -> Work {
    let network = Network::new(&map.grid);
    map.each(move |grid, from, to| {
        cost(BestFirst::uniform_cost().solve(&network.route(grid, from, to), &Blind))
    })
}

/// A* with octile distance over closures that give a vector.
pub fn a_star_by_closures(map: Map) -> Work {
    map.each(|grid, from, to| {
        let near = |&at: &Cell| grid.near(at, COSTS).collect::<Vec<_>>();
        let space = from_fn(from, near, |&at: &Cell| at == to);
        cost(BestFirst::a_star().solve(&space, &|&at: &Cell| octile(at, to, COSTS)))
    })
}

/// A* with octile distance over a type whose actions are an iterator.
pub fn a_star_by_iterator<C>(map: Map, costs: [C; 2]) -> Work
where
    C: Cost + From<u32> + Add<Output = C> + Mul<Output = C> + 'static,
{
    map.each(move |grid, from, to| {
        let query = Query { grid, from, to, costs };
        told(BestFirst::a_star().solve(&query, &|&at: &Cell| octile(at, to, costs)), costs)
    })
}

/// A* with octile distance over cells that are numbered.
pub fn a_star_by_rank(map: Map) -> Work {
    map.each(|grid, from, to| {
        let query = Numbered(Query { grid, from, to, costs: COSTS });
        cost(BestFirst::a_star().solve(&query, &|&at: &Cell| octile(at, to, COSTS)))
    })
}

/// Uniform cost over closures that give a vector.
pub fn uniform_cost_by_closures(map: Map) -> Work {
    map.each(|grid, from, to| {
        let near = |&at: &Cell| grid.near(at, COSTS).collect::<Vec<_>>();
        let space = from_fn(from, near, |&at: &Cell| at == to);
        cost(BestFirst::uniform_cost().solve(&space, &Blind))
    })
}

/// Uniform cost over a type whose actions are an iterator.
pub fn uniform_cost_by_iterator<C: Cost + 'static>(map: Map, costs: [C; 2]) -> Work {
    map.each(move |grid, from, to| {
        let query = Query { grid, from, to, costs };
        told(BestFirst::uniform_cost().solve(&query, &Blind), costs)
    })
}

/// Uniform cost over cells that are numbered.
pub fn uniform_cost_by_rank(map: Map) -> Work {
    map.each(|grid, from, to| {
        cost(
            BestFirst::uniform_cost()
                .solve(&Numbered(Query { grid, from, to, costs: COSTS }), &Blind),
        )
    })
}

fn told<T, A, C: Cost>(outcome: Outcome<Plan<T, A, C>>, costs: [C; 2]) -> u64 {
    thousandths(outcome.into_solution().expect("solvable").cost, costs)
}
