//! The webhook that fails at random: a sender that repeats what was not answered has everything taken once.

use crate::client::{Answer, Client};
use crate::server::Server;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::process::Command;

/// With half of all requests failing, and a seed that says which, so many are more than enough.
const ATTEMPTS: usize = 100;

/// A webhook that answers at once even if it answers too late.
fn webhook(options: &[&str]) -> (Server, Client) {
    let server = Server::run(Command::new(env!("CARGO_BIN_EXE_webhook")).args(["--hang", "0"]).args(options));
    let client = Client::new(server.address);
    (server, client)
}

fn deliver(client: &mut Client, key: &str, body: &str) -> Answer {
    client.send("POST", "/hook", &[("idempotency-key", key)], body).expect("it answers")
}

#[test]
fn what_is_repeated_until_it_is_taken_is_taken_once() {
    let (_server, mut client) = webhook(&["--seed", "7"]);
    let mut answers = BTreeMap::new();
    for delivery in 0..100 {
        let mut status = 0;
        for _ in 0..ATTEMPTS {
            status = deliver(&mut client, &format!("key {delivery}"), &format!("body {delivery}")).status;
            *answers.entry(status).or_insert(0_u64) += 1;
            if status == 200 {
                break;
            }
        }
        assert_eq!(status, 200, "of so many attempts one succeeds");
    }
    assert_eq!(answers.keys().copied().collect::<Vec<_>>(), [200, 500, 503, 504], "it fails in every way");
    let taken = client.get("/taken").expect("it answers").json();
    let bodies: Value = (0..100).map(|delivery| (format!("key {delivery}"), format!("body {delivery}"))).collect();
    assert_eq!(taken["bodies"], bodies);
    // Those that were taken without a word came again.
    assert_eq!(taken["repeated"], answers[&500] + answers[&504]);
}

#[test]
fn a_delivery_has_a_key_of_its_own() {
    let (_server, mut client) = webhook(&["--fail", "0"]);
    assert_eq!(client.send("POST", "/hook", &[], "1").expect("it answers").status, 400);
    assert_eq!(deliver(&mut client, "a", "1").status, 200);
    assert_eq!(deliver(&mut client, "a", "2").status, 422);
    assert_eq!(client.get("/taken").expect("it answers").json(), json!({"bodies": {"a": "1"}, "repeated": 0}));
}
