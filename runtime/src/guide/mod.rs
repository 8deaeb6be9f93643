#![cfg_attr(feature = "persistence", doc = include_str!("guide.md"))]
#![cfg_attr(
    not(feature = "persistence"),
    doc = "The chapters of the guide that are about actors in memory. Its first page and the others need the feature `persistence`."
)]
// Each chapter is a page and has nothing but text. Its programs are compiled and run by `cargo test --doc`. They stand here as in `guide.md`.

#[cfg(feature = "persistence")]
#[doc = include_str!("quickstart.md")]
pub mod quickstart {}

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

#[cfg(feature = "persistence")]
#[doc = include_str!("persistence.md")]
pub mod persistence {}
#[cfg(feature = "persistence")]
#[doc = include_str!("state_machines.md")]
pub mod state_machines {}
#[cfg(feature = "persistence")]
#[doc = include_str!("timers.md")]
pub mod timers {}
#[cfg(feature = "persistence")]
#[doc = include_str!("delivery.md")]
pub mod delivery {}
#[cfg(feature = "sqlite")]
#[doc = include_str!("feeds.md")]
pub mod feeds {}
#[cfg(feature = "persistence")]
#[doc = include_str!("evolution.md")]
pub mod evolution {}

#[doc = include_str!("testing.md")]
pub mod testing {}
#[doc = include_str!("settings.md")]
pub mod settings {}
#[doc = include_str!("shutdown.md")]
pub mod shutdown {}
#[doc = include_str!("watching.md")]
pub mod watching {}
#[cfg(feature = "persistence")]
#[doc = include_str!("operations.md")]
pub mod operations {}
#[doc = include_str!("promises.md")]
pub mod promises {}
#[cfg(feature = "persistence")]
#[doc = include_str!("errors.md")]
pub mod errors {}

#[cfg(feature = "persistence")]
#[doc = include_str!("coming_from_akka_net.md")]
pub mod coming_from_akka_net {}
#[cfg(feature = "persistence")]
#[doc = include_str!("coming_from_kameo.md")]
pub mod coming_from_kameo {}
#[cfg(feature = "persistence")]
#[doc = include_str!("coming_from_statig.md")]
pub mod coming_from_statig {}

#[cfg(feature = "persistence")]
#[doc = include_str!("by_hand.md")]
pub mod by_hand {}
