//! What the model knows and this version does not carry out yet.

use super::super::model::{Kind, Machine};
use crate::diag::Diagnostics;

// Machines that store nothing.
pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    if machine.kind == Kind::Volatile {
        diag.error(&machine.ident, "this version of mainstay has no machines that store nothing");
    }
}
