//! What actions cost and heuristics estimate.

use std::fmt::Debug;

/// A cost, and an estimate of one: `u32`, `u64`, `i32`, `i64`, `f64`, or your own type.
///
/// Costs are never negative. A search that meets a negative cost or a NaN stops with
/// [`Stop::Cost`](crate::Stop::Cost), and its plan ends at the action with that cost. A path whose
/// cost overflows the type is skipped; if the search then finds no solution, it stops for the same
/// reason and never reports the problem as unsolvable.
///
/// Five items make a type a cost:
///
/// ```
/// use goalward::Cost;
/// use goalward::path::{BestFirst, PathSearch};
/// use goalward::space::from_fn;
///
/// /// Fewer tolls first, then fewer kilometres.
/// #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
/// struct Road { tolls: u16, kilometres: u32 }
///
/// impl Cost for Road {
///     const ZERO: Self = Road { tolls: 0, kilometres: 0 };
///     const ONE: Self = Road { tolls: 0, kilometres: 1 };
///     const INFINITE: Self = Road { tolls: u16::MAX, kilometres: u32::MAX };
///     fn plus(self, other: Self) -> Option<Self> {
///         let tolls = self.tolls.checked_add(other.tolls)?;
///         let kilometres = self.kilometres.checked_add(other.kilometres)?;
///         Some(Road { tolls, kilometres }).filter(|sum| *sum < Self::INFINITE)
///     }
///     fn key(self) -> u64 {
///         u64::from(self.tolls) << 32 | u64::from(self.kilometres)
///     }
/// }
///
/// let road = |tolls, kilometres| Road { tolls, kilometres };
/// let roads = |&town: &char| match town {
///     'a' => vec![('b', road(1, 10)), ('c', road(0, 50))],
///     'b' => vec![('d', road(0, 10))],
///     'c' => vec![('d', road(0, 60))],
///     _ => vec![],
/// };
/// let map = from_fn('a', roads, |&town| town == 'd');
/// let plan = BestFirst::uniform_cost().solve(&map, &goalward::Blind).into_solution().unwrap();
/// assert_eq!(plan.cost, road(0, 110));
/// ```
pub trait Cost: Copy + PartialOrd + Debug + Send + Sync {
    /// The cost of an empty path.
    const ZERO: Self;

    /// The default cost of an action.
    const ONE: Self;

    /// More than any cost. As an estimate it means that no goal can be reached: such a state
    /// is never expanded.
    const INFINITE: Self;

    /// The sum of two costs; `None` if it is not less than [`INFINITE`](Cost::INFINITE) or if
    /// `other` is not a valid cost.
    fn plus(self, other: Self) -> Option<Self>;

    /// A number with the same order as the costs: equal for equal costs, larger for larger ones.
    fn key(self) -> u64;

    /// Whether this is a valid cost: not negative, not infinite and not NaN.
    #[inline]
    fn is_valid(self) -> bool {
        self >= Self::ZERO && self < Self::INFINITE
    }

    /// The cost times `factor`; `None` if it overflows.
    fn times(self, factor: u32) -> Option<Self> {
        let mut sum = Self::ZERO;
        for bit in (0..u32::BITS - factor.leading_zeros()).rev() {
            sum = sum.plus(sum)?;
            if factor >> bit & 1 == 1 {
                sum = sum.plus(self)?;
            }
        }
        Some(sum)
    }

    /// A number with the same order as the sums `a`·`g` + `b`·`h`, where sums that differ only by
    /// rounding are equal; `None` if the sum overflows.
    #[inline]
    fn priority((a, g): (u32, Self), (b, h): (u32, Self)) -> Option<u64> {
        let h = if b == 0 { Self::ZERO } else { h.times(b)? };
        Some(g.times(a)?.plus(h)?.key())
    }

    /// Whether a path of this cost is cheaper than one of cost `other`. Floats that differ only by
    /// rounding are equal here; otherwise adding the same steps in another order would give a
    /// different cost.
    #[inline]
    fn beats(self, other: Self) -> bool {
        self < other
    }

    /// A number that never decreases as the cost increases, used to break ties between nodes.
    #[inline]
    fn tie(self) -> u32 {
        self.key().min(u32::MAX.into()) as u32
    }

    /// The cost as a number for reports, if it can be expressed as one.
    #[inline]
    fn number(self) -> Option<f64> {
        None
    }
}

/// Integers of at most 32 bits: even weighted, their keys have fewer than 64.
macro_rules! small_costs {
    ($($whole:ty),*) => { $(
        impl Cost for $whole {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const INFINITE: Self = <$whole>::MAX;

            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                let sum = self as i64 + other as i64;
                (sum >= self as i64 && sum < <$whole>::MAX as i64).then_some(sum as $whole)
            }

            #[inline]
            fn key(self) -> u64 {
                self as u64
            }

            #[inline]
            fn times(self, factor: u32) -> Option<Self> {
                let product = self as u64 * u64::from(factor);
                (product < <$whole>::MAX as u64).then_some(product as $whole)
            }

            #[inline]
            fn priority((a, g): (u32, Self), (b, h): (u32, Self)) -> Option<u64> {
                Some(u64::from(a) * g as u64 + u64::from(b) * h as u64)
            }

            #[inline]
            fn tie(self) -> u32 {
                self as u32
            }

            #[inline]
            fn number(self) -> Option<f64> {
                Some(self.into())
            }
        }
    )* };
}

