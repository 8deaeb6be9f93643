struct Cache(
    #[serde(default)]
    pub(crate) Vec<Snapshot>,
    Arc<Restored>,
    #[cfg(feature = "hits")]
    u64,
);
#[automatically_derived]
impl ::other::mainstay::actor::Declared for Cache {
    const MAILBOX: ::core::option::Option<::other::mainstay::mailbox::Capacity> = ::core::option::Option::Some(
        ::other::mainstay::mailbox::Capacity::bounded(8),
    );
}
const _: () = {
    #[derive(::other::mainstay::__private::serde::Serialize)]
    #[serde(crate = "::other::mainstay::__private::serde", bound = "")]
    struct Snapshot_<'a> {
        #[serde(default)]
        field_0: &'a Vec<Snapshot>,
        #[cfg(feature = "hits")]
        field_2: &'a u64,
    }
    #[derive(::other::mainstay::__private::serde::Deserialize)]
    #[serde(crate = "::other::mainstay::__private::serde", bound = "")]
    pub struct Restored {
        #[serde(default)]
        field_0: Vec<Snapshot>,
        #[cfg(feature = "hits")]
        field_2: u64,
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::SnapshotOf<Cache> for Restored {
        const FIELDS: &'static [::other::mainstay::entity::Field] = &[
            ::other::mainstay::entity::Field::new("field_0", "Vec<Snapshot>", "default"),
            #[cfg(feature = "hits")]
            ::other::mainstay::entity::Field::new("field_2", "u64", ""),
        ];
        fn take(
            actor: &Cache,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::other::mainstay::entity::UnitError,
        > {
            ::other::mainstay::entity::encode_state(
                &Snapshot_ {
                    field_0: &actor.0,
                    #[cfg(feature = "hits")]
                    field_2: &actor.2,
                },
            )
        }
        fn put_back(
            mut actor: Cache,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Cache, ::other::mainstay::entity::DecodeError> {
            let Restored { field_0, #[cfg(feature = "hits")] field_2 } = ::other::mainstay::entity::decode_state(
                snapshot,
            )?;
            actor.0 = field_0;
            #[cfg(feature = "hits")]
            {
                actor.2 = field_2;
            }
            ::core::result::Result::Ok(actor)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::Stored for Cache {
        const KIND: &'static ::core::primitive::str = "cache";
        const REMOVED: &'static [&'static ::core::primitive::str] = &["cache.old"];
        const SNAPSHOT: ::core::option::Option<
            ::other::mainstay::entity::SnapshotShape,
        > = ::core::option::Option::Some(::other::mainstay::entity::SnapshotShape {
            name: Self::KIND,
            version: 3,
        });
        const PASSIVATE_AFTER: ::core::option::Option<
            ::other::mainstay::entity::PassivateAfter,
        > = ::core::option::Option::Some(
            ::other::mainstay::entity::PassivateAfter::Never,
        );
        type Snapshot = Restored;
    }
};
const _: () = ::other::mainstay::__private::has_commands::<Cache>();
impl m::Cache {
    #[cfg(feature = "write")]
    #[deprecated = "use `set`"]
    pub(crate) fn r#move(
        &self,
        mut from: u64,
        _: u64,
        state: Inbox,
    ) -> io::Outcome<Self> {
        nothing()
    }
    async fn fetch(
        &self,
        cx: &mut Context<Self>,
    ) -> Decided<Self, CacheEvent, Option<Self>, Refused> {
        nothing()
    }
    fn set(&self, Set(at): Set) -> Decide<Self, Set, a::Changed> {
        persist(Changed(at))
    }
    fn find(&self, key: u64) -> io::Result<u64> {
        Ok(key)
    }
    fn count(&self, _: Count) -> u64 {
        0
    }
    #[cfg(feature = "write")]
    fn moved(&mut self, event: &b::Changed, meta: &EventMeta) {}
    fn changed(&mut self, meta: &EventMeta, Changed(at): &a::Changed) {}
    fn warm_up(&self, cx: &mut Context<Self>) {}
    fn report(why: &RecoveryError) {}
}
/// Handle to a running `Cache`.
pub struct CacheRef(
    ::other::mainstay::actor::ActorRef<m::Cache>,
)
where
    for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>;
/// Any event of a [`Cache`]: what a command returns that may store one of several.
#[allow(private_interfaces)]
pub enum CacheEvent {
    #[cfg(feature = "write")]
    /// What [`Cache`] changes with its `moved`.
    Changed(b::Changed),
    /// What [`Cache`] changes with its `changed`.
    Changed_(a::Changed),
}
const _: () = {
    #[automatically_derived]
    impl CacheRef
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        /// Calls `Cache::r#move`.
        #[cfg(feature = "write")]
        #[deprecated = "use `set`"]
        pub(crate) fn r#move(
            &self,
            from: u64,
            arg2: u64,
            state: Inbox,
        ) -> ::other::mainstay::call::Call<
            '_,
            m::Cache,
            impl ::other::mainstay::call::Request<
                m::Cache,
                Reply = <io::Outcome<
                    m::Cache,
                > as ::other::mainstay::entity::Decision>::Reply,
                Error = <io::Outcome<
                    m::Cache,
                > as ::other::mainstay::entity::Decision>::Refusal,
            >,
        > {
            self.0.call(::other::mainstay::call::Typed(Move { from, arg2, state }))
        }
        /// Calls `Cache::fetch`.
        fn fetch(
            &self,
        ) -> ::other::mainstay::call::Call<
            '_,
            m::Cache,
            impl ::other::mainstay::call::Request<
                m::Cache,
                Reply = Option<m::Cache>,
                Error = Refused,
            >,
        > {
            self.0.call(::other::mainstay::call::Typed(Fetch {}))
        }
        /// Calls `Cache::set`.
        fn set(
            &self,
            message: Set,
        ) -> ::other::mainstay::call::Call<
            '_,
            m::Cache,
            ::other::mainstay::call::Typed<Set>,
        > {
            ::other::mainstay::__private::typed(&self.0, message)
        }
        /// Calls `Cache::find`.
        fn find(
            &self,
            key: u64,
        ) -> ::other::mainstay::call::Call<
            '_,
            m::Cache,
            impl ::other::mainstay::call::Request<
                m::Cache,
                Reply = <io::Result<
                    u64,
                > as ::other::mainstay::__private::ResultLike>::Ok,
                Error = <io::Result<
                    u64,
                > as ::other::mainstay::__private::ResultLike>::Err,
            >,
        > {
            self.0.call(::other::mainstay::call::Typed(Find { key }))
        }
        /// Calls `Cache::count`.
        fn count(
            &self,
            message: Count,
        ) -> ::other::mainstay::call::Call<
            '_,
            m::Cache,
            ::other::mainstay::call::Typed<Count>,
        > {
            ::other::mainstay::__private::typed(&self.0, message)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::actor::Handle<m::Cache> for CacheRef
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Set: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> Count: ::other::mainstay::__private::MessageOf<'a>,
    {
        fn from_ref(actor: ::other::mainstay::actor::ActorRef<m::Cache>) -> Self {
            Self(actor)
        }
        fn actor_ref(&self) -> &::other::mainstay::actor::ActorRef<m::Cache> {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for CacheRef
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Set: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> Count: ::other::mainstay::__private::MessageOf<'a>,
    {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for CacheRef
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("CacheRef").field(&self.0).finish()
        }
    }
    #[cfg(feature = "write")]
    struct Move {
        from: u64,
        arg2: u64,
        state: Inbox,
    }
    #[cfg(feature = "write")]
    #[automatically_derived]
    impl ::core::clone::Clone for Move {
        fn clone(&self) -> Self {
            Self {
                from: ::other::mainstay::__private::argument(&self.from),
                arg2: ::other::mainstay::__private::argument(&self.arg2),
                state: ::other::mainstay::__private::argument(&self.state),
            }
        }
    }
    #[cfg(feature = "write")]
    #[automatically_derived]
    impl ::other::mainstay::call::Message for Move
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        type Reply = <io::Outcome<
            m::Cache,
        > as ::other::mainstay::entity::Decision>::Reply;
        type Error = <io::Outcome<
            m::Cache,
        > as ::other::mainstay::entity::Decision>::Refusal;
        type Decision<P> = <io::Outcome<
            m::Cache,
        > as ::other::mainstay::entity::Decision>::Answer<P>;
        fn decided<P>(
            decision: Self::Decision<P>,
        ) -> ::core::result::Result<P, Self::Error> {
            <io::Outcome<
                m::Cache,
            > as ::other::mainstay::entity::Decision>::answer(decision)
        }
    }
    struct Fetch {}
    #[automatically_derived]
    impl ::core::clone::Clone for Fetch {
        fn clone(&self) -> Self {
            Self {}
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Message for Fetch
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        type Reply = Option<m::Cache>;
        type Error = Refused;
        type Decision<P> = ::core::result::Result<P, Self::Error>;
        fn decided<P>(
            decision: Self::Decision<P>,
        ) -> ::core::result::Result<P, Self::Error> {
            decision
        }
    }
    struct Find {
        key: u64,
    }
    #[automatically_derived]
    impl ::core::clone::Clone for Find {
        fn clone(&self) -> Self {
            Self {
                key: ::other::mainstay::__private::query_argument(&self.key),
            }
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Message for Find
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        type Reply = <io::Result<u64> as ::other::mainstay::__private::ResultLike>::Ok;
        type Error = <io::Result<u64> as ::other::mainstay::__private::ResultLike>::Err;
        type Decision<P> = ::core::result::Result<P, Self::Error>;
        fn decided<P>(
            decision: Self::Decision<P>,
        ) -> ::core::result::Result<P, Self::Error> {
            decision
        }
    }
    #[cfg(feature = "write")]
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<Move> for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        fn accept(
            message: Move,
            port: ::other::mainstay::__private::PortOf<Move>,
        ) -> Inbox_ {
            Inbox_::Move(message, port)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<Fetch> for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        fn accept(
            message: Fetch,
            port: ::other::mainstay::__private::PortOf<Fetch>,
        ) -> Inbox_ {
            Inbox_::Fetch(message, port)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<Set> for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Set: ::other::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: Set,
            port: ::other::mainstay::__private::PortOf<Set>,
        ) -> Inbox_ {
            Inbox_::Set(message, port)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<Find> for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        fn accept(
            message: Find,
            port: ::other::mainstay::__private::PortOf<Find>,
        ) -> Inbox_ {
            Inbox_::Find(message, port)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<Count> for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Count: ::other::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: Count,
            port: ::other::mainstay::__private::PortOf<Count>,
        ) -> Inbox_ {
            Inbox_::Count(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum Inbox_
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        #[cfg(feature = "write")]
        Move(Move, ::other::mainstay::__private::PortOf<Move>),
        Fetch(Fetch, ::other::mainstay::__private::PortOf<Fetch>),
        Set(Set, ::other::mainstay::__private::PortOf<Set>),
        Find(Find, ::other::mainstay::__private::PortOf<Find>),
        Count(Count, ::other::mainstay::__private::PortOf<Count>),
    }
    #[allow(private_interfaces)]
    pub enum Later
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        Fetch(Fetch, ::other::mainstay::__private::PortOf<Fetch>),
    }
    #[automatically_derived]
    impl ::core::convert::From<Later> for Inbox_
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Set: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> Count: ::other::mainstay::__private::MessageOf<'a>,
    {
        fn from(message: Later) -> Self {
            match message {
                Later::Fetch(command, port) => Self::Fetch(command, port),
            }
        }
    }
    const _: fn() = {
        use ::other::mainstay::__private::NotAsked as _;
        ::other::mainstay::__private::Kept::<Fetch>::answer_asked
    };
    const _: fn() = {
        use ::other::mainstay::__private::NotAsked as _;
        ::other::mainstay::__private::Kept::<Set>::asked
    };
    #[cfg(feature = "write")]
    #[automatically_derived]
    impl ::core::convert::From<b::Changed> for CacheEvent {
        fn from(event: b::Changed) -> Self {
            Self::Changed(event)
        }
    }
    #[cfg(feature = "write")]
    #[automatically_derived]
    impl ::other::mainstay::entity::Stores<b::Changed> for CacheEvent {
        fn store(event: b::Changed) -> Self {
            Self::Changed(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<a::Changed> for CacheEvent {
        fn from(event: a::Changed) -> Self {
            Self::Changed_(event)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::Stores<a::Changed> for CacheEvent {
        fn store(event: a::Changed) -> Self {
            Self::Changed_(event)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for CacheEvent {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            let event = match self {
                #[cfg(feature = "write")]
                Self::Changed(_) => {
                    <b::Changed as ::other::mainstay::entity::Event>::NAME
                }
                Self::Changed_(_) => {
                    <a::Changed as ::other::mainstay::entity::Event>::NAME
                }
            };
            f.debug_tuple("CacheEvent").field(&::core::format_args!("{event}")).finish()
        }
    }
    const _: () = ::core::assert!(
        ::other::mainstay::__private::is_new_event(& [#[cfg(feature = "write")] (<
        b::Changed as ::other::mainstay::entity::Event > ::NAME, < b::Changed as
        ::other::mainstay::entity::Event > ::ALIASES), (< a::Changed as
        ::other::mainstay::entity::Event > ::NAME, < a::Changed as
        ::other::mainstay::entity::Event > ::ALIASES)]),
        "a stored name of `a::Changed` is that of another event of `Cache`: give it a name of its own"
    );
    #[cfg(feature = "write")]
    #[automatically_derived]
    impl ::other::mainstay::entity::PersistHandler<Move> for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Set: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> Count: ::other::mainstay::__private::MessageOf<'a>,
    {
        #[allow(deprecated)]
        fn persist(
            state: &m::Cache,
            Move { from, arg2, state }: Move,
            _: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::other::mainstay::entity::Step<Self, Move> {
            ::other::mainstay::entity::Step::returned::<
                <io::Outcome<m::Cache> as ::other::mainstay::entity::Decision>::Event,
            >(<m::Cache>::r#move(state, from, arg2, state))
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::PersistHandlerAsync<Fetch> for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Set: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> Count: ::other::mainstay::__private::MessageOf<'a>,
    {
        async fn persist(
            state: &m::Cache,
            Fetch {}: Fetch,
            cx: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::other::mainstay::entity::Step<Self, Fetch> {
            ::other::mainstay::entity::Step::returned::<
                CacheEvent,
            >(
                ::other::mainstay::__private::sendable::<_>(<m::Cache>::fetch(state, cx))
                    .await,
            )
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::PersistHandler<Set> for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Set: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> Count: ::other::mainstay::__private::MessageOf<'a>,
    {
        fn persist(
            state: &m::Cache,
            message: Set,
            _: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::other::mainstay::entity::Step<Self, Set> {
            ::other::mainstay::entity::Step::returned::<
                a::Changed,
            >(<m::Cache>::set(state, message))
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::Persistent for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        const KIND: &'static ::core::primitive::str = <m::Cache as ::other::mainstay::entity::Stored>::KIND;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <m::Cache as ::other::mainstay::entity::Stored>::SNAPSHOT_EVERY;
        const PASSIVATE_AFTER: ::core::option::Option<
            ::other::mainstay::entity::PassivateAfter,
        > = <m::Cache as ::other::mainstay::entity::Stored>::PASSIVATE_AFTER;
        type State = Self;
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::Recover for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        const SNAPSHOT: ::core::option::Option<
            ::other::mainstay::entity::SnapshotShape,
        > = <m::Cache as ::other::mainstay::entity::Stored>::SNAPSHOT;
        type Event = CacheEvent;
        fn start(self) -> Self {
            self
        }
        fn encode(
            event: &CacheEvent,
        ) -> ::core::result::Result<
            ::other::mainstay::journal::NewEvent,
            ::other::mainstay::entity::UnitError,
        > {
            match event {
                #[cfg(feature = "write")]
                CacheEvent::Changed(event) => ::other::mainstay::entity::encode(event),
                CacheEvent::Changed_(event) => ::other::mainstay::entity::encode(event),
            }
        }
        fn decode(
            record: &::other::mainstay::journal::Record,
        ) -> ::core::result::Result<CacheEvent, ::other::mainstay::entity::DecodeError> {
            #[cfg(feature = "write")]
            if ::other::mainstay::entity::is_named::<b::Changed>(&record.name) {
                return ::other::mainstay::entity::decode(record)
                    .map(CacheEvent::Changed);
            }
            if ::other::mainstay::entity::is_named::<a::Changed>(&record.name) {
                return ::other::mainstay::entity::decode(record)
                    .map(CacheEvent::Changed_);
            }
            ::core::result::Result::Err(::other::mainstay::entity::DecodeError::Unknown)
        }
        fn is_removed(name: &::core::primitive::str) -> ::core::primitive::bool {
            <m::Cache as ::other::mainstay::entity::Stored>::REMOVED.contains(&name)
        }
        fn apply(
            mut state: Self,
            event: &CacheEvent,
            meta: &::other::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<Self, ::other::mainstay::entity::Unexpected> {
            match event {
                #[cfg(feature = "write")]
                CacheEvent::Changed(event) => <m::Cache>::moved(&mut state, event, meta),
                CacheEvent::Changed_(event) => {
                    <m::Cache>::changed(&mut state, meta, event)
                }
            }
            ::core::result::Result::Ok(state)
        }
        fn describe(state: &m::Cache) -> ::core::option::Option<::std::string::String> {
            use ::other::mainstay::__private::NotDescribed as _;
            ::other::mainstay::__private::Described::<m::Cache>::describe(state)
        }
        fn snapshot(
            state: &Self,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::other::mainstay::entity::UnitError,
        > {
            <m::Cache as ::other::mainstay::entity::Stored>::snapshot(state)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Self, ::other::mainstay::entity::DecodeError> {
            <m::Cache as ::other::mainstay::entity::Stored>::restore(self, snapshot)
        }
        fn recovered(state: &Self, cx: &mut ::other::mainstay::actor::Context<Self>) {
            <m::Cache>::warm_up(state, cx);
        }
        fn recovery_failed(
            _: &::other::mainstay::entity::EntityId<Self>,
            why: &::other::mainstay::entity::RecoveryError,
        ) {
            <m::Cache>::report(why);
        }
    }
    const _: () = ::other::mainstay::__private::is_result::<io::Result<u64>>();
    #[automatically_derived]
    impl ::other::mainstay::__private::HasCommands for m::Cache {}
    #[automatically_derived]
    impl ::other::mainstay::__private::HasHandlers for m::Cache {}
    #[automatically_derived]
    impl ::other::mainstay::actor::Actor for m::Cache
    where
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        type Handle = CacheRef;
        type Message = Inbox_;
        type Id = ::other::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox_) -> &'static ::core::primitive::str {
            match *message {
                #[cfg(feature = "write")]
                Inbox_::Move(..) => "move",
                Inbox_::Fetch(..) => "fetch",
                Inbox_::Set(..) => "set",
                Inbox_::Find(..) => "find",
                Inbox_::Count(..) => "count",
            }
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::PersistDispatch for m::Cache
    where
        for<'a> Self: ::other::mainstay::__private::DeclaredOf<'a>,
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
        for<'a> Set: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> Count: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> Fetch: ::other::mainstay::__private::CommandOf<'a>,
        for<'a> Set: ::other::mainstay::__private::CommandOf<'a>,
        for<'a> Find: ::other::mainstay::__private::QueryOf<'a>,
        for<'a> Count: ::other::mainstay::__private::QueryOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            state: &Self,
            message: Inbox_,
            cx: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::other::mainstay::entity::Work<Self> {
            match message {
                #[cfg(feature = "write")]
                Inbox_::Move(command, port) => {
                    ::other::mainstay::entity::Work::persist(state, command, port, cx)
                }
                Inbox_::Fetch(command, port) => {
                    ::other::mainstay::entity::Work::Later(Later::Fetch(command, port))
                }
                Inbox_::Set(command, port) => {
                    ::other::mainstay::entity::Work::persist(state, command, port, cx)
                }
                Inbox_::Find(query, port) => {
                    ::other::mainstay::entity::Work::query(
                        query,
                        port,
                        |Find { key }| ::other::mainstay::__private::ResultLike::into_result(
                            <m::Cache>::find(state, key),
                        ),
                    )
                }
                Inbox_::Count(query, port) => {
                    ::other::mainstay::entity::Work::query(
                        query,
                        port,
                        |message| <m::Cache>::count(state, message),
                    )
                }
            }
        }
        async fn dispatch_later(
            state: &Self,
            message: Later,
            cx: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::other::mainstay::entity::Verdict<Self> {
            match message {
                Later::Fetch(command, port) => {
                    ::other::mainstay::entity::Verdict::persist(state, command, port, cx)
                        .await
                }
            }
        }
        fn arrive(
            arrival: &::other::mainstay::delivery::Arrival<'_>,
        ) -> ::other::mainstay::delivery::Arrived<Inbox_> {
            use ::other::mainstay::__private::NeverArrives as _;
            ::other::mainstay::__private::arrived(
                arrival,
                &[::other::mainstay::__private::Arriving::<Set>::taken_by::<Self>],
            )
        }
        fn reject(message: Inbox_, why: &::other::mainstay::entity::Rejection) {
            match message {
                #[cfg(feature = "write")]
                Inbox_::Move(_, port) => port.reject(why),
                Inbox_::Fetch(_, port) => port.reject(why),
                Inbox_::Set(_, port) => port.reject(why),
                Inbox_::Find(_, port) => port.reject(why),
                Inbox_::Count(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::Contracted for m::Cache
    where
        for<'a> a::Changed: ::other::mainstay::__private::EventOf<'a>,
        for<'a> io::Result<u64>: ::other::mainstay::__private::ResultOf<'a>,
    {
        const CONTRACT: ::other::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::other::mainstay::__private::NotPromised as _;
            ::other::mainstay::entity::Contract {
                kind: <m::Cache as ::other::mainstay::entity::Stored>::KIND,
                snapshot: <m::Cache as ::other::mainstay::entity::Stored>::SNAPSHOT,
                snapshot_fields: <m::Cache as ::other::mainstay::entity::Stored>::SNAPSHOT_FIELDS,
                events: &[
                    #[cfg(feature = "write")]
                    ::other::mainstay::entity::Shape::event::<b::Changed>(),
                    ::other::mainstay::entity::Shape::event::<a::Changed>(),
                ],
                removed: <m::Cache as ::other::mainstay::entity::Stored>::REMOVED,
                takes: &[
                    #[cfg(feature = "write")]
                    ::other::mainstay::entity::Taken {
                        kind: ::other::mainstay::entity::TakenKind::Command,
                        name: "move",
                        arguments: &[
                            ::other::mainstay::entity::Field::new("from", "u64", ""),
                            ::other::mainstay::entity::Field::new("arg2", "u64", ""),
                            ::other::mainstay::entity::Field::new("state", "Inbox", ""),
                        ],
                        reply: "io::Outcome<m::Cache>",
                        stored: ::core::option::Option::None,
                    },
                    ::other::mainstay::entity::Taken {
                        kind: ::other::mainstay::entity::TakenKind::Command,
                        name: "fetch",
                        arguments: &[],
                        reply: "Result<Option<m::Cache>, Refused>",
                        stored: ::core::option::Option::None,
                    },
                    ::other::mainstay::entity::Taken {
                        kind: ::other::mainstay::entity::TakenKind::Command,
                        name: "set",
                        arguments: &[
                            ::other::mainstay::entity::Field::new("", "Set", ""),
                        ],
                        reply: "()",
                        stored: ::other::mainstay::__private::Promised::<Set>::MESSAGE,
                    },
                    ::other::mainstay::entity::Taken {
                        kind: ::other::mainstay::entity::TakenKind::Query,
                        name: "find",
                        arguments: &[
                            ::other::mainstay::entity::Field::new("key", "u64", ""),
                        ],
                        reply: "io::Result<u64>",
                        stored: ::core::option::Option::None,
                    },
                    ::other::mainstay::entity::Taken {
                        kind: ::other::mainstay::entity::TakenKind::Query,
                        name: "count",
                        arguments: &[
                            ::other::mainstay::entity::Field::new("", "Count", ""),
                        ],
                        reply: "u64",
                        stored: ::other::mainstay::__private::Promised::<Count>::MESSAGE,
                    },
                ],
                table: ::core::option::Option::None,
            }
        };
    }
};
