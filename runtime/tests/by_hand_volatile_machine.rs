//! A machine that stores nothing, without macros: what `#[fsm]`, `#[derive(States)]` and `#[derive(Message)]` write, written by hand against the
//! public traits.
#![allow(missing_docs, missing_debug_implementations, reason = "the test is about what the types do")]
#![allow(clippy::expect_used, clippy::match_same_arms, reason = "it is written as a macro would write it")]

use mainstay::actor::{Actor, ActorRef, Declared, Dispatch, Handle as _};
use mainstay::call::{Accepts, Port};
use mainstay::fsm::{Permitted, Row, State, StateName, States, Table, Trigger};
use mainstay::prelude::*;
use std::convert::Infallible;

// What the user writes.

// #[derive(Message)]
pub struct Fail;

// #[derive(Message)] #[message(reply = u32, error = Rejected)]
pub struct Probe;

// #[derive(Message)] #[message(reply = u32)]
pub struct Later(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not now")]
pub struct Rejected;

#[derive(Default)]
pub struct Closed {
    failures: u32,
}

pub struct Open {
    failures: u32,
}

// #[fsm(states = BreakerState)]
#[derive(Default)]
pub struct Breaker {
    log: Vec<&'static str>,
}

// #[derive(States)] #[states(Breaker)]
pub enum BreakerState {
    // #[initial]
    // #[on(Fail => stay | Open)]
    // #[on(async Probe => stay)]
    // #[on(Later => stay)]
    // #[exit]
    Closed(Closed),
    // #[after(cool: "10s" => HalfOpen)]
    // #[postpone(Later)]
    // #[discard(Fail)]
    Open(Open),
    // #[enter]
    // #[on(Probe => Closed)]
    // #[on(Later => stay)]
    HalfOpen,
}

impl BreakerFlow for Breaker {
    fn initial(&self) -> Closed {
        Closed::default()
    }

    fn closed_fail(&mut self, closed: &mut Closed, _: Fail, _: &mut Context<Self>) -> Move<Fail, BreakerClosedFail> {
        closed.failures += 1;
        if closed.failures < 2 {
            return goto(BreakerClosedFail::Stay);
        }
        goto(Open { failures: closed.failures })
    }

    async fn closed_probe(&mut self, closed: &mut Closed, _: Probe, _: &mut Context<Self>) -> Result<u32, Rejected> {
        if closed.failures == 0 { Ok(0) } else { Err(Rejected) }
    }

    fn closed_later(&mut self, _: &mut Closed, later: Later, _: &mut Context<Self>) -> u32 {
        later.0
    }

    fn closed_exit(&mut self, _: &mut Closed, _: &mut Context<Self>) {
        self.log.push("exit closed");
    }

    fn open_cool(&mut self, open: &mut Open, _: &mut Context<Self>) {
        self.log.push(if open.failures == 2 { "cool" } else { "cool?" });
    }

    fn half_open_enter(&mut self, _: &mut Context<Self>) {
        self.log.push("enter half open");
    }

    fn half_open_probe(&mut self, _: Probe, _: &mut Context<Self>) -> Move<Probe, Closed> {
        Ok(goto(Closed::default()).reply(1))
    }

    fn half_open_later(&mut self, later: Later, _: &mut Context<Self>) -> u32 {
        self.log.push("later");
        later.0 + 100
    }
}

// What the macros write.

macro_rules! message {
    ($message:ty, $reply:ty) => {
        impl Message for $message {
            type Reply = $reply;
            type Error = Infallible;
            type Decision<P> = P;

            fn decided<P>(decision: P) -> Result<P, Infallible> {
                Ok(decision)
            }
        }
    };
}

message!(Fail, ());
message!(Later, u32);

impl Message for Probe {
    type Reply = u32;
    type Error = Rejected;
    type Decision<P> = Result<P, Rejected>;

    fn decided<P>(decision: Result<P, Rejected>) -> Result<P, Rejected> {
        decision
    }
}

#[derive(Clone, Debug)]
pub struct BreakerRef(ActorRef<Breaker>);

impl mainstay::actor::Handle<Breaker> for BreakerRef {
    fn from_ref(actor: ActorRef<Breaker>) -> Self {
        Self(actor)
    }

    fn actor_ref(&self) -> &ActorRef<Breaker> {
        &self.0
    }
}

pub trait BreakerFlow: Actor {
    fn initial(&self) -> Closed;
    fn closed_fail(&mut self, closed: &mut Closed, fail: Fail, cx: &mut Context<Self>)
    -> Move<Fail, BreakerClosedFail>;
    fn closed_probe(
        &mut self,
        closed: &mut Closed,
        probe: Probe,
        cx: &mut Context<Self>,
    ) -> impl Future<Output = Result<u32, Rejected>> + Send;
    fn closed_later(&mut self, closed: &mut Closed, later: Later, cx: &mut Context<Self>) -> u32;
    fn closed_exit(&mut self, closed: &mut Closed, cx: &mut Context<Self>);
    fn open_cool(&mut self, open: &mut Open, cx: &mut Context<Self>);
    fn half_open_enter(&mut self, cx: &mut Context<Self>);
    fn half_open_probe(&mut self, probe: Probe, cx: &mut Context<Self>) -> Move<Probe, Closed>;
    fn half_open_later(&mut self, later: Later, cx: &mut Context<Self>) -> u32;
}

/// Where `Fail` leads from `Closed`.
pub enum BreakerClosedFail {
    Stay,
    Open(Open),
}

impl From<Open> for BreakerClosedFail {
    fn from(state: Open) -> Self {
        Self::Open(state)
    }
}

impl States for BreakerState {
    const TABLE: Table = Table {
        name: "Breaker",
        persistent: false,
        states: &[
            State { name: "Closed", initial: true, rows: &[row("Fail"), row("Probe"), row("Later")], ..State::EMPTY },
            State { name: "Open", discards: &["Fail"], postpones: &["Later"], ..State::EMPTY },
            State { name: "HalfOpen", rows: &[row("Probe"), row("Later")], ..State::EMPTY },
        ],
        groups: &[],
        otherwise: &[],
        queries: &[],
    };

    fn name(&self) -> &'static str {
        match self {
            Self::Closed(_) => "Closed",
            Self::Open(_) => "Open",
            Self::HalfOpen => "HalfOpen",
        }
    }
}

