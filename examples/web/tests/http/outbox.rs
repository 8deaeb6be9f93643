//! The shop that tells a webhook of its sales: the webhook fails at random, the shop is killed, and each sale is known once.

use crate::client::Client;
use crate::server::Server;
use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

const SALES: usize = 40;
/// The shop is killed each time that it has told of so many more.
const TOLD: usize = 8;
const KILLS: usize = 3;

/// The shop as a child process.
struct Shop {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Shop {
    fn start(data: &Path, webhook: &Server) -> Self {
        let hook = format!("http://{}/hook", webhook.address);
        let mut child = Command::new(env!("CARGO_BIN_EXE_outbox_http"))
            .arg("--data")
            .arg(data)
            .args(["--hook", &hook, "--sales", &SALES.to_string(), "--interval", "100"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program is built with its tests");
        let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        Self { child, lines }
    }

    fn kill(mut self) {
        self.child.kill().expect("it runs until it is killed");
        self.child.wait().expect("it is a child");
    }
}

impl Drop for Shop {
    fn drop(&mut self) {
        // It has ended already, or the test has failed: nobody is left to be told.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn d27_each_sale_is_known_once_although_the_webhook_fails_and_the_shop_is_killed() {
    let webhook = Server::run(Command::new(env!("CARGO_BIN_EXE_webhook")).args(["--seed", "7", "--hang", "0"]));
    let data = tempfile::tempdir().expect("there is room for a directory");
    for _ in 0..KILLS {
        let mut shop = Shop::start(data.path(), &webhook);
        let told =
            shop.lines.by_ref().take(TOLD).filter(|line| line.as_ref().is_ok_and(|line| line.starts_with("told")));
        assert_eq!(told.count(), TOLD);
        shop.kill();
    }
    let mut shop = Shop::start(data.path(), &webhook);
    let last = shop.lines.by_ref().map(|line| line.expect("it prints text")).last();
    assert_eq!(last, Some(format!("told of {SALES} of {SALES} sales")));
    assert!(shop.child.wait().expect("it is a child").success());

    let taken = Client::new(webhook.address).get("/taken").expect("it answers").json();
    let bodies = taken["bodies"].as_object().expect("each key has a body");
    let known: BTreeSet<_> = bodies.values().map(|body| body.as_str().expect("it is text").to_owned()).collect();
    assert_eq!(known, (1..=SALES).map(|sale| format!("sale {sale}")).collect(), "none is missing");
    assert_eq!(bodies.len(), SALES, "each has one key, however often it came");
    assert!(taken["repeated"] != 0, "some came again: {taken}");
}
