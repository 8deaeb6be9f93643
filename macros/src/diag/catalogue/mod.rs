//! Every message of the macros, by what it is about. Nothing else is ever said: [`Diagnostics`](super::Diagnostics) takes nothing else.

pub(crate) mod actor;
pub(crate) mod derive;
pub(crate) mod fsm;
pub(crate) mod options;
pub(crate) mod persistent;
pub(crate) mod rows;

pub(crate) use self::{actor::*, derive::*, fsm::*, options::*, persistent::*, rows::*};
