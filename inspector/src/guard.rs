//! Who gets in, and what every answer says to the browser.

use crate::problem::Problem;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, HOST, REFERRER_POLICY};
use axum::http::header::{HeaderName, HeaderValue, X_CONTENT_TYPE_OPTIONS};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::fmt;
use std::hint::black_box;
use std::net::IpAddr;
use std::sync::Arc;

/// A token has at least so many bytes.
pub const MIN_TOKEN: usize = 16;

/// A token that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a token has at least {MIN_TOKEN} bytes; this one has {bytes}")]
pub struct TokenError {
    /// How long it is, in bytes.
    pub bytes: usize,
}

/// What is to be known by whoever does something.
pub(crate) struct Token(String);

impl Token {
    pub(crate) fn new(token: String) -> Result<Self, TokenError> {
        if token.len() < MIN_TOKEN {
            return Err(TokenError { bytes: token.len() });
        }
        Ok(Self(token))
    }

    /// Takes as long wherever the two differ, so that it cannot be guessed a letter at a time. How long the token is may be found out.
    fn is(&self, other: &str) -> bool {
        let (own, other) = (self.0.as_bytes(), other.as_bytes());
        let differ = own.iter().zip(other).fold(0, |differ, (a, b)| black_box(differ | (a ^ b)));
        own.len() == other.len() && differ == 0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(..)")
    }
}

/// Lets those through who have the token.
pub(crate) async fn with_token(State(token): State<Arc<Token>>, request: Request, next: Next) -> Response {
    let given = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if !given.is_some_and(|given| token.is(given)) {
        return Problem::NoToken.into_response();
    }
    next.run(request).await
}

#[derive(Clone, Copy)]
pub(crate) struct Gate {
    /// It listens on an address of this machine.
    pub(crate) is_local: bool,
}

/// Lets requests through that mean this machine. Whoever owns a name may let it lead here, and then read with the browser of whoever opens a page of theirs:
/// but the request still says that name.
pub(crate) async fn gate(State(gate): State<Gate>, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    if gate.is_local && !host.is_some_and(is_this_machine) {
        return Problem::Host.into_response();
    }
    next.run(request).await
}

fn is_this_machine(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (host, ""),
    };
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let is_port = port.bytes().all(|digit| digit.is_ascii_digit());
    is_port
        && (name.eq_ignore_ascii_case("localhost") || bare.parse().is_ok_and(|address: IpAddr| address.is_loopback()))
}

/// What every answer says: it is not kept, nothing but its own script runs, and nobody frames it.
const HEADERS: [(HeaderName, HeaderValue); 4] = [
    (
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; \
             frame-ancestors 'none'",
        ),
    ),
    (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
];

pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut answer = next.run(request).await;
    answer.headers_mut().extend(HEADERS);
    answer
}

pub(crate) async fn nothing() -> Problem {
    Problem::NoPage
}

pub(crate) async fn not_so() -> Problem {
    Problem::Method
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_the_same_text_and_nothing_else() {
        let token = Token::new("0123456789abcdef".into());
        let is = |other| token.as_ref().is_ok_and(|token| token.is(other));
        assert!(is("0123456789abcdef"));
        assert!(!is("0123456789abcdeF") && !is("0123456789abcde") && !is("0123456789abcdef0") && !is(""));
        assert_eq!(Token::new("short".into()).err(), Some(TokenError { bytes: 5 }));
    }

    #[test]
    fn only_names_of_this_machine_mean_it() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:7070", "127.8.8.8", "[::1]", "[::1]:7070"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "10.0.0.1:80",
            "127.0.0.1.evil.example",
            "localhost:80x",
            "[::2]:1",
        ] {
            assert!(!is_this_machine(host), "{host}");
        }
    }
}
