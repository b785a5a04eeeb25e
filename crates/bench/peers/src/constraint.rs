//! The `selen` constraint solver: every solution of N queens.

use selen::prelude::*;

use goalward_bench::serve::{Done, Work};

const N: usize = 8;

pub fn queens() -> Work {
    Box::new(|| {
        let n = N as i32;
        let mut model = Model::default();
        let rows = model.ints(N, 0, n - 1);
        model.alldiff(&rows);
        for sign in [1, -1] {
            let mut diagonals = Vec::new();
            for (column, &row) in rows.iter().enumerate() {
                let diagonal = model.int(-n, 2 * n);
                model.new(add(row, int(sign * column as i32)).eq(diagonal));
                diagonals.push(diagonal);
            }
            model.alldiff(&diagonals);
        }
        Done::answer(model.enumerate().count() as u64)
    })
}
