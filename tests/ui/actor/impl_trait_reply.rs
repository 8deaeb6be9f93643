use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn letters(&self) -> impl Iterator<Item = char> {
        self.name.chars().collect::<Vec<_>>().into_iter()
    }

    #[handle]
    fn checked(&self) -> Result<impl Iterator<Item = u8>, String> {
        Ok(self.name.bytes().collect::<Vec<_>>().into_iter())
    }
}

fn main() {}
