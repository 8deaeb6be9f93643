use mainstay::prelude::*;

#[actor(persistent = "")]
pub struct Empty {}

#[handlers]
impl Empty {
    #[query]
    fn nothing(&self) {}
}

#[actor(persistent = "two words")]
pub struct Words {}

#[handlers]
impl Words {
    #[query]
    fn nothing(&self) {}
}

#[actor(persistent = "llllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllllll")]
pub struct Long {}

#[handlers]
impl Long {
    #[query]
    fn nothing(&self) {}
}

fn main() {}
