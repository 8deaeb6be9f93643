//! What an entity is told to do beside its commands. It waits until everything before it is done, and nothing is taken in meanwhile.

use super::cell::Cell;
use super::erase::Purge;
use super::instruct::Instruction;
use super::intention::Intention;
use super::persistent::PersistDispatch;
use super::schedule::Schedule;
use crate::observe::Stamp;
use crate::timer::{Fire, FireError};

/// Something to do once the cell is quiet.
pub(super) enum Errand {
    /// Everything that is stored goes.
    Purge(Purge),
    /// A timer is set or cancelled from outside.
    Schedule(Box<Schedule>, Stamp),
    /// A message is to be delivered from outside.
    Intend(Box<Intention>, Stamp),
    /// Somebody who looks has told it something.
    Instruct(Instruction),
    /// A timer is not due yet, though it was sent.
    Later(Box<Fire>, i64),
    /// A timer could not be handled.
    Unusable(Box<Fire>, FireError),
}

impl<A: PersistDispatch> Cell<A> {
    pub(super) async fn run_errand(&mut self, errand: Errand) {
        match errand {
            Errand::Purge(purge) => self.erase(purge).await,
            Errand::Schedule(schedule, stamp) => {
                self.observer.receive(stamp, || "schedule");
                self.schedule(*schedule).await;
                self.observer.done();
            }
            Errand::Intend(intention, stamp) => {
                self.observer.receive(stamp, || "deliver");
                self.intend(*intention).await;
                self.observer.done();
            }
            Errand::Instruct(instruction) => self.instruct(instruction).await,
            Errand::Later(fire, until) => self.move_to(*fire, until).await,
            Errand::Unusable(fire, why) => self.put_off(*fire, &why).await,
        }
    }
}
