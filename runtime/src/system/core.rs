//! What all actors of a system share.

use super::dead_letters::Office;
use super::names::Claim;
use super::residents::{Closed, Resident, Residents};
use crate::actor::{Dispatch, Exit, Item, Other};
#[cfg(feature = "persistence")]
use crate::delivery::{Destination, Mail, Mailroom};
use crate::mailbox::Sender;
use crate::observe::{self, Stamp, Stamped};
use crate::panics::contain;
use crate::settings::Settings;
use std::sync::{Arc, LazyLock};
#[cfg(feature = "persistence")]
use std::sync::{OnceLock, Weak};

#[derive(Debug, Default)]
pub(crate) struct Core {
    settings: Settings,
    /// Nothing for actors without a system: nobody could ask for them.
    residents: Option<Arc<Residents>>,
    office: Office,
    /// The system itself, which actors do not keep alive. Nothing for actors without one.
    #[cfg(feature = "persistence")]
    mailroom: OnceLock<Weak<dyn Mailroom>>,
}

/// For actors that were spawned without a system.
static DETACHED: LazyLock<Arc<Core>> = LazyLock::new(Arc::default);

impl Core {
    pub(super) fn new(settings: Settings) -> Self {
        Self { settings, residents: Some(Arc::default()), ..Self::default() }
    }

    pub(crate) fn detached() -> Arc<Self> {
        DETACHED.clone()
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(super) fn residents(&self) -> Option<&Arc<Residents>> {
        self.residents.as_ref()
    }

    pub(super) fn office(&self) -> &Office {
        &self.office
    }

    /// From now on deliveries are carried.
    #[cfg(feature = "persistence")]
    pub(super) fn connect(&self, mailroom: Weak<dyn Mailroom>) {
        // There is only one system to be connected to.
        let _ = self.mailroom.set(mailroom);
    }

    /// Whether deliveries are carried.
    #[cfg(feature = "persistence")]
    pub(crate) fn has_mailroom(&self) -> bool {
        self.mailroom.get().is_some_and(|mailroom| mailroom.strong_count() > 0)
    }

    /// Puts `mail` into the mailbox of whoever it is for. Where there is no system any more it is lost, and is sent again by the next one.
    #[cfg(feature = "persistence")]
    pub(crate) fn post(&self, to: &Destination, mail: Mail) {
        if let Some(mailroom) = self.mailroom.get().and_then(Weak::upgrade) {
            #[cfg(feature = "testing")]
            let Some(mail) = crate::testing::carry(&mailroom, to, mail) else { return };
            mailroom.post(to, mail);
        }
    }

    /// Takes an actor into the system, if there is one. `parent` is the key of its parent's mailbox.
    pub(crate) fn admit<A: Dispatch>(
        &self,
        sender: &Sender<Item<A>>,
        parent: Option<usize>,
        claim: Option<Claim>,
    ) -> Result<Option<Resident>, Closed> {
        let Some(residents) = &self.residents else { return Ok(None) };
        residents.admit(std::any::type_name::<A>(), sender.downgrade(), parent, claim).map(Some)
    }

    /// A message that will not be handled, of somebody who answers its caller.
    pub(crate) fn note_dead_letter(
        &self,
        actor: &'static str,
        id: Option<&Arc<str>>,
        message: &'static str,
        exit: &Exit,
    ) {
        observe::dead_letter(&Stamp::here(), actor, message, exit);
        self.office.note(actor, id, message, exit);
    }

    /// A message that was accepted and will not be handled. Dropping it answers its caller.
    pub(crate) fn dead_letter<A: Dispatch>(&self, letter: Stamped<Item<A>>, exit: &Exit) {
        // Naming and dropping it run the user's code, and the letters after it are to be told of whatever that does.
        let Stamped { stamp, value: item } = letter;
        let named = contain(|| match &item {
            Item::Message(message) => Some(A::name(message)),
            Item::Other(other) => match &**other {
                Other::Streamed(message) => Some(A::name(message)),
                #[cfg(feature = "persistence")]
                Other::Keyed { message, .. } => Some(A::name(message)),
                // What the runtime owed an actor that is gone was never asked for by anybody.
                Other::Tick { .. } | Other::Work(_) | Other::Endless(_) => None,
                #[cfg(feature = "persistence")]
                Other::Kept(_)
                | Other::Mail(_)
                | Other::Purge(_)
                | Other::Fire(_)
                | Other::Schedule(_)
                | Other::Intend(_)
                | Other::Instruct(_) => None,
            },
        });
        if let Ok(Some(message)) = named {
            observe::dead_letter(&stamp, std::any::type_name::<A>(), message, exit);
            self.office.note(std::any::type_name::<A>(), None, message, exit);
        }
        let _ = contain(|| drop(item));
    }
}
