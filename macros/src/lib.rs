//! The macros of mainstay: actors, state machines and events from annotated Rust items.
//!
//! Use them through the crate `mainstay`, whose prelude has them all. Each page says what a macro takes, what it writes beside the item, and
//! what it reports. Everything that is written could be written by hand against public traits; the item itself stays as it is, so that what
//! you wrote can be called and tested without an actor.
//!
//! With the variable `MAINSTAY_EXPAND=Account` in the environment of the compiler, what each macro makes of the type `Account` is written into
//! `mainstay-expand/Account.handlers.rs` and others beside it, in `target` or where `CARGO_TARGET_DIR` says.

mod actor;
mod derive;
mod diag;
mod dump;
mod emit;
mod fsm;
mod pipeline;
mod syntax;
#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

/// Declares a struct as an actor.
///
/// Its handlers stand in an `impl` block with [`#[handlers]`](macro@handlers).
///
/// ```
/// use mainstay::prelude::*;
///
/// #[actor(mailbox = 64)]
/// #[derive(Default)]
/// struct Counter {
///     count: u64,
/// }
///
/// #[handlers]
/// impl Counter {
///     #[handle]
///     fn add(&mut self, by: u64) -> u64 {
///         self.count += by;
///         self.count
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let counter = Counter::default().spawn();
/// assert_eq!(counter.add(2).await?, 2);
/// # Ok(())
/// # }
/// ```
///
/// # Arguments
///
/// | option | form | default | meaning |
/// |---|---|---|---|
/// | `mailbox` | `mailbox = 64` or `mailbox = unbounded` | `1024` | how many messages may wait |
/// | `stash` | `stash = 64` or `stash = unbounded` | `1024` | how many messages the actor may put aside |
/// | `on_failure` | `on_failure = restart`, `stop` or `escalate` | `restart` | what becomes of the actor when it panics or cannot start; `escalate` makes its parent fail too |
/// | `backoff` | `backoff(min = "100ms", max = "2s", jitter = 0.2, reset = "5s")`, in parts | as written here | how long it waits before it starts over: twice as long each time, from `min` to `max`, and up to a fifth more at random; anew after `reset` without a failure |
/// | `strategy` | `strategy = one_for_one`, `one_for_all` or `rest_for_one` | `one_for_one` | which of its children start over when one of them does |
/// | `intensity` | `intensity(restarts = 10, within = "1m")`, in parts | as written here | how many restarts of its children it bears before it fails itself; without a parent, how many of its own are borne |
/// | `crate` | `crate = ::path::to::mainstay` | `::mainstay` | where the runtime is, if it was renamed; the path must be absolute |
///
/// Times are numbers with a unit: `ms`, `s`, `m`, `h` or `d`. The defaults of all but `on_failure` and `strategy` can be changed for a whole
/// system with its `Settings`.
///
#[doc = include_str!("../docs/persistent.md")]
///
/// # Generated items
///
/// `impl Declared for Counter`, with the options, and a check that there is a `#[handlers]` block. What a generic actor is generic over must
/// be `Send + 'static`. For a persistent actor, `impl Stored` too: its name, and its snapshot if it has one.
///
/// # Errors
///
/// An option that does not exist or is given twice, a mailbox or a stash without room, a time without a unit, a back-off that gets shorter, anything else than a struct, a struct that borrows, and a struct
/// without a `#[handlers]` block. Of a persistent actor also: no stored name, one that is no word or longer than 255 bytes, an option of
/// actors in memory, a generic struct.
#[proc_macro_attribute]
pub fn actor(args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::attribute::<actor::Declare>(args, item).into()
}

