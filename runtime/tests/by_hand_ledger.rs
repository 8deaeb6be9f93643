//! A persistent actor without macros: what `#[actor(persistent = ..)]`, `#[handlers]` and `#[derive(Event)]` write, written by hand against
//! the public traits. Beside it stands the one that the macros make: both store the same, byte for byte.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(clippy::missing_errors_doc, reason = "the refusals are what is tested")]
#![cfg(all(feature = "testing", feature = "macros"))]

use mainstay::journal::{EntityKey, MemoryStore, Record, Snapshot, Store};
use mainstay::prelude::*;
use mainstay::testing::simulate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("only {0} left")]
pub struct Insufficient(pub u64);

/// What the hooks were told. The factory gives it, and it is not stored.
#[derive(Clone, Default)]
pub struct Told {
    recovered: Arc<Mutex<Vec<u64>>>,
}

impl Told {
    fn recovered(&self, balance: u64) {
        self.recovered.lock().expect("no panic").push(balance);
    }
}

/// The hook knows nothing but the entity. Each test has a store and an id of its own.
static GIVEN_UP: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn given_up(id: &str) {
    GIVEN_UP.lock().expect("no panic").push(id.to_owned());
}

/// What a user writes, and the macros the rest.
pub mod made {
    use super::{Insufficient, Told, given_up};
    use mainstay::prelude::*;
    use serde::{Deserialize, Serialize};

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "ledger.deposited")]
    pub struct Deposited {
        amount: u64,
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "ledger.withdrawn", version = 2, from(1 = WithdrawnV1))]
    pub struct Withdrawn {
        amount: u64,
        memo: String,
    }

    #[derive(Deserialize)]
    pub struct WithdrawnV1 {
        amount: u64,
    }

    impl From<WithdrawnV1> for Withdrawn {
        fn from(old: WithdrawnV1) -> Self {
            Self { amount: old.amount, memo: String::new() }
        }
    }

    #[derive(Event, Serialize, Deserialize)]
    #[event(name = "ledger.closed")]
    pub struct Closed;

    #[actor(persistent = "ledger", snapshot_every = 2)]
    pub struct Ledger {
        balance: u64,
        closed: bool,
        #[volatile]
        told: Told,
    }

    impl Ledger {
        pub fn new(told: Told) -> Self {
            Self { balance: 0, closed: false, told }
        }
    }

    #[handlers]
    impl Ledger {
        #[command]
        pub fn deposit(&self, amount: u64) -> Persist<Self, Deposited, u64> {
            persist(Deposited { amount }).reply_with(|after: &Self| after.balance)
        }

        #[command]
        pub async fn withdraw(&self, amount: u64, memo: String) -> Decided<Self, Withdrawn, u64, Insufficient> {
            tokio::task::yield_now().await;
            let rest = self.balance.checked_sub(amount).ok_or(Insufficient(self.balance))?;
            Ok(persist(Withdrawn { amount, memo }).reply(rest))
        }

        #[command]
        pub fn close(&self) -> Persist<Self, LedgerEvent> {
            persist(Withdrawn { amount: self.balance, memo: "the rest".into() }).and(Closed)
        }

        #[query]
        pub fn is_closed(&self) -> bool {
            self.closed
        }

        #[apply]
        fn deposited(&mut self, event: &Deposited) {
            self.balance += event.amount;
        }

        #[apply]
        fn withdrawn(&mut self, event: &Withdrawn) {
            self.balance -= event.amount;
        }

        #[apply]
        fn closed(&mut self, _: &Closed) {
            self.closed = true;
        }

        #[recovered]
        fn ready(&self) {
            self.told.recovered(self.balance);
        }

        #[recovery_failed]
        fn lost(id: &EntityId<Self>) {
            given_up(&id.to_string());
        }
    }
}

/// The same without them.
pub mod by_hand {
    use super::{Insufficient, Told, given_up};
    use mainstay::actor::{Actor, ActorRef, Declared, Handle};
    use mainstay::call::{Accepts, Call, Port, Typed};
    use mainstay::entity::{
        DecodeError, EventMeta, Payload, PersistDispatch, PersistHandler, PersistHandlerAsync, Persistent, Recover,
        RecoveryError, Rejection, SnapshotShape, Step, Stores, Unexpected, UnitError, Verdict, Work, decode,
        decode_state, encode, encode_state, is_named,
    };
    use mainstay::journal::{NewEvent, Record};
    use mainstay::prelude::*;
    use serde::{Deserialize, Serialize};
    use std::convert::Infallible;

    // What the user writes.

    #[derive(Serialize, Deserialize)]
    pub struct Deposited {
        amount: u64,
    }

    #[derive(Serialize, Deserialize)]
    pub struct Withdrawn {
        amount: u64,
        memo: String,
    }

