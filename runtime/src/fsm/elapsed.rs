//! What a machine is told when a deadline of its state has passed.

use crate::call::Message;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// A deadline of the state has passed: what `#[after(..)]` and `#[idle_after(..)]` are for the machine. Nobody sends it but the runtime.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elapsed {
    name: String,
}

impl Elapsed {
    pub(crate) fn new(name: &str) -> Self {
        Self { name: name.to_owned() }
    }

    /// The deadline's name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Message for Elapsed {
    type Reply = ();
    type Error = Infallible;
    type Decision<P> = P;

    fn decided<P>(decision: Self::Decision<P>) -> Result<P, Self::Error> {
        Ok(decision)
    }
}
