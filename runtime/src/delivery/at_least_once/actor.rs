//! Deliveries tied to an actor: sent, and sent again by a timer of its.

use super::deliveries::{Deliveries, MaxUnconfirmedMessagesExceeded};
use super::entry::{Delivery, DeliveryId, UnconfirmedWarning};
use super::settings::DeliverySettings;
use super::snapshot::DeliverySnapshot;
use crate::actor::{Context, Dispatch};
use crate::call::{Accepts, Message};
use crate::clock;
use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// At-least-once delivery for an actor that stores its events by hand: a field of that actor.
///
/// It stores nothing. The actor stores that a message is to be sent and calls [`deliver`](Self::deliver); it stores that a confirmation has come
/// and calls [`confirm_delivery`](Self::confirm_delivery). In recovery it reads both and calls the same. Then it calls
/// [`recovered`](Self::recovered), and what is not confirmed is sent before anything else. What is not confirmed in time is sent again, until it
/// is: a receiver may get it more than once, and knows it by its id.
///
/// ```
/// use mainstay::delivery::{AtLeastOnceDelivery, DeliveryId, DeliverySettings, RedeliveryTick, UnconfirmedWarning};
/// use mainstay::prelude::*;
///
/// #[derive(Message, Clone)]
/// struct Msg(DeliveryId, String);
///
/// #[derive(Message)]
/// struct Confirm(DeliveryId);
///
/// #[actor]
/// struct Sender {
///     delivery: AtLeastOnceDelivery<&'static str, Msg>,
/// }
///
/// #[handlers]
/// impl Sender {
///     #[started]
///     fn begin(&mut self, cx: &mut Context<Self>) {
///         // Here the stored events are read, each with the call that follows it below.
///         self.delivery.recovered(cx);
///     }
///
///     #[handle]
///     fn mail(&mut self, text: String, cx: &mut Context<Self>) {
///         if self.delivery.reserve().is_ok() {
///             // Here `MsgSent` is stored.
///             let _ = self.delivery.deliver("mailer", |id| Msg(id, text), cx);
///         }
///     }
///
///     #[handle(message)]
///     fn confirm(&mut self, Confirm(id): Confirm) {
///         // Here `MsgConfirmed` is stored.
///         self.delivery.confirm_delivery(id);
///     }
///
///     #[handle(message)]
///     fn redeliver(&mut self, _: RedeliveryTick, cx: &mut Context<Self>) {
///         self.delivery.redeliver(cx);
///     }
///
///     #[handle(message)]
///     fn unconfirmed(&mut self, warning: UnconfirmedWarning<&'static str, Msg>) {
///         eprintln!("{} are not confirmed", warning.deliveries.len());
///     }
/// }
///
/// #[actor]
/// struct Mailer {
///     seen: u32,
/// }
///
/// #[handlers]
/// impl Mailer {
///     #[handle(message)]
///     fn mail(&mut self, _: Msg) {
///         self.seen += 1;
///     }
///
///     #[handle]
///     fn seen(&self) -> u32 {
///         self.seen
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread", start_paused = true)]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let system = System::volatile().start().await?;
/// let mailer = system.spawn_named("mailer", Mailer { seen: 0 })?;
/// let to_mailer = system.recipient::<Mailer, Msg>("mailer");
/// let send = move |_: &&str, message| {
///     let _ = to_mailer.tell(message);
/// };
/// let sender = system.spawn(Sender { delivery: AtLeastOnceDelivery::new(DeliverySettings::DEFAULT, send) });
/// sender.mail("hello".into()).await?;
/// assert_eq!(mailer.seen().await?, 1);
/// tokio::time::sleep(Duration::from_secs(8)).await;
/// assert_eq!(mailer.seen().await?, 2, "nobody has confirmed it");
/// sender.ask(Confirm(DeliveryId(1))).await?;
/// tokio::time::sleep(Duration::from_secs(60)).await;
/// assert_eq!(mailer.seen().await?, 2);
/// # Ok(())
/// # }
/// ```
///
/// # Durability
///
/// That of the actor's events. Those before a snapshot may be deleted only if the [delivery snapshot](Self::delivery_snapshot) is in it: else ids
/// are given for a second time, and receivers take new messages for old ones.
///
/// # Timers
///
/// While something is open the actor is sent a [`RedeliveryTick`] every half of the interval, which does not put off its receive timeout, and
/// has to call [`redeliver`](Self::redeliver). An actor has one of these, for all its destinations.
pub struct AtLeastOnceDelivery<D, M> {
    deliveries: Deliveries<D, M>,
    send: Box<dyn Fn(&D, M) + Send + Sync>,
    ticking: bool,
    warnings: u64,
}

/// Tells an actor to look for deliveries that have to be sent again: to call [`AtLeastOnceDelivery::redeliver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RedeliveryTick;

const TIMER: &str = "mainstay.redelivery";

