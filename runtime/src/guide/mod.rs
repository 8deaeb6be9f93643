#![doc = include_str!("guide.md")]
// Each chapter is a page and has nothing but text. Its programs are compiled and run by `cargo test --doc`.

#[doc = include_str!("actors.md")]
pub mod actors {}
#[doc = include_str!("messages.md")]
pub mod messages {}
#[doc = include_str!("mailboxes.md")]
pub mod mailboxes {}
#[doc = include_str!("context.md")]
pub mod context {}
#[doc = include_str!("supervision.md")]
pub mod supervision {}
#[doc = include_str!("machines.md")]
pub mod machines {}
#[doc = include_str!("finding.md")]
pub mod finding {}
#[doc = include_str!("settings.md")]
pub mod settings {}
#[doc = include_str!("shutdown.md")]
pub mod shutdown {}
#[doc = include_str!("testing.md")]
pub mod testing {}
#[doc = include_str!("watching.md")]
pub mod watching {}
#[doc = include_str!("promises.md")]
pub mod promises {}
#[cfg(feature = "persistence")]
#[doc = include_str!("delivery.md")]
pub mod delivery {}
#[cfg(feature = "persistence")]
#[doc = include_str!("timers.md")]
pub mod timers {}
#[cfg(feature = "persistence")]
#[doc = include_str!("errors.md")]
pub mod errors {}
