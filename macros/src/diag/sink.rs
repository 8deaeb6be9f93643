//! Mistakes in what the user wrote: collected first, shown together.

use super::{Message, catalogue};
use proc_macro2::{Delimiter, Group, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

/// Every mistake that the stages of one macro find, printed in the order of the source.
#[derive(Default)]
#[must_use = "mistakes that nobody prints are lost"]
pub(crate) struct Diagnostics {
    mistakes: Vec<Mistake>,
}

/// One mistake, to which a second place can be added.
pub(crate) struct Mistake {
    at: Place,
    message: Message,
    first: Option<Place>,
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
    pub(crate) fn error(&mut self, tokens: impl ToTokens, message: Message) -> &mut Mistake {
        self.push(Place::of(tokens), message)
    }

    /// Something is wrong at `span`, where there are no tokens to show.
    pub(crate) fn error_at(&mut self, span: Span, message: Message) -> &mut Mistake {
        self.push(Place::at(span), message)
    }

    /// What syn could not read.
    pub(crate) fn syntax(&mut self, error: &syn::Error) {
        for error in error.clone() {
            self.push(Place::at(error.span()), catalogue::unreadable(&error));
        }
    }

    /// Keeps what is right, and notes what is not.
    pub(crate) fn keep<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.syntax(&error)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.mistakes.is_empty()
    }

    fn push(&mut self, at: Place, message: Message) -> &mut Mistake {
        let place = self.mistakes.len();
        self.mistakes.push(Mistake { at, message, first: None });
        &mut self.mistakes[place]
    }
}

impl Mistake {
    /// Shows what stood there before, if what is wrong stands there twice.
    pub(crate) fn first(&mut self, tokens: impl ToTokens) {
        self.first = Some(Place::of(tokens));
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
        for Mistake { at, message, first } in mistakes {
            tokens.extend(at.compile_error(&message.to_string()));
            tokens.extend(first.map(|first| first.compile_error("the first one is here")));
        }
    }
}
