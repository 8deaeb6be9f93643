//! What a `#[handlers]` block means.

use super::apply::{self, Apply};
use super::check;
use super::decision::decision;
use super::hook::{self, Hook, Moment};
use super::parse::{Input, near_helper};
use crate::diag::Diagnostics;
use crate::emit::fresh::Fresh;
use crate::emit::krate::Krate;
use crate::emit::names;
use crate::emit::span::first_span;
use crate::syntax::args::Args;
use crate::syntax::attrs::{Attrs, effect, last_name};
use crate::syntax::header::sendable;
use crate::syntax::lazy::{LazyFn, LazyItem};
use crate::syntax::types::{is_context, is_result, replace_self, reply_to, result_parts, returned, ungroup};
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{
    Attribute, FnArg, Generics, Ident, Pat, Signature, Type, Visibility, WhereClause, WherePredicate, parse_quote,
};

/// An actor: everything that is generated is made from this.
pub(crate) struct Actor {
    pub(super) krate: Krate,
    pub(super) name: Ident,
    pub(super) self_ty: Type,
    /// Those of the struct: for the handle, and for what must be there whatever becomes of the messages.
    pub(super) declared: Generics,
    /// For everything that handles messages: what is assumed of them too.
    pub(super) generics: Generics,
    pub(super) handle: Ident,
    /// The name of the enum of all messages.
    pub(super) inbox: Ident,
    /// The name of the enum of those messages whose handlers are async.
    pub(super) later: Ident,
    /// The name of the enum of all events, of a persistent actor with several.
    pub(super) events: Ident,
    pub(super) handlers: Vec<Handler>,
    pub(super) applies: Vec<Apply>,
    pub(super) hooks: Vec<Hook>,
}

/// One `#[handle]`, `#[command]` or `#[query]` method.
pub(crate) struct Handler {
    pub(super) kind: Kind,
    pub(super) attrs: Attrs,
    pub(super) vis: Visibility,
    pub(super) sig: Signature,
    /// The name of its variant in the enums of messages.
    pub(super) variant: Ident,
    /// The name of the struct of its arguments.
    pub(super) request: Ident,
    /// Everything after `self`, in order.
    pub(super) params: Vec<Param>,
    /// Whether it takes a type that is a message of its own: `#[handle(message)]`.
    pub(super) typed: bool,
    /// Whether its message puts off the receive timeout: not with `#[handle(no_influence)]`.
    pub(super) influences: bool,
    /// Whether it runs on a thread that may block: `#[handle(blocking)]`.
    pub(super) blocking: bool,
    pub(super) reply: Reply,
}

/// What a handler may do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Anything, to an actor in memory.
    Handle,
    /// Read the state of a persistent actor, and decide what is stored.
    Command,
    /// Read the state of a persistent actor.
    Query,
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        match name {
            "handle" => Some(Self::Handle),
            "command" => Some(Self::Command),
            "query" => Some(Self::Query),
            _ => None,
        }
    }

    pub(super) fn attribute(self) -> &'static str {
        match self {
            Self::Handle => "#[handle]",
            Self::Command => "#[command]",
            Self::Query => "#[query]",
        }
    }
}

/// One parameter of a handler.
pub(crate) enum Param {
    /// `&mut Context<Self>`, which the runtime gives.
    Context(Box<Type>),
    /// `ReplyTo<T, E>`, the way back, for a handler that replies later.
    Reply(Box<Type>),
    /// What the caller gives.
    Argument(Box<Argument>),
}

/// What a caller gives.
pub(crate) struct Argument {
    pub(super) name: Ident,
    pub(super) pat: Pat,
    /// With `Self` replaced by the actor's type.
    pub(super) ty: Type,
}

/// What a handler returns, with `Self` replaced by the actor's type.
pub(crate) enum Reply {
    Unit,
    Value(TokenStream),
    /// `Result<T, E>`: the reply and the refusal.
    Result(TokenStream, TokenStream),
    /// Something called `Result`, whose parts only the compiler knows.
    Alias(TokenStream),
    /// `Persist<Self, E, T, X>` or `Decided<Self, E, T, X>`, of a command.
    Decided {
        event: TokenStream,
        reply: TokenStream,
        refusal: Option<TokenStream>,
    },
    /// What a command returns under another name, whose parts only the compiler knows.
    Decision(TokenStream),
}

impl Actor {
    pub(super) fn is_generic(&self) -> bool {
        !self.generics.params.is_empty()
    }

    /// Whether it has what only a persistent actor has.
    pub(super) fn is_persistent(&self) -> bool {
        let is_handle = |handler: &Handler| handler.kind == Kind::Handle;
        !self.applies.is_empty()
            || self.handlers.iter().any(|handler| !is_handle(handler))
            || !self.handlers.iter().any(is_handle) && self.hooks.iter().any(|hook| hook.moment.is_of_persistent())
    }

    /// The bounds of what belongs to one handler alone. It asks nothing of the messages of others, so that their mistakes are not told again.
    pub(super) fn bounds_of(&self, handler: &Handler) -> Option<WhereClause> {
        let mut bounds = self.declared.clone();
        bounds.make_where_clause().predicates.extend(self.assumed(handler));
        bounds.where_clause.filter(|bounds| !bounds.predicates.is_empty())
    }

