//! Costs of every type, and invalid costs.

use goalward::path::{
    Anytime, Beam, BestFirst, Bidirectional, BreadthFirst, Cycles, DepthFirst, Distances, Dps,
    Fault, IdaStar, IterativeDeepening, ParallelIdaStar, PathSearch, PlanOf, Rbfs,
};
use goalward::space::from_fn;
use goalward::{
    Blind, Cost, Heuristic, Limits, Outcome, Ranked, Reversible, StateSpace, Stop, Verdict,
};
use proptest::prelude::*;

/// A grid with some walls, with straight and diagonal steps.
struct Field<C> {
    side: i32,
    walls: Vec<bool>,
    straight: C,
    diagonal: C,
}

type Cell = (i32, i32);

impl<C: Cost> Field<C> {
    fn is_free(&self, (x, y): Cell) -> bool {
        let inside = (0..self.side).contains(&x) && (0..self.side).contains(&y);
        inside && !self.walls[(y * self.side + x) as usize]
    }

    /// Octile distance to the goal, in the grid's costs.
    fn octile(&self) -> impl Fn(&Cell) -> C + Sync + '_ {
        |&(x, y)| {
            let (x, y) = (self.side - 1 - x, self.side - 1 - y);
            let (long, short) = (x.max(y) as u32, x.min(y) as u32);
            let straight = self.straight.times(long - short).unwrap();
            straight.plus(self.diagonal.times(short).unwrap()).unwrap()
        }
    }
}

impl<C: Cost> StateSpace for Field<C> {
    type State = Cell;
    type Action = Cell;
    type Cost = C;

    fn start(&self) -> Cell {
        (0, 0)
    }
    fn is_goal(&self, &cell: &Cell) -> bool {
        cell == (self.side - 1, self.side - 1)
    }
    fn actions(&self, &(x, y): &Cell) -> impl Iterator<Item = Cell> {
        let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
        steps.filter(move |&(dx, dy)| (dx, dy) != (0, 0) && self.is_free((x + dx, y + dy)))
    }
    fn apply(&self, &(x, y): &Cell, &(dx, dy): &Cell) -> Cell {
        (x + dx, y + dy)
    }
    fn cost(&self, _: &Cell, &(dx, dy): &Cell) -> C {
        if dx != 0 && dy != 0 { self.diagonal } else { self.straight }
    }
    fn states(&self) -> Option<usize> {
        Some((self.side * self.side) as usize)
    }
    fn rank(&self, &(x, y): &Cell) -> usize {
        (y * self.side + x) as usize
    }
}

impl<C: Cost> Ranked for Field<C> {
    fn unrank(&self, rank: usize) -> Cell {
        (rank as i32 % self.side, rank as i32 / self.side)
    }
}

impl<C: Cost> Reversible for Field<C> {
    fn goals(&self) -> impl Iterator<Item = Cell> {
        let goal = (self.side - 1, self.side - 1);
        Some(goal).filter(|&goal| self.is_free(goal)).into_iter()
    }
    fn predecessors(&self, cell: &Cell) -> impl Iterator<Item = (Cell, Cell)> {
        let back = |(dx, dy): Cell| (-dx, -dy);
        self.actions(cell).map(move |step| (self.apply(cell, &step), back(step)))
    }
}

fn field<C>(side: i32, percent: u64, seed: u64, straight: C, diagonal: C) -> Field<C> {
    let mut rng = goalward::Rng::new(seed);
    let mut walls: Vec<bool> =
        (0..side * side).map(|_| (rng.below(100) as u64) < percent).collect();
    walls[0] = false;
    *walls.last_mut().unwrap() = false;
    Field { side, walls, straight, diagonal }
}

