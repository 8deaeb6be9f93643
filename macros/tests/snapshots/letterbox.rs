/// A `Letter` on its way: for a receiver that confirms by hand.
#[derive(
    ::core::clone::Clone,
    ::mainstay::__private::serde::Serialize,
    ::mainstay::__private::serde::Deserialize
)]
#[serde(crate = "::mainstay::__private::serde")]
pub struct LetterDelivery {
    /// The version of the message's shape.
    pub version: ::core::primitive::u32,
    /// What is known besides the message.
    pub delivery: ::mainstay::delivery::DeliveryHeader,
    /// What was sent.
    pub message: Letter,
}
#[automatically_derived]
impl ::mainstay::delivery::Confirmable for Letter {
    const NAME: &'static ::core::primitive::str = "letter";
    const VERSION: ::core::primitive::u32 = 1;
    const FIELDS: &'static [::mainstay::entity::Field] = &[
        ::mainstay::entity::Field::new("text", "String", ""),
    ];
    type Wrapper = LetterDelivery;
    fn wrap(self, delivery: ::mainstay::delivery::DeliveryHeader) -> LetterDelivery {
        LetterDelivery {
            version: 1,
            delivery,
            message: self,
        }
    }
}
#[automatically_derived]
impl ::mainstay::delivery::Arrives for Letter {
    fn arrive(
        arrival: &::mainstay::delivery::Arrival<'_>,
    ) -> ::core::option::Option<
        ::core::result::Result<Self, ::mainstay::entity::DecodeError>,
    > {
        arrival.message::<Self>()
    }
    fn port(
        arrival: &::mainstay::delivery::Arrival<'_>,
    ) -> ::mainstay::__private::PortOf<Self> {
        arrival.confirming::<Self>()
    }
}
#[automatically_derived]
impl ::mainstay::delivery::Arrives for LetterDelivery {
    const BY_HAND: ::core::primitive::bool = true;
    fn arrive(
        arrival: &::mainstay::delivery::Arrival<'_>,
    ) -> ::core::option::Option<
        ::core::result::Result<Self, ::mainstay::entity::DecodeError>,
    > {
        arrival.wrapper::<Letter>()
    }
}
#[automatically_derived]
impl ::mainstay::call::Message for LetterDelivery {
    type Reply = ();
    type Error = ::core::convert::Infallible;
    type Decision<P> = P;
    fn decided<P>(
        decision: P,
    ) -> ::core::result::Result<P, ::core::convert::Infallible> {
        ::core::result::Result::Ok(decision)
    }
}
#[automatically_derived]
impl ::mainstay::supervise::ConfirmableMessage for LetterDelivery {
    fn confirmation_id(&self) -> &::mainstay::supervise::ConfirmationId {
        self.delivery.confirmation_id()
    }
}
#[automatically_derived]
impl ::core::fmt::Debug for LetterDelivery {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.debug_tuple(::core::stringify!(LetterDelivery)).field(&self.delivery).finish()
    }
}
const _: () = {
    fn _targets(state: &LetterboxState) {
        let _ = ::core::matches!(state, LetterboxState::Full { .. });
        let _ = ::core::matches!(state, LetterboxState::Empty { .. });
    }
};
/// Handle to a machine [`Letterbox`].
#[derive(::core::fmt::Debug)]
struct LetterboxRef(::mainstay::actor::ActorRef<Letterbox>);
#[automatically_derived]
impl ::core::clone::Clone for LetterboxRef
where
    for<'a> Letter: ::mainstay::__private::MessageOf<'a>,
    for<'a> LetterDelivery: ::mainstay::__private::MessageOf<'a>,
    for<'a> Undelivered<Letter>: ::mainstay::__private::MessageOf<'a>,
{
    fn clone(&self) -> Self {
        Self(::core::clone::Clone::clone(&self.0))
    }
}
#[automatically_derived]
impl ::mainstay::actor::Handle<Letterbox> for LetterboxRef
where
    for<'a> Letter: ::mainstay::__private::MessageOf<'a>,
    for<'a> LetterDelivery: ::mainstay::__private::MessageOf<'a>,
    for<'a> Undelivered<Letter>: ::mainstay::__private::MessageOf<'a>,
{
    fn from_ref(actor: ::mainstay::actor::ActorRef<Letterbox>) -> Self {
        Self(actor)
    }
    fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Letterbox> {
        &self.0
    }
}
/// What the machine [`Letterbox`] does: a method for each row of [`LetterboxState`], and one for each event in each state that it changes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "write `impl LetterboxFlow for Letterbox { .. }` with one method for each row of `LetterboxState`"
)]
trait LetterboxFlow: ::mainstay::entity::Persistent<
        State = ::mainstay::fsm::Machine<Self, LetterboxState>,
    > {
    /// Decides on [`Letter`] in [`Empty`](LetterboxState::Empty).
    fn empty_letter(
        &self,
        letter: Letter,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Letter, Kept>
    where
        for<'a> Letter: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`LetterDelivery`] in [`Full`](LetterboxState::Full).
    fn full_letter_delivery(
        &self,
        full: &Full,
        letter_delivery: LetterDelivery,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, LetterDelivery, Passed>
    where
        for<'a> LetterDelivery: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Undelivered`] in [`Full`](LetterboxState::Full).
    fn full_undelivered(
        &self,
        full: &Full,
        undelivered: Undelivered<Letter>,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Undelivered<Letter>, Kept>
    where
        for<'a> Undelivered<Letter>: ::mainstay::__private::MessageOf<'a>;
    /// Applies [`Kept`] in [`Empty`](LetterboxState::Empty), and goes to [`Full`](LetterboxState::Full).
    fn empty_kept(&mut self, event: &Kept) -> Full;
    /// Applies [`Passed`] in [`Full`](LetterboxState::Full), and goes to [`Empty`](LetterboxState::Empty).
    fn full_passed(&mut self, full: Full, event: &Passed);
    /// Applies [`Kept`] in [`Full`](LetterboxState::Full).
    fn full_kept(&mut self, full: &mut Full, event: &Kept);
}
#[automatically_derived]
impl LetterboxState {
    /// The machine [`Letterbox`] as data.
    ///
    #[cfg_attr(
        doc,
        doc = ::mainstay::__private::states_picture!{#[states(
            Letterbox,
            name = "letterbox",
            allow(no_end)
        )]enum
        LetterboxState{#[initial]#[on(Letter = >Kept = >Full)]Empty,
        #[on(
            LetterDelivery = >Passed = >Empty
        )]#[postpone(Letter)]#[on(Undelivered<Letter>= >Kept = >stay)]Full(Full),
        }}
    )]
    /// | in | on | stores | and then |
    /// |---|---|---|---|
    /// | [`Empty`](Self::Empty), initial | [`Letter`] | [`Kept`] | goes to [`Full`](Self::Full) |
    /// | [`Full`](Self::Full) | [`LetterDelivery`] | [`Passed`] | goes to [`Empty`](Self::Empty) |
    /// | [`Full`](Self::Full) | [`Undelivered`] | [`Kept`] | stays |
    /// | [`Full`](Self::Full) | [`Letter`] | nothing | postpones it |
    const TABLE: ::mainstay::fsm::Table = ::mainstay::fsm::Table {
        name: "letterbox",
        persistent: true,
        states: &[
            ::mainstay::fsm::State {
                name: "Empty",
                initial: true,
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Letter"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Kept as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Full"),
                            },
                        ],
                    },
                ],
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Full",
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("LetterDelivery"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Passed as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Empty"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Undelivered"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Kept as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::Stay,
                            },
                        ],
                    },
                ],
                postpones: &["Letter"],
                ..::mainstay::fsm::State::EMPTY
            },
        ],
        groups: &[],
        otherwise: &[],
        queries: &[],
    };
}
#[automatically_derived]
impl ::mainstay::fsm::States for LetterboxState {
    const TABLE: ::mainstay::fsm::Table = Self::TABLE;
    fn name(&self) -> &'static ::core::primitive::str {
        match self {
            Self::Empty { .. } => "Empty",
            Self::Full { .. } => "Full",
        }
    }
}
#[automatically_derived]
#[doc(hidden)]
impl ::mainstay::fsm::StatesOf<Letterbox> for LetterboxState {}
const _: () = {
    #[allow(private_interfaces)]
    pub enum Inbox {
        Letter(Letter, ::mainstay::__private::PortOf<Letter>),
        LetterDelivery(LetterDelivery, ::mainstay::__private::PortOf<LetterDelivery>),
        Undelivered(
            Undelivered<Letter>,
            ::mainstay::__private::PortOf<Undelivered<Letter>>,
        ),
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
    pub enum Later {}
    #[automatically_derived]
    impl ::core::convert::From<Later> for Inbox
    where
        for<'a> Letter: ::mainstay::__private::MessageOf<'a>,
        for<'a> LetterDelivery: ::mainstay::__private::MessageOf<'a>,
        for<'a> Undelivered<Letter>: ::mainstay::__private::MessageOf<'a>,
    {
        fn from(message: Later) -> Self {
            match message {}
        }
    }
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Letter>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<LetterDelivery>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Undelivered<Letter>>::answer_asked
    };
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Letterbox {}
    #[automatically_derived]
    impl ::mainstay::actor::Declared for Letterbox {
        const MAILBOX: ::core::option::Option<::mainstay::mailbox::Capacity> = <Letterbox as ::mainstay::fsm::FsmOf<
            LetterboxState,
        >>::MAILBOX;
        const STASH: ::core::option::Option<::mainstay::mailbox::Capacity> = <Letterbox as ::mainstay::fsm::FsmOf<
            LetterboxState,
        >>::STASH;
    }
    #[automatically_derived]
    impl ::mainstay::fsm::Fsm for Letterbox {
        type States = LetterboxState;
    }
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Letterbox {
        type Handle = LetterboxRef;
        type Message = Inbox;
        type Id = ::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match message {
                Inbox::Letter(..) => ::core::stringify!(Letter),
                Inbox::LetterDelivery(..) => ::core::stringify!(LetterDelivery),
                Inbox::Undelivered(..) => ::core::stringify!(Undelivered),
                Inbox::StateName(..) => "StateName",
                Inbox::Permitted(..) => "Permitted",
                Inbox::Subscribe(..) => "Subscribe",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Persistent for Letterbox {
        const KIND: &'static ::core::primitive::str = "letterbox";
        type State = ::mainstay::fsm::Machine<Letterbox, LetterboxState>;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <Letterbox as ::mainstay::fsm::FsmOf<
            LetterboxState,
        >>::SNAPSHOTS
            .every();
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Letter> for Letterbox
    where
        for<'a> Letter: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: Letter,
            port: ::mainstay::__private::PortOf<Letter>,
        ) -> Inbox {
            Inbox::Letter(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<LetterDelivery> for Letterbox
    where
        for<'a> LetterDelivery: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: LetterDelivery,
            port: ::mainstay::__private::PortOf<LetterDelivery>,
        ) -> Inbox {
            Inbox::LetterDelivery(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Undelivered<Letter>> for Letterbox
    where
        for<'a> Undelivered<Letter>: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: Undelivered<Letter>,
            port: ::mainstay::__private::PortOf<Undelivered<Letter>>,
        ) -> Inbox {
            Inbox::Undelivered(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::StateName> for Letterbox {
        fn accept(
            message: ::mainstay::fsm::StateName,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::StateName>,
        ) -> Inbox {
            Inbox::StateName(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Permitted> for Letterbox {
        fn accept(
            message: ::mainstay::fsm::Permitted,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Permitted>,
        ) -> Inbox {
            Inbox::Permitted(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Subscribe> for Letterbox {
        fn accept(
            message: ::mainstay::fsm::Subscribe,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Subscribe>,
        ) -> Inbox {
            Inbox::Subscribe(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum AnyEvent {
        Kept(Kept),
        Passed(Passed),
    }
    #[automatically_derived]
    impl ::core::convert::From<Kept> for AnyEvent {
        fn from(event: Kept) -> Self {
            Self::Kept(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Passed> for AnyEvent {
        fn from(event: Passed) -> Self {
            Self::Passed(event)
        }
    }
    const NAMES: &[(&::core::primitive::str, &[&::core::primitive::str])] = &[
        (
            <Kept as ::mainstay::entity::Event>::NAME,
            <Kept as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Passed as ::mainstay::entity::Event>::NAME,
            <Passed as ::mainstay::entity::Event>::ALIASES,
        ),
    ];
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(2usize).0),
        "the stored name of `Passed` is that of another event of the machine `Letterbox`: give it a name of its own"
    );
    trait Written<'a>: LetterboxFlow {}
    impl<A: LetterboxFlow> Written<'_> for A {}
    trait Recovered<'a>: LetterboxFlow + ::mainstay::entity::Recover<Event = AnyEvent> {}
    impl<A: LetterboxFlow + ::mainstay::entity::Recover<Event = AnyEvent>> Recovered<'_>
    for A {}
    const _: fn() = || {
        fn handlers<A: LetterboxFlow>() {}
        handlers::<Letterbox>();
    };
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Letter> for Letterbox
    where
        for<'a> Letter: ::mainstay::__private::MessageOf<'a>,
        for<'a> Letterbox: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            command: Letter,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Letter> {
            match &machine.state {
                LetterboxState::Empty => {
                    ::mainstay::entity::Step::decided::<
                        Kept,
                    >(LetterboxFlow::empty_letter(&machine.data, command, cx))
                }
                LetterboxState::Full { .. } => ::mainstay::entity::Step::postponed(),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<LetterDelivery> for Letterbox
    where
        for<'a> LetterDelivery: ::mainstay::__private::MessageOf<'a>,
        for<'a> Letterbox: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            command: LetterDelivery,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, LetterDelivery> {
            match &machine.state {
                LetterboxState::Full(state) => {
                    ::mainstay::entity::Step::decided::<
                        Passed,
                    >(
                        LetterboxFlow::full_letter_delivery(
                            &machine.data,
                            state,
                            command,
                            cx,
                        ),
                    )
                }
                state => {
                    ::mainstay::entity::Step::unhandled(
                        ::mainstay::fsm::States::name(state),
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Undelivered<Letter>> for Letterbox
    where
        for<'a> Undelivered<Letter>: ::mainstay::__private::MessageOf<'a>,
        for<'a> Letterbox: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            command: Undelivered<Letter>,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Undelivered<Letter>> {
            match &machine.state {
                LetterboxState::Full(state) => {
                    ::mainstay::entity::Step::decided::<
                        Kept,
                    >(LetterboxFlow::full_undelivered(&machine.data, state, command, cx))
                }
                state => {
                    ::mainstay::entity::Step::unhandled(
                        ::mainstay::fsm::States::name(state),
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Recover for Letterbox
    where
        for<'a> Letterbox: Written<'a>,
        for<'a> Kept: ::mainstay::__private::EventOf<'a>,
        for<'a> Passed: ::mainstay::__private::EventOf<'a>,
    {
        type Event = AnyEvent;
        fn start(self) -> ::mainstay::fsm::Machine<Letterbox, LetterboxState> {
            let state = LetterboxState::Empty;
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
                AnyEvent::Kept(event) => ::mainstay::entity::encode(event),
                AnyEvent::Passed(event) => ::mainstay::entity::encode(event),
            }
        }
        fn decode(
            record: &::mainstay::journal::Record,
        ) -> ::core::result::Result<AnyEvent, ::mainstay::entity::DecodeError> {
            if ::mainstay::entity::is_named::<Kept>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Kept);
            }
            if ::mainstay::entity::is_named::<Passed>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Passed);
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn apply(
            machine: ::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            event: &AnyEvent,
            _: &::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<
            ::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            ::mainstay::entity::Unexpected,
        > {
            let ::mainstay::fsm::Machine { mut data, state } = machine;
            let state = match (state, event) {
                (LetterboxState::Empty, AnyEvent::Kept(event)) => {
                    LetterboxState::Full(LetterboxFlow::empty_kept(&mut data, event))
                }
                (LetterboxState::Full(state), AnyEvent::Passed(event)) => {
                    LetterboxFlow::full_passed(&mut data, state, event);
                    LetterboxState::Empty
                }
                (LetterboxState::Full(mut state), AnyEvent::Kept(event)) => {
                    LetterboxFlow::full_kept(&mut data, &mut state, event);
                    LetterboxState::Full(state)
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
            machine: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            event: &AnyEvent,
        ) -> ::mainstay::fsm::Target {
            match (&machine.state, event) {
                (LetterboxState::Empty { .. }, AnyEvent::Kept(_)) => {
                    ::mainstay::fsm::Target::To("Full")
                }
                (LetterboxState::Full { .. }, AnyEvent::Passed(_)) => {
                    ::mainstay::fsm::Target::To("Empty")
                }
                _ => ::mainstay::fsm::Target::Stay,
            }
        }
        fn state_name(
            machine: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
        ) -> ::core::option::Option<&'static ::core::primitive::str> {
            ::core::option::Option::Some(::mainstay::fsm::States::name(&machine.state))
        }
        const TABLE: ::core::option::Option<::mainstay::fsm::Table> = ::core::option::Option::Some(
            <LetterboxState as ::mainstay::fsm::States>::TABLE,
        );
        fn describe(
            state: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
        ) -> ::core::option::Option<::std::string::String> {
            use ::mainstay::__private::NotDescribed as _;
            ::mainstay::__private::Described::<
                ::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            >::describe(state)
        }
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = <Letterbox as ::mainstay::fsm::FsmOf<
            LetterboxState,
        >>::SNAPSHOTS
            .shape(<Letterbox as ::mainstay::entity::Persistent>::KIND);
        fn snapshot(
            machine: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            <Letterbox as ::mainstay::fsm::FsmOf<LetterboxState>>::SNAPSHOTS
                .take(machine)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<
            ::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            ::mainstay::entity::DecodeError,
        > {
            <Letterbox as ::mainstay::fsm::FsmOf<LetterboxState>>::SNAPSHOTS
                .put_back(self, snapshot)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistDispatch for Letterbox
    where
        for<'a> Letterbox: Recovered<'a>,
        for<'a> Letter: ::mainstay::__private::CommandOf<'a>,
        for<'a> LetterDelivery: ::mainstay::__private::CommandOf<'a>,
        for<'a> Undelivered<Letter>: ::mainstay::__private::CommandOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            machine: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Work<Self> {
            match message {
                Inbox::Letter(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::LetterDelivery(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Undelivered(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
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
                            LetterboxState::TABLE
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
            machine: &::mainstay::fsm::Machine<Letterbox, LetterboxState>,
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Verdict<Self> {
            match message {}
        }
        fn arrive(
            arrival: &::mainstay::delivery::Arrival<'_>,
        ) -> ::mainstay::delivery::Arrived<Inbox> {
            use ::mainstay::__private::NeverArrives as _;
            ::mainstay::__private::arrived(
                arrival,
                &[
                    ::mainstay::__private::Arriving::<Letter>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<LetterDelivery>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<
                        Undelivered<Letter>,
                    >::taken_by::<Self>,
                ],
            )
        }
        fn reject(message: Inbox, why: &::mainstay::entity::Rejection) {
            match message {
                Inbox::Letter(_, port) => port.reject(why),
                Inbox::LetterDelivery(_, port) => port.reject(why),
                Inbox::Undelivered(_, port) => port.reject(why),
                Inbox::StateName(_, port) => port.reject(why),
                Inbox::Permitted(_, port) => port.reject(why),
                Inbox::Subscribe(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Contracted for Letterbox
    where
        for<'a> Letterbox: Recovered<'a>,
        for<'a> Kept: ::mainstay::__private::EventOf<'a>,
        for<'a> Passed: ::mainstay::__private::EventOf<'a>,
    {
        const CONTRACT: ::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::mainstay::__private::NotPromised as _;
            ::mainstay::entity::Contract {
                kind: <Letterbox as ::mainstay::entity::Persistent>::KIND,
                snapshot: <Letterbox as ::mainstay::entity::Recover>::SNAPSHOT,
                snapshot_fields: <Letterbox as ::mainstay::fsm::FsmOf<
                    LetterboxState,
                >>::SNAPSHOTS
                    .fields(),
                events: &[
                    ::mainstay::entity::Shape::event::<Kept>(),
                    ::mainstay::entity::Shape::event::<Passed>(),
                ],
                removed: &[],
                takes: &[
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Letter",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Letter>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "LetterDelivery",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<
                            LetterDelivery,
                        >::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Undelivered<Letter>",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<
                            Undelivered<Letter>,
                        >::MESSAGE,
                    },
                ],
                table: ::core::option::Option::Some(LetterboxState::TABLE),
            }
        };
    }
};
