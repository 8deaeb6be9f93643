//! The pictures of mainstay's state machines.
//!
//! A [`Machine`] is a plain description: states with their rows. A [`Drawing`] of it is written as SVG, for pages that people look at; as Mermaid and
//! DOT, for tools that draw; and as Markdown. The same description gives the same bytes, everywhere and always.
//!
//! Programs with `mainstay` need not name this crate: the table of a machine draws itself.
//!
//! ```
//! use mainstay_diagram::{Cause, Machine, Outcome, Row, State, Target};
//!
//! let on = |command: &str, event: &str, to: &str| Row {
//!     cause: Cause::Command(command.into()),
//!     outcomes: vec![Outcome { event: event.into(), target: Target::To(to.into()), is_marked: false }],
//! };
//! let door = Machine {
//!     name: "door".into(),
//!     states: vec![
//!         State { initial: true, rows: vec![on("Shut", "door.shut", "Shut")], ..State::new("Open") },
//!         State { rows: vec![on("Open", "door.opened", "Open")], ..State::new("Shut") },
//!     ],
//!     otherwise: vec![],
//! };
//!
//! let svg = door.drawing().title("A door").current("Shut").to_svg();
//! assert!(svg.starts_with("<svg"));
//! assert!(door.drawing().to_mermaid().contains("Open --> Shut : Shut / door.shut"));
//! ```
//!
//! How a picture is made: [`Machine`] → graph (rows between the same states are one edge) → layout (layers, order, places) → text.

mod dot;
mod drawing;
mod graph;
mod layout;
mod machine;
mod markdown;
mod mermaid;
mod svg;
mod text;

#[cfg(test)]
mod tests;

pub use drawing::Drawing;
pub use machine::{Cause, Machine, Outcome, Row, State, Target};
