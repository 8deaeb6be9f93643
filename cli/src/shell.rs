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

pub(crate) fn man(out: &mut Out) -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Args::command()).render(&mut page)?;
    out.text("man", &page)
}
