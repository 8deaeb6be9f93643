//! Drives a real rust-analyzer: [`Editor`] does what somebody does in his editor, on a [`Page`] of a fixture.
//!
//! The fixtures in `fixtures/` are workspaces of their own: `ours` has an actor and a machine, `peers` the same with other libraries.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    clippy::missing_errors_doc,
    reason = "it is there for tests, and a test that cannot go on fails"
)]

mod bodies;
mod editor;
mod lsp;
mod page;
mod rows;

pub use bodies::Method;
pub use editor::Editor;
pub use page::Page;
pub use rows::half_typed_rows;
