//! One life of the program: it goes on where the last one was killed.

use crate::ledger::{Ledger, LedgerRef};
use crate::{Failure, Plan};
use mainstay::prelude::*;
use mainstay::settings::Settings;
use std::io::Write as _;
use std::path::PathBuf;

/// The first of them is closed: what is sent there comes back.
const ACCOUNTS: u64 = 8;
const BALANCE: u64 = 1_000;

/// So often that killed programs leave copies behind.
const REDELIVER: Duration = Duration::from_millis(50);

fn account(system: &System, number: u64) -> Result<LedgerRef, Failure> {
    Ok(system.entity::<Ledger>(format!("account-{number}"))?)
}

/// Makes the transfers from number `from` on, as many as are planned, and says each that is durable. Then all are waited for and counted.
pub async fn live(dir: PathBuf, from: u64, plan: &Plan) -> Result<(), Failure> {
    let settings = Settings { redeliver_interval: REDELIVER, ..Settings::default() };
    let system = System::open(dir).settings(settings).host::<Ledger>().start().await?;
    for number in 0..ACCOUNTS {
        account(&system, number)?.open(BALANCE, number == 0).id("open").await?;
    }
    for transfer in from..=plan.transfers {
        let (payer, payee, amount) = plan.transfer(transfer, ACCOUNTS);
        let to = EntityId::new(format!("account-{payee}"))?;
        // Asked again after a kill, with the id that it had, it is still one transfer.
        let asked = account(&system, payer)?.transfer(to, transfer, amount).id(format!("transfer-{transfer}")).await;
        match asked {
            Ok(()) => println!("sent {transfer}"),
            Err(CallError::Refused(_)) => println!("refused {transfer}"),
            Err(why) => return Err(why.into()),
        }
        std::io::stdout().flush()?;
    }
    while on_their_way(&system).await? > 0 {
        tokio::time::sleep(REDELIVER).await;
    }
    let (mut sum, mut ended) = (0, Vec::new());
    for number in 0..ACCOUNTS {
        sum += account(&system, number)?.balance().await?;
        ended.extend(account(&system, number)?.ended().await?);
    }
    ended.sort_unstable();
    let list = ended.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    println!("end {sum} {} {list}", ACCOUNTS * BALANCE);
    system.shutdown().await?;
    Ok(())
}

async fn on_their_way(system: &System) -> Result<usize, Failure> {
    let mut count = 0;
    for number in 0..ACCOUNTS {
        count += account(system, number)?.on_their_way().await?;
    }
    Ok(count)
}
