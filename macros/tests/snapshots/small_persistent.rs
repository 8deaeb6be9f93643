struct Counter {
    connection: Connection,
}
#[automatically_derived]
impl ::mainstay::actor::Declared for Counter {}
const _: () = {
    #[derive(::mainstay::__private::serde::Serialize)]
    #[serde(crate = "::mainstay::__private::serde", bound = "")]
    struct Snapshot {}
    #[derive(::mainstay::__private::serde::Deserialize)]
    #[serde(crate = "::mainstay::__private::serde", bound = "")]
    pub struct Restored {}
    #[automatically_derived]
    impl ::mainstay::entity::SnapshotOf<Counter> for Restored {
        fn take(
            actor: &Counter,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            ::mainstay::entity::encode_state(&Snapshot {})
        }
        fn put_back(
            actor: Counter,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Counter, ::mainstay::entity::DecodeError> {
            let Restored {} = ::mainstay::entity::decode_state(snapshot)?;
            ::core::result::Result::Ok(actor)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Stored for Counter {
        const KIND: &'static ::core::primitive::str = "counter";
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = ::core::option::Option::Some(
            10,
        );
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = ::core::option::Option::Some(::mainstay::entity::SnapshotShape {
            name: Self::KIND,
            version: 1,
        });
        type Snapshot = Restored;
    }
};
const _: () = ::mainstay::__private::has_commands::<Counter>();
impl Counter {
    fn add(&self) -> Persist<Self, Added> {
        persist(Added)
    }
    fn added(&mut self, _: &Added) {}
}
/// Handle to a running `Counter`.
pub struct CounterRef(::mainstay::actor::ActorRef<Counter>);
const _: () = {
    #[automatically_derived]
    impl CounterRef {
        /// Calls `Counter::add`.
        fn add(
            &self,
        ) -> ::mainstay::call::Call<
            '_,
            Counter,
            impl ::mainstay::call::Request<
                Counter,
                Reply = (),
                Error = ::core::convert::Infallible,
            >,
        > {
            self.0.call(::mainstay::call::Typed(Add {}))
        }
    }
    #[automatically_derived]
    impl ::mainstay::actor::Handle<Counter> for CounterRef {
        fn from_ref(actor: ::mainstay::actor::ActorRef<Counter>) -> Self {
            Self(actor)
        }
        fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Counter> {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for CounterRef {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for CounterRef {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("CounterRef").field(&self.0).finish()
        }
    }
    struct Add {}
    #[automatically_derived]
    impl ::core::clone::Clone for Add {
        fn clone(&self) -> Self {
            Self {}
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Message for Add {
        type Reply = ();
        type Error = ::core::convert::Infallible;
        type Decision<P> = P;
        fn decided<P>(
            decision: Self::Decision<P>,
        ) -> ::core::result::Result<P, Self::Error> {
            ::core::result::Result::Ok(decision)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Add> for Counter {
        fn accept(message: Add, port: ::mainstay::__private::PortOf<Add>) -> Inbox {
            Inbox::Add(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum Inbox {
        Add(Add, ::mainstay::__private::PortOf<Add>),
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
        ::mainstay::__private::Kept::<Add>::answer_asked
    };
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Add> for Counter {
        fn persist(
            state: &Counter,
            Add {}: Add,
            _: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Add> {
            ::mainstay::entity::Step::returned::<Added>(<Counter>::add(state))
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Persistent for Counter {
        const KIND: &'static ::core::primitive::str = <Counter as ::mainstay::entity::Stored>::KIND;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <Counter as ::mainstay::entity::Stored>::SNAPSHOT_EVERY;
        const PASSIVATE_AFTER: ::core::option::Option<
            ::mainstay::entity::PassivateAfter,
        > = <Counter as ::mainstay::entity::Stored>::PASSIVATE_AFTER;
        type State = Self;
    }
    #[automatically_derived]
    impl ::mainstay::entity::Recover for Counter {
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = <Counter as ::mainstay::entity::Stored>::SNAPSHOT;
        type Event = Added;
        fn start(self) -> Self {
            self
        }
        fn encode(
            event: &Added,
        ) -> ::core::result::Result<
            ::mainstay::journal::NewEvent,
            ::mainstay::entity::UnitError,
        > {
            ::mainstay::entity::encode(event)
        }
        fn decode(
            record: &::mainstay::journal::Record,
        ) -> ::core::result::Result<Added, ::mainstay::entity::DecodeError> {
            if ::mainstay::entity::is_named::<Added>(&record.name) {
                return ::mainstay::entity::decode(record);
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn is_removed(name: &::core::primitive::str) -> ::core::primitive::bool {
            <Counter as ::mainstay::entity::Stored>::REMOVED.contains(&name)
        }
        fn apply(
            mut state: Self,
            event: &Added,
            _: &::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<Self, ::mainstay::entity::Unexpected> {
            <Counter>::added(&mut state, event);
            ::core::result::Result::Ok(state)
        }
        fn describe(state: &Counter) -> ::core::option::Option<::std::string::String> {
            use ::mainstay::__private::NotDescribed as _;
            ::mainstay::__private::Described::<Counter>::describe(state)
        }
        fn snapshot(
            state: &Self,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            <Counter as ::mainstay::entity::Stored>::snapshot(state)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
            <Counter as ::mainstay::entity::Stored>::restore(self, snapshot)
        }
    }
    #[automatically_derived]
    impl ::mainstay::__private::HasCommands for Counter {}
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Counter {}
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Counter {
        type Handle = CounterRef;
        type Message = Inbox;
        type Id = ::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match *message {
                Inbox::Add(..) => "add",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistDispatch for Counter
    where
        for<'a> Self: ::mainstay::__private::DeclaredOf<'a>,
        for<'a> Add: ::mainstay::__private::CommandOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            state: &Self,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Work<Self> {
            match message {
                Inbox::Add(command, port) => {
                    ::mainstay::entity::Work::persist(state, command, port, cx)
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
                Inbox::Add(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Contracted for Counter
    where
        for<'a> Added: ::mainstay::__private::EventOf<'a>,
    {
        const CONTRACT: ::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::mainstay::__private::NotPromised as _;
            ::mainstay::entity::Contract {
                kind: <Counter as ::mainstay::entity::Stored>::KIND,
                snapshot: <Counter as ::mainstay::entity::Stored>::SNAPSHOT,
                snapshot_fields: <Counter as ::mainstay::entity::Stored>::SNAPSHOT_FIELDS,
                events: &[::mainstay::entity::Shape::event::<Added>()],
                removed: <Counter as ::mainstay::entity::Stored>::REMOVED,
                takes: &[
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "add",
                        arguments: &[],
                        reply: "()",
                        stored: ::core::option::Option::None,
                    },
                ],
                table: ::core::option::Option::None,
            }
        };
    }
};
struct Clock;
#[automatically_derived]
impl ::mainstay::actor::Declared for Clock {}
#[automatically_derived]
impl ::mainstay::entity::Stored for Clock {
    const KIND: &'static ::core::primitive::str = "clock";
    type Snapshot = ();
}
const _: () = ::mainstay::__private::has_commands::<Clock>();
impl Clock {
    fn time(&self) -> u64 {
        0
    }
}
/// Handle to a running `Clock`.
pub struct ClockRef(::mainstay::actor::ActorRef<Clock>);
const _: () = {
    #[automatically_derived]
    impl ClockRef {
        /// Calls `Clock::time`.
        fn time(
            &self,
        ) -> ::mainstay::call::Call<
            '_,
            Clock,
            impl ::mainstay::call::Request<
                Clock,
                Reply = u64,
                Error = ::core::convert::Infallible,
            >,
        > {
            self.0.call(::mainstay::call::Typed(Time {}))
        }
    }
    #[automatically_derived]
    impl ::mainstay::actor::Handle<Clock> for ClockRef {
        fn from_ref(actor: ::mainstay::actor::ActorRef<Clock>) -> Self {
            Self(actor)
        }
        fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Clock> {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for ClockRef {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for ClockRef {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("ClockRef").field(&self.0).finish()
        }
    }
    struct Time {}
    #[automatically_derived]
    impl ::core::clone::Clone for Time {
        fn clone(&self) -> Self {
            Self {}
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Message for Time {
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
    impl ::mainstay::call::Accepts<Time> for Clock {
        fn accept(message: Time, port: ::mainstay::__private::PortOf<Time>) -> Inbox {
            Inbox::Time(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum Inbox {
        Time(Time, ::mainstay::__private::PortOf<Time>),
    }
    #[allow(private_interfaces)]
    pub enum Later {}
    #[automatically_derived]
    impl ::core::convert::From<Later> for Inbox {
        fn from(message: Later) -> Self {
            match message {}
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Persistent for Clock {
        const KIND: &'static ::core::primitive::str = <Clock as ::mainstay::entity::Stored>::KIND;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <Clock as ::mainstay::entity::Stored>::SNAPSHOT_EVERY;
        const PASSIVATE_AFTER: ::core::option::Option<
            ::mainstay::entity::PassivateAfter,
        > = <Clock as ::mainstay::entity::Stored>::PASSIVATE_AFTER;
        type State = Self;
    }
    #[automatically_derived]
    impl ::mainstay::entity::Recover for Clock {
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = <Clock as ::mainstay::entity::Stored>::SNAPSHOT;
        type Event = ::core::convert::Infallible;
        fn start(self) -> Self {
            self
        }
        fn encode(
            event: &::core::convert::Infallible,
        ) -> ::core::result::Result<
            ::mainstay::journal::NewEvent,
            ::mainstay::entity::UnitError,
        > {
            match *event {}
        }
        fn decode(
            record: &::mainstay::journal::Record,
        ) -> ::core::result::Result<
            ::core::convert::Infallible,
            ::mainstay::entity::DecodeError,
        > {
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn is_removed(name: &::core::primitive::str) -> ::core::primitive::bool {
            <Clock as ::mainstay::entity::Stored>::REMOVED.contains(&name)
        }
        fn apply(
            _: Self,
            event: &::core::convert::Infallible,
            _: &::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<Self, ::mainstay::entity::Unexpected> {
            match *event {}
        }
        fn describe(state: &Clock) -> ::core::option::Option<::std::string::String> {
            use ::mainstay::__private::NotDescribed as _;
            ::mainstay::__private::Described::<Clock>::describe(state)
        }
        fn snapshot(
            state: &Self,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            <Clock as ::mainstay::entity::Stored>::snapshot(state)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
            <Clock as ::mainstay::entity::Stored>::restore(self, snapshot)
        }
    }
    #[automatically_derived]
    impl ::mainstay::__private::HasCommands for Clock {}
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Clock {}
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Clock {
        type Handle = ClockRef;
        type Message = Inbox;
        type Id = ::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match *message {
                Inbox::Time(..) => "time",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistDispatch for Clock
    where
        for<'a> Self: ::mainstay::__private::DeclaredOf<'a>,
        for<'a> Time: ::mainstay::__private::QueryOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            state: &Self,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Work<Self> {
            match message {
                Inbox::Time(query, port) => {
                    ::mainstay::entity::Work::query(
                        query,
                        port,
                        |Time {}| <Clock>::time(state),
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
                Inbox::Time(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Contracted for Clock {
        const CONTRACT: ::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::mainstay::__private::NotPromised as _;
            ::mainstay::entity::Contract {
                kind: <Clock as ::mainstay::entity::Stored>::KIND,
                snapshot: <Clock as ::mainstay::entity::Stored>::SNAPSHOT,
                snapshot_fields: <Clock as ::mainstay::entity::Stored>::SNAPSHOT_FIELDS,
                events: &[],
                removed: <Clock as ::mainstay::entity::Stored>::REMOVED,
                takes: &[
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Query,
                        name: "time",
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
