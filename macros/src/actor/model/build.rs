//! From the block to the actor: what each of its methods is.

use super::role::{Options, Role, role};
use super::{Actor, Argument, Handler, Param, Reply};
use crate::actor::apply::{self, Apply};
use crate::actor::check;
use crate::actor::decision::decision;
use crate::actor::hook::{self, Hook};
use crate::actor::parse::{Input, near_helper};
use crate::diag::{Diagnostics, catalogue};
use crate::emit::fresh::Fresh;
use crate::emit::names;
use crate::emit::span::first_span;
use crate::syntax::attrs::Attrs;
use crate::syntax::header::sendable;
use crate::syntax::lazy::{LazyFn, LazyItem};
use crate::syntax::types::{is_context, is_result, replace_self, reply_to, result_parts, returned, ungroup};
use syn::{FnArg, Pat, Signature, Type, parse_quote};

pub(in crate::actor) fn actor(input: Input, diag: &mut Diagnostics) -> Option<Actor> {
    let Input { krate, block } = input;
    let self_ty = ungroup(&block.self_ty).clone();
    let name = match &self_ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.clone()),
        _ => None,
    };
    let Some(name) = name else {
        diag.error(&self_ty, catalogue::handlers_of_no_struct());
        return None;
    };

    let mut generics = block.generics;
    sendable(&mut generics);

    let mut fresh = Fresh::default();
    fresh.take(&self_ty);
    fresh.take(&generics);
    fresh.take(&generics.where_clause);
    for item in &block.items {
        if let LazyItem::Fn(method) = item {
            fresh.take(&method.sig.inputs);
            fresh.take(&method.sig.output);
        }
    }
    let handle = names::suffixed(&name, "Ref");
    fresh.take(&handle);
    let inbox = fresh.name("Inbox", name.span());
    let later = fresh.name("Later", name.span());
    let events = names::suffixed(&name, "Event");
    fresh.take(&events);

    let mut fresh = Taken { names: fresh, variants: Fresh::default(), events: Fresh::default() };
    let mut actor = Actor {
        krate,
        name,
        self_ty,
        declared: generics.clone(),
        generics,
        handle,
        inbox,
        later,
        events,
        handlers: Vec::new(),
        applies: Vec::new(),
        hooks: Vec::new(),
    };
    for item in block.items {
        let handler = match method(item, &actor, &mut fresh, diag) {
            Some(Method::Handler(handler)) => handler,
            Some(Method::Apply(apply)) => {
                actor.applies.push(apply);
                continue;
            }
            Some(Method::Hook(hook)) => {
                actor.hooks.push(hook);
                continue;
            }
            None => continue,
        };
        // Two methods of one name are the compiler's to report, unless only one of them is compiled.
        let is_twin = |other: &Handler| {
            other.name() == handler.name() && other.attrs.cfg.is_empty() && handler.attrs.cfg.is_empty()
        };
        if !actor.handlers.iter().any(is_twin) {
            actor.handlers.push(handler);
        }
    }
    for handler in &actor.handlers {
        // Not of what a command returns: whether that is a decision depends on whether the actor is persistent.
        if let Reply::Alias(ty) = &handler.reply {
            let krate = &actor.krate;
            let is_result = parse_quote!(for<'a> #ty: #krate::__private::ResultOf<'a>);
            actor.declared.make_where_clause().predicates.push(is_result);
        }
    }
    actor.generics = actor.declared.clone();
    let assumed: Vec<_> = check::sound(&actor).into_iter().filter_map(|handler| actor.assumed(handler)).collect();
    if !assumed.is_empty() {
        actor.generics.make_where_clause().predicates.extend(assumed);
    }
    Some(actor)
}

/// The names that must not be used again: for items, beside which the user's types must keep their meaning; and for variants, which are
/// among themselves.
struct Taken {
    names: Fresh,
    variants: Fresh,
    events: Fresh,
}

/// What a method is to its actor.
enum Method {
    Handler(Handler),
    Apply(Apply),
    Hook(Hook),
}

