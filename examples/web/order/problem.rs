//! What is answered when something is not done: a status, and words for whoever reads them (RFC 9457).

use crate::machine::{OrderState, Refusal};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use mainstay::prelude::*;
use mainstay::system::EntityError;
use serde::Serialize;

/// What a client is told to wait before it tries again, in seconds.
const RETRY_SECONDS: u64 = 1;

#[derive(Debug, Serialize)]
pub struct Problem {
    #[serde(skip)]
    code: StatusCode,
    status: u16,
    title: &'static str,
    detail: String,
    /// The state of the order, where it is the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    /// The commands that this state takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    permitted: Option<Vec<&'static str>>,
    #[serde(skip)]
    again: bool,
}

impl Problem {
    pub fn new(code: StatusCode, detail: impl Into<String>) -> Self {
        let (status, title) = (code.as_u16(), code.canonical_reason().unwrap_or("Problem"));
        Self { code, status, title, detail: detail.into(), state: None, permitted: None, again: false }
    }

    /// The same request may succeed later.
    pub fn for_now(code: StatusCode, detail: impl Into<String>) -> Self {
        Self { again: true, ..Self::new(code, detail) }
    }

    pub fn no_order() -> Self {
        Self::new(StatusCode::NOT_FOUND, "there is no such order: add an item to it first")
    }

    fn state(state: &'static str, detail: String) -> Self {
        let permitted = OrderState::TABLE.permitted(state);
        Self { state: Some(state), permitted: Some(permitted), ..Self::new(StatusCode::CONFLICT, detail) }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.code, axum::Json(&self)).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        if self.again {
            headers.insert(RETRY_AFTER, RETRY_SECONDS.into());
        }
        response
    }
}

/// What a refusal of the type `E` is to a client.
pub trait Refused: std::fmt::Display {
    fn problem(self) -> Problem;
}

impl Refused for std::convert::Infallible {
    fn problem(self) -> Problem {
        match self {}
    }
}

impl Refused for Refusal {
    fn problem(self) -> Problem {
        let words = self.to_string();
        match self {
            Self::Name | Self::Price | Self::Quantity => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, words),
            Self::TooLong | Self::Empty => Problem::new(StatusCode::CONFLICT, words),
            Self::NotThere(_) => Problem::new(StatusCode::NOT_FOUND, words),
            Self::CardRefused => Problem::new(StatusCode::PAYMENT_REQUIRED, words),
            Self::TillUnreachable => Problem::for_now(StatusCode::SERVICE_UNAVAILABLE, words),
        }
    }
}

impl<E: Refused> From<CallError<E>> for Problem {
    fn from(error: CallError<E>) -> Self {
        let words = error.to_string();
        match error {
            CallError::Refused(refusal) => refusal.problem(),
            // The first state says that nothing has happened yet.
            CallError::Unhandled { state: "New" } => Self::no_order(),
            CallError::Unhandled { state } | CallError::Discarded { state } | CallError::Finished { state } => {
                Self::state(state, words)
            }
            CallError::Busy | CallError::Stopped => Self::for_now(StatusCode::SERVICE_UNAVAILABLE, words),
            CallError::Timeout { enqueued: false } => Self::for_now(StatusCode::TOO_MANY_REQUESTS, words),
            // It may be carried out yet: who sent an `Idempotency-Key` may ask again, and is answered with what came of it.
            CallError::Timeout { enqueued: true } => Self::for_now(StatusCode::GATEWAY_TIMEOUT, words),
            _ => {
                eprintln!("error: {words}");
                Self::new(StatusCode::INTERNAL_SERVER_ERROR, words)
            }
        }
    }
}

impl From<EntityError> for Problem {
    fn from(error: EntityError) -> Self {
        let words = error.to_string();
        match error {
            EntityError::InvalidId(_) => Self::new(StatusCode::BAD_REQUEST, words),
            EntityError::Stopped => Self::for_now(StatusCode::SERVICE_UNAVAILABLE, words),
            _ => Self::new(StatusCode::INTERNAL_SERVER_ERROR, words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    /// The status of the answer, and whether the client is told to try again.
    fn answered(problem: impl Into<Problem>) -> (u16, bool) {
        let response = problem.into().into_response();
        (response.status().as_u16(), response.headers().contains_key(RETRY_AFTER))
    }

    #[test]
    fn what_may_succeed_later_says_when_to_try_again() {
        let call = |error: CallError<Infallible>| answered(error);
        assert_eq!(call(CallError::Busy), (503, true));
        assert_eq!(call(CallError::Stopped), (503, true));
        assert_eq!(call(CallError::Timeout { enqueued: false }), (429, true));
        assert_eq!(call(CallError::Timeout { enqueued: true }), (504, true));
        assert_eq!(answered(CallError::Refused(Refusal::TillUnreachable)), (503, true));
        assert_eq!(answered(EntityError::Stopped), (503, true));
    }

    #[test]
    fn what_cannot_succeed_does_not_say_to_try_again() {
        let call = |error: CallError<Infallible>| answered(error);
        assert_eq!(call(CallError::Unhandled { state: "New" }), (404, false));
        assert_eq!(call(CallError::Unhandled { state: "Paid" }), (409, false));
        assert_eq!(call(CallError::Finished { state: "Shipped" }), (409, false));
        assert_eq!(call(CallError::Failed), (500, false));
        assert_eq!(answered(CallError::Refused(Refusal::CardRefused)), (402, false));
    }
}
