//! A machine without macros: what `#[fsm]`, `#[derive(States)]`, `#[derive(Message)]` and `#[derive(Event)]` write, written by hand
//! against the public traits.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(
    clippy::match_same_arms,
    clippy::match_single_binding,
    clippy::match_wildcard_for_single_variants,
    clippy::expect_used,
    reason = "it is written as a macro would write it"
)]

use mainstay::actor::{Actor, ActorRef, Declared, Handle as _};
use mainstay::call::{Accepts, Port};
use mainstay::entity::{
    DecodeError, EventMeta, PersistDispatch, PersistHandler, PersistHandlerAsync, Persistent, Recover, Rejection, Step,
    Unexpected, UnitError, Verdict, Work, decode, encode,
};
use mainstay::fsm::{Fsm, FsmOf, Outcome, Permitted, Row, State, StateName, States, StatesOf, Table, Target, Trigger};
use mainstay::journal::{MemoryStore, NewEvent, Record};
use mainstay::mailbox::Capacity;
use mainstay::prelude::*;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::future::Future;

// What the user writes.

// #[derive(Message)]
#[derive(Clone)]
pub struct Add(pub u64);

// #[derive(Message)] #[message(reply = u64, error = PayError)]
#[derive(Clone)]
pub struct Pay(pub u64);

// #[derive(Message)]
#[derive(Clone)]
pub struct Ship;

// #[derive(Message)] #[message(reply = u32)]
#[derive(Clone)]
pub struct Note(pub String);

// #[derive(Message)] #[message(reply = Report)]
#[derive(Clone)]
pub struct Describe;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("refused")]
pub struct PayError;

#[derive(Debug, PartialEq)]
pub struct Report {
    pub state: &'static str,
    pub notes: u32,
}

// #[derive(Event)] #[event(name = "order.item_added")] and so on
#[derive(Serialize, Deserialize)]
pub struct ItemAdded(pub u64);
#[derive(Serialize, Deserialize)]
pub struct PaymentTaken(pub u64);
#[derive(Serialize, Deserialize)]
pub struct PaymentRefused;
#[derive(Serialize, Deserialize)]
pub struct Shipped;
#[derive(Serialize, Deserialize)]
pub struct Noted(pub String);

#[derive(Default)]
pub struct Open {
    total: u64,
}
pub struct Paid {
    receipt: u64,
}

// #[fsm(states = OrderState)]
#[derive(Default)]
pub struct Order {
    notes: u32,
}

// #[derive(States)]
// #[states(Order, name = "order")]
// #[otherwise(Note => Noted => stay)]
// #[query(Describe)]
pub enum OrderState {
    // #[initial]
    // #[on(Add => ItemAdded => stay)]
    // #[on(async Pay => PaymentTaken => Paid, PaymentRefused => reenter)]
    Open(Open),
    // #[on(Ship => Shipped => Closed)]
    // #[discard(Pay)]
    Paid(Paid),
    // #[terminal]
    Closed,
}

impl OrderFlow for Order {
    fn initial(&self) -> Open {
        Open::default()
    }

    fn open_add(&self, _: &Open, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(price))
    }

    async fn open_pay(&self, open: &Open, Pay(sum): Pay, _: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay> {
        tokio::task::yield_now().await;
        if sum < open.total {
            return Ok(persist(PaymentRefused).refuse(PayError));
        }
        Ok(persist(PaymentTaken(sum)).reply(sum - open.total))
    }

    fn paid_ship(&self, paid: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        assert!(paid.receipt > 0, "the test pays something");
        persist(Shipped)
    }

    fn otherwise_note(&self, _: &OrderState, Note(text): Note, _: &mut Context<Self>) -> Decide<Self, Note, Noted> {
        persist(Noted(text)).reply_with(|after: &Machine<Self, OrderState>| after.data.notes)
    }

    fn describe(&self, state: &OrderState, _: Describe) -> Report {
        Report { state: state.name(), notes: self.notes }
    }

    fn open_item_added(&mut self, open: &mut Open, event: &ItemAdded) {
        open.total += event.0;
    }

    fn open_payment_taken(&mut self, _: Open, event: &PaymentTaken) -> Paid {
        Paid { receipt: event.0 }
    }

    fn open_payment_refused(&mut self, open: Open, _: &PaymentRefused) -> Open {
        open
    }

    fn paid_shipped(&mut self, _: Paid, _: &Shipped) {}

    fn otherwise_noted(&mut self, _: &Noted) {
        self.notes += 1;
    }
}

