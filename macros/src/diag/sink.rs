//! Mistakes in what the user wrote: collected first, shown together.

use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use std::fmt::Display;

/// Every mistake that the stages of one macro find, printed in the order of the source.
#[derive(Default)]
#[must_use = "mistakes that nobody prints are lost"]
pub(crate) struct Diagnostics {
    mistakes: Vec<Mistake>,
}

/// One mistake, to which help and further places can be added.
pub(crate) struct Mistake {
    at: Place,
    message: String,
    others: Vec<(Place, String)>,
}

/// The first and the last token of what is wrong: joining their spans is not possible on stable.
#[derive(Clone, Copy)]
struct Place {
    start: Span,
    end: Span,
}

impl Diagnostics {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Something is wrong with `tokens`.
    pub(crate) fn error(&mut self, tokens: impl ToTokens, message: impl Display) -> &mut Mistake {
        self.push(Place::of(tokens), message.to_string())
    }

    /// Something is wrong at `span`, where there are no tokens to show.
    pub(crate) fn error_at(&mut self, span: Span, message: impl Display) -> &mut Mistake {
        self.push(Place::at(span), message.to_string())
    }

    /// What syn could not read.
    pub(crate) fn syntax(&mut self, error: &syn::Error) {
        for error in error.clone() {
            self.push(Place::at(error.span()), error.to_string());
        }
    }

    /// Keeps what is right, and notes what is not.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.syntax(&error)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.mistakes.is_empty()
    }

    fn push(&mut self, at: Place, message: String) -> &mut Mistake {
        let place = self.mistakes.len();
        self.mistakes.push(Mistake { at, message, others: Vec::new() });
        &mut self.mistakes[place]
    }
}

impl Mistake {
    /// Says what to write instead.
    pub(crate) fn help(&mut self, help: impl Display) -> &mut Self {
        self.message.push_str("\nhelp: ");
        self.message.push_str(&help.to_string());
        self
    }

    /// Shows a second place that has to do with it.
    pub(crate) fn also(&mut self, tokens: impl ToTokens, message: impl Display) -> &mut Self {
        self.others.push((Place::of(tokens), message.to_string()));
        self
    }
}

impl Place {
    fn of(tokens: impl ToTokens) -> Self {
        let mut tokens = tokens.into_token_stream().into_iter();
        let Some(first) = tokens.next() else {
            return Self::at(Span::call_site());
        };
        let end = tokens.last().map_or(first.span(), |last| last.span());
        Self { start: first.span(), end }
    }

    fn at(span: Span) -> Self {
        Self { start: span, end: span }
    }

    /// The line and the column, to sort by. Outside of a compiler, in unit tests, there are none, and the order of insertion stays.
    fn position(self) -> (usize, usize) {
        if proc_macro::is_available() {
            let span = self.start.unwrap();
            return (span.line(), span.column());
        }
        (0, 0)
    }

    fn compile_error(self, message: &str) -> TokenStream {
        let path = quote_spanned!(self.start=> ::core::compile_error);
        let mut bang = Punct::new('!', Spacing::Alone);
        bang.set_span(self.end);
        let mut text = Literal::string(message);
        text.set_span(self.end);
        let mut group = Group::new(Delimiter::Brace, TokenTree::from(text).into());
        group.set_span(self.end);
        quote!(#path #bang #group)
    }
}

impl ToTokens for Diagnostics {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let mut mistakes: Vec<_> = self.mistakes.iter().collect();
        mistakes.sort_by_key(|mistake| mistake.at.position());
        for Mistake { at, message, others } in mistakes {
            tokens.extend(at.compile_error(message));
            tokens.extend(others.iter().map(|(at, message)| at.compile_error(message)));
        }
    }
}
