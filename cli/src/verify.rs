//! `verify`: is everything there, and as it was written?

use crate::failure::Failure;
use crate::out::{Out, bar};
use mainstay::journal::{Fault, SqliteLook};
use serde_json::json;
use std::process::ExitCode;

/// Faults were found.
const FAULTY: u8 = 1;

pub(crate) fn run(look: &SqliteLook, out: &mut Out) -> Result<ExitCode, Failure> {
    let counts = look.counts()?;
    let bar = bar("entities", counts.entities + counts.purged);
    let (mut faults, mut told) = (0_u64, Ok(()));
    let fault = |fault: Fault| {
        faults += 1;
        if told.is_ok() {
            told = out.line(&json!({ "fault": fault.to_string() }), format_args!("fault: {fault}"));
        }
    };
    let entities = look.verify(fault, |_| bar.inc(1))?;
    bar.finish_and_clear();
    told?;
    let value = json!({ "entities": entities, "faults": faults });
    out.line(&value, format_args!("{entities} entities verified, {faults} faults"))?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { FAULTY.into() })
}