// What `#[derive(Message)]` writes, here in short.

macro_rules! message {
    ($message:ty) => { message!($message, (), Infallible, P, Ok); };
    ($message:ty, $reply:ty) => { message!($message, $reply, Infallible, P, Ok); };
    ($message:ty, $reply:ty, $error:ty) => { message!($message, $reply, $error, Result<P, $error>, std::convert::identity); };
    ($message:ty, $reply:ty, $error:ty, $decision:ty, $decided:expr) => {
        impl Message for $message {
            type Reply = $reply;
            type Error = $error;
            type Decision<P> = $decision;

            fn decided<P>(decision: $decision) -> Result<P, $error> {
                $decided(decision)
            }
        }
    };
}
message!(Add);
message!(Pay, u64, PayError);
message!(Ship);
message!(Note, u32);
message!(Describe, Report);

// What `#[derive(Event)]` writes.

impl Event for ItemAdded {
    const NAME: &'static str = "order.item_added";
    const VERSION: u32 = 1;
}
impl Event for PaymentTaken {
    const NAME: &'static str = "order.payment_taken";
    const VERSION: u32 = 1;
}
impl Event for PaymentRefused {
    const NAME: &'static str = "order.payment_refused";
    const VERSION: u32 = 1;
}
impl Event for Shipped {
    const NAME: &'static str = "order.shipped";
    const VERSION: u32 = 1;
}
impl Event for Noted {
    const NAME: &'static str = "order.noted";
    const VERSION: u32 = 1;
}

// What `#[fsm(states = OrderState)]` writes.

impl FsmOf<OrderState> for Order {}

// What `#[derive(States)]` writes.

/// Handle to an [`Order`].
#[derive(Clone, Debug)]
pub struct OrderRef(ActorRef<Order>);

/// What an [`Order`] does: a method for each row, and one for each event in each state that it changes.
pub trait OrderFlow: Persistent<State = Machine<Self, OrderState>> {
    fn initial(&self) -> Open;

    fn open_add(&self, open: &Open, add: Add, cx: &mut Context<Self>) -> Decide<Self, Add, ItemAdded>;
    fn open_pay(
        &self,
        open: &Open,
        pay: Pay,
        cx: &mut Context<Self>,
    ) -> impl Future<Output = Decide<Self, Pay, OrderOpenPay>> + Send;
    fn paid_ship(&self, paid: &Paid, ship: Ship, cx: &mut Context<Self>) -> Decide<Self, Ship, Shipped>;
    fn otherwise_note(&self, state: &OrderState, note: Note, cx: &mut Context<Self>) -> Decide<Self, Note, Noted>;
    fn describe(&self, state: &OrderState, describe: Describe) -> Report;

    fn open_item_added(&mut self, open: &mut Open, event: &ItemAdded);
    fn open_payment_taken(&mut self, open: Open, event: &PaymentTaken) -> Paid;
    fn open_payment_refused(&mut self, open: Open, event: &PaymentRefused) -> Open;
    fn paid_shipped(&mut self, paid: Paid, event: &Shipped);
    fn otherwise_noted(&mut self, event: &Noted);
}

/// What may come of `Pay` in `Open`.
pub enum OrderOpenPay {
    PaymentTaken(PaymentTaken),
    PaymentRefused(PaymentRefused),
}

impl mainstay::entity::Stores<PaymentTaken> for OrderOpenPay {
    fn store(event: PaymentTaken) -> Self {
        Self::PaymentTaken(event)
    }
}

impl mainstay::entity::Stores<PaymentRefused> for OrderOpenPay {
    fn store(event: PaymentRefused) -> Self {
        Self::PaymentRefused(event)
    }
}

