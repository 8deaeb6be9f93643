//! Times, as they are written in options: `"100ms"`, `"2s"`, `"15m"`.

use super::args::Arg;
use crate::diag::Diagnostics;
use proc_macro2::TokenStream;
use quote::quote;
use std::time::Duration;
use syn::{Expr, ExprLit, Lit};

/// Reads the time that an option has for its value.
pub(crate) fn duration(arg: &Arg, shape: &str, diag: &mut Diagnostics) -> Option<Duration> {
    let value: Expr = arg.value(shape, diag)?;
    let read = match &value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => parse(&text.value()),
        _ => None,
    };
    if read.is_none() {
        diag.error(&value, "a time is a number and a unit: `ms`, `s`, `m`, `h` or `d`")
            .help(format_args!("write `{shape}`"));
    }
    read
}

/// `::core::time::Duration::from_millis(100)`.
pub(crate) fn constant(time: Duration) -> TokenStream {
    let (seconds, nanos) = (time.as_secs(), time.subsec_nanos());
    quote!(::core::time::Duration::new(#seconds, #nanos))
}

fn parse(text: &str) -> Option<Duration> {
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let number: u64 = number.parse().ok()?;
    let seconds = match unit {
        "ms" => return Some(Duration::from_millis(number)),
        "s" => 1,
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        _ => return None,
    };
    number.checked_mul(seconds).map(Duration::from_secs)
}

#[cfg(test)]
mod tests {
    use super::parse;
    use std::time::Duration;

    #[test]
    fn a_time_is_a_number_and_a_unit() {
        assert_eq!(parse("100ms"), Some(Duration::from_millis(100)));
        assert_eq!(parse("2s"), Some(Duration::from_secs(2)));
        assert_eq!(parse("15m"), Some(Duration::from_mins(15)));
        assert_eq!(parse("1h"), Some(Duration::from_hours(1)));
        assert_eq!(parse("7d"), Some(Duration::from_hours(168)));
        for wrong in
            ["", "s", "5", "-1s", "1.5s", "1 s", "1S", "1minute", "99999999999999999999s", "18446744073709551615d"]
        {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}
