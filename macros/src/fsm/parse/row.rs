//! Reading one row.

use super::words;
use crate::diag::Diagnostics;
use crate::syntax::args::split;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::fmt::Display;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Attribute, Path, Token};

/// A row, as far as it can be read. What is wrong with the rest has been reported.
#[derive(Default)]
pub(in super::super) struct RowInput {
    pub(in super::super) asyncness: bool,
    pub(in super::super) command: Option<Path>,
    /// Where the row's derived names are located: its first arrow.
    pub(in super::super) arrow: Option<Span>,
    pub(in super::super) outcomes: Vec<OutcomeInput>,
    /// Whether something of the row was reported.
    pub(in super::super) broken: bool,
}

/// An event and where it leads.
pub(in super::super) struct OutcomeInput {
    pub(in super::super) event: Path,
    pub(in super::super) arrow: Option<Span>,
    pub(in super::super) target: Option<Path>,
}

/// A row: `Command => Event => Target`, then more of `Event => Target`. Each part between commas is read on its own, so that one which is
/// still being typed does not take the others with it.
pub(super) fn row(tokens: &TokenStream, attr: &Attribute, form: &str, diag: &mut Diagnostics) -> RowInput {
    let mut row = RowInput::default();
    let mut pieces = split(tokens.clone()).into_iter();
    if let Some(first) = pieces.next() {
        piece(first, |input, diag| row.first(input, form, diag), diag);
    } else {
        row.broken = true;
        diag.error(attr.path(), "a row says which command it is for, what is stored, and where that leads")
            .help(format_args!("write `{form}`"));
    }
    for next in pieces {
        piece(next, |input, diag| row.outcome(input, diag), diag);
    }
    row
}

/// Runs `read` on `tokens`, of which it need not read all.
fn piece(tokens: TokenStream, read: impl FnOnce(ParseStream<'_>, &mut Diagnostics), diag: &mut Diagnostics) {
    let parser = |input: ParseStream<'_>| {
        read(input, diag);
        input.parse::<TokenStream>()
    };
    // Whatever was wrong has been reported by `read`, and the rest of the tokens can always be read.
    let _rest = parser.parse2(tokens);
}

impl RowInput {
    /// `Command => Event => Target`, perhaps with `async`.
    fn first(&mut self, input: ParseStream<'_>, form: &str, diag: &mut Diagnostics) {
        self.asyncness = input.parse::<Option<Token![async]>>().ok().flatten().is_some();
        let Some(command) = self.path(input, "expected the type of a command", diag) else { return };
        self.command = Some(command.clone());
        let name = words(&command);
        self.arrow = arrow(input);
        let help = format!("write `{}`", form.replace("Command", &name));
        if input.is_empty() {
            self.broken = true;
            diag.error(&command, format_args!("what does `{name}` store, and where does that lead?")).help(help);
            return;
        }
        if self.arrow.is_none() {
            // Read on as if it were there: the rest of the row is known then.
            self.broken = true;
            diag.error(next(input), format_args!("expected `=>` after `{name}`")).help(help);
        }
        self.outcome(input, diag);
    }

    /// `Event => Target`. A target that is missing is left for the model to report: it knows which words are states.
    fn outcome(&mut self, input: ParseStream<'_>, diag: &mut Diagnostics) {
        let Some(event) = self.path(input, "expected the type of an event", diag) else { return };
        let arrow = arrow(input);
        if arrow.is_none() && !input.is_empty() {
            let name = words(&event);
            self.report(next(input), format_args!("expected `=>` after `{name}`"), diag);
        }
        let mut target = None;
        if !input.is_empty() {
            target = self.path(input, "expected a state, `stay` or `reenter`", diag);
        }
        if target.is_some() && !input.is_empty() {
            self.report(next(input), "expected `,` before the next event", diag);
        }
        self.outcomes.push(OutcomeInput { event, arrow, target });
    }

    fn path(&mut self, input: ParseStream<'_>, expected: &str, diag: &mut Diagnostics) -> Option<Path> {
        let at = next(input);
        let path = input.parse().ok();
        if path.is_none() {
            self.report(at, expected, diag);
        }
        path
    }

    /// Reports the first thing that is wrong with the row: what follows from it is no mistake of its own.
    fn report(&mut self, at: impl ToTokens, message: impl Display, diag: &mut Diagnostics) {
        if !self.broken {
            diag.error(at, message);
        }
        self.broken = true;
    }
}

/// `=>`, if it comes next.
fn arrow(input: ParseStream<'_>) -> Option<Span> {
    let arrow: Option<Token![=>]> = input.parse().ok()?;
    arrow.map(|arrow| arrow.span())
}

/// The next token, to point at.
fn next(input: ParseStream<'_>) -> TokenStream {
    input.fork().parse::<TokenTree>().map(ToTokens::into_token_stream).unwrap_or_default()
}