/// Makes messages of the [`#[handle]`](macro@handle) methods of an actor, and a handle to send them with.
///
/// The methods stay ordinary ones. The handle of `Account` is called `AccountRef` and has a method of the same name for each handler: await
/// what it returns to ask, or call `.tell()` on it.
///
/// ```
/// use mainstay::prelude::*;
///
/// #[actor]
/// #[derive(Default)]
/// struct Account {
///     balance: u64,
/// }
///
/// #[derive(Debug, PartialEq)]
/// struct Overdrawn;
///
/// #[derive(Message)]
/// struct Close;
///
/// #[handlers]
/// impl Account {
///     /// Adds `amount`; returns the new balance.
///     #[handle]
///     fn deposit(&mut self, amount: u64) -> u64 {
///         self.balance += amount;
///         self.balance
///     }
///
///     /// The error is a refusal, which callers get as `CallError::Refused`.
///     #[handle]
///     async fn withdraw(&mut self, amount: u64) -> Result<u64, Overdrawn> {
///         self.balance = self.balance.checked_sub(amount).ok_or(Overdrawn)?;
///         Ok(self.balance)
///     }
///
///     #[handle(message)]
///     fn close(&mut self, _: Close, cx: &mut Context<Self>) {
///         cx.stop();
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// assert_eq!(Account::default().deposit(3), 3);
///
/// let account: AccountRef = Account::default().spawn();
/// account.deposit(10).tell()?;
/// assert_eq!(account.withdraw(11).await, Err(CallError::Refused(Overdrawn)));
/// account.ask(Close).await?;
/// # Ok(())
/// # }
/// ```
///
/// # Arguments
///
/// | option | form | default | meaning |
/// |---|---|---|---|
/// | `crate` | `crate = ::path::to::mainstay` | `::mainstay` | where the runtime is, if it was renamed; the path must be absolute |
///
/// # Generated items
///
/// - `pub struct AccountRef`, the handle. Its methods have the visibility, the documentation and the `cfg`, `deprecated`, `must_use` and lint
///   attributes of their handlers. What every handle can do is in the trait `Handle`, in the prelude.
/// - `impl Accepts<Close> for Account` for each typed message, so that `ask`, `tell` and `recipient` take it.
/// - `impl Actor` and `impl Dispatch for Account`, and types for the messages that have no name. Handlers that are not `async` make no future.
///
/// An actor has one `#[handlers]` block. In a generic one, what the actor is generic over is demanded to be `Send + 'static`; other bounds are
/// those of the block. An `async` handler that takes `&self` needs an actor that is `Sync`.
///
/// # Errors
///
/// Everything that keeps a method from being a handler, at the word that does: see [`#[handle]`](macro@handle). The bodies are not read: what
/// is wrong in them the compiler reports as everywhere.
#[proc_macro_attribute]
pub fn handlers(args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::attribute::<actor::Handlers>(args, item).into()
}

/// Makes a method a handler, in a block with [`#[handlers]`](macro@handlers).
///
/// A handler is a `fn` or an `async fn` that takes `&self` or `&mut self`, then what the caller gives, and if it likes
/// `cx: &mut Context<Self>`. The arguments are owned and have plain names. What is called `Result` is split into the reply and the refusal,
/// aliases such as `io::Result<T>` included.
///
/// ```
/// use mainstay::prelude::*;
///
/// #[actor]
/// struct Greeter;
///
/// #[derive(Message)]
/// #[message(reply = String)]
/// struct Greet {
///     name: String,
/// }
///
/// #[handlers]
/// impl Greeter {
///     #[handle]
///     fn hello(&self, name: String) -> String {
///         format!("hello {name}")
///     }
///
///     #[handle(message)]
///     fn greet(&self, Greet { name }: Greet) -> String {
///         self.hello(name)
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let greeter = Greeter.spawn();
/// assert_eq!(greeter.hello("Ada".into()).await?, "hello Ada");
/// assert_eq!(greeter.ask(Greet { name: "Eve".into() }).await?, "hello Eve");
/// # Ok(())
/// # }
/// ```
///
/// # Arguments
///
/// | option | form | default | meaning |
/// |---|---|---|---|
/// | `message` | `#[handle(message)]` | off | the one argument is a type with [`#[derive(Message)]`](macro@Message), to be sent as such |
/// | `no_influence` | `#[handle(no_influence)]` | off | the message does not put off the receive timeout |
/// | `blocking` | `#[handle(blocking)]` | off | the handler may block: it runs on a thread for that, see below |
///
/// # Handlers that block
///
/// A handler that computes for long, or waits for a disk or a lock, holds up the thread that it runs on, and every other actor there. With
/// `blocking` it runs on one of tokio's threads for blocking work. The actor goes along, so it takes `&mut self` and a context like any
/// other, and its mailbox waits. Messages that come meanwhile are handled afterwards, in order.
///
/// A panic fails the actor as elsewhere. A kill does not cut the handler short; what follows it becomes dead letters. A runtime that is
/// dropped waits for it.
///
/// ```
/// use mainstay::prelude::*;
///
/// #[actor]
/// struct Thumbnails;
///
/// #[handlers]
/// impl Thumbnails {
///     #[handle(blocking)]
///     fn checksum(&mut self, path: std::path::PathBuf) -> Result<u64, String> {
///         let bytes = std::fs::read(path).map_err(|error| error.to_string())?;
///         Ok(bytes.into_iter().map(u64::from).sum())
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let thumbnails = Thumbnails.spawn();
/// assert!(thumbnails.checksum("no/such/file".into()).await.is_err());
/// # Ok(())
/// # }
/// ```
///
/// # Replies that come later
///
/// A handler that takes a `ReplyTo<T>` or a `ReplyTo<T, E>` returns nothing: it answers when it likes, once. That is also what
/// `Context::stash` takes.
///
/// ```
/// use mainstay::prelude::*;
///
/// #[actor]
/// #[derive(Default)]
/// struct Gate {
///     waiting: Vec<ReplyTo<u32>>,
/// }
///
/// #[handlers]
/// impl Gate {
///     #[handle]
///     fn pass(&mut self, reply: ReplyTo<u32>) {
///         self.waiting.push(reply);
///     }
///
///     #[handle]
///     fn open(&mut self) {
///         for (place, reply) in (1..).zip(self.waiting.drain(..)) {
///             reply.reply(place);
///         }
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let gate = Gate::default().spawn();
/// let (passed, opened) = tokio::join!(async { gate.pass().await }, async { gate.open().await });
/// opened?;
/// assert_eq!(passed, Ok(1));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// No `self`, or one that is not lent; `const`, `unsafe`, `extern` and generic functions; arguments and replies that borrow or are
/// `impl Trait`; a reply type beside a `ReplyTo`; patterns as arguments of a message without a name; one typed message in two handlers; names that begin with `__mainstay_`;
/// and any other place than a method in a `#[handlers]` block.
#[proc_macro_attribute]
pub fn handle(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "handle").into()
}

