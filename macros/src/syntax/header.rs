//! Structs and enums of which only the header is read: what is between the braces may be half-typed, and is the user's.

use crate::diag::{Diagnostics, catalogue};
use crate::emit::krate::Krate;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Attribute, GenericParam, Generics, Ident, Item, ItemEnum, ItemStruct, ItemUnion, Token, Visibility};

/// What stands before the fields of a struct or the variants of an enum.
pub(crate) struct Header {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) keyword: Keyword,
    pub(crate) name: Ident,
    pub(crate) generics: Generics,
}

/// The word that says what the item is.
pub(crate) enum Keyword {
    Struct,
    Enum(Token![enum]),
    Union(Token![union]),
}

impl Header {
    /// Reads a struct, an enum or a union. `None`, with a mistake noted, if it is none.
    pub(crate) fn parse(item: TokenStream, of: &str, diag: &mut Diagnostics) -> Option<Self> {
        let mut tokens: Vec<TokenTree> = item.into_iter().collect();
        if let Some(TokenTree::Group(body)) = tokens.last_mut()
            && body.delimiter() == Delimiter::Brace
        {
            *body = Group::new(Delimiter::Brace, TokenStream::new());
        }
        let header = match syn::parse2(tokens.into_iter().collect()) {
            Ok(Item::Struct(ItemStruct { attrs, vis: visibility, ident, generics, .. })) => {
                Self { attrs, visibility, keyword: Keyword::Struct, name: ident, generics }
            }
            Ok(Item::Enum(ItemEnum { attrs, vis: visibility, enum_token, ident, generics, .. })) => {
                Self { attrs, visibility, keyword: Keyword::Enum(enum_token), name: ident, generics }
            }
            Ok(Item::Union(ItemUnion { attrs, vis: visibility, union_token, ident, generics, .. })) => {
                Self { attrs, visibility, keyword: Keyword::Union(union_token), name: ident, generics }
            }
            _ => {
                diag.error_at(Span::call_site(), catalogue::not_a_struct(&of));
                return None;
            }
        };
        Some(header)
    }

    /// `impl<..> Trait for Name<..> where ..`. What it is generic over must be something that can be sent.
    pub(crate) fn impl_header(&self, of_trait: &TokenStream) -> TokenStream {
        let Self { name, generics, .. } = self;
        let mut generics = generics.clone();
        sendable(&mut generics);
        // What borrows has been reported; with `'static` for its lifetimes the compiler does not report it again.
        let args = generics.params.iter().map(|param| match param {
            GenericParam::Lifetime(_) => quote!('static),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            GenericParam::Const(param) => param.ident.to_token_stream(),
        });
        let ty_generics: Option<TokenStream> = (!generics.params.is_empty()).then(|| quote!(<#(#args),*>));
        generics.params =
            generics.params.iter().filter(|param| !matches!(param, GenericParam::Lifetime(_))).cloned().collect();
        let (impl_generics, _, where_clause) = generics.split_for_impl();
        quote!(impl #impl_generics #of_trait for #name #ty_generics #where_clause)
    }

    /// The same of what is stored, and so may not be generic. If it is, that has been reported, and that it can be stored is taken for granted.
    pub(crate) fn stored_header(&self, of_trait: &TokenStream, krate: &Krate) -> TokenStream {
        let imp = self.impl_header(of_trait);
        let granted = self.generics.type_params().next().map(|_| quote!(, Self: #krate::__private::Argument));
        quote!(#imp #granted)
    }
}

/// Demands of every type parameter that it can be sent: what an actor or a message holds moves to another thread with it.
pub(crate) fn sendable(generics: &mut Generics) {
    let params: Vec<_> = generics.type_params().map(|param| param.ident.clone()).collect();
    for param in params {
        generics.make_where_clause().predicates.push(syn::parse_quote!(#param: ::core::marker::Send + 'static));
    }
}
