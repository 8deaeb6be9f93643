//! Somebody who sends parcels and rings a bell, and a desk that takes parcels only while it is open: what the adversary's tests attack.
#![allow(dead_code, reason = "each file uses some of it")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "handlers have the shape that their messages ask for"
)]

use mainstay::journal::Store;
use mainstay::prelude::*;
use mainstay::settings::Settings;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use tokio::sync::Semaphore;

/// The one parcel of which nobody can bear to hear that it has arrived.
pub const CURSED: u64 = 13;

/// The one parcel that nobody can write down: an event with it cannot be stored.
pub const UNWRITABLE: u64 = 14;

/// The one parcel that is taken, and of which nobody can write down that it has arrived.
pub const UNHEARD: u64 = 15;

/// Each of these that has arrived is followed by the next one.
pub const RELAYED: std::ops::Range<u64> = 100..105;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "porter.parcel")]
pub struct Parcel(pub u64);

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "porter.bell")]
pub struct Bell;

/// It is set again whenever it fires, without delay.
#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "porter.spin")]
pub struct Spin;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "porter.sent")]
pub struct Sent(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "porter.took")]
pub struct Took(#[serde(serialize_with = "unless::<UNWRITABLE, _>")] u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "porter.heard")]
pub struct Heard(#[serde(serialize_with = "unless::<UNHEARD, _>")] u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "porter.rang")]
pub struct Rang;

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn unless<const FORBIDDEN: u64, S: serde::Serializer>(parcel: &u64, to: S) -> Result<S::Ok, S::Error> {
    if *parcel == FORBIDDEN {
        return Err(serde::ser::Error::custom("it is unwritable"));
    }
    to.serialize_u64(*parcel)
}

/// What a test does to all porters.
#[derive(Debug)]
pub struct Gate {
    /// Each that is held takes one of these.
    pub open: Semaphore,
    pub is_broken: AtomicBool,
    pub panics: AtomicU32,
    pub spins: AtomicU32,
}

impl Gate {
    pub fn new() -> Arc<Self> {
        let (is_broken, panics, spins) = (AtomicBool::new(false), AtomicU32::new(0), AtomicU32::new(0));
        Arc::new(Self { open: Semaphore::new(0), is_broken, panics, spins })
    }

    async fn pass(&self) {
        if let Ok(permit) = self.open.acquire().await {
            permit.forget();
        }
    }
}

#[actor(persistent = "porter")]
pub struct Porter {
    taken: Vec<u64>,
    heard: Vec<u64>,
    rung: u32,
    #[volatile]
    gate: Arc<Gate>,
}

#[handlers]
impl Porter {
    #[command]
    pub fn send(&self, to: EntityId<Porter>, parcel: u64) -> Persist<Self, Sent> {
        persist(Sent(parcel)).deliver(to, Parcel(parcel))
    }

    #[command]
    pub fn send_to_desk(&self, to: EntityId<Desk>, parcel: u64) -> Persist<Self, Sent> {
        persist(Sent(parcel)).deliver(to, Parcel(parcel))
    }

    #[command]
    pub fn forget(&self, id: u64) -> Persist<Self, Sent> {
        nothing().give_up(id)
    }

    #[command]
    pub async fn hold(&self) -> Persist<Self, Sent> {
        self.gate.pass().await;
        nothing()
    }

    #[command]
    pub fn set(&self, delay: Duration) -> Persist<Self, Rang> {
        nothing().start(Bell, delay)
    }

    #[command]
    pub async fn set_held(&self, delay: Duration) -> Persist<Self, Rang> {
        self.gate.pass().await;
        nothing().start(Bell, delay)
    }

    #[command]
    pub fn turn(&self) -> Persist<Self, Rang> {
        nothing().start(Spin, Duration::ZERO)
    }

    #[command]
    pub fn unconfirmed(&self, cx: &mut Context<Self>) -> Persist<Self, Sent, usize> {
        nothing().reply(cx.unconfirmed_count())
    }

    #[command(message)]
    fn take(&self, Parcel(parcel): Parcel) -> Persist<Self, Took> {
        persist(Took(parcel))
    }

    #[command(message)]
    fn hear(&self, confirmed: Confirmed<Parcel>) -> Persist<Self, Heard> {
        if confirmed.message.0 == CURSED {
            self.gate.panics.fetch_add(1, Ordering::SeqCst);
            panic!("a curse");
        }
        let heard = confirmed.message.0;
        let decision = persist(Heard(heard));
        match entity::<Porter>("relay") {
            Ok(to) if RELAYED.contains(&heard) => decision.deliver(to, Parcel(heard + 1)),
            _ => decision,
        }
    }

    #[timer]
    fn ring(&self, _: Bell) -> Persist<Self, Rang> {
        persist(Rang)
    }

    #[timer]
    fn spin(&self, _: Spin) -> Persist<Self, Rang> {
        if self.gate.spins.fetch_add(1, Ordering::SeqCst) > 50_000 {
            nothing()
        } else {
            nothing().start(Spin, Duration::ZERO)
        }
    }

    #[query]
    pub fn taken(&self) -> Vec<u64> {
        self.taken.clone()
    }

    #[query]
    pub fn heard(&self) -> Vec<u64> {
        self.heard.clone()
    }

    #[query]
    pub fn rung(&self) -> u32 {
        self.rung
    }

    #[apply]
    fn sent(&mut self, _: &Sent) {}

    #[apply]
    fn took(&mut self, event: &Took) {
        self.taken.push(event.0);
    }

    #[apply]
    fn on_heard(&mut self, event: &Heard) {
        self.heard.push(event.0);
    }

    #[apply]
    fn rang(&mut self, _: &Rang) {
        self.rung += 1;
    }
}

#[derive(Message, Clone)]
pub struct Open;

#[derive(Message, Clone)]
pub struct Close;

/// Stores nothing.
#[derive(Message, Clone)]
pub struct Look;

#[derive(Message, Clone)]
#[message(reply = Vec<String>)]
pub struct Files;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "desk.opened")]
pub struct Opened;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "desk.filed")]
pub struct Filed(u64);

