use mainstay::prelude::*;

#[command]
fn deposit() {}

#[query]
fn balance() {}

#[apply]
fn deposited() {}

#[recovered]
fn warm_up() {}

#[recovery_failed]
fn report() {}

fn main() {}
