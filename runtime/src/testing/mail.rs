//! Deliveries that go over a network.

use super::network::Network;
use crate::call::{Message, Port, Recipient, Sending, Take, TellError};
use crate::delivery::{Destination, Mail, Mailroom};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Weak};

thread_local! {
    static ROADS: RefCell<Option<Roads>> = const { RefCell::new(None) };
}

/// While it lives, the deliveries of this thread go over a network. Made by [`Network::carry_deliveries`].
#[derive(Debug)]
pub struct CarriedDeliveries {
    before: Option<Roads>,
}

#[derive(Debug)]
struct Roads {
    network: Network,
    links: BTreeMap<(String, String), Recipient<Letter>>,
}

impl Network {
    /// Who confirmations come from.
    pub const CONFIRMATIONS: &str = "confirmations";

    /// From now on, until what is returned is dropped, the deliveries of this thread go over the network: from the entity that sends them, as
    /// `kind/id`, to an entity or to the actor with a name. Confirmations go from [`CONFIRMATIONS`](Self::CONFIRMATIONS) to the sender.
    ///
    /// ```
    /// use mainstay::testing::{Faults, Network, simulate};
    ///
    /// simulate(1, |_| async {
    ///     let network = Network::new(7);
    ///     let _carried = network.carry_deliveries();
    ///     network.faults("order/1", "mailer", Faults { lose: 0.3, duplicate: 0.3, ..Faults::NONE });
    ///     network.faults(Network::CONFIRMATIONS, "order/1", Faults { lose: 0.3, ..Faults::NONE });
    /// });
    /// ```
    #[must_use = "it ends when this is dropped"]
    pub fn carry_deliveries(&self) -> CarriedDeliveries {
        let roads = Roads { network: self.clone(), links: BTreeMap::new() };
        CarriedDeliveries { before: ROADS.replace(Some(roads)) }
    }
}

impl Drop for CarriedDeliveries {
    fn drop(&mut self) {
        drop(ROADS.replace(self.before.take()));
    }
}

/// Lets the network carry `mail`. It comes back where there is none.
pub(crate) fn carry(mailroom: &Arc<dyn Mailroom>, to: &Destination, mail: Mail) -> Option<Mail> {
    let from = match &mail {
        Mail::Parcel(parcel) => name(&Destination::Entity(parcel.sender.clone())),
        Mail::Receipt(_) => Network::CONFIRMATIONS.into(),
        Mail::Wake => return Some(mail),
    };
    let link = ROADS.with_borrow_mut(|roads| {
        let Roads { network, links } = roads.as_mut()?;
        let pair = (from, name(to));
        let link = links.entry(pair).or_insert_with_key(|(from, to)| network.link(from, to, Recipient::of(Door)));
        Some(link.clone())
    });
    let Some(link) = link else { return Some(mail) };
    // A network takes everything, and says nothing of what it loses.
    let _ = link.tell(Letter { mailroom: Arc::downgrade(mailroom), to: to.clone(), mail });
    None
}

fn name(of: &Destination) -> String {
    match of {
        Destination::Entity(key) => format!("{}/{}", key.kind(), key.id()),
        Destination::Named(name) => (**name).into(),
    }
}

#[derive(Clone)]
struct Letter {
    mailroom: Weak<dyn Mailroom>,
    to: Destination,
    mail: Mail,
}

impl Message for Letter {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: P) -> Result<P, Infallible> {
        Ok(decision)
    }
}

/// Where letters arrive: at the system that they were sent in, if it is there.
struct Door;

impl Take<Letter> for Door {
    fn take(&self, Letter { mailroom, to, mail }: Letter, _: Port<(), Infallible>) -> Result<(), TellError> {
        let mailroom = mailroom.upgrade().ok_or(TellError::Stopped)?;
        mailroom.post(&to, mail);
        Ok(())
    }

    fn send(&self, letter: Letter) -> Sending<'_> {
        Box::pin(async move { self.take(letter, Port::none()) })
    }

    fn is_closed(&self) -> bool {
        false
    }
}
