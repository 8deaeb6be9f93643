//! Why a request was not answered.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mainstay::entity::InstructError;
use mainstay::journal::{InvalidId, ReadError};
use mainstay::system::LookError;
use serde::Serialize;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Problem {
    #[error("there is no such page")]
    NoPage,
    #[error("not with this method")]
    Method,
    #[error("the token is missing or wrong")]
    NoToken,
    #[error("the request names another host than this machine")]
    Host,
    #[error(transparent)]
    Query(#[from] QueryRejection),
    #[error(transparent)]
    Body(#[from] JsonRejection),
    #[error(transparent)]
    Id(#[from] InvalidId),
    #[error("`{0}` is no id of a timer")]
    TimerId(String),
    #[error(transparent)]
    Read(#[from] ReadError),
    #[error(transparent)]
    Look(#[from] LookError),
    #[error(transparent)]
    Instruct(#[from] InstructError),
}

#[derive(Serialize)]
struct Said {
    status: u16,
    what: String,
}

impl Problem {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoPage
            | Self::Look(LookError::Unhosted { .. })
            | Self::Instruct(
                InstructError::Unhosted { .. } | InstructError::NoTimer | InstructError::NoDelivery { .. },
            ) => StatusCode::NOT_FOUND,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::NoToken => StatusCode::UNAUTHORIZED,
            Self::Host => StatusCode::FORBIDDEN,
            Self::Query(_) | Self::Id(_) | Self::TimerId(_) => StatusCode::BAD_REQUEST,
            Self::Body(why) => why.status(),
            Self::Instruct(InstructError::Asleep | InstructError::Busy | InstructError::Deadline { .. }) => {
                StatusCode::CONFLICT
            }
            Self::Read(_) | Self::Look(_) | Self::Instruct(_) => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.status();
        (status, Json(Said { status: status.as_u16(), what: self.to_string() })).into_response()
    }
}
