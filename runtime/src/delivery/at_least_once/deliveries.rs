//! What is on its way, and what has to be sent again when.

use super::entry::{Delivery, DeliveryId, UnconfirmedDelivery, UnconfirmedWarning};
use super::settings::DeliverySettings;
use super::snapshot::DeliverySnapshot;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// The deliveries of one sender, as a plain value: it sends nothing, stores nothing and knows no clock. [`AtLeastOnceDelivery`] ties it to an actor.
///
/// `D` is how a destination is written down: a name, an id, an enum of yours. Never a handle, which leads to nobody when the process is another.
/// The time is any that never goes back.
///
/// ```
/// use mainstay::delivery::{Deliveries, DeliveryId, DeliverySettings};
/// use std::time::Duration;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut deliveries = Deliveries::new(DeliverySettings::DEFAULT);
/// // In recovery: what was stored is done again, and nothing is sent.
/// let second = Duration::from_secs(1);
/// for text in ["one", "two"] {
///     deliveries.deliver("mailer", |id| format!("{id}: {text}"), second)?;
/// }
/// assert!(deliveries.confirm_delivery(DeliveryId(1)));
///
/// // Then: what is not confirmed is sent, and sent again when the interval is over.
/// let sent = deliveries.recovered(second);
/// assert_eq!((sent.len(), &*sent[0].message), (1, "2: two"));
/// assert!(deliveries.tick(second * 5).resend.is_empty());
/// assert_eq!(deliveries.tick(second * 6).resend, sent);
/// # Ok(())
/// # }
/// ```
///
/// [`AtLeastOnceDelivery`]: super::AtLeastOnceDelivery
pub struct Deliveries<D, M> {
    settings: DeliverySettings,
    last_id: u64,
    unconfirmed: BTreeMap<DeliveryId, Unconfirmed<D, M>>,
    correlations: BTreeMap<Arc<str>, DeliveryId>,
    reserved: usize,
    recovering: bool,
}

struct Unconfirmed<D, M> {
    to: D,
    message: M,
    correlation: Option<Arc<str>>,
    /// When it was last sent; never by this incarnation if `None`.
    sent: Option<Duration>,
    /// How often this incarnation has sent it.
    attempts: u32,
}

/// What one look at the clock has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redelivery<D, M> {
    /// What is to be sent now, in the order of the ids.
    pub resend: Vec<Delivery<D, M>>,
    /// Those of them that were sent too often already.
    pub warning: Option<UnconfirmedWarning<D, M>>,
}

/// As many deliveries are open as may be. Nothing was changed, and no id was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{max} deliveries are open already")]
pub struct MaxUnconfirmedMessagesExceeded {
    /// How many may be open.
    pub max: usize,
}

impl<D: Clone, M: Clone> Deliveries<D, M> {
    /// None yet. It begins in recovery, which [`recovered`](Self::recovered) ends.
    pub fn new(settings: DeliverySettings) -> Self {
        Self {
            settings,
            last_id: 0,
            unconfirmed: BTreeMap::new(),
            correlations: BTreeMap::new(),
            reserved: 0,
            recovering: true,
        }
    }

    /// Keeps a place for one delivery, before the event is stored that causes it. The next [`deliver`](Self::deliver) takes it.
    ///
    /// What is stored has to be delivered: an event without a place for its delivery could not be taken back, and its id would be given twice.
    ///
    /// # Errors
    ///
    /// There is no place: store nothing, and tell the caller to come again.
    pub fn reserve(&mut self) -> Result<(), MaxUnconfirmedMessagesExceeded> {
        self.place_for_one_more()?;
        self.reserved += 1;
        Ok(())
    }

    /// Gives back a place that was [reserved](Self::reserve), since nothing was stored after all.
    pub fn release(&mut self) {
        self.reserved = self.reserved.saturating_sub(1);
    }

    /// Begins a delivery, live when the event that causes it is stored, and in the same way when that event is read again. The message is made
    /// from its id, and has to carry it.
    ///
    /// Live, the delivery is to be sent now, and this gives it. In recovery there is nothing to send, and the limit does not count, for what is
    /// stored has been promised.
    ///
    /// # Errors
    ///
    /// Live, without a [place](Self::reserve): as many are open as may be.
    pub fn deliver(
        &mut self,
        to: D,
        message: impl FnOnce(DeliveryId) -> M,
        now: Duration,
    ) -> Result<(DeliveryId, Option<Delivery<D, M>>), MaxUnconfirmedMessagesExceeded> {
        if !self.recovering {
            match self.reserved.checked_sub(1) {
                Some(reserved) => self.reserved = reserved,
                None => self.place_for_one_more()?,
            }
        }
        let id = DeliveryId(self.last_id + 1);
        let message = message(id);
        self.last_id = id.0;
        let live = !self.recovering;
        let sent = live.then(|| Delivery { id, to: to.clone(), message: message.clone() });
        let (at, attempts) = (live.then_some(now), u32::from(live));
        self.unconfirmed.insert(id, Unconfirmed { to, message, correlation: None, sent: at, attempts });
        Ok((id, sent))
    }

