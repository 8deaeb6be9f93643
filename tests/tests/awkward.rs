//! Inputs that are awkward for macros and right all the same. Where each row of `spec/macros.md` is shown stands in `macros/docs/errors.md`.
#![deny(warnings, reason = "what the macros write gives nobody a warning")]
#![allow(missing_docs, missing_debug_implementations, unreachable_pub, reason = "the actors are small and in modules")]
#![allow(clippy::unused_self, clippy::needless_pass_by_value, reason = "the shape of a handler is that of its message")]

use mainstay::prelude::*;

mod paths {
    use mainstay::prelude::*;

    pub mod deep {
        #[mainstay::prelude::actor]
        pub struct Shelf<T, const LIMIT: usize> {
            pub things: Vec<T>,
        }
    }

    #[handlers]
    impl<T: Clone + Sync, const LIMIT: usize> deep::Shelf<T, LIMIT>
    where
        T: PartialEq,
    {
        #[handle]
        pub fn put(&mut self, thing: T) -> bool {
            let fits = self.things.len() < LIMIT && !self.things.contains(&thing);
            if fits {
                self.things.push(thing);
            }
            fits
        }
    }
}

#[tokio::test]
async fn the_type_of_a_block_may_be_a_path_with_parameters() {
    let shelf = paths::deep::Shelf::<u8, 1> { things: Vec::new() }.spawn();
    assert_eq!(shelf.put(1).await, Ok(true));
    assert_eq!(shelf.put(2).await, Ok(false));
}

trait Unit {
    type Amount;
    const ONE: Self::Amount;
}

#[actor]
struct Meter(u32);

impl Unit for Meter {
    type Amount = u32;
    const ONE: u32 = 1;
}

#[handlers]
impl Meter {
    fn twice(amount: u32) -> u32 {
        amount * 2
    }

    /// `Self` in a message is the actor still.
    #[handle]
    fn add(&mut self, by: <Self as Unit>::Amount) -> <Self as Unit>::Amount {
        self.0 += by;
        self.0
    }

    #[handle]
    fn add_one(&mut self) -> Result<<Self as Unit>::Amount, std::num::ParseIntError> {
        self.0 += Self::twice(Self::ONE) / "2".parse::<u32>()?;
        Ok(self.0)
    }

    /// A body is not looked into: closures, `?`, macros that name `self`, trait objects, attributes of its own.
    #[handle]
    async fn shown(&self, times: u8) -> Result<String, std::fmt::Error> {
        #![allow(unused_parens, reason = "an attribute of the body stays in it")]
        macro_rules! amount {
            ($of:expr) => {
                $of.0
            };
        }
        let show: Box<dyn Fn(u8) -> String + Send> = if times > 1 {
            Box::new(|time| format!("{time}:{}", amount!(self)))
        } else {
            Box::new(|_| format!("{}", (self.0)))
        };
        tokio::task::yield_now().await;
        let mut text = String::new();
        for time in 0..times {
            std::fmt::Write::write_str(&mut text, &show(time))?;
        }
        Ok(text)
    }

    #[doc = concat!("Documentation may be", " an expression.")]
    #[must_use = "nobody else knows"]
    #[inline]
    #[handle]
    fn secret(&self, mut salt: u32) -> u32 {
        salt += self.0;
        salt
    }
}

#[tokio::test]
async fn self_in_signatures_and_bodies_is_the_actor() {
    let meter = Meter(1).spawn();
    assert_eq!(meter.add(2).await, Ok(3));
    assert_eq!(meter.add_one().await, Ok(4));
    assert_eq!(meter.shown(1).await, Ok("4".into()));
    assert_eq!(meter.shown(2).await, Ok("0:41:4".into()));
    assert_eq!(meter.secret(1).await, Ok(5));
}

/// Takes items apart and writes them again, one token at a time.
macro_rules! again {
    (@done $($tokens:tt)*) => { $($tokens)* };
    (@next [$($done:tt)*]) => { again!(@done $($done)*); };
    (@next [$($done:tt)*] $next:tt $($rest:tt)*) => { again!(@next [$($done)* $next] $($rest)*); };
    ($($tokens:tt)*) => { again!(@next [] $($tokens)*); };
}

again! {
    #[actor]
    struct Bell;
    #[handlers]
    impl Bell {
        #[handle]
        fn ring(&self, times: u8) -> u8 { times }
    }
}

#[tokio::test]
async fn attributes_may_come_out_of_another_macro() {
    assert_eq!(Bell.spawn().ring(3).await, Ok(3));
}

/// Two machines in one module, with states, commands and methods of the same names.
mod machines {
    use mainstay::prelude::*;

    #[derive(Message, Clone)]
    pub struct Flip;

    macro_rules! machine {
        ($data:ident, $states:ident, $flow:ident) => {
            #[fsm(states = $states)]
            #[derive(Default)]
            pub struct $data {
                flipped: u32,
            }

            #[derive(States)]
            #[states($data)]
            pub enum $states {
                #[initial]
                #[on(Flip => On)]
                Off,
                #[on(Flip => Off)]
                On,
            }

            impl $flow for $data {
                fn off_flip(&mut self, _: Flip, _: &mut Context<Self>) {
                    self.flipped += 1;
                }

                fn on_flip(&mut self, _: Flip, _: &mut Context<Self>) {
                    self.flipped += 1;
                }
            }
        };
    }

    machine!(Lamp, LampState, LampFlow);
    machine!(Fan, FanState, FanFlow);
}

#[tokio::test]
async fn two_machines_may_be_in_one_module_and_come_out_of_a_macro() {
    let (lamp, fan) = (machines::Lamp::default().spawn(), machines::Fan::default().spawn());
    assert_eq!(lamp.ask(machines::Flip).await, Ok(()));
    assert_eq!(lamp.state().await, Ok("On"));
    assert_eq!(fan.state().await, Ok("Off"));
}
