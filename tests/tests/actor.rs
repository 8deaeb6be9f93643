//! Actors made by the macros: what they do, and the shapes that must compile.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    clippy::panic,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    clippy::unused_self,
    reason = "the actors are there for the shape of their handlers"
)]

use mainstay::actor::{Dispatch, Exit};
use mainstay::prelude::*;
use std::future::IntoFuture as _;

#[actor]
#[derive(Default)]
struct Account {
    balance: u64,
}

#[derive(Debug, PartialEq, thiserror::Error)]
#[error("{short} short")]
struct Overdrawn {
    short: u64,
}

#[derive(Message)]
struct Close;

/// With an error of its own, so that the handler returns a `Result`.
#[derive(Message)]
#[message(reply = u64, error = Overdrawn)]
struct Transfer(u64);

#[handlers]
impl Account {
    #[handle]
    fn deposit(&mut self, amount: u64) -> u64 {
        self.balance += amount;
        self.balance
    }

    #[handle]
    fn withdraw(&mut self, amount: u64) -> Result<u64, Overdrawn> {
        let rest = self.balance.checked_sub(amount).ok_or_else(|| Overdrawn { short: amount - self.balance })?;
        self.balance = rest;
        Ok(rest)
    }

    #[handle]
    async fn interest(&mut self, percent: u64, cx: &mut Context<Self>) -> Result<u64, Overdrawn> {
        tokio::task::yield_now().await;
        assert!(cx.handle().is_some(), "the test holds a handle");
        Ok(self.deposit(self.balance * percent / 100))
    }

    #[handle(message)]
    fn transfer(&mut self, Transfer(amount): Transfer) -> Result<u64, Overdrawn> {
        self.withdraw(amount)
    }

    #[handle]
    fn fail(&self) {
        panic!("on purpose");
    }

    #[handle(message)]
    async fn close(&mut self, _: Close, cx: &mut Context<Self>) {
        cx.stop();
    }
}

#[tokio::test]
async fn calls_are_answered_in_order_and_a_refusal_is_typed() {
    let account: AccountRef = Account::default().spawn();
    account.deposit(10).tell().expect("there is room");
    assert_eq!(account.withdraw(3).await, Ok(7));
    assert_eq!(account.withdraw(100).await, Err(CallError::Refused(Overdrawn { short: 93 })));
    assert_eq!(account.interest(100).await, Ok(14));
    assert_eq!(account.transfer(Transfer(20)).await, Err(CallError::Refused(Overdrawn { short: 6 })));
    assert_eq!(account.ask(Transfer(4)).await, Ok(10));
}

#[tokio::test]
async fn an_actor_stops_itself_after_what_it_accepted() {
    let account = Account::default().spawn();
    let anyone: Recipient<Close> = account.recipient();
    anyone.tell(Close).expect("there is room");
    let (accepted, exit) = tokio::join!(account.deposit(1).into_future(), account.stopped());
    assert_eq!((accepted, exit), (Ok(1), Exit::Stopped));
    assert_eq!(account.deposit(1).await, Err(CallError::Stopped));
}

#[tokio::test]
async fn a_panic_is_a_failure_and_not_a_refusal() {
    let account = Account::default().spawn();
    assert_eq!(account.fail().await, Err(CallError::Failed));
    assert!(matches!(account.stopped().await, Exit::Panicked(_)));
}

#[test]
fn handlers_are_ordinary_methods() {
    let mut account = Account::default();
    assert_eq!(account.deposit(3), 3);
    assert_eq!(account.withdraw(4), Err(Overdrawn { short: 1 }));
}

/// A second actor in the module, with the same handler and a small mailbox.
#[actor(mailbox = 1)]
struct Small;

#[handlers]
impl Small {
    #[handle]
    fn deposit(&self) {}
}

#[tokio::test]
async fn a_full_mailbox_refuses_a_tell() {
    let small = Small.spawn();
    small.deposit().tell().expect("there is room for one");
    assert_eq!(small.deposit().tell(), Err(TellError::Full));
    assert_eq!(small.deposit().await, Ok(()), "an ask waits for room");
}

#[actor(mailbox = unbounded)]
struct Idle;

#[handlers]
impl Idle {}

