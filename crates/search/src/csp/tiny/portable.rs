//! The domains of sixteen variables, one after the other.

use super::lanes::{Lanes, MOST};
use super::{Node, Sums, Tables};
use crate::csp::VariableOrder;
use crate::csp::popcount::{Work, accelerated};

/// As [`Kernel::expand`](super::Kernel::expand).
pub(super) fn expand(tables: &Tables, nodes: &[Node], below: &mut [Node]) -> Sums {
    match tables.order {
        VariableOrder::Static => accelerated(Expansion::<true> { tables, nodes, below }),
        _ => accelerated(Expansion::<false> { tables, nodes, below }),
    }
}

struct Expansion<'a, const STATIC: bool> {
    tables: &'a Tables,
    nodes: &'a [Node],
    below: &'a mut [Node],
}

impl<const STATIC: bool> Work for Expansion<'_, STATIC> {
    type Output = Sums;

    #[inline(always)]
    fn work(self) -> Sums {
        let Expansion { tables, nodes, below } = self;
        let mut sums = Sums::default();
        for node in nodes {
            let mut rest = node.rest();
            if !sums.begin(rest.count_ones(), below.len()) {
                break;
            }
            let variable = node.next();
            let open = node.open & !(1 << variable);
            let near = tables.neighbours[variable] & open;
            while rest != 0 {
                let value = rest.trailing_zeros() as usize % MOST;
                rest &= rest - 1;
                let row = &tables.rows[variable][value];
                let child = &mut below[sums.standing];
                *child = Node {
                    domains: Lanes::default(),
                    values: node.values | (value as u64) << (4 * variable),
                    least: u16::MAX,
                    open,
                };
                let (mut least, mut struck) = (u32::MAX, 0);
                let mut todo = u32::from(open);
                while todo != 0 {
                    let other = todo.trailing_zeros() as usize % MOST;
                    todo &= todo - 1;
                    let before = node.domains.0[other];
                    let left = before & row.0[other];
                    let size = left.count_ones();
                    struck += before.count_ones() - size;
                    child.domains.0[other] = left;
                    let key = if STATIC { size.min(1) } else { size };
                    least = least.min(key << 4 | other as u32);
                    if left == 0 {
                        break;
                    }
                }
                child.least = least as u16;
                sums.standing += usize::from(least >= MOST as u32);
                sums.prunings += u64::from(struck);
                sums.checks += u64::from((u32::from(near) & !todo).count_ones());
            }
        }
        sums
    }
}
