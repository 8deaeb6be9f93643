//! Macros that write actors and machines, for those who call them in a crate without `mainstay`.

#[doc(hidden)]
pub use mainstay as __mainstay;
#[doc(hidden)]
pub use serde as __serde;

/// An actor with one value of any type. What a caller gives is a `ty`, an `ident`, an `expr`, a `vis`, a `literal` and a `block`.
#[macro_export]
macro_rules! cell {
    ($vis:vis $name:ident holds $value:ty = $first:expr, at most $limit:literal, $get:ident(&$me:ident) -> $got:ty $body:block) => {
        #[$crate::__mainstay::prelude::actor(mailbox = $limit, crate = $crate::__mainstay)]
        #[derive(Debug)]
        /// Holds a value.
        $vis struct $name {
            value: $value,
        }

        impl Default for $name {
            fn default() -> Self {
                Self { value: $first }
            }
        }

        #[$crate::__mainstay::prelude::handlers(crate = $crate::__mainstay)]
        impl $name {
            /// Puts a value in, and gives the one before.
            #[handle]
            $vis fn put(&mut self, value: $value) -> $value {
                std::mem::replace(&mut self.value, value)
            }

            /// Gives it, or says what is wrong.
            #[handle]
            $vis fn checked(&self, other: $value) -> Result<$got, $value> {
                if self.value == other { Ok(self.$get()) } else { Err(other) }
            }

            /// Reads it.
            #[handle]
            $vis fn $get(&$me) -> $got $body
        }
    };
}

/// An actor of whole handlers.
#[macro_export]
macro_rules! actor_of {
    ($name:ident { $($field:ident: $ty:ty),* } $($handler:item)*) => {
        #[$crate::__mainstay::prelude::actor(crate = $crate::__mainstay)]
        #[derive(Debug, Default)]
        /// Made of handlers.
        pub struct $name { $($field: $ty),* }

        #[$crate::__mainstay::prelude::handlers(crate = $crate::__mainstay)]
        impl $name { $($handler)* }
    };
}

/// An actor of methods with attributes as `meta`.
#[macro_export]
macro_rules! attributed {
    ($name:ident; $($(#[$attr:meta])* $vis:vis fn $method:ident(&$($word:ident)+ $(, $arg:ident: $ty:ty)*) -> $reply:ty $body:block)*) => {
        #[$crate::__mainstay::prelude::actor(crate = $crate::__mainstay)]
        #[derive(Debug)]
        /// Made of methods.
        pub struct $name;

        #[$crate::__mainstay::prelude::handlers(crate = $crate::__mainstay)]
        impl $name {
            $(
                /// A method.
                $(#[$attr])*
                $vis fn $method(&$($word)+ $(, $arg: $ty)*) -> $reply $body
            )*
        }
    };
}

/// A machine with one way through it.
#[macro_export]
macro_rules! one_way {
    ($data:ident, $states:ident, $flow:ident, $name:literal, $command:ty => $event:ty, $before:ident to $after:ident) => {
        /// What the states share.
        #[$crate::__mainstay::prelude::fsm(states = $states, crate = $crate::__mainstay)]
        #[derive(Debug, Default)]
        pub struct $data {
            seen: u64,
        }

        /// The states.
        #[derive(Debug, $crate::__mainstay::prelude::States)]
        #[states($data, name = $name, crate = $crate::__mainstay)]
        pub enum $states {
            /// Before.
            #[initial]
            #[on($command => $event => $after)]
            $before,
            /// After.
            #[terminal]
            $after,
        }
    };
}

/// An event with its name.
#[macro_export]
macro_rules! event {
    ($name:ident($ty:ty) = $stored:literal) => {
        /// An event.
        #[derive(
            Debug, $crate::__mainstay::prelude::Event, $crate::__serde::Serialize, $crate::__serde::Deserialize,
        )]
        #[serde(crate = "serde")]
        #[event(name = $stored, crate = $crate::__mainstay)]
        pub struct $name(pub $ty);
    };
}

/// A message with its answer.
#[macro_export]
macro_rules! message {
    ($name:ident($ty:ty) -> $reply:ty, $error:ty) => {
        /// A message.
        #[derive(Debug, Clone, $crate::__mainstay::prelude::Message, $crate::__serde::Serialize, $crate::__serde::Deserialize)]
        #[message(reply = $reply, error = $error, crate = $crate::__mainstay)]
        pub struct $name(pub $ty);
    };
}
