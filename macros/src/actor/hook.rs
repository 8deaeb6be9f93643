//! Hooks: the methods that run when an incarnation begins or the actor ends.

use super::check::{check_modifiers, check_receiver_of};
use super::model::Actor;
use crate::diag::{Diagnostics, catalogue};
use crate::syntax::attrs::{Attrs, last_name};
use crate::syntax::types::{display, is_context, is_result, returned, ungroup};
use syn::{FnArg, ReceiverKind, Signature, Type};

/// A method with `#[started]`, `#[restarted]` or `#[stopping]`; of a persistent actor, `#[recovered]` or `#[recovery_failed]`.
pub(crate) struct Hook {
    pub(super) moment: Moment,
    pub(super) attrs: Attrs,
    pub(super) sig: Signature,
}

/// When a hook runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moment {
    Started,
    Restarted,
    Stopping,
    Recovered,
    RecoveryFailed,
}

impl Moment {
    const ALL: [Self; 5] = [Self::Started, Self::Restarted, Self::Stopping, Self::Recovered, Self::RecoveryFailed];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|moment| moment.name() == name)
    }

    /// Whether only persistent actors have it. The others are those of actors in memory.
    pub(super) fn is_of_persistent(self) -> bool {
        matches!(self, Self::Recovered | Self::RecoveryFailed)
    }

    /// What it is called, as an attribute and as a method of `Dispatch` or `Recover`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Restarted => "restarted",
            Self::Stopping => "stopping",
            Self::Recovered => "recovered",
            Self::RecoveryFailed => "recovery_failed",
        }
    }

    pub(super) fn attribute(self) -> &'static str {
        match self {
            Self::Started => "#[started]",
            Self::Restarted => "#[restarted]",
            Self::Stopping => "#[stopping]",
            Self::Recovered => "#[recovered]",
            Self::RecoveryFailed => "#[recovery_failed]",
        }
    }
}

/// What a hook takes besides `self`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    Context,
    /// How the incarnation before has failed, of `#[restarted]`; why there is no state, of `#[recovery_failed]`.
    Why,
    /// `&EntityId<Self>`, of `#[recovery_failed]`.
    Id,
}

impl Hook {
    /// What it takes, in order.
    pub(super) fn taken(&self) -> impl Iterator<Item = Taken> {
        self.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(input) if is_context(&input.ty) => Some(Taken::Context),
            FnArg::Typed(input) if is_id(&input.ty) => Some(Taken::Id),
            FnArg::Typed(_) => Some(Taken::Why),
        })
    }

    /// Whether it may fail.
    pub(super) fn is_fallible(&self) -> bool {
        returned(&self.sig.output).is_some_and(is_result)
    }

    pub(super) fn is_async(&self) -> bool {
        self.sig.asyncness.is_some()
    }
}

pub(super) fn hook(moment: Moment, attrs: Attrs, sig: Signature) -> Hook {
    Hook { moment, attrs, sig }
}

pub(super) fn check(actor: &Actor, diag: &mut Diagnostics) {
    for (index, hook) in actor.hooks.iter().enumerate() {
        check_hook(actor, hook, actor.hooks.get(..index).unwrap_or_default(), diag);
    }
}

/// The hooks that have no mistake in them.
pub(super) fn sound(actor: &Actor) -> impl Iterator<Item = &Hook> {
    let sound = |(index, hook): &(usize, &Hook)| {
        let mut diag = Diagnostics::new();
        check_hook(actor, hook, actor.hooks.get(..*index).unwrap_or_default(), &mut diag);
        diag.is_empty()
    };
    actor.hooks.iter().enumerate().filter(sound).map(|(_, hook)| hook)
}

fn check_hook(actor: &Actor, hook: &Hook, earlier: &[Hook], diag: &mut Diagnostics) {
    if check_moment(actor, hook, diag) {
        return;
    }
    check_one_of_a_kind(hook, earlier, diag);
    check_modifiers(&hook.sig, "a hook", diag);
    if hook.moment.is_of_persistent() {
        check_sees(hook, diag);
    } else {
        check_receiver_of(&hook.sig, "a hook", hook.moment.attribute(), "&mut self", diag);
    }
    check_generic(hook, diag);
    check_arguments(hook, diag);
    check_returned(hook, diag);
}

// A moment that the actor does not live through:
//
//     #[recovered] fn warm_up(&self) {}       beside `#[handle]`
//     #[stopping] fn rest(&self) {}           beside `#[command]`
//
fn check_moment(actor: &Actor, hook: &Hook, diag: &mut Diagnostics) -> bool {
    let attribute = hook.moment.attribute();
    let name = &hook.sig.ident;
    match (hook.moment.is_of_persistent(), actor.is_persistent()) {
        (true, false) => {
            diag.error(name, catalogue::stored_hook(&attribute));
        }
        (false, true) => {
            diag.error(name, catalogue::hook_in_memory(&attribute));
        }
        _ => return false,
    }
    true
}

