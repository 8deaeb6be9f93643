//! Hooks: the methods that run when an incarnation begins or the actor ends.

use super::check::{check_modifiers, check_receiver_of};
use super::model::Actor;
use crate::diag::Diagnostics;
use crate::syntax::attrs::Attrs;
use crate::syntax::types::{display, is_context, is_result, returned};
use syn::{FnArg, Signature};

/// A method with `#[started]`, `#[restarted]` or `#[stopping]`.
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
}

impl Moment {
    pub(super) const ALL: [Self; 3] = [Self::Started, Self::Restarted, Self::Stopping];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|moment| moment.name() == name)
    }

    /// What it is called, as an attribute and as a method of `Dispatch`.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Started => "started",
            Self::Restarted => "restarted",
            Self::Stopping => "stopping",
        }
    }

    pub(super) fn attribute(self) -> &'static str {
        match self {
            Self::Started => "#[started]",
            Self::Restarted => "#[restarted]",
            Self::Stopping => "#[stopping]",
        }
    }
}

/// What a hook takes besides `self`.
pub(super) enum Taken {
    Context,
    /// How the incarnation before has failed: of `#[restarted]`.
    Why,
}

impl Hook {
    /// What it takes, in order.
    pub(super) fn taken(&self) -> impl Iterator<Item = Taken> {
        self.sig.inputs.iter().filter_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(input) if is_context(&input.ty) => Some(Taken::Context),
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
        check_hook(hook, actor.hooks.get(..index).unwrap_or_default(), diag);
    }
}

/// The hooks that have no mistake in them.
pub(super) fn sound(actor: &Actor) -> impl Iterator<Item = &Hook> {
    let sound = |(index, hook): &(usize, &Hook)| {
        let mut diag = Diagnostics::new();
        check_hook(hook, actor.hooks.get(..*index).unwrap_or_default(), &mut diag);
        diag.is_empty()
    };
    actor.hooks.iter().enumerate().filter(sound).map(|(_, hook)| hook)
}

fn check_hook(hook: &Hook, earlier: &[Hook], diag: &mut Diagnostics) {
    check_one_of_a_kind(hook, earlier, diag);
    check_modifiers(&hook.sig, "a hook", diag);
    check_receiver_of(&hook.sig, "a hook", hook.moment.attribute(), diag);
    check_generic(hook, diag);
    check_arguments(hook, diag);
    check_returned(hook, diag);
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
        diag.error(&hook.sig.ident, format_args!("an actor has one `{attribute}` hook"))
            .also(&first.sig.ident, "the first one is here")
            .help("call one from the other");
    }
}

// A hook that nobody can say the types of:
//
//     #[started] fn open<T>(&mut self) {}
//
fn check_generic(hook: &Hook, diag: &mut Diagnostics) {
    if let Some(param) = hook.sig.generics.params.first() {
        diag.error(param, "a hook cannot be generic: nobody says what the type is");
    }
}

// An argument that nobody gives:
//
//     #[started] fn open(&mut self, path: PathBuf) {}
//
fn check_arguments(hook: &Hook, diag: &mut Diagnostics) {
    let (mut context, mut why) = (false, hook.moment != Moment::Restarted);
    for input in &hook.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let seen = if is_context(&input.ty) { &mut context } else { &mut why };
        if std::mem::replace(seen, true) {
            let attribute = hook.moment.attribute();
            let help = match hook.moment {
                Moment::Restarted => "it may take `why: Arc<str>` and `cx: &mut Context<Self>`, each once",
                Moment::Started | Moment::Stopping => {
                    "it may take `cx: &mut Context<Self>`; what else it needs, the actor holds"
                }
            };
            diag.error(input, format_args!("nobody gives a `{attribute}` hook this argument")).help(help);
        }
    }
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
            diag.error(ty, format_args!("nobody takes what a `{attribute}` hook returns"))
                .help("the actor ends in any case: deal with the error here");
        }
        Moment::Started | Moment::Restarted if is_result(ty) => {}
        Moment::Started | Moment::Restarted => {
            diag.error(ty, format_args!("nobody takes what a `{attribute}` hook returns"))
                .help("return nothing, or `Result<(), E>` if the start may fail");
        }
    }
}
