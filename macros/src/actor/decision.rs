//! What a `#[command]` returns, as it is written: which event, which reply, which refusal.

use super::model::{Handler, Kind, Param, Reply};
use crate::diag::{Diagnostics, catalogue};
use crate::syntax::attrs::last_name;
use crate::syntax::types::{display, is_result, replace_self, result_parts, returned, ungroup};
use quote::quote;
use syn::{FnArg, GenericArgument, PathArguments, ReceiverKind, Type};

/// The parts of what a command returns. What is written as none of the types of a decision may still be an alias of one.
pub(super) fn decision(ty: Option<&Type>, typed: bool, self_ty: &Type) -> Reply {
    let Some(ty) = ty else { return Reply::Unit };
    let part = |at: usize| type_arguments(ty).into_iter().nth(at).map(|ty| replace_self(ty, self_ty));
    match (&*last_segment(ty), part(1)) {
        ("Persist" | "Decided", Some(event)) => {
            Reply::Decided { event, reply: part(2).unwrap_or_else(|| quote!(())), refusal: part(3) }
        }
        // The reply and the refusal are those of the message.
        ("Decide", Some(_)) if typed => match part(2) {
            Some(event) => Reply::Decided { event, reply: quote!(()), refusal: None },
            None => Reply::Decision(replace_self(ty, self_ty)),
        },
        _ => Reply::Decision(replace_self(ty, self_ty)),
    }
}

pub(super) fn check(handler: &Handler, diag: &mut Diagnostics) {
    if handler.kind == Kind::Handle {
        return;
    }
    check_reads(handler, diag);
    check_later_reply(handler, diag);
    check_async_query(handler, diag);
    if handler.kind.decides() {
        check_decision(handler, diag);
    }
}

// A change that nothing stores:
//
//     #[command] fn deposit(&mut self, amount: u64) -> Persist<Self, Deposited> { .. }
//
fn check_reads(handler: &Handler, diag: &mut Diagnostics) {
    let Some(FnArg::Receiver(receiver)) = handler.sig.inputs.first() else { return };
    if !matches!(receiver.kind, ReceiverKind::Reference(_, _, Some(_))) {
        return;
    }
    match handler.kind {
        Kind::Command | Kind::Timer => diag.error(receiver, catalogue::command_that_changes()),
        _ => diag.error(receiver, catalogue::query_that_changes()),
    };
}

// An answer that nobody knows to be durable:
//
//     #[command] fn deposit(&self, reply: ReplyTo<u64>) -> Persist<Self, Deposited> { .. }
//
fn check_later_reply(handler: &Handler, diag: &mut Diagnostics) {
    let attribute = handler.kind.attribute();
    for param in &handler.params {
        if let Param::Reply(ty) = param {
            let instead = match handler.kind {
                Kind::Command => "decide the reply: `persist(event).reply(value)`",
                Kind::Timer => "take it away: nobody waits for what a timer does",
                _ => "return the reply",
            };
            diag.error(ty, catalogue::later_reply(&attribute, &instead));
        }
    }
}

// A look at a state that goes on changing:
//
//     #[query] async fn balance(&self) -> u64 { .. }
//
fn check_async_query(handler: &Handler, diag: &mut Diagnostics) {
    if let (Kind::Query, Some(word)) = (handler.kind, &handler.sig.asyncness) {
        diag.error(word, catalogue::async_query());
    }
}

// A command that decides nothing:
//
//     #[command] fn deposit(&self, amount: u64) -> u64 { .. }
//
fn check_decision(handler: &Handler, diag: &mut Diagnostics) {
    let name = handler.name();
    match returned(&handler.sig.output) {
        None => {
            diag.error(name, catalogue::command_that_decides_nothing());
        }
        Some(ty) if is_value(ty) => {
            diag.error(ty, catalogue::command_of_a_value(&display(ty)));
        }
        Some(_) => {}
    }
}

/// Whether the type is known to be no decision, by its name.
fn is_value(ty: &Type) -> bool {
    const VALUES: [&str; 22] = [
        "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32",
        "f64", "String", "Option", "Vec", "Box", "Arc", "str",
    ];
    match ungroup(ty) {
        Type::Path(_) if is_result(ty) => result_parts(ty).is_some_and(|(reply, _)| is_value(reply)),
        Type::Path(_) => VALUES.contains(&&*last_segment(ty)),
        Type::ImplTrait(_) | Type::Reference(_) => false,
        _ => true,
    }
}

fn last_segment(ty: &Type) -> String {
    match ungroup(ty) {
        Type::Path(path) => last_name(&path.path),
        _ => String::new(),
    }
}

/// What stands in the `<..>` of the last segment, lifetimes apart.
fn type_arguments(ty: &Type) -> Vec<&Type> {
    let Type::Path(path) = ungroup(ty) else { return Vec::new() };
    let Some(PathArguments::AngleBracketed(list)) = path.path.segments.last().map(|last| &last.arguments) else {
        return Vec::new();
    };
    let types = list.args.iter().filter_map(|arg| match arg {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}