// A hook that would change what is stored, or that wants a state that is not there:
//
//     #[recovered] fn warm_up(&mut self) {}
//     #[recovery_failed] fn report(&self, why: &RecoveryError) {}
//
fn check_sees(hook: &Hook, diag: &mut Diagnostics) {
    let name = &hook.sig.ident;
    let receiver = hook.sig.inputs.first().filter(|input| matches!(input, FnArg::Receiver(_)));
    match (hook.moment, receiver) {
        (Moment::RecoveryFailed, Some(receiver)) => {
            diag.error(receiver, catalogue::recovery_failed_with_self(name));
        }
        (Moment::Recovered, Some(FnArg::Receiver(receiver)))
            if !matches!(receiver.kind, ReceiverKind::Reference(_, None, None)) =>
        {
            diag.error(receiver, catalogue::hook_that_changes(name));
        }
        (Moment::Recovered, None) => {
            diag.error(name, catalogue::recovered_without_self(name));
        }
        _ => {}
    }
    if let Some(word) = &hook.sig.asyncness {
        diag.error(word, catalogue::async_hook(&hook.moment.attribute()));
    }
}

// Two methods for one moment:
//
//     #[started] fn open(&mut self) {}
//     #[started] fn connect(&mut self) {}
//
fn check_one_of_a_kind(hook: &Hook, earlier: &[Hook], diag: &mut Diagnostics) {
    let is_twin =
        |other: &&Hook| other.moment == hook.moment && other.attrs.cfg.is_empty() && hook.attrs.cfg.is_empty();
    if let Some(first) = earlier.iter().find(is_twin) {
        let attribute = hook.moment.attribute();
        diag.error(&hook.sig.ident, catalogue::two_hooks_of_a_kind(&attribute)).first(&first.sig.ident);
    }
}

// A hook that nobody can say the types of:
//
//     #[started] fn open<T>(&mut self) {}
//
fn check_generic(hook: &Hook, diag: &mut Diagnostics) {
    if let Some(param) = hook.sig.generics.params.first() {
        diag.error(param, catalogue::generic_hook());
    }
}

// An argument that nobody gives:
//
//     #[started] fn open(&mut self, path: PathBuf) {}
//
fn check_arguments(hook: &Hook, diag: &mut Diagnostics) {
    let attribute = hook.moment.attribute();
    let (given, help): (&[Taken], _) = match hook.moment {
        Moment::Restarted => {
            (&[Taken::Context, Taken::Why], "it may take `why: Arc<str>` and `cx: &mut Context<Self>`, each once")
        }
        Moment::RecoveryFailed => {
            (&[Taken::Id, Taken::Why], "it may take `id: &EntityId<Self>` and `why: &RecoveryError`, each once")
        }
        Moment::Started | Moment::Stopping | Moment::Recovered => {
            (&[Taken::Context], "it may take `cx: &mut Context<Self>`; what else it needs, the actor holds")
        }
    };
    let mut seen = Vec::new();
    let inputs = hook.sig.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
    for (input, taken) in inputs.zip(hook.taken()) {
        if !given.contains(&taken) || seen.contains(&taken) {
            diag.error(input, catalogue::hook_arguments(&attribute, &help));
        }
        seen.push(taken);
    }
}

fn is_id(ty: &Type) -> bool {
    matches!(ungroup(ty), Type::Reference(lent) if matches!(ungroup(&lent.elem), Type::Path(path) if last_name(&path.path) == "EntityId"))
}

// Something returned that nobody takes:
//
//     #[stopping] fn close(&mut self) -> io::Result<()> { .. }
//
fn check_returned(hook: &Hook, diag: &mut Diagnostics) {
    let Some(ty) = returned(&hook.sig.output) else { return };
    let attribute = hook.moment.attribute();
    let is_unit = display(ty) == "()";
    match hook.moment {
        _ if is_unit => {}
        Moment::Stopping => {
            diag.error(
                ty,
                catalogue::hook_returns(&attribute, &"the actor ends in any case: deal with the error here"),
            );
        }
        Moment::Recovered | Moment::RecoveryFailed => {
            diag.error(ty, catalogue::hook_returns(&attribute, &"return nothing"));
        }
        Moment::Started | Moment::Restarted if is_result(ty) => {}
        Moment::Started | Moment::Restarted => {
            diag.error(
                ty,
                catalogue::hook_returns(&attribute, &"return nothing, or `Result<(), E>` if the start may fail"),
            );
        }
    }
}
