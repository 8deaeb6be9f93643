//! What the service answers to good and to bad requests, and how it ends.

use crate::client::{Answer, Client};
use crate::server::Server;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use tempfile::TempDir;

/// The service with a directory of its own, and a client of it.
fn service() -> (Server, Client, TempDir) {
    let data = tempfile::tempdir().expect("there is room for a directory");
    let server = Server::start(data.path());
    let client = Client::new(server.address);
    (server, client, data)
}

fn post(client: &mut Client, path: &str, body: &Value) -> Answer {
    client.send("POST", path, &[("content-type", "application/json")], &body.to_string()).expect("it answers")
}

fn get(client: &mut Client, path: &str) -> Answer {
    client.get(path).expect("it answers")
}

/// The status, and the words if it is a problem.
fn said(answer: &Answer) -> (u16, String) {
    if answer.status < 400 {
        return (answer.status, String::new());
    }
    assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{answer:?}");
    let problem = answer.json();
    assert_eq!(problem["status"], answer.status);
    (answer.status, problem["detail"].as_str().expect("it has words").to_owned())
}

fn book() -> Value {
    json!({"name": "book", "price": 1200})
}

#[test]
fn an_order_goes_its_way_and_shows_where_it_is() {
    let (_server, mut client, _data) = service();
    let open = post(&mut client, "/orders/42", &book());
    let items = json!([{"name": "book", "price": 1200, "quantity": 1}]);
    assert_eq!(open.status, 200);
    assert_eq!(open.json(), json!({"id": "42", "state": "Open", "items": items, "total": 1200}));

    let more = post(&mut client, "/orders/42", &json!({"name": "book", "price": 1200, "quantity": 2}));
    assert_eq!((&more.json()["total"], &more.json()["items"][0]["quantity"]), (&json!(3600), &json!(3)));
    let paid = post(&mut client, "/orders/42/pay", &json!({"card": "4242"})).json();
    assert_eq!((&paid["state"], &paid["receipt"]), (&json!("Paid"), &json!({"number": 1, "amount": 3600})));
    let shipped = post(&mut client, "/orders/42/ship", &Value::Null).json();
    assert_eq!(shipped["state"], "Shipped");
    assert_eq!(get(&mut client, "/orders/42").json(), shipped);
    assert_eq!(get(&mut client, "/till").json(), json!({"receipts": 1, "balance": 3600}));
}

#[test]
fn what_the_state_does_not_take_is_a_conflict_with_the_reason() {
    let (_server, mut client, _data) = service();
    post(&mut client, "/orders/1", &book());
    let early = post(&mut client, "/orders/1/ship", &Value::Null);
    assert_eq!(said(&early), (409, "a machine in state `Open` does not take this command".into()));
    assert_eq!(early.json()["permitted"], json!(["Add", "Remove", "Pay", "Cancel"]));

    post(&mut client, "/orders/1/pay", &json!({"card": "4242"}));
    assert_eq!(said(&post(&mut client, "/orders/1", &book())).0, 409);
    post(&mut client, "/orders/1/ship", &Value::Null);
    let late = post(&mut client, "/orders/1/cancel", &json!({"why": "too late"}));
    assert_eq!(said(&late), (409, "the machine has ended, in state `Shipped`".into()));
    assert_eq!(get(&mut client, "/orders/1").json()["state"], "Shipped");
}

#[test]
fn an_empty_order_is_not_paid() {
    let (_server, mut client, _data) = service();
    post(&mut client, "/orders/1", &book());
    assert_eq!(client.send("DELETE", "/orders/1/items/book", &[], "").expect("it answers").status, 200);
    let paid = post(&mut client, "/orders/1/pay", &json!({"card": "4242"}));
    assert_eq!(said(&paid), (409, "there is nothing to pay for: the order is empty".into()));
    let removed = client.send("DELETE", "/orders/1/items/book", &[], "").expect("it answers");
    assert_eq!(said(&removed), (404, "there is no `book` in the order".into()));
}

#[test]
fn a_refused_card_leaves_the_order_open_and_another_one_pays() {
    let (_server, mut client, _data) = service();
    post(&mut client, "/orders/1", &book());
    let refused = post(&mut client, "/orders/1/pay", &json!({"card": "0000"}));
    assert_eq!(said(&refused), (402, "the card was refused".into()));
    assert_eq!(get(&mut client, "/orders/1").json()["state"], "Open");
    assert_eq!(post(&mut client, "/orders/1/pay", &json!({"card": "4242"})).json()["state"], "Paid");
    assert_eq!(get(&mut client, "/till").json(), json!({"receipts": 1, "balance": 1200}));
}