small_costs!(u32, i32);

/// Integers of 64 bits.
macro_rules! large_costs {
    ($($whole:ty),*) => { $(
        impl Cost for $whole {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const INFINITE: Self = <$whole>::MAX;

            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other).filter(|&sum| sum >= self && sum < <$whole>::MAX)
            }

            #[inline]
            fn key(self) -> u64 {
                self as u64
            }

            #[inline]
            fn times(self, factor: u32) -> Option<Self> {
                self.checked_mul(factor.into()).filter(|&product| product < <$whole>::MAX)
            }

            #[inline]
            fn number(self) -> Option<f64> {
                Some(self as f64)
            }
        }
    )* };
}

large_costs!(u64, i64);

/// The relative rounding error allowed in a sum of floats.
const ROUNDING: f64 = 1.0 / (1u64 << 44) as f64;

impl Cost for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const INFINITE: Self = f64::INFINITY;

    #[inline]
    fn plus(self, other: Self) -> Option<Self> {
        let sum = self + other;
        (sum >= self && sum < f64::INFINITY).then_some(sum)
    }

    /// The bits of non-negative floats have the same order as the floats; adding 0 turns -0 into 0.
    #[inline]
    fn key(self) -> u64 {
        (self + 0.0).to_bits()
    }

    #[inline]
    fn times(self, factor: u32) -> Option<Self> {
        let product = self * f64::from(factor);
        (product < f64::INFINITY).then_some(product)
    }

    /// Rounded to twelve digits, about the precision that remains after many additions, so that
    /// nodes on equally good paths tie, as they do with integer costs.
    #[inline]
    fn priority((a, g): (u32, Self), (b, h): (u32, Self)) -> Option<u64> {
        let h = if b == 0 { 0.0 } else { f64::from(b) * h };
        let f = f64::from(a) * g + h;
        (f < f64::INFINITY).then(|| (f.to_bits() + (1 << 11)) >> 12)
    }

    #[inline]
    fn beats(self, other: Self) -> bool {
        self < other * (1.0 - ROUNDING)
    }

    /// The exponent and the first 21 bits of the mantissa.
    #[inline]
    fn tie(self) -> u32 {
        (self.key() >> 31) as u32
    }

    #[inline]
    fn number(self) -> Option<f64> {
        Some(self)
    }
}

/// The smaller of two costs.
#[inline]
pub(crate) fn least<C: Cost>(a: C, b: C) -> C {
    if b < a { b } else { a }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Laws of every cost type.
    fn laws<C: Cost>(a: C, b: C, factor: u32) -> Result<(), TestCaseError> {
        prop_assert_eq!(a.partial_cmp(&b), Some(a.key().cmp(&b.key())));
        prop_assert!(a >= b || a.tie() <= b.tie());
        prop_assert!(a.is_valid() && C::ZERO.is_valid() && C::ONE.is_valid());
        prop_assert_eq!(a.plus(C::INFINITE), None);
        prop_assert_eq!(C::INFINITE.plus(C::ZERO), None);
        if let Some(sum) = a.plus(b) {
            prop_assert!(sum >= a && sum >= b && sum < C::INFINITE);
            let priority = C::priority((1, a), (1, b));
            prop_assert_eq!(priority, C::priority((1, sum), (0, C::INFINITE)));
            prop_assert!(priority >= C::priority((1, a), (0, C::INFINITE)));
        }
        prop_assert!(!a.beats(a) && (!a.beats(b) || a < b));
        prop_assert_eq!(a.times(0), Some(C::ZERO));
        prop_assert_eq!(a.times(1), Some(a));
        prop_assert!(a.times(factor).is_none_or(|product| factor == 0 || product >= a));
        Ok(())
    }

    proptest! {
        #[test]
        fn whole_costs_keep_the_laws(a in 0..u32::MAX, b in 0..u32::MAX, factor in 0u32..1000) {
            laws(a, b, factor)?;
            laws(u64::from(a), u64::from(b) << 31, factor)?;
            laws((a / 2).min(i32::MAX as u32 - 1) as i32, (b / 2).min(5) as i32, factor)?;
            laws(i64::from(a), i64::from(b) << 30, factor)?;
        }

        #[test]
        fn floats_keep_the_laws(a in 0.0..f64::MAX, b in 0.0..10.0f64, factor in 0u32..1000) {
            laws(a, b, factor)?;
            laws(b, a, factor)?;
        }
    }

    #[test]
    fn what_does_not_fit_is_none() {
        assert_eq!((u32::MAX - 1).plus(1), None);
        assert_eq!((u64::MAX - 1).plus(1), None);
        assert_eq!(f64::MAX.plus(f64::MAX), None);
        assert!(![-1.0, f64::NAN, f64::INFINITY].into_iter().any(Cost::is_valid));
        assert_eq!((5i32.plus(-1), 5i64.plus(-1), 5.0.plus(-1.0)), (None, None, None));
        assert_eq!(5.0.plus(f64::NAN), None);
        assert!(!(-1i32).is_valid() && !(-1i64).is_valid());
        assert_eq!((-0.0f64).key(), 0.0f64.key());
    }
}