/// Makes a method of a block with [`#[handlers]`](macro@handlers) the one that runs before the first message.
///
/// A hook is a `fn` or an `async fn` that takes `&self` or `&mut self`, and if it likes `cx: &mut Context<Self>`. It returns nothing, or a
/// `Result<(), E>`: an error is a failed start, after which the actor starts over or ends as it would after a panic.
///
/// ```
/// use mainstay::prelude::*;
///
/// #[derive(Message, Clone)]
/// struct Beat;
///
/// #[actor]
/// #[derive(Default)]
/// struct Heart {
///     beats: u64,
/// }
///
/// #[handlers]
/// impl Heart {
///     #[started]
///     fn begin(&mut self, cx: &mut Context<Self>) -> Result<(), std::io::Error> {
///         cx.start_repeating("beat", Duration::from_secs(1), Beat);
///         Ok(())
///     }
///
///     #[handle(message)]
///     fn beat(&mut self, _: Beat) {
///         self.beats += 1;
///     }
///
///     #[stopping]
///     async fn rest(&mut self) {
///         println!("{} beats", self.beats);
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let heart = Heart::default().spawn();
/// heart.stop();
/// assert_eq!(heart.stopped().await, Exit::Stopped);
/// # }
/// ```
///
/// # Errors
///
/// Two hooks of one kind, an argument that nobody gives, something returned that nobody takes, what keeps a method from being a
/// [handler](macro@handle), and any other place than a method in a `#[handlers]` block.
#[proc_macro_attribute]
pub fn started(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "started").into()
}

/// Makes a method of a block with [`#[handlers]`](macro@handlers) the one that runs first in an actor that starts over.
///
/// Without one, the method with [`#[started]`](macro@started) runs then too. It is written as that one, and may take how the actor has
/// failed, in words.
///
/// ```
/// use mainstay::prelude::*;
/// use std::sync::Arc;
///
/// #[actor(backoff(min = "10ms"))]
/// #[derive(Default)]
/// struct Cache {
///     failed: Option<Arc<str>>,
/// }
///
/// #[handlers]
/// impl Cache {
///     #[restarted]
///     fn note(&mut self, why: Arc<str>) {
///         self.failed = Some(why);
///     }
///
///     #[handle]
///     fn spoil(&mut self) {
///         panic!("spoiled");
///     }
///
///     #[handle]
///     fn failed(&self) -> Option<Arc<str>> {
///         self.failed.clone()
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let cache = Cache::spawn_with(Cache::default);
/// assert_eq!(cache.spoil().await, Err(CallError::Failed));
/// assert_eq!(cache.failed().await?.as_deref(), Some("spoiled"));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Those of [`#[started]`](macro@started).
#[proc_macro_attribute]
pub fn restarted(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "restarted").into()
}