    #[derive(Deserialize)]
    pub struct WithdrawnV1 {
        amount: u64,
    }

    #[derive(Serialize, Deserialize)]
    pub struct Closed;

    pub struct Ledger {
        balance: u64,
        closed: bool,
        told: Told,
    }

    impl Ledger {
        pub fn new(told: Told) -> Self {
            Self { balance: 0, closed: false, told }
        }
    }

    // What `#[derive(Event)]` writes.

    impl Event for Deposited {
        const NAME: &'static str = "ledger.deposited";
        const VERSION: u32 = 1;
    }

    impl Event for Withdrawn {
        const NAME: &'static str = "ledger.withdrawn";
        const VERSION: u32 = 2;

        fn upcast(version: u32, payload: &Payload<'_>) -> Result<Self, DecodeError> {
            Ok(match version {
                ..=1 => Self { amount: payload.decode::<WithdrawnV1>()?.amount, memo: String::new() },
                _ => payload.decode()?,
            })
        }
    }

    impl Event for Closed {
        const NAME: &'static str = "ledger.closed";
        const VERSION: u32 = 1;
    }

    // What `#[handlers]` writes: any event, a message for each command and query, and the handle.

    #[derive(Debug)]
    pub enum LedgerEvent {
        Deposited(u64),
        Withdrawn(u64, String),
        Closed,
    }

    impl From<Deposited> for LedgerEvent {
        fn from(event: Deposited) -> Self {
            Self::Deposited(event.amount)
        }
    }

    impl From<Withdrawn> for LedgerEvent {
        fn from(event: Withdrawn) -> Self {
            Self::Withdrawn(event.amount, event.memo)
        }
    }

    impl Stores<Withdrawn> for LedgerEvent {
        fn store(event: Withdrawn) -> Self {
            event.into()
        }
    }

    impl Stores<Closed> for LedgerEvent {
        fn store(_: Closed) -> Self {
            Self::Closed
        }
    }

    #[derive(Clone)]
    pub struct Deposit(u64);

    #[derive(Clone)]
    pub struct Withdraw(u64, String);

    #[derive(Clone)]
    pub struct Close;

    #[derive(Clone)]
    pub struct IsClosed;

    macro_rules! message {
        ($message:ident, $reply:ty) => {
            message!($message, $reply, Infallible, P, Ok);
        };
        ($message:ident, $reply:ty, $error:ty, $decision:ty, $decided:expr) => {
            impl Message for $message {
                type Reply = $reply;
                type Error = $error;
                type Decision<P> = $decision;

                fn decided<P>(decision: $decision) -> Result<P, $error> {
                    $decided(decision)
                }
            }

            impl Accepts<$message> for Ledger {
                fn accept(message: $message, port: Port<$reply, $error>) -> Inbox {
                    Inbox::$message(message, port)
                }
            }
        };
    }
    message!(Deposit, u64);
    message!(Withdraw, u64, Insufficient, Result<P, Insufficient>, std::convert::identity);
    message!(Close, ());
    message!(IsClosed, bool);

    #[derive(Clone, Debug)]
    pub struct LedgerRef(ActorRef<Ledger>);

    impl LedgerRef {
        pub fn deposit(&self, amount: u64) -> Call<'_, Ledger, Typed<Deposit>> {
            self.0.call(Typed(Deposit(amount)))
        }

