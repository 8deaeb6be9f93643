//! Deadlines: what they are called.

use super::super::model::Machine;
use super::super::parse::words;
use crate::diag::{Diagnostics, catalogue};

pub(super) fn check(machine: &Machine, diag: &mut Diagnostics) {
    check_deadline_name(machine, diag);
}

// A name that no method can be called after: `#[after(order::expire: "15m" => Cancelled => Closed)]`.
fn check_deadline_name(machine: &Machine, diag: &mut Diagnostics) {
    for row in machine.rows().filter(|row| row.form.is_deadline() && row.word.get_ident().is_none()) {
        diag.error(&row.word, catalogue::bad_deadline_name(&words(&row.word), &row.name));
    }
}