const fn row(command: &'static str) -> Row {
    Row { trigger: Trigger::Command(command), inherited: false, outcomes: &[] }
}

pub enum Inbox {
    Fail(Fail, Port<(), Infallible>),
    Probe(Probe, Port<u32, Rejected>),
    Later(Later, Port<u32, Infallible>),
    StateName(StateName, Port<&'static str, Infallible>),
    Permitted(Permitted, Port<Vec<&'static str>, Infallible>),
    OpenCool,
}

pub enum Waits {
    Probe(Probe, ReplyTo<u32, Rejected>),
}

impl Declared for Breaker {}

impl Actor for Breaker {
    type Handle = BreakerRef;
    type Message = Inbox;
    type Id = ();

    fn name(message: &Inbox) -> &'static str {
        match message {
            Inbox::Fail(..) => "Fail",
            Inbox::Probe(..) => "Probe",
            Inbox::Later(..) => "Later",
            Inbox::StateName(..) => "StateName",
            Inbox::Permitted(..) => "Permitted",
            Inbox::OpenCool => "open_cool",
        }
    }
}

macro_rules! accepts {
    ($($message:ident => $reply:ty, $error:ty;)*) => {
        $(
            impl Accepts<$message> for Breaker {
                fn accept(message: $message, port: Port<$reply, $error>) -> Inbox {
                    Inbox::$message(message, port)
                }
            }
        )*
    };
}

accepts! {
    Fail => (), Infallible;
    Probe => u32, Rejected;
    Later => u32, Infallible;
    StateName => &'static str, Infallible;
    Permitted => Vec<&'static str>, Infallible;
}

/// What is done when a state is entered: its deadlines, then its hook.
fn enter(machine: &mut Breaker, state: &mut BreakerState, cx: &mut Context<Breaker>) {
    match state {
        BreakerState::Open(_) => cx.start_deadline("Open.cool", Duration::from_secs(10), Inbox::OpenCool),
        BreakerState::HalfOpen => BreakerFlow::half_open_enter(machine, cx),
        BreakerState::Closed(_) => {}
    }
}

/// What is done when a state is left: its hook, then its deadlines.
fn leave(machine: &mut Breaker, state: &mut BreakerState, cx: &mut Context<Breaker>) {
    match state {
        BreakerState::Closed(state) => BreakerFlow::closed_exit(machine, state, cx),
        BreakerState::Open(_) => {
            cx.cancel_timer("Open.cool");
        }
        BreakerState::HalfOpen => {}
    }
}

impl Dispatch for Breaker {
    type Later = Waits;
    type State = BreakerState;

