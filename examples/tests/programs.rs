//! The small programs as a user runs them: what they print last, and what they say to wrong arguments.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// A line that has not come in so long never comes.
const PATIENCE: Duration = Duration::from_mins(1);

#[test]
fn ping_pong_counts_every_round() {
    assert_eq!(printed("ping_pong", &["1000"]), "1000 rounds\n1000 hits by pong\n");
    assert_eq!(printed("ping_pong", &["0"]), "0 rounds\n0 hits by pong\n");
}

#[test]
fn transfer_conserves_the_sum_through_kills_and_makes_each_transfer_once() {
    let last = printed("transfer", &["--kills", "12", "--seed", "3"]);
    assert!(last.starts_with("conserved 8000 of 8000, transfers ") && last.ends_with(", each once\n"), "{last}");
}

#[test]
fn transfer_fails_where_ledgers_do_not_know_what_they_have_taken() {
    let output = run("transfer", &["--kills", "40", "--seed", "3", "--forgetful"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
}

#[test]
fn breaker_opens_after_three_failures_and_tries_again_when_it_has_cooled() {
    let expected = "\
call 1: the service failed; Closed
call 2: the service failed; Closed
call 3: the service failed; Open
call 4: the breaker is open; Open
call 5: the breaker is open; Open
call 6: the breaker is open; Open
call 7: the service failed; Open
call 8: the breaker is open; Open
call 9: the breaker is open; Open
call 10: the breaker is open; Open
call 11: done; Closed
call 12: done; Closed
";
    assert_eq!(printed("breaker", &[]), expected);
    let soon = printed("breaker", &["--failures", "3", "--cooling-ms", "300", "--calls", "4"]);
    assert!(soon.ends_with("call 3: the service failed; Open\ncall 4: done; Closed\n"), "{soon}");
}

#[test]
fn onboarding_prints_what_becomes_of_three_organizations_in_twenty_days() {
    assert_eq!(printed("onboarding", &[]), include_str!("onboarding.txt"));
}

#[test]
fn pool_tells_a_refusal_from_a_failure_and_keeps_a_key_with_one_printer() {
    let expected = "\
12 pages by turns, on 4 printers
refused: page 5 is blank
refused: page 10 is blank
page 11: the handler failed
printed 9, refused 2, failed 1
printers that started over: 1
letter: pages 1 2 3 4, one printer
poster: pages 1 2 3 4, one printer
thesis: pages 1 2 3 4, one printer
";
    assert_eq!(printed("pool", &[]), expected);
    let one = printed("pool", &["--printers", "1", "--pages", "30"]);
    assert!(
        one.contains("printed 22, refused 6, failed 2\nprinters that started over: 2\n"),
        "what waits is printed: {one}"
    );
}

#[test]
fn chat_plays_its_scene() {
    let expected = "\
a second ann: somebody is called ann already
cat's member: killed
rooms: cake tea
eve waits for dan
dan has seen 16 lines, from `crumb 1` to `crumb 16`
dan's member: killed
at the cake: eve
the room without members has stopped
the room without members has stopped
rooms: 0
ann | * ann joins tea
ann | * bob joins tea
ann | ann: hello bob
ann | bob: hello ann
ann | * cat joins tea
ann | bob: cat?
ann | * cat is gone
bob | * bob joins tea
bob | ann: hello bob
bob | bob: hello ann
bob | * cat joins tea
bob | bob: cat?
bob | * cat is gone
bob | * ann leaves
";
    assert_eq!(printed("chat", &[]), expected);
}

#[test]
fn chat_serves_members_over_tcp_and_takes_out_one_who_hangs_up() {
    let mut server = Server::start();
    let (mut ann, mut bob) = (server.connect("ann"), server.connect("bob"));
    ann.send("hello?");
    ann.hears("* /join a room first");
    ann.send("/join tea");
    ann.hears("* ann joins tea");
    bob.send("/join tea");
    ann.hears("* bob joins tea");
    bob.hears("* bob joins tea");
    let mut other = server.connect("ann");
    other.send("/join tea");
    other.hears("* somebody is called ann already");
    ann.send("hello bob");
    bob.hears("ann: hello bob");
    drop(ann);
    bob.hears("* ann leaves");
    other.send("/join tea");
    bob.hears("* ann joins tea");
    other.send(&"long ".repeat(1000));
    bob.hears("* ann leaves");
    server.interrupt();
}

#[test]
fn arguments_are_explained_and_wrong_ones_refused() {
    for program in ["ping_pong", "pool", "chat"] {
        let help = run(program, &["--help"]);
        assert!(help.status.success(), "{help:?}");
        assert!(String::from_utf8_lossy(&help.stdout).contains(&format!("Usage: {program}")), "{help:?}");
        assert_eq!(run(program, &["--nonsense"]).status.code(), Some(2));
    }
    assert_eq!(run("ping_pong", &["-1"]).status.code(), Some(2));
    assert_eq!(run("pool", &["--printers", "0"]).status.code(), Some(2));
    assert_eq!(run("chat", &["--serve", "nowhere"]).status.code(), Some(2));
}

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut binary: PathBuf = std::env::current_exe().expect("a test has a path");
    binary.pop();
    binary.pop();
    binary.push("examples");
    binary.push(program);
    let mut command = Command::new(binary);
    command.args(arguments);
    command
}

fn run(program: &str, arguments: &[&str]) -> Output {
    command(program, arguments).output().expect("the example is built with the tests")
}

fn printed(program: &str, arguments: &[&str]) -> String {
    let output = run(program, arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The chat as a server. It is killed with the test.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut command = command("chat", &["--serve", "127.0.0.1:0"]);
        let mut process = command.stdout(Stdio::piped()).spawn().expect("the example is built with the tests");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says where it is");
        let address = line.trim_end().strip_prefix("listening on ").expect("it says where it is").to_owned();
        Self { process, address }
    }

    fn connect(&self, name: &str) -> Client {
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("it is not zero");
        let mut client = Client { lines: BufReader::new(stream) };
        client.send(name);
        client
    }

    /// As Ctrl-C does.
    fn interrupt(&mut self) {
        let id = rustix::process::Pid::from_child(&self.process);
        rustix::process::kill_process(id, rustix::process::Signal::INT).expect("it runs until then");
        assert!(self.process.wait().expect("it was started here").success(), "it shuts down in order");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Of a test that has failed; else it has ended already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

struct Client {
    lines: BufReader<TcpStream>,
}

impl Client {
    fn send(&mut self, line: &str) {
        writeln!(self.lines.get_mut(), "{line}").expect("the server reads");
    }

    /// Waits for the next line, passing over nothing.
    fn hears(&mut self, expected: &str) {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("the server writes");
        assert_eq!(line.trim_end(), expected);
    }
}
