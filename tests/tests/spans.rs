//! Every handled message has a span, and its parent is the span in which the message was sent.
#![deny(warnings)]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small")]
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]
#![allow(
    clippy::unused_self,
    clippy::unused_async,
    clippy::needless_pass_by_value,
    reason = "the actors are there to be watched"
)]

#[path = "../../examples/ledger.rs"]
#[expect(dead_code, reason = "the test is its `main`")]
mod ledger;

use ledger::Ledger;
use mainstay::call::Group;
use mainstay::journal::{MemoryStore, Store as _};
use mainstay::prelude::*;
use mainstay::testing::store::{Effect, FaultyStore, Operation, When};
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Event, Metadata, Span, Subscriber, info_span};
use tracing_core::span::Current;

/// Remembers all spans and events.
#[derive(Clone, Default)]
struct Watch(Arc<Mutex<Seen>>);

#[derive(Default)]
struct Seen {
    spans: Vec<Noted>,
    events: Vec<Noted>,
    known: BTreeMap<u64, &'static Metadata<'static>>,
}

#[derive(Clone, Debug)]
struct Noted {
    id: u64,
    parent: Option<u64>,
    name: &'static str,
    fields: BTreeMap<&'static str, String>,
}

impl Noted {
    fn field(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }
}

#[derive(Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }
}

thread_local! {
    static ENTERED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

fn entered() -> Option<u64> {
    ENTERED.with_borrow(|entered| entered.last().copied())
}

impl Subscriber for Watch {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let parent = if span.is_contextual() { entered() } else { span.parent().map(Id::into_u64) };
        let mut fields = Fields::default();
        span.record(&mut fields);
        let mut seen = self.0.lock().expect("no test panics in here");
        let id = seen.spans.len() as u64 + 1;
        seen.spans.push(Noted { id, parent, name: span.metadata().name(), fields: fields.0 });
        seen.known.insert(id, span.metadata());
        Id::from_u64(id)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let parent = if event.is_contextual() { entered() } else { event.parent().map(Id::into_u64) };
        let mut fields = Fields::default();
        event.record(&mut fields);
        let noted = Noted { id: 0, parent, name: event.metadata().target(), fields: fields.0 };
        self.0.lock().expect("no test panics in here").events.push(noted);
    }

    fn enter(&self, span: &Id) {
        ENTERED.with_borrow_mut(|entered| entered.push(span.into_u64()));
    }

    fn exit(&self, span: &Id) {
        assert_eq!(ENTERED.with_borrow_mut(Vec::pop), Some(span.into_u64()), "spans are left in order");
    }

    fn current_span(&self) -> Current {
        let Some(id) = entered() else { return Current::none() };
        let seen = self.0.lock().expect("no test panics in here");
        Current::new(Id::from_u64(id), seen.known.get(&id).expect("it is entered"))
    }
}

impl Watch {
    /// Watches this thread, on which the test's runtime runs.
    fn start() -> (Self, DefaultGuard) {
        let watch = Self::default();
        let guard = tracing::dispatcher::set_default(&Dispatch::new(watch.clone()));
        (watch, guard)
    }

    /// The spans of the handler `message`, oldest first.
    fn received(&self, message: &str) -> Vec<Noted> {
        let seen = self.0.lock().expect("no test panics in here");
        let wanted = |span: &&Noted| span.name == "mainstay.receive" && span.field("message") == message;
        seen.spans.iter().filter(wanted).cloned().collect()
    }

    /// The spans called `name`, oldest first.
    fn named(&self, name: &str) -> Vec<Noted> {
        let seen = self.0.lock().expect("no test panics in here");
        seen.spans.iter().filter(|span| span.name == name).cloned().collect()
    }

    /// The parents of the spans of the handler `message`.
    fn parents(&self, message: &str) -> Vec<Option<u64>> {
        self.received(message).iter().map(|span| span.parent).collect()
    }

    /// The id of the one span of the handler `message`.
    fn one(&self, message: &str) -> Option<u64> {
        let received = self.received(message);
        assert_eq!(received.len(), 1, "{message}: {received:?}");
        received.first().map(|span| span.id)
    }

