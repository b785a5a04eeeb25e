//! The exponential and the logarithm, computed with + − × ÷ only.
//!
//! The platform's functions may differ in the last bit between machines, and one bit is enough to
//! change the course of a seeded search.

use std::f64::consts::{LN_2, LOG2_E, SQRT_2};

/// The 32 leading bits of ln 2, so that its product with an exponent is exact.
const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
/// The rest of ln 2.
const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;

/// e to the power of `x`, within 4 units in the last place; 0 below −708 and
/// infinite above 709.
pub(crate) fn exp(x: f64) -> f64 {
    if x < -708.0 {
        return 0.0;
    }
    if x > 709.0 {
        return f64::INFINITY;
    }
    let exponent = (x * LOG2_E).round();
    let rest = (x - exponent * LN_2_HIGH) - exponent * LN_2_LOW;
    // The Taylor series: its next term is below 2^-56 where |rest| ≤ ln 2 / 2.
    let series = (1..=13).rev().fold(1.0, |sum, n| 1.0 + sum * rest / f64::from(n));
    series * f64::from_bits(((exponent as i64 + 1023) as u64) << 52)
}

/// The natural logarithm of `x`, which must be positive and normal, within 4
/// units in the last place of the larger of the result and ln 2.
pub(crate) fn ln(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i64 - 1023;
    let mut mantissa = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    if mantissa > SQRT_2 {
        mantissa /= 2.0;
        exponent += 1;
    }
    // ln m = 2 artanh s with s = (m − 1) / (m + 1), and |s| < 0.172.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let series = (0..=11).rev().fold(0.0, |sum, n| sum * s * s + 1.0 / f64::from(2 * n + 1));
    exponent as f64 * LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_agrees_with_the_platform_s() {
        for i in -7_000..7_000 {
            let x = f64::from(i) * 0.101;
            let (ours, theirs) = (exp(x), x.exp());
            assert!((ours / theirs - 1.0).abs() < 1e-15, "exp({x}): {ours} {theirs}");
        }
        assert_eq!((exp(0.0), exp(-1e9), exp(1e9)), (1.0, 0.0, f64::INFINITY));
    }

    #[test]
    fn the_logarithm_agrees_with_the_platform_s() {
        for i in 1..20_000 {
            for scale in [1e-300, 1e-4, 1.0, 1e250] {
                let x = f64::from(i) * scale;
                let (ours, theirs) = (ln(x), x.ln());
                assert!((ours - theirs).abs() <= 4e-16 * theirs.abs().max(LN_2), "ln({x})");
            }
        }
        assert_eq!(ln(1.0), 0.0);
    }

    /// If this fails, annealing no longer makes the same choices as before.
    #[test]
    fn these_bits_never_change() {
        assert_eq!(exp(-0.7).to_bits(), 0x3fdf_c80d_b9dd_5542);
        assert_eq!(ln(3.0).to_bits(), 0x3ff1_93ea_7aad_030a);
    }
}
