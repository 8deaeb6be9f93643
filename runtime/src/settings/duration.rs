//! Durations as people write them.

use std::time::Duration;

/// The units, and how many milliseconds each is.
const UNITS: [(&str, u64); 5] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("d", 86_400_000)];

/// What a duration must be, for those who wrote another thing.
pub(super) const EXPECTED: &str =
    "a whole number with a unit of `ms`, `s`, `m`, `h` or `d`, such as \"100ms\" or \"5m\"";

/// Reads `100ms` or `5m`.
pub(super) fn parse(text: &str) -> Option<Duration> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at_checked(digits)?;
    let (_, millis) = UNITS.iter().find(|(name, _)| *name == unit)?;
    number.parse::<u64>().ok()?.checked_mul(*millis).map(Duration::from_millis)
}

/// Writes a duration as it is read, in the largest unit that is exact.
pub(super) fn show(duration: Duration) -> String {
    let millis = duration.as_millis();
    let fits = |&&(_, unit): &&(&str, u64)| millis.is_multiple_of(u128::from(unit)) && millis >= u128::from(unit);
    let (name, unit) = UNITS.iter().rev().find(fits).copied().unwrap_or(("ms", 1));
    format!("{}{name}", millis / u128::from(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_a_whole_number_with_a_unit() {
        for (text, millis) in
            [("0ms", 0), ("100ms", 100), ("2s", 2000), ("5m", 300_000), ("1h", 3_600_000), ("1d", 86_400_000)]
        {
            assert_eq!(parse(text), Some(Duration::from_millis(millis)), "{text}");
        }
        for text in
            ["", "5", "ms", "1.5s", "-1s", " 1s", "1 s", "1S", "1s ", "99999999999999999999s", "9999999999999999d"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_duration_is_shown_as_it_is_read() {
        for text in ["0ms", "100ms", "1500ms", "2s", "90s", "5m", "25h", "3d"] {
            assert_eq!(parse(text).map(show).as_deref(), Some(text));
        }
    }
}
