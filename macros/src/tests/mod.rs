//! What the macros write, as text: reviewed like source, without a compiler.

mod catalogue;
mod corpus;
mod determinism;
mod dump;
mod examples;
mod expansion;
mod fuzz;
mod half_typed;
mod lazy;
mod linear;
mod mutate;
mod readme;
mod snapshots;

use crate::actor::{Declare, Handlers};
use crate::derive::confirmable::Confirmable;
use crate::derive::event::Event;
use crate::derive::message::Message;
use crate::derive::timer::Timer;
use crate::dump::for_compiler;
use crate::pipeline;
use proc_macro2::TokenStream;

/// The tokens as formatted source, in the form that the compiler sees.
///
/// # Panics
///
/// If they are no items, which no macro may write.
pub(crate) fn pretty(tokens: TokenStream) -> String {
    let tokens = for_compiler(tokens);
    let text = tokens.to_string();
    match syn::parse2(tokens) {
        Ok(file) => prettyplease::unparse(&file),
        Err(error) => panic!("{error}: {text}"),
    }
}

fn source(text: &str) -> TokenStream {
    text.parse().expect("the text has balanced brackets")
}

/// The `#[actor]` and `#[handlers]` that somebody might write.
fn account() -> TokenStream {
    let mut output = pipeline::attribute::<Declare>(
        source("mailbox = 64"),
        source("#[derive(Default)] pub struct Account { balance: u64 }"),
    );
    output.extend(pipeline::derive::<Message>(source("pub struct Close;")));
    output.extend(pipeline::attribute::<Handlers>(
        TokenStream::new(),
        source(
            r"impl Account {
                /// Adds `amount`; returns the new balance.
                #[handle]
                pub fn deposit(&mut self, amount: u64) -> u64 {
                    self.balance += amount;
                    self.balance
                }

                #[handle]
                pub async fn withdraw(&mut self, amount: u64, cx: &mut Context<Self>) -> Result<u64, Overdrawn> {
                    self.take(amount, cx).await
                }

                /// Closes the account.
                #[handle(message)]
                pub fn close(&mut self, _: Close, cx: &mut Context<Self>) {
                    cx.stop();
                }

                async fn take(&mut self, amount: u64, _: &mut Context<Self>) -> Result<u64, Overdrawn> {
                    self.balance.checked_sub(amount).ok_or(Overdrawn)
                }
            }",
        ),
    ));
    output
}

/// Awkward, but right.
fn awkward() -> TokenStream {
    let mut output = pipeline::attribute::<Declare>(
        source("mailbox = unbounded, crate = ::other::mainstay"),
        source("struct Cache<K, const N: usize> where K: Ord { entries: [Option<K>; N] }"),
    );
    output.extend(pipeline::attribute::<Handlers>(
        source("crate = ::other::mainstay"),
        source(
            r#"impl<K: Ord + Clone, const N: usize> m::Cache<K, N> {
                #[handle]
                #[cfg(feature = "write")]
                #[deprecated = "use `set`"]
                #[must_use = "says what was there"]
                #[expect(clippy::needless_pass_by_value)]
                pub(crate) fn r#move(&mut self, mut from: K, _: K, port: Self) -> Option<K> { None }

                #[handle]
                fn cache(&self) -> io::Result<Self> { Ok(self.clone()) }
            }"#,
        ),
    ));
    output
}

/// A persistent actor, as awkward.
fn awkward_persistent() -> TokenStream {
    let mut output = pipeline::attribute::<Declare>(
        source(
            r#"persistent = "cache", snapshot_version = 3, passivate_after = never, removed("cache.old"), mailbox = 8,
                crate = ::other::mainstay"#,
        ),
        source(
            r#"struct Cache(
                #[serde(default)] pub(crate) Vec<Snapshot>,
                #[volatile] Arc<Restored>,
                #[cfg(feature = "hits")] u64,
            );"#,
        ),
    );
    output.extend(pipeline::attribute::<Handlers>(
        source("crate = ::other::mainstay"),
        source(
            r#"impl m::Cache {
                #[command]
                #[cfg(feature = "write")]
                #[deprecated = "use `set`"]
                pub(crate) fn r#move(&self, mut from: u64, _: u64, state: Inbox) -> io::Outcome<Self> { nothing() }

                #[command]
                async fn fetch(&self, cx: &mut Context<Self>) -> Decided<Self, CacheEvent, Option<Self>, Refused> { nothing() }

                #[command(message)]
                fn set(&self, Set(at): Set) -> Decide<Self, Set, a::Changed> { persist(Changed(at)) }

                #[query]
                fn find(&self, key: u64) -> io::Result<u64> { Ok(key) }

                #[query(message)]
                fn count(&self, _: Count) -> u64 { 0 }

                #[apply]
                #[cfg(feature = "write")]
                fn moved(&mut self, event: &b::Changed, meta: &EventMeta) {}

                #[apply]
                fn changed(&mut self, meta: &EventMeta, Changed(at): &a::Changed) {}

                #[recovered]
                fn warm_up(&self, cx: &mut Context<Self>) {}

                #[recovery_failed]
                fn report(why: &RecoveryError) {}
            }"#,
        ),
    ));
    output
}

