#[derive(Default)]
pub struct Ledger {
    balance: u64,
    closed: bool,
}
#[automatically_derived]
impl ::mainstay::actor::Declared for Ledger {}
const _: () = {
    #[derive(::mainstay::__private::serde::Serialize)]
    #[serde(
        crate = "::mainstay::__private::serde",
        bound = "for<'b> u64: ::mainstay::__private::KeptField<'b>, for<'b> bool: ::mainstay::__private::KeptField<'b>"
    )]
    struct Snapshot<'a> {
        balance: &'a u64,
        closed: &'a bool,
    }
    #[derive(::mainstay::__private::serde::Deserialize)]
    #[serde(
        crate = "::mainstay::__private::serde",
        bound = "for<'b> u64: ::mainstay::__private::KeptField<'b>, for<'b> bool: ::mainstay::__private::KeptField<'b>"
    )]
    pub struct Restored {
        balance: u64,
        closed: bool,
    }
    #[automatically_derived]
    impl ::mainstay::entity::SnapshotOf<Ledger> for Restored
    where
        for<'b> u64: ::mainstay::__private::KeptField<'b>,
        for<'b> bool: ::mainstay::__private::KeptField<'b>,
    {
        const FIELDS: &'static [::mainstay::entity::Field] = &[
            ::mainstay::entity::Field::new("balance", "u64", ""),
            ::mainstay::entity::Field::new("closed", "bool", ""),
        ];
        fn take(
            actor: &Ledger,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            ::mainstay::entity::encode_state(
                &Snapshot {
                    balance: &actor.balance,
                    closed: &actor.closed,
                },
            )
        }
        fn put_back(
            mut actor: Ledger,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Ledger, ::mainstay::entity::DecodeError> {
            let Restored { balance, closed } = ::mainstay::entity::decode_state(
                snapshot,
            )?;
            actor.balance = balance;
            actor.closed = closed;
            ::core::result::Result::Ok(actor)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Stored for Ledger {
        const KIND: &'static ::core::primitive::str = "ledger";
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = ::core::option::Option::Some(
            1_000,
        );
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = ::core::option::Option::Some(::mainstay::entity::SnapshotShape {
            name: Self::KIND,
            version: 1,
        });
        type Snapshot = Restored;
    }
};
const _: () = ::mainstay::__private::has_commands::<Ledger>();
#[automatically_derived]
impl ::mainstay::entity::Event for Deposited {
    const NAME: &'static ::core::primitive::str = "ledger.deposited";
    const VERSION: ::core::primitive::u32 = 1;
    const FIELDS: &'static [::mainstay::entity::Field] = &[
        ::mainstay::entity::Field::new("amount", "NonZeroU64", ""),
    ];
}
#[automatically_derived]
impl ::mainstay::entity::Event for Withdrawn {
    const NAME: &'static ::core::primitive::str = "ledger.withdrawn";
    const VERSION: ::core::primitive::u32 = 2;
    const FIELDS: &'static [::mainstay::entity::Field] = &[
        ::mainstay::entity::Field::new("amount", "NonZeroU64", ""),
        ::mainstay::entity::Field::new("memo", "String", ""),
    ];
    const EARLIER: &'static [::mainstay::entity::Earlier] = &[
        ::mainstay::entity::Earlier {
            version: 1,
            ty: "WithdrawnV1",
            split: false,
        },
    ];
    fn upcast(
        version: ::core::primitive::u32,
        payload: &::mainstay::entity::Payload<'_>,
    ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
        ::core::result::Result::Ok(
            match version {
                ..=1 => {
                    <Self as ::core::convert::From<
                        WithdrawnV1,
                    >>::from(payload.decode::<WithdrawnV1>()?)
                }
                _ => payload.decode()?,
            },
        )
    }
}
#[automatically_derived]
impl ::mainstay::entity::Event for Closed {
    const NAME: &'static ::core::primitive::str = "ledger.closed";
    const VERSION: ::core::primitive::u32 = 1;
}
impl Ledger {
    /// Takes `amount` in; returns the new balance.
    pub fn deposit(&self, amount: NonZeroU64) -> Decided<Self, Deposited, u64, Refusal> {
        self.may_receive(amount)?;
        Ok(persist(Deposited { amount }).reply_with(|after: &Self| after.balance))
    }
    pub fn withdraw(
        &self,
        amount: NonZeroU64,
        memo: String,
    ) -> Decided<Self, Withdrawn, u64, Refusal> {
        let Some(rest) = self.balance.checked_sub(amount.get()) else {
            return Err(Refusal::Insufficient(self.balance));
        };
        Ok(persist(Withdrawn { amount, memo }).reply(rest))
    }
    /// Pays out what is there and closes the account: both or neither is stored.
    pub fn close(&self) -> Persist<Self, LedgerEvent, u64> {
        match NonZeroU64::new(self.balance) {
            Some(amount) => {
                persist(Withdrawn {
                        amount,
                        memo: "the rest".into(),
                    })
                    .and(Closed)
                    .reply(amount.get())
            }
            None => persist(Closed).reply(0),
        }
    }
    pub fn balance(&self) -> u64 {
        self.balance
    }
    fn deposited(&mut self, event: &Deposited) {
        self.balance += event.amount.get();
    }
    fn withdrawn(&mut self, event: &Withdrawn) {
        self.balance -= event.amount.get();
    }
    fn closed(&mut self, _: &Closed) {
        self.closed = true;
    }
    fn may_receive(&self, amount: NonZeroU64) -> Result<(), Refusal> {
        if self.closed {
            return Err(Refusal::Closed);
        }
        self.balance.checked_add(amount.get()).map(drop).ok_or(Refusal::TooMuch)
    }
}
/// Handle to a running `Ledger`.
pub struct LedgerRef(::mainstay::actor::ActorRef<Ledger>);
/// Any event of a [`Ledger`]: what a command returns that may store one of several.
#[allow(private_interfaces)]
pub enum LedgerEvent {
    /// What [`Ledger`] changes with its `deposited`.
    Deposited(Deposited),
    /// What [`Ledger`] changes with its `withdrawn`.
    Withdrawn(Withdrawn),
    /// What [`Ledger`] changes with its `closed`.
    Closed(Closed),
}
const _: () = {
    #[automatically_derived]
    impl LedgerRef {
        /// Takes `amount` in; returns the new balance.
        pub fn deposit(
            &self,
            amount: NonZeroU64,
        ) -> ::mainstay::call::Call<
            '_,
            Ledger,
            impl ::mainstay::call::Request<Ledger, Reply = u64, Error = Refusal>,
        > {
            self.0.call(::mainstay::call::Typed(Deposit { amount }))
        }
        /// Calls `Ledger::withdraw`.
        pub fn withdraw(
            &self,
            amount: NonZeroU64,
            memo: String,
        ) -> ::mainstay::call::Call<
            '_,
            Ledger,
            impl ::mainstay::call::Request<Ledger, Reply = u64, Error = Refusal>,
        > {
            self.0.call(::mainstay::call::Typed(Withdraw { amount, memo }))
        }
        /// Pays out what is there and closes the account: both or neither is stored.
        pub fn close(
            &self,
        ) -> ::mainstay::call::Call<
            '_,
            Ledger,
            impl ::mainstay::call::Request<
                Ledger,
                Reply = u64,
                Error = ::core::convert::Infallible,
            >,
        > {
            self.0.call(::mainstay::call::Typed(Close {}))
        }
        /// Calls `Ledger::balance`.
        pub fn balance(
            &self,
        ) -> ::mainstay::call::Call<
            '_,
            Ledger,
            impl ::mainstay::call::Request<
                Ledger,
                Reply = u64,
                Error = ::core::convert::Infallible,
            >,
        > {
            self.0.call(::mainstay::call::Typed(Balance {}))
        }
    }
    #[automatically_derived]
    impl ::mainstay::actor::Handle<Ledger> for LedgerRef {
        fn from_ref(actor: ::mainstay::actor::ActorRef<Ledger>) -> Self {
            Self(actor)
        }
        fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Ledger> {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for LedgerRef {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for LedgerRef {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("LedgerRef").field(&self.0).finish()
        }
    }
    struct Deposit {
        amount: NonZeroU64,
    }
    #[automatically_derived]
    impl ::core::clone::Clone for Deposit {
        fn clone(&self) -> Self {
            Self {
                amount: ::mainstay::__private::argument(&self.amount),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Message for Deposit {
        type Reply = u64;
        type Error = Refusal;
        type Decision<P> = ::core::result::Result<P, Self::Error>;
        fn decided<P>(
            decision: Self::Decision<P>,
        ) -> ::core::result::Result<P, Self::Error> {
            decision
        }
    }
    struct Withdraw {
        amount: NonZeroU64,
        memo: String,
    }
    #[automatically_derived]
    impl ::core::clone::Clone for Withdraw {
        fn clone(&self) -> Self {
            Self {
                amount: ::mainstay::__private::argument(&self.amount),
                memo: ::mainstay::__private::argument(&self.memo),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Message for Withdraw {
        type Reply = u64;
        type Error = Refusal;
        type Decision<P> = ::core::result::Result<P, Self::Error>;
        fn decided<P>(
            decision: Self::Decision<P>,
        ) -> ::core::result::Result<P, Self::Error> {
            decision
        }
    }
    struct Close {}
    #[automatically_derived]
    impl ::core::clone::Clone for Close {
        fn clone(&self) -> Self {
            Self {}
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Message for Close {
        type Reply = u64;
        type Error = ::core::convert::Infallible;
        type Decision<P> = P;
        fn decided<P>(
            decision: Self::Decision<P>,
        ) -> ::core::result::Result<P, Self::Error> {
            ::core::result::Result::Ok(decision)
        }
    }
    struct Balance {}
    #[automatically_derived]
    impl ::core::clone::Clone for Balance {
        fn clone(&self) -> Self {
            Self {}
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Message for Balance {
        type Reply = u64;
        type Error = ::core::convert::Infallible;
        type Decision<P> = P;
        fn decided<P>(
            decision: Self::Decision<P>,
        ) -> ::core::result::Result<P, Self::Error> {
            ::core::result::Result::Ok(decision)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Deposit> for Ledger {
        fn accept(
            message: Deposit,
            port: ::mainstay::__private::PortOf<Deposit>,
        ) -> Inbox {
            Inbox::Deposit(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Withdraw> for Ledger {
        fn accept(
            message: Withdraw,
            port: ::mainstay::__private::PortOf<Withdraw>,
        ) -> Inbox {
            Inbox::Withdraw(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Close> for Ledger {
        fn accept(message: Close, port: ::mainstay::__private::PortOf<Close>) -> Inbox {
            Inbox::Close(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Balance> for Ledger {
        fn accept(
            message: Balance,
            port: ::mainstay::__private::PortOf<Balance>,
        ) -> Inbox {
            Inbox::Balance(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum Inbox {
        Deposit(Deposit, ::mainstay::__private::PortOf<Deposit>),
        Withdraw(Withdraw, ::mainstay::__private::PortOf<Withdraw>),
        Close(Close, ::mainstay::__private::PortOf<Close>),
        Balance(Balance, ::mainstay::__private::PortOf<Balance>),
    }
    #[allow(private_interfaces)]
    pub enum Later {}
    #[automatically_derived]
    impl ::core::convert::From<Later> for Inbox {
        fn from(message: Later) -> Self {
            match message {}
        }
    }
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Deposit>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Withdraw>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Close>::answer_asked
    };
    #[automatically_derived]
    impl ::core::convert::From<Deposited> for LedgerEvent {
        fn from(event: Deposited) -> Self {
            Self::Deposited(event)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Stores<Deposited> for LedgerEvent {
        fn store(event: Deposited) -> Self {
            Self::Deposited(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Withdrawn> for LedgerEvent {
        fn from(event: Withdrawn) -> Self {
            Self::Withdrawn(event)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Stores<Withdrawn> for LedgerEvent {
        fn store(event: Withdrawn) -> Self {
            Self::Withdrawn(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Closed> for LedgerEvent {
        fn from(event: Closed) -> Self {
            Self::Closed(event)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Stores<Closed> for LedgerEvent {
        fn store(event: Closed) -> Self {
            Self::Closed(event)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for LedgerEvent {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            let event = match self {
                Self::Deposited(_) => <Deposited as ::mainstay::entity::Event>::NAME,
                Self::Withdrawn(_) => <Withdrawn as ::mainstay::entity::Event>::NAME,
                Self::Closed(_) => <Closed as ::mainstay::entity::Event>::NAME,
            };
            f.debug_tuple("LedgerEvent").field(&::core::format_args!("{event}")).finish()
        }
    }
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(& [(< Deposited as ::mainstay::entity::Event
        > ::NAME, < Deposited as ::mainstay::entity::Event > ::ALIASES), (< Withdrawn as
        ::mainstay::entity::Event > ::NAME, < Withdrawn as ::mainstay::entity::Event >
        ::ALIASES)]),
        "a stored name of `Withdrawn` is that of another event of `Ledger`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(& [(< Deposited as ::mainstay::entity::Event
        > ::NAME, < Deposited as ::mainstay::entity::Event > ::ALIASES), (< Withdrawn as
        ::mainstay::entity::Event > ::NAME, < Withdrawn as ::mainstay::entity::Event >
        ::ALIASES), (< Closed as ::mainstay::entity::Event > ::NAME, < Closed as
        ::mainstay::entity::Event > ::ALIASES)]),
        "a stored name of `Closed` is that of another event of `Ledger`: give it a name of its own"
    );
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Deposit> for Ledger {
        fn persist(
            state: &Ledger,
            Deposit { amount }: Deposit,
            _: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Deposit> {
            ::mainstay::entity::Step::returned::<
                Deposited,
            >(<Ledger>::deposit(state, amount))
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Withdraw> for Ledger {
        fn persist(
            state: &Ledger,
            Withdraw { amount, memo }: Withdraw,
            _: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Withdraw> {
            ::mainstay::entity::Step::returned::<
                Withdrawn,
            >(<Ledger>::withdraw(state, amount, memo))
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Close> for Ledger {
        fn persist(
            state: &Ledger,
            Close {}: Close,
            _: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Close> {
            ::mainstay::entity::Step::returned::<LedgerEvent>(<Ledger>::close(state))
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Persistent for Ledger {
        const KIND: &'static ::core::primitive::str = <Ledger as ::mainstay::entity::Stored>::KIND;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <Ledger as ::mainstay::entity::Stored>::SNAPSHOT_EVERY;
        const PASSIVATE_AFTER: ::core::option::Option<
            ::mainstay::entity::PassivateAfter,
        > = <Ledger as ::mainstay::entity::Stored>::PASSIVATE_AFTER;
        type State = Self;
    }
    #[automatically_derived]
    impl ::mainstay::entity::Recover for Ledger {
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = <Ledger as ::mainstay::entity::Stored>::SNAPSHOT;
        type Event = LedgerEvent;
        fn start(self) -> Self {
            self
        }
        fn encode(
            event: &LedgerEvent,
        ) -> ::core::result::Result<
            ::mainstay::journal::NewEvent,
            ::mainstay::entity::UnitError,
        > {
            match event {
                LedgerEvent::Deposited(event) => ::mainstay::entity::encode(event),
                LedgerEvent::Withdrawn(event) => ::mainstay::entity::encode(event),
                LedgerEvent::Closed(event) => ::mainstay::entity::encode(event),
            }
        }
        fn decode(
            record: &::mainstay::journal::Record,
        ) -> ::core::result::Result<LedgerEvent, ::mainstay::entity::DecodeError> {
            if ::mainstay::entity::is_named::<Deposited>(&record.name) {
                return ::mainstay::entity::decode(record).map(LedgerEvent::Deposited);
            }
            if ::mainstay::entity::is_named::<Withdrawn>(&record.name) {
                return ::mainstay::entity::decode(record).map(LedgerEvent::Withdrawn);
            }
            if ::mainstay::entity::is_named::<Closed>(&record.name) {
                return ::mainstay::entity::decode(record).map(LedgerEvent::Closed);
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn is_removed(name: &::core::primitive::str) -> ::core::primitive::bool {
            <Ledger as ::mainstay::entity::Stored>::REMOVED.contains(&name)
        }
        fn apply(
            mut state: Self,
            event: &LedgerEvent,
            _: &::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<Self, ::mainstay::entity::Unexpected> {
            match event {
                LedgerEvent::Deposited(event) => <Ledger>::deposited(&mut state, event),
                LedgerEvent::Withdrawn(event) => <Ledger>::withdrawn(&mut state, event),
                LedgerEvent::Closed(event) => <Ledger>::closed(&mut state, event),
            }
            ::core::result::Result::Ok(state)
        }
        fn describe(state: &Ledger) -> ::core::option::Option<::std::string::String> {
            use ::mainstay::__private::NotDescribed as _;
            ::mainstay::__private::Described::<Ledger>::describe(state)
        }
        fn snapshot(
            state: &Self,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            <Ledger as ::mainstay::entity::Stored>::snapshot(state)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
            <Ledger as ::mainstay::entity::Stored>::restore(self, snapshot)
        }
    }
    #[automatically_derived]
    impl ::mainstay::__private::HasCommands for Ledger {}
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Ledger {}
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Ledger {
        type Handle = LedgerRef;
        type Message = Inbox;
        type Id = ::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match *message {
                Inbox::Deposit(..) => "deposit",
                Inbox::Withdraw(..) => "withdraw",
                Inbox::Close(..) => "close",
                Inbox::Balance(..) => "balance",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistDispatch for Ledger
    where
        for<'a> Self: ::mainstay::__private::DeclaredOf<'a>,
        for<'a> Deposit: ::mainstay::__private::CommandOf<'a>,
        for<'a> Withdraw: ::mainstay::__private::CommandOf<'a>,
        for<'a> Close: ::mainstay::__private::CommandOf<'a>,
        for<'a> Balance: ::mainstay::__private::QueryOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            state: &Self,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Work<Self> {
            match message {
                Inbox::Deposit(command, port) => {
                    ::mainstay::entity::Work::persist(state, command, port, cx)
                }
                Inbox::Withdraw(command, port) => {
                    ::mainstay::entity::Work::persist(state, command, port, cx)
                }
                Inbox::Close(command, port) => {
                    ::mainstay::entity::Work::persist(state, command, port, cx)
                }
                Inbox::Balance(query, port) => {
                    ::mainstay::entity::Work::query(
                        query,
                        port,
                        |Balance {}| <Ledger>::balance(state),
                    )
                }
            }
        }
        async fn dispatch_later(
            state: &Self,
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Verdict<Self> {
            match message {}
        }
        fn reject(message: Inbox, why: &::mainstay::entity::Rejection) {
            match message {
                Inbox::Deposit(_, port) => port.reject(why),
                Inbox::Withdraw(_, port) => port.reject(why),
                Inbox::Close(_, port) => port.reject(why),
                Inbox::Balance(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Contracted for Ledger
    where
        for<'a> Deposited: ::mainstay::__private::EventOf<'a>,
        for<'a> Withdrawn: ::mainstay::__private::EventOf<'a>,
        for<'a> Closed: ::mainstay::__private::EventOf<'a>,
    {
        const CONTRACT: ::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::mainstay::__private::NotPromised as _;
            ::mainstay::entity::Contract {
                kind: <Ledger as ::mainstay::entity::Stored>::KIND,
                snapshot: <Ledger as ::mainstay::entity::Stored>::SNAPSHOT,
                snapshot_fields: <Ledger as ::mainstay::entity::Stored>::SNAPSHOT_FIELDS,
                events: &[
                    ::mainstay::entity::Shape::event::<Deposited>(),
                    ::mainstay::entity::Shape::event::<Withdrawn>(),
                    ::mainstay::entity::Shape::event::<Closed>(),
                ],
                removed: <Ledger as ::mainstay::entity::Stored>::REMOVED,
                takes: &[
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "deposit",
                        arguments: &[
                            ::mainstay::entity::Field::new("amount", "NonZeroU64", ""),
                        ],
                        reply: "Result<u64, Refusal>",
                        stored: ::core::option::Option::None,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "withdraw",
                        arguments: &[
                            ::mainstay::entity::Field::new("amount", "NonZeroU64", ""),
                            ::mainstay::entity::Field::new("memo", "String", ""),
                        ],
                        reply: "Result<u64, Refusal>",
                        stored: ::core::option::Option::None,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "close",
                        arguments: &[],
                        reply: "u64",
                        stored: ::core::option::Option::None,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Query,
                        name: "balance",
                        arguments: &[],
                        reply: "u64",
                        stored: ::core::option::Option::None,
                    },
                ],
                table: ::core::option::Option::None,
            }
        };
    }
};
