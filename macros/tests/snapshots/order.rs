pub struct Order {
    gateway: Gateway,
}
#[automatically_derived]
#[doc(hidden)]
impl ::mainstay::fsm::FsmOf<OrderState> for Order {
    const MAILBOX: ::core::option::Option<::mainstay::mailbox::Capacity> = ::core::option::Option::Some(
        ::mainstay::mailbox::Capacity::bounded(64),
    );
}
const _: () = {
    fn _targets(state: &OrderState) {
        let _ = ::core::matches!(state, OrderState::Paid { .. });
        let _ = ::core::matches!(state, OrderState::Closed { .. });
    }
};
/// Handle to a machine [`Order`].
#[derive(::core::fmt::Debug)]
pub struct OrderRef(::mainstay::actor::ActorRef<Order>);
#[automatically_derived]
impl ::core::clone::Clone for OrderRef
where
    for<'a> Note: ::mainstay::__private::MessageOf<'a>,
    for<'a> Add: ::mainstay::__private::MessageOf<'a>,
    for<'a> Pay: ::mainstay::__private::MessageOf<'a>,
    for<'a> Ship: ::mainstay::__private::MessageOf<'a>,
    for<'a> Describe: ::mainstay::__private::MessageOf<'a>,
{
    fn clone(&self) -> Self {
        Self(::core::clone::Clone::clone(&self.0))
    }
}
#[automatically_derived]
impl ::mainstay::actor::Handle<Order> for OrderRef
where
    for<'a> Note: ::mainstay::__private::MessageOf<'a>,
    for<'a> Add: ::mainstay::__private::MessageOf<'a>,
    for<'a> Pay: ::mainstay::__private::MessageOf<'a>,
    for<'a> Ship: ::mainstay::__private::MessageOf<'a>,
    for<'a> Describe: ::mainstay::__private::MessageOf<'a>,
{
    fn from_ref(actor: ::mainstay::actor::ActorRef<Order>) -> Self {
        Self(actor)
    }
    fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Order> {
        &self.0
    }
}
/// What the machine [`Order`] does: a method for each row of [`OrderState`], and one for each event in each state that it changes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "write `impl OrderFlow for Order { .. }` with one method for each row of `OrderState`"
)]
pub trait OrderFlow: ::mainstay::entity::Persistent<
        State = ::mainstay::fsm::Machine<Self, OrderState>,
    > {
    /// The first state of a new machine: [`Open`](OrderState::Open).
    fn initial(&self) -> Open;
    /// Decides on [`Add`] in [`Open`](OrderState::Open).
    fn open_add(
        &self,
        open: &Open,
        add: Add,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Add, ItemAdded>
    where
        for<'a> Add: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Pay`] in [`Open`](OrderState::Open).
    fn open_pay(
        &self,
        open: &Open,
        pay: Pay,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> impl ::mainstay::__private::AsyncRow<
        Output = ::mainstay::entity::Decide<Self, Pay, OrderOpenPay>,
    > + ::core::marker::Send
    where
        for<'a> Pay: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Ship`] in [`Paid`](OrderState::Paid).
    fn paid_ship(
        &self,
        paid: &Paid,
        ship: Ship,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Ship, Shipped>
    where
        for<'a> Ship: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Note`] in any other state.
    fn otherwise_note(
        &self,
        state: &OrderState,
        note: Note,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Note, Noted>
    where
        for<'a> Note: ::mainstay::__private::MessageOf<'a>;
    /// Answers [`Describe`] in any state.
    fn describe(
        &self,
        state: &OrderState,
        describe: Describe,
    ) -> ::mainstay::fsm::Answer<Describe>
    where
        for<'a> Describe: ::mainstay::__private::MessageOf<'a>;
    /// Applies [`ItemAdded`] in [`Open`](OrderState::Open).
    fn open_item_added(&mut self, open: &mut Open, event: &ItemAdded);
    /// Applies [`PaymentTaken`] in [`Open`](OrderState::Open), and goes to [`Paid`](OrderState::Paid).
    fn open_payment_taken(&mut self, open: Open, event: &PaymentTaken) -> Paid;
    /// Applies [`PaymentRefused`] in [`Open`](OrderState::Open).
    fn open_payment_refused(&mut self, open: Open, event: &PaymentRefused) -> Open;
    /// Applies [`Shipped`] in [`Paid`](OrderState::Paid), and goes to [`Closed`](OrderState::Closed).
    fn paid_shipped(&mut self, paid: Paid, event: &Shipped);
    /// Applies [`Noted`] in any other state.
    fn otherwise_noted(&mut self, event: &Noted);
}
/// What may come of `Pay`: the events of one row.
pub enum OrderOpenPay {
    /// [`PaymentTaken`] is stored.
    PaymentTaken(PaymentTaken),
    /// [`PaymentRefused`] is stored.
    PaymentRefused(PaymentRefused),
}
#[automatically_derived]
impl ::mainstay::entity::Stores<PaymentTaken> for OrderOpenPay {
    fn store(event: PaymentTaken) -> Self {
        Self::PaymentTaken(event)
    }
}
#[automatically_derived]
impl ::mainstay::entity::Stores<PaymentRefused> for OrderOpenPay {
    fn store(event: PaymentRefused) -> Self {
        Self::PaymentRefused(event)
    }
}
#[automatically_derived]
impl OrderState {
    /// The machine [`Order`] as data.
    ///
    #[cfg_attr(
        doc,
        doc = ::mainstay::__private::states_picture!{#[states(
            Order,
            name = "order"
        )]#[otherwise(Note = >Noted = >stay)]#[query(Describe)]pub
        enum
        OrderState{#[initial]#[on(
            Add = >ItemAdded = >stay
        )]#[on(async Pay = >PaymentTaken = >Paid, PaymentRefused = >reenter)]Open(Open),
        #[on(Ship = >Shipped = >Closed)]#[discard(Pay)]Paid(Paid),
        #[terminal]Closed,
        }}
    )]
    /// | in | on | stores | and then |
    /// |---|---|---|---|
    /// | [`Open`](Self::Open), initial | [`Add`] | [`ItemAdded`] | stays |
    /// | [`Open`](Self::Open), initial | [`Pay`] | [`PaymentTaken`] | goes to [`Paid`](Self::Paid) |
    /// | [`Open`](Self::Open), initial | [`Pay`] | [`PaymentRefused`] | enters it again |
    /// | [`Paid`](Self::Paid) | [`Ship`] | [`Shipped`] | goes to [`Closed`](Self::Closed) |
    /// | [`Paid`](Self::Paid) | [`Pay`] | nothing | drops it |
    /// | [`Closed`](Self::Closed), terminal | | | |
    /// | any other | [`Note`] | [`Noted`] | stays |
    /// | any | [`Describe`] | nothing | answers |
    pub const TABLE: ::mainstay::fsm::Table = ::mainstay::fsm::Table {
        name: "order",
        persistent: true,
        states: &[
            ::mainstay::fsm::State {
                name: "Open",
                initial: true,
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Add"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <ItemAdded as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::Stay,
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Pay"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <PaymentTaken as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Paid"),
                            },
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <PaymentRefused as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::Reenter,
                            },
                        ],
                    },
                ],
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Paid",
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Ship"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Shipped as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Closed"),
                            },
                        ],
                    },
                ],
                discards: &["Pay"],
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Closed",
                terminal: true,
                ..::mainstay::fsm::State::EMPTY
            },
        ],
        groups: &[],
        otherwise: &[
            ::mainstay::fsm::Row {
                trigger: ::mainstay::fsm::Trigger::Command("Note"),
                inherited: false,
                outcomes: &[
                    ::mainstay::fsm::Outcome {
                        event: ::core::option::Option::Some(
                            <Noted as ::mainstay::entity::Event>::NAME,
                        ),
                        target: ::mainstay::fsm::Target::Stay,
                    },
                ],
            },
        ],
        queries: &["Describe"],
    };
}
#[automatically_derived]
impl ::mainstay::fsm::States for OrderState {
    const TABLE: ::mainstay::fsm::Table = Self::TABLE;
    fn name(&self) -> &'static ::core::primitive::str {
        match self {
            Self::Open { .. } => "Open",
            Self::Paid { .. } => "Paid",
            Self::Closed { .. } => "Closed",
        }
    }
}
#[automatically_derived]
#[doc(hidden)]
impl ::mainstay::fsm::StatesOf<Order> for OrderState {}
const _: () = {
    #[allow(private_interfaces)]
    pub enum Inbox {
        Note(Note, ::mainstay::__private::PortOf<Note>),
        Add(Add, ::mainstay::__private::PortOf<Add>),
        Pay(Pay, ::mainstay::__private::PortOf<Pay>),
        Ship(Ship, ::mainstay::__private::PortOf<Ship>),
        Describe(Describe, ::mainstay::__private::PortOf<Describe>),
        StateName(
            ::mainstay::fsm::StateName,
            ::mainstay::__private::PortOf<::mainstay::fsm::StateName>,
        ),
        Permitted(
            ::mainstay::fsm::Permitted,
            ::mainstay::__private::PortOf<::mainstay::fsm::Permitted>,
        ),
        Subscribe(
            ::mainstay::fsm::Subscribe,
            ::mainstay::__private::PortOf<::mainstay::fsm::Subscribe>,
        ),
    }
    #[allow(private_interfaces)]
    pub enum Later {
        Pay(Pay, ::mainstay::__private::PortOf<Pay>),
    }
    #[automatically_derived]
    impl ::core::convert::From<Later> for Inbox
    where
        for<'a> Note: ::mainstay::__private::MessageOf<'a>,
        for<'a> Add: ::mainstay::__private::MessageOf<'a>,
        for<'a> Pay: ::mainstay::__private::MessageOf<'a>,
        for<'a> Ship: ::mainstay::__private::MessageOf<'a>,
        for<'a> Describe: ::mainstay::__private::MessageOf<'a>,
    {
        fn from(message: Later) -> Self {
            match message {
                Later::Pay(command, port) => Self::Pay(command, port),
            }
        }
    }
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Note>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Add>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Pay>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Ship>::answer_asked
    };
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Order {}
    #[automatically_derived]
    impl ::mainstay::actor::Declared for Order {
        const MAILBOX: ::core::option::Option<::mainstay::mailbox::Capacity> = <Order as ::mainstay::fsm::FsmOf<
            OrderState,
        >>::MAILBOX;
        const STASH: ::core::option::Option<::mainstay::mailbox::Capacity> = <Order as ::mainstay::fsm::FsmOf<
            OrderState,
        >>::STASH;
    }
    #[automatically_derived]
    impl ::mainstay::fsm::Fsm for Order {
        type States = OrderState;
    }
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Order {
        type Handle = OrderRef;
        type Message = Inbox;
        type Id = ::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match message {
                Inbox::Note(..) => ::core::stringify!(Note),
                Inbox::Add(..) => ::core::stringify!(Add),
                Inbox::Pay(..) => ::core::stringify!(Pay),
                Inbox::Ship(..) => ::core::stringify!(Ship),
                Inbox::Describe(..) => ::core::stringify!(Describe),
                Inbox::StateName(..) => "StateName",
                Inbox::Permitted(..) => "Permitted",
                Inbox::Subscribe(..) => "Subscribe",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Persistent for Order {
        const KIND: &'static ::core::primitive::str = "order";
        type State = ::mainstay::fsm::Machine<Order, OrderState>;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <Order as ::mainstay::fsm::FsmOf<
            OrderState,
        >>::SNAPSHOTS
            .every();
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Note> for Order
    where
        for<'a> Note: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Note, port: ::mainstay::__private::PortOf<Note>) -> Inbox {
            Inbox::Note(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Add> for Order
    where
        for<'a> Add: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Add, port: ::mainstay::__private::PortOf<Add>) -> Inbox {
            Inbox::Add(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Pay> for Order
    where
        for<'a> Pay: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Pay, port: ::mainstay::__private::PortOf<Pay>) -> Inbox {
            Inbox::Pay(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Ship> for Order
    where
        for<'a> Ship: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Ship, port: ::mainstay::__private::PortOf<Ship>) -> Inbox {
            Inbox::Ship(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Describe> for Order
    where
        for<'a> Describe: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: Describe,
            port: ::mainstay::__private::PortOf<Describe>,
        ) -> Inbox {
            Inbox::Describe(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::StateName> for Order {
        fn accept(
            message: ::mainstay::fsm::StateName,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::StateName>,
        ) -> Inbox {
            Inbox::StateName(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Permitted> for Order {
        fn accept(
            message: ::mainstay::fsm::Permitted,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Permitted>,
        ) -> Inbox {
            Inbox::Permitted(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Subscribe> for Order {
        fn accept(
            message: ::mainstay::fsm::Subscribe,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Subscribe>,
        ) -> Inbox {
            Inbox::Subscribe(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum AnyEvent {
        Noted(Noted),
        ItemAdded(ItemAdded),
        PaymentTaken(PaymentTaken),
        PaymentRefused(PaymentRefused),
        Shipped(Shipped),
    }
    #[automatically_derived]
    impl ::core::convert::From<Noted> for AnyEvent {
        fn from(event: Noted) -> Self {
            Self::Noted(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<ItemAdded> for AnyEvent {
        fn from(event: ItemAdded) -> Self {
            Self::ItemAdded(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Shipped> for AnyEvent {
        fn from(event: Shipped) -> Self {
            Self::Shipped(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<OrderOpenPay> for AnyEvent {
        fn from(outcome: OrderOpenPay) -> Self {
            match outcome {
                OrderOpenPay::PaymentTaken(event) => Self::PaymentTaken(event),
                OrderOpenPay::PaymentRefused(event) => Self::PaymentRefused(event),
            }
        }
    }
    const NAMES: &[(&::core::primitive::str, &[&::core::primitive::str])] = &[
        (
            <Noted as ::mainstay::entity::Event>::NAME,
            <Noted as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <ItemAdded as ::mainstay::entity::Event>::NAME,
            <ItemAdded as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <PaymentTaken as ::mainstay::entity::Event>::NAME,
            <PaymentTaken as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <PaymentRefused as ::mainstay::entity::Event>::NAME,
            <PaymentRefused as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Shipped as ::mainstay::entity::Event>::NAME,
            <Shipped as ::mainstay::entity::Event>::ALIASES,
        ),
    ];
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(2usize).0),
        "the stored name of `ItemAdded` is that of another event of the machine `Order`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(3usize).0),
        "the stored name of `PaymentTaken` is that of another event of the machine `Order`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(4usize).0),
        "the stored name of `PaymentRefused` is that of another event of the machine `Order`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(5usize).0),
        "the stored name of `Shipped` is that of another event of the machine `Order`: give it a name of its own"
    );
    trait Written<'a>: OrderFlow {}
    impl<A: OrderFlow> Written<'_> for A {}
    trait Recovered<'a>: OrderFlow + ::mainstay::entity::Recover<Event = AnyEvent> {}
    impl<A: OrderFlow + ::mainstay::entity::Recover<Event = AnyEvent>> Recovered<'_>
    for A {}
    const _: fn() = || {
        fn handlers<A: OrderFlow>() {}
        handlers::<Order>();
    };
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Note> for Order
    where
        for<'a> Note: ::mainstay::__private::MessageOf<'a>,
        for<'a> Order: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
            command: Note,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Note> {
            let state = &machine.state;
            ::mainstay::entity::Step::decided::<
                Noted,
            >(OrderFlow::otherwise_note(&machine.data, state, command, cx))
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Add> for Order
    where
        for<'a> Add: ::mainstay::__private::MessageOf<'a>,
        for<'a> Order: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
            command: Add,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Add> {
            match &machine.state {
                OrderState::Open(state) => {
                    ::mainstay::entity::Step::decided::<
                        ItemAdded,
                    >(OrderFlow::open_add(&machine.data, state, command, cx))
                }
                OrderState::Closed { .. } => ::mainstay::entity::Step::finished("Closed"),
                state => {
                    ::mainstay::entity::Step::unhandled(
                        ::mainstay::fsm::States::name(state),
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandlerAsync<Pay> for Order
    where
        for<'a> Pay: ::mainstay::__private::MessageOf<'a>,
        for<'a> Order: Recovered<'a>,
    {
        async fn persist(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
            command: Pay,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Pay> {
            match &machine.state {
                OrderState::Open(state) => {
                    ::mainstay::entity::Step::decided::<
                        OrderOpenPay,
                    >(OrderFlow::open_pay(&machine.data, state, command, cx).await)
                }
                OrderState::Paid { .. } => ::mainstay::entity::Step::discarded("Paid"),
                OrderState::Closed { .. } => ::mainstay::entity::Step::finished("Closed"),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Ship> for Order
    where
        for<'a> Ship: ::mainstay::__private::MessageOf<'a>,
        for<'a> Order: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
            command: Ship,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Ship> {
            match &machine.state {
                OrderState::Paid(state) => {
                    ::mainstay::entity::Step::decided::<
                        Shipped,
                    >(OrderFlow::paid_ship(&machine.data, state, command, cx))
                }
                OrderState::Closed { .. } => ::mainstay::entity::Step::finished("Closed"),
                state => {
                    ::mainstay::entity::Step::unhandled(
                        ::mainstay::fsm::States::name(state),
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Recover for Order
    where
        for<'a> Order: Written<'a>,
        for<'a> Noted: ::mainstay::__private::EventOf<'a>,
        for<'a> ItemAdded: ::mainstay::__private::EventOf<'a>,
        for<'a> PaymentTaken: ::mainstay::__private::EventOf<'a>,
        for<'a> PaymentRefused: ::mainstay::__private::EventOf<'a>,
        for<'a> Shipped: ::mainstay::__private::EventOf<'a>,
    {
        type Event = AnyEvent;
        fn start(self) -> ::mainstay::fsm::Machine<Order, OrderState> {
            let state = OrderState::Open(OrderFlow::initial(&self));
            ::mainstay::fsm::Machine {
                data: self,
                state,
            }
        }
        fn encode(
            event: &AnyEvent,
        ) -> ::core::result::Result<
            ::mainstay::journal::NewEvent,
            ::mainstay::entity::UnitError,
        > {
            match event {
                AnyEvent::Noted(event) => ::mainstay::entity::encode(event),
                AnyEvent::ItemAdded(event) => ::mainstay::entity::encode(event),
                AnyEvent::PaymentTaken(event) => ::mainstay::entity::encode(event),
                AnyEvent::PaymentRefused(event) => ::mainstay::entity::encode(event),
                AnyEvent::Shipped(event) => ::mainstay::entity::encode(event),
            }
        }
        fn decode(
            record: &::mainstay::journal::Record,
        ) -> ::core::result::Result<AnyEvent, ::mainstay::entity::DecodeError> {
            if ::mainstay::entity::is_named::<Noted>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Noted);
            }
            if ::mainstay::entity::is_named::<ItemAdded>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::ItemAdded);
            }
            if ::mainstay::entity::is_named::<PaymentTaken>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::PaymentTaken);
            }
            if ::mainstay::entity::is_named::<PaymentRefused>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::PaymentRefused);
            }
            if ::mainstay::entity::is_named::<Shipped>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Shipped);
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn apply(
            machine: ::mainstay::fsm::Machine<Order, OrderState>,
            event: &AnyEvent,
            _: &::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<
            ::mainstay::fsm::Machine<Order, OrderState>,
            ::mainstay::entity::Unexpected,
        > {
            let ::mainstay::fsm::Machine { mut data, state } = machine;
            let state = match (state, event) {
                (OrderState::Open(mut state), AnyEvent::ItemAdded(event)) => {
                    OrderFlow::open_item_added(&mut data, &mut state, event);
                    OrderState::Open(state)
                }
                (OrderState::Open(state), AnyEvent::PaymentTaken(event)) => {
                    OrderState::Paid(
                        OrderFlow::open_payment_taken(&mut data, state, event),
                    )
                }
                (OrderState::Open(state), AnyEvent::PaymentRefused(event)) => {
                    OrderState::Open(
                        OrderFlow::open_payment_refused(&mut data, state, event),
                    )
                }
                (OrderState::Paid(state), AnyEvent::Shipped(event)) => {
                    OrderFlow::paid_shipped(&mut data, state, event);
                    OrderState::Closed
                }
                (state, AnyEvent::Noted(event)) => {
                    OrderFlow::otherwise_noted(&mut data, event);
                    state
                }
                (state, _) => {
                    return ::core::result::Result::Err(::mainstay::entity::Unexpected {
                        state: ::mainstay::fsm::States::name(&state),
                    });
                }
            };
            ::core::result::Result::Ok(::mainstay::fsm::Machine {
                data,
                state,
            })
        }
        fn leads(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
            event: &AnyEvent,
        ) -> ::mainstay::fsm::Target {
            match (&machine.state, event) {
                (OrderState::Open { .. }, AnyEvent::PaymentTaken(_)) => {
                    ::mainstay::fsm::Target::To("Paid")
                }
                (OrderState::Open { .. }, AnyEvent::PaymentRefused(_)) => {
                    ::mainstay::fsm::Target::Reenter
                }
                (OrderState::Paid { .. }, AnyEvent::Shipped(_)) => {
                    ::mainstay::fsm::Target::To("Closed")
                }
                _ => ::mainstay::fsm::Target::Stay,
            }
        }
        fn state_name(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
        ) -> ::core::option::Option<&'static ::core::primitive::str> {
            ::core::option::Option::Some(::mainstay::fsm::States::name(&machine.state))
        }
        const TABLE: ::core::option::Option<::mainstay::fsm::Table> = ::core::option::Option::Some(
            <OrderState as ::mainstay::fsm::States>::TABLE,
        );
        fn describe(
            state: &::mainstay::fsm::Machine<Order, OrderState>,
        ) -> ::core::option::Option<::std::string::String> {
            use ::mainstay::__private::NotDescribed as _;
            ::mainstay::__private::Described::<
                ::mainstay::fsm::Machine<Order, OrderState>,
            >::describe(state)
        }
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = <Order as ::mainstay::fsm::FsmOf<
            OrderState,
        >>::SNAPSHOTS
            .shape(<Order as ::mainstay::entity::Persistent>::KIND);
        fn snapshot(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            <Order as ::mainstay::fsm::FsmOf<OrderState>>::SNAPSHOTS.take(machine)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<
            ::mainstay::fsm::Machine<Order, OrderState>,
            ::mainstay::entity::DecodeError,
        > {
            <Order as ::mainstay::fsm::FsmOf<OrderState>>::SNAPSHOTS
                .put_back(self, snapshot)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistDispatch for Order
    where
        for<'a> Order: Recovered<'a>,
        for<'a> Note: ::mainstay::__private::CommandOf<'a>,
        for<'a> Add: ::mainstay::__private::CommandOf<'a>,
        for<'a> Pay: ::mainstay::__private::CommandOf<'a>,
        for<'a> Ship: ::mainstay::__private::CommandOf<'a>,
        for<'a> Describe: ::mainstay::__private::QueryOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Work<Self> {
            match message {
                Inbox::Note(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Add(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Pay(command, port) => {
                    ::mainstay::entity::Work::Later(Later::Pay(command, port))
                }
                Inbox::Ship(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Describe(query, port) => {
                    ::mainstay::entity::Work::query(
                        query,
                        port,
                        |query| OrderFlow::describe(&machine.data, &machine.state, query),
                    )
                }
                Inbox::StateName(query, port) => {
                    ::mainstay::entity::Work::query(
                        query,
                        port,
                        |_| ::mainstay::fsm::States::name(&machine.state),
                    )
                }
                Inbox::Permitted(query, port) => {
                    ::mainstay::entity::Work::query(
                        query,
                        port,
                        |_| {
                            OrderState::TABLE
                                .permitted(::mainstay::fsm::States::name(&machine.state))
                        },
                    )
                }
                Inbox::Subscribe(_, port) => {
                    ::mainstay::entity::Work::subscribe(
                        port,
                        ::mainstay::fsm::States::name(&machine.state),
                        cx,
                    )
                }
            }
        }
        async fn dispatch_later(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Verdict<Self> {
            match message {
                Later::Pay(command, port) => {
                    ::mainstay::entity::Verdict::persist(machine, command, port, cx)
                        .await
                }
            }
        }
        fn end(
            machine: &::mainstay::fsm::Machine<Order, OrderState>,
        ) -> ::core::option::Option<&'static ::core::primitive::str> {
            match &machine.state {
                OrderState::Closed { .. } => ::core::option::Option::Some("Closed"),
                _ => ::core::option::Option::None,
            }
        }
        fn is_for_end(message: &Inbox) -> ::core::primitive::bool {
            !::core::matches!(message, Inbox::Add(..) | Inbox::Pay(..) | Inbox::Ship(..))
        }
        fn arrive(
            arrival: &::mainstay::delivery::Arrival<'_>,
        ) -> ::mainstay::delivery::Arrived<Inbox> {
            use ::mainstay::__private::NeverArrives as _;
            ::mainstay::__private::arrived(
                arrival,
                &[
                    ::mainstay::__private::Arriving::<Note>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<Add>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<Pay>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<Ship>::taken_by::<Self>,
                ],
            )
        }
        fn reject(message: Inbox, why: &::mainstay::entity::Rejection) {
            match message {
                Inbox::Note(_, port) => port.reject(why),
                Inbox::Add(_, port) => port.reject(why),
                Inbox::Pay(_, port) => port.reject(why),
                Inbox::Ship(_, port) => port.reject(why),
                Inbox::Describe(_, port) => port.reject(why),
                Inbox::StateName(_, port) => port.reject(why),
                Inbox::Permitted(_, port) => port.reject(why),
                Inbox::Subscribe(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Contracted for Order
    where
        for<'a> Order: Recovered<'a>,
        for<'a> Noted: ::mainstay::__private::EventOf<'a>,
        for<'a> ItemAdded: ::mainstay::__private::EventOf<'a>,
        for<'a> PaymentTaken: ::mainstay::__private::EventOf<'a>,
        for<'a> PaymentRefused: ::mainstay::__private::EventOf<'a>,
        for<'a> Shipped: ::mainstay::__private::EventOf<'a>,
    {
        const CONTRACT: ::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::mainstay::__private::NotPromised as _;
            ::mainstay::entity::Contract {
                kind: <Order as ::mainstay::entity::Persistent>::KIND,
                snapshot: <Order as ::mainstay::entity::Recover>::SNAPSHOT,
                snapshot_fields: <Order as ::mainstay::fsm::FsmOf<OrderState>>::SNAPSHOTS
                    .fields(),
                events: &[
                    ::mainstay::entity::Shape::event::<Noted>(),
                    ::mainstay::entity::Shape::event::<ItemAdded>(),
                    ::mainstay::entity::Shape::event::<PaymentTaken>(),
                    ::mainstay::entity::Shape::event::<PaymentRefused>(),
                    ::mainstay::entity::Shape::event::<Shipped>(),
                ],
                removed: &[],
                takes: &[
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Note",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Note>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Add",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Add>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Pay",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Pay>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Ship",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Ship>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Query,
                        name: "Describe",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Describe>::MESSAGE,
                    },
                ],
                table: ::core::option::Option::Some(OrderState::TABLE),
            }
        };
    }
};
