//! Looks into a store of mainstay: lists, shows, verifies, copies and backs up what is stored, also beside a running system.
//!
//! `mainstay --help` says what there is, and `docs/operations.md` walks through it. [`run`] is the whole program.
//!
//! # Exit codes
//!
//! | code | means |
//! |---|---|
//! | 0 | done |
//! | 1 | `verify` has found faults |
//! | 2 | the command line, the store or the input cannot be used; nothing was written |
//! | 3 | something could not be read or written |
#![forbid(unsafe_code)]

mod args;
mod copies;
mod decode;
mod entities;
mod failure;
mod name;
mod out;
mod rows;
mod shell;
mod show;
mod stats;
mod tail;
mod time;
mod verify;

use args::{Args, Command};
use clap::Parser as _;
use failure::Failure;
use mainstay::journal::{SqliteLook, Table};
use out::Out;
use std::process::ExitCode;

/// Reads the command line, does what it says, and answers with the exit code. Help and wrong command lines end the process, as `clap` does it.
pub fn run() -> ExitCode {
    let args = Args::parse();
    let mut out = Out::new(args.json);
    let outcome = dispatch(&args.command, &mut out).and_then(|code| out.flush().map(|()| code));
    match outcome {
        Ok(code) => code,
        Err(failure) => {
            if let Some(line) = failure.line() {
                eprintln!("{line}");
            }
            failure.code()
        }
    }
}

fn dispatch(command: &Command, out: &mut Out) -> Result<ExitCode, Failure> {
    match command {
        Command::Entities { dir, kind, page } => entities::run(&SqliteLook::open(dir)?, kind.as_deref(), page, out),
        Command::Show { dir, entity, after, limit } => show::run(&SqliteLook::open(dir)?, entity, *after, *limit, out),
        Command::Stats { dir } => stats::run(&SqliteLook::open(dir)?, out),
        Command::Timers { dir } => rows::run(&SqliteLook::open(dir)?, Table::Timer, out),
        Command::Unconfirmed { dir } => rows::run(&SqliteLook::open(dir)?, Table::Outbox, out),
        Command::Verify { dir } => return verify::run(&SqliteLook::open(dir)?, out),
        Command::Export { dir, entity } => copies::export(&SqliteLook::open(dir)?, entity.as_ref(), out),
        Command::Import { dir, file, add } => copies::import(dir, file.as_deref(), *add, out),
        Command::Backup { dir, to } => copies::backup(&SqliteLook::open(dir)?, to, out),
        Command::Tail { dir, all } => tail::run(&SqliteLook::open(dir)?, *all, out),
        Command::Completions { shell } => shell::completions(*shell, out),
        Command::Man => shell::man(out),
    }?;
    Ok(ExitCode::SUCCESS)
}
