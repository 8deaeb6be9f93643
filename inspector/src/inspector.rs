//! The inspector: what it looks at, who may look, and how it is served.

use crate::guard::{self, Gate, Token, TokenError};
use crate::letters::Letters;
use crate::{api, page};
use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use mainstay::system::System;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// Shows a system, see the [crate]. It keeps the system alive, as each of its clones does.
#[derive(Debug)]
#[must_use = "nothing is shown before it is served, or its routes are"]
pub struct Inspector {
    system: System,
    token: Option<Result<Token, TokenError>>,
    is_beyond: bool,
}

/// Why an inspector is not served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The token is not fit to be one.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// The address is reached from other machines, and only one of this machine was agreed to.
    #[error("{address} is reached from other machines: say `.beyond_this_machine()`, or serve 127.0.0.1")]
    Exposed {
        /// The address.
        address: SocketAddr,
    },
    /// Whoever looks from other machines needs a token, and there is none.
    #[error("whoever looks from other machines needs a token: add `.token(..)`")]
    NoToken,
    /// The address cannot be listened on.
    #[error("{address} cannot be listened on: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system said.
        cause: std::io::Error,
    },
}

/// What the routes share.
pub(crate) struct Shared {
    pub(crate) system: System,
    pub(crate) letters: Letters,
    pub(crate) may_act: bool,
}

impl Inspector {
    /// Looks at `system`: for reading alone, and from this machine.
    pub fn new(system: &System) -> Self {
        Self { system: system.clone(), token: None, is_beyond: false }
    }

    /// Lets whoever has this token also do something: see the [crate]. It has at least [`MIN_TOKEN`](crate::MIN_TOKEN) bytes, and ought to be random.
    pub fn token(self, token: impl Into<String>) -> Self {
        Self { token: Some(Token::new(token.into())), ..self }
    }

    /// Agrees to being looked at from other machines, by those who have the token.
    pub fn beyond_this_machine(self) -> Self {
        Self { is_beyond: true, ..self }
    }

    /// The routes, to be nested into those of a program of yours: `app.nest("/inspect", router)`. Who reaches them is then the program's affair; with
    /// [`beyond_this_machine`](Self::beyond_this_machine) looking needs the token, too.
    ///
    /// # Errors
    ///
    /// The token is too short, or there is none and it is to be looked at from other machines.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime, as `tokio::spawn` does: dead letters are listened to from here on.
    pub fn router(self) -> Result<Router, ServeError> {
        self.routes(false)
    }

    fn routes(self, is_local: bool) -> Result<Router, ServeError> {
        let token = self.token.transpose()?.map(Arc::new);
        if self.is_beyond && token.is_none() {
            return Err(ServeError::NoToken);
        }
        let letters = Letters::listen(self.system.dead_letters());
        let shared = Arc::new(Shared { system: self.system, letters, may_act: token.is_some() });
        let mut api = api::reading();
        if self.is_beyond
            && let Some(token) = &token
        {
            api = api.layer(from_fn_with_state(token.clone(), guard::with_token));
        }
        if let Some(token) = token {
            api = api.merge(api::acting().layer(from_fn_with_state(token, guard::with_token)));
        }
        let router = Router::new()
            .route("/", get(page::page))
            .route("/style.css", get(page::style))
            .route("/page.js", get(page::script))
            .nest("/api", api)
            .fallback(guard::nothing)
            .method_not_allowed_fallback(guard::not_so)
            .with_state(shared);
        let gate = Gate { is_local };
        Ok(router.layer(from_fn_with_state(gate, guard::gate)).layer(from_fn(guard::headers)))
    }

    /// Serves the page until the answer is dropped. With port 0 the system chooses one.
    ///
    /// Of an address of this machine, requests that name another host are refused: so a page of somebody else's cannot look through the browser.
    ///
    /// # Errors
    ///
    /// The address is not one of this machine and that was not [agreed to](Self::beyond_this_machine), or cannot be listened on; the token is too
    /// short, or missing where it is needed.
    ///
    /// # Cancel safety
    ///
    /// Dropped, nothing is served.
    pub async fn serve(self, address: impl Into<SocketAddr>) -> Result<Serving, ServeError> {
        let address = address.into();
        let is_local = address.ip().is_loopback();
        if !is_local && !self.is_beyond {
            return Err(ServeError::Exposed { address });
        }
        let router = self.routes(is_local)?;
        let failed = |cause| ServeError::Listen { address, cause };
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        // It ends with the task alone: a connection that fails is its own affair.
        let task = tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Serving { address, task })
    }
}

/// An inspector that is served. Dropped, it takes no new connections.
#[must_use = "dropped, nothing is served any more"]
pub struct Serving {
    address: SocketAddr,
    task: JoinHandle<std::io::Result<()>>,
}

impl Serving {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl fmt::Debug for Serving {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Serving").field("address", &self.address).finish_non_exhaustive()
    }
}