    fn events(&self, message: &str) -> Vec<Noted> {
        let seen = self.0.lock().expect("no test panics in here");
        seen.events.iter().filter(|event| event.field("message") == message).cloned().collect()
    }
}

fn id(span: &Span) -> Option<u64> {
    span.id().map(|id| id.into_u64())
}

#[derive(Message, Clone)]
struct Nudge;

#[actor]
struct Back;

#[handlers]
impl Back {
    #[handle]
    fn told(&self) {}

    #[handle]
    fn sent(&self) {}

    #[handle]
    async fn asked(&self) {
        tokio::task::yield_now().await;
        tracing::info!("inside");
    }

    #[handle]
    fn late(&self) {}

    #[handle]
    fn last(&self) {}

    #[handle(message)]
    fn nudge(&self, _: Nudge) {}
}

#[actor(stash = 8)]
#[derive(Default)]
struct Front {
    open: bool,
}

#[derive(Message)]
struct Aside;

#[handlers]
impl Front {
    #[handle]
    fn tells(&self, back: BackRef) {
        back.told().tell().expect("it lives");
        back.late().after(Duration::from_secs(1));
    }

    #[handle]
    async fn asks(&self, back: BackRef) {
        tokio::task::yield_now().await;
        back.sent().send().await.expect("it lives");
        back.asked().await.expect("it lives");
    }

    #[handle(blocking)]
    fn blocks(&self, back: BackRef) {
        back.told().tell().expect("it lives");
    }

    #[handle]
    fn leaves(&self, back: BackRef, cx: &mut Context<Self>) {
        let work = async move {
            tokio::task::yield_now().await;
            back.asked().await.expect("it lives");
            back
        };
        cx.run(work, |_, back, _| back.told().tell().expect("it lives"));
    }

    #[handle]
    fn times(&self, cx: &mut Context<Self>) {
        cx.start_timer("once", Duration::from_secs(1), Nudge);
    }

    #[handle]
    fn repeats(&self, cx: &mut Context<Self>) {
        cx.start_repeating("often", Duration::from_secs(1), Nudge);
    }

    #[handle(message)]
    fn nudged(&self, _: Nudge) {}

    #[handle(message)]
    fn aside(&mut self, aside: Aside, reply: ReplyTo<()>, cx: &mut Context<Self>) {
        if self.open {
            reply.reply(());
        } else {
            cx.stash(aside, reply).expect("there is room");
        }
    }

    #[handle]
    fn opens(&mut self, cx: &mut Context<Self>) {
        self.open = true;
        cx.unstash_all();
    }
}

#[actor(backoff(min = "10ms"))]
struct Frail;

#[handlers]
impl Frail {
    #[handle]
    fn breaks(&self) {
        panic!("told to");
    }

    #[handle]
    async fn breaks_later(&self) {
        tokio::task::yield_now().await;
        panic!("told to");
    }

    #[handle]
    fn behind(&self) {}
}

#[derive(Message, Clone, Serialize, Deserialize)]
pub struct Publish;

#[derive(Event, Serialize, Deserialize)]
#[event(name = "post.published")]
pub struct Published;

#[fsm(states = PostState)]
#[derive(Default)]
pub struct Post {}

#[derive(States)]
#[states(Post, name = "post")]
pub enum PostState {
    #[initial]
    #[on(Publish => Published => Online)]
    Draft,
    #[terminal]
    Online,
}

impl PostFlow for Post {
    fn draft_publish(&self, _: Publish, _: &mut Context<Self>) -> Decide<Self, Publish, Published> {
        tracing::info!("deciding");
        persist(Published)
    }

    fn draft_published(&mut self, _: &Published) {}
}

#[actor(persistent = "shop")]
#[derive(Default)]
pub struct Shop {}

#[derive(Event, Serialize, Deserialize)]
#[event(name = "shop.ordered")]
pub struct Ordered;

#[derive(Message, Confirmable, Clone, Serialize, Deserialize)]
#[confirmable(name = "shop.bill")]
pub struct Bill;

#[derive(Timer, Clone, Serialize, Deserialize)]
#[timer(name = "shop.remind")]
pub struct Remind;

#[handlers]
impl Shop {
    /// One bill arrives, and one does not.
    #[command]
    pub fn order(&self, till: EntityId<Till>) -> Persist<Self, Ordered> {
        persist(Ordered).deliver(till, Bill).deliver(named("nobody"), Bill).start(Remind, Duration::from_secs(1))
    }

