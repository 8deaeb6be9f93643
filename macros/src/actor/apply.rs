//! `#[apply]`: what an event changes. The one place where the state of a persistent actor does.

use super::check::check_modifiers;
use super::model::Actor;
use crate::diag::{Diagnostics, catalogue};
use crate::emit::fresh::Fresh;
use crate::emit::names;
use crate::syntax::attrs::{Attrs, last_name};
use crate::syntax::types::{display, is_context, replace_self, returned, ungroup};
use proc_macro2::Ident;
use syn::{FnArg, ReceiverKind, Signature, Type};

/// An `#[apply]` method.
pub(crate) struct Apply {
    pub(super) attrs: Attrs,
    pub(super) sig: Signature,
    /// What `event: &Deposited` lends, with `Self` replaced by the actor's type; `None` if there is no such argument.
    pub(super) event: Option<Type>,
    /// The event's name in the enum of all events.
    pub(super) variant: Ident,
    /// What it takes besides `self`, in order.
    pub(super) taken: Vec<Taken>,
}

/// What an `#[apply]` method takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Event,
    /// `&EventMeta`.
    Meta,
}

impl Apply {
    pub(super) fn name(&self) -> &Ident {
        &self.sig.ident
    }
}

pub(super) fn apply(attrs: Attrs, sig: Signature, self_ty: &Type, taken_names: &mut Fresh) -> Apply {
    let (mut event, mut taken) = (None, Vec::new());
    for input in &sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        // One that is not lent is reported, and is the event all the same.
        let ty = match ungroup(&input.ty) {
            Type::Reference(lent) => &lent.elem,
            ty => ty,
        };
        if is_meta(ty) {
            taken.push(Taken::Meta);
        } else if event.is_none() && !is_context(&input.ty) {
            // A type without a name has been reported; what comes of an event that is none is no second mistake.
            event = syn::parse2(replace_self(ty, self_ty)).ok().filter(|ty| matches!(ungroup(ty), Type::Path(_)));
            taken.push(Taken::Event);
        }
    }
    let name = match event.as_ref().map(ungroup) {
        Some(Type::Path(path)) => last_name(&path.path),
        _ => names::pascal_ident(&sig.ident).to_string(),
    };
    let variant = taken_names.name(&name, sig.ident.span());
    Apply { attrs, sig, event, variant, taken }
}

pub(super) fn check(actor: &Actor, diag: &mut Diagnostics) {
    for (index, apply) in actor.applies.iter().enumerate() {
        check_apply(apply, actor.applies.get(..index).unwrap_or_default(), diag);
    }
}

/// The methods that say what their event is, each once, and whether there is no mistake in them: the others keep their event, so that those
/// who store it are not told of the mistake too.
pub(super) fn known(actor: &Actor) -> Vec<(&Apply, bool)> {
    let mut known: Vec<(&Apply, bool)> = Vec::new();
    for (index, apply) in actor.applies.iter().enumerate() {
        let earlier = actor.applies.get(..index).unwrap_or_default();
        let mut twice = Diagnostics::new();
        check_applied_twice(apply, earlier, &mut twice);
        if apply.event.is_some() && twice.is_empty() {
            let mut diag = Diagnostics::new();
            check_apply(apply, earlier, &mut diag);
            known.push((apply, diag.is_empty()));
        }
    }
    known
}

fn check_apply(apply: &Apply, earlier: &[Apply], diag: &mut Diagnostics) {
    check_modifiers(&apply.sig, "an `#[apply]`", diag);
    check_async_apply(apply, diag);
    check_generic_apply(apply, diag);
    check_changes(apply, diag);
    check_event(apply, diag);
    check_applied_twice(apply, earlier, diag);
    check_applied_reply(apply, diag);
}

// A change that waits, and so is another one at another time:
//
//     #[apply] async fn deposited(&mut self, event: &Deposited) { .. }
//
fn check_async_apply(apply: &Apply, diag: &mut Diagnostics) {
    if let Some(word) = &apply.sig.asyncness {
        diag.error(word, catalogue::async_apply());
    }
}

// A method of any event:
//
//     #[apply] fn changed<E>(&mut self, event: &E) { .. }
//
fn check_generic_apply(apply: &Apply, diag: &mut Diagnostics) {
    if let Some(param) = apply.sig.generics.params.first() {
        diag.error(param, catalogue::generic_apply());
    }
}

// A change of nothing:
//
//     #[apply] fn deposited(&self, event: &Deposited) { .. }
//
fn check_changes(apply: &Apply, diag: &mut Diagnostics) {
    match apply.sig.inputs.first() {
        Some(FnArg::Receiver(receiver)) => match &receiver.kind {
            ReceiverKind::Reference(_, None, Some(_)) => {}
            _ => {
                diag.error(receiver, catalogue::apply_that_only_reads(apply.name()));
            }
        },
        _ => {
            diag.error(apply.name(), catalogue::apply_that_only_reads(apply.name()));
        }
    }
}

// Something else than what happened:
//
//     #[apply] fn deposited(&mut self, event: Deposited) { .. }
//     #[apply] fn deposited(&mut self, event: &Deposited, cx: &mut Context<Self>) { .. }
//
fn check_event(apply: &Apply, diag: &mut Diagnostics) {
    let mut seen = Vec::new();
    for input in &apply.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let ty = ungroup(&input.ty);
        match ty {
            _ if is_context(ty) => {
                diag.error(input, catalogue::apply_with_context());
            }
            Type::Reference(lent) if lent.mutability.is_none() => {
                let taken = if is_meta(&lent.elem) { Taken::Meta } else { Taken::Event };
                if seen.contains(&taken) {
                    diag.error(input, catalogue::apply_of_two_events());
                }
                if taken == Taken::Event && !matches!(ungroup(&lent.elem), Type::Path(_)) {
                    diag.error(&lent.elem, catalogue::apply_of_no_event());
                }
                seen.push(taken);
            }
            _ => {
                let owned = match ty {
                    Type::Reference(lent) => display(&lent.elem),
                    ty => display(ty),
                };
                let pat = display(&input.pat);
                diag.error(&input.ty, catalogue::apply_by_value(&pat, &owned));
                seen.push(Taken::Event);
            }
        }
    }
    if !seen.contains(&Taken::Event) {
        diag.error(apply.name(), catalogue::apply_without_event(apply.name()));
    }
}

// An event that changes the state in two ways:
//
//     #[apply] fn deposited(&mut self, event: &Deposited) { .. }
//     #[apply] fn counted(&mut self, event: &Deposited) { .. }
//
fn check_applied_twice(apply: &Apply, earlier: &[Apply], diag: &mut Diagnostics) {
    let Some(event) = &apply.event else { return };
    let written = display(event);
    let is_twin = |other: &&Apply| {
        other.event.as_ref().is_some_and(|other| display(other) == written)
            && other.attrs.cfg.is_empty()
            && apply.attrs.cfg.is_empty()
    };
    if let Some(first) = earlier.iter().find(is_twin) {
        diag.error(event, catalogue::applied_twice(&written)).first(&first.event);
    }
}

// A fact that is refused:
//
//     #[apply] fn deposited(&mut self, event: &Deposited) -> Result<(), Overflow> { .. }
//
fn check_applied_reply(apply: &Apply, diag: &mut Diagnostics) {
    if let Some(ty) = returned(&apply.sig.output).filter(|ty| display(ty) != "()") {
        diag.error(ty, catalogue::apply_that_refuses());
    }
}

fn is_meta(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Path(path) if last_name(&path.path) == "EventMeta")
}
