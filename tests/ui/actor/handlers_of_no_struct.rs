use mainstay::prelude::*;

#[handlers]
impl (u8, u8) {
    #[handle]
    fn sum(&self) -> u8 {
        self.0 + self.1
    }
}

fn main() {}