    fn place_for_one_more(&self) -> Result<(), MaxUnconfirmedMessagesExceeded> {
        let max = self.settings.max_unconfirmed_messages;
        if self.unconfirmed.len() + self.reserved < max { Ok(()) } else { Err(MaxUnconfirmedMessagesExceeded { max }) }
    }

    /// Ends a delivery, when its confirmation is stored and in the same way when that is read again. `false` if it is not open: unknown, or
    /// confirmed before. Then nothing has changed.
    pub fn confirm_delivery(&mut self, id: DeliveryId) -> bool {
        let Some(confirmed) = self.unconfirmed.remove(&id) else { return false };
        if let Some(correlation) = confirmed.correlation
            && self.correlations.get(&correlation) == Some(&id)
        {
            self.correlations.remove(&correlation);
        }
        true
    }

    /// Remembers the open delivery `id` under an id of the sender's own, which the receiver sends back instead. It is forgotten with the
    /// confirmation. Of several with the same one, the last counts. Says whether the delivery is open.
    pub fn correlate(&mut self, correlation: impl Into<Arc<str>>, id: DeliveryId) -> bool {
        let Some(delivery) = self.unconfirmed.get_mut(&id) else { return false };
        let correlation = correlation.into();
        if let Some(before) = delivery.correlation.replace(correlation.clone())
            && self.correlations.get(&before) == Some(&id)
        {
            self.correlations.remove(&before);
        }
        self.correlations.insert(correlation, id);
        true
    }

    /// The open delivery that was remembered as `correlation`.
    pub fn delivery_id(&self, correlation: &str) -> Option<DeliveryId> {
        self.correlations.get(correlation).copied()
    }

    /// Ends the recovery, and gives what is not confirmed: to be sent before anything else, as much as one burst may hold.
    pub fn recovered(&mut self, now: Duration) -> Vec<Delivery<D, M>> {
        self.recovering = false;
        self.tick(now).resend
    }

    /// Gives what is overdue, as much as one burst may hold, the lowest ids first. Nothing during recovery.
    pub fn tick(&mut self, now: Duration) -> Redelivery<D, M> {
        let (mut resend, mut warned) = (Vec::new(), Vec::new());
        let DeliverySettings { redeliver_interval, warn_after_number_of_unconfirmed_attempts: warn, .. } =
            self.settings;
        let burst = if self.recovering { 0 } else { self.settings.redelivery_burst_limit };
        let overdue = |sent: Option<Duration>| sent.is_none_or(|sent| now.saturating_sub(sent) >= redeliver_interval);
        for (&id, delivery) in self.unconfirmed.iter_mut().filter(|(_, delivery)| overdue(delivery.sent)).take(burst) {
            if delivery.attempts == warn {
                warned.push(delivery.told(id));
            }
            delivery.sent = Some(now);
            delivery.attempts = delivery.attempts.saturating_add(1);
            resend.push(Delivery { id, to: delivery.to.clone(), message: delivery.message.clone() });
        }
        let warning = (!warned.is_empty()).then_some(UnconfirmedWarning { deliveries: warned });
        Redelivery { resend, warning }
    }

    /// All that must be kept with a snapshot of the sender, so that the events before it are not needed.
    pub fn delivery_snapshot(&self) -> DeliverySnapshot<D, M> {
        let unconfirmed = self.unconfirmed.iter().map(|(&id, delivery)| delivery.told(id)).collect();
        DeliverySnapshot { last_id: DeliveryId(self.last_id), unconfirmed }
    }

    /// Goes on from a snapshot. What is open in there is overdue at once.
    pub fn set_delivery_snapshot(&mut self, snapshot: DeliverySnapshot<D, M>) {
        (self.unconfirmed, self.correlations) = (BTreeMap::new(), BTreeMap::new());
        self.last_id = snapshot.last_id.0;
        for UnconfirmedDelivery { id, to, message, correlation } in snapshot.unconfirmed {
            let delivery = Unconfirmed { to, message, correlation: None, sent: None, attempts: 0 };
            self.unconfirmed.insert(id, delivery);
            if let Some(correlation) = correlation {
                self.correlate(correlation, id);
            }
        }
    }

    /// How many are open.
    pub fn unconfirmed_count(&self) -> usize {
        self.unconfirmed.len()
    }

    /// Whether nothing is sent yet.
    pub fn is_recovering(&self) -> bool {
        self.recovering
    }

    /// How deliveries are repeated.
    pub fn settings(&self) -> &DeliverySettings {
        &self.settings
    }
}

impl<D: Clone, M: Clone> Unconfirmed<D, M> {
    fn told(&self, id: DeliveryId) -> UnconfirmedDelivery<D, M> {
        let correlation = self.correlation.as_deref().map(str::to_owned);
        UnconfirmedDelivery { id, to: self.to.clone(), message: self.message.clone(), correlation }
    }
}

impl<D, M> fmt::Debug for Deliveries<D, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deliveries")
            .field("last_id", &self.last_id)
            .field("unconfirmed", &self.unconfirmed.len())
            .field("recovering", &self.recovering)
            .finish_non_exhaustive()
    }
}