/// What an item is to its actor, if it is anything.
fn method(item: LazyItem, actor: &Actor, fresh: &mut Taken, diag: &mut Diagnostics) -> Option<Method> {
    let is_ours = |name: &str| near_helper(name).is_some();
    let method = match item {
        LazyItem::Fn(method) => method,
        LazyItem::Other { attrs } => {
            if let Some(attr) = Attrs::sort(&attrs, is_ours).ours.first() {
                diag.error(attr, catalogue::constant_as_handler());
            }
            return None;
        }
        LazyItem::Broken { attrs, error } => {
            // What is being typed is the editor's to report, but a handler that is left out must not be left out silently.
            if !Attrs::sort(&attrs, is_ours).ours.is_empty() {
                diag.syntax(&error);
            }
            return None;
        }
    };
    let LazyFn { attrs, vis, sig } = *method;
    let attrs = Attrs::sort(&attrs, is_ours);
    let Options { kind, typed, influences, blocking, idempotent } = match role(&attrs.ours, diag)? {
        Role::Handler(options) => options,
        Role::Apply => return Some(Method::Apply(apply::apply(attrs, sig, &actor.self_ty, &mut fresh.events))),
        Role::Hook(moment) => return Some(Method::Hook(hook::hook(moment, attrs, sig))),
    };
    let params = params(&sig, actor, diag);
    let way_back = params.iter().find_map(|param| match param {
        Param::Reply(ty) => reply_to(ty),
        _ => None,
    });
    let reply = match returned(&sig.output) {
        _ if way_back.is_some() => {
            let ours = |ty: Option<&Type>| ty.map(|ty| replace_self(ty, &actor.self_ty));
            let (reply, refusal) = way_back.unwrap_or_default();
            match (ours(reply), ours(refusal)) {
                (Some(reply), Some(refusal)) => Reply::Result(reply, refusal),
                (Some(reply), None) => Reply::Value(reply),
                (None, _) => Reply::Unit,
            }
        }
        ty if kind.decides() => decision(ty, typed, &actor.self_ty),
        None => Reply::Unit,
        Some(ty) if is_result(ty) => match result_parts(ty) {
            Some((reply, refusal)) => {
                Reply::Result(replace_self(reply, &actor.self_ty), replace_self(refusal, &actor.self_ty))
            }
            None => Reply::Alias(replace_self(ty, &actor.self_ty)),
        },
        Some(ty) => Reply::Value(replace_self(ty, &actor.self_ty)),
    };
    let (name, span) = (names::pascal_ident(&sig.ident).to_string(), sig.ident.span());
    let request = if typed { names::derived(&name, span) } else { fresh.names.name(&name, span) };
    let variant = fresh.variants.name(&request.to_string(), span);
    Some(Method::Handler(Handler {
        kind,
        attrs,
        vis,
        sig,
        variant,
        request,
        params,
        typed,
        influences,
        blocking,
        idempotent,
        reply,
    }))
}

fn params(sig: &Signature, actor: &Actor, diag: &mut Diagnostics) -> Vec<Param> {
    let mut fresh = Fresh::default();
    fresh.take(&sig.inputs);
    let mut params = Vec::new();
    for (index, input) in sig.inputs.iter().enumerate() {
        let FnArg::Typed(input) = input else { continue };
        if let Some(attr) = input.attrs.first() {
            diag.error(attr, catalogue::attribute_of_an_argument());
        }
        if is_context(&input.ty) {
            params.push(Param::Context(input.ty.clone()));
            continue;
        }
        if reply_to(&input.ty).is_some() {
            params.push(Param::Reply(input.ty.clone()));
            continue;
        }
        let name = match &*input.pat {
            Pat::Ident(pat) => pat.ident.clone(),
            other => fresh.name(&format!("arg{index}"), first_span(other)),
        };
        let ty = syn::parse2(replace_self(&input.ty, &actor.self_ty)).unwrap_or_else(|_| (*input.ty).clone());
        params.push(Param::Argument(Box::new(Argument { name, pat: (*input.pat).clone(), ty })));
    }
    params
}
