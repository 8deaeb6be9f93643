//! The option `mailbox`, which actors and machines have.

use super::args::Args;
use crate::diag::Diagnostics;
use crate::emit::krate::Krate;
use proc_macro2::TokenStream;
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
        const SHAPE: &str = "mailbox = 64` or `mailbox = unbounded";
        match args.get("mailbox")?.value(SHAPE, diag)? {
            Expr::Lit(ExprLit { lit: Lit::Int(messages), .. })
                if messages.base10_parse::<usize>().is_ok_and(|n| n > 0) =>
            {
                Some(Self::Bounded(messages))
            }
            Expr::Path(path) if path.path.is_ident("unbounded") => Some(Self::Unbounded),
            other => {
                diag.error(other, "a mailbox holds a number of messages from 1, or is unbounded")
                    .help(format_args!("write `{SHAPE}`"));
                None
            }
        }
    }

    /// `const MAILBOX: Option<Capacity> = ..;`
    pub(crate) fn constant(&self, krate: &Krate) -> TokenStream {
        let capacity = match self {
            Self::Bounded(messages) => quote!(#krate::mailbox::Capacity::bounded(#messages)),
            Self::Unbounded => quote!(#krate::mailbox::Capacity::Unbounded),
        };
        quote! {
            const MAILBOX: ::core::option::Option<#krate::mailbox::Capacity> =
                ::core::option::Option::Some(#capacity);
        }
    }
}
