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
