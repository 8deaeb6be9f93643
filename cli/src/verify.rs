//! `verify`: is everything there, and as it was written? And, of types that the program knows, do snapshots say what events make?

use crate::failure::Failure;
use crate::out::{Out, bar};
use crate::types::Types;
use crate::{decode, name};
use mainstay::entity::RecoveryError;
use mainstay::journal::{EntityKey, Known, ReadError, SqliteLook};
use mainstay::system::LookError;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::process::ExitCode;

/// Faults were found.
const FAULTY: u8 = 1;

pub(crate) fn run(look: &SqliteLook, types: &Types, out: &mut Out) -> Result<ExitCode, Failure> {
    let bar = bar("entities", look.size()?);
    let found = RefCell::new(Found { out, faults: 0, told: Ok(()) });
    let (kinds, mut compared, mut cut_short) = (types.kinds(), 0, Ok(()));
    let progress = |known: &Known| {
        if cut_short.is_ok() && kinds.contains(&&**known.key.kind()) {
            let counted = compare(look, types, &known.key, |fault| found.borrow_mut().fault(&fault));
            cut_short = counted.map(|snapshots| compared += snapshots);
        }
        bar.inc(1);
    };
    let entities = look.verify(|fault| found.borrow_mut().fault(&fault.to_string()), progress)?;
    bar.finish_and_clear();
    let Found { out, faults, told } = found.into_inner();
    told?;
    cut_short?;
    let mut value = json!({ "entities": entities, "faults": faults });
    let mut text = format!("{entities} entities verified, {faults} faults");
    if let (false, Some(value)) = (kinds.is_empty(), value.as_object_mut()) {
        value.insert("snapshots_compared".into(), compared.into());
        text = format!("{entities} entities verified, {compared} snapshots compared with events, {faults} faults");
    }
    out.line(&value, text)?;
    Ok(if faults == 0 { ExitCode::SUCCESS } else { FAULTY.into() })
}

/// What is told of faults, as they are found.
struct Found<'o> {
    out: &'o mut Out,
    faults: u64,
    told: Result<(), Failure>,
}

impl Found<'_> {
    fn fault(&mut self, fault: &str) {
        self.faults += 1;
        if self.told.is_ok() {
            self.told = self.out.line(&json!({ "fault": fault }), format_args!("fault: {fault}"));
        }
    }
}

/// Makes each state that is stored anew from the events, and answers how many that were. Snapshots of another shape are used by nobody, and one that
/// stands for events that were deleted is all that there is.
fn compare(look: &SqliteLook, types: &Types, key: &EntityKey, mut fault: impl FnMut(String)) -> Result<u64, ReadError> {
    let (mut upto, mut compared) = (u64::MAX, 0);
    while let Some(snapshot) = look.snapshot(key, upto)?.snapshot {
        let seq = snapshot.seq;
        match types.replayed(key, seq) {
            Ok(state) => {
                let is_current = |shape: &mainstay::entity::SnapshotShape| {
                    *shape.name == *snapshot.name && shape.version == snapshot.version
                };
                if let (true, Some(made)) = (state.shape.as_ref().is_some_and(is_current), &state.stored) {
                    compared += 1;
                    let (made, stored) = (decode::state(made), decode::state(&snapshot.payload));
                    if unordered(&made) != unordered(&stored) {
                        let name = name::write(key);
                        fault(format!(
                            "the snapshot at event {seq} of {name} says {stored}, and the events make {made}"
                        ));
                    }
                }
            }
            // What cannot be read is reported of the events themselves.
            Err(LookError::Recovery(RecoveryError::Incomplete { .. } | RecoveryError::Read(_))) => {}
            Err(why) => fault(format!("the snapshot at event {seq} cannot be compared: {why}")),
        }
        let Some(before) = seq.checked_sub(1) else { break };
        upto = before;
    }
    Ok(compared)
}

/// The value with its lists sorted: a set is written in any order.
fn unordered(value: &Value) -> Value {
    match value {
        Value::Array(values) => {
            let mut values: Vec<_> = values.iter().map(unordered).collect();
            values.sort_by_cached_key(Value::to_string);
            values.into()
        }
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), unordered(value)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}
