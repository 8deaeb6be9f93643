//! `check`: would this program recover every entity?

use crate::failure::Failure;
use crate::out::{Out, bar};
use crate::types::Types;
use mainstay::journal::SqliteLook;
use mainstay::system::CheckedType;
use serde_json::json;
use std::process::ExitCode;

/// Entities would not be recovered.
const FAILED: u8 = 1;

pub(crate) fn run(look: &SqliteLook, types: &Types, out: &mut Out) -> Result<ExitCode, Failure> {
    if types.kinds().is_empty() {
        return Err(Failure::Typeless);
    }
    let bar = bar("entities", look.size()?);
    let mut told = Ok(());
    let report = types.check(
        |_| bar.inc(1),
        |why| {
            if told.is_ok() {
                told = out.line(&json!({ "failure": why.to_string() }), format_args!("failure: {why}"));
            }
        },
    )?;
    bar.finish_and_clear();
    told?;
    for CheckedType { kind, entities, failed, unfit_timers, .. } in &report.types {
        let value = json!({ "type": kind, "entities": entities, "failed": failed, "unfit_timers": unfit_timers });
        let timers = if *unfit_timers == 0 { String::new() } else { format!(", {unfit_timers} timers unfit") };
        out.line(&value, format_args!("{kind}: {entities} entities, {failed} would not be recovered{timers}"))?;
    }
    for kind in &report.unhosted {
        out.line(&json!({ "unhosted": kind }), format_args!("{kind}: not hosted, not checked"))?;
    }
    Ok(if report.is_ok() { ExitCode::SUCCESS } else { FAILED.into() })
}
