//! The path of the runtime crate.

use crate::diag::Diagnostics;
use crate::syntax::args::{Arg, Args};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// `::mainstay`, or what the option `crate = path` says.
#[derive(Clone, Default)]
pub(crate) struct Krate(Option<syn::Path>);

impl Krate {
    pub(crate) fn parse(args: &Args, diag: &mut Diagnostics) -> Self {
        Self(args.get("crate").and_then(|arg| arg.value("crate = ::path::to::mainstay", diag)))
    }

    /// As [`parse`](Self::parse), for those who are not the ones to report a mistake.
    pub(crate) fn peek(args: &Args) -> Self {
        Self(args.get("crate").and_then(Arg::peek))
    }
}

impl ToTokens for Krate {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.0 {
            Some(path) => path.to_tokens(tokens),
            None => tokens.extend(quote!(::mainstay)),
        }
    }
}
