//! The macros of mainstay.

mod diag;
mod emit;
mod pipeline;
mod syntax;
#[cfg(test)]
mod tests;
