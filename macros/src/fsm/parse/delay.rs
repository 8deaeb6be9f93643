//! Reading how long a deadline waits.

use crate::diag::{Diagnostics, catalogue};
use crate::syntax::duration::{self, Unreadable};
use quote::ToTokens;
use std::time::Duration;
use syn::parse::ParseStream;
use syn::{Lit, Path, Token};

/// How long a deadline waits.
pub(in super::super) enum DelayInput {
    /// A time: `"15m"`.
    Fixed { text: String, time: Duration },
    /// A constant: `PAYMENT_TERM`.
    Constant(Path),
    /// `_`: a method says.
    Method,
    /// Nothing that could be read, which has been reported.
    Broken,
}

/// How a delay is written, for those who wrote something else.
const FORM: &str =
    "a time such as `\"15m\"`, a constant of type `Duration`, or `_` for a method of the trait that looks at the state";

/// The longest delay: beyond it, a point in time can no longer be stored in microseconds.
const MAX_DELAY: Duration = Duration::from_micros(i64::MAX.unsigned_abs() / 2);

/// Reads a delay, up to the arrow. None if there is nothing that could be one, for the row to say so.
pub(super) fn delay(input: ParseStream<'_>, diag: &mut Diagnostics) -> Option<DelayInput> {
    if input.parse::<Option<Token![_]>>().ok()?.is_some() {
        return Some(DelayInput::Method);
    }
    if input.peek(Token![-]) {
        let sign: Token![-] = input.parse().ok()?;
        let number: Option<Lit> = input.parse().ok();
        let at = number.map_or_else(|| sign.to_token_stream(), ToTokens::into_token_stream);
        diag.error(at, catalogue::negative_delay(&FORM));
        return Some(DelayInput::Broken);
    }
    if input.peek(Lit) {
        let literal: Lit = input.parse().ok()?;
        return Some(fixed(&literal, diag));
    }
    input.parse().ok().map(DelayInput::Constant)
}

fn fixed(literal: &Lit, diag: &mut Diagnostics) -> DelayInput {
    let Lit::Str(text) = literal else {
        diag.error(literal, catalogue::delay_without_unit(&FORM));
        return DelayInput::Broken;
    };
    let text = text.value();
    if text.trim_start().starts_with('-') {
        diag.error(literal, catalogue::negative_delay(&FORM));
        return DelayInput::Broken;
    }
    match duration::parse(&text) {
        Ok(time) if time <= MAX_DELAY => return DelayInput::Fixed { text, time },
        Ok(_) | Err(Unreadable::TooLong) => {
            diag.error(literal, catalogue::long_delay(&(MAX_DELAY.as_secs() / 86_400), &FORM));
        }
        Err(Unreadable::Form) => {
            diag.error(literal, catalogue::bad_delay(&FORM));
        }
    }
    DelayInput::Broken
}