impl mainstay::actor::Handle<Order> for OrderRef {
    fn from_ref(actor: ActorRef<Order>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<Order> {
        &self.0
    }
}

impl StatesOf<Order> for OrderState {}

impl Declared for Order {
    const MAILBOX: Option<Capacity> = <Order as FsmOf<OrderState>>::MAILBOX;
}

impl Fsm for Order {
    type States = OrderState;
}

const fn row(command: &'static str, outcomes: &'static [Outcome]) -> Row {
    Row { trigger: Trigger::Command(command), inherited: false, outcomes }
}

const fn outcome(event: &'static str, target: Target) -> Outcome {
    Outcome { event: Some(event), target }
}

impl States for OrderState {
    const TABLE: Table = Table {
        name: "order",
        persistent: true,
        states: &[
            State {
                name: "Open",
                initial: true,
                rows: &[
                    row("Add", &[outcome(<ItemAdded as Event>::NAME, Target::Stay)]),
                    row(
                        "Pay",
                        &[
                            outcome(<PaymentTaken as Event>::NAME, Target::To("Paid")),
                            outcome(<PaymentRefused as Event>::NAME, Target::Reenter),
                        ],
                    ),
                ],
                ..State::EMPTY
            },
            State {
                name: "Paid",
                rows: &[row("Ship", &[outcome(<Shipped as Event>::NAME, Target::To("Closed"))])],
                discards: &["Pay"],
                ..State::EMPTY
            },
            State { name: "Closed", terminal: true, ..State::EMPTY },
        ],
        groups: &[],
        otherwise: &[row("Note", &[outcome(<Noted as Event>::NAME, Target::Stay)])],
        queries: &[],
    };

    fn name(&self) -> &'static str {
        match self {
            Self::Open { .. } => "Open",
            Self::Paid { .. } => "Paid",
            Self::Closed { .. } => "Closed",
        }
    }
}

// The macro puts these into `const _: () = { .. }`, where nobody can name them.
mod expansion {
    use super::*;

    pub enum Inbox {
        Add(Add, Port<(), Infallible>),
        Pay(Pay, Port<u64, PayError>),
        Ship(Ship, Port<(), Infallible>),
        Note(Note, Port<u32, Infallible>),
        Describe(Describe, Port<Report, Infallible>),
        StateName(StateName, Port<&'static str, Infallible>),
        Permitted(Permitted, Port<Vec<&'static str>, Infallible>),
    }

    pub enum Later {
        Pay(Pay, Port<u64, PayError>),
    }

    impl From<Later> for Inbox {
        fn from(message: Later) -> Self {
            match message {
                Later::Pay(command, port) => Self::Pay(command, port),
            }
        }
    }

    pub enum AnyEvent {
        ItemAdded(ItemAdded),
        PaymentTaken(PaymentTaken),
        PaymentRefused(PaymentRefused),
        Shipped(Shipped),
        Noted(Noted),
    }

    impl From<ItemAdded> for AnyEvent {
        fn from(event: ItemAdded) -> Self {
            Self::ItemAdded(event)
        }
    }

    impl From<Shipped> for AnyEvent {
        fn from(event: Shipped) -> Self {
            Self::Shipped(event)
        }
    }

    impl From<Noted> for AnyEvent {
        fn from(event: Noted) -> Self {
            Self::Noted(event)
        }
    }

    impl From<OrderOpenPay> for AnyEvent {
        fn from(outcome: OrderOpenPay) -> Self {
            match outcome {
                OrderOpenPay::PaymentTaken(event) => Self::PaymentTaken(event),
                OrderOpenPay::PaymentRefused(event) => Self::PaymentRefused(event),
            }
        }
    }

    impl Actor for Order {
        type Handle = OrderRef;
        type Message = Inbox;
        type Id = EntityId<Self>;

        fn name(message: &Inbox) -> &'static str {
            match message {
                Inbox::Add(..) => "Add",
                Inbox::Pay(..) => "Pay",
                Inbox::Ship(..) => "Ship",
                Inbox::Note(..) => "Note",
                Inbox::Describe(..) => "Describe",
                Inbox::StateName(..) => "StateName",
                Inbox::Permitted(..) => "Permitted",
            }
        }
    }