#[tokio::test]
async fn an_actor_without_handlers_can_be_stopped() {
    let idle: IdleRef = Idle.spawn();
    assert_eq!(format!("{:?}", idle.clone()).split('(').next(), Some("IdleRef"));
    idle.stop();
    assert_eq!(idle.stopped().await, Exit::Stopped);
}

#[test]
fn an_actor_without_async_handlers_makes_no_future() {
    assert_eq!(size_of::<Option<<Small as Dispatch>::Later>>(), 0);
}

mod generic {
    use mainstay::prelude::*;
    use std::collections::BTreeMap;

    #[actor]
    pub struct Cache<K, V, const LIMIT: usize> {
        pub entries: BTreeMap<K, V>,
    }

    #[handlers]
    impl<K: Ord + Sync, V, const LIMIT: usize> Cache<K, V, LIMIT>
    where
        V: Clone + Sync,
    {
        #[handle]
        pub fn put(&mut self, key: K, value: V, actor: u8) -> Result<Option<V>, V> {
            assert_eq!(actor, 0, "an argument may have any name");
            if self.entries.len() < LIMIT { Ok(self.entries.insert(key, value)) } else { Err(value) }
        }

        #[handle]
        pub async fn get(&self, key: K) -> Option<V> {
            self.entries.get(&key).cloned()
        }
    }
}

#[tokio::test]
async fn an_actor_may_be_generic() {
    let cache = generic::Cache::<String, Vec<u8>, 1> { entries: std::collections::BTreeMap::default() }.spawn();
    assert_eq!(cache.put("a".into(), vec![1], 0).await, Ok(None));
    assert_eq!(cache.put("b".into(), vec![2], 0).await, Err(CallError::Refused(vec![2])));
    assert_eq!(cache.get("a".into()).await, Ok(Some(vec![1])));
}

/// Names that mean something else here than in generated code.
mod shadowed {
    use mainstay::prelude::*;

    pub struct Option;
    pub struct Box;
    pub struct Send;
    pub struct Inbox;
    pub struct Later;
    pub struct Take;
    pub mod core {}
    pub type Result = std::io::Result<u8>;

    #[actor]
    pub struct Shadowed;

    #[handlers]
    impl Shadowed {
        #[handle]
        pub fn take(&self, inbox: Inbox, later: Later, option: Take) -> (Option, Box, Send) {
            let _ = (inbox, later, option);
            (Option, Box, Send)
        }

        #[handle]
        pub fn read(&self) -> Result {
            Ok(3)
        }

        #[handle]
        pub fn alias(&self) -> std::io::Result<Self> {
            Ok(Self)
        }

        #[handle]
        pub async fn arguments(&mut self, port: u8, message: u8, cx: u8, context: &mut Context<Self>) -> u8 {
            let _ = context;
            port + message + cx
        }

        #[handle]
        pub fn more_arguments(&mut self, port: u8, message: u8, cx: u8, _context: &mut Context<Self>) -> u8 {
            port + message + cx
        }
    }
}

#[tokio::test]
async fn names_of_the_users_keep_their_meaning() {
    use shadowed::{Inbox, Later, Shadowed, Take};
    let actor = Shadowed.spawn();
    assert!(actor.take(Inbox, Later, Take).await.is_ok());
    assert_eq!(actor.read().await.ok(), Some(3));
    assert!(actor.alias().await.is_ok());
    assert_eq!(actor.arguments(1, 2, 3).await, Ok(6));
    assert_eq!(actor.more_arguments(1, 2, 3).await, Ok(6));
}

#[actor]
struct r#Match;

#[handlers]
impl r#Match {
    #[handle]
    fn r#loop(&self, r#type: u8, mut times: u8, _: u8) -> u8 {
        times += r#type;
        times
    }

    #[handle]
    #[cfg(any())]
    fn absent(&self, _: Missing) -> Missing {}

    #[handle]
    #[cfg(not(any()))]
    fn either(&self) -> u8 {
        1
    }

    #[handle]
    #[cfg(any())]
    fn either(&self) -> Missing {}

    #[handle]
    #[deprecated = "use `loop`"]
    async fn old(&self) -> Option<Self> {
        None
    }

    #[handle]
    fn größe(&self) -> impl_::Size {
        4
    }
}

mod impl_ {
    pub type Size = usize;
}

