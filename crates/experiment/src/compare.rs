//! Pairs of methods, instance by instance.

use goalward_lab::Number;

use super::Tally;
use super::statistics::{Shift, holm, holm_level, sign_test};
use super::summary::{Grid, MethodSummary, cost_of_solution, expanded};

/// What methods are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Whether they have a solution, or the proof that there is none.
    Solved,
    /// The cost of the solution.
    Cost,
    /// Nodes expanded, or steps taken.
    Expanded,
    /// Seconds.
    Time,
}

impl Measure {
    /// In the order they are shown.
    pub const ALL: [Measure; 4] =
        [Measure::Solved, Measure::Cost, Measure::Expanded, Measure::Time];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Solved => "solved",
            Measure::Cost => "cost",
            Measure::Expanded => "expanded",
            Measure::Time => "time",
        }
    }

    fn of(self, record: &Tally) -> Option<f64> {
        match self {
            Measure::Solved => Some(f64::from(u8::from(record.is_answered() || record.has_plan))),
            Measure::Cost => cost_of_solution(record),
            _ if !record.is_answered() => None,
            Measure::Expanded => expanded(record),
            Measure::Time => Some(record.seconds),
        }
    }

    /// The least value used in a ratio: a count or a time of zero stands for less than the next
    /// step.
    fn least(self) -> f64 {
        match self {
            Measure::Expanded => 0.5,
            Measure::Time => 1e-9,
            Measure::Solved | Measure::Cost => 0.0,
        }
    }

    /// Whether two values are equal. Costs that were added up in another order differ by
    /// rounding.
    fn are_equal(self, one: f64, other: f64) -> bool {
        one == other || self == Measure::Cost && Number::from(one).agrees(other.into())
    }
}

/// What a test says about two methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// They are equal on every instance.
    Equal,
    /// They differ, beyond chance at the level of 5%.
    Differ,
    /// No significant difference.
    Unclear,
    /// So few instances that no difference could have been significant.
    TooFew,
}

/// Two methods by one measure, on the instances that both answered; by
/// [`Measure::Solved`], on those that both tried.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What is compared.
    pub measure: Measure,
    /// The index of one method.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
    /// On how many instances.
    pub shared: usize,
    /// On how many of them the first has less, and on how many more. On the others they are equal.
    pub less: usize,
    /// See `less`.
    pub more: usize,
    /// How many instances only one of the two solved, which are left out.
    pub left_out: usize,
    /// The first compared with the second, where they differ; none by [`Measure::Solved`].
    pub effect: Option<Effect>,
    /// The p-value, corrected by Holm's method for all pairs of this measure.
    pub p: f64,
    /// What follows.
    pub relation: Relation,
}

/// How far apart two methods are on the instances where they differ: the estimate of Hodges and
/// Lehmann, with the interval that belongs to the test. Where the test finds no difference, the
/// interval includes equality; where it finds one, it does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Whether it is the ratio of the first to the second; else it is their difference, where costs
    /// may be zero or below.
    pub is_ratio: bool,
    /// The estimate.
    pub estimate: f64,
    /// The interval; none if there are too few instances for one.
    pub interval: Option<(f64, f64)>,
}

impl Effect {
    /// The same with the two methods exchanged.
    #[must_use]
    pub fn turned(&self) -> Self {
        let turned = |value: f64| if self.is_ratio { 1.0 / value } else { 0.0 - value };
        Effect {
            estimate: turned(self.estimate),
            interval: self.interval.map(|(low, high)| (turned(high), turned(low))),
            ..*self
        }
    }

    /// Whether the first has less.
    pub fn is_less(&self) -> bool {
        self.estimate < if self.is_ratio { 1.0 } else { 0.0 }
    }
}

/// With more methods than this, each is compared only with the best of those that solved most: one
/// that solved a single easy instance shares little with the others.
const ALL_PAIRS: usize = 8;
/// The level at which a difference is called significant.
const LEVEL: f64 = 0.05;

/// Every pair of methods by every measure, or with many methods each against the best. Each measure
/// is corrected for its own pairs, so that the others' verdicts do not depend on the clock. If
/// pairs were chosen, only those.
pub(super) fn comparisons(
    grid: &Grid<'_>,
    methods: &[MethodSummary],
    chosen: &[(usize, usize)],
) -> Vec<Comparison> {
    let by_measure = |measure| match chosen {
        [] => tested(grid, measure, &pairs(methods, measure)),
        chosen => tested(grid, measure, chosen),
    };
    Measure::ALL.into_iter().flat_map(by_measure).collect()
}

/// Every other method compared with one, by a measure.
pub(super) fn beside(grid: &Grid<'_>, measure: Measure, base: usize) -> Vec<Comparison> {
    let others = (0..grid.methods).filter(|&m| m != base);
    tested(grid, measure, &others.map(|m| (m, base)).collect::<Vec<_>>())
}

