//! A system with carts, and its inspector.

use crate::cart::{Add, Cart, Order};
use mainstay::prelude::*;
use mainstay_inspector::{Inspector, Serving};
use std::net::SocketAddr;

pub(crate) const TOKEN: &str = "a token that is long enough";
/// An id that would be a script if it were HTML, and a path if it stood in one.
pub(crate) const EVIL: &str = "<script>alert(1)</script>/../&?";

pub(crate) struct Shop {
    pub(crate) system: System,
    serving: Serving,
}

impl Shop {
    pub(crate) async fn open(inspector: impl FnOnce(Inspector) -> Inspector) -> Self {
        let system = System::volatile().host::<Cart>().start().await.expect("a start");
        let serving = inspector(Inspector::new(&system)).serve(([127, 0, 0, 1], 0)).await.expect("it is served");
        Self { system, serving }
    }

    /// Only to be looked at.
    pub(crate) async fn open_to_look() -> Self {
        Self::open(|inspector| inspector).await
    }

    /// One who has the token may do something.
    pub(crate) async fn open_to_act() -> Self {
        Self::open(|inspector| inspector.token(TOKEN)).await
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.serving.address()
    }

    /// A cart with two items, which waits for its payment.
    pub(crate) async fn ordered(&self, id: &str) {
        self.filled(id).await;
        self.system.entity::<Cart>(id).expect("an id").ask(Order).await.expect("it is open");
    }

    /// A cart with two items.
    pub(crate) async fn filled(&self, id: &str) {
        let cart = self.system.entity::<Cart>(id).expect("an id");
        for item in ["book", "<b>lamp</b>"] {
            cart.ask(Add { item: item.into(), price: 1_200 }).await.expect("it is open");
        }
    }
}