/// A persistent actor with one event, and one with none.
fn small_persistent() -> TokenStream {
    let mut output = pipeline::attribute::<Declare>(
        source(r#"persistent = "counter", snapshot_every = 10"#),
        source("struct Counter { #[volatile] connection: Connection }"),
    );
    output.extend(pipeline::attribute::<Handlers>(
        TokenStream::new(),
        source(
            "impl Counter {
                #[command]
                fn add(&self) -> Persist<Self, Added> { persist(Added) }

                #[apply]
                fn added(&mut self, _: &Added) {}
            }",
        ),
    ));
    output.extend(pipeline::attribute::<Declare>(source(r#"persistent = "clock""#), source("struct Clock;")));
    output.extend(pipeline::attribute::<Handlers>(
        TokenStream::new(),
        source("impl Clock { #[query] fn time(&self) -> u64 { 0 } }"),
    ));
    output
}

/// A persistent actor with a timer of each kind.
fn diary() -> TokenStream {
    let mut output = pipeline::derive::<Timer>(source("#[timer(name = \"beat\")] pub struct Beat;"));
    output.extend(pipeline::derive::<Timer>(source(
        r#"#[timer(name = "nag", version = 2, alias = "remind", key = who)] pub struct Nag { who: String, text: String }"#,
    )));
    output.extend(pipeline::attribute::<Declare>(
        source(r#"persistent = "diary""#),
        source("pub struct Diary { pages: Vec<String> }"),
    ));
    output.extend(pipeline::attribute::<Handlers>(
        TokenStream::new(),
        source(
            "impl Diary {
                #[timer]
                fn beat_due(&self, _: Beat, cx: &mut Context<Self>) -> Persist<Self, Wrote> { nothing() }

                #[timer]
                async fn nag_due(&self, nag: Nag) -> Persist<Self, Wrote> { persist(Wrote(nag.text)) }

                #[apply]
                fn wrote(&mut self, event: &Wrote) {}
            }",
        ),
    ));
    output
}

fn derives() -> TokenStream {
    let derive_message = pipeline::derive::<Message>;
    let mut output = derive_message(source("struct Ship;"));
    output.extend(derive_message(source("#[message(reply = u64, error = PayError)] struct Pay(u64);")));
    output.extend(derive_message(source("#[message(reply = Option<P>)] struct Find<P: Key>(P);")));
    output.extend(pipeline::derive::<Event>(source("#[event(name = \"order.paid\", version = 2)] struct Paid(u64);")));
    output.extend(pipeline::derive::<Event>(source(
        r#"#[event(name = "order.sent", version = 4, alias = "order.posted", tags("a", "b"), from(1 = SentV1, 3 = SentV3))]
        enum Sent { Whole, Part { of: u64 } }"#,
    )));
    output.extend(pipeline::derive::<Event>(source(
        r#"#[event(name = "person.moved", version = 4, from(3 = MovedV3), split(1 = MovedV1, 2 = m::MovedV2))] struct Moved;"#,
    )));
    output.extend(pipeline::derive::<Event>(source(
        r#"#[event(name = "person.street_changed", version = 3, from(2 = StreetV2), split(1 = StreetV1))]
        struct StreetChanged { #[serde(default)] street: String }"#,
    )));
    output.extend(pipeline::derive::<Confirmable>(source(
        "#[confirmable(name = \"mail\", version = 2)] pub struct Mail { to: String }",
    )));
    output
}

/// As much as can be wrong at once.
fn mistaken() -> TokenStream {
    pipeline::attribute::<Handlers>(
        source("mailbox = 3"),
        source(
            r"impl Account {
                #[handle] pub fn lend(&self, name: &str) -> &str { name }
                #[handler] pub unsafe fn pay((a, b): (u8, u8)) {}
                #[handle] pub fn right(&self) {}
            }",
        ),
    )
}
