//! What is in the store, counted from the state of every entity.

use crate::advice::Advice;
use crate::confirmation::Confirmation;
use crate::rows::{Describe, Tally};
use mainstay::actor::Handle;
use mainstay::call::Accepts;
use mainstay::entity::PersistDispatch;
use mainstay::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::error::Error;
use std::fmt;

/// The report. `Display` writes it as the program prints it.
#[derive(Default)]
pub struct Report {
    cases: BTreeSet<String>,
    accepted: u64,
    refused: u64,
    confirmation: BTreeMap<&'static str, u64>,
    advice: BTreeMap<&'static str, u64>,
}

/// Asks every entity for its state.
pub async fn make(system: &System) -> Result<Report, Box<dyn Error + Send + Sync>> {
    let mut report = Report::default();
    let mut ids = system.ids::<Confirmation>();
    while let Some(id) = ids.next().await? {
        let tally = ask::<Confirmation>(system, &id).await?;
        report.add(&id.to_string(), tally);
        *report.confirmation.entry(tally.state).or_default() += 1;
    }
    let mut ids = system.ids::<Advice>();
    while let Some(id) = ids.next().await? {
        let tally = ask::<Advice>(system, &id).await?;
        report.add(&id.to_string(), tally);
        *report.advice.entry(tally.state).or_default() += 1;
    }
    Ok(report)
}

async fn ask<A>(system: &System, id: &EntityId<A>) -> Result<Tally, Box<dyn Error + Send + Sync>>
where
    A: PersistDispatch + Accepts<Describe>,
{
    let answer: Result<Tally, CallError<Infallible>> = system.entity::<A>(id.as_str())?.ask(Describe).await;
    Ok(answer?)
}

impl Report {
    fn add(&mut self, case: &str, tally: Tally) {
        self.cases.insert(case.to_owned());
        self.accepted += tally.accepted;
        self.refused += tally.refused;
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "events {}", self.accepted + self.refused)?;
        writeln!(f, "cases {}", self.cases.len())?;
        writeln!(f, "accepted {}", self.accepted)?;
        writeln!(f, "refused {}", self.refused)?;
        for (machine, states) in [("confirmation", &self.confirmation), ("advice", &self.advice)] {
            for (state, cases) in states {
                writeln!(f, "{machine} {state} {cases}")?;
            }
        }
        Ok(())
    }
}