        pub fn withdraw(&self, amount: u64, memo: String) -> Call<'_, Ledger, Typed<Withdraw>> {
            self.0.call(Typed(Withdraw(amount, memo)))
        }

        pub fn close(&self) -> Call<'_, Ledger, Typed<Close>> {
            self.0.call(Typed(Close))
        }

        pub fn is_closed(&self) -> Call<'_, Ledger, Typed<IsClosed>> {
            self.0.call(Typed(IsClosed))
        }
    }

    impl Handle<Ledger> for LedgerRef {
        fn from_ref(actor: ActorRef<Ledger>) -> Self {
            Self(actor)
        }

        fn actor_ref(&self) -> &ActorRef<Ledger> {
            &self.0
        }
    }

    pub enum Inbox {
        Deposit(Deposit, Port<u64, Infallible>),
        Withdraw(Withdraw, Port<u64, Insufficient>),
        Close(Close, Port<(), Infallible>),
        IsClosed(IsClosed, Port<bool, Infallible>),
    }

    pub enum Later {
        Withdraw(Withdraw, Port<u64, Insufficient>),
    }

    impl From<Later> for Inbox {
        fn from(message: Later) -> Self {
            match message {
                Later::Withdraw(command, port) => Self::Withdraw(command, port),
            }
        }
    }

    impl Declared for Ledger {}

    impl Actor for Ledger {
        type Handle = LedgerRef;
        type Message = Inbox;
        type Id = EntityId<Self>;

        fn name(message: &Inbox) -> &'static str {
            match message {
                Inbox::Deposit(..) => "deposit",
                Inbox::Withdraw(..) => "withdraw",
                Inbox::Close(..) => "close",
                Inbox::IsClosed(..) => "is_closed",
            }
        }
    }

    impl Persistent for Ledger {
        const KIND: &'static str = "ledger";
        const SNAPSHOT_EVERY: Option<u64> = Some(2);
        type State = Self;
    }

    // A persist handler for each command: here the user's own code stands, which the macros call.

    impl PersistHandler<Deposit> for Ledger {
        fn persist(_: &Self, Deposit(amount): Deposit, _: &mut Context<Self>) -> Step<Self, Deposit> {
            Step::returned::<Deposited>(persist(Deposited { amount }).reply_with(|after: &Self| after.balance))
        }
    }

    impl PersistHandlerAsync<Withdraw> for Ledger {
        async fn persist(
            state: &Self,
            Withdraw(amount, memo): Withdraw,
            _: &mut Context<Self>,
        ) -> Step<Self, Withdraw> {
            tokio::task::yield_now().await;
            let rest = state.balance.checked_sub(amount).ok_or(Insufficient(state.balance));
            Step::returned::<Withdrawn>(rest.map(|rest| persist(Withdrawn { amount, memo }).reply(rest)))
        }
    }

    impl PersistHandler<Close> for Ledger {
        fn persist(state: &Self, _: Close, _: &mut Context<Self>) -> Step<Self, Close> {
            let rest = Withdrawn { amount: state.balance, memo: "the rest".into() };
            Step::returned::<LedgerEvent>(persist(rest).and(Closed))
        }
    }

    // How the state comes back: one arm for each stored name, one for the snapshot, and the hooks.

    impl Recover for Ledger {
        const SNAPSHOT: Option<SnapshotShape> = Some(SnapshotShape { name: "ledger", version: 1 });
        type Event = LedgerEvent;

        fn start(self) -> Self {
            self
        }

        fn encode(event: &LedgerEvent) -> Result<NewEvent, UnitError> {
            match event {
                LedgerEvent::Deposited(amount) => encode(&Deposited { amount: *amount }),
                LedgerEvent::Withdrawn(amount, memo) => encode(&Withdrawn { amount: *amount, memo: memo.clone() }),
                LedgerEvent::Closed => encode(&Closed),
            }
        }

        fn decode(record: &Record) -> Result<LedgerEvent, DecodeError> {
            match &*record.name {
                name if is_named::<Deposited>(name) => decode::<Deposited>(record).map(Into::into),
                name if is_named::<Withdrawn>(name) => decode::<Withdrawn>(record).map(Into::into),
                name if is_named::<Closed>(name) => decode::<Closed>(record).map(|_| LedgerEvent::Closed),
                _ => Err(DecodeError::Unknown),
            }
        }

        fn apply(mut state: Self, event: &LedgerEvent, _: &EventMeta) -> Result<Self, Unexpected> {
            match event {
                LedgerEvent::Deposited(amount) => state.balance += amount,
                LedgerEvent::Withdrawn(amount, _) => state.balance -= amount,
                LedgerEvent::Closed => state.closed = true,
            }
            Ok(state)
        }

        fn snapshot(state: &Self) -> Result<Vec<u8>, UnitError> {
            encode_state(&Kept { balance: state.balance, closed: state.closed })
        }

        fn restore(self, snapshot: &[u8]) -> Result<Self, DecodeError> {
            let Kept { balance, closed } = decode_state(snapshot)?;
            Ok(Self { balance, closed, ..self })
        }

        fn recovered(state: &Self, _: &mut Context<Self>) {
            state.told.recovered(state.balance);
        }

        fn recovery_failed(id: &EntityId<Self>, _: &RecoveryError) {
            given_up(&id.to_string());
        }
    }

    /// The fields that are stored.
    #[derive(Serialize, Deserialize)]
    struct Kept {
        balance: u64,
        closed: bool,
    }

    impl PersistDispatch for Ledger {
        type Later = Later;

        fn dispatch(state: &Self, message: Inbox, cx: &mut Context<Self>) -> Work<Self> {
            match message {
                Inbox::Deposit(command, port) => Work::persist(state, command, port, cx),
                Inbox::Withdraw(command, port) => Work::Later(Later::Withdraw(command, port)),
                Inbox::Close(command, port) => Work::persist(state, command, port, cx),
                Inbox::IsClosed(query, port) => Work::query(query, port, |_| state.closed),
            }
        }

        async fn dispatch_later(state: &Self, message: Later, cx: &mut Context<Self>) -> Verdict<Self> {
            match message {
                Later::Withdraw(command, port) => Verdict::persist(state, command, port, cx).await,
            }
        }

        fn reject(message: Inbox, why: &Rejection) {
            match message {
                Inbox::Deposit(_, port) => port.reject(why),
                Inbox::Withdraw(_, port) => port.reject(why),
                Inbox::Close(_, port) => port.reject(why),
                Inbox::IsClosed(_, port) => port.reject(why),
            }
        }
    }
}

