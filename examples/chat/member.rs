//! Who is in a room.

use mainstay::prelude::*;
use std::sync::Arc;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};

/// Where a member sees what is said.
pub type Screen = Box<dyn AsyncWrite + Send + Unpin>;

/// Writes what it hears to its screen. Few lines may wait: a screen that takes no more is to be noticed soon.
#[actor(mailbox = 4)]
pub struct Member {
    screen: Screen,
}

impl Member {
    pub fn new(screen: Screen) -> Self {
        Self { screen }
    }
}

#[handlers]
impl Member {
    /// Waits for the screen. Nothing else is handled meanwhile, so that lines stay in order.
    #[handle]
    pub async fn hear(&mut self, line: Arc<str>, cx: &mut Context<Self>) {
        let written = async {
            self.screen.write_all(line.as_bytes()).await?;
            self.screen.write_all(b"\n").await?;
            self.screen.flush().await
        };
        // Nobody looks at this screen any more. Those who watch are told.
        if written.await.is_err() {
            cx.kill();
        }
    }
}
