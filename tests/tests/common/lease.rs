//! A machine with every kind of row that time has to do with: what the tests of such rows watch.

use mainstay::journal::Store;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};

pub const MINUTE: Duration = Duration::from_mins(1);

/// How long a lease may last in each of its states.
pub const TOO_LONG: Duration = Duration::from_hours(1);

/// Takes it for so many minutes.
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Take(pub u64);
/// Is said again after so many minutes.
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Nag(pub String, pub u64);
/// Is not said again.
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Hush(pub String);
#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Return;
#[derive(Message, Clone)]
#[message(reply = Vec<String>)]
pub struct Said;

/// Lives as long as the machine: its row is on the enum.
#[derive(Timer, Clone, Debug, Serialize, Deserialize)]
#[timer(name = "lease.nag")]
pub struct Nagging(pub String);
/// Ends with the state that has its row.
#[derive(Timer, Clone, Debug, Serialize, Deserialize)]
#[timer(name = "lease.call")]
pub struct Call;

#[derive(Event, Debug, PartialEq, Serialize, Deserialize)]
#[event(name = "lease.taken")]
pub struct Taken(pub u64);
#[derive(Event, Debug, PartialEq, Serialize, Deserialize)]
#[event(name = "lease.lapsed")]
pub struct Lapsed;
#[derive(Event, Debug, PartialEq, Serialize, Deserialize)]
#[event(name = "lease.fined")]
pub struct Fined;
#[derive(Event, Debug, PartialEq, Serialize, Deserialize)]
#[event(name = "lease.called")]
pub struct Called;
#[derive(Event, Debug, PartialEq, Serialize, Deserialize)]
#[event(name = "lease.nagged")]
pub struct Nagged(pub String);
#[derive(Event, Debug, PartialEq, Serialize, Deserialize)]
#[event(name = "lease.returned")]
pub struct Returned;
#[derive(Event, Debug, PartialEq, Serialize, Deserialize)]
#[event(name = "lease.lost")]
pub struct Lost;

#[derive(Serialize, Deserialize)]
pub struct Active {
    minutes: u64,
}

#[fsm(states = LeaseState)]
#[derive(Default)]
pub struct Lease {
    said: Vec<String>,
}

#[derive(States)]
#[states(Lease, name = "lease")]
#[timer(Nagging => Nagged => stay)]
#[otherwise(Nag => Nagged => stay)]
#[otherwise(Hush => Nagged => stay)]
#[group(Held(Active, Grace), on(Return => Returned => Free), after(overdue: TOO_LONG => Lost => Gone))]
#[query(Said)]
pub enum LeaseState {
    #[initial]
    #[on(Take => Taken => Active)]
    Free,
    #[after(term: _ => Lapsed => Grace)]
    #[timer(async Call => Called => stay)]
    Active(Active),
    #[after(async fine: "5m" => Fined => stay)]
    Grace,
    #[on(Take => Taken => Active)]
    Gone,
}

impl LeaseFlow for Lease {
    fn free_take(&self, Take(minutes): Take, _: &mut Context<Self>) -> Decide<Self, Take, Taken> {
        persist(Taken(minutes)).start(Call, 2 * MINUTE)
    }

    fn active_term_after(&self, active: &Active) -> Duration {
        Duration::from_mins(active.minutes)
    }

    fn active_term(&self, _: &Active, _: &mut Context<Self>) -> Persist<Self, Lapsed> {
        persist(Lapsed)
    }

    async fn active_call(&self, _: &Active, _: Call, _: &mut Context<Self>) -> Persist<Self, Called> {
        persist(Called)
    }

    async fn grace_fine(&self, _: &mut Context<Self>) -> Persist<Self, Fined> {
        persist(Fined)
    }

    fn held_overdue(&self, _: &LeaseState, _: &mut Context<Self>) -> Persist<Self, Lost> {
        persist(Lost)
    }

    fn held_return(&self, _: &LeaseState, _: Return, _: &mut Context<Self>) -> Decide<Self, Return, Returned> {
        persist(Returned)
    }

    fn gone_take(&self, Take(minutes): Take, _: &mut Context<Self>) -> Decide<Self, Take, Taken> {
        persist(Taken(minutes))
    }

    fn otherwise_nag(
        &self,
        _: &LeaseState,
        Nag(what, minutes): Nag,
        _: &mut Context<Self>,
    ) -> Decide<Self, Nag, Nagged> {
        nothing().start(Nagging(what), Duration::from_mins(minutes))
    }

    fn otherwise_hush(&self, _: &LeaseState, Hush(what): Hush, _: &mut Context<Self>) -> Decide<Self, Hush, Nagged> {
        nothing().cancel(Nagging(what))
    }

    fn otherwise_nagging(
        &self,
        _: &LeaseState,
        Nagging(what): Nagging,
        _: &mut Context<Self>,
    ) -> Persist<Self, Nagged> {
        persist(Nagged(what))
    }

    fn said(&self, _: &LeaseState, _: Said) -> Vec<String> {
        self.said.clone()
    }

    fn free_taken(&mut self, event: &Taken) -> Active {
        self.said.push("taken".into());
        Active { minutes: event.0 }
    }

    fn active_lapsed(&mut self, _: Active, _: &Lapsed) {
        self.said.push("lapsed".into());
    }

    fn active_called(&mut self, _: &mut Active, _: &Called) {
        self.said.push("called".into());
    }

    fn grace_fined(&mut self, _: &Fined) {
        self.said.push("fined".into());
    }

    fn held_lost(&mut self, _: LeaseState, _: &Lost) {
        self.said.push("lost".into());
    }

    fn held_returned(&mut self, _: LeaseState, _: &Returned) {
        self.said.push("returned".into());
    }

    fn gone_taken(&mut self, event: &Taken) -> Active {
        self.said.push("taken".into());
        Active { minutes: event.0 }
    }

    fn otherwise_nagged(&mut self, event: &Nagged) {
        self.said.push(event.0.clone());
    }
}

/// A system that hosts leases.
pub async fn system(store: impl Store) -> System {
    System::with(store).host::<Lease>().start().await.expect("a start")
}

pub fn lease(system: &System) -> LeaseRef {
    system.entity::<Lease>("one").expect("an id")
}

/// What has happened, and the state.
pub async fn said(system: &System) -> (Vec<String>, &'static str) {
    let lease = lease(system);
    (lease.ask(Said).await.expect("it is there"), lease.state().await.expect("a state"))
}