#[test]
fn who_cancels_after_paying_gets_the_money_back() {
    let (_server, mut client, _data) = service();
    post(&mut client, "/orders/1", &book());
    post(&mut client, "/orders/1/pay", &json!({"card": "4242"}));
    let cancelled = post(&mut client, "/orders/1/cancel", &json!({"why": "changed my mind"})).json();
    assert_eq!((&cancelled["state"], &cancelled["cancelled"]), (&json!("Cancelled"), &json!("changed my mind")));
    assert_eq!(cancelled["refunded"], json!({"number": 1, "amount": 1200}));
    assert_eq!(get(&mut client, "/till").json(), json!({"receipts": 1, "balance": 0}));

    post(&mut client, "/orders/2", &book());
    let unpaid = post(&mut client, "/orders/2/cancel", &json!({"why": "no"})).json();
    assert_eq!((&unpaid["state"], unpaid.get("refunded")), (&json!("Cancelled"), None));
}

#[test]
fn to_ask_for_an_order_makes_none() {
    let (server, mut client, data) = service();
    for path in ["/orders/9", "/orders/9/machine"] {
        assert_eq!(said(&get(&mut client, path)).0, 404, "{path}");
    }
    for (path, body) in [("pay", json!({"card": "1"})), ("ship", Value::Null), ("cancel", json!({"why": "x"}))] {
        assert_eq!(said(&post(&mut client, &format!("/orders/9/{path}"), &body)).0, 404, "{path}");
    }
    let none = json!({"orders": [], "more": false});
    assert_eq!(get(&mut client, "/orders").json(), none);
    server.tell_to_end();
    server.ended();
    let server = Server::start(data.path());
    assert_eq!(get(&mut Client::new(server.address), "/orders").json(), none);
}

#[test]
fn a_bad_request_is_told_what_is_wrong_with_it() {
    let (_server, mut client, _data) = service();
    let json = [("content-type", "application/json")];
    let mut sent = |method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        said(&client.send(method, path, headers, body).expect("it answers"))
    };
    let (status, words) = sent("POST", "/orders/1", &json, "{\"name");
    assert!(status == 400 && words.contains("EOF while parsing"), "{status} {words}");
    let (status, words) = sent("POST", "/orders/1", &json, "{\"name\": \"book\"}");
    assert!(status == 400 && words.contains("missing field `price`"), "{status} {words}");
    let (status, words) = sent("POST", "/orders/1/pay", &json, "{\"card\": \"1\", \"pin\": 2}");
    assert!(status == 400 && words.contains("unknown field `pin`"), "{status} {words}");
    assert_eq!(sent("POST", "/orders/1", &[], "{}").0, 415);
    assert_eq!(sent("POST", "/orders/1", &json, &" ".repeat(20_000)).0, 413);
    assert_eq!(sent("POST", "/orders/a%20b", &json, "{}").0, 400);
    assert_eq!(sent("GET", &format!("/orders/{}", "x".repeat(65)), &[], "").0, 400);
    assert_eq!(sent("GET", "/orders?limit=many", &[], "").0, 400);
    assert_eq!(sent("PUT", "/orders/1", &[], "").0, 405);
    assert_eq!(sent("GET", "/nowhere", &[], "").0, 404);
    assert_eq!(sent("POST", "/orders/1", &[json[0], ("idempotency-key", "")], &book().to_string()).0, 400);

    let limits = [
        (json!({"name": "", "price": 1}), "an item has a name of 1 to 100 bytes"),
        (json!({"name": "x", "price": 0}), "a price is 1 to 100000000 cents"),
        (
            json!({"name": "x", "price": 1, "quantity": 1001}),
            "a quantity is 1 to 1000, and so is what a line adds up to",
        ),
    ];
    for (item, expected) in limits {
        assert_eq!(sent("POST", "/orders/1", &json, &item.to_string()), (422, expected.to_owned()), "{item}");
    }
}

#[test]
fn an_order_stays_within_its_limits_however_often_it_is_added_to() {
    let (_server, mut client, _data) = service();
    let mut add = |name: &str, quantity: u64| {
        said(&post(&mut client, "/orders/1", &json!({"name": name, "price": 1, "quantity": quantity})))
    };
    assert_eq!(add("line 1", 600).0, 200);
    assert_eq!(add("line 1", 401), (422, "a quantity is 1 to 1000, and so is what a line adds up to".into()));
    assert_eq!(add("line 1", 400).0, 200);
    for line in 2..=100 {
        assert_eq!(add(&format!("line {line}"), 1).0, 200, "{line}");
    }
    assert_eq!(add("line 101", 1), (409, "an order has at most 100 lines".into()));
    assert_eq!(add("line 100", 1).0, 200, "which is there already");
}