/// Makes a method of a block with [`#[handlers]`](macro@handlers) the one that runs when the actor has been stopped.
///
/// It runs after the last message and after the children have ended; not after a kill, and not when an incarnation fails. It is written as the
/// one with [`#[started]`](macro@started), but returns nothing.
///
/// ```
/// use mainstay::prelude::*;
/// use tokio::sync::oneshot;
///
/// #[actor]
/// struct Log {
///     lines: Vec<String>,
///     closed: Option<oneshot::Sender<Vec<String>>>,
/// }
///
/// #[handlers]
/// impl Log {
///     #[handle]
///     fn write(&mut self, line: String) {
///         self.lines.push(line);
///     }
///
///     #[stopping]
///     fn close(&mut self) {
///         if let Some(closed) = self.closed.take() {
///             closed.send(std::mem::take(&mut self.lines)).ok();
///         }
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let (closed, lines) = oneshot::channel();
/// let log = Log { lines: Vec::new(), closed: Some(closed) }.spawn();
/// log.write("the last one".into()).tell()?;
/// log.stop();
/// assert_eq!(lines.await?, ["the last one"]);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Those of [`#[started]`](macro@started).
#[proc_macro_attribute]
pub fn stopping(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "stopping").into()
}

/// Makes a method of a persistent actor a command: it reads the state and decides what is stored and what is answered.
///
/// See [`#[actor]`](macro@actor) for a whole one. A command takes `&self`, then what the caller gives, and if it likes
/// `cx: &mut Context<Self>`; it may be `async`. It returns `Persist<Self, Event, Reply>`, or `Decided<Self, Event, Reply, Refusal>` if it may
/// be refused: an alias of either will do. The event is one with an `#[apply]` method; a command that may store one of several, or several at
/// once, names the enum of all of the actor's events, `LedgerEvent` for `Ledger`.
///
/// ```
/// # use mainstay::prelude::*;
/// # use serde::{Deserialize, Serialize};
/// #
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "stock.taken")]
/// # struct Taken(u32);
/// #
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "stock.sold_out")]
/// # struct SoldOut;
/// #
/// # #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// # struct NotEnough(u32);
/// #
/// # #[actor(persistent = "stock")]
/// # struct Stock {
/// #     left: u32,
/// # }
/// #
/// #[handlers]
/// impl Stock {
///     /// Both events are stored, or neither. A refusal stores nothing.
///     #[command]
///     fn take(&self, count: u32) -> Decided<Self, StockEvent, u32, NotEnough> {
///         let left = self.left.checked_sub(count).ok_or(NotEnough(self.left))?;
///         let taken = persist(Taken(count));
///         Ok(if left == 0 { taken.and(SoldOut) } else { taken }.reply(left))
///     }
///
///     #[apply]
///     fn taken(&mut self, event: &Taken) {
///         self.left -= event.0;
///     }
///
///     #[apply]
///     fn sold_out(&mut self, _: &SoldOut) {}
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = System::volatile().host_with(|_| Ok(Stock { left: 3 })).start().await?;
/// let apples = system.entity::<Stock>("apples")?;
/// assert_eq!(apples.take(2).await, Ok(1));
/// assert_eq!(apples.take(2).await, Err(CallError::Refused(NotEnough(1))));
/// assert_eq!(apples.take(1).await, Ok(0));
/// # Ok(())
/// # }
/// ```
///
/// # Arguments
///
/// | option | form | default | meaning |
/// |---|---|---|---|
/// | `message` | `#[command(message)]` | off | the one argument is a type with [`#[derive(Message)]`](macro@Message), to be sent as such; the method may return `Decide<Self, Message, Event>` |
///
/// # Durability
///
/// The answer leaves when the events are durable. Arguments are `Clone + Serialize + DeserializeOwned`, since the command is kept until then;
/// so are replies and refusals `Serialize + DeserializeOwned`, which can be given again.
///
/// # Errors
///
/// `&mut self`, a return type that is no decision, an event without an `#[apply]` method, a `ReplyTo`, an argument that cannot be kept, a reply
/// that cannot be stored, and what keeps a method from being a [handler](macro@handle).
#[proc_macro_attribute]
pub fn command(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "command").into()
}

