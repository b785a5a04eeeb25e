//! Our searches compared with independent crates and brute force, on thousands of random instances.

use std::collections::HashMap;
use std::marker::PhantomData;

use goalward::csp::{Backtracking, CspSearch, Find, Inference, VariableOrder};
use goalward::game::{AlphaBeta, Game, GameSearch, Minimax, Rating, Switch, Table};
use goalward::path::{
    BestFirst, Bidirectional, BreadthFirst, IdaStar, IterativeDeepening, PathSearch,
};
use goalward::space::from_fn;
use goalward::{Blind, Limits, Rng, Stats};
use goalward_domains::coloring::{Coloring, Graph};
use goalward_domains::connect4::{Connect4, Position, Solver};
use goalward_domains::mnk::Mnk;
use goalward_domains::queens::Queens;
use goalward_domains::sudoku::Sudoku;
use goalward_domains::tiles::{Layout, LinearConflict, PerTile, Puzzle, Size, Tiles};
use minimax::Strategy;

/// The boards one move away, by rules that share no code with ours.
fn slides(board: &[u8], columns: usize) -> Vec<(Vec<u8>, u32)> {
    let blank = board.iter().position(|&tile| tile == 0).unwrap();
    let beside = (0..board.len()).filter(|&cell| {
        let apart =
            (cell / columns).abs_diff(blank / columns) + (cell % columns).abs_diff(blank % columns);
        apart == 1
    });
    let slid = |cell: usize| {
        let mut next = board.to_vec();
        next.swap(cell, blank);
        (next, 1)
    };
    beside.map(slid).collect()
}

/// Tiles not in place, without the blank.
fn misplaced(board: &[u8], goal: &[u8]) -> u32 {
    board.iter().zip(goal).filter(|(tile, home)| tile != home && **tile != 0).count() as u32
}

#[test]
fn tiles_take_as_many_moves_as_pathfinding_finds() {
    let mut rng = Rng::new(1);
    let sizes = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 5), (4, 3), (4, 4)];
    for round in 0..280 {
        let (rows, columns) = sizes[round % sizes.len()];
        let size = Size::new(rows, columns).unwrap();
        let goal = Puzzle::random(Layout::blank_last(size), &mut rng).start().clone();
        let steps = rng.below(19) as u64;
        let puzzle = Puzzle::straight_walk(goal.clone(), steps, &mut rng);
        let (start, end) = (puzzle.start().tiles().to_vec(), goal.tiles().to_vec());
        let next = |board: &Vec<u8>| slides(board, columns);
        let h = |board: &Vec<u8>| misplaced(board, &end);
        let done = |board: &Vec<u8>| *board == end;
        let least = pathfinding::prelude::astar(&start, next, h, done).unwrap().1;
        let others = [
            pathfinding::prelude::idastar(&start, next, h, done).unwrap().1,
            pathfinding::prelude::dijkstra(&start, next, done).unwrap().1,
        ];
        assert_eq!(others, [least; 2], "the oracles agree");
        let tiles = Tiles::<u64>::new(&puzzle).unwrap();
        let manhattan = PerTile::manhattan(tiles.goal());
        for outcome in [
            BreadthFirst::default().solve(&tiles, &Blind),
            IterativeDeepening::default().solve(&tiles, &Blind),
            BestFirst::uniform_cost().solve(&tiles, &Blind),
            BestFirst::a_star().solve(&tiles, &PerTile::misplaced(tiles.goal())),
            BestFirst::a_star().solve(&tiles, &manhattan),
            IdaStar::default().solve(&tiles, &manhattan),
            IdaStar::default().solve(&tiles, &LinearConflict::new(tiles.goal())),
            Bidirectional::default().solve(&tiles),
        ] {
            assert_eq!(outcome.into_solution().unwrap().cost, least, "{start:?} to {end:?}");
        }
    }
}