    /// What the compiler takes for granted of a handler's types until it is used, so that a message or a decision that is none is reported
    /// once, where it is named. Nothing of a handler with a `cfg`, which a bound cannot have.
    pub(super) fn assumed(&self, handler: &Handler) -> Option<WherePredicate> {
        let Self { krate, self_ty, .. } = self;
        if !handler.attrs.cfg.is_empty() {
            return None;
        }
        match (handler.message(), &handler.reply) {
            (Some(Argument { ty, .. }), _) => Some(parse_quote!(for<'a> #ty: #krate::__private::MessageOf<'a>)),
            (None, Reply::Decision(ty)) if self.is_persistent() => {
                Some(parse_quote!(for<'a> #ty: #krate::__private::DecisionOf<'a, #self_ty>))
            }
            _ => None,
        }
    }
}

impl Handler {
    /// Whether it is a command that returns its decision under another name.
    pub(super) fn decides_by_alias(&self) -> bool {
        self.kind == Kind::Command && matches!(self.reply, Reply::Decision(_))
    }

    pub(super) fn is_async(&self) -> bool {
        self.sig.asyncness.is_some()
    }

    /// Whether it does not run where its message is taken out of the mailbox.
    pub(super) fn is_later(&self) -> bool {
        self.is_async() || self.blocking
    }

    pub(super) fn name(&self) -> &Ident {
        &self.sig.ident
    }

    /// What the caller gives.
    pub(super) fn arguments(&self) -> impl Iterator<Item = &Argument> {
        self.params.iter().filter_map(|param| match param {
            Param::Argument(argument) => Some(&**argument),
            Param::Context(_) | Param::Reply(_) => None,
        })
    }

    /// Whether the handler has the way back in its hands.
    pub(super) fn replies_later(&self) -> bool {
        self.params.iter().any(|param| matches!(param, Param::Reply(_)))
    }

    /// The one thing that a handler of a typed message takes.
    pub(super) fn message(&self) -> Option<&Argument> {
        self.arguments().next().filter(|_| self.typed)
    }
}

pub(super) fn actor(input: Input, diag: &mut Diagnostics) -> Option<Actor> {
    let Input { krate, block } = input;
    let self_ty = ungroup(&block.self_ty).clone();
    let name = match &self_ty {
        Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.clone()),
        _ => None,
    };
    let Some(name) = name else {
        diag.error(&self_ty, "an actor is a struct of yours");
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
                diag.error(attr, "only a method can be a handler or a hook");
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
    let Options { kind, typed, influences, blocking } = match role(&attrs.ours, diag)? {
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
        ty if kind == Kind::Command => decision(ty, typed, &actor.self_ty),
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
        reply,
    }))
}

/// What the attribute on a method makes of it.
enum Role {
    Handler(Options),
    Apply,
    Hook(Moment),
}

/// What stands in `#[handle(..)]`, `#[command(..)]` or `#[query(..)]`.
struct Options {
    kind: Kind,
    typed: bool,
    influences: bool,
    blocking: bool,
}

impl Options {
    /// Of an attribute with no options but `message`.
    fn plain(kind: Kind, typed: bool) -> Self {
        Self { kind, typed, influences: true, blocking: false }
    }
}

/// What the attributes `ours` make of a method; `None` if there are none.
fn role(ours: &[Attribute], diag: &mut Diagnostics) -> Option<Role> {
    let mut ours = ours.iter();
    let first = ours.next()?;
    let name = last_name(first.path());
    if let Some(second) = ours.next() {
        let other = last_name(second.path());
        if other == name {
            diag.error(second, format_args!("`#[{name}]` is given twice")).also(first, "the first one is here");
        } else {
            diag.error(second, "a method is a handler or one hook, not both").also(first, "the first one is here");
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
        diag.error(
            first,
            format_args!("`#[{meant}]` cannot stand in a `cfg_attr`: whether it is there is not known yet"),
        )
        .help("put `#[cfg(..)]` on the method");
        return Some(Role::Handler(Options::plain(Kind::named(&meant).unwrap_or(Kind::Handle), false)));
    }
    let Some(kind) = Kind::named(&name) else {
        let meant = near_helper(&name).unwrap_or("#[handle]");
        diag.error(first.path(), format_args!("`#[{name}]` makes no handler and no hook"))
            .help(format_args!("did you mean `{meant}`?"));
        let (meant, is_message) = (meant.trim_matches(['#', '[', ']']), meant.contains("message"));
        return Some(match (Moment::named(meant), Kind::named(meant)) {
            (Some(moment), _) => Role::Hook(moment),
            (_, Some(kind)) => Role::Handler(Options::plain(kind, false)),
            _ if meant == "apply" => Role::Apply,
            _ => Role::Handler(Options::plain(Kind::Handle, is_message)),
        });
    };
    let keys: &[&str] = if kind == Kind::Handle { &["message", "no_influence", "blocking"] } else { &["message"] };
    let args = Args::of_attributes(std::slice::from_ref(first), kind.attribute(), keys, diag);
    let mut says = |key| args.get(key).is_some_and(|arg| arg.flag(diag));
    Some(Role::Handler(Options {
        kind,
        typed: says("message"),
        influences: !says("no_influence"),
        blocking: says("blocking"),
    }))
}

fn params(sig: &Signature, actor: &Actor, diag: &mut Diagnostics) -> Vec<Param> {
    let mut fresh = Fresh::default();
    fresh.take(&sig.inputs);
    let mut params = Vec::new();
    for (index, input) in sig.inputs.iter().enumerate() {
        let FnArg::Typed(input) = input else { continue };
        if let Some(attr) = input.attrs.first() {
            diag.error(attr, "an argument of a handler takes no attributes").help("put them on the method");
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
