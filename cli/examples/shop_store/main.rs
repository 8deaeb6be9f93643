//! The tool for operating, with the types of a shop: this is all that a program of yours needs for it.
//!
//! ```text
//! cargo run -p mainstay-cli --example shop_store -- show DIR till/front --at 7
//! ```

mod types;

use mainstay_cli::Tool;
use std::process::ExitCode;
use types::{Door, Note, Till};

fn main() -> ExitCode {
    Tool::new().host::<Till>().host::<Note>().host_with(|_| Ok(Door)).run()
}
