//! Persistent actors as `#[actor(persistent = ..)]` and `#[handlers]` make them: decide, apply, store, reply; and what old events become.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_errors_doc, reason = "the refusals are what is tested")]
#![allow(clippy::unused_self, reason = "not every command looks at the state")]

use mainstay::entity::{DecodeError, EventMeta, MAX_EVENT_BYTES, PersistDispatch, RecoveryError, decode, encode};
use mainstay::journal::{Codec, CommandId, EntityKey, MAX_UNIT_PARTS, MemoryStore, Record, Store as _};
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.deposited", tags("money"))]
pub struct Deposited {
    amount: u64,
}

#[derive(Debug, Event, Serialize, Deserialize)]
#[event(name = "ledger.withdrawn", tags("money", "exit"))]
pub struct Withdrawn {
    amount: u64,
}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "ledger.closed")]
pub struct Closed;

#[derive(Clone, Debug, PartialEq, thiserror::Error, Serialize, Deserialize)]
pub enum Refusal {
    #[error("only {0} left")]
    Insufficient(u64),
    #[error("closed")]
    Closed,
}

/// A message of its own, for those who know the protocol and not the actor.
#[derive(Message, Clone, Serialize, Deserialize)]
#[message(reply = u64, error = Refusal)]
pub struct Credit {
    amount: u64,
}

#[derive(Message, Clone)]
#[message(reply = usize)]
pub struct CountApplied;

type Outcome<E> = Decided<Ledger, E, u64, Refusal>;

/// What the factory gives: it is not stored, and all incarnations share it.
#[derive(Clone, Default)]
pub struct Seen {
    applied: Arc<Mutex<Vec<(u64, &'static str)>>>,
    recovered: Arc<AtomicU32>,
    effects: Arc<AtomicU32>,
}

#[actor(persistent = "ledger", mailbox = 16)]
#[derive(Default)]
pub struct Ledger {
    balance: u64,
    closed: bool,
    #[volatile]
    seen: Seen,
}

#[handlers]
impl Ledger {
    /// Takes `amount` in; returns the new balance.
    #[command]
    pub fn deposit(&self, amount: u64) -> Decided<Self, Deposited, u64, Refusal> {
        let event = self.receive(amount)?;
        Ok(persist(event).reply_with(|after: &Self| after.balance))
    }

    /// An alias is read by its types.
    #[command]
    pub fn withdraw(&self, amount: u64) -> Outcome<Withdrawn> {
        let rest = self.balance.checked_sub(amount).ok_or(Refusal::Insufficient(self.balance))?;
        Ok(persist(Withdrawn { amount }).reply(rest))
    }

    /// All of it or nothing, in one unit.
    #[command]
    pub fn close(&self) -> Persist<Self, LedgerEvent> {
        persist(Withdrawn { amount: self.balance }).and(Closed)
    }

    #[command]
    pub fn deposit_twice(&self, amount: u64) -> Persist<Self, Deposited> {
        persist(Deposited { amount }).and(Deposited { amount })
    }

    /// What the state is between the decision and the event.
    #[command]
    pub fn before_and_after(&self, amount: u64) -> Persist<Self, Deposited, (u64, u64)> {
        let decision = persist(Deposited { amount });
        let before = self.balance;
        decision.reply_with(move |after: &Self| (before, after.balance))
    }

    #[command]
    pub async fn deposit_later(&self, amount: u64) -> Decided<Self, Deposited, u64, Refusal> {
        tokio::task::yield_now().await;
        let event = self.receive(amount)?;
        Ok(persist(event).reply_with(|after: &Self| after.balance))
    }

    #[command]
    pub fn deposit_with_effect(&self, amount: u64) -> Persist<Self, Deposited> {
        let effects = self.seen.effects.clone();
        persist(Deposited { amount }).then(move |_: &mut Context<Self>| {
            effects.fetch_add(1, Ordering::SeqCst);
        })
    }

    #[command]
    fn deposit_with_bad_effect(&self, amount: u64) -> Persist<Self, Deposited> {
        persist(Deposited { amount }).then(|_: &mut Context<Self>| panic!("an effect goes wrong"))
    }

    #[command(message)]
    fn credit(&self, Credit { amount }: Credit) -> Decide<Self, Credit, Deposited> {
        let event = self.receive(amount)?;
        Ok(persist(event).reply_with(|after: &Self| after.balance))
    }

