use mainstay::prelude::*;

#[actor]
struct Account {
    name: String,
}

#[handlers]
impl Account {
    #[handle]
    const fn length(&self) -> usize {
        self.name.len()
    }

    #[handle]
    unsafe fn clear(&mut self) {
        self.name.clear();
    }

    #[handle]
    extern "C" fn close(&mut self) {}
}

fn main() {}
