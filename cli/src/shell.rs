//! `completions` and `man`: what a package installs beside the program.

use crate::args::Args;
use crate::failure::Failure;
use crate::out::Out;
use clap::CommandFactory as _;
use clap_complete::Shell;

pub(crate) fn completions(shell: Shell, out: &mut Out) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "mainstay", &mut script);
    out.text("completions", &script)
}

/// The page of the program, or of the command: the first one refers to the others.
pub(crate) fn man(command: Option<&str>, out: &mut Out) -> Result<(), Failure> {
    let mut program = Args::command();
    // What is meant for all commands is with each of them.
    program.build();
    let described = match command {
        None => program,
        Some(name) => program.find_subcommand(name).ok_or_else(|| Failure::NoCommand { name: name.into() })?.clone(),
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(described).render(&mut page)?;
    out.text("man", &page)
}
