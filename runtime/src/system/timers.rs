//! The timers of a system: which entity they go to.

use super::run::{Inner, System};
use crate::actor::Exit;
use crate::entity::Storage;
use crate::journal::EntityKey;
use crate::settings::Settings;
use crate::timer::{Fire, FireError, Hosts, Scheduler};
use std::sync::Arc;

impl System {
    /// From now on, timers that are due wake their entities.
    pub(super) fn watch_timers(&self) {
        let Inner { core, entities, .. } = &*self.0;
        if entities.hosts().next().is_some() {
            let alarm = entities.storage().alarm.clone();
            entities.scheduler.get_or_init(|| Scheduler::start(Arc::downgrade(&self.0), core.settings(), alarm));
        }
    }
}

impl Hosts for Inner {
    fn storage(&self) -> &Arc<Storage> {
        self.entities.storage()
    }

    fn settings(&self) -> &Settings {
        self.core.settings()
    }

    fn fire(&self, key: &EntityKey, fire: Box<Fire>) -> Result<(), Box<Fire>> {
        let Some(host) = self.entities.hosts().find(|host| host.kind() == &**key.kind()) else { return Err(fire) };
        host.fire(key.clone(), fire, &self.core, self.entities.storage(), self.entities.seats.as_ref());
        Ok(())
    }

    fn note(&self, why: &FireError) {
        self.core.note_dead_letter("entity", None, "timer", &Exit::StartFailed(why.to_string().into()));
    }
}
