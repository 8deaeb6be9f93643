//! The program, in whatever binary.

use crate::args::{Args, Command};
use crate::failure::Failure;
use crate::out::Out;
use crate::types::Types;
use crate::{check, copies, entities, erase, rows, shell, show, stats, tail, verify};
use clap::Parser as _;
use mainstay::entity::{EntityId, FactoryError, PersistDispatch};
use mainstay::journal::{SqliteLook, Table};
use mainstay::system::SystemBuilder;
use std::ffi::OsString;
use std::fmt;
use std::process::ExitCode;

/// The program `mainstay`, with types of yours: give it those that your system hosts, in the same way.
///
/// The types are asked to read what they have stored, and nothing else: no entity starts, no timer fires, and nothing is sent or written. A state is
/// shown as its type stores it in snapshots, if it has any, else by its `Debug`, if it has that, else by the name of its state alone.
///
/// ```no_run
/// use mainstay::prelude::*;
/// use mainstay_cli::Tool;
/// use std::process::ExitCode;
/// # use serde::{Deserialize, Serialize};
///
/// # #[derive(Event, Serialize, Deserialize)]
/// # #[event(name = "counter.counted")]
/// # struct Counted;
/// #[derive(Debug, Default)]
/// #[actor(persistent = "counter")]
/// struct Counter {
///     count: u64,
/// }
///
/// # #[handlers]
/// # impl Counter {
/// #     #[command]
/// #     fn count(&self) -> Persist<Self, Counted> {
/// #         persist(Counted)
/// #     }
/// #     #[apply]
/// #     fn counted(&mut self, _: &Counted) {
/// #         self.count += 1;
/// #     }
/// # }
/// // The file src/bin/store.rs: `cargo run --bin store -- show DIR counter/42 --at 7`
/// fn main() -> ExitCode {
///     Tool::new().host::<Counter>().run()
/// }
/// ```
///
/// # Panics
///
/// [`run`](Tool::run) and [`run_from`](Tool::run_from) panic inside of a tokio runtime, since they have one of their own.
pub struct Tool {
    hosting: Box<dyn Fn(SystemBuilder) -> SystemBuilder>,
}

impl Default for Tool {
    fn default() -> Self {
        Self::new()
    }
}

impl Tool {
    /// The program without types.
    pub fn new() -> Self {
        Self { hosting: Box::new(|system| system) }
    }

    /// With the type `A`, as [`SystemBuilder::host`] has it.
    #[must_use]
    pub fn host<A: PersistDispatch + Default>(self) -> Self {
        self.hosting(SystemBuilder::host::<A>)
    }

    /// With the type `A`, as [`SystemBuilder::host_with`] has it. `make` gives an entity services that it may need for making its state, but none of
    /// them is called by this program.
    #[must_use]
    pub fn host_with<A: PersistDispatch>(
        self,
        make: impl Fn(&EntityId<A>) -> Result<A, FactoryError> + Clone + Send + Sync + 'static,
    ) -> Self {
        self.hosting(move |system| system.host_with(make.clone()))
    }

    /// With all types that `hosting` hosts: the function with which your program makes its system ready may be the same.
    #[must_use]
    pub fn hosting(self, hosting: impl Fn(SystemBuilder) -> SystemBuilder + 'static) -> Self {
        Self { hosting: Box::new(move |system| hosting((self.hosting)(system))) }
    }

    /// Reads the command line of the process, does what it says, and answers with the exit code.
    pub fn run(self) -> ExitCode {
        self.run_from(std::env::args_os())
    }

    /// The same with a command line of your own, of which the first word is the name of the program: for a binary that has other things to do too.
    pub fn run_from(self, words: impl IntoIterator<Item: Into<OsString> + Clone>) -> ExitCode {
        let args = match Args::try_parse_from(words) {
            Ok(args) => args,
            Err(said) => {
                // Help is among it. Whoever closed the pipe has seen enough of it.
                let _ = said.print();
                return u8::try_from(said.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
            }
        };
        let mut out = Out::new(args.json);
        let outcome = self.dispatch(&args.command, &mut out).and_then(|code| out.flush().map(|()| code));
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

    fn dispatch(&self, command: &Command, out: &mut Out) -> Result<ExitCode, Failure> {
        let types = |dir| Types::open(dir, &self.hosting);
        match command {
            Command::Entities { dir, kind, page } => entities::run(&SqliteLook::open(dir)?, kind.as_deref(), page, out),
            Command::Show { dir, entity, at: Some(at), .. } => {
                show::state(&SqliteLook::open(dir)?, &types(dir)?, entity, *at, out)
            }
            Command::Show { dir, entity, after, limit, .. } => {
                show::events(&SqliteLook::open(dir)?, &types(dir)?, entity, *after, *limit, out)
            }
            Command::Stats { dir } => stats::run(&SqliteLook::open(dir)?, out),
            Command::Timers { dir } => rows::run(&SqliteLook::open(dir)?, Table::Timer, out),
            Command::Unconfirmed { dir } => rows::run(&SqliteLook::open(dir)?, Table::Outbox, out),
            Command::Verify { dir } => return verify::run(&SqliteLook::open(dir)?, &types(dir)?, out),
            Command::Check { dir } => return check::run(&SqliteLook::open(dir)?, &types(dir)?, out),
            Command::Export { dir, entity } => copies::export(&SqliteLook::open(dir)?, entity.as_ref(), out),
            Command::Import { dir, file, add } => copies::import(dir, file.as_deref(), *add, out),
            Command::Backup { dir, to } => copies::backup(&SqliteLook::open(dir)?, to, out),
            Command::Purge { dir, entities } => erase::purge(dir, entities, out),
            Command::Vacuum { dir } => erase::vacuum(dir, out),
            Command::Tail { dir, all } => tail::run(&SqliteLook::open(dir)?, &types(dir)?, *all, out),
            Command::Completions { shell } => shell::completions(*shell, out),
            Command::Man { command } => shell::man(command.as_deref(), out),
        }?;
        Ok(ExitCode::SUCCESS)
    }
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tool").finish_non_exhaustive()
    }
}
