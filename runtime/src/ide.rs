//! What editors see in place of what the compiler sees.

#[cfg(rust_analyzer)]
pub mod keys;

/// Two forms of the same items, the first for rust-analyzer, the second for the compiler.
///
/// "Implement missing members" pastes a generated trait as it is written. The form for editors is one to paste: without attributes, with
/// `async fn`, with short paths. The choice is made here and not in the user's crate, where the cfg would be one that nobody declared.
#[cfg(rust_analyzer)]
#[doc(hidden)]
#[macro_export]
macro_rules! __ide {
    ({ $($editors:tt)* } { $($compiler:tt)* }) => { $($editors)* };
}

/// Two forms of the same items, the first for rust-analyzer, the second for the compiler.
#[cfg(not(rust_analyzer))]
#[doc(hidden)]
#[macro_export]
macro_rules! __ide {
    ({ $($editors:tt)* } { $($compiler:tt)* }) => { $($compiler)* };
}

/// `fn arrive(..)`, what an actor in memory takes of deliveries, where there are any: `__deliveries!(Inbox, Close, Ship)`. The choice is made
/// here, since the user's crate does not know which features this one has.
#[cfg(feature = "persistence")]
#[doc(hidden)]
#[macro_export]
macro_rules! __deliveries {
    ($inbox:ident $(, $(#[$cfg:meta])* $message:ty)+) => {
        fn arrive(arrival: &$crate::delivery::Arrival<'_>) -> $crate::delivery::Arrived<$inbox> {
            use $crate::__private::NeverArrives as _;
            $crate::__private::arrived(
                arrival,
                &[$($(#[$cfg])* $crate::__private::Arriving::<$message>::taken_by::<Self>),+],
            )
        }
    };
}

/// Without stored entities nobody delivers anything.
#[cfg(not(feature = "persistence"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __deliveries {
    ($($taken:tt)*) => {};
}