/// The cost that every optimal search finds; all must agree to twelve digits.
fn least<C: Cost>(field: &Field<C>) -> Option<f64> {
    let h = field.octile();
    let outcomes = [
        BestFirst::a_star().solve(field, &h),
        BestFirst::uniform_cost().solve(field, &Blind),
        BestFirst::weighted(1.into()).solve(field, &h),
        Bidirectional::default().solve(field),
    ];
    let costs = outcomes.map(|outcome| match outcome.verdict {
        Verdict::Solved(plan) => {
            plan.check(field).unwrap();
            Some(plan.cost.number().unwrap())
        }
        Verdict::Unsolvable => None,
        other => panic!("{other:?}"),
    });
    let table = Distances::to_goals(field, &Limits::default()).unwrap();
    let exact = table.get(0).and_then(Cost::number);
    for cost in costs {
        assert_eq!(cost.is_some(), exact.is_some());
        let (cost, exact) = (cost.unwrap_or(0.0), exact.unwrap_or(0.0));
        assert!((cost - exact).abs() <= 1e-12 * exact, "{cost} and {exact}");
    }
    exact
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Large enough that tables of ranks take over.
    #[test]
    fn costs_of_every_type_lead_to_the_same_ways(percent in 0u64..45, seed in 0u64..1_000, side in 2i32..45) {
        let whole = least(&field(side, percent, seed, 1000u32, 1414));
        prop_assert_eq!(least(&field(side, percent, seed, 1000u64, 1414)), whole);
        prop_assert_eq!(least(&field(side, percent, seed, 1000i64, 1414)), whole);
        let float = least(&field(side, percent, seed, 1000.0f64, 1414.0));
        prop_assert_eq!(float, whole);
        let root = least(&field(side, percent, seed, 1.0f64, std::f64::consts::SQRT_2));
        prop_assert_eq!(root.is_some(), whole.is_some());
    }

    #[test]
    fn deepening_goes_by_costs_that_are_not_whole(percent in 0u64..30, seed in 0u64..1_000) {
        let field = field(4, percent, seed, 1.0f64, std::f64::consts::SQRT_2);
        let h = field.octile();
        let exact = least(&field);
        for cycles in [Cycles::Avoid, Cycles::Allow] {
            if cycles == Cycles::Allow && exact.is_none() {
                continue; // it would not terminate
            }
            let cost = IdaStar { cycles, ..IdaStar::default() }.solve(&field, &h).into_solution().map(|plan| plan.cost);
            prop_assert!(cost.zip(exact).is_none_or(|(a, b)| (a - b).abs() < 1e-12));
            prop_assert_eq!(cost.is_some(), exact.is_some());
        }
        if exact.is_some() {
            let one = IdaStar::default().solve(&field, &h);
            let two = ParallelIdaStar::on(2).search(&field, &h, &Limits::default());
            prop_assert_eq!(one.verdict, two.verdict);
            prop_assert_eq!(one.stats.expanded, two.stats.expanded);
        }
    }
}

/// Every path search.
fn every<S: StateSpace, H: Heuristic<S>>(
    space: &S,
    h: &H,
) -> Vec<(&'static str, Outcome<PlanOf<S>>)> {
    vec![
        ("bfs", BreadthFirst::default().solve(space, h)),
        ("dfs", DepthFirst::default().solve(space, h)),
        ("ids", IterativeDeepening::default().solve(space, h)),
        ("ucs", BestFirst::uniform_cost().solve(space, h)),
        ("greedy", BestFirst::greedy().solve(space, h)),
        ("astar", BestFirst::a_star().solve(space, h)),
        ("wastar", BestFirst::weighted(5.into()).solve(space, h)),
        ("idastar", IdaStar::default().solve(space, h)),
        ("idastar, avoid", IdaStar { cycles: Cycles::Avoid, ..IdaStar::default() }.solve(space, h)),
        ("rbfs", Rbfs::default().solve(space, h)),
        ("ie", Rbfs { nodes: 100, ..Rbfs::default() }.solve(space, h)),
        ("anytime", Anytime::default().solve(space, h)),
        ("dps", Dps::default().solve(space, h)),
        ("beam", Beam::default().solve(space, h)),
    ]
}

#[test]
fn five_steps_of_a_thousand_million_are_not_called_unsolvable() {
    let steps = from_fn(0u32, |&n| (n < 5).then_some((n + 1, 1_000_000_000u32)), |&n| n == 5);
    for (name, outcome) in every(&steps, &Blind) {
        let Verdict::Stopped { by: Stop::Cost, .. } = outcome.verdict else {
            panic!("{name}: {:?}", outcome.verdict)
        };
    }
    let wide = from_fn(0u32, |&n| (n < 5).then_some((n + 1, 1_000_000_000u64)), |&n| n == 5);
    for (name, outcome) in every(&wide, &Blind) {
        let plan = outcome.into_solution().unwrap_or_else(|| panic!("{name}"));
        assert_eq!((plan.cost, plan.check(&wide)), (5_000_000_000, Ok(())), "{name}");
        assert_eq!(plan.states, [0, 1, 2, 3, 4, 5], "{name}");
    }
}

#[test]
fn a_negative_cost_and_one_that_is_not_a_number_are_refused_with_their_action() {
    for bad in [-1.0, f64::NAN, f64::INFINITY] {
        let steps = |&n: &u32| (n < 5).then_some(("on", n + 1, if n == 3 { bad } else { 1.0 }));
        let space = from_fn(0u32, steps, |&n| n == 5);
        for (name, outcome) in every(&space, &Blind) {
            let Verdict::Stopped { by: Stop::Cost, best: Some(plan) } = outcome.verdict else {
                panic!("{name}, {bad}: {:?}", outcome.verdict)
            };
            assert_eq!(plan.actions.len(), 4, "{name}, {bad}");
            // Not compared by equality: NaN is not equal to itself.
            let fault = plan.check(&space);
            assert!(fault.is_err(), "{name}, {bad}");
            if !bad.is_nan() {
                assert_eq!(fault, Err(Fault::BadCost { action: 3, cost: bad }), "{name}");
                let words = fault.unwrap_err().to_string();
                assert!(words.starts_with("action 4 costs"), "{words}");
            }
        }
    }
    let signed = from_fn(0i32, |&n| [(n + 1, if n == 2 { -7 } else { 1 })], |&n| n == 5);
    for (name, outcome) in every(&signed, &Blind) {
        assert!(
            matches!(outcome.verdict, Verdict::Stopped { by: Stop::Cost, .. }),
            "{name}: {:?}",
            outcome.verdict
        );
    }
}