#[derive(Event, Serialize, Deserialize)]
#[event(name = "desk.chimed")]
pub struct Chimed;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "desk.dozed")]
pub struct Dozed;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "desk.closed")]
pub struct Closed;

#[fsm(states = DeskState)]
#[derive(Default)]
pub struct Desk {
    files: Vec<String>,
}

#[derive(States)]
#[states(Desk, name = "desk")]
#[query(Files)]
pub enum DeskState {
    #[initial]
    #[on(Open => Opened => Wide)]
    #[postpone(_)]
    Shut,
    #[on(Parcel => Filed => stay)]
    #[on(Look => Opened => stay)]
    #[on(Close => Closed => Over)]
    #[timer(Bell => Chimed => stay)]
    #[idle_after(doze: "5m" => Dozed => stay)]
    Wide,
    #[terminal]
    Over,
}

impl DeskFlow for Desk {
    fn shut_open(&self, _: Open, _: &mut Context<Self>) -> Decide<Self, Open, Opened> {
        persist(Opened)
    }

    fn wide_parcel(&self, Parcel(parcel): Parcel, _: &mut Context<Self>) -> Decide<Self, Parcel, Filed> {
        persist(Filed(parcel))
    }

    fn wide_look(&self, _: Look, _: &mut Context<Self>) -> Decide<Self, Look, Opened> {
        nothing()
    }

    fn wide_close(&self, _: Close, _: &mut Context<Self>) -> Decide<Self, Close, Closed> {
        persist(Closed)
    }

    fn wide_bell(&self, _: Bell, _: &mut Context<Self>) -> Persist<Self, Chimed> {
        persist(Chimed)
    }

    fn wide_doze(&self, _: &mut Context<Self>) -> Persist<Self, Dozed> {
        persist(Dozed)
    }

    fn shut_opened(&mut self, _: &Opened) {}

    fn wide_opened(&mut self, _: &Opened) {}

    fn wide_filed(&mut self, event: &Filed) {
        self.files.push(format!("parcel {}", event.0));
    }

    fn wide_chimed(&mut self, _: &Chimed) {
        self.files.push("chime".into());
    }

    fn wide_dozed(&mut self, _: &Dozed) {
        self.files.push("doze".into());
    }

    fn wide_closed(&mut self, _: &Closed) {}

    fn files(&self, _: &DeskState, _: Files) -> Vec<String> {
        self.files.clone()
    }
}

/// A system of porters and desks.
pub async fn house(store: impl Store, gate: &Arc<Gate>, settings: Settings) -> System {
    let gate = gate.clone();
    let make = move |_: &EntityId<Porter>| {
        if gate.is_broken.load(Ordering::SeqCst) {
            return Err("nobody is there".into());
        }
        Ok(Porter { taken: Vec::new(), heard: Vec::new(), rung: 0, gate: gate.clone() })
    };
    System::with(store).settings(settings).host_with(make).host::<Desk>().start().await.expect("a start")
}

pub fn porter(system: &System, id: &str) -> PorterRef {
    system.entity::<Porter>(id).expect("an id")
}

pub fn desk(system: &System, id: &str) -> DeskRef {
    system.entity::<Desk>(id).expect("an id")
}
