//! The contract of a type as a file, and what it means that it changes.

mod file;
mod meaning;
mod section;
mod text;

pub use file::{ContractFile, contract};
