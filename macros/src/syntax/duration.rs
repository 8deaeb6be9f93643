//! Times, as they are written in options: `"100ms"`, `"2s"`, `"15m"`.

use super::args::Arg;
use crate::diag::{Diagnostics, catalogue};
use proc_macro2::TokenStream;
use quote::quote;
use std::time::Duration;
use syn::{Expr, ExprLit, Lit};

/// Reads the time that an option has for its value.
pub(crate) fn duration(arg: &Arg, shape: &str, diag: &mut Diagnostics) -> Option<Duration> {
    let value: Expr = arg.value(shape, diag)?;
    let read = match &value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => parse(&text.value()).ok(),
        _ => None,
    };
    if read.is_none() {
        diag.error(&value, catalogue::bad_time(&shape));
    }
    read
}

/// `::core::time::Duration::from_millis(100)`.
pub(crate) fn constant(time: Duration) -> TokenStream {
    let (seconds, nanos) = (time.as_secs(), time.subsec_nanos());
    quote!(::core::time::Duration::new(#seconds, #nanos))
}

/// Why a text is no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// It is not a number and a unit.
    Form,
    /// No `Duration` is that long.
    TooLong,
}

/// Reads a time.
pub(crate) fn parse(text: &str) -> Result<Duration, Unreadable> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).ok_or(Unreadable::Form)?;
    let (number, unit) = text.split_at(digits);
    if number.is_empty() {
        return Err(Unreadable::Form);
    }
    let number = number.parse::<u64>().map_err(|_| Unreadable::TooLong);
    let seconds = match unit {
        "ms" => return number.map(Duration::from_millis),
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return Err(Unreadable::Form),
    };
    number?.checked_mul(seconds).map(Duration::from_secs).ok_or(Unreadable::TooLong)
}

#[cfg(test)]
mod tests {
    use super::{Unreadable, parse};
    use std::time::Duration;

    #[test]
    fn a_time_is_a_number_and_a_unit() {
        assert_eq!(parse("100ms"), Ok(Duration::from_millis(100)));
        assert_eq!(parse("2s"), Ok(Duration::from_secs(2)));
        assert_eq!(parse("15m"), Ok(Duration::from_mins(15)));
        assert_eq!(parse("1h"), Ok(Duration::from_hours(1)));
        assert_eq!(parse("7d"), Ok(Duration::from_hours(168)));
        for wrong in ["", "s", "5", "-1s", "1.5s", "1 s", "1S", "1minute"] {
            assert_eq!(parse(wrong), Err(Unreadable::Form), "{wrong}");
        }
        for wrong in ["99999999999999999999s", "18446744073709551615d"] {
            assert_eq!(parse(wrong), Err(Unreadable::TooLong), "{wrong}");
        }
    }
}
