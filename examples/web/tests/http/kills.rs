//! The service under load, killed again and again and started on the same data: whatever was acknowledged is there exactly once.
//! Long with `MAINSTAY_LONG=1`.

use crate::client::{Answer, Client};
use crate::overview;
use crate::server::Server;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

const WORKERS: u64 = 4;
/// All workers add to this order, too.
const SHARED: &str = "shared";
/// A service that has not come back in so long never does.
const PATIENCE: Duration = Duration::from_mins(2);

/// A request, and the status that it is to be answered with.
struct Step {
    method: &'static str,
    path: String,
    body: Value,
    status: u16,
    /// It is sent once more when it is answered, as by a caller who has lost the answer.
    again: bool,
}

/// What one worker does, and what the orders are like after it. Every order takes another way through the machine.
#[derive(Default)]
struct Plan {
    steps: Vec<Step>,
    orders: BTreeMap<String, Expected>,
}

struct Expected {
    state: &'static str,
    total: u64,
    /// Whether it was charged.
    charged: bool,
}

impl Plan {
    fn new(worker: u64, orders: u64) -> Self {
        let mut plan = Self::default();
        for order in 0..orders {
            plan.order(&format!("order-{worker}-{order}"), order);
            plan.step("POST", format!("/orders/{SHARED}"), piece(worker, 1), 200);
        }
        plan
    }

    fn order(&mut self, id: &str, number: u64) {
        let path = |end: &str| format!("/orders/{id}{end}");
        let mut expected = Expected { state: "Open", total: 0, charged: false };
        for item in 0..=number % 4 {
            self.step("POST", path(""), piece(item, 1 + number % 3), 200);
            expected.total += price(item) * (1 + number % 3);
        }
        if number % 4 > 1 {
            self.step("DELETE", path("/items/piece-1"), Value::Null, 200);
            expected.total -= price(1) * (1 + number % 3);
        }
        if number % 7 == 1 {
            self.step("POST", path("/cancel"), json!({"why": "not wanted"}), 200);
            expected.state = "Cancelled";
        } else if number % 7 > 1 {
            if number.is_multiple_of(3) {
                self.step("POST", path("/pay"), json!({"card": "0000"}), 402);
            }
            self.step("POST", path("/pay"), json!({"card": "4242"}), 200);
            (expected.state, expected.charged) = ("Paid", true);
            if number % 5 == 1 {
                self.step("POST", path("/cancel"), json!({"why": "not wanted"}), 200);
                expected.state = "Cancelled";
            } else if number % 5 > 1 {
                self.step("POST", path("/ship"), Value::Null, 200);
                expected.state = "Shipped";
            }
        }
        self.orders.insert(id.to_owned(), expected);
    }

    fn step(&mut self, method: &'static str, path: String, body: Value, status: u16) {
        let again = self.steps.len().is_multiple_of(5);
        self.steps.push(Step { method, path, body, status, again });
    }
}

fn piece(number: u64, quantity: u64) -> Value {
    json!({"name": format!("piece-{number}"), "price": price(number), "quantity": quantity})
}

fn price(number: u64) -> u64 {
    100 + number
}

/// Where the service is now. It is another place after each kill.
struct Place {
    now: Mutex<(u64, SocketAddr)>,
    moved: Condvar,
}

impl Place {
    fn moves(&self, address: SocketAddr) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        *now = (now.0 + 1, address);
        self.moved.notify_all();
    }

    /// Waits for a place after the one with the number `last`.
    fn after(&self, last: u64) -> (u64, SocketAddr) {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.moved.wait_timeout_while(now, PATIENCE, |now| now.0 <= last);
        let (now, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(!timeout.timed_out(), "the service has not come back");
        *now
    }
}

/// Somebody who sends each request until it is answered.
struct Worker<'a> {
    place: &'a Place,
    number: u64,
    client: Client,
    /// How often an answer did not come.
    lost: u64,
}

impl<'a> Worker<'a> {
    fn new(place: &'a Place) -> Self {
        let (number, address) = place.after(0);
        Self { place, number, client: Client::new(address), lost: 0 }
    }

    fn run(mut self, name: u64, steps: &[Step], acknowledged: &Sender<()>) -> u64 {
        for (index, step) in steps.iter().enumerate() {
            let key = format!("{name}.{index}");
            let first = self.send(step, &key);
            acknowledged.send(()).expect("the test waits for all");
            if step.again {
                let second = self.send(step, &key);
                assert_eq!(second.body, first.body, "{} {}", step.method, step.path);
            }
        }
        self.lost
    }

