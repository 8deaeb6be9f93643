//! What becomes of an organization in twenty days, which take a moment: the clock is the world's.

use crate::machine::{Answer, Invite, Onboarding, OnboardingRef, SendWelcome};
use crate::mailer::{Mailer, PostOffice};
use mainstay::journal::{EntityKey, Record, Store};
use mainstay::prelude::*;
use mainstay::testing::Simulation;
use std::error::Error;
use std::sync::Arc;

const DAY: Duration = Duration::from_hours(24);
const DAYS: u32 = 20;

/// What people do.
#[derive(Clone, Copy, Debug)]
pub enum Deed {
    Invite(&'static str),
    Answer(&'static str),
}

/// An organization, and what happens on which day.
#[derive(Clone, Copy, Debug)]
pub struct Organization {
    pub name: &'static str,
    pub deeds: &'static [(u32, Deed)],
    /// Whether the process ends and begins again on every day.
    pub restarts: bool,
}

/// Nobody is invited.
pub const ACME: Organization = Organization { name: "acme", deeds: &[], restarts: false };

/// Two are invited, and both answer.
pub const BEACON: Organization = Organization {
    name: "beacon",
    deeds: &[
        (1, Deed::Invite("grace@beacon.example")),
        (3, Deed::Invite("alan@beacon.example")),
        (9, Deed::Answer("grace@beacon.example")),
        (14, Deed::Answer("alan@beacon.example")),
    ],
    restarts: false,
};

/// The process is restarted on every day, and it makes no difference.
pub const CORONA: Organization = Organization {
    name: "corona",
    deeds: &[
        (7, Deed::Invite("edsger@corona.example")),
        (11, Deed::Invite("barbara@corona.example")),
        (18, Deed::Answer("barbara@corona.example")),
        (20, Deed::Answer("edsger@corona.example")),
    ],
    restarts: true,
};

/// Where everything is stored: each call gives the store that the next process opens.
pub trait Disk {
    fn open(&mut self) -> Result<Arc<dyn Store>, Box<dyn Error>>;
}

/// Plays the twenty days, and gives what is stored of them: `day N organization event`, a line for each event.
pub async fn play(
    organization: Organization,
    disk: &mut dyn Disk,
    office: &PostOffice,
    sim: &Simulation,
) -> Result<Vec<String>, Box<dyn Error>> {
    let mut system = begin(disk, office).await?;
    let owner = format!("owner@{}.example", organization.name);
    onboarding(&system, organization)?.ask(SendWelcome { owner }).await?;
    for day in 1..=DAYS {
        sim.clock().advance(DAY / 2).await;
        if system.entity_count() > 0 {
            return Err("whoever has nothing to do has left the memory by noon".into());
        }
        if organization.restarts {
            system.shutdown().await?;
            sim.clock().advance(DAY / 4).await; // and nobody is there for a while
            system = begin(disk, office).await?;
            sim.clock().advance(DAY / 4).await;
        } else {
            sim.clock().advance(DAY / 2).await;
        }
        for (_, deed) in organization.deeds.iter().filter(|(on, _)| *on == day) {
            let onboarding = onboarding(&system, organization)?;
            match deed {
                Deed::Invite(who) => onboarding.ask(Invite((*who).into())).await?,
                Deed::Answer(who) => onboarding.ask(Answer((*who).into())).await?,
            }
        }
    }
    sim.clock().advance(DAY / 2).await;
    system.shutdown().await?;
    history(organization, disk).await
}

async fn begin(disk: &mut dyn Disk, office: &PostOffice) -> Result<System, Box<dyn Error>> {
    let system = System::with(disk.open()?).host::<Onboarding>().start().await?;
    system.spawn_named("mailer", Mailer::new(office))?;
    Ok(system)
}

fn onboarding(system: &System, organization: Organization) -> Result<OnboardingRef, Box<dyn Error>> {
    Ok(system.entity::<Onboarding>(organization.name)?)
}

/// What is stored, read as anybody may read it.
async fn history(organization: Organization, disk: &mut dyn Disk) -> Result<Vec<String>, Box<dyn Error>> {
    let store = disk.open()?;
    let key = EntityKey::new("onboarding", organization.name)?;
    let events = store.read(key, 0, u64::MAX, usize::MAX).await?.records;
    store.close().await?;
    let first = events.first().map_or(0, |event| event.at);
    let day = |at: i64| i128::from(at - first) / i128::try_from(DAY.as_micros()).unwrap_or(i128::MAX);
    let line = |event: &Record| {
        let name = event.name.strip_prefix("onboarding.").unwrap_or(&event.name);
        format!("day {} {} {name}", day(event.at), organization.name)
    };
    Ok(events.iter().map(line).collect())
}