    #[command(message)]
    fn settled(&self, _: Confirmed<Bill>) -> Persist<Self, Ordered> {
        nothing()
    }

    #[timer]
    fn remind(&self, _: Remind) -> Persist<Self, Ordered> {
        nothing()
    }

    #[apply]
    fn ordered(&mut self, _: &Ordered) {}
}

#[actor(persistent = "till")]
#[derive(Default)]
pub struct Till {}

#[handlers]
impl Till {
    #[command(message)]
    fn bill(&self, _: Bill) -> Persist<Self, Ordered> {
        nothing()
    }

    #[apply]
    fn ordered(&mut self, _: &Ordered) {}
}

#[tokio::test]
async fn a_program_without_tracing_of_its_own_is_watched_by_one_line() {
    let (watch, _guard) = Watch::start();
    let dir = tempfile::tempdir().expect("a directory");
    let ten = NonZeroU64::new(10).expect("it is not zero");
    for life in [1, 2] {
        let system = System::open(dir.path()).host::<Ledger>().start().await.expect("the store is opened");
        let alice = system.entity::<Ledger>("alice").expect("hosted");
        assert_eq!(alice.deposit(ten).await.expect("stored"), life * 10);
        system.shutdown().await.expect("in order");
    }
    let deposits = watch.received("deposit");
    assert_eq!(deposits.len(), 2);
    assert_eq!((deposits[0].field("actor"), deposits[0].field("name")), ("spans::ledger::Ledger", "alice"));
    for (name, fields) in [("mainstay.append", true), ("mainstay.recover", false)] {
        let spans = watch.named(name);
        let parents: Vec<_> = spans.iter().map(|span| span.parent).collect();
        assert_eq!(parents, deposits.iter().map(|deposit| Some(deposit.id)).collect::<Vec<_>>(), "{name}");
        assert!(spans.iter().all(|span| span.field("name") == "alice"));
        if fields {
            assert_eq!((spans[1].field("events"), spans[1].field("last")), ("1", "2"));
        }
    }
    let recovered: Vec<_> = watch.events("recovered").iter().map(|event| event.field("events").to_owned()).collect();
    assert_eq!(recovered, ["0", "1"]);
}

