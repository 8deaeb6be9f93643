//! A client of HTTP/1.1 that keeps its connection, and no more than these tests need: bodies have a length, and every answer is whole or an error.

use serde_json::Value;
use std::io::{BufRead as _, BufReader, Error, ErrorKind, Read as _, Result, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// An answer that has not come in so long never comes.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Client {
    address: SocketAddr,
    connection: Option<BufReader<TcpStream>>,
}

#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Names in lower case.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, connection: None }
    }

    pub(crate) fn get(&mut self, path: &str) -> Result<Answer> {
        self.send("GET", path, &[], "")
    }

    /// Posts JSON, with an idempotency key.
    pub(crate) fn post(&mut self, path: &str, key: &str, body: &Value) -> Result<Answer> {
        let headers = [("content-type", "application/json"), ("idempotency-key", key)];
        self.send("POST", path, &headers, &body.to_string())
    }

    pub(crate) fn send(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Result<Answer> {
        // Put back only if the answer was whole.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect(self.address)?,
        };
        let mut request = vec![format!("{method} {path} HTTP/1.1"), format!("host: {}", self.address)];
        request.extend(headers.iter().map(|(name, value)| format!("{name}: {value}")));
        request.extend([format!("content-length: {}", body.len()), String::new(), body.to_owned()]);
        connection.get_mut().write_all(request.join("\r\n").as_bytes())?;
        let answer = read(&mut connection)?;
        self.connection = Some(connection);
        Ok(answer)
    }
}

fn connect(address: SocketAddr) -> Result<BufReader<TcpStream>> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    Ok(BufReader::new(stream))
}

fn read(connection: &mut BufReader<TcpStream>) -> Result<Answer> {
    let status = line(connection)?;
    let status = status.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(|| torn(&status))?;
    let mut headers = Vec::new();
    loop {
        let header = line(connection)?;
        if header.is_empty() {
            break;
        }
        let (name, value) = header.split_once(':').ok_or_else(|| torn(&header))?;
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    let mut answer = Answer { status, headers, body: String::new() };
    let length = answer.header("content-length").and_then(|length| length.parse().ok());
    let mut body = vec![0; length.ok_or_else(|| torn("no length"))?];
    connection.read_exact(&mut body)?;
    answer.body = String::from_utf8(body).map_err(|error| torn(&error.to_string()))?;
    Ok(answer)
}

fn line(connection: &mut BufReader<TcpStream>) -> Result<String> {
    let mut line = String::new();
    connection.read_line(&mut line)?;
    match line.strip_suffix("\r\n") {
        Some(line) => Ok(line.to_owned()),
        None => Err(torn(&line)),
    }
}

fn torn(what: &str) -> Error {
    Error::new(ErrorKind::UnexpectedEof, format!("the answer is torn at `{what}`"))
}
