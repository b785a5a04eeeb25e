//! Parts of a plan, for several processes or machines.

use std::ops::Range;

use thiserror::Error;

/// One of several parts of a plan: a run of neighbouring cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub index: u64,
    /// Of how many.
    pub of: u64,
}

/// A text that names no shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShardError {
    /// Not in this form.
    #[error(
        "`{0}` is not a shard: use I/N with I from 1 to N, such as 2/7, or array/N in an array job"
    )]
    Form(String),
    /// No scheduler has given the index.
    #[error("array/{0} needs the index of an array job, but none of {VARIABLES} is set")]
    NoIndex(u64),
    /// A scheduler's index is not below the number of parts.
    #[error(
        "{name}={value} is not an index of {of} shards: the array needs as many tasks as there are shards"
    )]
    Index {
        /// The variable.
        name: String,
        /// Its value.
        value: String,
        /// How many shards there are.
        of: u64,
    },
}

const VARIABLES: &str =
    "SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX (Kubernetes) and AWS_BATCH_JOB_ARRAY_INDEX";

impl Shard {
    /// The whole plan.
    pub const WHOLE: Shard = Shard { index: 1, of: 1 };

    /// Reads `I/N`, or `array/N` with the index of an array job, looked up with
    /// `variable`. Array indices are counted from 0, or from what
    /// `SLURM_ARRAY_TASK_MIN` says.
    pub fn parse(
        text: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ShardError> {
        let form = || ShardError::Form(text.chars().take(40).collect());
        let (index, of) = text.split_once('/').ok_or_else(form)?;
        let of: u64 = of.parse().ok().filter(|&of| of > 0).ok_or_else(form)?;
        let index = match index {
            "array" => from_array(of, variable)?,
            index => index.parse().map_err(|_| form())?,
        };
        if (1..=of).contains(&index) { Ok(Shard { index, of }) } else { Err(form()) }
    }

    /// Its cells, of a plan with this many.
    pub fn cells(self, cells: u64) -> Range<u64> {
        let edge = |part: u64| (u128::from(cells) * u128::from(part) / u128::from(self.of)) as u64;
        edge(self.index - 1)..edge(self.index)
    }
}

fn from_array(of: u64, variable: impl Fn(&str) -> Option<String>) -> Result<u64, ShardError> {
    let names = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX"];
    let found = names.iter().find_map(|&name| variable(name).map(|value| (name, value)));
    let (name, value) = found.ok_or(ShardError::NoIndex(of))?;
    let first = match name {
        "SLURM_ARRAY_TASK_ID" => variable("SLURM_ARRAY_TASK_MIN"),
        _ => None,
    };
    let first: u64 = first.and_then(|first| first.parse().ok()).unwrap_or(0);
    let index = value.parse::<u64>().ok().and_then(|value| value.checked_sub(first));
    let index = index.filter(|&index| index < of);
    index.map(|index| index + 1).ok_or_else(|| ShardError::Index { name: name.into(), value, of })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn none(_: &str) -> Option<String> {
        None
    }

    #[test]
    fn shards_are_counted_from_1() {
        assert_eq!(Shard::parse("2/7", none), Ok(Shard { index: 2, of: 7 }));
        for text in ["", "7", "0/7", "8/7", "1/0", "a/b", "-1/3", "1/2/3", "1/-1"] {
            assert!(matches!(Shard::parse(text, none), Err(ShardError::Form(_))), "{text}");
        }
    }

    #[test]
    fn an_array_job_says_which() {
        let set = |pairs: &'static [(&str, &str)]| {
            move |name: &str| {
                pairs.iter().find(|pair| pair.0 == name).map(|pair| pair.1.to_string())
            }
        };
        let index = |pairs| Shard::parse("array/4", set(pairs)).map(|shard| shard.index);
        assert_eq!(index(&[("SLURM_ARRAY_TASK_ID", "0")]), Ok(1));
        assert_eq!(index(&[("SLURM_ARRAY_TASK_ID", "4"), ("SLURM_ARRAY_TASK_MIN", "1")]), Ok(4));
        assert_eq!(index(&[("JOB_COMPLETION_INDEX", "3")]), Ok(4));
        assert_eq!(index(&[("AWS_BATCH_JOB_ARRAY_INDEX", "1")]), Ok(2));
        assert_eq!(index(&[]), Err(ShardError::NoIndex(4)));
        assert!(matches!(index(&[("JOB_COMPLETION_INDEX", "4")]), Err(ShardError::Index { .. })));
        assert!(matches!(index(&[("JOB_COMPLETION_INDEX", "x")]), Err(ShardError::Index { .. })));
    }

    proptest! {
        #[test]
        fn shards_part_the_cells(cells in 0u64..10_000, of in 1u64..50) {
            let mut next = 0;
            for index in 1..=of {
                let range = Shard { index, of }.cells(cells);
                prop_assert_eq!(range.start, next);
                prop_assert!(range.end - range.start <= cells.div_ceil(of));
                next = range.end;
            }
            prop_assert_eq!(next, cells);
        }
    }
}
