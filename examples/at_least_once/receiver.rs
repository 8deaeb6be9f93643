//! The receiver: confirms each message, as often as it comes.

use mainstay::delivery::DeliveryId;
use mainstay::prelude::*;

#[derive(Message, Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Msg {
    pub delivery_id: DeliveryId,
    pub message: String,
}

#[derive(Message, Clone, Debug)]
pub struct Confirm {
    pub delivery_id: DeliveryId,
}

#[actor]
pub struct Destination {
    sender: Recipient<Confirm>,
}

impl Destination {
    pub fn new(sender: Recipient<Confirm>) -> Self {
        Self { sender }
    }
}

#[handlers]
impl Destination {
    #[handle(message)]
    fn receive(&self, msg: Msg) {
        // A confirmation that is lost makes the message come again.
        let _ = self.sender.tell(Confirm { delivery_id: msg.delivery_id });
    }
}
