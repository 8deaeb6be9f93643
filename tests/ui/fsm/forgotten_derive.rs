//! The helper attributes without the derive that reads them: rustc says it of each.
use mainstay::prelude::*;
use parts::*;

#[path = "parts/mod.rs"]
mod parts;

#[fsm(states = OrderState)]
struct Order;

#[states(Order, name = "order")]
enum OrderState {
    #[initial]
    #[on(Add => ItemAdded => stay)]
    #[on(Pay => PaymentTaken => Paid, PaymentRefused => stay)]
    Open(Open),
    #[on(Ship => Shipped => Closed)]
    Paid(Paid),
    #[terminal]
    Closed,
}

impl OrderFlow for Order {
    fn initial(&self) -> Open {
        Open { total: 0 }
    }

    fn open_add(&self, _: &Open, Add(price): Add, _: &mut Context<Self>) -> Decide<Self, Add, ItemAdded> {
        persist(ItemAdded(price))
    }

    fn open_pay(&self, open: &Open, Pay(sum): Pay, _: &mut Context<Self>) -> Decide<Self, Pay, OrderOpenPay> {
        if sum < open.total {
            return Ok(persist(PaymentRefused).refuse(PayError));
        }
        Ok(persist(PaymentTaken(sum)).reply(sum))
    }

    fn paid_ship(&self, _: &Paid, _: Ship, _: &mut Context<Self>) -> Decide<Self, Ship, Shipped> {
        persist(Shipped)
    }

    fn open_item_added(&mut self, open: &mut Open, event: &ItemAdded) {
        open.total += event.0;
    }

    fn open_payment_taken(&mut self, _: Open, event: &PaymentTaken) -> Paid {
        Paid { receipt: event.0 }
    }

    fn open_payment_refused(&mut self, _: &mut Open, _: &PaymentRefused) {}

    fn paid_shipped(&mut self, _: Paid, _: &Shipped) {}
}

fn main() {}
