//! Two moves at once are one move after another.

use goalward::Rng;

use super::super::flood::Root;
use super::super::walk::{Node, moves_after, to};
use super::super::{NO_MOVE, Rises, pack};
use super::moves::{self, Made, Moves, Next, State};
use super::{Portable, TOGETHER};
use crate::tiles::{Layout, Move, Puzzle, Size};

/// Where the blank is beside the middle after some moves that are not taken back.
fn random_node(rng: &mut Rng) -> Root {
    let goal = Layout::blank_first(Size::EIGHT);
    let start = Puzzle::random(goal, rng).start().clone();
    let blank = start.cell_of(0) as u8;
    let root = Root { cells: pack(&start), slack: 0, g: 0, blank, last: NO_MOVE as u8 };
    let mut node = Node::start(root);
    while node.root.g == 0 || node.root.blank.is_multiple_of(2) || rng.below(3) > 0 {
        let mv = Move::ALL[rng.below(4)];
        if to(Size::EIGHT, node.root.blank, node.root.last, mv).is_some() {
            node = node.after(mv, Size::EIGHT, &Rises::default()).unwrap();
        }
    }
    Root { slack: rng.below(4) as u8, g: 0, ..node.root }
}

/// What comes of a node by one move after another.
fn plain(root: Root, rises: &Rises) -> (Vec<State>, Made) {
    let after = |root: Root| {
        Move::ALL.iter().filter_map(move |&mv| Node::start(root).after(mv, Size::EIGHT, rises))
    };
    let mids: Vec<Root> = after(root).map(|node| node.root).collect();
    let next: Vec<State> =
        mids.iter().flat_map(|&mid| after(mid)).map(|node| moves::state(&node.root)).collect();
    let generated =
        mids.iter().map(|mid| moves_after(Size::EIGHT, mid.blank, mid.last, None)).sum();
    let made = Made { count: next.len(), expanded: mids.len() as u64, generated };
    (next, made)
}

fn assert_plain<M: Moves>(seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..300 {
        // Any set of moves may raise f, not only that of a goal.
        let rises: Rises = std::array::from_fn(|_| [(); 4].map(|()| rng.bits() as u16 & 0x1fe));
        let moves = M::new(&rises);
        let nodes: Vec<Root> = (0..round % TOGETHER + 1).map(|_| random_node(&mut rng)).collect();
        let states: Vec<State> = nodes.iter().map(moves::state).collect();
        let mut next = [0; size_of::<Next>() / size_of::<State>()];
        let mut ends = [0; TOGETHER];
        let made = moves.advance(&states, &mut next, &mut ends);
        let (mut expected, mut sum) = (Vec::new(), Made::default());
        for (node, &end) in nodes.into_iter().zip(&ends) {
            assert_eq!(moves::node(moves::state(&node)), node);
            let (next, one) = plain(node, &rises);
            expected.extend(next);
            sum.count += one.count;
            sum.expanded += one.expanded;
            sum.generated += one.generated;
            assert_eq!(usize::from(end), sum.count);
        }
        assert_eq!(made, sum);
        assert_eq!(next[..made.count], expected);
    }
}

#[test]
fn two_moves_at_once_are_one_after_another() {
    assert_plain::<Portable>(1);
    #[cfg(target_arch = "x86_64")]
    if crate::simd::Simd::Avx2.is_available() {
        assert_plain::<super::avx2::Avx2>(1);
    }
}