#[test]
fn roads_are_as_short_as_pathfinding_finds() {
    let mut rng = Rng::new(2);
    let mut reached = 0;
    for _ in 0..2_000 {
        let towns = 2 + rng.below(40);
        let mut roads: HashMap<usize, Vec<(usize, u32)>> = HashMap::new();
        for _ in 0..rng.below(4 * towns) {
            let length = 1 + rng.below(30) as u32;
            roads.entry(rng.below(towns)).or_default().push((rng.below(towns), length));
        }
        let next = |town: &usize| roads.get(town).cloned().unwrap_or_default();
        let end = towns - 1;
        let wanted = pathfinding::prelude::dijkstra(&0, next, |&town| town == end);
        let wanted = wanted.map(|(_, length)| length);
        // The remaining cost from every town, for an admissible but rough heuristic.
        let mut back: HashMap<usize, Vec<(usize, u32)>> = HashMap::new();
        for (&from, roads) in &roads {
            for &(to, length) in roads {
                back.entry(to).or_default().push((from, length));
            }
        }
        let remaining = pathfinding::prelude::dijkstra_all(&end, |town| {
            back.get(town).cloned().unwrap_or_default()
        });
        let h = |town: &usize| match remaining.get(town) {
            Some(&(_, length)) => length * (*town as u32 % 4) / 3,
            None => 0,
        };
        let map = from_fn(0, next, |&town| town == end);
        let cost = |outcome: goalward::Outcome<goalward::path::Plan<_, _>>| {
            outcome.into_solution().map(|plan| plan.cost)
        };
        assert_eq!(cost(BestFirst::uniform_cost().solve(&map, &Blind)), wanted);
        assert_eq!(cost(BestFirst::a_star().solve(&map, &h)), wanted);
        if wanted.is_some() {
            reached += 1;
            let limits = Limits::nodes(20_000);
            let ida = IdaStar::default().search(&map, &h, &limits, &mut ());
            assert!(ida.solution().is_none_or(|plan| Some(plan.cost) == wanted));
        }
    }
    assert!((500..1_900).contains(&reached), "{reached}");
}

/// Our rules for the crate `minimax`.
struct Ours<G>(PhantomData<G>);

impl<G: Game + Clone> minimax::Game for Ours<G> {
    type S = (G, G::State);
    type M = G::Move;

    fn generate_moves(state: &Self::S, moves: &mut Vec<G::Move>) -> Option<minimax::Winner> {
        let over = Self::get_winner(state);
        if over.is_none() {
            moves.extend(state.0.moves(&state.1));
        }
        over
    }

    fn apply(state: &mut Self::S, mv: G::Move) -> Option<Self::S> {
        Some((state.0.clone(), state.0.play(&state.1, mv)))
    }

    fn get_winner(state: &Self::S) -> Option<minimax::Winner> {
        state.0.terminal(&state.1).map(|score| match score.signum() {
            -1 => minimax::Winner::PlayerJustMoved,
            0 => minimax::Winner::Draw,
            _ => minimax::Winner::PlayerToMove,
        })
    }
}

/// An evaluator that rates every unfinished game 0.
struct Unknown<G>(PhantomData<G>);

impl<G: Game + Clone> minimax::Evaluator for Unknown<G> {
    type G = Ours<G>;

    fn evaluate(&self, _: &(G, G::State)) -> minimax::Evaluation {
        0
    }
}

/// Whether the player to move wins, draws or loses, by the crate `minimax`.
fn judged<G: Game + Clone>(game: &G, state: &G::State) -> i32 {
    let mut negamax = minimax::Negamax::new(Unknown::<G>(PhantomData), 64);
    negamax.choose_move(&(game.clone(), state.clone())).expect("there are moves");
    i32::from(negamax.root_value()).signum()
}

/// The state after this many random moves, if the game is not over by then.
fn played<G: Game>(game: &G, moves: u32, rng: &mut Rng) -> Option<G::State> {
    let mut state = game.start();
    for _ in 0..moves {
        let moves: Vec<_> = game.moves(&state).collect();
        state = game.play(&state, *rng.pick(&moves)?);
        if game.terminal(&state).is_some() {
            return None;
        }
    }
    Some(state)
}

