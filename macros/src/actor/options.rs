//! The options of `#[actor]` that say what becomes of the actor when it fails, and of its children.

use crate::diag::{Diagnostics, catalogue, did_you_mean};
use crate::emit::krate::Krate;
use crate::emit::names;
use crate::syntax::args::{Arg, Args};
use crate::syntax::duration::{constant, duration};
use crate::syntax::mailbox::Mailbox;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::time::Duration;
use syn::{Expr, ExprLit, Lit};

/// All options, as they may be written.
pub(super) const KEYS: [&str; 7] = ["mailbox", "stash", "on_failure", "backoff", "strategy", "intensity", "crate"];

/// What is given. What is left out is left to the runtime.
pub(super) struct Options {
    mailbox: Option<Mailbox>,
    stash: Option<Mailbox>,
    on_failure: Option<Ident>,
    backoff: Option<Backoff>,
    strategy: Option<Ident>,
    intensity: Option<Intensity>,
}

struct Backoff {
    min: Option<Duration>,
    max: Option<Duration>,
    jitter: Option<f64>,
    reset: Option<Duration>,
}

struct Intensity {
    restarts: Option<u32>,
    within: Option<Duration>,
}

impl Options {
    pub(super) fn parse(args: &Args, diag: &mut Diagnostics) -> Self {
        Self {
            mailbox: Mailbox::parse(args, diag),
            stash: Mailbox::parse_as("stash", args, diag),
            on_failure: word(args, "on_failure", &["restart", "stop", "escalate"], diag),
            backoff: args.get("backoff").and_then(|arg| backoff(arg, diag)),
            strategy: word(args, "strategy", &["one_for_one", "one_for_all", "rest_for_one"], diag),
            intensity: args.get("intensity").and_then(|arg| intensity(arg, diag)),
        }
    }

    /// The constants of `Declared`.
    pub(super) fn constants(&self, krate: &Krate) -> TokenStream {
        let Self { mailbox, stash, on_failure, backoff, strategy, intensity } = self;
        let actor = quote!(#krate::actor);
        let mailbox = mailbox.as_ref().map(|mailbox| mailbox.constant(krate));
        let stash = stash.as_ref().map(|stash| stash.constant_as("STASH", krate));
        let on_failure =
            on_failure.as_ref().map(|word| quote!(const ON_FAILURE: #actor::OnFailure = #actor::OnFailure::#word;));
        let strategy =
            strategy.as_ref().map(|word| quote!(const STRATEGY: #actor::Strategy = #actor::Strategy::#word;));
        let backoff = backoff.as_ref().map(|Backoff { min, max, jitter, reset }| {
            let min = time("min", *min);
            let max = time("max", *max);
            let reset = time("reset", *reset);
            let jitter = jitter.map(|jitter| quote!(jitter: #jitter,));
            let ty = quote!(#actor::Backoff);
            let given = [min, max, jitter, reset];
            let others = rest(&given, &ty);
            some("BACKOFF", &ty, &quote!(#ty { #(#given)* #others }))
        });
        let intensity = intensity.as_ref().map(|Intensity { restarts, within }| {
            let restarts = restarts.map(|restarts| quote!(restarts: #restarts,));
            let within = time("within", *within);
            let ty = quote!(#actor::Intensity);
            let given = [restarts, within];
            let others = rest(&given, &ty);
            some("INTENSITY", &ty, &quote!(#ty { #(#given)* #others }))
        });
        quote!(#mailbox #stash #on_failure #backoff #strategy #intensity)
    }
}

/// `const STASH: Option<Capacity> = Some(..);`
fn some(name: &str, ty: &TokenStream, value: &TokenStream) -> TokenStream {
    let name = Ident::new(name, Span::call_site());
    quote!(const #name: ::core::option::Option<#ty> = ::core::option::Option::Some(#value);)
}

/// `..Backoff::DEFAULT`, unless all fields are given: then it would do nothing, which lints remark on.
fn rest(given: &[Option<TokenStream>], ty: &TokenStream) -> Option<TokenStream> {
    given.iter().any(Option::is_none).then(|| quote!(..#ty::DEFAULT))
}

/// `min: Duration::new(..),`
fn time(name: &str, time: Option<Duration>) -> Option<TokenStream> {
    let time = constant(time?);
    let name = Ident::new(name, Span::call_site());
    Some(quote!(#name: #time,))
}

/// Reads an option whose value is one of `words`, as the variant that it names.
fn word(args: &Args, key: &str, words: &[&str], diag: &mut Diagnostics) -> Option<Ident> {
    let shape = format!("{key} = {}", words.first()?);
    let value: Expr = args.get(key)?.value(&shape, diag)?;
    let given = match &value {
        Expr::Path(path) => path.path.get_ident(),
        _ => None,
    };
    match given {
        Some(given) if words.iter().any(|word| given == word) => Some(names::pascal_ident(given)),
        Some(given) => {
            let instead = did_you_mean(&given.to_string(), words).replace("the options are", "it is one of");
            diag.error(given, catalogue::unknown_word(&key, &given, &instead));
            None
        }
        None => {
            diag.error(&value, catalogue::not_a_word(&key, &shape));
            None
        }
    }
}

fn backoff(arg: &Arg, diag: &mut Diagnostics) -> Option<Backoff> {
    let shape = r#"backoff(min = "100ms", max = "2s", jitter = 0.2, reset = "5s")"#;
    let args = arg.list(&["min", "max", "jitter", "reset"], shape, diag)?;
    let mut time = |key, shape| args.get(key).and_then(|arg| duration(arg, shape, diag));
    let min = time("min", r#"min = "100ms""#);
    let max = time("max", r#"max = "2s""#);
    let reset = time("reset", r#"reset = "5s""#);
    let jitter = args.get("jitter").and_then(|arg| jitter(arg, diag));
    if let (Some(least), Some(most), Some(at)) = (min, max, args.get("max"))
        && least > most
    {
        diag.error(at, catalogue::falling_backoff());
    }
    Some(Backoff { min, max, jitter, reset })
}

/// A part of the wait, from 0 to 1.
fn jitter(arg: &Arg, diag: &mut Diagnostics) -> Option<f64> {
    let shape = "jitter = 0.2";
    let value: Expr = arg.value(shape, diag)?;
    let given = match &value {
        Expr::Lit(ExprLit { lit: Lit::Float(part), .. }) => part.base10_parse().ok(),
        Expr::Lit(ExprLit { lit: Lit::Int(part), .. }) => part.base10_parse::<u8>().ok().map(f64::from),
        _ => None,
    };
    let jitter = given.filter(|part| (0.0..=1.0).contains(part));
    if jitter.is_none() {
        diag.error(&value, catalogue::bad_jitter(&shape));
    }
    jitter
}

fn intensity(arg: &Arg, diag: &mut Diagnostics) -> Option<Intensity> {
    let shape = r#"intensity(restarts = 10, within = "1m")"#;
    let args = arg.list(&["restarts", "within"], shape, diag)?;
    let within = args.get("within").and_then(|arg| duration(arg, r#"within = "1m""#, diag));
    let restarts = args.get("restarts").and_then(|arg| {
        let value: Expr = arg.value("restarts = 10", diag)?;
        let number = match &value {
            Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => number.base10_parse().ok(),
            _ => None,
        };
        if number.is_none() {
            diag.error(&value, catalogue::bad_restarts());
        }
        number
    });
    Some(Intensity { restarts, within })
}
