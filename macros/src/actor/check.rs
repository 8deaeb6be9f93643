//! The rules that handlers keep. One function each, named after the test in `tests/ui/actor/`.

use super::model::{Actor, Argument, Handler, Kind, Param};
use super::{apply, decision, hook};
use crate::diag::{Diagnostics, catalogue};
use crate::emit::names::RESERVED;
use crate::syntax::types::{borrowed, display, impl_trait, owned, returned, ungroup};
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{FnArg, Pat, ReceiverKind, Safety, Signature, Type};

pub(super) fn check(actor: &Actor, diag: &mut Diagnostics) {
    for (index, handler) in actor.handlers.iter().enumerate() {
        check_handler(actor, handler, actor.handlers.get(..index).unwrap_or_default(), diag);
    }
    apply::check(actor, diag);
    hook::check(actor, diag);
}

/// The handlers that have no mistake in them.
pub(super) fn sound(actor: &Actor) -> Vec<&Handler> {
    let sound = |(index, handler): &(usize, &Handler)| {
        let mut diag = Diagnostics::new();
        check_handler(actor, handler, actor.handlers.get(..*index).unwrap_or_default(), &mut diag);
        diag.is_empty()
    };
    actor.handlers.iter().enumerate().filter(sound).map(|(_, handler)| handler).collect()
}

fn check_handler(actor: &Actor, handler: &Handler, earlier: &[Handler], diag: &mut Diagnostics) {
    if check_handle_of_persistent(actor, handler, diag) {
        return;
    }
    check_modifiers(&handler.sig, "a handler", diag);
    check_async_and_blocking(handler, diag);
    check_idempotent(handler, diag);
    check_reserved_name(handler.name(), diag);
    check_generic_handler(handler, diag);
    let attribute = handler.kind.attribute();
    let receiver = if handler.kind == Kind::Handle { "&mut self" } else { "&self" };
    check_receiver_of(&handler.sig, "a handler", attribute, receiver, diag);
    check_one_context(handler, diag);
    if handler.kind == Kind::Handle {
        check_way_back(handler, diag);
    }
    decision::check(handler, diag);
    for argument in handler.arguments() {
        check_argument(handler, argument, diag);
    }
    check_one_message(handler, diag);
    check_message_taken_twice(handler, earlier, diag);
    check_reply(handler, diag);
}

// A change that nobody stores:
//
//     #[handle] fn deposit(&mut self, amount: u64) { .. }      beside `#[command]`
//
fn check_handle_of_persistent(actor: &Actor, handler: &Handler, diag: &mut Diagnostics) -> bool {
    let is_misplaced = handler.kind == Kind::Handle && actor.is_persistent();
    if is_misplaced {
        // The attribute is there, or the method would be no handler.
        diag.error(handler.attrs.ours.first(), catalogue::handle_of_a_persistent_actor());
    }
    is_misplaced
}

// What nobody delivers comes once:
//
//     #[command(idempotent)] fn deposit(&self, amount: u64) -> Persist<Self, Deposited> { .. }
//
fn check_idempotent(handler: &Handler, diag: &mut Diagnostics) {
    if handler.idempotent && !handler.typed {
        diag.error(handler.attrs.ours.first(), catalogue::idempotent_without_message());
    }
}

// A function that is more, or less, than a method:
//
//     #[handle] unsafe fn deposit(&mut self) {}
//
pub(super) fn check_modifiers(sig: &Signature, what: &str, diag: &mut Diagnostics) {
    if let Some((word, name)) = forbidden_word(sig) {
        diag.error(word, catalogue::modified_function(&what, &name));
    }
    if let Some(variadic) = &sig.variadic {
        diag.error(variadic, catalogue::variadic_function(&what));
    }
}

// A handler that gives its thread back while it waits, and has one to block:
//
//     #[handle(blocking)] async fn load(&mut self) {}
//
fn check_async_and_blocking(handler: &Handler, diag: &mut Diagnostics) {
    if let Some(word) = handler.sig.asyncness.filter(|_| handler.blocking) {
        diag.error(word, catalogue::async_and_blocking());
    }
}