// What both do.

/// All that the store has of an entity.
#[derive(Debug, PartialEq)]
struct Stored {
    records: Vec<Record>,
    snapshot: Option<Snapshot>,
}

async fn stored(store: &MemoryStore, id: &str) -> Stored {
    let key = EntityKey::new("ledger", id).expect("an id");
    let store = store.restart();
    let mut records = store.read(key.clone(), 0, u64::MAX, 100).await.expect("it can be read").records;
    // The numbers of commands belong to the process, which runs other tests, too: what counts is which events have the same one.
    let numbers: BTreeSet<_> = records.iter().map(|record| record.command.number).collect();
    for record in &mut records {
        record.command.number = numbers.range(..record.command.number).count() as u64;
    }
    let snapshot = store.snapshot(key, u64::MAX).await.expect("it can be read").snapshot;
    Stored { records, snapshot }
}

/// Both in one text: what is public of them is the same, and their types are not.
macro_rules! ledger {
    ($of:ident, $store:expr, $id:expr, $told:expr, |$ledger:ident| $use:expr) => {{
        let told: Told = $told.clone();
        let make = move |_: &EntityId<$of::Ledger>| Ok($of::Ledger::new(told.clone()));
        let system = System::with($store.restart()).host_with(make).start().await.expect("the store is there");
        let $ledger = system.entity::<$of::Ledger>($id).expect("hosted");
        let outcome = $use;
        system.shutdown().await.expect("in order");
        outcome
    }};
}

macro_rules! lived {
    ($of:ident) => {
        simulate(1, |_| async {
            let (store, told) = (MemoryStore::new(), Told::default());
            ledger!($of, store, "7", told, |ledger| {
                assert_eq!(ledger.deposit(10).await, Ok(10));
                assert_eq!(ledger.withdraw(3, "rent".into()).await, Ok(7));
                assert_eq!(ledger.withdraw(8, "more".into()).await, Err(CallError::Refused(Insufficient(7))));
                assert_eq!(ledger.deposit(1).id("once").await, Ok(8));
                assert_eq!(ledger.deposit(1).id("once").await, Ok(8));
            });
            ledger!($of, store, "7", told, |ledger| {
                assert_eq!(ledger.is_closed().await, Ok(false));
                assert_eq!(ledger.close().await, Ok(()));
                assert_eq!(ledger.is_closed().await, Ok(true));
            });
            assert_eq!(*told.recovered.lock().expect("no panic"), [0, 8]);
            stored(&store, "7").await
        })
    };
}

#[test]
fn an_actor_by_hand_goes_on_where_it_was() {
    let stored = lived!(by_hand);
    let names: Vec<_> = stored.records.iter().map(|record| &*record.name).collect();
    assert_eq!(
        names,
        ["ledger.deposited", "ledger.withdrawn", "ledger.deposited", "ledger.withdrawn", "ledger.closed"]
    );
    assert_eq!(stored.snapshot.map(|snapshot| snapshot.seq), Some(5));
}

#[test]
fn what_macros_make_stores_the_same_records_and_snapshots_byte_for_byte() {
    assert_eq!(lived!(made), lived!(by_hand));
}

#[test]
fn either_goes_on_with_what_the_other_has_stored() {
    simulate(1, |_| async {
        let (store, told) = (MemoryStore::new(), Told::default());
        assert_eq!(ledger!(made, store, "8", told, |ledger| ledger.deposit(5).await), Ok(5));
        assert_eq!(ledger!(by_hand, store, "8", told, |ledger| ledger.withdraw(2, String::new()).await), Ok(3));
        assert_eq!(ledger!(made, store, "8", told, |ledger| ledger.deposit(1).await), Ok(4));
        assert_eq!(*told.recovered.lock().expect("no panic"), [0, 5, 3]);
    });
}

#[test]
fn either_says_that_it_cannot_be_recovered() {
    simulate(1, |_| async {
        let (store, told) = (MemoryStore::new(), Told::default());
        assert_eq!(ledger!(made, store, "9", told, |ledger| ledger.deposit(5).await), Ok(5));
        let key = EntityKey::new("ledger", "9").expect("an id");
        store.restart().delete(key, 1).await.expect("it is there");
        assert!(ledger!(by_hand, store, "9", told, |ledger| ledger.deposit(1).await).is_err());
        assert!(ledger!(made, store, "9", told, |ledger| ledger.deposit(1).await).is_err());
        let told = GIVEN_UP.lock().expect("no panic").iter().filter(|id| id.contains('9')).count();
        assert_eq!(told, 2);
    });
}
