//! State machines: `#[derive(States)]` on the enum of states, and `#[fsm]` on the struct that they share.

mod check;
mod expand;
mod graph;
mod model;
mod parse;
mod picture;
mod shared;
mod states;
#[cfg(test)]
mod tests;

pub(crate) use picture::picture;
pub(crate) use shared::Fsm;
pub(crate) use states::States;