// A name that generated code may use:
//
//     #[handle] fn __mainstay_deposit(&mut self) {}
//
fn check_reserved_name(name: &Ident, diag: &mut Diagnostics) {
    if name.unraw().to_string().starts_with(RESERVED) {
        diag.error(name, catalogue::reserved_name(&RESERVED));
    }
}

// A message without a type:
//
//     #[handle] fn put<T>(&mut self, value: T) {}
//
fn check_generic_handler(handler: &Handler, diag: &mut Diagnostics) {
    if let Some(param) = handler.sig.generics.params.first() {
        diag.error(param, catalogue::generic_handler());
    }
}

// A function that is not about the actor:
//
//     #[handle] fn deposit(amount: u64) {}
//     #[handle] fn close(self) {}
//
pub(super) fn check_receiver_of(sig: &Signature, what: &str, attribute: &str, most: &str, diag: &mut Diagnostics) {
    let takes = match most {
        "&self" => "`&self`".to_owned(),
        most => format!("`&self` or `{most}`"),
    };
    let name = &sig.ident;
    match sig.inputs.first() {
        Some(FnArg::Receiver(receiver)) => {
            let lifetime = match &receiver.kind {
                ReceiverKind::Reference(_, None, _) => return,
                ReceiverKind::Reference(_, lifetime, _) => lifetime.as_ref(),
                _ => None,
            };
            match lifetime {
                Some(lifetime) => diag.error(lifetime, catalogue::lifetime_of_self(&what)),
                None => diag.error(receiver, catalogue::consuming_handler(&what, &takes)),
            };
        }
        _ => {
            diag.error(name, catalogue::handler_without_self(&what, &takes, name, &most, &attribute));
        }
    }
}

// Two views of one actor:
//
//     #[handle] fn deposit(&mut self, a: &mut Context<Self>, b: &mut Context<Self>) {}
//
fn check_one_context(handler: &Handler, diag: &mut Diagnostics) {
    let mut contexts = handler.params.iter().filter_map(|param| match param {
        Param::Context(ty) => Some(ty),
        Param::Argument(_) | Param::Reply(_) => None,
    });
    if let Some(second) = contexts.nth(1) {
        diag.error(second, catalogue::two_contexts());
    }
}

// A reply that is given in two ways:
//
//     #[handle] fn find(&mut self, reply: ReplyTo<u64>) -> u64 { .. }
//     #[handle] fn find(&mut self, reply: ReplyTo<u64>, again: ReplyTo<u64>) {}
//
fn check_way_back(handler: &Handler, diag: &mut Diagnostics) {
    let mut ways = handler.params.iter().filter_map(|param| match param {
        Param::Reply(ty) => Some(ty),
        _ => None,
    });
    if ways.next().is_none() {
        return;
    }
    if let Some(second) = ways.next() {
        diag.error(second, catalogue::two_ways_back());
    }
    if let Some(ty) = returned(&handler.sig.output).filter(|ty| display(ty) != "()") {
        diag.error(ty, catalogue::reply_given_twice());
    }
}

fn check_argument(handler: &Handler, argument: &Argument, diag: &mut Diagnostics) {
    check_reserved_name(&argument.name, diag);
    check_pattern(handler, argument, diag);
    let _ = check_shared_context(argument, diag) || check_borrowed(argument, diag) || check_impl_trait(argument, diag);
}

// An argument without a name for the caller:
//
//     #[handle] fn move_to(&mut self, (x, y): (i32, i32)) {}
//
fn check_pattern(handler: &Handler, argument: &Argument, diag: &mut Diagnostics) {
    let Argument { pat, ty, .. } = argument;
    // The caller of a typed message gives it whole, and sees no names.
    if !handler.typed && !is_plain(pat) {
        diag.error(pat, catalogue::pattern_argument(&display(ty)));
    }
}

// A context that cannot do anything:
//
//     #[handle] fn deposit(&mut self, cx: &Context<Self>) {}
//
fn check_shared_context(argument: &Argument, diag: &mut Diagnostics) -> bool {
    let Type::Reference(reference) = ungroup(&argument.ty) else { return false };
    let is_context = matches!(ungroup(&reference.elem), Type::Path(path)
        if path.path.segments.last().is_some_and(|segment| segment.ident == "Context"));
    if is_context {
        diag.error(&argument.ty, catalogue::shared_context());
    }
    is_context
}

