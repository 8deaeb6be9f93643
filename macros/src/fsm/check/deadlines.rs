//! Deadlines and timers.

use super::super::model::Machine;
use crate::diag::Diagnostics;

pub(super) fn check(_machine: &Machine, _diag: &mut Diagnostics) {}
