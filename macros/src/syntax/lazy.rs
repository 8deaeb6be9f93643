//! `impl` blocks of which only the signatures are read.
//!
//! A body is one token, whatever is in it: it may be half-typed, and it is never needed. An item that cannot be read is skipped up to the
//! next `;` or `{ .. }`, so that those around it stay known while it is being typed.

use super::hidden::opened;
use crate::diag::{Diagnostics, catalogue};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::parse::discouraged::Speculative as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Generics, ItemImpl, Signature, Type, Visibility};

/// The header of an `impl` block, and what can be read of its items.
pub(crate) struct LazyImpl {
    pub(crate) generics: Generics,
    /// The trait of `impl Trait for Type`.
    pub(crate) of_trait: Option<TokenStream>,
    pub(crate) self_ty: Type,
    pub(crate) items: Vec<LazyItem>,
}

/// One item of an `impl` block.
pub(crate) enum LazyItem {
    Fn(Box<LazyFn>),
    /// A constant, a type, a macro call: nothing that the macros look into.
    Other {
        attrs: Vec<Attribute>,
    },
    /// A function that cannot be read, with what can be: its attributes, and why.
    Broken {
        attrs: Vec<Attribute>,
        error: syn::Error,
    },
}

/// A method without its body.
pub(crate) struct LazyFn {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
}

impl LazyImpl {
    /// Reads an `impl` block. `None`, with a mistake noted, if its header is none.
    pub(crate) fn parse(item: TokenStream, of: &str, diag: &mut Diagnostics) -> Option<Self> {
        let mut tokens: Vec<TokenTree> = item.into_iter().collect();
        let body = match tokens.pop() {
            Some(TokenTree::Group(body)) if body.delimiter() == Delimiter::Brace => Some(body),
            _ => None,
        };
        // The header with an empty body is an `impl` block that syn reads whole, in every form that a header may take.
        tokens.push(TokenTree::Group(Group::new(Delimiter::Brace, TokenStream::new())));
        let header: TokenStream = tokens.into_iter().collect();
        let (Some(body), Ok(header)) = (body, syn::parse2::<ItemImpl>(header.clone())) else {
            diag.error_at(Span::call_site(), catalogue::handlers_on_no_impl(&of));
            return None;
        };
        Some(Self {
            generics: header.generics,
            of_trait: header.trait_.map(|(path, _)| path.into_token_stream()),
            self_ty: *header.self_ty,
            items: items(opened(body.stream())),
        })
    }
}

fn items(body: TokenStream) -> Vec<LazyItem> {
    let all = |input: ParseStream<'_>| {
        // Inner attributes belong to the block, and stay in it.
        let _ = Attribute::parse_inner(input);
        let mut items = Vec::new();
        while !input.is_empty() {
            items.push(item(input));
        }
        Ok(items)
    };
    // It takes everything and fails at nothing; if it did, there would be no items to lose.
    all.parse2(body).unwrap_or_default()
}

fn item(input: ParseStream<'_>) -> LazyItem {
    let ahead = input.fork();
    let attrs = match Attribute::parse_outer(&ahead) {
        Ok(attrs) => attrs,
        Err(error) => return broken(input, Vec::new(), error),
    };
    match method(&ahead, &attrs) {
        Ok(Some(method)) => {
            input.advance_to(&ahead);
            LazyItem::Fn(Box::new(method))
        }
        Ok(None) => {
            skip(input);
            LazyItem::Other { attrs }
        }
        Err(error) => broken(input, attrs, error),
    }
}

fn broken(input: ParseStream<'_>, attrs: Vec<Attribute>, error: syn::Error) -> LazyItem {
    skip(input);
    LazyItem::Broken { attrs, error }
}

/// Reads a method up to the end of its body; `None` if what stands there is no function.
fn method(input: ParseStream<'_>, attrs: &[Attribute]) -> syn::Result<Option<LazyFn>> {
    let vis: Visibility = input.parse()?;
    let rest = input.fork();
    let is_fn = rest.step(|cursor| Ok((is_fn(cursor.token_stream()), *cursor)))?;
    if !is_fn {
        return Ok(None);
    }
    let sig: Signature = input.parse()?;
    match input.parse()? {
        TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {}
        other => return Err(syn::Error::new(other.span(), "expected the body of the method")),
    }
    Ok(Some(LazyFn { attrs: attrs.to_vec(), vis, sig }))
}

/// Whether a `fn` comes after nothing but what may stand before one.
fn is_fn(tokens: TokenStream) -> bool {
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "fn" => return true,
            TokenTree::Ident(word)
                if ["const", "async", "unsafe", "safe", "extern"].iter().any(|known| word == known) => {}
            TokenTree::Literal(_) => {}
            _ => return false,
        }
    }
    false
}

/// Takes the tokens of one item: up to a `;` or `{ .. }`, and at least one.
fn skip(input: ParseStream<'_>) {
    while let Ok(token) = input.parse::<TokenTree>() {
        let ends = match &token {
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Ident(_) | TokenTree::Literal(_) => false,
        };
        if ends {
            break;
        }
    }
}
