//! The program `mainstay`.

use std::process::ExitCode;

fn main() -> ExitCode {
    mainstay_cli::Tool::new().run()
}
