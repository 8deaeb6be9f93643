const _: () = {
    fn _targets(state: &LeaseState) {
        let _ = ::core::matches!(state, LeaseState::Active { .. });
        let _ = ::core::matches!(state, LeaseState::Grace { .. });
        let _ = ::core::matches!(state, LeaseState::Grace { .. });
        let _ = ::core::matches!(state, LeaseState::Active { .. });
        let _ = ::core::matches!(state, LeaseState::Free { .. });
        let _ = ::core::matches!(state, LeaseState::Active { .. });
        let _ = ::core::matches!(state, LeaseState::Grace { .. });
    }
};
/// Handle to a machine [`Lease`].
#[derive(::core::fmt::Debug)]
struct LeaseRef(::mainstay::actor::ActorRef<Lease>);
#[automatically_derived]
impl ::core::clone::Clone for LeaseRef
where
    for<'a> Nag: ::mainstay::__private::MessageOf<'a>,
    for<'a> Take: ::mainstay::__private::MessageOf<'a>,
    for<'a> Call: ::mainstay::__private::MessageOf<'a>,
    for<'a> ::mainstay::fsm::Elapsed: ::mainstay::__private::MessageOf<'a>,
{
    fn clone(&self) -> Self {
        Self(::core::clone::Clone::clone(&self.0))
    }
}
#[automatically_derived]
impl ::mainstay::actor::Handle<Lease> for LeaseRef
where
    for<'a> Nag: ::mainstay::__private::MessageOf<'a>,
    for<'a> Take: ::mainstay::__private::MessageOf<'a>,
    for<'a> Call: ::mainstay::__private::MessageOf<'a>,
    for<'a> ::mainstay::fsm::Elapsed: ::mainstay::__private::MessageOf<'a>,
{
    fn from_ref(actor: ::mainstay::actor::ActorRef<Lease>) -> Self {
        Self(actor)
    }
    fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Lease> {
        &self.0
    }
}
/// What the machine [`Lease`] does: a method for each row of [`LeaseState`], and one for each event in each state that it changes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "write `impl LeaseFlow for Lease { .. }` with one method for each row of `LeaseState`"
)]
trait LeaseFlow: ::mainstay::entity::Persistent<
        State = ::mainstay::fsm::Machine<Self, LeaseState>,
    > {
    /// Decides on [`Take`] in [`Free`](LeaseState::Free).
    fn free_take(
        &self,
        take: Take,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Take, Taken>
    where
        for<'a> Take: ::mainstay::__private::MessageOf<'a>;
    /// Decides on the deadline `term` in [`Active`](LeaseState::Active).
    fn active_term(
        &self,
        active: &Active,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Persist<Self, Lapsed>;
    /// Decides on the deadline `quiet` in [`Active`](LeaseState::Active).
    fn active_quiet(
        &self,
        active: &Active,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Persist<Self, Lapsed>;
    /// Decides on [`Call`] in [`Active`](LeaseState::Active).
    fn active_call(
        &self,
        active: &Active,
        call: Call,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> impl ::mainstay::__private::AsyncRow<
        Output = ::mainstay::entity::Persist<Self, Called>,
    > + ::core::marker::Send;
    /// Decides on [`Take`] in [`Grace`](LeaseState::Grace).
    fn grace_take(
        &self,
        take: Take,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Take, Taken>
    where
        for<'a> Take: ::mainstay::__private::MessageOf<'a>;
    /// Decides on the deadline `overdue` in the states of `Held`.
    fn held_overdue(
        &self,
        state: &LeaseState,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Persist<Self, Lost>;
    /// Decides on [`Nag`] in any other state.
    fn otherwise_nag(
        &self,
        state: &LeaseState,
        nag: Nag,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Persist<Self, Nagged>;
    /// How long `term` waits in [`Active`](LeaseState::Active).
    fn active_term_after(&self, active: &Active) -> ::core::time::Duration;
    /// Applies [`Taken`] in [`Free`](LeaseState::Free), and goes to [`Active`](LeaseState::Active).
    fn free_taken(&mut self, event: &Taken) -> Active;
    /// Applies [`Lapsed`] in [`Active`](LeaseState::Active), and goes to [`Grace`](LeaseState::Grace).
    fn active_lapsed(&mut self, active: Active, event: &Lapsed);
    /// Applies [`Called`] in [`Active`](LeaseState::Active).
    fn active_called(&mut self, active: Active, event: &Called) -> Active;
    /// Applies [`Taken`] in [`Grace`](LeaseState::Grace), and goes to [`Active`](LeaseState::Active).
    fn grace_taken(&mut self, event: &Taken) -> Active;
    /// Applies [`Lost`] in the states of `Held`, and goes to [`Free`](LeaseState::Free).
    fn held_lost(&mut self, state: LeaseState, event: &Lost);
    /// Applies [`Nagged`] in any other state.
    fn otherwise_nagged(&mut self, event: &Nagged);
}
#[automatically_derived]
impl LeaseState {
    /// The machine [`Lease`] as data.
    ///
    #[cfg_attr(
        doc,
        doc = ::mainstay::__private::states_picture!{#[states(
            Lease,
            name = "lease"
        )]#[timer(
            Nag = >Nagged = >stay
        )]#[group(Held(Active, Grace), after(overdue:TOO_LONG = >Lost = >Free))]enum
        LeaseState{#[initial]#[on(Take = >Taken = >Active)]Free,
        #[after(
            term:_ = >Lapsed = >Grace
        )]#[idle_after(
            quiet:"10m" = >Lapsed = >Grace
        )]#[timer(async Call = >Called = >reenter)]Active(Active),
        #[on(Take = >Taken = >Active)]Grace,
        }}
    )]
    /// | in | on | stores | and then |
    /// |---|---|---|---|
    /// | [`Free`](Self::Free), initial | [`Take`] | [`Taken`] | goes to [`Active`](Self::Active) |
    /// | [`Active`](Self::Active) | `term`: after active_term_after() | [`Lapsed`] | goes to [`Grace`](Self::Grace) |
    /// | [`Active`](Self::Active) | `quiet`: after 10m without a command | [`Lapsed`] | goes to [`Grace`](Self::Grace) |
    /// | [`Active`](Self::Active) | [`Call`], a timer | [`Called`] | enters it again |
    /// | [`Active`](Self::Active) | `overdue`: after TOO_LONG | [`Lost`] | goes to [`Free`](Self::Free) |
    /// | [`Grace`](Self::Grace) | [`Take`] | [`Taken`] | goes to [`Active`](Self::Active) |
    /// | [`Grace`](Self::Grace) | `overdue`: after TOO_LONG | [`Lost`] | goes to [`Free`](Self::Free) |
    /// | any other | [`Nag`], a timer | [`Nagged`] | stays |
    const TABLE: ::mainstay::fsm::Table = ::mainstay::fsm::Table {
        name: "lease",
        persistent: true,
        states: &[
            ::mainstay::fsm::State {
                name: "Free",
                initial: true,
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Take"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Taken as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Active"),
                            },
                        ],
                    },
                ],
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Active",
                group: ::core::option::Option::Some("Held"),
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::After(::mainstay::fsm::Deadline {
                            name: "term",
                            delay: ::core::option::Option::None,
                            text: "active_term_after()",
                        }),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Lapsed as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Grace"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::IdleAfter(::mainstay::fsm::Deadline {
                            name: "quiet",
                            delay: ::core::option::Option::Some(
                                ::core::time::Duration::new(600u64, 0u32),
                            ),
                            text: "10m",
                        }),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Lapsed as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Grace"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Timer("Call"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Called as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::Reenter,
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::After(::mainstay::fsm::Deadline {
                            name: "overdue",
                            delay: ::core::option::Option::Some(TOO_LONG),
                            text: "TOO_LONG",
                        }),
                        inherited: true,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Lost as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Free"),
                            },
                        ],
                    },
                ],
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Grace",
                group: ::core::option::Option::Some("Held"),
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Take"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Taken as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Active"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::After(::mainstay::fsm::Deadline {
                            name: "overdue",
                            delay: ::core::option::Option::Some(TOO_LONG),
                            text: "TOO_LONG",
                        }),
                        inherited: true,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Lost as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Free"),
                            },
                        ],
                    },
                ],
                ..::mainstay::fsm::State::EMPTY
            },
        ],
        groups: &[
            ::mainstay::fsm::Group {
                name: "Held",
                states: &["Active", "Grace"],
            },
        ],
        otherwise: &[
            ::mainstay::fsm::Row {
                trigger: ::mainstay::fsm::Trigger::Timer("Nag"),
                inherited: false,
                outcomes: &[
                    ::mainstay::fsm::Outcome {
                        event: ::core::option::Option::Some(
                            <Nagged as ::mainstay::entity::Event>::NAME,
                        ),
                        target: ::mainstay::fsm::Target::Stay,
                    },
                ],
            },
        ],
        queries: &[],
    };
}
#[automatically_derived]
impl ::mainstay::fsm::States for LeaseState {
    const TABLE: ::mainstay::fsm::Table = Self::TABLE;
    fn name(&self) -> &'static ::core::primitive::str {
        match self {
            Self::Free { .. } => "Free",
            Self::Active { .. } => "Active",
            Self::Grace { .. } => "Grace",
        }
    }
}
#[automatically_derived]
#[doc(hidden)]
impl ::mainstay::fsm::StatesOf<Lease> for LeaseState {}
const _: () = {
    #[allow(private_interfaces)]
    pub enum Inbox {
        Nag(Nag, ::mainstay::__private::PortOf<Nag>),
        Take(Take, ::mainstay::__private::PortOf<Take>),
        Call(Call, ::mainstay::__private::PortOf<Call>),
        Elapsed(
            ::mainstay::fsm::Elapsed,
            ::mainstay::__private::PortOf<::mainstay::fsm::Elapsed>,
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
    pub enum Later {
        Call(Call, ::mainstay::__private::PortOf<Call>),
    }
    #[automatically_derived]
    impl ::core::convert::From<Later> for Inbox
    where
        for<'a> Nag: ::mainstay::__private::MessageOf<'a>,
        for<'a> Take: ::mainstay::__private::MessageOf<'a>,
        for<'a> Call: ::mainstay::__private::MessageOf<'a>,
        for<'a> ::mainstay::fsm::Elapsed: ::mainstay::__private::MessageOf<'a>,
    {
        fn from(message: Later) -> Self {
            match message {
                Later::Call(command, port) => Self::Call(command, port),
            }
        }
    }
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Nag>::answer_asked
    };
    const _: fn(&::core::primitive::str) -> ::core::primitive::bool = ::mainstay::timer::is_timer::<
        Nag,
    >;
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Take>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Call>::answer_asked
    };
    const _: fn(&::core::primitive::str) -> ::core::primitive::bool = ::mainstay::timer::is_timer::<
        Call,
    >;
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<::mainstay::fsm::Elapsed>::answer_asked
    };
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Lease {}
    #[automatically_derived]
    impl ::mainstay::actor::Declared for Lease {
        const MAILBOX: ::core::option::Option<::mainstay::mailbox::Capacity> = <Lease as ::mainstay::fsm::FsmOf<
            LeaseState,
        >>::MAILBOX;
        const STASH: ::core::option::Option<::mainstay::mailbox::Capacity> = <Lease as ::mainstay::fsm::FsmOf<
            LeaseState,
        >>::STASH;
    }
    #[automatically_derived]
    impl ::mainstay::fsm::Fsm for Lease {
        type States = LeaseState;
    }
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Lease {
        type Handle = LeaseRef;
        type Message = Inbox;
        type Id = ::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match message {
                Inbox::Nag(..) => ::core::stringify!(Nag),
                Inbox::Take(..) => ::core::stringify!(Take),
                Inbox::Call(..) => ::core::stringify!(Call),
                Inbox::Elapsed(..) => ::core::stringify!(Elapsed),
                Inbox::StateName(..) => "StateName",
                Inbox::Permitted(..) => "Permitted",
                Inbox::Subscribe(..) => "Subscribe",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Persistent for Lease {
        const KIND: &'static ::core::primitive::str = "lease";
        type State = ::mainstay::fsm::Machine<Lease, LeaseState>;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <Lease as ::mainstay::fsm::FsmOf<
            LeaseState,
        >>::SNAPSHOTS
            .every();
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Nag> for Lease
    where
        for<'a> Nag: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Nag, port: ::mainstay::__private::PortOf<Nag>) -> Inbox {
            Inbox::Nag(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Take> for Lease
    where
        for<'a> Take: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Take, port: ::mainstay::__private::PortOf<Take>) -> Inbox {
            Inbox::Take(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Call> for Lease
    where
        for<'a> Call: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Call, port: ::mainstay::__private::PortOf<Call>) -> Inbox {
            Inbox::Call(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Elapsed> for Lease
    where
        for<'a> ::mainstay::fsm::Elapsed: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: ::mainstay::fsm::Elapsed,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Elapsed>,
        ) -> Inbox {
            Inbox::Elapsed(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::StateName> for Lease {
        fn accept(
            message: ::mainstay::fsm::StateName,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::StateName>,
        ) -> Inbox {
            Inbox::StateName(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Permitted> for Lease {
        fn accept(
            message: ::mainstay::fsm::Permitted,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Permitted>,
        ) -> Inbox {
            Inbox::Permitted(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Subscribe> for Lease {
        fn accept(
            message: ::mainstay::fsm::Subscribe,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Subscribe>,
        ) -> Inbox {
            Inbox::Subscribe(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum AnyEvent {
        Nagged(Nagged),
        Lost(Lost),
        Taken(Taken),
        Lapsed(Lapsed),
        Called(Called),
    }
    #[automatically_derived]
    impl ::core::convert::From<Nagged> for AnyEvent {
        fn from(event: Nagged) -> Self {
            Self::Nagged(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Lost> for AnyEvent {
        fn from(event: Lost) -> Self {
            Self::Lost(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Taken> for AnyEvent {
        fn from(event: Taken) -> Self {
            Self::Taken(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Lapsed> for AnyEvent {
        fn from(event: Lapsed) -> Self {
            Self::Lapsed(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Called> for AnyEvent {
        fn from(event: Called) -> Self {
            Self::Called(event)
        }
    }
    const NAMES: &[(&::core::primitive::str, &[&::core::primitive::str])] = &[
        (
            <Nagged as ::mainstay::entity::Event>::NAME,
            <Nagged as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Lost as ::mainstay::entity::Event>::NAME,
            <Lost as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Taken as ::mainstay::entity::Event>::NAME,
            <Taken as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Lapsed as ::mainstay::entity::Event>::NAME,
            <Lapsed as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Called as ::mainstay::entity::Event>::NAME,
            <Called as ::mainstay::entity::Event>::ALIASES,
        ),
    ];
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(2usize).0),
        "the stored name of `Lost` is that of another event of the machine `Lease`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(3usize).0),
        "the stored name of `Taken` is that of another event of the machine `Lease`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(4usize).0),
        "the stored name of `Lapsed` is that of another event of the machine `Lease`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(5usize).0),
        "the stored name of `Called` is that of another event of the machine `Lease`: give it a name of its own"
    );
    trait Written<'a>: LeaseFlow {}
    impl<A: LeaseFlow> Written<'_> for A {}
    trait Recovered<'a>: LeaseFlow + ::mainstay::entity::Recover<Event = AnyEvent> {}
    impl<A: LeaseFlow + ::mainstay::entity::Recover<Event = AnyEvent>> Recovered<'_>
    for A {}
    const _: fn() = || {
        fn handlers<A: LeaseFlow>() {}
        handlers::<Lease>();
    };
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Nag> for Lease
    where
        for<'a> Nag: ::mainstay::__private::MessageOf<'a>,
        for<'a> Lease: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
            command: Nag,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Nag> {
            let state = &machine.state;
            ::mainstay::entity::Step::decided::<
                Nagged,
            >(LeaseFlow::otherwise_nag(&machine.data, state, command, cx))
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Take> for Lease
    where
        for<'a> Take: ::mainstay::__private::MessageOf<'a>,
        for<'a> Lease: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
            command: Take,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Take> {
            match &machine.state {
                LeaseState::Free => {
                    ::mainstay::entity::Step::decided::<
                        Taken,
                    >(LeaseFlow::free_take(&machine.data, command, cx))
                }
                LeaseState::Grace => {
                    ::mainstay::entity::Step::decided::<
                        Taken,
                    >(LeaseFlow::grace_take(&machine.data, command, cx))
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
    impl ::mainstay::entity::PersistHandlerAsync<Call> for Lease
    where
        for<'a> Call: ::mainstay::__private::MessageOf<'a>,
        for<'a> Lease: Recovered<'a>,
    {
        async fn persist(
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
            command: Call,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Call> {
            match &machine.state {
                LeaseState::Active(state) => {
                    ::mainstay::entity::Step::decided::<
                        Called,
                    >(LeaseFlow::active_call(&machine.data, state, command, cx).await)
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
    impl ::mainstay::entity::PersistHandler<::mainstay::fsm::Elapsed> for Lease
    where
        for<'a> ::mainstay::fsm::Elapsed: ::mainstay::__private::MessageOf<'a>,
        for<'a> Lease: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
            command: ::mainstay::fsm::Elapsed,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, ::mainstay::fsm::Elapsed> {
            match (&machine.state, command.name()) {
                (LeaseState::Active(state), "term") => {
                    ::mainstay::entity::Step::decided::<
                        Lapsed,
                    >(LeaseFlow::active_term(&machine.data, state, cx))
                }
                (LeaseState::Active(state), "quiet") => {
                    ::mainstay::entity::Step::decided::<
                        Lapsed,
                    >(LeaseFlow::active_quiet(&machine.data, state, cx))
                }
                (state @ LeaseState::Active { .. }, "overdue") => {
                    ::mainstay::entity::Step::decided::<
                        Lost,
                    >(LeaseFlow::held_overdue(&machine.data, state, cx))
                }
                (state @ LeaseState::Grace { .. }, "overdue") => {
                    ::mainstay::entity::Step::decided::<
                        Lost,
                    >(LeaseFlow::held_overdue(&machine.data, state, cx))
                }
                (state, _) => {
                    ::mainstay::entity::Step::unhandled(
                        ::mainstay::fsm::States::name(state),
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Recover for Lease
    where
        for<'a> Lease: Written<'a>,
        for<'a> Nagged: ::mainstay::__private::EventOf<'a>,
        for<'a> Lost: ::mainstay::__private::EventOf<'a>,
        for<'a> Taken: ::mainstay::__private::EventOf<'a>,
        for<'a> Lapsed: ::mainstay::__private::EventOf<'a>,
        for<'a> Called: ::mainstay::__private::EventOf<'a>,
    {
        type Event = AnyEvent;
        fn start(self) -> ::mainstay::fsm::Machine<Lease, LeaseState> {
            let state = LeaseState::Free;
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
                AnyEvent::Nagged(event) => ::mainstay::entity::encode(event),
                AnyEvent::Lost(event) => ::mainstay::entity::encode(event),
                AnyEvent::Taken(event) => ::mainstay::entity::encode(event),
                AnyEvent::Lapsed(event) => ::mainstay::entity::encode(event),
                AnyEvent::Called(event) => ::mainstay::entity::encode(event),
            }
        }
        fn decode(
            record: &::mainstay::journal::Record,
        ) -> ::core::result::Result<AnyEvent, ::mainstay::entity::DecodeError> {
            if ::mainstay::entity::is_named::<Nagged>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Nagged);
            }
            if ::mainstay::entity::is_named::<Lost>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Lost);
            }
            if ::mainstay::entity::is_named::<Taken>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Taken);
            }
            if ::mainstay::entity::is_named::<Lapsed>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Lapsed);
            }
            if ::mainstay::entity::is_named::<Called>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Called);
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn apply(
            machine: ::mainstay::fsm::Machine<Lease, LeaseState>,
            event: &AnyEvent,
            _: &::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<
            ::mainstay::fsm::Machine<Lease, LeaseState>,
            ::mainstay::entity::Unexpected,
        > {
            let ::mainstay::fsm::Machine { mut data, state } = machine;
            let state = match (state, event) {
                (LeaseState::Free, AnyEvent::Taken(event)) => {
                    LeaseState::Active(LeaseFlow::free_taken(&mut data, event))
                }
                (LeaseState::Active(state), AnyEvent::Lapsed(event)) => {
                    LeaseFlow::active_lapsed(&mut data, state, event);
                    LeaseState::Grace
                }
                (LeaseState::Active(state), AnyEvent::Called(event)) => {
                    LeaseState::Active(LeaseFlow::active_called(&mut data, state, event))
                }
                (state @ LeaseState::Active { .. }, AnyEvent::Lost(event)) => {
                    LeaseFlow::held_lost(&mut data, state, event);
                    LeaseState::Free
                }
                (LeaseState::Grace, AnyEvent::Taken(event)) => {
                    LeaseState::Active(LeaseFlow::grace_taken(&mut data, event))
                }
                (state @ LeaseState::Grace { .. }, AnyEvent::Lost(event)) => {
                    LeaseFlow::held_lost(&mut data, state, event);
                    LeaseState::Free
                }
                (state, AnyEvent::Nagged(event)) => {
                    LeaseFlow::otherwise_nagged(&mut data, event);
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
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
            event: &AnyEvent,
        ) -> ::mainstay::fsm::Target {
            match (&machine.state, event) {
                (LeaseState::Free { .. }, AnyEvent::Taken(_)) => {
                    ::mainstay::fsm::Target::To("Active")
                }
                (LeaseState::Active { .. }, AnyEvent::Lapsed(_)) => {
                    ::mainstay::fsm::Target::To("Grace")
                }
                (LeaseState::Active { .. }, AnyEvent::Called(_)) => {
                    ::mainstay::fsm::Target::Reenter
                }
                (LeaseState::Active { .. }, AnyEvent::Lost(_)) => {
                    ::mainstay::fsm::Target::To("Free")
                }
                (LeaseState::Grace { .. }, AnyEvent::Taken(_)) => {
                    ::mainstay::fsm::Target::To("Active")
                }
                (LeaseState::Grace { .. }, AnyEvent::Lost(_)) => {
                    ::mainstay::fsm::Target::To("Free")
                }
                _ => ::mainstay::fsm::Target::Stay,
            }
        }
        fn state_name(
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
        ) -> ::core::option::Option<&'static ::core::primitive::str> {
            ::core::option::Option::Some(::mainstay::fsm::States::name(&machine.state))
        }
        const TABLE: ::core::option::Option<::mainstay::fsm::Table> = ::core::option::Option::Some(
            <LeaseState as ::mainstay::fsm::States>::TABLE,
        );
        fn describe(
            state: &::mainstay::fsm::Machine<Lease, LeaseState>,
        ) -> ::core::option::Option<::std::string::String> {
            use ::mainstay::__private::NotDescribed as _;
            ::mainstay::__private::Described::<
                ::mainstay::fsm::Machine<Lease, LeaseState>,
            >::describe(state)
        }
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = <Lease as ::mainstay::fsm::FsmOf<
            LeaseState,
        >>::SNAPSHOTS
            .shape(<Lease as ::mainstay::entity::Persistent>::KIND);
        fn snapshot(
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            <Lease as ::mainstay::fsm::FsmOf<LeaseState>>::SNAPSHOTS.take(machine)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<
            ::mainstay::fsm::Machine<Lease, LeaseState>,
            ::mainstay::entity::DecodeError,
        > {
            <Lease as ::mainstay::fsm::FsmOf<LeaseState>>::SNAPSHOTS
                .put_back(self, snapshot)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistDispatch for Lease
    where
        for<'a> Lease: Recovered<'a>,
        for<'a> Nag: ::mainstay::__private::TimerOf<'a>,
        for<'a> Take: ::mainstay::__private::CommandOf<'a>,
        for<'a> Call: ::mainstay::__private::TimerOf<'a>,
        for<'a> ::mainstay::fsm::Elapsed: ::mainstay::__private::CommandOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Work<Self> {
            match message {
                Inbox::Nag(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Take(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Call(command, port) => {
                    ::mainstay::entity::Work::Later(Later::Call(command, port))
                }
                Inbox::Elapsed(command, port) => {
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
                            LeaseState::TABLE
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
            machine: &::mainstay::fsm::Machine<Lease, LeaseState>,
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Verdict<Self> {
            match message {
                Later::Call(command, port) => {
                    ::mainstay::entity::Verdict::persist(machine, command, port, cx)
                        .await
                }
            }
        }
        const TIMETABLE: ::core::option::Option<
            ::mainstay::timer::Timetable<::mainstay::fsm::Machine<Lease, LeaseState>>,
        > = ::core::option::Option::Some(::mainstay::timer::Timetable {
            table: <LeaseState as ::mainstay::fsm::States>::TABLE,
            timers: &[
                ("Nag", <Nag as ::mainstay::timer::Timer>::NAME),
                ("Call", <Call as ::mainstay::timer::Timer>::NAME),
            ],
            state: |machine| ::mainstay::fsm::States::name(&machine.state),
            delay: |machine, deadline| match (&machine.state, deadline) {
                (LeaseState::Active(state), "term") => {
                    ::core::option::Option::Some(
                        LeaseFlow::active_term_after(&machine.data, state),
                    )
                }
                _ => ::core::option::Option::None,
            },
        });
        fn fire(
            timer: &::mainstay::timer::Firing<'_>,
        ) -> ::core::result::Result<Inbox, ::mainstay::entity::DecodeError> {
            if let ::core::option::Option::Some(deadline) = timer.deadline() {
                return ::core::result::Result::Ok(
                    Inbox::Elapsed(deadline, ::mainstay::call::Port::none()),
                );
            }
            if ::mainstay::timer::is_timer::<Nag>(timer.name()) {
                return timer.accept::<Self, Nag>();
            }
            if ::mainstay::timer::is_timer::<Call>(timer.name()) {
                return timer.accept::<Self, Call>();
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn arrive(
            arrival: &::mainstay::delivery::Arrival<'_>,
        ) -> ::mainstay::delivery::Arrived<Inbox> {
            use ::mainstay::__private::NeverArrives as _;
            ::mainstay::__private::arrived(
                arrival,
                &[::mainstay::__private::Arriving::<Take>::taken_by::<Self>],
            )
        }
        fn reject(message: Inbox, why: &::mainstay::entity::Rejection) {
            match message {
                Inbox::Nag(_, port) => port.reject(why),
                Inbox::Take(_, port) => port.reject(why),
                Inbox::Call(_, port) => port.reject(why),
                Inbox::Elapsed(_, port) => port.reject(why),
                Inbox::StateName(_, port) => port.reject(why),
                Inbox::Permitted(_, port) => port.reject(why),
                Inbox::Subscribe(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Contracted for Lease
    where
        for<'a> Lease: Recovered<'a>,
        for<'a> Nagged: ::mainstay::__private::EventOf<'a>,
        for<'a> Lost: ::mainstay::__private::EventOf<'a>,
        for<'a> Taken: ::mainstay::__private::EventOf<'a>,
        for<'a> Lapsed: ::mainstay::__private::EventOf<'a>,
        for<'a> Called: ::mainstay::__private::EventOf<'a>,
    {
        const CONTRACT: ::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::mainstay::__private::NotPromised as _;
            ::mainstay::entity::Contract {
                kind: <Lease as ::mainstay::entity::Persistent>::KIND,
                snapshot: <Lease as ::mainstay::entity::Recover>::SNAPSHOT,
                snapshot_fields: <Lease as ::mainstay::fsm::FsmOf<LeaseState>>::SNAPSHOTS
                    .fields(),
                events: &[
                    ::mainstay::entity::Shape::event::<Nagged>(),
                    ::mainstay::entity::Shape::event::<Lost>(),
                    ::mainstay::entity::Shape::event::<Taken>(),
                    ::mainstay::entity::Shape::event::<Lapsed>(),
                    ::mainstay::entity::Shape::event::<Called>(),
                ],
                removed: &[],
                takes: &[
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Timer,
                        name: "Nag",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Nag>::TIMER,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Take",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Take>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Timer,
                        name: "Call",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Call>::TIMER,
                    },
                ],
                table: ::core::option::Option::Some(LeaseState::TABLE),
            }
        };
    }
};