    /// A command that finds nothing to do.
    #[command]
    pub fn rest(&self) -> Persist<Self, Deposited, String> {
        nothing().reply("nothing to do".into())
    }

    #[query]
    pub fn balance(&self) -> u64 {
        self.balance
    }

    #[query]
    pub fn at_least(&self, amount: u64) -> Result<u64, Refusal> {
        if self.balance < amount { Err(Refusal::Insufficient(self.balance)) } else { Ok(self.balance - amount) }
    }

    #[query(message)]
    fn count_applied(&self, _: CountApplied) -> usize {
        self.seen.applied.lock().expect("nobody panics").len()
    }

    #[apply]
    fn deposited(&mut self, event: &Deposited, meta: &EventMeta) {
        self.balance += event.amount;
        self.note(meta, "deposited");
    }

    #[apply]
    fn withdrawn(&mut self, meta: &EventMeta, Withdrawn { amount }: &Withdrawn) {
        self.balance -= amount;
        self.note(meta, "withdrawn");
    }

    #[apply]
    fn closed(&mut self, _: &Closed, meta: &EventMeta) {
        self.closed = true;
        self.note(meta, "closed");
    }

    #[recovered]
    fn count_recoveries(&self, _: &mut Context<Self>) {
        self.seen.recovered.fetch_add(1, Ordering::SeqCst);
    }

    fn receive(&self, amount: u64) -> Result<Deposited, Refusal> {
        if self.closed { Err(Refusal::Closed) } else { Ok(Deposited { amount }) }
    }

    fn note(&self, meta: &EventMeta, event: &'static str) {
        self.seen.applied.lock().expect("nobody panics").push((meta.seq, event));
    }
}

fn recovery_error<T: std::fmt::Debug, E: std::fmt::Debug>(answer: Result<T, CallError<E>>) -> RecoveryError {
    match answer {
        Err(CallError::Recovery(cause)) => *cause,
        other => panic!("{other:?}"),
    }
}

async fn open<A: PersistDispatch + Default>(store: &MemoryStore) -> System {
    System::with(store.restart()).host::<A>().start().await.expect("the store is there")
}

/// A system whose ledgers tell `seen` what becomes of them.
async fn watched(store: &MemoryStore, seen: &Seen) -> System {
    let seen = seen.clone();
    let make = move |_: &EntityId<Ledger>| Ok(Ledger { seen: seen.clone(), ..Ledger::default() });
    System::with(store.restart()).host_with(make).start().await.expect("the store is there")
}

async fn records(store: &MemoryStore, kind: &str, id: &str) -> Vec<Record> {
    let key = EntityKey::new(kind, id).expect("an id");
    store.restart().read(key, 0, u64::MAX, 100).await.expect("the store is there").records
}

async fn stored(store: &MemoryStore) -> Vec<(String, u32)> {
    records(store, "ledger", "a").await.iter().map(|record| (record.name.to_string(), record.version)).collect()
}

// What a command and a query are.

#[tokio::test]
async fn g1_a_command_stores_and_a_query_does_not() {
    let store = MemoryStore::new();
    let system = open::<Ledger>(&store).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    assert_eq!(ledger.deposit(5).await, Ok(5));
    assert_eq!(ledger.balance().await, Ok(5));
    assert_eq!(ledger.at_least(2).await, Ok(3));
    assert_eq!(ledger.at_least(9).await, Err(CallError::Refused(Refusal::Insufficient(5))));
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await, [("ledger.deposited".to_owned(), 1)]);
}

#[tokio::test]
async fn g3_a_refusal_stores_nothing_and_is_typed() {
    let store = MemoryStore::new();
    let system = open::<Ledger>(&store).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    assert_eq!(ledger.withdraw(1).await, Err(CallError::Refused(Refusal::Insufficient(0))));
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await, []);
}

#[tokio::test]
async fn g4_every_command_has_a_reply_of_its_own_type() {
    let system = System::volatile().host::<Ledger>().start().await.expect("in memory");
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    let balance: u64 = ledger.deposit(5).await.expect("taken");
    let (before, after): (u64, u64) = ledger.before_and_after(2).await.expect("taken");
    let () = ledger.deposit_twice(1).await.expect("taken");
    let words: String = ledger.rest().await.expect("taken");
    assert_eq!((balance, before, after, &*words), (5, 5, 7, "nothing to do"));
}

