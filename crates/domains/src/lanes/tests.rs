//! With every instruction set, an operation on registers equals the operation on each number.

use goalward::Rng;

use super::{Lanes, Portable};

/// The same operations with the portable instructions and with `lanes`.
fn assert_portable<L: Lanes>(lanes: L) {
    let mut rng = Rng::new(26);
    for _ in 0..2_000 {
        let mut row = || [(); 4].map(|()| rng.bits() >> rng.below(64));
        let (a, b) = (row(), row());
        let bits = (b[0] % 64) as usize;
        let shifts = b.map(|bits| bits % 64);
        let (x, y, by) = (lanes.load64(&a), lanes.load64(&b), lanes.load64(&shifts));
        let assert_same = |row: L::Row, plain: [u64; 4]| {
            assert_eq!(lanes.store32(row), Portable.store32(plain));
        };
        assert_same(lanes.and(x, y), std::array::from_fn(|i| a[i] & b[i]));
        assert_same(lanes.or(x, y), std::array::from_fn(|i| a[i] | b[i]));
        assert_same(lanes.without(x, y), std::array::from_fn(|i| a[i] & !b[i]));
        assert_eq!(lanes.covers(x, y), (0..4).all(|i| b[i] & !a[i] == 0));
        assert!(lanes.covers(lanes.or(x, y), y));
        assert_same(lanes.swap(x), [a[2], a[3], a[0], a[1]]);
        assert_same(lanes.splat64(a[0]), [a[0]; 4]);
        assert_same(lanes.shl64(x, bits), a.map(|number| number << bits));
        assert_same(lanes.shr64(x, bits), a.map(|number| number >> bits));
        assert_same(lanes.shl64_each(x, by), std::array::from_fn(|i| a[i] << shifts[i]));
        let min = |i: usize| (a[i] as i64).min(b[i] as i64) as u64;
        assert_same(lanes.min64(x, y), std::array::from_fn(min));
        assert_eq!(Some(lanes.least64(x) as i64), a.iter().map(|&a| a as i64).min());
        let added = b.map(|number| number >> 1);
        let sums = a.iter().zip(added).filter_map(|(&a, b)| (a as i64).checked_add(b as i64));
        let mut kept = [0; 4];
        let count = lanes.keep_sums64(x, lanes.load64(&added), &mut kept);
        assert!(kept[..count].iter().map(|&sum| sum as i64).eq(sums));
        assert_portable_32(lanes, &mut rng);
    }
}

fn assert_portable_32<L: Lanes>(lanes: L, rng: &mut Rng) {
    let mut row = || [(); 8].map(|()| rng.bits() as u32 >> 1 >> rng.below(31));
    let (a, b) = (row(), row());
    let (x, y) = (lanes.load32(&a), lanes.load32(&b));
    let assert_same = |row: L::Row, of: &dyn Fn(usize) -> u32| {
        assert_eq!(lanes.store32(row), std::array::from_fn(of));
    };
    assert_same(lanes.add32(x, y), &|i| a[i] + b[i]);
    assert_same(lanes.sub32(lanes.or(x, y), y), &|i| (a[i] | b[i]) - b[i]);
    assert_same(lanes.shl32::<9>(x), &|i| a[i] << 9);
    assert_same(lanes.shr32::<3>(x), &|i| a[i] >> 3);
    let nine = a.map(|number| number % 512);
    assert_same(lanes.thrice32(lanes.load32(&nine)), &|i| nine[i] | nine[i] << 9 | nine[i] << 18);
    let [p, q, r, _, s, t, u, _] = a;
    let turned = lanes.turn32(lanes.load32(&[p, q, r, 0, s, t, u, 0]));
    assert_eq!(lanes.store32(turned), [q, r, p, 0, t, u, s, 0]);

    let [marks, words] = [(); 2].map(|()| [(); 8].map(|()| rng.bits() as u32));
    let marks = marks.map(|mark| if mark % 2 == 1 { u32::MAX } else { 0 });
    let marked: Vec<usize> = (0..8).filter(|&lane| marks[lane] != 0).collect();
    let mut kept = [[0; 8]; 3];
    let [first, second, third] = &mut kept;
    let rows = [(&a, &mut first[..]), (&b, &mut second[..]), (&words, &mut third[..])];
    assert_eq!(lanes.keep32(&marks, rows), marked.len());
    for (kept, from) in kept.iter().zip([a, b, words]) {
        assert!(kept.iter().zip(&marked).all(|(&word, &lane)| word == from[lane]));
    }

    let [marks, a, b, c] = [(); 4].map(|()| [(); 16].map(|()| rng.bits() as u16));
    let marks = marks.map(|mark| if mark % 2 == 1 { u16::MAX } else { 0 });
    let marked: Vec<usize> = (0..16).filter(|&lane| marks[lane] != 0).collect();
    let mut kept = [[0; 16]; 3];
    let [first, second, third] = &mut kept;
    let rows = [(&a, &mut first[..]), (&b, &mut second[..]), (&c, &mut third[..])];
    assert_eq!(lanes.keep16(&marks, rows), marked.len());
    for (kept, from) in kept.iter().zip([a, b, c]) {
        assert!(kept.iter().zip(&marked).all(|(&word, &lane)| word == from[lane]));
    }
}

#[test]
fn operations_on_rows_equal_those_on_numbers_with_every_instruction_set() {
    assert_portable(Portable);
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = super::Avx2::new() {
        assert_portable(avx2);
    }
}
