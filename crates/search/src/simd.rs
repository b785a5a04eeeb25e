//! Which processor instructions the kernels use.

use std::str::FromStr;
use std::sync::OnceLock;

/// An instruction set for the kernels. All give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Simd {
    /// Instructions that every processor has.
    Portable,
    /// AVX2 on x86-64, with POPCNT, BMI1 and BMI2, which every processor with AVX2 has.
    Avx2,
}

/// Why an instruction set cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SimdError {
    /// Unknown name.
    #[error("unknown instruction set `{0}`: use portable or avx2 for GOALWARD_SIMD")]
    Unknown(String),
    /// Not supported by this processor.
    #[error("this processor does not support {0}: use {here} for GOALWARD_SIMD", here = Simd::here())]
    Missing(&'static str),
}

impl Simd {
    /// Every instruction set, the fastest last.
    pub const ALL: [Simd; 2] = [Simd::Portable, Simd::Avx2];

    /// The environment variable that selects an instruction set.
    pub const VARIABLE: &str = "GOALWARD_SIMD";

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Simd::Portable => "portable",
            Simd::Avx2 => "avx2",
        }
    }

    /// Whether this processor supports it.
    pub fn is_available(self) -> bool {
        match self {
            Simd::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Simd::Avx2 => {
                std::arch::is_x86_feature_detected!("avx2")
                    && std::arch::is_x86_feature_detected!("popcnt")
                    && std::arch::is_x86_feature_detected!("bmi1")
                    && std::arch::is_x86_feature_detected!("bmi2")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Simd::Avx2 => false,
        }
    }

    /// The names of the instruction sets that this processor supports.
    fn here() -> String {
        let can = Simd::ALL.into_iter().filter(|simd| simd.is_available());
        can.map(Simd::name).collect::<Vec<_>>().join(" or ")
    }

    /// The fastest instruction set that this processor supports.
    pub fn best() -> Self {
        let can = Simd::ALL.into_iter().rev().find(|simd| simd.is_available());
        can.unwrap_or(Simd::Portable)
    }

    /// The default instruction set of kernels: the [chosen](Simd::chosen) one, determined once, or
    /// the portable one if that is an error.
    #[inline]
    pub fn of_this_process() -> Self {
        static CHOSEN: OnceLock<Simd> = OnceLock::new();
        *CHOSEN.get_or_init(|| Simd::chosen().unwrap_or(Simd::Portable))
    }

    /// The instruction set named by [`Simd::VARIABLE`], or the best one if it is not set.
    pub fn chosen() -> Result<Self, SimdError> {
        match std::env::var_os(Simd::VARIABLE) {
            Some(name) if !name.is_empty() => name.to_string_lossy().parse(),
            _ => Ok(Simd::best()),
        }
    }
}

impl FromStr for Simd {
    type Err = SimdError;

    fn from_str(text: &str) -> Result<Self, SimdError> {
        let found = Simd::ALL.into_iter().find(|simd| simd.name() == text);
        match found {
            Some(simd) if simd.is_available() => Ok(simd),
            Some(simd) => Err(SimdError::Missing(simd.name())),
            None => Err(SimdError::Unknown(text.chars().take(40).collect())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_bad_ones_refused() {
        assert_eq!("portable".parse(), Ok(Simd::Portable));
        assert_eq!("sse9".parse::<Simd>(), Err(SimdError::Unknown("sse9".into())));
        for simd in Simd::ALL {
            let read = simd.name().parse::<Simd>();
            assert_eq!(
                read,
                simd.is_available().then_some(simd).ok_or(SimdError::Missing(simd.name()))
            );
        }
        assert!(Simd::best().is_available());
        assert!(Simd::ALL.is_sorted_by(|a, b| a < b && (a.is_available() || !b.is_available())));
    }

    #[test]
    fn a_processor_that_lacks_a_set_is_told_what_it_has() {
        let error = SimdError::Missing("avx2").to_string();
        assert!(error.starts_with("this processor does not support avx2: use portable"), "{error}");
        assert_eq!(error.contains(" or avx2"), Simd::Avx2.is_available());
    }
}