#[tokio::test]
async fn g4_async_commands_messages_and_aliases_are_commands_like_others() {
    let system = System::volatile().host::<Ledger>().start().await.expect("in memory");
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    assert_eq!(ledger.deposit_later(5).await, Ok(5));
    assert_eq!(ledger.withdraw(2).await, Ok(3));
    assert_eq!(ledger.ask(Credit { amount: 4 }).await, Ok(7));
    assert_eq!(ledger.credit(Credit { amount: 4 }).await, Ok(11));
    let anyone: Recipient<Credit> = ledger.recipient();
    anyone.tell(Credit { amount: 1 }).expect("taken");
    assert_eq!(ledger.ask(CountApplied).await, Ok(5));
    ledger.close().await.expect("taken");
    assert_eq!(ledger.ask(Credit { amount: 4 }).await, Err(CallError::Refused(Refusal::Closed)));
}

#[tokio::test]
async fn g6_recovery_applies_the_same_events_by_the_same_code_and_runs_no_effects() {
    let (store, seen) = (MemoryStore::new(), Seen::default());
    let system = watched(&store, &seen).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    ledger.deposit_with_effect(5).await.expect("taken");
    ledger.withdraw(2).await.expect("taken");
    system.shutdown().await.expect("in order");
    let live = std::mem::take(&mut *seen.applied.lock().expect("nobody panics"));

    let system = watched(&store, &seen).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    assert_eq!(ledger.balance().await, Ok(3));
    assert_eq!(*seen.applied.lock().expect("nobody panics"), live);
    assert_eq!(seen.effects.load(Ordering::SeqCst), 1);
    assert_eq!(seen.recovered.load(Ordering::SeqCst), 2, "once in each incarnation");
}

#[tokio::test]
async fn e22_e24_an_effect_that_panics_costs_the_incarnation_and_nothing_that_is_stored_or_waits() {
    let (store, seen) = (MemoryStore::new(), Seen::default());
    let system = watched(&store, &seen).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    ledger.deposit_with_bad_effect(5).tell().expect("there is room");
    assert_eq!(ledger.deposit(1).await, Ok(6));
    assert_eq!(ledger.deposit_with_bad_effect(1).await, Ok(()), "the answer has left before the effect");
    assert_eq!(ledger.balance().await, Ok(7));
    assert_eq!(seen.recovered.load(Ordering::SeqCst), 3, "and once for each effect");
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await.len(), 3, "each once");
}

#[tokio::test]
async fn e44_w7_each_event_carries_the_epoch_of_its_writer() {
    let store = MemoryStore::new();
    for amount in 1..=2 {
        let system = open::<Ledger>(&store).await;
        system.entity::<Ledger>("a").expect("hosted").deposit_twice(amount).await.expect("taken");
        system.shutdown().await.expect("in order");
    }
    let writers: Vec<_> =
        records(&store, "ledger", "a").await.iter().map(|record| (record.epoch, record.command.epoch)).collect();
    assert!(writers[0] == writers[1] && writers[2] == writers[3], "of one unit: {writers:?}");
    assert!(writers[1].0 < writers[2].0 && writers[1].1 < writers[2].1, "of one opening: {writers:?}");
}

#[tokio::test]
async fn g7_what_is_stored_has_the_name_and_the_version_of_the_attribute() {
    let store = MemoryStore::new();
    let system = open::<Ledger>(&store).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    ledger.deposit(5).await.expect("taken");
    ledger.close().await.expect("taken");
    system.shutdown().await.expect("in order");
    let names = ["ledger.deposited", "ledger.withdrawn", "ledger.closed"].map(|name| (name.to_owned(), 1));
    assert_eq!(stored(&store).await, names);
}

#[tokio::test]
async fn g8_a_decision_is_none_one_or_many_events_and_many_are_one_unit() {
    let store = MemoryStore::new();
    let system = open::<Ledger>(&store).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    assert_eq!(ledger.rest().await, Ok("nothing to do".to_owned()));
    ledger.deposit(5).await.expect("taken");
    ledger.close().await.expect("taken");
    system.shutdown().await.expect("in order");
    let commands: Vec<_> = records(&store, "ledger", "a").await.iter().map(|record| record.command).collect();
    assert_eq!(commands.len(), 3);
    assert_ne!(commands[0], commands[1]);
    assert_eq!(commands[1], commands[2]);
}