impl Message for RedeliveryTick {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

impl<D: Clone + Send + 'static, M: Clone + Send + 'static> AtLeastOnceDelivery<D, M> {
    /// Deliveries in recovery. `send` finds the destination and sends to it, anew each time; a message that it cannot send is lost like any
    /// other, and comes again. It must not wait.
    pub fn new(settings: DeliverySettings, send: impl Fn(&D, M) + Send + Sync + 'static) -> Self {
        Self { deliveries: Deliveries::new(settings), send: Box::new(send), ticking: false, warnings: 0 }
    }

    /// Keeps a place for one delivery, before the event is stored that causes it. The next [`deliver`](Self::deliver) takes it.
    ///
    /// # Errors
    ///
    /// There is no place: store nothing, and tell the caller to come again.
    pub fn reserve(&mut self) -> Result<(), MaxUnconfirmedMessagesExceeded> {
        self.deliveries.reserve()
    }

    /// Gives back a place that was [reserved](Self::reserve), since nothing was stored after all.
    pub fn release(&mut self) {
        self.deliveries.release();
    }

    /// Sends a message until it is confirmed, live when the event that causes it is stored, and in the same way when that event is read again.
    /// The message is made from its id, and has to carry it. In recovery nothing is sent.
    ///
    /// # Errors
    ///
    /// Live, without a [place](Self::reserve): as many are open as may be. What is stored already would be sent after the next recovery only,
    /// under an id that another message has got meanwhile, so reserve.
    pub fn deliver<A: Dispatch + Accepts<RedeliveryTick>>(
        &mut self,
        to: D,
        message: impl FnOnce(DeliveryId) -> M,
        cx: &mut Context<A>,
    ) -> Result<DeliveryId, MaxUnconfirmedMessagesExceeded> {
        let (id, delivery) = self.deliveries.deliver(to, message, clock::monotonic())?;
        self.send(delivery);
        self.tick(cx);
        Ok(id)
    }

    /// Ends a delivery, when its confirmation is stored and in the same way when that is read again. `false` if it is not open: unknown, or
    /// confirmed before.
    pub fn confirm_delivery(&mut self, id: DeliveryId) -> bool {
        self.deliveries.confirm_delivery(id)
    }

    /// Remembers the open delivery `id` under an id of the sender's own; see [`Deliveries::correlate`].
    pub fn correlate(&mut self, correlation: impl Into<Arc<str>>, id: DeliveryId) -> bool {
        self.deliveries.correlate(correlation, id)
    }

    /// The open delivery that was remembered as `correlation`.
    pub fn delivery_id(&self, correlation: &str) -> Option<DeliveryId> {
        self.deliveries.delivery_id(correlation)
    }

    /// Ends the recovery, and sends what is not confirmed, as much as one burst may hold. To be called when all events are read, also if there
    /// were none, and before anything else is sent.
    pub fn recovered<A: Dispatch + Accepts<RedeliveryTick>>(&mut self, cx: &mut Context<A>) {
        let overdue = self.deliveries.recovered(clock::monotonic());
        self.send(overdue);
        self.tick(cx);
    }

    /// Sends what is overdue, and this actor a warning of what was sent too often. To be called at each [`RedeliveryTick`].
    pub fn redeliver<A: Dispatch + Accepts<UnconfirmedWarning<D, M>>>(&mut self, cx: &mut Context<A>) {
        let overdue = self.deliveries.tick(clock::monotonic());
        self.send(overdue.resend);
        if let Some(warning) = overdue.warning {
            // Each has a name of its own: one that waits in the mailbox is not replaced by the next. As a tick, a full mailbox does not refuse it.
            self.warnings += 1;
            cx.start_timer(format!("{TIMER}.warning.{}", self.warnings), Duration::ZERO, warning);
        }
        if self.deliveries.unconfirmed_count() == 0 {
            self.ticking = false;
            cx.cancel_timer(TIMER);
        }
    }

    /// All that must be kept with a snapshot of the actor, so that the events before it are not needed.
    pub fn delivery_snapshot(&self) -> DeliverySnapshot<D, M> {
        self.deliveries.delivery_snapshot()
    }

    /// Goes on from a snapshot, in recovery. What is open in there is sent when the recovery ends.
    pub fn set_delivery_snapshot(&mut self, snapshot: DeliverySnapshot<D, M>) {
        self.deliveries.set_delivery_snapshot(snapshot);
    }

    /// How many are open.
    pub fn unconfirmed_count(&self) -> usize {
        self.deliveries.unconfirmed_count()
    }

    fn send(&mut self, deliveries: impl IntoIterator<Item = Delivery<D, M>>) {
        for Delivery { to, message, .. } in deliveries {
            (self.send)(&to, message);
        }
    }

    /// Lets the ticks begin when there is something to look for.
    fn tick<A: Dispatch + Accepts<RedeliveryTick>>(&mut self, cx: &mut Context<A>) {
        let wanted = !self.deliveries.is_recovering() && self.deliveries.unconfirmed_count() > 0;
        if wanted && !self.ticking {
            self.ticking = true;
            cx.start_repeating(TIMER, self.deliveries.settings().tick(), RedeliveryTick);
        }
    }
}

impl<D, M> fmt::Debug for AtLeastOnceDelivery<D, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("AtLeastOnceDelivery").field(&self.deliveries).finish()
    }
}
