//! A client of HTTP/1.1: a connection for each request, which ends with the answer.

use serde_json::Value;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names in lower case.
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
    }
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    send(address, "GET", path, &[], "").await
}

pub(crate) async fn post(address: SocketAddr, path: &str, token: &str, body: &Value) -> Answer {
    let token = format!("Bearer {token}");
    let headers = [("content-type", "application/json"), ("authorization", token.as_str())];
    send(address, "POST", path, &headers, &body.to_string()).await
}

/// The headers may name the host; else it is the address.
pub(crate) async fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Answer {
    let mut lines = vec![format!("{method} {path} HTTP/1.1"), "connection: close".to_owned()];
    if !headers.iter().any(|(name, _)| *name == "host") {
        lines.push(format!("host: {address}"));
    }
    lines.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
    lines.extend([format!("content-length: {}", body.len()), String::new(), body.to_owned()]);
    let mut connection = TcpStream::connect(address).await.expect("it listens");
    connection.write_all(lines.join("\r\n").as_bytes()).await.expect("it reads");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.expect("it answers in text");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("the answer is torn: {answer}"));
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("there is a status");
    let head = head.lines().map(|line| match line.split_once(':') {
        Some((name, value)) => format!("{}:{value}\n", name.to_ascii_lowercase()),
        None => format!("{line}\n"),
    });
    Answer { status, head: head.collect(), body: body.to_owned() }
}
