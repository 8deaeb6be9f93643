//! What generated code names and people do not. Not part of the public interface: it changes without notice.

/// Reads a `Result`, whatever it is called.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is called `Result` but is not one",
    note = "return `::core::result::Result`, or give the type another name"
)]
pub trait ResultLike {
    /// The reply.
    type Ok;
    /// The refusal.
    type Err;

    /// The `Result`.
    fn into_result(self) -> Result<Self::Ok, Self::Err>;
}

impl<T, E> ResultLike for Result<T, E> {
    type Ok = T;
    type Err = E;

    fn into_result(self) -> Self {
        self
    }
}

/// A message that may turn out not to be one. The lifetime keeps the compiler from checking the bound before it is used, so that a type
/// without `#[derive(Message)]` is reported once, where it is named.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message",
    note = "add `#[derive(Message)]` to `{Self}`"
)]
pub trait MessageOf<'a>: crate::call::Message {}

impl<M: crate::call::Message> MessageOf<'_> for M {}

/// An event that may turn out not to be one; see [`MessageOf`].
#[cfg(feature = "persistence")]
pub trait EventOf<'a>: crate::entity::Event {}

#[cfg(feature = "persistence")]
impl<E: crate::entity::Event> EventOf<'_> for E {}

/// The way back to the caller of a message, while the message waits.
pub type PortOf<M> = crate::call::Port<<M as crate::call::Message>::Reply, <M as crate::call::Message>::Error>;

/// The way back to the caller of a message, while the message is handled.
pub type ReplyToOf<M> = crate::call::ReplyTo<<M as crate::call::Message>::Reply, <M as crate::call::Message>::Error>;

/// Whether the stored name at `at` is none of those before it.
pub const fn is_new(names: &[&str], at: usize) -> bool {
    let mut earlier = 0;
    while earlier < at {
        if equal(names[earlier].as_bytes(), names[at].as_bytes()) {
            return false;
        }
        earlier += 1;
    }
    true
}

/// `==` of slices, which is not const.
const fn equal(a: &[u8], b: &[u8]) -> bool {
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}