#[tokio::test]
async fn names_may_be_raw_or_foreign() {
    let actor = r#Match.spawn();
    assert_eq!(actor.r#loop(1, 2, 3).await, Ok(3));
    assert_eq!(actor.either().await, Ok(1));
    assert_eq!(actor.größe().await, Ok(4));
    #[expect(deprecated, reason = "the handle's method warns as the handler does")]
    let old = actor.old().await;
    assert!(matches!(old, Ok(None)));
}

macro_rules! counter {
    ($name:ident, $number:ty, $vis:vis, $zero:expr) => {
        #[actor]
        $vis struct $name($number);

        #[handlers]
        impl $name {
            #[handle]
            $vis fn add(&mut self, by: $number) -> Result<$number, $number> {
                let port = $zero;
                self.0 += by + port;
                Ok(self.0)
            }
        }
    };
}

counter!(Counter, u32, pub(crate), 0);

#[tokio::test]
async fn macros_may_write_actors() {
    assert_eq!(Counter(1).spawn().add(2).await, Ok(3));
}

#[tokio::test]
async fn an_actor_may_live_in_a_function() {
    #[actor]
    struct Local(Vec<u8>);

    #[derive(Message)]
    #[message(reply = usize)]
    struct Length;

    #[handlers]
    impl Local {
        #[handle]
        fn push(&mut self, byte: u8) {
            self.0.push(byte);
        }

        #[handle(message)]
        fn length(&self, _: Length) -> usize {
            self.0.len()
        }
    }

    let local = Local(Vec::new()).spawn();
    local.push(1).await.expect("it lives");
    assert_eq!(local.ask(Length).await, Ok(1));
}

mod reexported {
    pub use mainstay as runtime;

    #[mainstay::prelude::actor(crate = crate::reexported::runtime, mailbox = 3)]
    pub struct Far;

    #[derive(mainstay::prelude::Message)]
    #[message(crate = crate::reexported::runtime, reply = u8)]
    pub struct Near;

    #[mainstay::prelude::handlers(crate = crate::reexported::runtime)]
    impl Far {
        #[handle]
        pub async fn wait(&mut self) -> std::io::Result<u8> {
            Ok(2)
        }

        #[handle(message)]
        pub fn near(&mut self, Near: Near) -> u8 {
            3
        }
    }
}

#[tokio::test]
async fn the_runtime_may_be_elsewhere_and_the_prelude_unused() {
    let far = reexported::Far.spawn();
    assert_eq!(far.wait().await.ok(), Some(2));
    assert_eq!(far.ask(reexported::Near).await, Ok(3));
}

/// The handle of a private actor, and the private handlers of a public one.
pub mod visible {
    use mainstay::prelude::*;

    #[actor]
    struct Private;

    #[handlers]
    impl Private {
        #[handle]
        pub fn open(&self) {}
    }

    /// Nobody outside can do more than hold its handle.
    #[actor]
    #[derive(Debug)]
    pub struct Public;

    struct Secret;

    #[handlers]
    impl Public {
        #[handle]
        fn secret(&self, secret: Secret) -> Secret {
            secret
        }
    }

    /// Calls both.
    pub async fn both() {
        Private.spawn().open().await.expect("it lives");
        assert!(Public.spawn().secret(Secret).await.is_ok());
    }
}

#[tokio::test]
async fn handles_and_actors_may_differ_in_visibility() {
    visible::both().await;
}

#[test]
fn a_message_may_be_generic() {
    #[derive(Message)]
    #[message(reply = Option<P>, error = Vec<P>)]
    struct Find<P: Clone>(P);

    fn reply<M: Message>(_: &M) -> Option<M::Reply> {
        None
    }
    let find = Find(String::new());
    let none: Option<Option<String>> = reply(&find);
    assert_eq!((none, find.0), (None, String::new()));
}

#[test]
fn an_event_has_a_name_and_a_version() {
    #[derive(Event, serde::Serialize, serde::Deserialize)]
    #[event(name = "order.paid")]
    struct Paid;

    #[derive(Event, serde::Serialize, serde::Deserialize)]
    #[event(name = "order.shipped", version = 2)]
    struct Shipped;

    assert_eq!((Paid::NAME, Paid::VERSION), ("order.paid", 1));
    assert_eq!((Shipped::NAME, Shipped::VERSION), ("order.shipped", 2));
}
