//! The numbers of permutations.

/// The number of a permutation of 0, 1, … among all in lexicographic order; at most 20 items.
pub(crate) fn rank(items: impl Iterator<Item = usize> + Clone) -> usize {
    let mut rank = 0;
    let mut seen = 0u64;
    let count = items.clone().count();
    for (place, item) in items.enumerate() {
        let smaller_left = item - (seen & ((1 << item) - 1)).count_ones() as usize;
        rank = rank * (count - place) + smaller_left;
        seen |= 1 << item;
    }
    rank
}

/// The permutation of `count` items with this number.
pub(crate) fn unrank(mut rank: usize, count: usize) -> Vec<u8> {
    let mut digits = vec![0; count];
    for place in (0..count).rev() {
        let base = count - place;
        digits[place] = rank % base;
        rank /= base;
    }
    let mut left: Vec<u8> = (0..count as u8).collect();
    digits.into_iter().map(|digit| left.remove(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_lexicographic_order_and_lead_back() {
        let all: Vec<Vec<u8>> = (0..720).map(|rank| unrank(rank, 6)).collect();
        assert!(all.is_sorted_by(|a, b| a < b));
        for (number, items) in all.iter().enumerate() {
            assert_eq!(rank(items.iter().map(|&item| usize::from(item))), number);
        }
    }
}