    fn send(&mut self, step: &Step, key: &str) -> Answer {
        let headers = [("content-type", "application/json"), ("idempotency-key", key)];
        loop {
            if let Ok(answer) = self.client.send(step.method, &step.path, &headers, &step.body.to_string()) {
                assert_eq!(answer.status, step.status, "{} {}: {answer:?}", step.method, step.path);
                return answer;
            }
            self.lost += 1;
            let (number, address) = self.place.after(self.number);
            (self.number, self.client) = (number, Client::new(address));
        }
    }
}

/// Kills the service as often as told, at even distances in what is acknowledged, while the others go on.
fn kill(
    mut server: Server,
    data: &std::path::Path,
    place: &Place,
    done: &Receiver<()>,
    all: usize,
    kills: usize,
) -> Server {
    for kill in 1..=kills {
        let next = all * kill / (kills + 1) - all * (kill - 1) / (kills + 1);
        assert_eq!(done.iter().take(next).count(), next, "a worker has failed");
        server.kill();
        server = Server::start(data);
        place.moves(server.address);
        // The list is built anew while all go on; the next kill may come before it is done.
        let rebuilt = Client::new(server.address).post("/overview/rebuild", "", &Value::Null).expect("it answers");
        assert_eq!(rebuilt.status, 202);
    }
    server
}

/// All orders, by id.
fn listed(client: &mut Client) -> BTreeMap<String, Value> {
    let mut orders = BTreeMap::new();
    let mut after = String::new();
    loop {
        let list = client.get(&format!("/orders?limit=100&after={after}")).expect("it answers").json();
        for order in list["orders"].as_array().expect("it is a list") {
            let id = order["id"].as_str().expect("it is text");
            id.clone_into(&mut after);
            assert!(orders.insert(id.to_owned(), order.clone()).is_none(), "{id} is there twice");
        }
        if list["more"] == false {
            return orders;
        }
    }
}

#[test]
fn what_was_acknowledged_is_there_once_however_often_the_service_is_killed() {
    let (orders, kills) = if std::env::var_os("MAINSTAY_LONG").is_some() { (200, 40) } else { (20, 5) };
    let plans: Vec<_> = (0..WORKERS).map(|worker| Plan::new(worker, orders)).collect();
    let all = plans.iter().map(|plan| plan.steps.len()).sum();
    let data = tempfile::tempdir().expect("there is room for a directory");
    let server = Server::start(data.path());
    let place = Place { now: Mutex::new((1, server.address)), moved: Condvar::new() };

    let (acknowledged, done) = channel();
    let (server, lost) = thread::scope(|scope| {
        let workers: Vec<_> = (0..)
            .zip(&plans)
            .map(|(name, plan)| {
                let (acknowledged, place) = (acknowledged.clone(), &place);
                scope.spawn(move || Worker::new(place).run(name, &plan.steps, &acknowledged))
            })
            .collect();
        drop(acknowledged);
        let server = kill(server, data.path(), &place, &done, all, kills);
        let lost: u64 = workers.into_iter().map(|worker| worker.join().expect("it has what it wants")).sum();
        (server, lost)
    });
    assert!(lost >= kills as u64, "every kill has hit somebody: {lost}");
    server.kill();

    let server = Server::start(data.path());
    let mut client = Client::new(server.address);
    let mut found = listed(&mut client);
    overview::agrees(&overview::overview(&mut client), &found, data.path());
    client.post("/overview/rebuild", "", &Value::Null).expect("it answers");
    overview::agrees(&overview::overview(&mut client), &found, data.path());
    let shared = found.remove(SHARED).expect("all have added to it");
    for worker in 0..WORKERS {
        assert!(shared["items"].as_array().expect("a list").contains(&piece(worker, orders)), "{shared}");
    }
    agree(&plans, &found, &client.get("/till").expect("it answers").json());
}

/// What is there is what was planned, and the till has taken the money of each order that was paid, once.
fn agree(plans: &[Plan], found: &BTreeMap<String, Value>, till: &Value) {
    assert_eq!(found.len(), plans.iter().map(|plan| plan.orders.len()).sum::<usize>());
    let (mut receipts, mut balance) = (BTreeSet::new(), 0);
    for (id, expected) in plans.iter().flat_map(|plan| &plan.orders) {
        let order = &found[id];
        assert_eq!((&order["state"], &order["total"]), (&json!(expected.state), &json!(expected.total)), "{order}");
        let receipt = order.get("receipt").or_else(|| order.get("refunded"));
        assert_eq!(receipt.is_some(), expected.charged, "{order}");
        if let Some(receipt) = receipt {
            assert_eq!(receipt["amount"], expected.total, "{order}");
            assert!(receipts.insert(receipt["number"].as_u64()), "no receipt is given twice: {order}");
        }
        if order.get("receipt").is_some() {
            balance += expected.total;
        }
    }
    assert_eq!(till, &json!({"receipts": receipts.len(), "balance": balance}));
}