/// Makes a method of a persistent actor what happens when a timer fires.
///
/// It is a [`#[command]`](macro@command) that nobody calls: it takes `&self`, the timer, and if it likes `cx: &mut Context<Self>`, and returns
/// `Persist<Self, Event>`. The timer has [`#[derive(Timer)]`](macro@Timer), and is set by the decisions of the actor, `.start(timer, delay)`, or from
/// outside with `entity.schedule(at, timer)`. It fires also after a restart, and wakes an entity that is not in memory.
///
/// ```
/// # use mainstay::prelude::*;
/// # use mainstay::testing::simulate;
/// # use serde::{Deserialize, Serialize};
/// #
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "guest.invited")]
/// # struct Invited;
/// #
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "guest.reminded")]
/// # struct Reminded;
/// #
/// const FIVE_DAYS: Duration = Duration::from_hours(5 * 24);
///
/// #[derive(Timer, Clone, Serialize, Deserialize)]
/// #[timer(name = "remind")]
/// struct Remind;
///
/// #[actor(persistent = "guest")]
/// #[derive(Default)]
/// struct Guest {
///     reminders: u32,
/// }
///
/// #[handlers]
/// impl Guest {
///     #[command]
///     fn invite(&self) -> Persist<Self, Invited> {
///         persist(Invited).start(Remind, FIVE_DAYS)
///     }
///
///     #[timer]
///     fn remind(&self, _: Remind) -> Persist<Self, Reminded> {
///         persist(Reminded).start(Remind, FIVE_DAYS)
///     }
///
///     #[query]
///     fn reminders(&self) -> u32 {
///         self.reminders
///     }
///
///     #[apply]
///     fn invited(&mut self, _: &Invited) {}
///
///     #[apply]
///     fn reminded(&mut self, _: &Reminded) {
///         self.reminders += 1;
///     }
/// }
///
/// simulate(1, |sim| async move {
///     let system = System::volatile().host::<Guest>().start().await.unwrap();
///     let grace = system.entity::<Guest>("grace").unwrap();
///     grace.invite().await.unwrap();
///     sim.clock().advance(3 * FIVE_DAYS).await;
///     assert_eq!(grace.reminders().await, Ok(3));
/// });
/// ```
///
/// # Durability
///
/// The timer is removed in the unit of what its method decides, also where that is nothing: a process that ends before it fires it again, one that
/// ends after it does not.
///
/// # Panics
///
/// A panic stores nothing, and the method is run again, three times in all. Then the timer is a dead letter, and is tried again later, see
/// [`timer`](https://docs.rs/mainstay/latest/mainstay/timer).
///
/// # Errors
///
/// No argument or more than one, a type that is no timer, and what keeps a method from being a [command](macro@command).
#[proc_macro_attribute]
pub fn timer(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "timer").into()
}

/// Makes a method of a persistent actor a query: it reads the state, and what it returns is the answer.
///
/// The answer leaves when everything that the query has seen is durable. A query takes `&self` and is not `async`; a `Result` is split into
/// the reply and the refusal. `#[query(message)]` takes a type with [`#[derive(Message)]`](macro@Message), which must be `Clone`.
///
/// ```
/// # use mainstay::prelude::*;
/// # use serde::{Deserialize, Serialize};
/// #
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "counter.added")]
/// # struct Added(u64);
/// #
/// # #[actor(persistent = "counter")]
/// # #[derive(Default)]
/// # struct Counter {
/// #     total: u64,
/// # }
/// #
/// #[handlers]
/// impl Counter {
///     #[query]
///     fn total(&self) -> u64 {
///         self.total
///     }
///
///     #[query]
///     fn above(&self, limit: u64) -> Result<u64, String> {
///         self.total.checked_sub(limit).ok_or_else(|| format!("{} is below {limit}", self.total))
///     }
/// #
/// #     #[command]
/// #     fn add(&self, n: u64) -> Persist<Self, Added> {
/// #         persist(Added(n))
/// #     }
/// #
/// #     #[apply]
/// #     fn added(&mut self, event: &Added) {
/// #         self.total += event.0;
/// #     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = System::volatile().host::<Counter>().start().await?;
/// # let counter = system.entity::<Counter>("hits")?;
/// counter.add(3).await?;
/// assert_eq!(counter.total().await, Ok(3));
/// assert_eq!(counter.above(5).await, Err(CallError::Refused("3 is below 5".into())));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// `&mut self`, `async`, a `ReplyTo`, and what keeps a method from being a [handler](macro@handle).
#[proc_macro_attribute]
pub fn query(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "query").into()
}