fn value<G: Game>(search: &impl GameSearch<G>, game: &G, state: &G::State) -> i32 {
    let outcome = search.search(game, state, &Limits::default(), &mut ());
    match outcome.into_solution().unwrap().value {
        Rating::Exact(value) => value.signum(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn games_have_the_values_that_the_crate_minimax_finds() {
    let mut rng = Rng::new(3);
    let mut seen = [0; 3];
    for round in 0..1_500 {
        let (rows, columns, k) = [(3, 3, 3), (3, 4, 3), (4, 4, 3), (4, 4, 4), (2, 7, 3)][round % 5];
        let game = Mnk::new(rows, columns, k).unwrap();
        let left = 1 + rng.below(8) as u32;
        let Some(state) = played(&game, u32::from(rows * columns) - left, &mut rng) else {
            continue;
        };
        let wanted = judged(&game, &state);
        seen[(wanted + 1) as usize] += 1;
        assert_eq!(value(&Minimax::default(), &game, &state), wanted);
        for deepening in [Switch::On, Switch::Off] {
            for table in [Table::Off, Table::Bytes(1 << 14)] {
                let search = AlphaBeta { deepening, table, ..AlphaBeta::default() };
                assert_eq!(value(&search, &game, &state), wanted, "{}", game.board(&state));
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 50), "losses, draws and wins are all seen: {seen:?}");
}

#[test]
fn connect_four_has_the_values_that_the_crate_minimax_finds() {
    let mut rng = Rng::new(4);
    let mut judged_positions = 0;
    while judged_positions < 150 {
        let discs = 32 + rng.below(8) as u32;
        let Some(position): Option<Position> = played(&Connect4, discs, &mut rng) else { continue };
        let wanted = judged(&Connect4, &position);
        let solved = Solver::default().score(&position, &Limits::default());
        assert_eq!(solved.into_solution().unwrap().signum(), wanted, "\n{position}");
        assert_eq!(value(&AlphaBeta::default(), &Connect4, &position), wanted, "\n{position}");
        judged_positions += 1;
    }
}

const METHODS: [(Inference, VariableOrder); 4] = [
    (Inference::None, VariableOrder::Mrv),
    (Inference::ForwardChecking, VariableOrder::Mrv),
    (Inference::Mac, VariableOrder::Static),
    (Inference::Mac, VariableOrder::MrvDegree),
];

fn counts<C: goalward::Csp>(csp: &C) -> Vec<u64> {
    let count = |(inference, order)| {
        let method = Backtracking { inference, order, ..Backtracking::default() };
        let answer = method.search(csp, Find::Count, &Limits::default(), ());
        answer.outcome.into_solution().map_or(0, |solutions| solutions.count)
    };
    METHODS.map(count).to_vec()
}

#[test]
fn sudokus_have_as_many_solutions_as_dancing_links_find() {
    const SOLVED: &str =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let mut rng = Rng::new(5);
    let mut several = 0;
    for _ in 0..60 {
        let clues = 30 + rng.below(16);
        let mut digits: Vec<usize> = SOLVED.bytes().map(|byte| usize::from(byte - b'0')).collect();
        while digits.iter().filter(|&&digit| digit > 0).count() > clues {
            digits[rng.below(81)] = 0;
        }
        let wanted = dlx_rs::sudoku::Sudoku::new_from_input(&digits).take(3_000).count() as u64;
        if wanted == 3_000 {
            continue;
        }
        several += u32::from(wanted > 1);
        let text: String = digits.iter().map(usize::to_string).collect();
        let sudoku: Sudoku = text.parse().unwrap();
        assert!(counts(&sudoku).iter().all(|&count| count == wanted), "{text}: {wanted}");
    }
    assert!(several > 10, "{several}");
}

#[test]
fn queens_have_as_many_solutions_as_dancing_links_find() {
    for n in 4..=9 {
        let wanted = dlx_rs::queens::Queens::new(n).count() as u64;
        let queens = Queens::new(n).unwrap();
        assert!(counts(&queens).iter().all(|&count| count == wanted), "{n}: {wanted}");
        let outcome = queens.count(&Limits::default()).unwrap();
        assert_eq!(outcome.into_solution().unwrap().all, wanted);
    }
}

#[test]
fn graphs_have_as_many_colourings_as_trying_them_all_finds() {
    let mut rng = Rng::new(6);
    let mut none = 0;
    for _ in 0..1_000 {
        let (vertices, colors) = (1 + rng.below(7), 1 + rng.below(4));
        let graph = Graph::random(vertices, rng.unit(), &mut rng);
        let color = |code: usize, vertex: usize| code / colors.pow(vertex as u32) % colors;
        let fits =
            |&code: &usize| graph.edges().iter().all(|&(u, v)| color(code, u) != color(code, v));
        let wanted = (0..colors.pow(vertices as u32)).filter(fits).count() as u64;
        none += u32::from(wanted == 0);
        let found = counts(&Coloring::new(graph.clone(), colors));
        assert!(found.iter().all(|&count| count == wanted), "{graph}{colors}: {found:?}, {wanted}");
    }
    assert!((100..900).contains(&none), "{none}");
}

/// The law also holds for stopped searches: nothing is cheaper than the bound they prove.
#[test]
fn a_stopped_search_proves_no_more_than_is_true() {
    let mut rng = Rng::new(7);
    for _ in 0..100 {
        let puzzle = Puzzle::straight_walk(Layout::blank_first(Size::EIGHT), 40, &mut rng);
        let tiles = Tiles::<u64>::new(&puzzle).unwrap();
        let manhattan = PerTile::manhattan(tiles.goal());
        let least = BestFirst::a_star().solve(&tiles, &manhattan).into_solution().unwrap().cost;
        let bound = |stats: Stats| stats.lower_bound.unwrap_or(0.0);
        let limits = Limits::nodes(1 + rng.below(300) as u64);
        let a_star = BestFirst::a_star().search(&tiles, &manhattan, &limits, &mut ());
        let ida_star = IdaStar::default().search(&tiles, &manhattan, &limits, &mut ());
        assert!(bound(a_star.stats).max(bound(ida_star.stats)) <= f64::from(least));
    }
}
