//! Actors in memory.

use crate::derives::{Mail, Ping, Switch};
use mainstay::prelude::*;
use std::convert::Infallible;
use std::fmt::Display;
use std::io;
use std::sync::Arc;

/// With every option.
#[actor(
    mailbox = 64,
    stash = 8,
    on_failure = restart,
    backoff(min = "100ms", max = "2s", jitter = 0.2, reset = "5s"),
    strategy = one_for_all,
    intensity(restarts = 10, within = "1m")
)]
#[derive(Debug, Default)]
pub struct Account {
    balance: u64,
    waiting: Vec<ReplyTo<u64>>,
    why: Option<Arc<str>>,
    last: Option<Switch>,
}

#[handlers]
impl Account {
    /// How much there is.
    #[handle]
    pub fn balance(&self) -> u64 {
        self.balance
    }

    /// Adds `amount`; returns the new balance.
    #[handle]
    pub fn deposit(&mut self, mut amount: u64) -> u64 {
        amount += 1;
        self.balance += amount;
        self.balance
    }

    /// Takes `amount` away.
    ///
    /// # Errors
    ///
    /// If there is less.
    #[handle]
    pub async fn withdraw(&mut self, amount: u64, cx: &mut Context<Self>) -> Result<u64, String> {
        self.balance = self.balance.checked_sub(amount).ok_or_else(|| "too little".to_owned())?;
        cx.stop();
        Self::nothing().await;
        Ok(self.balance)
    }

    /// Saves it.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    #[handle(blocking)]
    pub fn save(&mut self, name: String) -> io::Result<()> {
        std::fs::write(name, self.balance.to_string())
    }

    /// Answers later.
    #[handle(no_influence)]
    pub fn wait(&mut self, reply: ReplyTo<u64>) {
        self.waiting.push(reply);
    }

    /// What was there before.
    #[handle]
    #[must_use]
    #[deprecated = "use `balance`"]
    pub fn total(&self) -> u64 {
        self.balance
    }

    /// Never compiled.
    #[cfg(any())]
    #[handle]
    pub fn missing(&self) -> Missing {}

    /// A method of this crate.
    #[handle]
    pub(crate) fn r#move(&mut self, from: u64) {
        self.balance = from;
    }

    /// A message of its own.
    #[handle(message)]
    pub fn ping(&mut self, _: Ping, cx: &mut Context<Self>) {
        cx.stop();
    }

    /// A message that is taken apart.
    #[handle(message)]
    pub fn mail(&mut self, Mail { to }: Mail) {
        self.why = Some(to.into());
    }

    /// A message that is an enum.
    #[handle(message)]
    pub fn switch(&mut self, switch: Switch) {
        self.last = Some(switch);
    }

    #[started]
    fn begin(&mut self) -> Result<(), io::Error> {
        self.balance = std::env::args().count() as u64;
        if self.balance == 0 {
            Err(io::ErrorKind::NotFound.into())
        } else {
            Ok(())
        }
    }

    #[restarted]
    async fn again(&mut self, why: Arc<str>) {
        Self::nothing().await;
        self.why = Some(why);
    }

    #[stopping]
    fn end(&mut self) {
        for reply in self.waiting.drain(..) {
            reply.reply(self.balance);
        }
    }

    async fn nothing() {
        std::future::ready(()).await;
    }
}

/// With parameters.
#[actor(mailbox = unbounded)]
#[derive(Debug)]
pub struct Cache<K, const N: usize>
where
    K: Ord,
{
    entries: [Option<K>; N],
}

#[handlers]
impl<K: Ord + Clone + Display, const N: usize> Cache<K, N> {
    /// What is at a place.
    #[handle]
    pub fn get(&self, at: usize) -> Option<K> {
        self.entries.get(at).cloned().flatten()
    }

    /// Puts something there.
    #[handle]
    pub fn put(&mut self, at: usize, key: K) -> Option<K> {
        self.entries.get_mut(at).and_then(|entry| entry.replace(key))
    }
}

/// With nothing at all.
#[actor]
#[derive(Debug)]
pub struct Idle;

#[handlers]
impl Idle {}

/// Nobody else's.
#[actor]
#[derive(Debug)]
struct Hidden(u64);

#[handlers]
impl Hidden {
    #[handle]
    fn count(&mut self) -> u64 {
        self.0 += 1;
        self.0
    }
}

/// Uses what is hidden.
///
/// # Errors
///
/// Those of any call.
pub async fn count() -> Result<u64, CallError<Infallible>> {
    let hidden: HiddenRef = Hidden(0).spawn();
    let count = hidden.count().await;
    hidden.stop();
    count
}
