//! The program as a child process.

use crate::client::Client;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

pub(crate) struct Server {
    child: Child,
    out: BufReader<ChildStdout>,
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts the service with the orders, and waits until it is well.
    pub(crate) fn start(data: &Path) -> Self {
        Self::start_with(data, &[])
    }

    /// The same, with more options.
    pub(crate) fn start_with(data: &Path, options: &[&str]) -> Self {
        Self::run(Command::new(env!("CARGO_BIN_EXE_order")).arg("--data").arg(data).args(options))
    }

    /// Starts a program on a port that the system chooses, and waits until it is well.
    pub(crate) fn run(program: &mut Command) -> Self {
        let program = program.args(["--port", "0"]).stdout(Stdio::piped());
        let mut child = program.spawn().expect("the program is built with its tests");
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut first = String::new();
        out.read_line(&mut first).expect("it prints text");
        let address = first.trim_end().strip_prefix("listening on http://").expect("it says where it listens");
        let address = address.parse().expect("it is an address");
        let health = Client::new(address).get("/health").expect("who listens answers");
        assert_eq!((health.status, health.body.as_str()), (200, "well\n"));
        Self { child, out, address }
    }

    /// Ends it in the middle of whatever it does.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs until it is killed");
        self.child.wait().expect("it is a child");
    }

    /// Sends it SIGTERM, as a service manager does.
    pub(crate) fn tell_to_end(&self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).expect("it runs until it is told to end");
    }

    /// Waits for its end; gives what it printed after its address, and how it ended.
    pub(crate) fn ended(mut self) -> (String, ExitStatus) {
        let mut printed = String::new();
        self.out.read_to_string(&mut printed).expect("it prints text");
        (printed, self.child.wait().expect("it is a child"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It has ended already, or the test has failed: nobody is left to be told.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
