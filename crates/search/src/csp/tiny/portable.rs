//! The domains of sixteen variables, one after the other.

use super::lanes::{Lanes, MOST};
use super::{Node, Sums, Tables};
use crate::csp::popcount::{Work, accelerated};

/// What [`Avx2::expand`](super::lanes::Avx2::expand) does.
pub(super) fn expand(tables: &Tables, nodes: &[Node], below: &mut [Node]) -> Sums {
    accelerated(Expansion { tables, nodes, below })
}

struct Expansion<'a> {
    tables: &'a Tables,
    nodes: &'a [Node],
    below: &'a mut [Node],
}

impl Work for Expansion<'_> {
    type Output = Sums;

    #[inline(always)]
    fn work(self) -> Sums {
        let Expansion { tables, nodes, below } = self;
        let mut sums = Sums::default();
        for node in nodes {
            let variable = node.next();
            let open = node.open & !(1 << variable);
            let near = open & tables.neighbours[variable];
            let mut rest = node.rest();
            sums.assignments += u64::from(rest.count_ones());
            while rest != 0 {
                let value = rest.trailing_zeros() as usize % MOST;
                rest &= rest - 1;
                let child = &mut below[sums.standing];
                let row = &tables.rows[variable][value];
                child.domains = Lanes::default();
                child.open = open;
                child.values = node.values | (value as u64) << (4 * variable);
                let mut least = u16::MAX;
                let mut todo = open;
                while todo != 0 {
                    let other = todo.trailing_zeros() as usize % MOST;
                    todo &= todo - 1;
                    let before = node.domains.0[other];
                    let left = before & row.0[other];
                    let size = left.count_ones() as u16;
                    sums.prunings += u64::from(before.count_ones() as u16 - size);
                    child.domains.0[other] = left;
                    least = least.min(tables.rank(size, other));
                    if left == 0 {
                        break;
                    }
                }
                sums.checks += u64::from((near & !todo).count_ones());
                child.least = least;
                sums.standing += usize::from(least >= MOST as u16);
            }
        }
        sums
    }
}
