//! A method of a generated trait: in the form for the compiler, and in that for editors.

use crate::emit::krate::Krate;
use crate::emit::span::located_with_words;
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

/// A method of the trait, apart from how it is written.
pub(super) struct Method {
    pub(super) docs: String,
    /// Where everything stands that is not the user's: mistakes in the user's method then point into the row.
    pub(super) at: Span,
    pub(super) asyncness: bool,
    pub(super) name: syn::Ident,
    /// All parameters, `self` first.
    pub(super) parameters: Vec<TokenStream>,
    /// Nothing, a type, or `impl Sized` where the row is broken.
    pub(super) output: Output,
    pub(super) bounds: Vec<TokenStream>,
}

pub(super) enum Output {
    Nothing,
    Type(TokenStream),
    /// The row is broken, so that the user's method may return anything.
    Anything,
}

impl Method {
    pub(super) fn for_compiler(&self, krate: &Krate) -> TokenStream {
        let Self { docs, at, asyncness, name, parameters, output, bounds } = self;
        let output = match output {
            Output::Nothing if *asyncness => Some(quote!(())),
            Output::Nothing => None,
            Output::Type(output) => Some(output.clone()),
            Output::Anything => Some(quote_spanned!(*at=> impl ::core::marker::Sized)),
        };
        let output = match output {
            Some(output) if *asyncness => {
                let row = located_with_words(quote!(#krate::__private::AsyncRow), *at);
                Some(quote_spanned!(*at=> impl #row<Output = #output> + ::core::marker::Send))
            }
            output => output,
        };
        let output = output.map(|output| quote_spanned!(*at=> -> #output));
        let bounds = (!bounds.is_empty()).then(|| quote_spanned!(*at=> where #(#bounds),*));
        // `self` too: of a method with too few parameters the compiler shows all of the trait's, from the first one on.
        let receiver = parameters.iter().take(1).map(|receiver| located_with_words(receiver, *at));
        let parameters = receiver.chain(parameters.iter().skip(1).cloned());
        quote_spanned! {*at=>
            #[doc = #docs]
            fn #name(#(#parameters),*) #output #bounds;
        }
    }

    /// What "implement missing members" pastes.
    pub(super) fn for_editors(&self) -> TokenStream {
        let Self { asyncness, name, parameters, output, .. } = self;
        let asyncness = asyncness.then(|| quote!(async));
        let output = match output {
            Output::Nothing => None,
            Output::Type(output) => Some(quote!(-> #output)),
            Output::Anything => Some(quote!(-> impl Sized)),
        };
        short(quote!(#asyncness fn #name(#(#parameters),*) #output;))
    }
}

/// `mainstay::` for `::mainstay::`, as people write it.
fn short(tokens: TokenStream) -> TokenStream {
    let mut output: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let token = match token {
            TokenTree::Group(group) => Group::new(group.delimiter(), short(group.stream())).into(),
            TokenTree::Ident(word) if word == "mainstay" => {
                while output
                    .pop_if(|before| matches!(before, TokenTree::Punct(punct) if punct.as_char() == ':'))
                    .is_some()
                {}
                word.into()
            }
            other => other,
        };
        output.push(token);
    }
    output.into_iter().collect()
}
