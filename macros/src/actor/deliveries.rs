//! The options of `#[actor(persistent = ..)]` that say how its deliveries are repeated.

use crate::diag::{Diagnostics, catalogue};
use crate::emit::krate::Krate;
use crate::syntax::args::{Arg, Args};
use crate::syntax::duration::{constant, duration};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::LitInt;

/// The options, as the settings of a system call them.
pub(super) const KEYS: [&str; 5] = [
    "redeliver_interval",
    "redelivery_burst_limit",
    "warn_after_number_of_unconfirmed_attempts",
    "max_unconfirmed_messages",
    "max_delivery_attempts",
];

/// What is given: fields of `DeliveryOptions`. What is left out is left to the settings of the system.
pub(super) struct Deliveries(Vec<TokenStream>);

impl Deliveries {
    pub(super) fn parse(args: &Args, diag: &mut Diagnostics) -> Self {
        let mut fields = Vec::new();
        for (index, key) in KEYS.into_iter().enumerate() {
            let Some(arg) = args.get(key) else { continue };
            let value = if index == 0 { interval(arg, diag) } else { number(arg, diag) };
            if let Some(value) = value {
                let field = Ident::new(key, Span::call_site());
                fields.push(quote!(#field: ::core::option::Option::Some(#value),));
            }
        }
        Self(fields)
    }

    /// The constant of `Declared`.
    pub(super) fn constant(&self, krate: &Krate) -> Option<TokenStream> {
        let Self(fields) = self;
        let ty = quote!(#krate::settings::DeliveryOptions);
        let others = (fields.len() < KEYS.len()).then(|| quote!(..#ty::UNSET));
        (!fields.is_empty()).then(|| quote!(const DELIVERIES: #ty = #ty { #(#fields)* #others };))
    }
}

fn interval(arg: &Arg, diag: &mut Diagnostics) -> Option<TokenStream> {
    let shape = "redeliver_interval = \"5s\"";
    let time = duration(arg, shape, diag)?;
    if time.is_zero() {
        diag.error(&arg.key, catalogue::no_pause(&shape));
        return None;
    }
    Some(constant(time))
}

fn number(arg: &Arg, diag: &mut Diagnostics) -> Option<TokenStream> {
    let key = &arg.key;
    let shape = format!("{key} = 100");
    let number: LitInt = arg.value(&shape, diag)?;
    if !matches!(number.base10_parse::<u32>(), Ok(1..)) {
        diag.error(&number, catalogue::bad_number(&key, &shape));
        return None;
    }
    Some(quote!(#number))
}