/// Makes a method of a persistent actor the one that changes the state by an event: when it is decided, and again in every recovery.
///
/// It takes `&mut self` and `event: &Event`, and if it likes `meta: &EventMeta`, which says what number the event has and when its command was
/// decided. It must be pure: what it makes of an event depends on the state and on the event alone. There is one for each event that a command
/// may store.
///
/// ```
/// # use mainstay::entity::EventMeta;
/// # use mainstay::prelude::*;
/// # use serde::{Deserialize, Serialize};
/// #
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "counter.added")]
/// # struct Added(u64);
/// #
/// # #[actor(persistent = "counter")]
/// # #[derive(Default)]
/// # struct Counter {
/// #     total: u64,
/// #     last: u64,
/// # }
/// #
/// #[handlers]
/// impl Counter {
///     #[apply]
///     fn added(&mut self, event: &Added, meta: &EventMeta) {
///         self.total += event.0;
///         self.last = meta.seq;
///     }
/// #
/// #     #[command]
/// #     fn add(&self, n: u64) -> Persist<Self, Added, (u64, u64)> {
/// #         persist(Added(n)).reply_with(|after: &Self| (after.total, after.last))
/// #     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let system = System::volatile().host::<Counter>().start().await?;
/// # let counter = system.entity::<Counter>("hits")?;
/// assert_eq!(counter.add(3).await, Ok((3, 1)));
/// assert_eq!(counter.add(4).await, Ok((7, 2)));
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// `&self`, `async`, a context, an event that is not lent, two methods for one event, two events with one stored name, something returned.
#[proc_macro_attribute]
pub fn apply(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "apply").into()
}

/// Makes a method of a persistent actor the one that runs when its state is there, before the first command.
///
/// It takes `&self`, and if it likes `cx: &mut Context<Self>`. It also runs where nothing was stored before. A panic is a failed recovery.
///
/// ```
/// # use mainstay::prelude::*;
/// # use serde::{Deserialize, Serialize};
/// #
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "counter.added")]
/// # struct Added(u64);
/// #
/// # use std::sync::Arc;
/// # use std::sync::atomic::{AtomicU64, Ordering};
/// #
/// # #[actor(persistent = "counter")]
/// # struct Counter {
/// #     total: u64,
/// #     #[volatile]
/// #     gauge: Arc<AtomicU64>,
/// # }
/// #
/// #[handlers]
/// impl Counter {
///     #[recovered]
///     fn show(&self) {
///         self.gauge.store(self.total, Ordering::Relaxed);
///     }
/// #
/// #     #[command]
/// #     fn add(&self, n: u64) -> Persist<Self, Added> {
/// #         persist(Added(n))
/// #     }
/// #
/// #     #[apply]
/// #     fn added(&mut self, event: &Added) {
/// #         self.total += event.0;
/// #     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let store = mainstay::journal::MemoryStore::new();
/// # let gauge = Arc::new(AtomicU64::new(99));
/// # let shown = gauge.clone();
/// for expected in [0, 3] {
///     let gauge = gauge.clone();
///     let system = System::with(store.restart()).host_with(move |_| Ok(Counter { total: 0, gauge: gauge.clone() }));
///     let system = system.start().await?;
///     system.entity::<Counter>("hits")?.add(3).await?;
///     assert_eq!(shown.load(Ordering::Relaxed), expected, "what was stored before");
///     system.shutdown().await?;
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// `&mut self`, `async`, two such hooks, an argument that nobody gives, something returned.
#[proc_macro_attribute]
pub fn recovered(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "recovered").into()
}

/// Makes an associated function of a persistent actor the one that runs when its state could not be had.
///
/// There is no `self` then. It may take `id: &EntityId<Self>` and `why: &RecoveryError`. Whoever sent a command is told the same.
///
/// ```
/// # use mainstay::prelude::*;
/// # use serde::{Deserialize, Serialize};
/// #
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "counter.added")]
/// # struct Added(u64);
/// #
/// # use mainstay::entity::RecoveryError;
/// # use mainstay::journal::{EntityKey, MemoryStore, Store as _};
/// # use std::sync::atomic::{AtomicU32, Ordering};
/// #
/// # #[actor(persistent = "counter")]
/// # #[derive(Default)]
/// # struct Counter {
/// #     total: u64,
/// # }
/// #
/// # static LOST: AtomicU32 = AtomicU32::new(0);
/// #
/// #[handlers]
/// impl Counter {
///     #[recovery_failed]
///     fn lost(id: &EntityId<Self>, why: &RecoveryError) {
///         eprintln!("{id} cannot be had: {why}");
///         LOST.fetch_add(1, Ordering::Relaxed);
///     }
/// #
/// #     #[command]
/// #     fn add(&self, n: u64) -> Persist<Self, Added> {
/// #         persist(Added(n))
/// #     }
/// #
/// #     #[apply]
/// #     fn added(&mut self, event: &Added) {
/// #         self.total += event.0;
/// #     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let store = MemoryStore::new();
/// # let system = System::with(store.restart()).host::<Counter>().start().await?;
/// # system.entity::<Counter>("hits")?.add(3).await?;
/// # system.shutdown().await?;
/// # store.restart().delete(EntityKey::new("counter", "hits")?, 1).await?; // its history is not whole any more
/// # let system = System::with(store.restart()).host::<Counter>().start().await?;
/// # let counter = system.entity::<Counter>("hits")?;
/// assert!(counter.add(3).await.is_err());
/// assert_eq!(LOST.load(Ordering::Relaxed), 1);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// A `self`, `async`, two such hooks, an argument that nobody gives, something returned.
#[proc_macro_attribute]
pub fn recovery_failed(_args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::misplaced(item, "recovery_failed").into()
}