    impl Accepts<Add> for Order {
        fn accept(message: Add, port: Port<(), Infallible>) -> Inbox {
            Inbox::Add(message, port)
        }
    }

    impl Accepts<Pay> for Order {
        fn accept(message: Pay, port: Port<u64, PayError>) -> Inbox {
            Inbox::Pay(message, port)
        }
    }

    impl Accepts<Ship> for Order {
        fn accept(message: Ship, port: Port<(), Infallible>) -> Inbox {
            Inbox::Ship(message, port)
        }
    }

    impl Accepts<Note> for Order {
        fn accept(message: Note, port: Port<u32, Infallible>) -> Inbox {
            Inbox::Note(message, port)
        }
    }

    impl Accepts<Describe> for Order {
        fn accept(message: Describe, port: Port<Report, Infallible>) -> Inbox {
            Inbox::Describe(message, port)
        }
    }

    impl Accepts<StateName> for Order {
        fn accept(message: StateName, port: Port<&'static str, Infallible>) -> Inbox {
            Inbox::StateName(message, port)
        }
    }

    impl Accepts<Permitted> for Order {
        fn accept(message: Permitted, port: Port<Vec<&'static str>, Infallible>) -> Inbox {
            Inbox::Permitted(message, port)
        }
    }

    impl Persistent for Order {
        const KIND: &'static str = "order";
        type State = Machine<Order, OrderState>;
    }

    impl PersistHandler<Add> for Order {
        fn persist(machine: &Self::State, command: Add, cx: &mut Context<Self>) -> Step<Self, Add> {
            match &machine.state {
                OrderState::Open(state) => Step::decided::<ItemAdded>(machine.data.open_add(state, command, cx)),
                state => Step::unhandled(state.name()),
            }
        }
    }

    impl PersistHandlerAsync<Pay> for Order {
        async fn persist(machine: &Self::State, command: Pay, cx: &mut Context<Self>) -> Step<Self, Pay> {
            match &machine.state {
                OrderState::Open(state) => {
                    Step::decided::<OrderOpenPay>(machine.data.open_pay(state, command, cx).await)
                }
                OrderState::Paid { .. } => Step::discarded("Paid"),
                state => Step::unhandled(state.name()),
            }
        }
    }

    impl PersistHandler<Ship> for Order {
        fn persist(machine: &Self::State, command: Ship, cx: &mut Context<Self>) -> Step<Self, Ship> {
            match &machine.state {
                OrderState::Paid(state) => Step::decided::<Shipped>(machine.data.paid_ship(state, command, cx)),
                state => Step::unhandled(state.name()),
            }
        }
    }

    impl PersistHandler<Note> for Order {
        fn persist(machine: &Self::State, command: Note, cx: &mut Context<Self>) -> Step<Self, Note> {
            match &machine.state {
                state => Step::decided::<Noted>(machine.data.otherwise_note(state, command, cx)),
            }
        }
    }

    impl Recover for Order {
        type Event = AnyEvent;

        fn start(self) -> Self::State {
            let state = OrderState::Open(self.initial());
            Machine { data: self, state }
        }

        fn encode(event: &AnyEvent) -> Result<NewEvent, UnitError> {
            match event {
                AnyEvent::ItemAdded(event) => encode(event),
                AnyEvent::PaymentTaken(event) => encode(event),
                AnyEvent::PaymentRefused(event) => encode(event),
                AnyEvent::Shipped(event) => encode(event),
                AnyEvent::Noted(event) => encode(event),
            }
        }

        fn decode(record: &Record) -> Result<AnyEvent, DecodeError> {
            match &*record.name {
                <ItemAdded as Event>::NAME => decode(record).map(AnyEvent::ItemAdded),
                <PaymentTaken as Event>::NAME => decode(record).map(AnyEvent::PaymentTaken),
                <PaymentRefused as Event>::NAME => decode(record).map(AnyEvent::PaymentRefused),
                <Shipped as Event>::NAME => decode(record).map(AnyEvent::Shipped),
                <Noted as Event>::NAME => decode(record).map(AnyEvent::Noted),
                _ => Err(DecodeError::Unknown),
            }
        }

