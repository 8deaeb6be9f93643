//! Reads a `#[handlers]` block.

use crate::diag::{Diagnostics, nearest};
use crate::emit::krate::Krate;
use crate::syntax::args::Args;
use crate::syntax::lazy::LazyImpl;
use proc_macro2::TokenStream;

/// A `#[handlers]` block, bodies unread.
pub(crate) struct Input {
    pub(super) krate: Krate,
    pub(super) block: LazyImpl,
}

pub(super) fn parse(args: TokenStream, item: TokenStream, diag: &mut Diagnostics) -> Option<Input> {
    let args = Args::parse(args, "#[handlers]", &["crate"], diag);
    let krate = Krate::parse(&args, diag);
    let block = LazyImpl::parse(item, "#[handlers]", diag)?;
    if let Some(of_trait) = &block.of_trait {
        diag.error(of_trait, "`#[handlers]` stands on the actor's own `impl` block, not on that of a trait")
            .help("move the handlers into a block of their own, and call the trait's methods from there");
    }
    Some(Input { krate, block })
}

/// Whether an attribute on a method is `#[handle]` or a hook's, or something that only a slip of the pen keeps from being it.
pub(super) fn is_helper(name: &str) -> bool {
    near_helper(name).is_some()
}

/// What somebody meant who wrote `#[name]` on a method, as it is written.
pub(super) fn near_helper(name: &str) -> Option<&'static str> {
    match nearest(name, &["handle", "message", "started", "restarted", "stopping"])? {
        "message" => Some("#[handle(message)]"),
        "started" => Some("#[started]"),
        "restarted" => Some("#[restarted]"),
        "stopping" => Some("#[stopping]"),
        _ => Some("#[handle]"),
    }
}
