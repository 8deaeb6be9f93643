//! Reads a `#[handlers]` block.

use crate::diag::{Diagnostics, catalogue, nearest};
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
        diag.error(of_trait, catalogue::trait_impl());
    }
    Some(Input { krate, block })
}

/// What an attribute on a method may be called.
const HELPERS: [(&str, &str); 11] = [
    ("handle", "#[handle]"),
    ("message", "#[handle(message)]"),
    ("command", "#[command]"),
    ("query", "#[query]"),
    ("timer", "#[timer]"),
    ("apply", "#[apply]"),
    ("started", "#[started]"),
    ("restarted", "#[restarted]"),
    ("stopping", "#[stopping]"),
    ("recovered", "#[recovered]"),
    ("recovery_failed", "#[recovery_failed]"),
];

/// Whether an attribute on a method is ours, or something that only a slip of the pen keeps from being it.
pub(super) fn is_helper(name: &str) -> bool {
    near_helper(name).is_some()
}

/// What somebody meant who wrote `#[name]` on a method, as it is written.
pub(super) fn near_helper(name: &str) -> Option<&'static str> {
    let nearest = nearest(name, &HELPERS.map(|(name, _)| name))?;
    HELPERS.iter().find(|(name, _)| *name == nearest).map(|(_, written)| *written)
}

#[cfg(test)]
mod tests {
    use super::near_helper;

    #[test]
    fn slips_of_the_pen_are_known() {
        let meant = ["Handle", "handler", "mesage", "comand", "Query", "timers", "aply", "recoverd"].map(near_helper);
        let written = ["handle", "handle", "handle(message)", "command", "query", "timer", "apply", "recovered"];
        assert_eq!(meant.map(Option::unwrap_or_default), written.map(|helper| format!("#[{helper}]")));
        assert_eq!(near_helper("instrument"), None);
    }
}