        fn apply(machine: Self::State, event: &AnyEvent, _: &EventMeta) -> Result<Self::State, Unexpected> {
            let Machine { mut data, state } = machine;
            let state = match (state, event) {
                (OrderState::Open(mut state), AnyEvent::ItemAdded(event)) => {
                    data.open_item_added(&mut state, event);
                    OrderState::Open(state)
                }
                (OrderState::Open(state), AnyEvent::PaymentTaken(event)) => {
                    OrderState::Paid(data.open_payment_taken(state, event))
                }
                (OrderState::Open(state), AnyEvent::PaymentRefused(event)) => {
                    OrderState::Open(data.open_payment_refused(state, event))
                }
                (OrderState::Paid(state), AnyEvent::Shipped(event)) => {
                    data.paid_shipped(state, event);
                    OrderState::Closed
                }
                (state, AnyEvent::Noted(event)) => {
                    data.otherwise_noted(event);
                    state
                }
                (state, _) => return Err(Unexpected { state: state.name() }),
            };
            Ok(Machine { data, state })
        }
    }

    impl PersistDispatch for Order {
        type Later = Later;

        fn dispatch(machine: &Self::State, message: Inbox, cx: &mut Context<Self>) -> Work<Self> {
            match message {
                Inbox::Add(command, port) => Work::persist(machine, command, port, cx),
                Inbox::Pay(command, port) => Work::Later(Later::Pay(command, port)),
                Inbox::Ship(command, port) => Work::persist(machine, command, port, cx),
                Inbox::Note(command, port) => Work::persist(machine, command, port, cx),
                Inbox::Describe(query, port) => {
                    Work::query(query, port, |query| machine.data.describe(&machine.state, query))
                }
                Inbox::StateName(query, port) => Work::query(query, port, |_| machine.state.name()),
                Inbox::Permitted(query, port) => {
                    Work::query(query, port, |_| OrderState::TABLE.permitted(machine.state.name()))
                }
            }
        }

        async fn dispatch_later(machine: &Self::State, message: Later, cx: &mut Context<Self>) -> Verdict<Self> {
            match message {
                Later::Pay(command, port) => Verdict::persist(machine, command, port, cx).await,
            }
        }

        fn reject(message: Inbox, why: &Rejection) {
            match message {
                Inbox::Add(_, port) => port.reject(why),
                Inbox::Pay(_, port) => port.reject(why),
                Inbox::Ship(_, port) => port.reject(why),
                Inbox::Note(_, port) => port.reject(why),
                Inbox::Describe(_, port) => port.reject(why),
                Inbox::StateName(_, port) => port.reject(why),
                Inbox::Permitted(_, port) => port.reject(why),
            }
        }
    }
}

// What the machine does.

async fn system(store: MemoryStore) -> System {
    System::with(store).host::<Order>().start().await.expect("the store is there")
}

#[tokio::test]
async fn a_machine_goes_on_where_it_was() {
    let store = MemoryStore::new();
    let first = system(store.restart()).await;
    let order = first.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Add(12)).await, Ok(()));
    assert_eq!(order.ask(Pay(10)).await, Err(CallError::Refused(PayError)));
    assert_eq!(order.ask(Ship).await, Err(CallError::Unhandled { state: "Open" }));
    assert_eq!(order.ask(Note("slow".into())).await, Ok(1));
    first.shutdown().await.expect("in order");

    let second = system(store.restart()).await;
    let order = second.entity::<Order>("42").expect("hosted");
    assert_eq!(order.ask(Pay(15)).await, Ok(3));
    assert_eq!(order.ask(Pay(15)).await, Err(CallError::Discarded { state: "Paid" }));
    assert_eq!(order.permitted().await, Ok(vec!["Ship"]));
    assert_eq!(order.ask(Ship).await, Ok(()));
    assert_eq!(order.ask(Note("gone".into())).await, Ok(2));
    assert_eq!(order.ask(Describe).await, Ok(Report { state: "Closed", notes: 2 }));
    assert_eq!(order.state().await, Ok("Closed"));
    second.shutdown().await.expect("in order");
}