    fn initial(&mut self, cx: &mut Context<Self>) -> BreakerState {
        let mut state = BreakerState::Closed(BreakerFlow::initial(self));
        enter(self, &mut state, cx);
        state
    }

    fn dispatch(&mut self, state: &mut BreakerState, message: Inbox, cx: &mut Context<Self>) -> Option<Waits> {
        match message {
            Inbox::Fail(command, port) => {
                let reply = port.open();
                match state {
                    BreakerState::Closed(own) => {
                        match Fail::decided(BreakerFlow::closed_fail(self, own, command, cx)).map(Goto::into_parts) {
                            Ok((BreakerClosedFail::Stay, answer)) => reply.reply(answer),
                            Ok((BreakerClosedFail::Open(next), answer)) => {
                                leave(self, state, cx);
                                reply.reply(answer);
                                *state = BreakerState::Open(next);
                                cx.unstash_all();
                                enter(self, state, cx);
                            }
                            Err(refusal) => reply.refuse(refusal),
                        }
                    }
                    BreakerState::Open(_) => reply.settle(Err(CallError::Discarded { state: "Open" })),
                    state @ BreakerState::HalfOpen => reply.settle(Err(CallError::Unhandled { state: state.name() })),
                }
            }
            Inbox::Probe(command, port) => {
                let reply = port.open();
                match state {
                    BreakerState::Closed(_) => return Some(Waits::Probe(command, reply)),
                    BreakerState::HalfOpen => {
                        match Probe::decided(BreakerFlow::half_open_probe(self, command, cx)).map(Goto::into_parts) {
                            Ok((next, answer)) => {
                                reply.reply(answer);
                                *state = BreakerState::Closed(next);
                                cx.unstash_all();
                            }
                            Err(refusal) => reply.refuse(refusal),
                        }
                    }
                    state @ BreakerState::Open(_) => reply.settle(Err(CallError::Unhandled { state: state.name() })),
                }
            }
            Inbox::Later(command, port) => {
                let reply = port.open();
                match state {
                    BreakerState::Closed(own) => {
                        reply.send(Later::decided(BreakerFlow::closed_later(self, own, command, cx)));
                    }
                    BreakerState::Open(_) => cx.postpone(command, reply),
                    BreakerState::HalfOpen => {
                        reply.send(Later::decided(BreakerFlow::half_open_later(self, command, cx)));
                    }
                }
            }
            Inbox::StateName(_, port) => port.answer(|| Ok(state.name())),
            Inbox::Permitted(_, port) => port.answer(|| Ok(BreakerState::TABLE.permitted(state.name()))),
            Inbox::OpenCool => {
                if let BreakerState::Open(own) = state {
                    BreakerFlow::open_cool(self, own, cx);
                    leave(self, state, cx);
                    *state = BreakerState::HalfOpen;
                    cx.unstash_all();
                    enter(self, state, cx);
                }
            }
        }
        None
    }

    async fn dispatch_later(&mut self, state: &mut BreakerState, message: Waits, cx: &mut Context<Self>) {
        match message {
            Waits::Probe(command, reply) => match state {
                BreakerState::Closed(own) => {
                    reply.send(Probe::decided(BreakerFlow::closed_probe(self, own, command, cx).await));
                }
                state => reply.settle(Err(CallError::Unhandled { state: state.name() })),
            },
        }
    }
}

// What the machine does.

#[tokio::test(start_paused = true)]
async fn a_machine_by_hand_goes_where_its_handlers_send_it() {
    let breaker = Breaker::default().spawn();
    assert_eq!(breaker.ask(Probe).await, Ok(0), "an async row");
    assert_eq!(breaker.ask(Fail).await, Ok(()));
    assert_eq!(breaker.state().await, Ok("Closed"));
    assert_eq!(breaker.ask(Probe).await, Err(CallError::Refused(Rejected)), "a refusal leaves it where it is");
    assert_eq!(breaker.ask(Fail).await, Ok(()));
    assert_eq!(breaker.state().await, Ok("Open"));
    assert_eq!(breaker.ask(Fail).await, Err(CallError::Discarded { state: "Open" }));
    assert_eq!(breaker.ask(Probe).await, Err(CallError::Unhandled { state: "Open" }));
    assert_eq!(breaker.ask(Later(1)).await, Ok(101), "it comes back when the deadline has passed");
    assert_eq!(breaker.permitted().await, Ok(vec!["Probe", "Later"]));
    assert_eq!(breaker.ask(Probe).await, Ok(1));
    assert_eq!(breaker.state().await, Ok("Closed"));
}
