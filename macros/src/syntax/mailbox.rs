//! The options `mailbox` and `stash`: how many messages there is room for.

use super::args::Args;
use crate::diag::{Diagnostics, catalogue};
use crate::emit::krate::Krate;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Expr, ExprLit, Lit, LitInt};

/// How many messages may wait.
pub(crate) enum Mailbox {
    Bounded(LitInt),
    Unbounded,
}

impl Mailbox {
    /// Reads `mailbox = 64` or `mailbox = unbounded`, if it is given.
    pub(crate) fn parse(args: &Args, diag: &mut Diagnostics) -> Option<Self> {
        Self::parse_as("mailbox", args, diag)
    }

    /// Reads the option `key`, of the same form.
    pub(crate) fn parse_as(key: &str, args: &Args, diag: &mut Diagnostics) -> Option<Self> {
        let shape = format!("{key} = 64` or `{key} = unbounded");
        match args.get(key)?.value(&shape, diag)? {
            Expr::Lit(ExprLit { lit: Lit::Int(messages), .. })
                if messages.base10_parse::<usize>().is_ok_and(|n| n > 0) =>
            {
                Some(Self::Bounded(messages))
            }
            Expr::Path(path) if path.path.is_ident("unbounded") => Some(Self::Unbounded),
            other => {
                diag.error(other, catalogue::bad_mailbox(&key, &shape));
                None
            }
        }
    }

    /// `const MAILBOX: Option<Capacity> = ..;`
    pub(crate) fn constant(&self, krate: &Krate) -> TokenStream {
        self.constant_as("MAILBOX", krate)
    }

    /// The constant `name`, of the same form.
    pub(crate) fn constant_as(&self, name: &str, krate: &Krate) -> TokenStream {
        let name = Ident::new(name, Span::call_site());
        let capacity = self.capacity(krate);
        quote! {
            const #name: ::core::option::Option<#krate::mailbox::Capacity> =
                ::core::option::Option::Some(#capacity);
        }
    }

    /// `Capacity::bounded(64)`.
    fn capacity(&self, krate: &Krate) -> TokenStream {
        match self {
            Self::Bounded(messages) => quote!(#krate::mailbox::Capacity::bounded(#messages)),
            Self::Unbounded => quote!(#krate::mailbox::Capacity::Unbounded),
        }
    }
}
