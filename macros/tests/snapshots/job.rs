const _: () = {
    fn _targets(state: &JobState) {
        let _ = ::core::matches!(state, JobState::Running { .. });
        let _ = ::core::matches!(state, JobState::Paused { .. });
        let _ = ::core::matches!(state, JobState::Running { .. });
        let _ = ::core::matches!(state, JobState::Gone { .. });
        let _ = ::core::matches!(state, JobState::Gone { .. });
        let _ = ::core::matches!(state, JobState::Waiting { .. });
        let _ = ::core::matches!(state, JobState::Running { .. });
    }
};
/// Handle to a machine [`Job`].
#[derive(::core::fmt::Debug)]
struct JobRef(::mainstay::actor::ActorRef<Job>);
#[automatically_derived]
impl ::core::clone::Clone for JobRef
where
    for<'a> Cancel: ::mainstay::__private::MessageOf<'a>,
    for<'a> Note: ::mainstay::__private::MessageOf<'a>,
    for<'a> Resume: ::mainstay::__private::MessageOf<'a>,
    for<'a> Begin: ::mainstay::__private::MessageOf<'a>,
    for<'a> Pause: ::mainstay::__private::MessageOf<'a>,
{
    fn clone(&self) -> Self {
        Self(::core::clone::Clone::clone(&self.0))
    }
}
#[automatically_derived]
impl ::mainstay::actor::Handle<Job> for JobRef
where
    for<'a> Cancel: ::mainstay::__private::MessageOf<'a>,
    for<'a> Note: ::mainstay::__private::MessageOf<'a>,
    for<'a> Resume: ::mainstay::__private::MessageOf<'a>,
    for<'a> Begin: ::mainstay::__private::MessageOf<'a>,
    for<'a> Pause: ::mainstay::__private::MessageOf<'a>,
{
    fn from_ref(actor: ::mainstay::actor::ActorRef<Job>) -> Self {
        Self(actor)
    }
    fn actor_ref(&self) -> &::mainstay::actor::ActorRef<Job> {
        &self.0
    }
}
/// What the machine [`Job`] does: a method for each row of [`JobState`], and one for each event in each state that it changes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no handlers",
    note = "write `impl JobFlow for Job { .. }` with one method for each row of `JobState`"
)]
trait JobFlow: ::mainstay::entity::Persistent<
        State = ::mainstay::fsm::Machine<Self, JobState>,
    > {
    /// Decides on [`Begin`] in [`Waiting`](JobState::Waiting).
    fn waiting_begin(
        &self,
        begin: Begin,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Begin, Begun>
    where
        for<'a> Begin: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Pause`] in [`Running`](JobState::Running).
    fn running_pause(
        &self,
        running: &Running,
        pause: Pause,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Pause, WasPaused>
    where
        for<'a> Pause: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Resume`] in [`Paused`](JobState::Paused).
    fn paused_resume(
        &self,
        paused: &Paused,
        resume: Resume,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Resume, Resumed>
    where
        for<'a> Resume: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Cancel`] in [`Held`](JobState::Held).
    fn held_cancel(
        &self,
        cancel: Cancel,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Cancel, Cancelled>
    where
        for<'a> Cancel: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Cancel`] in the states of `Active`.
    fn active_cancel(
        &self,
        state: &JobState,
        cancel: Cancel,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Cancel, Cancelled>
    where
        for<'a> Cancel: ::mainstay::__private::MessageOf<'a>;
    /// Decides on [`Note`] in the states of `Active`.
    fn active_note(
        &self,
        state: &JobState,
        note: Note,
        cx: &mut ::mainstay::actor::Context<Self>,
    ) -> ::mainstay::entity::Decide<Self, Note, Noted>
    where
        for<'a> Note: ::mainstay::__private::MessageOf<'a>;
    /// Applies [`Begun`] in [`Waiting`](JobState::Waiting), and goes to [`Running`](JobState::Running).
    fn waiting_begun(&mut self, event: &Begun) -> Running;
    /// Applies [`WasPaused`] in [`Running`](JobState::Running), and goes to [`Paused`](JobState::Paused).
    fn running_was_paused(&mut self, running: Running, event: &WasPaused) -> Paused;
    /// Applies [`Resumed`] in [`Paused`](JobState::Paused), and goes to [`Running`](JobState::Running).
    fn paused_resumed(&mut self, paused: Paused, event: &Resumed) -> Running;
    /// Applies [`Cancelled`] in [`Held`](JobState::Held), and goes to [`Gone`](JobState::Gone).
    fn held_cancelled(&mut self, event: &Cancelled) -> Gone;
    /// Applies [`Cancelled`] in the states of `Active`, and goes to [`Gone`](JobState::Gone).
    fn active_cancelled(&mut self, state: JobState, event: &Cancelled) -> Gone;
    /// Applies [`Noted`] in the states of `Active`.
    fn active_noted(&mut self, event: &Noted);
    /// Says what is done when [`Waiting`](JobState::Waiting) is entered.
    fn waiting_enter(&self, actions: &mut ::mainstay::fsm::Actions<Self>);
    /// Says what is done when [`Running`](JobState::Running) is left.
    fn running_exit(
        &self,
        running: &Running,
        actions: &mut ::mainstay::fsm::Actions<Self>,
    );
    /// Says what is done when [`Gone`](JobState::Gone) is entered.
    fn gone_enter(&self, gone: &Gone, actions: &mut ::mainstay::fsm::Actions<Self>);
}
#[automatically_derived]
impl JobState {
    /// The machine [`Job`] as data.
    ///
    #[cfg_attr(
        doc,
        doc = ::mainstay::__private::states_picture!{#[states(
            Job,
            name = "job",
            unhandled = ignore
        )]#[group(
            Active(Waiting, Running),
            on(Cancel = >Cancelled = >Gone),
            on(Note = >Noted = >stay),
            postpone(Resume)
        )]enum
        JobState{#[doc = " Not begun."]#[initial]#[on(
            Begin = >Begun = >Running
        )]#[enter]#[postpone(_)]Waiting,
        #[on(Pause = >WasPaused = >Paused)]#[exit]#[unhandled(error)]Running(Running),
        #[on(Resume = >Resumed = >Running)]Paused(Paused),
        #[deprecated_state]#[on(Cancel = >Cancelled = >Gone)]Held,
        #[terminal]#[enter]Gone(Gone),
        }}
    )]
    /// | in | on | stores | and then |
    /// |---|---|---|---|
    /// | [`Waiting`](Self::Waiting), initial | [`Begin`] | [`Begun`] | goes to [`Running`](Self::Running) |
    /// | [`Waiting`](Self::Waiting), initial | [`Cancel`] | [`Cancelled`] | goes to [`Gone`](Self::Gone) |
    /// | [`Waiting`](Self::Waiting), initial | [`Note`] | [`Noted`] | stays |
    /// | [`Waiting`](Self::Waiting), initial | [`Resume`] | nothing | postpones it |
    /// | [`Waiting`](Self::Waiting), initial | anything else | nothing | postpones it |
    /// | [`Running`](Self::Running) | [`Pause`] | [`WasPaused`] | goes to [`Paused`](Self::Paused) |
    /// | [`Running`](Self::Running) | [`Cancel`] | [`Cancelled`] | goes to [`Gone`](Self::Gone) |
    /// | [`Running`](Self::Running) | [`Note`] | [`Noted`] | stays |
    /// | [`Running`](Self::Running) | [`Resume`] | nothing | postpones it |
    /// | [`Paused`](Self::Paused) | [`Resume`] | [`Resumed`] | goes to [`Running`](Self::Running) |
    /// | [`Held`](Self::Held) | [`Cancel`] | [`Cancelled`] | goes to [`Gone`](Self::Gone) |
    /// | [`Gone`](Self::Gone), terminal | | | |
    const TABLE: ::mainstay::fsm::Table = ::mainstay::fsm::Table {
        name: "job",
        persistent: true,
        states: &[
            ::mainstay::fsm::State {
                name: "Waiting",
                docs: "Not begun.",
                initial: true,
                enter: true,
                postpones_rest: true,
                group: ::core::option::Option::Some("Active"),
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Begin"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Begun as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Running"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Cancel"),
                        inherited: true,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Cancelled as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Gone"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Note"),
                        inherited: true,
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
                postpones: &["Resume"],
                unhandled: ::mainstay::fsm::Unhandled::Ignore,
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Running",
                exit: true,
                group: ::core::option::Option::Some("Active"),
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Pause"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <WasPaused as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Paused"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Cancel"),
                        inherited: true,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Cancelled as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Gone"),
                            },
                        ],
                    },
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Note"),
                        inherited: true,
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
                postpones: &["Resume"],
                unhandled: ::mainstay::fsm::Unhandled::Error,
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Paused",
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Resume"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Resumed as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Running"),
                            },
                        ],
                    },
                ],
                unhandled: ::mainstay::fsm::Unhandled::Ignore,
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Held",
                deprecated: true,
                rows: &[
                    ::mainstay::fsm::Row {
                        trigger: ::mainstay::fsm::Trigger::Command("Cancel"),
                        inherited: false,
                        outcomes: &[
                            ::mainstay::fsm::Outcome {
                                event: ::core::option::Option::Some(
                                    <Cancelled as ::mainstay::entity::Event>::NAME,
                                ),
                                target: ::mainstay::fsm::Target::To("Gone"),
                            },
                        ],
                    },
                ],
                unhandled: ::mainstay::fsm::Unhandled::Ignore,
                ..::mainstay::fsm::State::EMPTY
            },
            ::mainstay::fsm::State {
                name: "Gone",
                terminal: true,
                enter: true,
                unhandled: ::mainstay::fsm::Unhandled::Ignore,
                ..::mainstay::fsm::State::EMPTY
            },
        ],
        groups: &[
            ::mainstay::fsm::Group {
                name: "Active",
                states: &["Waiting", "Running"],
            },
        ],
        otherwise: &[],
        queries: &[],
    };
}
#[automatically_derived]
impl ::mainstay::fsm::States for JobState {
    const TABLE: ::mainstay::fsm::Table = Self::TABLE;
    fn name(&self) -> &'static ::core::primitive::str {
        match self {
            Self::Waiting { .. } => "Waiting",
            Self::Running { .. } => "Running",
            Self::Paused { .. } => "Paused",
            Self::Held { .. } => "Held",
            Self::Gone { .. } => "Gone",
        }
    }
}
#[automatically_derived]
#[doc(hidden)]
impl ::mainstay::fsm::StatesOf<Job> for JobState {}
const _: () = {
    #[allow(private_interfaces)]
    pub enum Inbox {
        Cancel(Cancel, ::mainstay::__private::PortOf<Cancel>),
        Note(Note, ::mainstay::__private::PortOf<Note>),
        Resume(Resume, ::mainstay::__private::PortOf<Resume>),
        Begin(Begin, ::mainstay::__private::PortOf<Begin>),
        Pause(Pause, ::mainstay::__private::PortOf<Pause>),
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
        for<'a> Cancel: ::mainstay::__private::MessageOf<'a>,
        for<'a> Note: ::mainstay::__private::MessageOf<'a>,
        for<'a> Resume: ::mainstay::__private::MessageOf<'a>,
        for<'a> Begin: ::mainstay::__private::MessageOf<'a>,
        for<'a> Pause: ::mainstay::__private::MessageOf<'a>,
    {
        fn from(message: Later) -> Self {
            match message {}
        }
    }
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Cancel>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Note>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Resume>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Begin>::answer_asked
    };
    const _: fn() = {
        use ::mainstay::__private::NotAsked as _;
        ::mainstay::__private::Kept::<Pause>::answer_asked
    };
    #[automatically_derived]
    impl ::mainstay::__private::HasHandlers for Job {}
    #[automatically_derived]
    impl ::mainstay::actor::Declared for Job {
        const MAILBOX: ::core::option::Option<::mainstay::mailbox::Capacity> = <Job as ::mainstay::fsm::FsmOf<
            JobState,
        >>::MAILBOX;
        const STASH: ::core::option::Option<::mainstay::mailbox::Capacity> = <Job as ::mainstay::fsm::FsmOf<
            JobState,
        >>::STASH;
    }
    #[automatically_derived]
    impl ::mainstay::fsm::Fsm for Job {
        type States = JobState;
    }
    #[automatically_derived]
    impl ::mainstay::actor::Actor for Job {
        type Handle = JobRef;
        type Message = Inbox;
        type Id = ::mainstay::entity::EntityId<Self>;
        fn name(message: &Inbox) -> &'static ::core::primitive::str {
            match message {
                Inbox::Cancel(..) => ::core::stringify!(Cancel),
                Inbox::Note(..) => ::core::stringify!(Note),
                Inbox::Resume(..) => ::core::stringify!(Resume),
                Inbox::Begin(..) => ::core::stringify!(Begin),
                Inbox::Pause(..) => ::core::stringify!(Pause),
                Inbox::StateName(..) => "StateName",
                Inbox::Permitted(..) => "Permitted",
                Inbox::Subscribe(..) => "Subscribe",
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Persistent for Job {
        const KIND: &'static ::core::primitive::str = "job";
        type State = ::mainstay::fsm::Machine<Job, JobState>;
        const SNAPSHOT_EVERY: ::core::option::Option<::core::primitive::u64> = <Job as ::mainstay::fsm::FsmOf<
            JobState,
        >>::SNAPSHOTS
            .every();
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Cancel> for Job
    where
        for<'a> Cancel: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: Cancel,
            port: ::mainstay::__private::PortOf<Cancel>,
        ) -> Inbox {
            Inbox::Cancel(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Note> for Job
    where
        for<'a> Note: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Note, port: ::mainstay::__private::PortOf<Note>) -> Inbox {
            Inbox::Note(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Resume> for Job
    where
        for<'a> Resume: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(
            message: Resume,
            port: ::mainstay::__private::PortOf<Resume>,
        ) -> Inbox {
            Inbox::Resume(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Begin> for Job
    where
        for<'a> Begin: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Begin, port: ::mainstay::__private::PortOf<Begin>) -> Inbox {
            Inbox::Begin(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<Pause> for Job
    where
        for<'a> Pause: ::mainstay::__private::MessageOf<'a>,
    {
        fn accept(message: Pause, port: ::mainstay::__private::PortOf<Pause>) -> Inbox {
            Inbox::Pause(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::StateName> for Job {
        fn accept(
            message: ::mainstay::fsm::StateName,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::StateName>,
        ) -> Inbox {
            Inbox::StateName(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Permitted> for Job {
        fn accept(
            message: ::mainstay::fsm::Permitted,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Permitted>,
        ) -> Inbox {
            Inbox::Permitted(message, port)
        }
    }
    #[automatically_derived]
    impl ::mainstay::call::Accepts<::mainstay::fsm::Subscribe> for Job {
        fn accept(
            message: ::mainstay::fsm::Subscribe,
            port: ::mainstay::__private::PortOf<::mainstay::fsm::Subscribe>,
        ) -> Inbox {
            Inbox::Subscribe(message, port)
        }
    }
    #[allow(private_interfaces)]
    pub enum AnyEvent {
        Cancelled(Cancelled),
        Noted(Noted),
        Begun(Begun),
        WasPaused(WasPaused),
        Resumed(Resumed),
    }
    #[automatically_derived]
    impl ::core::convert::From<Cancelled> for AnyEvent {
        fn from(event: Cancelled) -> Self {
            Self::Cancelled(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Noted> for AnyEvent {
        fn from(event: Noted) -> Self {
            Self::Noted(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Begun> for AnyEvent {
        fn from(event: Begun) -> Self {
            Self::Begun(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<WasPaused> for AnyEvent {
        fn from(event: WasPaused) -> Self {
            Self::WasPaused(event)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<Resumed> for AnyEvent {
        fn from(event: Resumed) -> Self {
            Self::Resumed(event)
        }
    }
    const NAMES: &[(&::core::primitive::str, &[&::core::primitive::str])] = &[
        (
            <Cancelled as ::mainstay::entity::Event>::NAME,
            <Cancelled as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Noted as ::mainstay::entity::Event>::NAME,
            <Noted as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Begun as ::mainstay::entity::Event>::NAME,
            <Begun as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <WasPaused as ::mainstay::entity::Event>::NAME,
            <WasPaused as ::mainstay::entity::Event>::ALIASES,
        ),
        (
            <Resumed as ::mainstay::entity::Event>::NAME,
            <Resumed as ::mainstay::entity::Event>::ALIASES,
        ),
    ];
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(2usize).0),
        "the stored name of `Noted` is that of another event of the machine `Job`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(3usize).0),
        "the stored name of `Begun` is that of another event of the machine `Job`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(4usize).0),
        "the stored name of `WasPaused` is that of another event of the machine `Job`: give it a name of its own"
    );
    const _: () = ::core::assert!(
        ::mainstay::__private::is_new_event(NAMES.split_at(5usize).0),
        "the stored name of `Resumed` is that of another event of the machine `Job`: give it a name of its own"
    );
    trait Written<'a>: JobFlow {}
    impl<A: JobFlow> Written<'_> for A {}
    trait Recovered<'a>: JobFlow + ::mainstay::entity::Recover<Event = AnyEvent> {}
    impl<A: JobFlow + ::mainstay::entity::Recover<Event = AnyEvent>> Recovered<'_>
    for A {}
    const _: fn() = || {
        fn handlers<A: JobFlow>() {}
        handlers::<Job>();
    };
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Cancel> for Job
    where
        for<'a> Cancel: ::mainstay::__private::MessageOf<'a>,
        for<'a> Job: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            command: Cancel,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Cancel> {
            match &machine.state {
                state @ JobState::Waiting { .. } => {
                    ::mainstay::entity::Step::decided::<
                        Cancelled,
                    >(JobFlow::active_cancel(&machine.data, state, command, cx))
                }
                state @ JobState::Running { .. } => {
                    ::mainstay::entity::Step::decided::<
                        Cancelled,
                    >(JobFlow::active_cancel(&machine.data, state, command, cx))
                }
                JobState::Held => {
                    ::mainstay::entity::Step::decided::<
                        Cancelled,
                    >(JobFlow::held_cancel(&machine.data, command, cx))
                }
                JobState::Gone { .. } => ::mainstay::entity::Step::finished("Gone"),
                state => {
                    ::mainstay::entity::Step::unhandled_as(
                        ::mainstay::fsm::States::name(state),
                        ::mainstay::fsm::Unhandled::Ignore,
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Note> for Job
    where
        for<'a> Note: ::mainstay::__private::MessageOf<'a>,
        for<'a> Job: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            command: Note,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Note> {
            match &machine.state {
                state @ JobState::Waiting { .. } => {
                    ::mainstay::entity::Step::decided::<
                        Noted,
                    >(JobFlow::active_note(&machine.data, state, command, cx))
                }
                state @ JobState::Running { .. } => {
                    ::mainstay::entity::Step::decided::<
                        Noted,
                    >(JobFlow::active_note(&machine.data, state, command, cx))
                }
                JobState::Gone { .. } => ::mainstay::entity::Step::finished("Gone"),
                state => {
                    ::mainstay::entity::Step::unhandled_as(
                        ::mainstay::fsm::States::name(state),
                        ::mainstay::fsm::Unhandled::Ignore,
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Resume> for Job
    where
        for<'a> Resume: ::mainstay::__private::MessageOf<'a>,
        for<'a> Job: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            command: Resume,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Resume> {
            match &machine.state {
                JobState::Waiting { .. } => ::mainstay::entity::Step::postponed(),
                JobState::Running { .. } => ::mainstay::entity::Step::postponed(),
                JobState::Paused(state) => {
                    ::mainstay::entity::Step::decided::<
                        Resumed,
                    >(JobFlow::paused_resume(&machine.data, state, command, cx))
                }
                JobState::Gone { .. } => ::mainstay::entity::Step::finished("Gone"),
                state => {
                    ::mainstay::entity::Step::unhandled_as(
                        ::mainstay::fsm::States::name(state),
                        ::mainstay::fsm::Unhandled::Ignore,
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Begin> for Job
    where
        for<'a> Begin: ::mainstay::__private::MessageOf<'a>,
        for<'a> Job: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            command: Begin,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Begin> {
            match &machine.state {
                JobState::Waiting => {
                    ::mainstay::entity::Step::decided::<
                        Begun,
                    >(JobFlow::waiting_begin(&machine.data, command, cx))
                }
                JobState::Running { .. } => {
                    ::mainstay::entity::Step::unhandled_as(
                        "Running",
                        ::mainstay::fsm::Unhandled::Error,
                    )
                }
                JobState::Gone { .. } => ::mainstay::entity::Step::finished("Gone"),
                state => {
                    ::mainstay::entity::Step::unhandled_as(
                        ::mainstay::fsm::States::name(state),
                        ::mainstay::fsm::Unhandled::Ignore,
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistHandler<Pause> for Job
    where
        for<'a> Pause: ::mainstay::__private::MessageOf<'a>,
        for<'a> Job: Recovered<'a>,
    {
        fn persist(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            command: Pause,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Step<Self, Pause> {
            match &machine.state {
                JobState::Waiting { .. } => ::mainstay::entity::Step::postponed(),
                JobState::Running(state) => {
                    ::mainstay::entity::Step::decided::<
                        WasPaused,
                    >(JobFlow::running_pause(&machine.data, state, command, cx))
                }
                JobState::Gone { .. } => ::mainstay::entity::Step::finished("Gone"),
                state => {
                    ::mainstay::entity::Step::unhandled_as(
                        ::mainstay::fsm::States::name(state),
                        ::mainstay::fsm::Unhandled::Ignore,
                    )
                }
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Recover for Job
    where
        for<'a> Job: Written<'a>,
        for<'a> Cancelled: ::mainstay::__private::EventOf<'a>,
        for<'a> Noted: ::mainstay::__private::EventOf<'a>,
        for<'a> Begun: ::mainstay::__private::EventOf<'a>,
        for<'a> WasPaused: ::mainstay::__private::EventOf<'a>,
        for<'a> Resumed: ::mainstay::__private::EventOf<'a>,
    {
        type Event = AnyEvent;
        fn start(self) -> ::mainstay::fsm::Machine<Job, JobState> {
            let state = JobState::Waiting;
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
                AnyEvent::Cancelled(event) => ::mainstay::entity::encode(event),
                AnyEvent::Noted(event) => ::mainstay::entity::encode(event),
                AnyEvent::Begun(event) => ::mainstay::entity::encode(event),
                AnyEvent::WasPaused(event) => ::mainstay::entity::encode(event),
                AnyEvent::Resumed(event) => ::mainstay::entity::encode(event),
            }
        }
        fn decode(
            record: &::mainstay::journal::Record,
        ) -> ::core::result::Result<AnyEvent, ::mainstay::entity::DecodeError> {
            if ::mainstay::entity::is_named::<Cancelled>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Cancelled);
            }
            if ::mainstay::entity::is_named::<Noted>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Noted);
            }
            if ::mainstay::entity::is_named::<Begun>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Begun);
            }
            if ::mainstay::entity::is_named::<WasPaused>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::WasPaused);
            }
            if ::mainstay::entity::is_named::<Resumed>(&record.name) {
                return ::mainstay::entity::decode(record).map(AnyEvent::Resumed);
            }
            ::core::result::Result::Err(::mainstay::entity::DecodeError::Unknown)
        }
        fn apply(
            machine: ::mainstay::fsm::Machine<Job, JobState>,
            event: &AnyEvent,
            _: &::mainstay::entity::EventMeta,
        ) -> ::core::result::Result<
            ::mainstay::fsm::Machine<Job, JobState>,
            ::mainstay::entity::Unexpected,
        > {
            let ::mainstay::fsm::Machine { mut data, state } = machine;
            let state = match (state, event) {
                (JobState::Waiting, AnyEvent::Begun(event)) => {
                    JobState::Running(JobFlow::waiting_begun(&mut data, event))
                }
                (state @ JobState::Waiting { .. }, AnyEvent::Cancelled(event)) => {
                    JobState::Gone(JobFlow::active_cancelled(&mut data, state, event))
                }
                (state @ JobState::Waiting { .. }, AnyEvent::Noted(event)) => {
                    JobFlow::active_noted(&mut data, event);
                    state
                }
                (JobState::Running(state), AnyEvent::WasPaused(event)) => {
                    JobState::Paused(
                        JobFlow::running_was_paused(&mut data, state, event),
                    )
                }
                (state @ JobState::Running { .. }, AnyEvent::Cancelled(event)) => {
                    JobState::Gone(JobFlow::active_cancelled(&mut data, state, event))
                }
                (state @ JobState::Running { .. }, AnyEvent::Noted(event)) => {
                    JobFlow::active_noted(&mut data, event);
                    state
                }
                (JobState::Paused(state), AnyEvent::Resumed(event)) => {
                    JobState::Running(JobFlow::paused_resumed(&mut data, state, event))
                }
                (JobState::Held, AnyEvent::Cancelled(event)) => {
                    JobState::Gone(JobFlow::held_cancelled(&mut data, event))
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
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            event: &AnyEvent,
        ) -> ::mainstay::fsm::Target {
            match (&machine.state, event) {
                (JobState::Waiting { .. }, AnyEvent::Begun(_)) => {
                    ::mainstay::fsm::Target::To("Running")
                }
                (JobState::Waiting { .. }, AnyEvent::Cancelled(_)) => {
                    ::mainstay::fsm::Target::To("Gone")
                }
                (JobState::Running { .. }, AnyEvent::WasPaused(_)) => {
                    ::mainstay::fsm::Target::To("Paused")
                }
                (JobState::Running { .. }, AnyEvent::Cancelled(_)) => {
                    ::mainstay::fsm::Target::To("Gone")
                }
                (JobState::Paused { .. }, AnyEvent::Resumed(_)) => {
                    ::mainstay::fsm::Target::To("Running")
                }
                (JobState::Held { .. }, AnyEvent::Cancelled(_)) => {
                    ::mainstay::fsm::Target::To("Gone")
                }
                _ => ::mainstay::fsm::Target::Stay,
            }
        }
        fn state_name(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
        ) -> ::core::option::Option<&'static ::core::primitive::str> {
            ::core::option::Option::Some(::mainstay::fsm::States::name(&machine.state))
        }
        const TABLE: ::core::option::Option<::mainstay::fsm::Table> = ::core::option::Option::Some(
            <JobState as ::mainstay::fsm::States>::TABLE,
        );
        fn describe(
            state: &::mainstay::fsm::Machine<Job, JobState>,
        ) -> ::core::option::Option<::std::string::String> {
            use ::mainstay::__private::NotDescribed as _;
            ::mainstay::__private::Described::<
                ::mainstay::fsm::Machine<Job, JobState>,
            >::describe(state)
        }
        const SNAPSHOT: ::core::option::Option<::mainstay::entity::SnapshotShape> = <Job as ::mainstay::fsm::FsmOf<
            JobState,
        >>::SNAPSHOTS
            .shape(<Job as ::mainstay::entity::Persistent>::KIND);
        fn snapshot(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
        ) -> ::core::result::Result<
            ::std::vec::Vec<::core::primitive::u8>,
            ::mainstay::entity::UnitError,
        > {
            <Job as ::mainstay::fsm::FsmOf<JobState>>::SNAPSHOTS.take(machine)
        }
        fn restore(
            self,
            snapshot: &[::core::primitive::u8],
        ) -> ::core::result::Result<
            ::mainstay::fsm::Machine<Job, JobState>,
            ::mainstay::entity::DecodeError,
        > {
            <Job as ::mainstay::fsm::FsmOf<JobState>>::SNAPSHOTS.put_back(self, snapshot)
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::PersistDispatch for Job
    where
        for<'a> Job: Recovered<'a>,
        for<'a> Cancel: ::mainstay::__private::CommandOf<'a>,
        for<'a> Note: ::mainstay::__private::CommandOf<'a>,
        for<'a> Resume: ::mainstay::__private::CommandOf<'a>,
        for<'a> Begin: ::mainstay::__private::CommandOf<'a>,
        for<'a> Pause: ::mainstay::__private::CommandOf<'a>,
    {
        type Later = Later;
        fn dispatch(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            message: Inbox,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Work<Self> {
            match message {
                Inbox::Cancel(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Note(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Resume(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Begin(command, port) => {
                    ::mainstay::entity::Work::persist(machine, command, port, cx)
                }
                Inbox::Pause(command, port) => {
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
                            JobState::TABLE
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
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            message: Later,
            cx: &mut ::mainstay::actor::Context<Self>,
        ) -> ::mainstay::entity::Verdict<Self> {
            match message {}
        }
        fn exit(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            actions: &mut ::mainstay::fsm::Actions<Self>,
        ) {
            match &machine.state {
                JobState::Running(state) => {
                    JobFlow::running_exit(&machine.data, state, actions)
                }
                _ => {}
            }
        }
        fn enter(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
            actions: &mut ::mainstay::fsm::Actions<Self>,
        ) {
            match &machine.state {
                JobState::Waiting => JobFlow::waiting_enter(&machine.data, actions),
                JobState::Gone(state) => {
                    JobFlow::gone_enter(&machine.data, state, actions)
                }
                _ => {}
            }
        }
        fn end(
            machine: &::mainstay::fsm::Machine<Job, JobState>,
        ) -> ::core::option::Option<&'static ::core::primitive::str> {
            match &machine.state {
                JobState::Gone { .. } => ::core::option::Option::Some("Gone"),
                _ => ::core::option::Option::None,
            }
        }
        fn is_for_end(message: &Inbox) -> ::core::primitive::bool {
            !::core::matches!(
                message, Inbox::Cancel(..) | Inbox::Note(..) | Inbox::Resume(..) |
                Inbox::Begin(..) | Inbox::Pause(..)
            )
        }
        fn arrive(
            arrival: &::mainstay::delivery::Arrival<'_>,
        ) -> ::mainstay::delivery::Arrived<Inbox> {
            use ::mainstay::__private::NeverArrives as _;
            ::mainstay::__private::arrived(
                arrival,
                &[
                    ::mainstay::__private::Arriving::<Cancel>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<Note>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<Resume>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<Begin>::taken_by::<Self>,
                    ::mainstay::__private::Arriving::<Pause>::taken_by::<Self>,
                ],
            )
        }
        fn reject(message: Inbox, why: &::mainstay::entity::Rejection) {
            match message {
                Inbox::Cancel(_, port) => port.reject(why),
                Inbox::Note(_, port) => port.reject(why),
                Inbox::Resume(_, port) => port.reject(why),
                Inbox::Begin(_, port) => port.reject(why),
                Inbox::Pause(_, port) => port.reject(why),
                Inbox::StateName(_, port) => port.reject(why),
                Inbox::Permitted(_, port) => port.reject(why),
                Inbox::Subscribe(_, port) => port.reject(why),
            }
        }
    }
    #[automatically_derived]
    impl ::mainstay::entity::Contracted for Job
    where
        for<'a> Job: Recovered<'a>,
        for<'a> Cancelled: ::mainstay::__private::EventOf<'a>,
        for<'a> Noted: ::mainstay::__private::EventOf<'a>,
        for<'a> Begun: ::mainstay::__private::EventOf<'a>,
        for<'a> WasPaused: ::mainstay::__private::EventOf<'a>,
        for<'a> Resumed: ::mainstay::__private::EventOf<'a>,
    {
        const CONTRACT: ::mainstay::entity::Contract = {
            #[allow(unused_imports)]
            use ::mainstay::__private::NotPromised as _;
            ::mainstay::entity::Contract {
                kind: <Job as ::mainstay::entity::Persistent>::KIND,
                snapshot: <Job as ::mainstay::entity::Recover>::SNAPSHOT,
                snapshot_fields: <Job as ::mainstay::fsm::FsmOf<JobState>>::SNAPSHOTS
                    .fields(),
                events: &[
                    ::mainstay::entity::Shape::event::<Cancelled>(),
                    ::mainstay::entity::Shape::event::<Noted>(),
                    ::mainstay::entity::Shape::event::<Begun>(),
                    ::mainstay::entity::Shape::event::<WasPaused>(),
                    ::mainstay::entity::Shape::event::<Resumed>(),
                ],
                removed: &[],
                takes: &[
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Cancel",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Cancel>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Note",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Note>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Resume",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Resume>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Begin",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Begin>::MESSAGE,
                    },
                    ::mainstay::entity::Taken {
                        kind: ::mainstay::entity::TakenKind::Command,
                        name: "Pause",
                        arguments: &[],
                        reply: "",
                        stored: ::mainstay::__private::Promised::<Pause>::MESSAGE,
                    },
                ],
                table: ::core::option::Option::Some(JobState::TABLE),
            }
        };
    }
};