/// Some pairs of methods by a measure, corrected for all of them.
fn tested(grid: &Grid<'_>, measure: Measure, pairs: &[(usize, usize)]) -> Vec<Comparison> {
    let paired = pairs.iter().filter_map(|&(first, second)| paired(grid, measure, first, second));
    let (mut found, shifts): (Vec<Comparison>, Vec<Option<Shift>>) = paired.unzip();
    let mut ps: Vec<f64> = found.iter().map(|pair| pair.p).collect();
    // One level for all pairs, so that tests and intervals agree.
    let level = holm_level(&ps, LEVEL);
    let rejected: Vec<bool> = ps.iter().map(|p| *p <= level).collect();
    holm(&mut ps);
    let tests = ps.len() as f64;
    for (i, pair) in found.iter_mut().enumerate() {
        pair.p = ps[i];
        // The smallest p that a test can give is 2 / 2^n; the first is multiplied by all.
        let least = tests * 2.0 * 0.5f64.powi((pair.less + pair.more).min(1000) as i32);
        pair.relation = match pair.less + pair.more {
            0 => Relation::Equal,
            _ if rejected[i] => Relation::Differ,
            _ if least > LEVEL => Relation::TooFew,
            _ => Relation::Unclear,
        };
        if let (Some(effect), Some(shift)) = (&mut pair.effect, &shifts[i]) {
            let ends = shift.interval(level);
            effect.interval = ends.map(|(low, high)| (effect.of(low), effect.of(high)));
        }
    }
    found
}

impl Effect {
    /// A shift in its own unit.
    fn of(&self, shift: f64) -> f64 {
        if self.is_ratio { libm::exp(shift) } else { shift }
    }
}

fn pairs(methods: &[MethodSummary], measure: Measure) -> Vec<(usize, usize)> {
    let all = 0..methods.len();
    if methods.len() <= ALL_PAIRS {
        return all.clone().flat_map(|a| all.clone().skip(a + 1).map(move |b| (a, b))).collect();
    }
    let mean = |m: usize| match measure {
        Measure::Solved => Some(-(methods[m].answered() as f64)),
        Measure::Cost => methods[m].common_cost.map(|cost| cost.mean),
        Measure::Expanded => methods[m].expanded.map(|expanded| expanded.mean),
        Measure::Time => methods[m].times_fastest,
    };
    let most = methods.iter().map(MethodSummary::answered).max();
    let candidates = all.clone().filter(|&m| Some(methods[m].answered()) == most);
    let means = candidates.filter_map(|m| mean(m).map(|mean| (mean, m)));
    let best = means.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, m)| m);
    best.into_iter()
        .flat_map(|best| all.clone().filter(move |&m| m != best).map(move |m| (best, m)))
        .collect()
}

/// Two methods by this measure, with p not yet corrected, and the shift between them; nothing if no
/// instance has both.
fn paired(
    grid: &Grid<'_>,
    measure: Measure,
    first: usize,
    second: usize,
) -> Option<(Comparison, Option<Shift>)> {
    let tried = || grid.rows().filter_map(|row| row[first].zip(row[second]));
    let both: Vec<(f64, f64)> =
        tried().filter_map(|(one, other)| measure.of(one).zip(measure.of(other))).collect();
    let has = |record| measure.of(record).is_some();
    let left_out = tried().filter(|(one, other)| has(one) != has(other)).count();
    let differ = || both.iter().filter(|(one, other)| !measure.are_equal(*one, *other));
    let less = differ().filter(|(one, other)| one < other).count();
    let more = differ().count() - less;
    if both.is_empty() {
        return None;
    }
    let shift = (measure != Measure::Solved).then(|| {
        let least = measure.least();
        let values = differ().map(|(one, other)| (one.max(least), other.max(least)));
        let is_ratio = values.clone().all(|(one, other)| one > 0.0 && other > 0.0);
        let shift = values.map(|(one, other)| match is_ratio {
            true => libm::log(one) - libm::log(other),
            false => one - other,
        });
        (Shift::of(&shift.collect::<Vec<_>>()), is_ratio)
    });
    let p = match &shift {
        Some((shift, _)) => shift.p(),
        None => sign_test(more as u64, less as u64),
    };
    let effect = shift.as_ref().and_then(|(shift, is_ratio)| {
        let effect = Effect { is_ratio: *is_ratio, estimate: 0.0, interval: None };
        Some(Effect { estimate: effect.of(shift.estimate()?), ..effect })
    });
    let comparison = Comparison {
        measure,
        first,
        second,
        shared: both.len(),
        less,
        more,
        left_out: if measure == Measure::Solved { 0 } else { left_out },
        effect,
        p,
        relation: Relation::Unclear,
    };
    Some((comparison, shift.map(|(shift, _)| shift)))
}