#[test]
fn a_repeated_key_is_answered_as_the_first_time_also_after_a_crash() {
    let (server, mut client, data) = service();
    let mut first = Vec::new();
    let steps = [
        ("/orders/1", book()),
        ("/orders/1/pay", json!({"card": "0000"})),
        ("/orders/1/pay", json!({"card": "4242"})),
        ("/orders/1/cancel", json!({"why": "no"})),
    ];
    for (index, (path, body)) in steps.iter().enumerate() {
        first.push(client.post(path, &format!("key {index}"), body).expect("it answers"));
    }
    assert_eq!(first.iter().map(|answer| answer.status).collect::<Vec<_>>(), [200, 402, 200, 200]);
    server.kill();
    let server = Server::start(data.path());
    let mut client = Client::new(server.address);
    for (index, ((path, body), first)) in steps.iter().zip(&first).enumerate() {
        let again = client.post(path, &format!("key {index}"), body).expect("it answers");
        assert_eq!((again.status, again.body), (first.status, first.body.clone()), "{path}");
    }
    assert_eq!(get(&mut client, "/till").json(), json!({"receipts": 1, "balance": 0}));
}

#[test]
fn a_list_is_given_in_parts() {
    let (_server, mut client, _data) = service();
    for id in ["b", "c", "a"] {
        post(&mut client, &format!("/orders/{id}"), &book());
    }
    let mut part = |query: &str| {
        let list = get(&mut client, &format!("/orders{query}")).json();
        let ids: Vec<_> = list["orders"].as_array().expect("a list").iter().map(|order| order["id"].clone()).collect();
        (Value::from(ids), list["more"].clone())
    };
    assert_eq!(part(""), (json!(["a", "b", "c"]), json!(false)));
    assert_eq!(part("?limit=2"), (json!(["a", "b"]), json!(true)));
    assert_eq!(part("?limit=2&after=b"), (json!(["c"]), json!(false)));
}

#[test]
fn told_to_end_it_ends_in_order_and_keeps_everything() {
    let (server, mut client, data) = service();
    post(&mut client, "/orders/1", &book());
    server.tell_to_end();
    let (printed, status) = server.ended();
    assert!(status.success(), "{status}");
    assert!(printed.ends_with("\neverything has ended\n"), "{printed}");
    let server = Server::start(data.path());
    assert_eq!(get(&mut Client::new(server.address), "/orders/1").json()["total"], 1200);
}

/// A request for an item of which the service has read all but the last byte: it has said that it wants the body.
fn half_sent(server: &Server) -> BufReader<TcpStream> {
    let mut connection = BufReader::new(TcpStream::connect(server.address).expect("it listens"));
    let body = book().to_string();
    let head = format!(
        "POST /orders/1 HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    connection.get_mut().write_all(head.as_bytes()).expect("it reads");
    let mut answer = String::new();
    connection.read_line(&mut answer).expect("it answers");
    assert_eq!(answer, "HTTP/1.1 100 Continue\r\n");
    connection.read_line(&mut answer).expect("it answers");
    connection.get_mut().write_all(body.trim_end_matches('}').as_bytes()).expect("it reads");
    connection
}

/// Waits until nobody can connect any more: then the service has begun to end.
fn until_ending(server: &Server) {
    while TcpStream::connect(server.address).is_ok() {}
}

#[test]
fn a_request_that_is_on_its_way_is_answered_before_the_end() {
    let (server, _, data) = service();
    let mut connection = half_sent(&server);
    server.tell_to_end();
    until_ending(&server);
    connection.get_mut().write_all(b"}").expect("it still reads");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).expect("it answers, and then hangs up");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("1200"), "{answer}");
    let (printed, status) = server.ended();
    assert!(status.success() && printed.ends_with("everything has ended\n"), "{printed}");
    let server = Server::start(data.path());
    assert_eq!(get(&mut Client::new(server.address), "/orders/1").json()["total"], 1200);
}

#[test]
fn who_does_not_finish_a_request_is_not_waited_for_after_the_deadline() {
    let data = tempfile::tempdir().expect("there is room for a directory");
    // The order has as long to end after that, which takes no time, but not none.
    let server = Server::start_with(data.path(), &["--deadline", "1"]);
    let connection = half_sent(&server);
    server.tell_to_end();
    let (printed, status) = server.ended();
    assert!(status.success() && printed.ends_with("everything has ended\n"), "{printed}");
    drop(connection);
}

#[test]
fn the_service_says_whether_it_is_alive_and_ready() {
    let (_server, mut client, _data) = service();
    for path in ["/healthz", "/readyz"] {
        let answer = get(&mut client, path);
        assert_eq!(answer.status, 200, "{answer:?}");
        assert!(answer.body.starts_with("the store answers after "), "{answer:?}");
    }
}
