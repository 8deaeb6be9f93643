//! What the attribute on a method makes of it: a handler, an `#[apply]` or a hook.

use super::Kind;
use crate::actor::hook::Moment;
use crate::actor::parse::near_helper;
use crate::diag::{Diagnostics, catalogue};
use crate::syntax::args::Args;
use crate::syntax::attrs::{effect, last_name};
use quote::ToTokens as _;
use syn::Attribute;

/// What the attribute on a method makes of it.
pub(super) enum Role {
    Handler(Options),
    Apply,
    Hook(Moment),
}

/// What stands in `#[handle(..)]`, `#[command(..)]` or `#[query(..)]`.
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own, and any of them may go with any other")]
pub(super) struct Options {
    pub(super) kind: Kind,
    pub(super) typed: bool,
    pub(super) influences: bool,
    pub(super) blocking: bool,
    pub(super) idempotent: bool,
}

impl Options {
    /// Of an attribute with no options but `message`.
    fn plain(kind: Kind, typed: bool) -> Self {
        Self { kind, typed, influences: true, blocking: false, idempotent: false }
    }
}

/// What the attributes `ours` make of a method; `None` if there are none.
pub(super) fn role(ours: &[Attribute], diag: &mut Diagnostics) -> Option<Role> {
    let mut ours = ours.iter();
    let first = ours.next()?;
    let name = last_name(first.path());
    if let Some(second) = ours.next() {
        let other = last_name(second.path());
        if other == name {
            diag.error(second, catalogue::given_twice(&name)).first(first);
        } else {
            diag.error(second, catalogue::hook_and_handler()).first(first);
        }
    }
    if let Some(moment) = Moment::named(&name) {
        Args::of_attributes(std::slice::from_ref(first), moment.attribute(), &[], diag);
        return Some(Role::Hook(moment));
    }
    if name == "apply" {
        Args::of_attributes(std::slice::from_ref(first), "#[apply]", &[], diag);
        return Some(Role::Apply);
    }
    if name == "cfg_attr" {
        let meant = effect(first.meta.to_token_stream()).unwrap_or_default();
        diag.error(first, catalogue::conditional_handle(&meant));
        let kind = Kind::named(&meant).unwrap_or(Kind::Handle);
        return Some(Role::Handler(Options::plain(kind, kind == Kind::Timer)));
    }
    let Some(kind) = Kind::named(&name) else {
        let meant = near_helper(&name).unwrap_or("#[handle]");
        diag.error(first.path(), catalogue::near_miss_attribute(&name, &meant));
        let (meant, is_message) = (meant.trim_matches(['#', '[', ']']), meant.contains("message"));
        return Some(match (Moment::named(meant), Kind::named(meant)) {
            (Some(moment), _) => Role::Hook(moment),
            (_, Some(kind)) => Role::Handler(Options::plain(kind, kind == Kind::Timer)),
            _ if meant == "apply" => Role::Apply,
            _ => Role::Handler(Options::plain(Kind::Handle, is_message)),
        });
    };
    let keys: &[&str] = match kind {
        Kind::Handle => &["message", "no_influence", "blocking"],
        Kind::Timer => &[],
        Kind::Command => &["message", "idempotent"],
        Kind::Query => &["message"],
    };
    let args = Args::of_attributes(std::slice::from_ref(first), kind.attribute(), keys, diag);
    let mut says = |key| args.get(key).is_some_and(|arg| arg.flag(diag));
    Some(Role::Handler(Options {
        kind,
        // What a timer carries is what was set.
        typed: kind == Kind::Timer || says("message"),
        influences: !says("no_influence"),
        blocking: says("blocking"),
        idempotent: says("idempotent"),
    }))
}