/// Both limits, of one event and of one unit, are looked at before anything is written, and the entity goes on.
#[tokio::test]
async fn t64_a_decision_that_is_too_large_is_refused_with_its_size_and_nothing_is_stored() {
    let store = MemoryStore::new();
    let system = open::<shop_v1::Shop>(&store).await;
    let shop = system.entity::<shop_v1::Shop>("a").expect("hosted");
    let large = shop.paint("x".repeat(MAX_EVENT_BYTES)).await;
    assert!(
        matches!(&large, Err(CallError::TooLarge(large)) if large.found > MAX_EVENT_BYTES && large.limit == MAX_EVENT_BYTES && large.cause.contains("shop.painted")),
        "{large:?}"
    );
    let many = shop.sweep_often(MAX_UNIT_PARTS + 1).await;
    assert!(
        matches!(&many, Err(CallError::TooLarge(many)) if (many.found, many.limit) == (MAX_UNIT_PARTS + 1, MAX_UNIT_PARTS)),
        "{many:?}"
    );
    assert_eq!(shop.sell(1).await, Ok(()));
    system.shutdown().await.expect("in order");
    assert_eq!(records(&store, "shop", "a").await.len(), 1);
}

#[tokio::test]
async fn e3_between_the_decision_and_its_event_the_state_is_the_old_one() {
    let system = System::volatile().host::<Ledger>().start().await.expect("in memory");
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    assert_eq!(ledger.before_and_after(3).await, Ok((0, 3)));
}

#[tokio::test]
async fn e14_the_same_event_twice_is_stored_twice_and_applied_twice() {
    let store = MemoryStore::new();
    let system = open::<Ledger>(&store).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    ledger.deposit_twice(4).await.expect("taken");
    assert_eq!(ledger.balance().await, Ok(8));
    system.shutdown().await.expect("in order");
    assert_eq!(stored(&store).await.len(), 2);
}

#[tokio::test]
async fn e42_the_number_that_apply_sees_is_that_of_each_event() {
    let (store, seen) = (MemoryStore::new(), Seen::default());
    let system = watched(&store, &seen).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    ledger.deposit_twice(4).await.expect("taken");
    ledger.close().await.expect("taken");
    let numbers = [(1, "deposited"), (2, "deposited"), (3, "withdrawn"), (4, "closed")];
    assert_eq!(*seen.applied.lock().expect("nobody panics"), numbers);
}

#[test]
fn handlers_are_plain_methods_without_a_runtime() {
    let mut ledger = Ledger { balance: 3, ..Ledger::default() };
    assert_eq!(ledger.withdraw(4).expect_err("too much"), Refusal::Insufficient(3));
    let decision = ledger.withdraw(2).expect("enough");
    assert_eq!(
        format!("{decision:?}"),
        "Persist { events: [Withdrawn { amount: 2 }], reply: 1, effects: 0, beside: 0, raises: false }"
    );
    ledger.closed = true;
    assert!(matches!(ledger.deposit(1), Err(Refusal::Closed)));
}

#[test]
fn v1_tags_are_those_of_the_attribute() {
    assert_eq!((Deposited::TAGS, Closed::TAGS), (&["money"][..], &[][..]));
}

#[tokio::test]
async fn e89_each_event_of_a_unit_is_stored_with_its_own_tags() {
    let store = MemoryStore::new();
    let system = open::<Ledger>(&store).await;
    let ledger = system.entity::<Ledger>("a").expect("hosted");
    ledger.deposit(5).await.expect("taken");
    ledger.close().await.expect("taken");
    let key = ledger.id().key().clone();
    system.shutdown().await.expect("in order");
    let records = store.restart().read(key, 0, u64::MAX, 9).await.expect("stored").records;
    let tags: Vec<Vec<&str>> = records.iter().map(|record| record.tags.iter().map(|tag| &**tag).collect()).collect();
    assert_eq!(tags, [vec!["money"], vec!["money", "exit"], vec![]]);
    let commands: Vec<_> = records.iter().map(|record| record.command.number).collect();
    assert_eq!(commands[1], commands[2], "one unit");
    assert!(records.iter().all(|record| record.trace.is_none()), "nobody watches");
}

