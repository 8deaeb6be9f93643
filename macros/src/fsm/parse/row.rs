//! Reading one row.

use super::delay::{DelayInput, delay};
use super::{is_named, words};
use crate::diag::{Diagnostics, Message, catalogue};
use crate::syntax::args::split;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser as _};
use syn::spanned::Spanned as _;
use syn::{Path, Token};

/// What makes a machine look at a row, and so what stands before its first arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Form {
    /// A command: `Pay`.
    Command,
    /// A timer: `Remind`.
    Timer,
    /// The state has lasted so long: `expire: "15m"`.
    After,
    /// No command has come for so long: `expire: "15m"`.
    IdleAfter,
}

/// A row, as far as it can be read. What is wrong with the rest has been reported.
pub(in super::super) struct RowInput {
    pub(in super::super) form: Form,
    pub(in super::super) asyncness: bool,
    /// The type of the command or the timer, or the name of the deadline.
    pub(in super::super) word: Option<Path>,
    /// Of deadlines.
    pub(in super::super) delay: Option<DelayInput>,
    /// Where the row's derived names are located: its first arrow.
    pub(in super::super) arrow: Option<Span>,
    pub(in super::super) outcomes: Vec<OutcomeInput>,
    /// Whether something of the row was reported.
    pub(in super::super) broken: bool,
}

/// What stands between two commas: an event and where it leads, or, with one arrow less, where the row leads.
pub(in super::super) struct OutcomeInput {
    /// The event; or the target, or the first of several, of a row that stores nothing.
    pub(in super::super) first: Path,
    /// Further targets, each behind a `|`.
    pub(in super::super) others: Vec<Path>,
    pub(in super::super) arrow: Option<Span>,
    pub(in super::super) target: Option<Path>,
}

impl Form {
    pub(in super::super) fn is_deadline(self) -> bool {
        matches!(self, Self::After | Self::IdleAfter)
    }
}

/// A row: `Command => Event => Target`, then more of `Event => Target`; or `Command => Target | Target`. Each part between commas is read on
/// its own, so that one which is still being typed does not take the others with it.
pub(super) fn row(form: Form, tokens: &TokenStream, at: &Path, shape: &str, diag: &mut Diagnostics) -> RowInput {
    let mut row =
        RowInput { form, asyncness: false, word: None, delay: None, arrow: None, outcomes: Vec::new(), broken: false };
    let mut pieces = split(tokens.clone()).into_iter();
    if let Some(first) = pieces.next() {
        piece(first, |input, diag| row.first(input, shape, diag), diag);
    } else {
        row.broken = true;
        diag.error(at, catalogue::row_of_nothing(&shape));
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
    /// `Command => Event => Target`, perhaps with `async`, or the same with a deadline for the command.
    fn first(&mut self, input: ParseStream<'_>, shape: &str, diag: &mut Diagnostics) {
        self.asyncness = input.parse::<Option<Token![async]>>().ok().flatten().is_some();
        let expected = match self.form {
            Form::Command => "the type of a command",
            Form::Timer => "the type of a timer",
            Form::After | Form::IdleAfter => "the name of the deadline",
        };
        let Some(word) = self.path(input, expected, shape, diag) else { return };
        let name = words(&word);
        let form = match self.form {
            Form::Command => shape.replace("Command", &name),
            Form::Timer => shape.replace("Timer", &name),
            Form::After | Form::IdleAfter => shape.replace("name", &name),
        };
        self.word = Some(word.clone());
        if self.form.is_deadline() && !self.delay(input, &word, &form, diag) {
            return;
        }
        self.arrow = arrow(input);
        if input.is_empty() {
            self.broken = true;
            diag.error(&word, catalogue::row_without_target(&name, &form));
            return;
        }
        if self.arrow.is_none() {
            // Read on as if it were there: the rest of the row is known then.
            self.broken = true;
            diag.error(next(input), catalogue::missing_arrow(&name, &form));
        }
        self.outcome(input, diag);
    }

    /// `: "15m"`. Whether it makes sense to read on.
    fn delay(&mut self, input: ParseStream<'_>, word: &Path, form: &str, diag: &mut Diagnostics) -> bool {
        let colon: Option<Token![:]> = input.parse().ok();
        let at = next(input);
        self.delay = colon.and_then(|_| delay(input, diag));
        match &self.delay {
            Some(DelayInput::Broken) => self.broken = true,
            Some(_) => {}
            None => {
                self.broken = true;
                let at = if at.is_empty() { word.to_token_stream() } else { at };
                diag.error(at, catalogue::no_delay(&words(word), &form));
                return false;
            }
        }
        true
    }

    /// `Event => Target`, or `Target | Target`. What is missing is left for the model to report: it knows which words are states.
    fn outcome(&mut self, input: ParseStream<'_>, diag: &mut Diagnostics) {
        let Some(first) = self.path(input, "the type of an event, or a state", "Event => State", diag) else { return };
        let mut others = Vec::new();
        while input.parse::<Option<Token![|]>>().ok().flatten().is_some() {
            others.extend(self.path(input, "a state, `stay` or `reenter`", "Event => State", diag));
        }
        let arrow = arrow(input);
        if arrow.is_none() && !input.is_empty() {
            let name = words(&first);
            self.report(next(input), catalogue::missing_arrow(&name, &format_args!("{name} => State")), diag);
        }
        let mut target = None;
        if !input.is_empty() {
            target = self.path(input, "a state, `stay` or `reenter`", "Event => State", diag);
        }
        if target.is_some() && !input.is_empty() {
            let alternative = input.peek(Token![|]);
            let message = if alternative {
                catalogue::alternatives_of_an_event()
            } else {
                catalogue::broken_row(&"`,` before the next event", &"Event => State, OtherEvent => OtherState")
            };
            self.report(next(input), message, diag);
        }
        self.outcomes.push(OutcomeInput { first, others, arrow, target });
    }

    fn path(&mut self, input: ParseStream<'_>, expected: &str, shape: &str, diag: &mut Diagnostics) -> Option<Path> {
        let at = next(input);
        let path = input.parse().ok().filter(is_named);
        if path.is_none() {
            self.report(at, catalogue::broken_row(&expected, &shape), diag);
        }
        path
    }

    /// Reports the first thing that is wrong with the row: what follows from it is no mistake of its own.
    fn report(&mut self, at: impl ToTokens, message: Message, diag: &mut Diagnostics) {
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
