//! Limits as people write them: `10s`, `5M`, `2G`.

use std::time::Duration;

use thiserror::Error;

/// A text that is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{text}` is not {what}")]
pub struct QuantityError {
    text: String,
    what: &'static str,
}

/// `10s`, `1.5m`, `200ms`, `2h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, QuantityError> {
    let what =
        "a time: use a number above 0 with ms, s, m or h, such as 500ms, 10s or 2h, at most 10000h";
    let units = [("ms", 1e-3), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let seconds = quantity(text, &units, what)?;
    if !(1e-6..=10_000.0 * 3600.0).contains(&seconds) {
        return Err(QuantityError { text: text.into(), what });
    }
    Ok(Duration::from_secs_f64(seconds))
}

/// `1000`, `20k`, `5M`, `1G`: at least 1.
pub fn count(text: &str) -> Result<u64, QuantityError> {
    let what = "a number of nodes: use a whole number from 1, optionally with k, M or G, such as 20k or 5M";
    let units = [("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9), ("T", 1e12), ("", 1.0)];
    whole(text, &units, 1.0, what)
}

/// `1`, `8`: at least 1, at most 1024.
pub fn jobs(text: &str) -> Result<usize, QuantityError> {
    let what = "a number of threads: use a whole number from 1 to 1024";
    let error = || QuantityError { text: text.chars().take(40).collect(), what };
    text.parse().ok().filter(|jobs| (1..=1024).contains(jobs)).ok_or_else(error)
}

/// `64k`, `200M`, `2G`, `512Mi`: at least a kilobyte.
pub fn bytes(text: &str) -> Result<u64, QuantityError> {
    let what = "an amount of memory: use a number with k, M, G, Ki, Mi or Gi, such as 64k or 2G, at least 1k";
    const KI: f64 = 1024.0;
    let units = [
        ("Ki", KI),
        ("Mi", KI * KI),
        ("Gi", KI * KI * KI),
        ("k", 1e3),
        ("K", 1e3),
        ("M", 1e6),
        ("G", 1e9),
        ("T", 1e12),
        ("", 1.0),
    ];
    let text_without_b = text.strip_suffix('B').unwrap_or(text);
    whole(text_without_b, &units, 1e3, what)
}

fn whole(
    text: &str,
    units: &[(&str, f64)],
    least: f64,
    what: &'static str,
) -> Result<u64, QuantityError> {
    let number = quantity(text, units, what)?;
    // Up to 2^53 every whole number is exact.
    if number < least || number.fract() != 0.0 || number > (1u64 << 53) as f64 {
        return Err(QuantityError { text: text.into(), what });
    }
    Ok(number as u64)
}

fn quantity(text: &str, units: &[(&str, f64)], what: &'static str) -> Result<f64, QuantityError> {
    let error = || QuantityError { text: text.chars().take(40).collect(), what };
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = &text[digits.len()..];
    let plain = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    let (_, factor) = units.iter().find(|(name, _)| *name == unit).ok_or_else(error)?;
    let number: f64 =
        if plain { digits.parse().map_err(|_| error())? } else { return Err(error()) };
    Ok(number * factor)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn quantities_are_read() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(duration("3"), Ok(Duration::from_secs(3)));
        assert_eq!(count("5M"), Ok(5_000_000));
        assert_eq!(count("1000"), Ok(1000));
        assert_eq!(bytes("64k"), Ok(64_000));
        assert_eq!(bytes("200M"), Ok(200_000_000));
        assert_eq!(bytes("2GB"), Ok(2_000_000_000));
        assert_eq!(bytes("512Mi"), Ok(512 << 20));
    }

    #[test]
    fn absurd_quantities_are_refused() {
        for text in ["", "-5s", "0s", "s", "10x", "1e9s", "99999999h", "∞", "1.2.3s", "nan"] {
            assert!(duration(text).is_err(), "{text}");
        }
        for text in ["", "-1", "0", "1.5", "99999999999999999999", "5MM", "M"] {
            assert!(count(text).is_err(), "{text}");
        }
        for text in ["", "-1G", "0", "1", "999", "9999999T"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_upsets_the_parsers(text in any::<String>()) {
            let _ = (duration(&text), count(&text), bytes(&text));
        }
    }
}