/// Makes a type a message of its own, for any actor that handles it.
///
/// ```
/// use mainstay::prelude::*;
///
/// /// Has no reply, and nobody may refuse it.
/// #[derive(Message)]
/// struct Close;
///
/// #[derive(Debug)]
/// struct PayError;
///
/// #[derive(Message)]
/// #[message(reply = u64, error = PayError)]
/// struct Pay(u64);
///
/// fn reply<M: Message<Reply = u64, Error = PayError>>(_: M) {}
/// reply(Pay(3));
/// ```
///
/// # Arguments
///
/// | option | form | default | meaning |
/// |---|---|---|---|
/// | `reply` | `reply = Receipt` | `()` | what the caller gets |
/// | `error` | `error = PayError` | `Infallible` | why an actor may say no; its handlers then return a `Result` |
/// | `crate` | `crate = ::path::to::mainstay` | `::mainstay` | where the runtime is, if it was renamed; the path must be absolute |
///
/// # Generated items
///
/// `impl Message for Pay`. What a generic message is generic over must be `Send + 'static`.
///
/// # Errors
///
/// An option that does not exist, is given twice or has no value, and a type that borrows.
#[proc_macro_derive(Message, attributes(message))]
pub fn message(item: TokenStream) -> TokenStream {
    pipeline::derive::<derive::message::Message>(item).into()
}

/// Gives a stored event its name.
///
/// The name and the version are what stores know: the type and its module may be renamed at will.
///
/// ```
/// use mainstay::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "order.paid", version = 2)]
/// struct Paid {
///     amount: u64,
/// }
///
/// assert_eq!((Paid::NAME, Paid::VERSION), ("order.paid", 2));
/// ```
///
/// # Arguments
///
/// | option | form | default | meaning |
/// |---|---|---|---|
/// | `name` | `name = "order.paid"` | must be given | the stored name: one word |
/// | `version` | `version = 2` | `1` | the version of the stored shape, from 1 |
/// | `from` | `from(1 = PaidV1, 2 = PaidV2)` | none | the types of earlier versions, in order: each becomes the next one by `From`, and the last of them the event. A version that is not listed is read as the next one that is |
/// | `split` | `split(1 = MovedV1)` | none | the types of earlier versions that are none or several events of today: see `mainstay::entity::Split` |
/// | `alias` | `alias = "order.payed"` or `alias("a", "b")` | none | names that it was stored under before |
/// | `tags` | `tags("money")` | none | what it is found by, apart from its entity |
/// | `crate` | `crate = ::path::to::mainstay` | `::mainstay` | where the runtime is, if it was renamed; the path must be absolute |
///
/// # When the shape changes
///
/// A field that is new has `#[serde(default)]`; one that is gone is skipped; one with another name has `#[serde(alias = "..")]`. Anything else
/// is a new version, and the old shape stays as a type of its own:
///
/// ```
/// use mainstay::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Event, Serialize, Deserialize)]
/// #[event(name = "order.paid", version = 2, from(1 = PaidV1))]
/// struct Paid {
///     cents: u64,
/// }
///
/// /// Before there were cents.
/// #[derive(Deserialize)]
/// struct PaidV1 {
///     whole: u64,
/// }
///
/// impl From<PaidV1> for Paid {
///     fn from(old: PaidV1) -> Self {
///         Paid { cents: old.whole * 100 }
///     }
/// }
/// ```
///
/// What means nothing any more is named in `#[actor(persistent = "..", removed("order.old"))]`, and of a machine in `#[states(..)]`.
///
/// # Generated items
///
/// `impl Event for Paid`. The type must be `Serialize + DeserializeOwned`.
///
/// # Errors
///
/// No name, one that is no word or longer than 255 bytes, version 0, earlier versions that are not earlier or out of order, an option that does
/// not exist or is given twice, a generic type, since a name stands for one shape; and what keeps a shape from ever changing:
/// `#[serde(deny_unknown_fields)]`, `untagged` and `flatten`.
#[proc_macro_derive(Event, attributes(event))]
pub fn event(item: TokenStream) -> TokenStream {
    pipeline::derive::<derive::event::Event>(item).into()
}

