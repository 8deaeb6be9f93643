//! The command line.

use crate::name;
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use mainstay::journal::EntityKey;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  mainstay entities DIR --type order          the orders in the store
  mainstay show DIR order/42                  its events
  mainstay verify DIR && echo sound           look for damage
  mainstay export DIR | mainstay import NEW   copy a store
  mainstay backup DIR COPY                    copy it while a system runs
  mainstay purge DIR order/42                 erase an entity for good

Exit codes: 0 done; 1 `verify` has found faults, or `check` entities that would not be recovered; 2 the command line, the store or the input cannot be used; 3 something could not be read or written.";

/// Looks into a store of mainstay, also beside a running system.
#[derive(Debug, Parser)]
#[command(name = "mainstay", version, after_help = EXAMPLES, max_term_width = 120)]
pub(crate) struct Args {
    /// One JSON object for each line of output.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Lists entities.
    Entities {
        /// The directory of the store.
        dir: PathBuf,
        /// Those of this type alone.
        #[arg(long = "type", value_name = "TYPE")]
        kind: Option<String>,
        #[command(flatten)]
        page: Page,
    },
    /// Shows the events of one entity, or its state after one of them.
    ///
    /// Without the entity's type events are decoded as far as that goes, and there are no states: a tool of your own that hosts the type shows them.
    Show {
        /// The directory of the store.
        dir: PathBuf,
        /// The entity.
        #[arg(value_name = "TYPE/ID", value_parser = name::read)]
        entity: EntityKey,
        /// Show the state after the event with this number, 0 for the first state. Needs the entity's type.
        #[arg(long, value_name = "N", conflicts_with_all = ["after", "limit"])]
        at: Option<u64>,
        /// Begin after the event with this number.
        #[arg(long, value_name = "N", default_value_t = 0)]
        after: u64,
        /// At most so many events.
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: usize,
    },
    /// Counts what is stored.
    Stats {
        /// The directory of the store.
        dir: PathBuf,
    },
    /// Lists timers that are set.
    Timers {
        /// The directory of the store.
        dir: PathBuf,
    },
    /// Lists messages that are sent until they are confirmed.
    Unconfirmed {
        /// The directory of the store.
        dir: PathBuf,
    },
    /// Looks for damage: checksums, gaps, epochs, snapshots beyond the events, rows of nobody, the file itself.
    ///
    /// Of types that the program hosts, also snapshots that are not what the events make.
    Verify {
        /// The directory of the store.
        dir: PathBuf,
    },
    /// Says whether this program would recover every entity. Needs the types.
    Check {
        /// The directory of the store.
        dir: PathBuf,
    },
    /// Writes the store as lines of JSON to standard output.
    Export {
        /// The directory of the store.
        dir: PathBuf,
        /// This entity alone.
        #[arg(long, value_name = "TYPE/ID", value_parser = name::read)]
        entity: Option<EntityKey>,
    },
    /// Makes a store of what `export` has written. Nobody may have it open.
    Import {
        /// The directory of the store.
        dir: PathBuf,
        /// What was exported; without it, standard input.
        file: Option<PathBuf>,
        /// The store may hold other entities already.
        #[arg(long)]
        add: bool,
    },
    /// Copies the store as it is now into a directory, also while a system writes to it.
    Backup {
        /// The directory of the store.
        dir: PathBuf,
        /// The directory of the copy.
        to: PathBuf,
    },
    /// Deletes all that is stored of entities, for good: their bytes are nowhere in the directory afterwards. Nobody may have the store open.
    ///
    /// Their names stay, and the numbers of their last events, so that no number is given twice. Backups and exports are files of yours.
    Purge {
        /// The directory of the store.
        dir: PathBuf,
        /// The entities.
        #[arg(value_name = "TYPE/ID", value_parser = name::read, required = true)]
        entities: Vec<EntityKey>,
    },
    /// Writes the file of the store anew, without what was deleted or purged. Nobody may have the store open.
    Vacuum {
        /// The directory of the store.
        dir: PathBuf,
    },
    /// Shows events as they become durable, until it is interrupted.
    Tail {
        /// The directory of the store.
        dir: PathBuf,
        /// Begin with the first event that is stored.
        #[arg(long)]
        all: bool,
    },
    /// Writes completions for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Writes the manual page: of the program, or of one of its commands.
    Man {
        /// The command, whose page is called `mainstay-COMMAND`.
        command: Option<String>,
    },
}

/// Which part of a list is wanted.
#[derive(Debug, clap::Args)]
pub(crate) struct Page {
    /// Begin after this entity.
    #[arg(long, value_name = "TYPE/ID", value_parser = name::read)]
    pub(crate) after: Option<EntityKey>,
    /// At most so many.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) limit: usize,
}
