use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    fn rename(&mut self, name: &str) {
        self.name = name.to_owned();
    }

    #[handle]
    fn pick(&mut self, names: Option<&[String]>) {
        drop(names);
    }
}

fn rename(account: &AccountRef) {
    let _ = account.rename("Ada");
}

fn main() {}