/// Makes a type a durable timer of entities.
///
/// The type needs serde's derives too, and `Clone`. What an entity does when it fires is a method with [`#[timer]`](macro@timer). It is a message as well, with
/// neither reply nor error, so that it takes no `#[derive(Message)]`.
///
/// ```
/// use mainstay::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// /// One for each person: `.cancel(Remind(who))` finds what `.start(Remind(who), ..)` has set.
/// #[derive(Timer, Clone, Serialize, Deserialize)]
/// #[timer(name = "remind")]
/// pub struct Remind(pub String);
///
/// /// One for each person, whatever the text.
/// #[derive(Timer, Clone, Serialize, Deserialize)]
/// #[timer(name = "nag", key = who)]
/// pub struct Nag {
///     pub who: String,
///     pub text: String,
/// }
///
/// assert_eq!(<Remind as Timer>::NAME, "remind");
/// ```
///
/// # Arguments of `#[timer(..)]`
///
/// | option | form | default | meaning |
/// |---|---|---|---|
/// | `name` | `name = "remind"` | must be given | the name that is stored: it stays when the type is renamed. It may be that of an event |
/// | `key` | `key = field`, `key = 0` | everything that is stored of it | what tells timers of one name apart. Name and key take at most 252 bytes together |
/// | `version` | `version = 2` | 1 | the version of the shape |
/// | `alias` | `alias = "reminder"`, `alias("a", "b")` | none | names that were used before |
/// | `crate` | `crate = path` | `::mainstay` | where mainstay is, when it is renamed or exported again |
///
/// # Errors
///
/// A missing or repeated name, a version that is no number from 1, a generic type, a field that is not there, and shapes that cannot be read back later, as
/// for [events](macro@Event).
#[proc_macro_derive(Timer, attributes(timer))]
pub fn derive_timer(item: TokenStream) -> TokenStream {
    pipeline::derive::<derive::timer::Timer>(item).into()
}

#[doc = include_str!("../docs/fsm.md")]
#[proc_macro_attribute]
pub fn fsm(args: TokenStream, item: TokenStream) -> TokenStream {
    pipeline::attribute::<fsm::Fsm>(args, item).into()
}

/// Makes a message one that may be delivered at least once: what is decided with
/// [`Persist::deliver`](https://docs.rs/mainstay/latest/mainstay/entity/struct.Persist.html#method.deliver) is stored until it is confirmed.
///
/// ```
/// use mainstay::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
/// #[confirmable(name = "mail")]
/// pub struct Mail {
///     pub to: String,
///     pub text: String,
/// }
/// ```
///
/// | option | default | |
/// |---|---|---|
/// | `name = "mail"` | required | the name that is stored; it stays when the type is renamed |
/// | `version = 2` | 1 | the version of the shape; one that is stored with a higher version is not read |
/// | `crate = path` | `::mainstay` | where the runtime is |
///
/// The message is `Clone + Serialize + DeserializeOwned` too; its reply and its error are stored like those of a command.
///
/// `MailDelivery` is made beside it: the message with what is known of its delivery. An actor that takes that in place of `Mail` confirms by
/// hand, with `mail.confirmation("who").tell()`.
#[proc_macro_derive(Confirmable, attributes(confirmable))]
pub fn confirmable(item: TokenStream) -> TokenStream {
    pipeline::derive::<derive::confirmable::Confirmable>(item).into()
}

#[doc = include_str!("../docs/states.md")]
#[proc_macro_derive(
    States,
    attributes(
        states,
        initial,
        terminal,
        on,
        discard,
        otherwise,
        query,
        after,
        idle_after,
        timer,
        postpone,
        enter,
        exit,
        group,
        deprecated_state,
        unhandled,
        on_stop
    )
)]
pub fn states(item: TokenStream) -> TokenStream {
    pipeline::derive::<fsm::States>(item).into()
}

/// The picture of the machine in an enum with `#[states]`, as documentation. What `States` writes beside the table names it.
#[doc(hidden)]
#[proc_macro]
pub fn __states_picture(item: TokenStream) -> TokenStream {
    fsm::picture(item.into()).into()
}
