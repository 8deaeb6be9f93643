const _: () = {
    fn _targets(state: &BreakerState) {
        let _ = ::core::matches!(state, BreakerState::Open { .. });
        let _ = ::core::matches!(state, BreakerState::HalfOpen { .. });
        let _ = ::core::matches!(state, BreakerState::Closed { .. });
    }
};
/// Handle to a machine [`Breaker`].
#[derive(::core::fmt::Debug)]
pub struct BreakerRef(::mainstay::actor::ActorRef<Breaker>);
#[automatically_derived]
impl ::core::clone::Clone for BreakerRef
where
    for<'a> Describe: ::mainstay::__private::MessageOf<'a>,
    for<'a> Fail: ::mainstay::__private::MessageOf<'a>,
    for<'a> Probe: ::mainstay::__private::MessageOf<'a>,
{
    fn clone(&self) -> Self {
        Self(::core::clone::Clone::clone(&self.0))
    }
}
#[automatically_derived]
impl ::mainstay::actor::Handle<Breaker> for BreakerRef
where
    for<'a> Describe: ::mainstay::__private::MessageOf<'a>,
    for<'a> Fail: ::mainstay::__private::MessageOf<'a>,
    for<'a> Probe: ::mainstay::__private::MessageOf<'a>,
{
    fn from_ref(actor: ::mainstay::actor::ActorRef<Breaker>) -> Self {
        Self(actor)
    }
    fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Breaker> {
        &self.0
    }
}
/// What the machine [`Breaker`] does: a method for each row of [`BreakerState`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "write `impl BreakerFlow for Breaker { .. }` with one method for each row of `BreakerState`"
)]
pub trait BreakerFlow: ::mainstay::actor::Actor {
    /// The first state of a new machine: [`Closed`](BreakerState::Closed).
    fn initial(&self) -> Closed;
    /// Handles [`Fail`] in [`Closed`](BreakerState::Closed).
    fn closed_fail(
        &mut self,
        closed: &mut Closed,
        fail: Fail,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::fsm::Move<Fail, BreakerClosedFail>
    where
        for<'a> Fail: ::mainstay::__private::MessageOf<'a>;
    /// Handles [`Probe`] in [`Closed`](BreakerState::Closed).
    fn closed_probe(
        &mut self,
        closed: &mut Closed,
        probe: Probe,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> impl ::mainstay::__private::AsyncRow<
        Output = ::mainstay::fsm::Answer<Probe>,
    > + ::core::marker::Send
    where
        for<'a> Probe: ::mainstay::__private::MessageOf<'a>;
    /// Handles the deadline `cool` in [`Open`](BreakerState::Open).
    fn open_cool(&mut self, open: &mut Open, cx: &mut ::mainstay::actor::Context<Self>);
    /// Handles [`Probe`] in [`HalfOpen`](BreakerState::HalfOpen).
    fn half_open_probe(
        &mut self,
        probe: Probe,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::fsm::Move<Probe, Closed>
    where
        for<'a> Probe: ::mainstay::__private::MessageOf<'a>;
    /// Handles [`Describe`] in any other state.
    fn otherwise_describe(
        &mut self,
        state: &BreakerState,
        describe: Describe,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::fsm::Answer<Describe>
    where
        for<'a> Describe: ::mainstay::__private::MessageOf<'a>;
    /// Runs when [`Closed`](BreakerState::Closed) is left.
    fn closed_exit(
        &mut self,
        closed: &mut Closed,
        cx: &mut ::mainstay::actor::Context<Self>,
    );
    /// Runs when [`HalfOpen`](BreakerState::HalfOpen) is entered.
    fn half_open_enter(&mut self, cx: &mut ::mainstay::actor::Context<Self>);
}
/// Where `Fail` may lead.
pub enum BreakerClosedFail {
    /// The machine stays in its state.
    Stay,
    /// The machine goes to [`Open`](BreakerState::Open).
    Open(Open),
}
#[automatically_derived]
impl ::core::convert::From<Open> for BreakerClosedFail {
    fn from(state: Open) -> Self {
        Self::Open(state)
    }
}
#[automatically_derived]
impl BreakerState {
    /// The machine [`Breaker`] as data.
    ///
    #[cfg_attr(
        doc,
        doc = ::mainstay::__private::states_picture!{#[states(
            Breaker
        )]#[otherwise(Describe = >stay)]pub
        enum
        BreakerState{#[initial]#[exit]#[on(
            Fail = >stay|Open
        )]#[on(async Probe = >stay)]Closed(Closed),
        #[after(cool:"10s" = >HalfOpen)]#[postpone(Probe)]#[discard(Fail)]Open(Open),
        #[enter]#[on(Probe = >Closed)]HalfOpen,
        }}
    )]
    /// | in | on | stores | and then |
    /// |---|---|---|---|
    /// | [`Closed`](Self::Closed), initial | [`Fail`] | nothing | stays |
    /// | [`Closed`](Self::Closed), initial | [`Fail`] | nothing | goes to [`Open`](Self::Open) |
    /// | [`Closed`](Self::Closed), initial | [`Probe`] | nothing | stays |
    /// | [`Open`](Self::Open) | `cool`: after 10s | nothing | goes to [`HalfOpen`](Self::HalfOpen) |
    /// | [`Open`](Self::Open) | [`Fail`] | nothing | drops it |
    /// | [`Open`](Self::Open) | [`Probe`] | nothing | postpones it |
    /// | [`HalfOpen`](Self::HalfOpen) | [`Probe`] | nothing | goes to [`Closed`](Self::Closed) |
    /// | any other | [`Describe`] | nothing | stays |
    pub const TABLE: ::mainstay::fsm::Table = ::mainstay::fsm::Table {
        name: "Breaker",
        persistent: false,
        states: &[
            ::mainstay::fsm::State {
                name: "Closed",
                initial: true,
                exit: true,
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Fail"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::None,
                                target: ::mainstay::fsm::Target::Stay,
                            },
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::None,
                                target: ::mainstay::fsm::Target::To("Open"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Probe"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::None,
                                target: ::mainstay::fsm::Target::Stay,
                            },
                        ],
                    },
                ],
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Open",
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::After(::mainstay::fsm::Deadline {
                            name: "cool",
                            delay: ::core::option::Option::Some(
                                ::core::time::Duration::new(10u64, 0u32),
                            ),
                            text: "10s",
                        }),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::None,
                                target: ::mainstay::fsm::Target::To("HalfOpen"),
                            },
                        ],
                    },
                ],
                discards: &["Fail"],
                postpones: &["Probe"],
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "HalfOpen",
                enter: true,
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Probe"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::None,
                                target: ::mainstay::fsm::Target::To("Closed"),
                            },
                        ],
                    },
                ],
                ..::mainstay::fsm::State::EMPTY
            },
        ],
        groups: &[],
        otherwise: &[
            ::mainstay::fsm::Row {
                trigger: ::mainstay::fsm::Trigger::Command("Describe"),
                inherited: false,
                outcomes: &[
                    ::mainstay::fsm::Outcome {
                        event: ::core::option::Option::None,
                        target: ::mainstay::fsm::Target::Stay,
                    },
                ],
            },
        ],
        queries: &[],
    };
}
#[automatically_derived]
impl ::mainstay::fsm::States for BreakerState {
    const TABLE: ::mainstay::fsm::Table = Self::TABLE;
    fn name(&self) -> &'static ::core::primitive::str {
        match self {
            Self::Closed { .. } => "Closed",
            Self::Open { .. } => "Open",
            Self::HalfOpen { .. } => "HalfOpen",
        }
    }
}
#[automatically_derived]
#[doc(hidden)]
impl ::mainstay::fsm::StatesOf<Breaker> for BreakerState {}
const _: () = {
    #[allow(non_camel_case_types)]
    pub enum Deadline {
        open_cool,
    }
    #[allow(private_interfaces)]
    pub enum Inbox {
        Describe(Describe, ::mainstay::__private::PortOf<Describe>),
        Fail(Fail, ::mainstay::__private::PortOf<Fail>),
        Probe(Probe, ::mainstay::__private::PortOf<Probe>),
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
        Deadline(Deadline),
    }
    #[allow(private_interfaces)]
    pub enum Later {
        Probe(Probe, ::mainstay::__private::WayBack<Probe>),
    }
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Breaker {}
    #[automatically_derived]
    impl ::mainstay::actor::Declared for Breaker {
        const MAILBOX: ::core::option::Option<::mainstay::mailbox::Capacity> = <Breaker as ::mainstay::fsm::FsmOf<
            BreakerState,
        >>::MAILBOX;
        const STASH: ::core::option::Option<::mainstay::mailbox::Capacity> = <Breaker as ::mainstay::fsm::FsmOf<
            BreakerState,
        >>::STASH;
    }
    #[automatically_derived]
    impl ::mainstay::fsm::Fsm for Breaker {
        type States = BreakerState;
    }
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Breaker {
        type Handle = BreakerRef;
        type Message = Inbox;
        type Id = ();
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match message {
                Inbox::Describe(..) => "Describe",
                Inbox::Fail(..) => "Fail",
                Inbox::Probe(..) => "Probe",
                Inbox::StateName(..) => "StateName",
                Inbox::Permitted(..) => "Permitted",
                Inbox::Subscribe(..) => "Subscribe",
                Inbox::Deadline(Deadline::open_cool) => "open_cool",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Describe> for Breaker
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
    impl ::mainstay::call::Accepts<Fail> for Breaker
    where
        for<'a> Fail: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Fail, port: ::mainstay::__private::PortOf<Fail>) -> Inbox {
            Inbox::Fail(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Probe> for Breaker
    where
        for<'a> Probe: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Probe, port: ::mainstay::__private::PortOf<Probe>) -> Inbox {
            Inbox::Probe(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::StateName> for Breaker {
        fn accept(
            message: ::mainstay::fsm::StateName,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::StateName>,
        ) -> Inbox {
            Inbox::StateName(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Permitted> for Breaker {
        fn accept(
            message: ::mainstay::fsm::Permitted,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Permitted>,
        ) -> Inbox {
            Inbox::Permitted(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Subscribe> for Breaker {
        fn accept(
            message: ::mainstay::fsm::Subscribe,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Subscribe>,
        ) -> Inbox {
            Inbox::Subscribe(message, port)
        }
    }
    trait Written<'a>: BreakerFlow {}
    impl<A: BreakerFlow> Written<'_> for A {}
    const _: fn() = || {
        fn handlers<A: BreakerFlow>() {}
        handlers::<Breaker>();
    };
    fn enter_(
        machine: &mut Breaker,
        state: &mut BreakerState,
        cx: &mut ::mainstay::actor::Context<Breaker>,
    ) {
        match state {
            BreakerState::Open(_) => {
                cx.start_deadline(
                    "after open_cool",
                    ::core::time::Duration::new(10u64, 0u32),
                    Inbox::Deadline(Deadline::open_cool),
                );
            }
            BreakerState::HalfOpen => {
                BreakerFlow::half_open_enter(machine, cx);
            }
            _ => {}
        }
    }
    fn leave(
        machine: &mut Breaker,
        state: &mut BreakerState,
        cx: &mut ::mainstay::actor::Context<Breaker>,
    ) {
        match state {
            BreakerState::Closed(own) => {
                BreakerFlow::closed_exit(machine, own, cx);
            }
            BreakerState::Open(_) => {
                cx.cancel_timer("after open_cool");
            }
            _ => {}
        }
    }
    #[automatically_derived]
    impl ::mainstay::actor::Dispatch for Breaker
    where
        for<'a> Breaker: Written<'a>,
        for<'a> Describe: ::mainstay::__private::MessageOf<'a>,
        for<'a> Fail: ::mainstay::__private::MessageOf<'a>,
        for<'a> Probe: ::mainstay::__private::MessageOf<'a>,
    {
        type Later = Later;
        type State = BreakerState;
        fn initial(
            &mut self,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> BreakerState {
            BreakerState::Closed(BreakerFlow::initial(self))
        }
        fn dispatch(
            &mut self,
            state: &mut BreakerState,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::core::option::Option<Later> {
            match message {
                Inbox::Describe(command, port) => {
                    let reply = port.open();
                    reply
                        .send(
                            <Describe as ::mainstay::call::Message>::decided(
                                BreakerFlow::otherwise_describe(self, state, command, cx),
                            ),
                        )
                }
                Inbox::Fail(command, port) => {
                    let reply = port.open();
                    match state {
                        BreakerState::Closed(own) => {
                            match <Fail as ::mainstay::call::Message>::decided(
                                BreakerFlow::closed_fail(self, own, command, cx),
                            ) {
                                ::core::result::Result::Ok(goto) => {
                                    let (next, answer) = goto.into_parts();
                                    match next {
                                        BreakerClosedFail::Stay => {
                                            reply.reply(answer);
                                        }
                                        BreakerClosedFail::Open(next) => {
                                            leave(self, state, cx);
                                            reply.reply(answer);
                                            *state = BreakerState::Open(next);
                                            cx.unstash_all();
                                            enter_(self, state, cx);
                                            cx.transitioned("Closed", "Open");
                                        }
                                    }
                                }
                                ::core::result::Result::Err(refusal) => {
                                    reply.refuse(refusal)
                                }
                            }
                        }
                        BreakerState::Open { .. } => {
                            reply
                                .settle(
                                    ::core::result::Result::Err(::mainstay::call::CallError::Discarded {
                                        state: "Open",
                                    }),
                                )
                        }
                        _ => {
                            cx.unhandled(
                                command,
                                reply,
                                ::mainstay::fsm::States::name(state),
                                ::mainstay::fsm::Unhandled::Warn,
                            )
                        }
                    }
                }
                Inbox::Probe(command, port) => {
                    let reply = port.open();
                    match state {
                        BreakerState::Closed { .. } => {
                            return ::core::option::Option::Some(
                                Later::Probe(command, reply),
                            );
                        }
                        BreakerState::Open { .. } => cx.postpone(command, reply),
                        BreakerState::HalfOpen => {
                            match <Probe as ::mainstay::call::Message>::decided(
                                BreakerFlow::half_open_probe(self, command, cx),
                            ) {
                                ::core::result::Result::Ok(goto) => {
                                    let (next, answer) = goto.into_parts();
                                    reply.reply(answer);
                                    *state = BreakerState::Closed(next);
                                    cx.unstash_all();
                                    cx.transitioned("HalfOpen", "Closed");
                                }
                                ::core::result::Result::Err(refusal) => {
                                    reply.refuse(refusal)
                                }
                            }
                        }
                    }
                }
                Inbox::StateName(_, port) => {
                    port.answer(|| ::core::result::Result::Ok(
                        ::mainstay::fsm::States::name(state),
                    ));
                }
                Inbox::Permitted(_, port) => {
                    port.answer(|| {
                        ::core::result::Result::Ok(
                            BreakerState::TABLE
                                .permitted(::mainstay::fsm::States::name(state)),
                        )
                    })
                }
                Inbox::Subscribe(_, port) => {
                    let state = ::mainstay::fsm::States::name(state);
                    port.answer(|| ::core::result::Result::Ok(cx.transitions(state)));
                }
                Inbox::Deadline(Deadline::open_cool) => {
                    match state {
                        BreakerState::Open(own) => {
                            BreakerFlow::open_cool(self, own, cx);
                            leave(self, state, cx);
                            *state = BreakerState::HalfOpen;
                            cx.unstash_all();
                            enter_(self, state, cx);
                            cx.transitioned("Open", "HalfOpen");
                        }
                        _ => {}
                    }
                }
            }
            ::core::option::Option::None
        }
        async fn dispatch_later(
            &mut self,
            state: &mut BreakerState,
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) {
            match message {
                Later::Probe(command, reply) => {
                    match state {
                        BreakerState::Closed(own) => {
                            reply
                                .send(
                                    <Probe as ::mainstay::call::Message>::decided(
                                        BreakerFlow::closed_probe(self, own, command, cx).await,
                                    ),
                                )
                        }
                        BreakerState::Open { .. } => {
                            cx.unhandled(
                                command,
                                reply,
                                ::mainstay::fsm::States::name(state),
                                ::mainstay::fsm::Unhandled::Warn,
                            )
                        }
                        BreakerState::HalfOpen { .. } => {
                            cx.unhandled(
                                command,
                                reply,
                                ::mainstay::fsm::States::name(state),
                                ::mainstay::fsm::Unhandled::Warn,
                            )
                        }
                    }
                }
            }
        }
    }
};
