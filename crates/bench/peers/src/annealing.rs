//! The `argmin` crate's annealing on 100 queens: permutations, a move exchanges two rows.

use std::cell::RefCell;

use argmin::core::{CostFunction, Error, Executor};
use argmin::solver::simulatedannealing::{Anneal, SATempFunc, SimulatedAnnealing};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

use goalward_bench::serve::{Done, Work};

const N: usize = 100;
const STEPS: u64 = 1_000_000;

/// Rows by column with what stands on each diagonal, so that a neighbour's cost is known
/// without counting afresh; argmin copies it for every proposal.
#[derive(Clone)]
struct Placement {
    rows: [u8; N],
    rising: [u8; 2 * N],
    falling: [u8; 2 * N],
    cost: i32,
}

impl Placement {
    fn identity() -> Self {
        let empty = [0; 2 * N];
        let mut placement = Placement { rows: [0; N], rising: empty, falling: empty, cost: 0 };
        for column in 0..N {
            placement.rows[column] = column as u8;
            placement.place(column);
        }
        placement
    }

    fn place(&mut self, column: usize) {
        let row = usize::from(self.rows[column]);
        for count in [&mut self.rising[row + column], &mut self.falling[row + N - column]] {
            self.cost += i32::from(*count);
            *count += 1;
        }
    }

    fn lift(&mut self, column: usize) {
        let row = usize::from(self.rows[column]);
        for count in [&mut self.rising[row + column], &mut self.falling[row + N - column]] {
            *count -= 1;
            self.cost -= i32::from(*count);
        }
    }
}

struct Queens(RefCell<SmallRng>);

impl CostFunction for Queens {
    type Param = Placement;
    type Output = f64;

    fn cost(&self, placement: &Placement) -> Result<f64, Error> {
        Ok(placement.cost.into())
    }
}

impl Anneal for Queens {
    type Param = Placement;
    type Output = Placement;
    type Float = f64;

    fn anneal(&self, placement: &Placement, _: f64) -> Result<Placement, Error> {
        let mut next = placement.clone();
        let mut rng = self.0.borrow_mut();
        let (a, b) = (rng.random_range(0..N), rng.random_range(0..N));
        if a != b {
            next.lift(a);
            next.lift(b);
            next.rows.swap(a, b);
            next.place(a);
            next.place(b);
        }
        Ok(next)
    }
}

/// A fixed number of steps at a temperature that never lets it come to rest.
pub fn queens() -> Work {
    Box::new(|| {
        let solver = SimulatedAnnealing::new_with_rng(1.0, SmallRng::seed_from_u64(1))
            .expect("above zero")
            .with_temp_func(SATempFunc::Exponential(0.999_999_9));
        let problem = Queens(RefCell::new(SmallRng::seed_from_u64(2)));
        let run = Executor::new(problem, solver)
            .configure(|state| state.param(Placement::identity()).max_iters(STEPS))
            .run()
            .expect("it runs");
        Done { answer: 0, steps: run.state.iter, note: String::new() }
    })
}
