#[automatically_derived]
impl ::mainstay::call::Message for Beat {
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
impl ::mainstay::timer::Timer for Beat {
    const NAME: &'static ::core::primitive::str = "beat";
}
#[automatically_derived]
impl ::mainstay::call::Message for Nag {
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
impl ::mainstay::timer::Timer for Nag {
    const NAME: &'static ::core::primitive::str = "nag";
    const VERSION: ::core::primitive::u32 = 2;
    const ALIASES: &'static [&'static ::core::primitive::str] = &["remind"];
    const FIELDS: &'static [::mainstay::entity::Field] = &[
        ::mainstay::entity::Field::new("who", "String", ""),
        ::mainstay::entity::Field::new("text", "String", ""),
    ];
    fn key(
        &self,
    ) -> ::core::result::Result<
        ::std::vec::Vec<::core::primitive::u8>,
        ::mainstay::timer::TimerError,
    > {
        ::mainstay::timer::key_of::<Self, _>(&self.who)
    }
}
pub struct Diary {
    pages: Vec<String>,
}
#[automatically_derived]
impl ::mainstay::actor::Declared for Diary {}
#[automatically_derived]
impl ::mainstay::entity::Stored for Diary {
    const KIND: &'static ::core::primitive::str = "diary";
    type Snapshot = ();
}
const _: () = ::mainstay::__private::has_commands::<Diary>();
impl Diary {
    fn beat_due(&self, _: Beat, cx: &mut Context<Self>) -> Persist<Self, Wrote> {
        nothing()
    }
    async fn nag_due(&self, nag: Nag) -> Persist<Self, Wrote> {
        persist(Wrote(nag.text))
    }
    fn wrote(&mut self, event: &Wrote) {}
}
/// Handle to a running `Diary`.
pub struct DiaryRef(::mainstay::actor::ActorRef<Diary>);
const _: () = {
    #[automatically_derived]
    impl DiaryRef {}
    #[automatically_derived]
    impl ::mainstay::actor::Handle<Diary> for DiaryRef
    where
        for<'a> Beat: ::mainstay::__private::TimerOf<'a>,
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
    {
        fn from_ref(actor: ::mainstay::actor::ActorRef<Diary>) -> Self {
            Self(actor)
        }
        fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Diary> {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::clone::Clone for DiaryRef
    where
        for<'a> Beat: ::mainstay::__private::TimerOf<'a>,
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
    {
        fn clone(&self) -> Self {
            Self(::core::clone::Clone::clone(&self.0))
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for DiaryRef {
        fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            f.debug_tuple("DiaryRef").field(&self.0).finish()
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Beat> for Diary
    where
        for<'a> Beat: ::mainstay::__private::TimerOf<'a>,
    {
        fn accept(message: Beat, port: ::mainstay::__private::PortOf<Beat>) -> Inbox {
            Inbox::BeatDue(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Nag> for Diary
    where
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
    {
        fn accept(message: Nag, port: ::mainstay::__private::PortOf<Nag>) -> Inbox {
            Inbox::NagDue(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum Inbox {
        BeatDue(Beat, ::mainstay::__private::PortOf<Beat>),
        NagDue(Nag, ::mainstay::__private::PortOf<Nag>),
    }
    #[allow(private_interfaces)]
    pub enum Later {
        NagDue(Nag, ::mainstay::__private::PortOf<Nag>),
    }
    #[automatically_derived]
    impl ::core::convert::From<Later> for Inbox
    where
        for<'a> Beat: ::mainstay::__private::TimerOf<'a>,
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
    {
        fn from(message: Later) -> Self {
            match message {
                Later::NagDue(command, port) => Self::NagDue(command, port),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Beat> for Diary
    where
        for<'a> Beat: ::mainstay::__private::TimerOf<'a>,
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
    {
        fn persist(
            state: &Diary,
            message: Beat,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Beat> {
            ::mainstay::entity::Step::returned::<
                Wrote,
            >(<Diary>::beat_due(state, message, cx))
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandlerAsync<Nag> for Diary
    where
        for<'a> Beat: ::mainstay::__private::TimerOf<'a>,
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
    {
        async fn persist(
            state: &Diary,
            message: Nag,
            _: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Nag> {
            ::mainstay::entity::Step::returned::<
                Wrote,
            >(
                ::mainstay::__private::sendable::<_>(<Diary>::nag_due(state, message))
                    .await,
            )
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Persistent for Diary {
        const KIND: &'static ::core::primitive::str = <Diary as ::mainstay::entity::Stored>::KIND;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <Diary as ::mainstay::entity::Stored>::SNAPSHOT_EVERY;
        const PASSIVATE_AFTER: ::core::option::Option<
            ::mainstay::entity::PassivateAfter,
        > = <Diary as ::mainstay::entity::Stored>::PASSIVATE_AFTER;
        type State = Self;
    }
    #[automatically_derived]
    impl ::mainstay::entity::Recover for Diary {
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = <Diary as ::mainstay::entity::Stored>::SNAPSHOT;
        type Event = Wrote;
        fn start(self) -> Self {
            self
        }
        fn encode(
            event: &Wrote,
        ) -> ::core::result::Result<
            ::mainstay::journal::NewEvent,
            ::mainstay::entity::UnitError,
        > {
            ::mainstay::entity::encode(event)
        }
        fn decode(
            record: &::mainstay::journal::Record,
        ) -> ::core::result::Result<Wrote, ::mainstay::entity::DecodeError> {
            if ::mainstay::entity::is_named::<Wrote>(&record.name) {
                return ::mainstay::entity::decode(record);
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn is_removed(name: &::core::primitive::str) -> ::core::primitive::bool {
            <Diary as ::mainstay::entity::Stored>::REMOVED.contains(&name)
        }
        fn apply(
            mut state: Self,
            event: &Wrote,
            _: &::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<Self, ::mainstay::entity::Unexpected> {
            <Diary>::wrote(&mut state, event);
            ::core::result::Result::Ok(state)
        }
        fn describe(state: &Diary) -> ::core::option::Option<::std::string::String> {
            use ::mainstay::__private::NotDescribed as _;
            ::mainstay::__private::Described::<Diary>::describe(state)
        }
        fn snapshot(
            state: &Self,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            <Diary as ::mainstay::entity::Stored>::snapshot(state)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<Self, ::mainstay::entity::DecodeError> {
            <Diary as ::mainstay::entity::Stored>::restore(self, snapshot)
        }
    }
    const _: fn(&::core::primitive::str) -> ::core::primitive::bool = ::mainstay::timer::is_timer::<
        Beat,
    >;
    const _: fn(&::core::primitive::str) -> ::core::primitive::bool = ::mainstay::timer::is_timer::<
        Nag,
    >;
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(& [(< Beat as ::mainstay::timer::Timer >
        ::NAME, < Beat as ::mainstay::timer::Timer > ::ALIASES), (< Nag as
        ::mainstay::timer::Timer > ::NAME, < Nag as ::mainstay::timer::Timer >
        ::ALIASES)]),
        "a stored name of `Nag` is that of another timer of `Diary`: give it a name of its own"
    );
    #[automatically_derived]
    impl ::mainstay::__private::HasCommands for Diary {}
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Diary {}
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Diary {
        type Handle = DiaryRef;
        type Message = Inbox;
        type Id = ::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match *message {
                Inbox::BeatDue(..) => "beat_due",
                Inbox::NagDue(..) => "nag_due",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistDispatch for Diary
    where
        for<'a> Self: ::mainstay::__private::DeclaredOf<'a>,
        for<'a> Beat: ::mainstay::__private::TimerOf<'a>,
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
        for<'a> Beat: ::mainstay::__private::TimerOf<'a>,
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            state: &Self,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Work<Self> {
            match message {
                Inbox::BeatDue(command, port) => {
                    ::mainstay::entity::Work::persist(state, command, port, cx)
                }
                Inbox::NagDue(command, port) => {
                    ::mainstay::entity::Work::Later(Later::NagDue(command, port))
                }
            }
        }
        async fn dispatch_later(
            state: &Self,
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Verdict<Self> {
            match message {
                Later::NagDue(command, port) => {
                    ::mainstay::entity::Verdict::persist(state, command, port, cx).await
                }
            }
        }
        fn fire(
            timer: &::mainstay::timer::Firing<'_>,
        ) -> ::core::result::Result<Self::Message, ::mainstay::entity::DecodeError> {
            if ::mainstay::timer::is_timer::<Beat>(timer.name()) {
                return timer.accept::<Self, Beat>();
            }
            if ::mainstay::timer::is_timer::<Nag>(timer.name()) {
                return timer.accept::<Self, Nag>();
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn reject(message: Inbox, why: &::mainstay::entity::Rejection) {
            match message {
                Inbox::BeatDue(_, port) => port.reject(why),
                Inbox::NagDue(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Contracted for Diary
    where
        for<'a> Wrote: ::mainstay::__private::EventOf<'a>,
    {
        const CONTRACT: ::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::mainstay::__private::NotPromised as _;
            ::mainstay::entity::Contract {
                kind: <Diary as ::mainstay::entity::Stored>::KIND,
                snapshot: <Diary as ::mainstay::entity::Stored>::SNAPSHOT,
                snapshot_fields: <Diary as ::mainstay::entity::Stored>::SNAPSHOT_FIELDS,
                events: &[::mainstay::entity::Shape::event::<Wrote>()],
                removed: <Diary as ::mainstay::entity::Stored>::REMOVED,
                takes: &[
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Timer,
                        name: "beat_due",
                        arguments: &[::mainstay::entity::Field::new("", "Beat", "")],
                        reply: "()",
                        stored: ::mainstay::__private::Promised::<Beat>::TIMER,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Timer,
                        name: "nag_due",
                        arguments: &[::mainstay::entity::Field::new("", "Nag", "")],
                        reply: "()",
                        stored: ::mainstay::__private::Promised::<Nag>::TIMER,
                    },
                ],
                table: ::core::option::Option::None,
            }
        };
    }
};
