const _: () = {
    fn _targets(state: &SwitchState) {
        let _ = ::core::matches!(state, SwitchState::On { .. });
        let _ = ::core::matches!(state, SwitchState::Off { .. });
    }
};
/// Handle to a machine [`Switch`].
#[derive(::core::fmt::Debug)]
struct SwitchRef(::other::mainstay::actor::ActorRef<m::Switch>);
#[automatically_derived]
impl ::core::clone::Clone for SwitchRef
where
    for<'a> r#move::Flip: ::other::mainstay::__private::MessageOf<'a>,
{
    fn clone(&self) -> Self {
        Self(::core::clone::Clone::clone(&self.0))
    }
}
#[automatically_derived]
impl ::other::mainstay::actor::Handle<m::Switch> for SwitchRef
where
    for<'a> r#move::Flip: ::other::mainstay::__private::MessageOf<'a>,
{
    fn from_ref(actor: ::other::mainstay::actor::ActorRef<m::Switch>) -> Self {
        Self(actor)
    }
    fn actor_ref(&self) -> &::other::mainstay::actor::ActorRef<m::Switch> {
        &self.0
    }
}
/// What the machine [`Switch`] does: a method for each row of [`SwitchState`], and one for each event in each state that it changes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "write `impl SwitchFlow for Switch { .. }` with one method for each row of `SwitchState`"
)]
trait SwitchFlow: ::other::mainstay::entity::Persistent<
        State = ::other::mainstay::fsm::Machine<Self, SwitchState>,
    > {
    /// Decides on [`Flip`](move::Flip) in [`Off`](SwitchState::Off).
    fn off_flip(
        &self,
        flip: r#move::Flip,
        cx: &mut ::other::mainstay::actor::Context<Self>,
    ) -> ::other::mainstay::entity::Decide<Self, r#move::Flip, Flipped>
    where
        for<'a> r#move::Flip: ::other::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Flip`](move::Flip) in [`On`](SwitchState::On).
    fn on_flip(
        &self,
        flip: r#move::Flip,
        cx: &mut ::other::mainstay::actor::Context<Self>,
    ) -> ::other::mainstay::entity::Decide<Self, r#move::Flip, Flipped>
    where
        for<'a> r#move::Flip: ::other::mainstay::__private::MessageOf<'a>;
    /// Applies [`Flipped`] in [`Off`](SwitchState::Off), and goes to [`On`](SwitchState::On).
    fn off_flipped(&mut self, event: &Flipped);
    /// Applies [`Flipped`] in [`On`](SwitchState::On), and goes to [`Off`](SwitchState::Off).
    fn on_flipped(&mut self, event: &Flipped);
}
#[automatically_derived]
impl SwitchState {
    /// The machine [`Switch`] as data.
    ///
    #[cfg_attr(
        doc,
        doc = ::other::mainstay::__private::states_picture!{#[states(
            m::Switch,
            name = "switch",
            crate = ::other::mainstay
        )]enum
        SwitchState{#[initial]#[on(r#move::Flip = >Flipped = >On)]Off,
        #[on(r#move::Flip = >Flipped = >Off)]On,
        }}
    )]
    /// | in | on | stores | and then |
    /// |---|---|---|---|
    /// | [`Off`](Self::Off), initial | [`Flip`](move::Flip) | [`Flipped`] | goes to [`On`](Self::On) |
    /// | [`On`](Self::On) | [`Flip`](move::Flip) | [`Flipped`] | goes to [`Off`](Self::Off) |
    const TABLE: ::other::mainstay::fsm::Table = ::other::mainstay::fsm::Table {
        name: "switch",
        persistent: true,
        states: &[
            ::other::mainstay::fsm::State {
                name: "Off",
                initial: true,
                rows: &[
                    ::other::mainstay::fsm::Row {
                        trigger: ::other::mainstay::fsm::Trigger::Command("Flip"),
                        inherited: false,
                        outcomes: &[
                            ::other::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Flipped as ::other::mainstay::entity::Event>::NAME,
                                ),
                                target: ::other::mainstay::fsm::Target::To("On"),
                            },
                        ],
                    },
                ],
                ..::other::mainstay::fsm::State::EMPTY
            },
            ::other::mainstay::fsm::State {
                name: "On",
                rows: &[
                    ::other::mainstay::fsm::Row {
                        trigger: ::other::mainstay::fsm::Trigger::Command("Flip"),
                        inherited: false,
                        outcomes: &[
                            ::other::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Flipped as ::other::mainstay::entity::Event>::NAME,
                                ),
                                target: ::other::mainstay::fsm::Target::To("Off"),
                            },
                        ],
                    },
                ],
                ..::other::mainstay::fsm::State::EMPTY
            },
        ],
        groups: &[],
        otherwise: &[],
        queries: &[],
    };
}
#[automatically_derived]
impl ::other::mainstay::fsm::States for SwitchState {
    const TABLE: ::other::mainstay::fsm::Table = Self::TABLE;
    fn name(&self) -> &'static ::core::primitive::str {
        match self {
            Self::Off { .. } => "Off",
            Self::On { .. } => "On",
        }
    }
}
#[automatically_derived]
#[doc(hidden)]
impl ::other::mainstay::fsm::StatesOf<m::Switch> for SwitchState {}
const _: () = {
    #[allow(private_interfaces)]
    pub enum Inbox {
        Flip(r#move::Flip, ::other::mainstay::__private::PortOf<r#move::Flip>),
        StateName(
            ::other::mainstay::fsm::StateName,
            ::other::mainstay::__private::PortOf<::other::mainstay::fsm::StateName>,
        ),
        Permitted(
            ::other::mainstay::fsm::Permitted,
            ::other::mainstay::__private::PortOf<::other::mainstay::fsm::Permitted>,
        ),
        Subscribe(
            ::other::mainstay::fsm::Subscribe,
            ::other::mainstay::__private::PortOf<::other::mainstay::fsm::Subscribe>,
        ),
    }
    #[allow(private_interfaces)]
    pub enum Later {}
    #[automatically_derived]
    impl ::core::convert::From<Later> for Inbox
    where
        for<'a> r#move::Flip: ::other::mainstay::__private::MessageOf<'a>,
    {
        fn from(message: Later) -> Self {
            match message {}
        }
    }
    const _: fn() = {
        use ::other::mainstay::__private::NotAsked as _;
        ::other::mainstay::__private::Kept::<r#move::Flip>::answer_asked
    };
    #[automatically_derived]
    impl ::other::mainstay::__private::HasHandlers for m::Switch {}
    #[automatically_derived]
    impl ::other::mainstay::actor::Declared for m::Switch {
        const MAILBOX: ::core::option::Option<::other::mainstay::mailbox::Capacity> = <m::Switch as ::other::mainstay::fsm::FsmOf<
            SwitchState,
        >>::MAILBOX;
        const STASH: ::core::option::Option<::other::mainstay::mailbox::Capacity> = <m::Switch as ::other::mainstay::fsm::FsmOf<
            SwitchState,
        >>::STASH;
    }
    #[automatically_derived]
    impl ::other::mainstay::fsm::Fsm for m::Switch {
        type States = SwitchState;
    }
    #[automatically_derived]
    impl ::other::mainstay::actor::Actor for m::Switch {
        type Handle = SwitchRef;
        type Message = Inbox;
        type Id = ::other::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match message {
                Inbox::Flip(..) => ::core::stringify!(Flip),
                Inbox::StateName(..) => "StateName",
                Inbox::Permitted(..) => "Permitted",
                Inbox::Subscribe(..) => "Subscribe",
            }
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::Persistent for m::Switch {
        const KIND: &'static ::core::primitive::str = "switch";
        type State = ::other::mainstay::fsm::Machine<m::Switch, SwitchState>;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <m::Switch as ::other::mainstay::fsm::FsmOf<
            SwitchState,
        >>::SNAPSHOTS
            .every();
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<r#move::Flip> for m::Switch
    where
        for<'a> r#move::Flip: ::other::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: r#move::Flip,
            port: ::other::mainstay::__private::PortOf<r#move::Flip>,
        ) -> Inbox {
            Inbox::Flip(message, port)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<::other::mainstay::fsm::StateName>
    for m::Switch {
        fn accept(
            message: ::other::mainstay::fsm::StateName,
            port: ::other::mainstay::__private::PortOf<::other::mainstay::fsm::StateName>,
        ) -> Inbox {
            Inbox::StateName(message, port)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<::other::mainstay::fsm::Permitted>
    for m::Switch {
        fn accept(
            message: ::other::mainstay::fsm::Permitted,
            port: ::other::mainstay::__private::PortOf<::other::mainstay::fsm::Permitted>,
        ) -> Inbox {
            Inbox::Permitted(message, port)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::call::Accepts<::other::mainstay::fsm::Subscribe>
    for m::Switch {
        fn accept(
            message: ::other::mainstay::fsm::Subscribe,
            port: ::other::mainstay::__private::PortOf<::other::mainstay::fsm::Subscribe>,
        ) -> Inbox {
            Inbox::Subscribe(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum AnyEvent {
        Flipped(Flipped),
    }
    #[automatically_derived]
    impl ::core::convert::From<Flipped> for AnyEvent {
        fn from(event: Flipped) -> Self {
            Self::Flipped(event)
        }
    }
    trait Written<'a>: SwitchFlow {}
    impl<A: SwitchFlow> Written<'_> for A {}
    trait Recovered<
        'a,
    >: SwitchFlow + ::other::mainstay::entity::Recover<Event = AnyEvent> {}
    impl<
        A: SwitchFlow + ::other::mainstay::entity::Recover<Event = AnyEvent>,
    > Recovered<'_> for A {}
    const _: fn() = || {
        fn handlers<A: SwitchFlow>() {}
        handlers::<m::Switch>();
    };
    #[automatically_derived]
    impl ::other::mainstay::entity::PersistHandler<r#move::Flip> for m::Switch
    where
        for<'a> r#move::Flip: ::other::mainstay::__private::MessageOf<'a>,
        for<'a> m::Switch: Recovered<'a>,
    {
        fn persist(
            machine: &::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
            command: r#move::Flip,
            cx: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::other::mainstay::entity::Step<Self, r#move::Flip> {
            match &machine.state {
                SwitchState::Off => {
                    ::other::mainstay::entity::Step::decided::<
                        Flipped,
                    >(SwitchFlow::off_flip(&machine.data, command, cx))
                }
                SwitchState::On => {
                    ::other::mainstay::entity::Step::decided::<
                        Flipped,
                    >(SwitchFlow::on_flip(&machine.data, command, cx))
                }
            }
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::Recover for m::Switch
    where
        for<'a> m::Switch: Written<'a>,
        for<'a> Flipped: ::other::mainstay::__private::EventOf<'a>,
    {
        type Event = AnyEvent;
        fn start(self) -> ::other::mainstay::fsm::Machine<m::Switch, SwitchState> {
            let state = SwitchState::Off;
            ::other::mainstay::fsm::Machine {
                data: self,
                state,
            }
        }
        fn encode(
            event: &AnyEvent,
        ) -> ::core::result::Result<
            ::other::mainstay::journal::NewEvent,
            ::other::mainstay::entity::UnitError,
        > {
            match event {
                AnyEvent::Flipped(event) => ::other::mainstay::entity::encode(event),
            }
        }
        fn decode(
            record: &::other::mainstay::journal::Record,
        ) -> ::core::result::Result<AnyEvent, ::other::mainstay::entity::DecodeError> {
            if ::other::mainstay::entity::is_named::<Flipped>(&record.name) {
                return ::other::mainstay::entity::decode(record).map(AnyEvent::Flipped);
            }
            ::core::result::Result::Err(::other::mainstay::entity::DecodeError::Unknown)
        }
        fn apply(
            machine: ::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
            event: &AnyEvent,
            _: &::other::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<
            ::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
            ::other::mainstay::entity::Unexpected,
        > {
            let ::other::mainstay::fsm::Machine { mut data, state } = machine;
            let state = match (state, event) {
                (SwitchState::Off, AnyEvent::Flipped(event)) => {
                    SwitchFlow::off_flipped(&mut data, event);
                    SwitchState::On
                }
                (SwitchState::On, AnyEvent::Flipped(event)) => {
                    SwitchFlow::on_flipped(&mut data, event);
                    SwitchState::Off
                }
            };
            ::core::result::Result::Ok(::other::mainstay::fsm::Machine {
                data,
                state,
            })
        }
        fn leads(
            machine: &::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
            event: &AnyEvent,
        ) -> ::other::mainstay::fsm::Target {
            match (&machine.state, event) {
                (SwitchState::Off { .. }, AnyEvent::Flipped(_)) => {
                    ::other::mainstay::fsm::Target::To("On")
                }
                (SwitchState::On { .. }, AnyEvent::Flipped(_)) => {
                    ::other::mainstay::fsm::Target::To("Off")
                }
            }
        }
        fn state_name(
            machine: &::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
        ) -> ::core::option::Option<&'static ::core::primitive::str> {
            ::core::option::Option::Some(
                ::other::mainstay::fsm::States::name(&machine.state),
            )
        }
        const TABLE: ::core::option::Option<::other::mainstay::fsm::Table> = ::core::option::Option::Some(
            <SwitchState as ::other::mainstay::fsm::States>::TABLE,
        );
        fn describe(
            state: &::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
        ) -> ::core::option::Option<::std::string::String> {
            use ::other::mainstay::__private::NotDescribed as _;
            ::other::mainstay::__private::Described::<
                ::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
            >::describe(state)
        }
        const SNAPSHOT: ::core::option::Option<
            ::other::mainstay::entity::SnapshotShape,
        > = <m::Switch as ::other::mainstay::fsm::FsmOf<SwitchState>>::SNAPSHOTS
            .shape(<m::Switch as ::other::mainstay::entity::Persistent>::KIND);
        fn snapshot(
            machine: &::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::other::mainstay::entity::UnitError,
        > {
            <m::Switch as ::other::mainstay::fsm::FsmOf<SwitchState>>::SNAPSHOTS
                .take(machine)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<
            ::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
            ::other::mainstay::entity::DecodeError,
        > {
            <m::Switch as ::other::mainstay::fsm::FsmOf<SwitchState>>::SNAPSHOTS
                .put_back(self, snapshot)
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::PersistDispatch for m::Switch
    where
        for<'a> m::Switch: Recovered<'a>,
        for<'a> r#move::Flip: ::other::mainstay::__private::CommandOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            machine: &::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
            message: Inbox,
            cx: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::other::mainstay::entity::Work<Self> {
            match message {
                Inbox::Flip(command, port) => {
                    ::other::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::StateName(query, port) => {
                    ::other::mainstay::entity::Work::query(
                        query,
                        port,
                        |_| ::other::mainstay::fsm::States::name(&machine.state),
                    )
                }
                Inbox::Permitted(query, port) => {
                    ::other::mainstay::entity::Work::query(
                        query,
                        port,
                        |_| {
                            SwitchState::TABLE
                                .permitted(
                                    ::other::mainstay::fsm::States::name(&machine.state),
                                )
                        },
                    )
                }
                Inbox::Subscribe(_, port) => {
                    ::other::mainstay::entity::Work::subscribe(
                        port,
                        ::other::mainstay::fsm::States::name(&machine.state),
                        cx,
                    )
                }
            }
        }
        async fn dispatch_later(
            machine: &::other::mainstay::fsm::Machine<m::Switch, SwitchState>,
            message: Later,
            cx: &mut ::other::mainstay::actor::Context<Self>,
        ) -> ::other::mainstay::entity::Verdict<Self> {
            match message {}
        }
        fn arrive(
            arrival: &::other::mainstay::delivery::Arrival<'_>,
        ) -> ::other::mainstay::delivery::Arrived<Inbox> {
            use ::other::mainstay::__private::NeverArrives as _;
            ::other::mainstay::__private::arrived(
                arrival,
                &[
                    ::other::mainstay::__private::Arriving::<
                        r#move::Flip,
                    >::taken_by::<Self>,
                ],
            )
        }
        fn reject(message: Inbox, why: &::other::mainstay::entity::Rejection) {
            match message {
                Inbox::Flip(_, port) => port.reject(why),
                Inbox::StateName(_, port) => port.reject(why),
                Inbox::Permitted(_, port) => port.reject(why),
                Inbox::Subscribe(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::other::mainstay::entity::Contracted for m::Switch
    where
        for<'a> m::Switch: Recovered<'a>,
        for<'a> Flipped: ::other::mainstay::__private::EventOf<'a>,
    {
        const CONTRACT: ::other::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::other::mainstay::__private::NotPromised as _;
            ::other::mainstay::entity::Contract {
                kind: <m::Switch as ::other::mainstay::entity::Persistent>::KIND,
                snapshot: <m::Switch as ::other::mainstay::entity::Recover>::SNAPSHOT,
                snapshot_fields: <m::Switch as ::other::mainstay::fsm::FsmOf<
                    SwitchState,
                >>::SNAPSHOTS
                    .fields(),
                events: &[::other::mainstay::entity::Shape::event::<Flipped>()],
                removed: &[],
                takes: &[
                    ::other::mainstay::entity::Taken {
                        kind: ::other::mainstay::entity::TakenKind::Command,
                        name: "r#move::Flip",
                        arguments: &[],
                        reply: "",
                        stored: ::other::mainstay::__private::Promised::<
                            r#move::Flip,
                        >::MESSAGE,
                    },
                ],
                table: ::core::option::Option::Some(SwitchState::TABLE),
            }
        };
    }
};