#[test]
fn an_event_enum_shows_stored_names() {
    assert_eq!(format!("{:?}", LedgerEvent::from(Closed)), "LedgerEvent(ledger.closed)");
}

// What bytes become.

#[derive(Debug, PartialEq, Event, Serialize, Deserialize)]
#[event(name = "probe.measured")]
pub struct Measured {
    value: f64,
    exact: u128,
    places: Vec<Option<(String, i8)>>,
}

fn record(payload: Vec<u8>) -> Record {
    let (kind, version, command) = (Measured::NAME.into(), Measured::VERSION, CommandId { epoch: 1, number: 1 });
    let (tags, trace) = (vec![], None);
    Record { seq: 1, epoch: 1, at: 0, command, name: kind, version, codec: Codec::MessagePack, payload, tags, trace }
}

#[test]
fn v14_numbers_come_back_bit_by_bit() {
    let odd = [0.1 + 0.2, -0.0, f64::MIN_POSITIVE / 2.0, f64::MAX, f64::INFINITY, f64::NAN];
    // Spread over all floats, the same ones in every run.
    let spread = (1..10_000_u64).map(|n| f64::from_bits(n.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    for value in odd.into_iter().chain(spread) {
        let measured = Measured { value, exact: u128::MAX - 1, places: vec![] };
        let back: Measured = decode(&record(encode(&measured).expect("encoded").payload)).expect("decoded");
        assert_eq!((back.value.to_bits(), back.exact), (value.to_bits(), measured.exact));
    }
}

#[test]
fn v17_whatever_bytes_are_stored_they_are_an_event_or_an_error() {
    let places = vec![Some(("here".to_owned(), -1)), None];
    let measured = Measured { value: 1.5, exact: 7, places };
    let whole = encode(&measured).expect("encoded").payload;
    assert_eq!(decode::<Measured>(&record(whole.clone())), Ok(measured));
    for end in 0..whole.len() {
        let cut = decode::<Measured>(&record(whole[..end].to_vec()));
        assert!(matches!(cut, Err(DecodeError::Payload(_))), "{end} bytes of {}: {cut:?}", whole.len());
    }
    for place in 0..whole.len() {
        for byte in 0..=u8::MAX {
            let mut changed = whole.clone();
            changed[place] = byte;
            // A checksum finds these; what is asked here is that none of them panics, overflows the stack or fills the memory.
            let _ = decode::<Measured>(&record(changed));
        }
    }
    for deep in [0x91, 0x81, 0xdd, 0xdf] {
        assert!(decode::<Measured>(&record(vec![deep; 100_000])).is_err());
    }
}

// What becomes of events that were stored by an earlier program: two programs, one store.

/// The first program.
mod shop_v1 {
    use super::*;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "shop.sold")]
    pub(crate) struct Sold {
        pub(crate) whole: u64,
        pub(crate) clerk: String,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "shop.swept")]
    pub(crate) struct Swept;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "shop.painted")]
    pub(crate) struct Painted {
        pub(crate) colour: String,
    }

    #[actor(persistent = "shop")]
    #[derive(Default)]
    pub(crate) struct Shop {
        sold: u64,
    }

    #[handlers]
    impl Shop {
        #[command]
        pub(crate) fn sell(&self, whole: u64) -> Persist<Self, Sold> {
            persist(Sold { whole, clerk: "Ada".into() })
        }

        #[command]
        pub(crate) fn sweep(&self) -> Persist<Self, Swept> {
            persist(Swept)
        }

        #[command]
        pub(crate) fn sweep_often(&self, times: usize) -> Persist<Self, Swept> {
            (1..times).fold(persist(Swept), |decision, _| decision.and(Swept))
        }

        #[command]
        pub(crate) fn paint(&self, colour: String) -> Persist<Self, Painted> {
            persist(Painted { colour })
        }

        #[apply]
        fn sold(&mut self, event: &Sold) {
            self.sold += event.whole;
        }

        #[apply]
        fn swept(&mut self, _: &Swept) {}

        #[apply]
        fn painted(&mut self, _: &Painted) {}
    }
}

