//! Talks to a language server: JSON over its standard input and output.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::{self, BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// A server that says nothing for so long never will. No test waits for this to pass.
const SILENCE: Duration = Duration::from_mins(10);

/// The server gives up an answer when a file changes under it, and is then asked again.
const CONTENT_MODIFIED: i64 = -32801;
const SERVER_CANCELLED: i64 = -32802;

/// A server in a process of its own.
///
/// It ends when its standard input does, so also when the test's process is killed.
#[derive(Debug)]
pub(crate) struct Client {
    server: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    notifications: VecDeque<Value>,
    requests: u64,
}

impl Client {
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let input = server.stdin.take().expect("it is piped");
        let output = BufReader::new(server.stdout.take().expect("it is piped"));
        let (sender, messages) = mpsc::channel();
        thread::spawn(move || read(output, &sender));
        Ok(Self { server, input, messages, notifications: VecDeque::new(), requests: 0 })
    }

    pub(crate) fn notify(&mut self, method: &str, params: &Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// The answer, or what the server says against the question.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        loop {
            self.requests += 1;
            let id = self.requests;
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
            let answer = loop {
                let message = self.receive();
                if message["id"] == id && message.get("method").is_none() {
                    break message;
                }
                self.notifications.push_back(message);
            };
            match answer["error"]["code"].as_i64() {
                None => return Ok(answer["result"].clone()),
                Some(CONTENT_MODIFIED | SERVER_CANCELLED) => {}
                Some(_) => return Err(answer["error"]["message"].as_str().unwrap_or_default().to_owned()),
            }
        }
    }

    /// The parameters of the next notification of this name. Others are dropped.
    pub(crate) fn notification(&mut self, method: &str) -> Value {
        loop {
            let mut message = match self.notifications.pop_front() {
                Some(message) => message,
                None => self.receive(),
            };
            if message["method"] == method {
                return message["params"].take();
            }
        }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    /// The next message that is not a question of the server's: those are all answered with nothing.
    fn receive(&mut self) -> Value {
        loop {
            let message = self.messages.recv_timeout(SILENCE).expect("the server is alive");
            let is_question = message.get("method").is_some() && message.get("id").is_some();
            if !is_question {
                return message;
            }
            self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": null }));
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Hands on every message, until there are no more or nobody listens.
fn read(mut output: BufReader<impl Read>, sender: &mpsc::Sender<Value>) {
    while let Some(message) = frame(&mut output) {
        if sender.send(message).is_err() {
            return;
        }
    }
}

/// One message: lines of headers, an empty line, and as many bytes as a header says.
fn frame(output: &mut BufReader<impl Read>) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        match line.trim_end() {
            "" => break,
            header => {
                if let Some(bytes) = header.strip_prefix("Content-Length: ") {
                    length = bytes.parse().ok()?;
                }
            }
        }
    }
    let mut bytes = vec![0; length];
    output.read_exact(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}
