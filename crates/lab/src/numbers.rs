//! Numbers as people read them: `1,234,567`, `1.2 MB`, `1.23 ms`.

/// 1,234,567.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// 1.2 MB.
pub fn bytes(bytes: u64) -> String {
    let units = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB")];
    let found = units.iter().find(|(size, _)| bytes as f64 >= *size);
    found.map_or(format!("{bytes} B"), |(size, unit)| format!("{:.1} {unit}", bytes as f64 / size))
}

/// 1.23 ms.
pub fn seconds(seconds: f64) -> String {
    let (size, unit) = unit_of_time(seconds);
    format!("{:.2} {unit}", seconds / size)
}

/// 1.5 s: a time without needless digits.
pub fn time(seconds: f64) -> String {
    let (size, unit) = unit_of_time(seconds);
    format!("{} {unit}", rounded(seconds / size, 4))
}

/// The unit in which a time is at least 1, and its name.
pub fn unit_of_time(seconds: f64) -> (f64, &'static str) {
    let units = [(1.0, "s"), (1e-3, "ms"), (1e-6, "µs")];
    *units.iter().find(|(size, _)| seconds >= *size).unwrap_or(&(1e-6, "µs"))
}

/// The number to `digits` significant digits, with every digit before the point kept, grouped:
/// 1,204 and 21.84 for four.
pub fn rounded(number: f64, digits: usize) -> String {
    let magnitude = number.abs();
    let before = if magnitude < 1.0 { 0 } else { magnitude.log10() as usize + 1 };
    let zeros = if magnitude > 0.0 && magnitude < 1.0 { -magnitude.log10() as usize } else { 0 };
    let text = format!("{:.*}", (digits + zeros).saturating_sub(before).min(12), magnitude);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let whole = whole.parse().map_or(whole.to_string(), grouped);
    let fraction = fraction.trim_end_matches('0');
    let point = if fraction.is_empty() { "" } else { "." };
    let is_zero = whole == "0" && fraction.is_empty();
    let sign = if number < 0.0 && !is_zero { "-" } else { "" };
    format!("{sign}{whole}{point}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_scaled() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(bytes(999), "999 B");
        assert_eq!(bytes(1_250_000), "1.2 MB");
        assert_eq!(seconds(0.00123), "1.23 ms");
        assert_eq!(seconds(12.0), "12.00 s");
    }

    #[test]
    fn numbers_are_rounded_to_what_counts() {
        for (number, text) in [
            (0.0, "0"),
            (1204.4, "1,204"),
            (21.8392, "21.84"),
            (31.0, "31"),
            (0.041236, "0.04124"),
            (-0.5, "-0.5"),
            (-1e-20, "0"),
            (1234567.8, "1,234,568"),
        ] {
            assert_eq!(rounded(number, 4), text);
        }
    }
}