// An argument that is gone when the message is handled:
//
//     #[handle] fn rename(&mut self, name: &str) {}
//
fn check_borrowed(argument: &Argument, diag: &mut Diagnostics) -> bool {
    let Argument { name, ty, .. } = argument;
    let Some(lent) = borrowed(ty) else { return false };
    let message = if matches!(ungroup(ty), Type::Reference(_)) {
        catalogue::borrowed_argument(&display(&lent), name, &display(owned(ty)))
    } else {
        catalogue::borrowed_in_an_argument(&display(&lent))
    };
    diag.error(&lent, message);
    true
}

// An argument of any type:
//
//     #[handle] fn rename(&mut self, name: impl Into<String>) {}
//
fn check_impl_trait(argument: &Argument, diag: &mut Diagnostics) -> bool {
    let Some(found) = impl_trait(&argument.ty) else { return false };
    diag.error(found, catalogue::impl_trait_argument());
    true
}

// Not one message, but two or none:
//
//     #[handle(message)] fn close(&mut self, a: Close, b: Close) {}
//
fn check_one_message(handler: &Handler, diag: &mut Diagnostics) {
    if !handler.typed {
        return;
    }
    let name = handler.name();
    let plain = handler.kind.attribute();
    let typed = format!("{}(message)]", plain.trim_end_matches(']'));
    let mut arguments = handler.arguments();
    match (arguments.next(), arguments.next()) {
        (Some(_), None) => {}
        (Some(_), Some(second)) => {
            diag.error(&second.pat, catalogue::two_messages(&typed, &plain));
        }
        (None, _) => {
            diag.error(name, catalogue::no_message(&typed, &plain));
        }
    }
}

// A message that two handlers want:
//
//     #[handle(message)] fn close(&mut self, _: Close) {}
//     #[handle(message)] fn shut(&mut self, _: Close) {}
//
fn check_message_taken_twice(handler: &Handler, earlier: &[Handler], diag: &mut Diagnostics) {
    let Some(argument) = handler.message() else { return };
    let message = display(&argument.ty);
    let same = earlier.iter().find_map(|earlier| {
        let other = earlier.message()?;
        let is_same = display(&other.ty) == message;
        (is_same && earlier.attrs.cfg.is_empty() && handler.attrs.cfg.is_empty()).then_some(other)
    });
    if let Some(other) = same {
        diag.error(&argument.ty, catalogue::message_handled_twice(&message)).first(&other.ty);
    }
}

// A reply that is lent, or of a type that has no name:
//
//     #[handle] fn name(&self) -> &str { &self.name }
//
fn check_reply(handler: &Handler, diag: &mut Diagnostics) {
    let Some(ty) = returned(&handler.sig.output) else { return };
    if let Some(lent) = borrowed(ty) {
        diag.error(&lent, catalogue::borrowed_reply(&display(&lent), &display(owned(ty))));
    } else if let Some(found) = impl_trait(ty) {
        diag.error(found, catalogue::impl_trait_reply());
    }
}

/// Whether the pattern is one that a handler's argument may have: a name, or `_`.
fn is_plain(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) => true,
        Pat::Ident(pat) => pat.by_ref.is_none() && pat.subpat.is_none(),
        _ => false,
    }
}

/// The word that keeps a function from being a handler, and what it is called.
fn forbidden_word(sig: &Signature) -> Option<(TokenStream, &'static str)> {
    let constness = sig.constness.as_ref().map(|word| (word.to_token_stream(), "const"));
    let safety = match &sig.safety {
        Safety::Unsafe(word) => Some((word.to_token_stream(), "unsafe")),
        Safety::Safe(word) => Some((word.to_token_stream(), "safe")),
        Safety::Default => None,
    };
    let abi = sig.abi.as_ref().map(|abi| (abi.extern_token.to_token_stream(), "extern"));
    constness.or(safety).or(abi)
}