/// A later program: other Rust names, other shapes, one event less.
mod shop_v3 {
    use super::*;

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "shop.sale_made", alias = "shop.sold", version = 3, from(1 = SoldV1, 2 = SoldV2))]
    pub(crate) struct SaleMade {
        pub(crate) cents: u64,
        pub(crate) currency: String,
    }

    #[derive(Serialize, Deserialize)]
    pub(crate) struct SoldV2 {
        pub(crate) cents: u64,
    }

    #[derive(Deserialize)]
    pub(crate) struct SoldV1 {
        whole: u64,
    }

    impl From<SoldV1> for SoldV2 {
        fn from(old: SoldV1) -> Self {
            SoldV2 { cents: old.whole * 100 }
        }
    }

    impl From<SoldV2> for SaleMade {
        fn from(old: SoldV2) -> Self {
            SaleMade { cents: old.cents, currency: "EUR".into() }
        }
    }

    /// A field was renamed, one is new.
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "shop.painted")]
    pub(crate) struct Painted {
        #[serde(alias = "colour")]
        pub(crate) paint: String,
        #[serde(default)]
        pub(crate) coats: u64,
    }

    #[actor(persistent = "shop", removed("shop.swept"))]
    #[derive(Default)]
    pub(crate) struct Store {
        cents: u64,
        currencies: Vec<String>,
        paint: String,
    }

    #[handlers]
    impl Store {
        #[command]
        pub(crate) fn sell(&self, cents: u64, currency: String) -> Persist<Self, SaleMade> {
            persist(SaleMade { cents, currency })
        }

        #[query]
        pub(crate) fn books(&self) -> (u64, Vec<String>, String) {
            (self.cents, self.currencies.clone(), self.paint.clone())
        }

        #[apply]
        fn sale_made(&mut self, event: &SaleMade) {
            self.cents += event.cents;
            self.currencies.push(event.currency.clone());
        }

        #[apply]
        fn painted(&mut self, event: &Painted) {
            self.paint = format!("{} x{}", event.paint, event.coats);
        }
    }
}

/// What the first program stores.
async fn shop(store: &MemoryStore) {
    let system = open::<shop_v1::Shop>(store).await;
    let shop = system.entity::<shop_v1::Shop>("a").expect("hosted");
    shop.sell(3).await.expect("taken");
    shop.sweep().await.expect("taken");
    shop.paint("red".into()).await.expect("taken");
    shop.sell(4).await.expect("taken");
    system.shutdown().await.expect("in order");
}

#[tokio::test]
async fn v2_v3_v4_e68_a_later_program_reads_what_an_earlier_one_stored() {
    let store = MemoryStore::new();
    shop(&store).await;
    let system = open::<shop_v3::Store>(&store).await;
    let shop = system.entity::<shop_v3::Store>("a").expect("hosted");
    shop.sell(50, "CHF".into()).await.expect("taken");
    let currencies = ["EUR", "EUR", "CHF"].map(str::to_owned).to_vec();
    assert_eq!(shop.books().await, Ok((750, currencies, "red x0".to_owned())));
    system.shutdown().await.expect("in order");
    let last = records(&store, "shop", "a").await.pop().expect("five are stored");
    assert_eq!((&*last.name, last.version, last.seq), ("shop.sale_made", 3, 5), "a removed event keeps its number");
}