#[test]
fn a_delivery_and_its_end_a_redelivery_and_a_durable_timer_name_what_has_caused_them() {
    let (watch, _guard) = Watch::start();
    mainstay::testing::simulate(1, |sim| async move {
        let system = System::volatile().host::<Shop>().host::<Till>().start().await.expect("in memory");
        let shop = system.entity::<Shop>("s").expect("hosted");
        shop.order(entity("t").expect("it is an id")).await.expect("stored");
        sim.clock().sleep(Duration::from_secs(20)).await;
    });
    let order = watch.one("order");
    let named = order.map(|id| format!("{id:016x}")).expect("it was received");
    assert_eq!(watch.parents("bill"), [order], "what arrives at once is a child of who has sent it");
    assert_eq!(watch.parents("settled"), [watch.one("bill")]);
    // No span is there any more, but its name is.
    let again = watch.named("mainstay.redeliver");
    assert!(!again.is_empty());
    for span in again {
        assert_eq!((span.parent, span.field("cause"), span.field("message")), (None, &*named, "shop.bill"));
    }
    let reminds = watch.received("remind");
    assert_eq!(reminds.iter().map(|span| (span.parent, span.field("cause"))).collect::<Vec<_>>(), [(None, &*named)]);
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_is_told_in_the_span_of_what_is_not_stored_or_not_read() {
    let (watch, _guard) = Watch::start();
    let store = Arc::new(FaultyStore::new(MemoryStore::new()));
    let system = System::with(store.clone()).host::<Post>().start().await.expect("the store is there");
    let post = system.entity::<Post>("a").expect("hosted");
    store.fail(Operation::Read, When::Next(1), Effect::FailBefore);
    store.fail(Operation::Append, When::Next(1), Effect::FailBefore);
    assert_eq!(post.ask(Publish).await, Ok(()));
    let (unread, unstored) = (watch.events("not recovered"), watch.events("not stored"));
    let spans = |name| watch.named(name).into_iter().map(|span| span.id).collect::<Vec<_>>();
    assert_eq!(
        unread.iter().map(|event| event.parent).collect::<Vec<_>>(),
        [spans("mainstay.recover").first().copied()]
    );
    assert_eq!(
        unstored.iter().map(|event| event.parent).collect::<Vec<_>>(),
        [spans("mainstay.append").first().copied()]
    );
    assert!(!unread[0].field("error").is_empty() && !unstored[0].field("error").is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_span_of_a_message_is_the_child_of_the_handler_that_told_it() {
    let (watch, _guard) = Watch::start();
    let (front, back) = (Front::default().spawn(), Back.spawn());
    let root = info_span!("root");
    root.in_scope(|| front.tells(back.clone()).tell()).expect("there is room");
    back.last().await.expect("it lives");
    tokio::time::sleep(Duration::from_secs(2)).await;
    let tells = watch.received("tells");
    assert_eq!(watch.parents("tells"), [id(&root)]);
    assert_eq!((tells[0].field("actor"), tells[0].field("name")), ("spans::Front", ""));
    assert_eq!(watch.parents("told"), [watch.one("tells")]);
    assert_eq!(watch.parents("late"), [watch.one("tells")], "a scheduled message");
    assert_eq!(watch.parents("last"), [None], "what was sent outside of any span");
}

#[tokio::test(start_paused = true)]
async fn what_an_async_handler_sends_and_asks_after_a_wait_is_its_child_too() {
    let (watch, _guard) = Watch::start();
    let (front, back) = (Front::default().spawn(), Back.spawn());
    front.asks(back).await.expect("it lives");
    assert_eq!(watch.parents("sent"), [watch.one("asks")]);
    assert_eq!(watch.parents("asked"), [watch.one("asks")]);
    let inside = watch.events("inside");
    assert_eq!(inside.iter().map(|event| event.parent).collect::<Vec<_>>(), [watch.one("asked")]);
}

#[test]
fn what_a_blocking_handler_sends_is_its_child() {
    let (watch, _guard) = Watch::start();
    // Where it runs on the thread that is watched.
    mainstay::testing::simulate(1, |_| async {
        let (front, back) = (Front::default().spawn(), Back.spawn());
        front.blocks(back.clone()).await.expect("it lives");
        back.last().await.expect("it lives");
    });
    assert_eq!(watch.parents("told"), [watch.one("blocks")]);
}

#[tokio::test(start_paused = true)]
async fn work_that_a_handler_leaves_and_what_follows_it_are_its_children() {
    let (watch, _guard) = Watch::start();
    let (front, back) = (Front::default().spawn(), Back.spawn());
    front.leaves(back).await.expect("it lives");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(watch.parents("asked"), [watch.one("leaves")]);
    assert_eq!(watch.parents("work"), [watch.one("leaves")]);
    assert_eq!(watch.parents("told"), [watch.one("work")]);
}

#[tokio::test(start_paused = true)]
async fn a_timer_that_fires_once_is_caused_by_who_set_it_and_one_that_repeats_by_nobody() {
    let (watch, _guard) = Watch::start();
    let front = Front::default().spawn();
    front.times().await.expect("it lives");
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(watch.parents("nudged"), [watch.one("times")]);
    front.repeats().await.expect("it lives");
    tokio::time::sleep(Duration::from_millis(2500)).await;
    assert_eq!(watch.parents("nudged"), [watch.one("times"), None, None]);
}

#[tokio::test(start_paused = true)]
async fn what_comes_back_from_the_stash_is_caused_by_who_put_it_aside() {
    let (watch, _guard) = Watch::start();
    let front = Front::default().spawn();
    let (aside, opened) = tokio::join!(async { front.ask(Aside).await }, async { front.opens().await });
    assert_eq!((aside, opened), (Ok(()), Ok(())));
    let first = watch.received("aside")[0].id;
    assert_eq!(watch.parents("aside"), [None, Some(first)]);
}

#[tokio::test(start_paused = true)]
async fn recipients_groups_and_pools_carry_the_cause() {
    let (watch, _guard) = Watch::start();
    let system = System::volatile().start().await.expect("nothing is opened");
    let (back, pool) = (Back.spawn(), system.pool(1, || Back));
    let group = Group::new();
    group.join(back.recipient());
    let root = info_span!("root");
    root.in_scope(|| {
        back.recipient::<Nudge>().tell(Nudge).expect("it lives");
        assert_eq!(group.broadcast(Nudge).reached, 1);
        pool.round_robin().told().tell().expect("it lives");
    });
    back.last().await.expect("it lives");
    pool.round_robin().last().await.expect("it lives");
    assert_eq!(watch.parents("nudge"), [id(&root), id(&root)]);
    assert_eq!(watch.parents("told"), [id(&root)]);
}

#[tokio::test(start_paused = true)]
async fn the_cause_of_what_lies_in_the_mailbox_survives_a_restart() {
    for later in [false, true] {
        let (watch, _guard) = Watch::start();
        let system = System::volatile().start().await.expect("nothing is opened");
        let frail = system.spawn_named_with("frail", || Frail).expect("the name is free");
        let root = info_span!("root");
        root.in_scope(|| {
            if later { frail.breaks_later().tell() } else { frail.breaks().tell() }.expect("there is room");
            frail.behind().tell().expect("there is room");
        });
        frail.behind().await.expect("it has started over");
        assert_eq!(watch.parents("behind"), [id(&root), None]);
        assert_eq!(watch.received("behind")[0].field("name"), "frail");
        let failing = watch.one(if later { "breaks_later" } else { "breaks" });
        let failed = watch.events("failed");
        assert_eq!(failed.iter().map(|event| event.parent).collect::<Vec<_>>(), [failing]);
        assert_eq!((failed[0].name, failed[0].field("error")), ("mainstay", "told to"));
        let restarted = watch.events("restarted");
        assert_eq!(restarted.iter().map(|event| event.field("name")).collect::<Vec<_>>(), ["frail"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_command_has_a_span_and_so_has_the_recovery_that_it_causes() {
    let (watch, _guard) = Watch::start();
    let make = |id: &EntityId<Post>| if id.as_str() == "lost" { Err("lost".into()) } else { Ok(Post::default()) };
    let store = Arc::new(MemoryStore::new());
    let system = System::with(store.clone()).host_with::<Post>(make).start().await.expect("in memory");
    let (post, lost) = (system.entity::<Post>("a").expect("hosted"), system.entity::<Post>("lost").expect("hosted"));
    let root = info_span!("root");
    root.in_scope(|| post.tell(Publish)).expect("there is room");
    assert_eq!(post.state().await, Ok("Online"));
    assert_eq!(watch.parents("Publish"), [id(&root)]);
    assert_eq!(watch.received("Publish")[0].field("name"), "a");
    let inside: Vec<_> = ["deciding", "recovered"].iter().flat_map(|event| watch.events(event)).collect();
    assert_eq!(inside.iter().map(|event| event.parent).collect::<Vec<_>>(), [watch.one("Publish"); 2]);

    let stored = store.read(post.id().key().clone(), 0, 1, 1).await.expect("it is there").records;
    let span = watch.one("Publish").map(|id| format!("{id:016x}"));
    assert_eq!(stored[0].trace.as_deref(), span.as_deref(), "V1: the span is stored with what it causes");

    assert!(lost.ask(Publish).await.is_err());
    let letters = watch.events("dead letter");
    assert_eq!(letters.len(), 1);
    assert_eq!(letters[0].parent, watch.received("Publish").last().map(|span| span.id));
}

#[tokio::test(start_paused = true)]
async fn a_dead_letter_is_told_in_the_span_that_sent_it() {
    let (watch, _guard) = Watch::start();
    let back = Back.spawn();
    let root = info_span!("root");
    root.in_scope(|| back.told().tell()).expect("there is room");
    back.kill();
    back.stopped().await;
    let letters = watch.events("dead letter");
    assert_eq!(letters.iter().map(|letter| letter.parent).collect::<Vec<_>>(), [id(&root)]);
    assert_eq!((letters[0].field("message_name"), letters[0].field("reason")), ("told", "killed"));
    let stopped = watch.events("stopped");
    assert_eq!(stopped.iter().map(|event| event.field("exit")).collect::<Vec<_>>(), ["killed"]);
}
