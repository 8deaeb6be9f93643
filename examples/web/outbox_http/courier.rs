//! The courier stands between deliveries and HTTP: it confirms what the webhook has taken, and says nothing of the rest, which then comes again.

use crate::shop::CallDelivery;
use axum::body::Bytes;
use axum::http::{Request, Response, Uri, header};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use mainstay::prelude::*;
use mainstay::supervise::{ConfirmableMessage as _, ConfirmationKey};
use std::collections::BTreeSet;
use std::error::Error;
use tokio::net::TcpStream;

/// An answer that has not come in so long is not waited for.
const PATIENCE: Duration = Duration::from_secs(5);

#[actor]
pub struct Courier {
    hook: Uri,
    under_way: BTreeSet<ConfirmationKey>,
}

#[handlers]
impl Courier {
    /// Requests are made beside each other, and beside what comes in.
    #[handle(message)]
    fn call(&mut self, call: CallDelivery, cx: &mut Context<Self>) {
        let key = call.delivery.key();
        // A delivery that takes longer than the interval comes again meanwhile.
        if !self.under_way.insert(key) {
            return;
        }
        let posted = post(self.hook.clone(), key, call.message.body.clone());
        cx.run(posted, move |courier, posted, _| {
            courier.under_way.remove(&key);
            match posted {
                Ok(()) => call.confirmation("courier").tell(),
                Err(why) => eprintln!("{}: {why}", call.message.body),
            }
        });
    }
}

impl Courier {
    pub fn new(hook: Uri) -> Self {
        Self { hook, under_way: BTreeSet::new() }
    }
}

/// Hands one call over. The key is that of the delivery: it is the same for every copy, also after a crash, so that the webhook can tell.
async fn post(hook: Uri, key: ConfirmationKey, body: String) -> Result<(), String> {
    match tokio::time::timeout(PATIENCE, send(&hook, key, body)).await {
        Ok(Ok(answer)) if answer.status().is_success() => Ok(()),
        Ok(Ok(answer)) => Err(format!("the webhook answered {}", answer.status())),
        Ok(Err(why)) => Err(format!("the webhook cannot be reached: {why}")),
        Err(_) => Err("the webhook does not answer".to_owned()),
    }
}

async fn send(
    hook: &Uri,
    key: ConfirmationKey,
    body: String,
) -> Result<Response<Incoming>, Box<dyn Error + Send + Sync>> {
    let host = hook.authority().ok_or("its address has no host")?.as_str();
    let stream = TcpStream::connect(host).await?;
    let (mut webhook, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // It ends when the webhook is dropped; what goes wrong with it the request says, too.
    tokio::spawn(connection);
    let request = Request::post(hook.path())
        .header(header::HOST, host)
        .header("idempotency-key", key.to_string())
        .body(Full::new(Bytes::from(body)))?;
    Ok(webhook.send_request(request).await?)
}