#[tokio::test]
async fn v6_an_event_that_nobody_knows_stops_recovery_with_entity_number_and_name() {
    /// It has forgotten that shops are swept.
    #[actor(persistent = "shop")]
    #[derive(Default)]
    struct Forgetful;

    #[handlers]
    impl Forgetful {
        #[query]
        fn nothing(&self) {}

        #[apply]
        fn sold(&mut self, _: &shop_v1::Sold) {}
    }

    let store = MemoryStore::new();
    shop(&store).await;
    let system = open::<Forgetful>(&store).await;
    let shop = system.entity::<Forgetful>("a").expect("hosted");
    match recovery_error(shop.nothing().await) {
        RecoveryError::Decode { key, seq: 2, event, cause: DecodeError::Unknown } => {
            assert_eq!((&**key.kind(), &**key.id(), &*event), ("shop", "a", "shop.swept"));
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn v7_an_event_of_a_newer_version_stops_recovery_with_both_versions() {
    /// An older program that knows the event by its new name.
    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "shop.sale_made", version = 2)]
    struct Sale {
        cents: u64,
    }

    #[actor(persistent = "shop")]
    #[derive(Default)]
    struct Older {
        cents: u64,
    }

    #[handlers]
    impl Older {
        #[query]
        fn cents(&self) -> u64 {
            self.cents
        }

        #[apply]
        fn sold(&mut self, sale: &Sale) {
            self.cents += sale.cents;
        }

        #[recovery_failed]
        fn report(id: &EntityId<Self>, why: &RecoveryError) {
            REPORTS.lock().expect("nobody panics").push(format!("{id}: {why}"));
        }
    }

    static REPORTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

    let store = MemoryStore::new();
    let system = open::<shop_v3::Store>(&store).await;
    let shop = system.entity::<shop_v3::Store>("a").expect("hosted");
    shop.sell(50, "CHF".into()).await.expect("taken");
    system.shutdown().await.expect("in order");

    let system = open::<Older>(&store).await;
    let shop = system.entity::<Older>("a").expect("hosted");
    match recovery_error(shop.cents().await) {
        RecoveryError::Decode { seq: 1, cause, .. } => {
            assert_eq!(cause, DecodeError::Newer { stored: 3, known: 2 });
        }
        other => panic!("{other:?}"),
    }
    let reports = REPORTS.lock().expect("nobody panics");
    assert!(reports.first().is_some_and(|report| report.starts_with("a: event 1 of shop")), "{reports:?}");
}

// Snapshots hold the fields.

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sum.added")]
pub struct Added(u64);

#[actor(persistent = "sum", snapshot_every = 2)]
pub struct Sum {
    total: u64,
    #[volatile]
    applied: Arc<AtomicU32>,
}

#[handlers]
impl Sum {
    #[command]
    fn add(&self, n: u64) -> Persist<Self, Added, u64> {
        persist(Added(n)).reply_with(|after: &Self| after.total)
    }

    #[apply]
    fn added(&mut self, event: &Added) {
        self.total += event.0;
        self.applied.fetch_add(1, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn v8_a_snapshot_has_the_fields_but_those_that_are_volatile() {
    let store = MemoryStore::new();
    let applied = Arc::new(AtomicU32::new(0));
    let start = async || {
        let applied = applied.clone();
        let make = move |_: &EntityId<Sum>| Ok(Sum { total: 0, applied: applied.clone() });
        System::with(store.restart()).host_with(make).start().await.expect("the store is there")
    };
    let system = start().await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    for n in 1..=5 {
        sum.add(n).await.expect("taken");
    }
    system.shutdown().await.expect("in order");
    assert_eq!(applied.swap(0, Ordering::SeqCst), 5);

    let system = start().await;
    let sum = system.entity::<Sum>("a").expect("hosted");
    assert_eq!(sum.add(1).await, Ok(16));
    assert_eq!(applied.load(Ordering::SeqCst), 2, "the fifth event after the snapshot of four, and the new one");
}

// A stored name belongs to one actor.

#[derive(Event, Serialize, Deserialize)]
#[event(name = "sum.added")]
pub struct Counted {
    by: u64,
}

#[actor(persistent = "other_sum")]
#[derive(Default)]
pub struct OtherSum {
    total: u64,
}

#[handlers]
impl OtherSum {
    #[command]
    fn add(&self, by: u64) -> Persist<Self, Counted, u64> {
        persist(Counted { by }).reply_with(|after: &Self| after.total)
    }

    #[apply]
    fn counted(&mut self, event: &Counted) {
        self.total += event.by;
    }
}

#[tokio::test]
async fn g7_two_actors_may_each_have_an_event_of_one_stored_name() {
    let store = MemoryStore::new();
    for (sum, other_sum) in [(1, 10), (2, 20)] {
        let make = |_: &EntityId<Sum>| Ok(Sum { total: 0, applied: Arc::default() });
        let system = System::with(store.restart()).host_with(make).host::<OtherSum>();
        let system = system.start().await.expect("the store is there");
        assert_eq!(system.entity::<Sum>("a").expect("hosted").add(1).await, Ok(sum));
        assert_eq!(system.entity::<OtherSum>("a").expect("hosted").add(10).await, Ok(other_sum));
        system.shutdown().await.expect("in order");
    }
}
