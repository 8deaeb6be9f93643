//! What a `#[handlers]` block means: the actor that everything generated is made from.

mod build;
mod role;

pub(super) use build::actor;

use super::apply::Apply;
use super::hook::Hook;
use crate::emit::krate::Krate;
use crate::syntax::attrs::Attrs;
use proc_macro2::TokenStream;
use syn::{Generics, Ident, Pat, Signature, Type, Visibility, WhereClause, WherePredicate, parse_quote};

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
#[allow(clippy::struct_excessive_bools, reason = "each is an option of its own, and any of them may go with any other")]
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
    /// Whether a delivery is run as often as it comes: `#[command(message, idempotent)]`.
    pub(super) idempotent: bool,
    pub(super) reply: Reply,
}

/// What a handler may do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Anything, to an actor in memory.
    Handle,
    /// Read the state of a persistent actor, and decide what is stored.
    Command,
    /// The same, when a timer fires.
    Timer,
    /// Read the state of a persistent actor.
    Query,
}

impl Kind {
    fn named(name: &str) -> Option<Self> {
        match name {
            "handle" => Some(Self::Handle),
            "command" => Some(Self::Command),
            "timer" => Some(Self::Timer),
            "query" => Some(Self::Query),
            _ => None,
        }
    }

    /// Whether what it returns is a decision.
    pub(super) fn decides(self) -> bool {
        matches!(self, Self::Command | Self::Timer)
    }

    pub(super) fn attribute(self) -> &'static str {
        match self {
            Self::Handle => "#[handle]",
            Self::Command => "#[command]",
            Self::Timer => "#[timer]",
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
            (Some(Argument { ty, .. }), _) if handler.kind == Kind::Timer => {
                Some(parse_quote!(for<'a> #ty: #krate::__private::TimerOf<'a>))
            }
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
        self.kind.decides() && matches!(self.reply, Reply::Decision(_))
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
