//! Actors, and the handlers and hooks of all of them.

use crate::diag::message::catalogue;

catalogue! {
    actor_on_enum() => "`#[actor]` stands on a struct",
        help "put the enum into a field of one, or let it hold the states of a machine: `#[derive(States)]`";
    actor_on_union() in actor_on_enum => "`#[actor]` stands on a struct",
        help "put the union into a field of one";
    not_a_struct(of) in actor_on_enum => "`{of}` stands on a struct",
        help "put it on the struct that holds the data";
    borrowing_actor() => "an actor may outlive who spawns it, so it cannot borrow",
        help "hold `String` for `&str`, `Vec<T>` for `&[T]`, `Arc<T>` for `&T`";
    handlers_on_no_impl(of) => "`{of}` stands on an `impl` block",
        help "write `{of}` above `impl Name {{ .. }}`, with the struct that has `#[actor]`";
    handlers_of_no_struct() => "an actor is a struct of yours",
        help "write `impl Name {{ .. }}`, with the struct that has `#[actor]`";
    trait_impl() => "`#[handlers]` stands on the actor's own `impl` block, not on that of a trait",
        help "move the handlers into a block of their own, and call the trait's methods from there";

    misplaced(attribute) => "`#[{attribute}]` may only stand on a method inside an `#[handlers] impl`",
        help "put `#[handlers]` above the `impl` block that it is in, or take `#[{attribute}]` away";
    constant_as_handler() => "only a method can be a handler or a hook",
        help "write a method, or take the attribute away";
    given_twice(attribute) => "`#[{attribute}]` is given twice",
        help "take one of the two away";
    hook_and_handler() => "a method is a handler or one hook, not both",
        help "write a method for each, and call one from the other";
    conditional_handle(attribute) => "`#[{attribute}]` cannot stand in a `cfg_attr`: whether it is there is not known yet",
        help "put `#[cfg(..)]` on the method";
    near_miss_attribute(written, meant) => "`#[{written}]` makes no handler and no hook",
        help "did you mean `{meant}`?";

    modified_function(what, word) => "{what} cannot be `{word}`",
        help "{what} is a `fn` or an `async fn`";
    variadic_function(what) in modified_function => "{what} has a fixed number of arguments",
        help "take a `Vec`";
    async_and_blocking() => "a handler with `blocking` is not async: it may block its thread",
        help "take `async` away, or `blocking`";
    reserved_name(prefix) => "names that begin with `{prefix}` are reserved for generated code",
        help "choose another name";
    generic_handler() => "a handler cannot be generic: its message is one type",
        help "put the parameter on the actor, or write one handler for each type";
    handler_without_self(what, takes, name, most, attribute) => "{what} takes {takes}",
        help "write `fn {name}({most}, ..)`, or take `{attribute}` away";
    consuming_handler(what, takes) in handler_without_self => "{what} takes {takes}",
        help "an actor ends with `cx.stop()`, not by being consumed";
    lifetime_of_self(what) in handler_without_self => "the `self` of {what} has no lifetime of its own",
        help "take the lifetime away: `&self`, `&mut self`";
    two_contexts() => "a handler has one context",
        help "take one of the two away";

    attribute_of_an_argument() => "an argument of a handler takes no attributes",
        help "put them on the method";
    pattern_argument(ty) => "an argument of a handler is a name: callers see it",
        help "take `name: {ty}`, and take it apart in the body";
    shared_context() => "the context is lent for changing it",
        help "take `cx: &mut Context<Self>`";
    borrowed_argument(lent, name, owned) => "a message outlives the call, so `{lent}` cannot be sent",
        help "take `{name}: {owned}`";
    borrowed_in_an_argument(lent) in borrowed_argument => "a message outlives the call, so `{lent}` cannot be sent",
        help "take what owns its content: `String` for `&str`, `Vec<T>` for `&[T]`, `Arc<T>` for `&T`";
    impl_trait_argument() => "a message is one type, so an argument cannot be `impl Trait`",
        help "name the type";
    two_messages(typed, plain) => "`{typed}` takes one message",
        help "put both into one type, or write `{plain}`";
    no_message(typed, plain) in two_messages => "`{typed}` takes one message",
        help "take it as an argument, or write `{plain}`";
    message_handled_twice(message) => "`{message}` is handled twice",
        help "do both in one handler, or give one of them a message of its own";

    reply_given_twice() => "a handler that takes a `ReplyTo` replies through it, and returns nothing",
        help "return nothing, or take the `ReplyTo` away";
    two_ways_back() in reply_given_twice => "a caller is answered once, so a handler has one `ReplyTo`",
        help "take one of the two away";
    borrowed_reply(lent, owned) => "a reply leaves the actor, so `{lent}` cannot be one",
        help "return `{owned}`";
    impl_trait_reply() => "a reply is one type, so it cannot be `impl Trait`",
        help "name the type";

    two_hooks_of_a_kind(attribute) => "an actor has one `{attribute}` hook",
        help "call one from the other";
    generic_hook() => "a hook cannot be generic: nobody says what the type is",
        help "name the type";
    hook_arguments(attribute, given) => "nobody gives a `{attribute}` hook this argument",
        help "{given}";
    hook_returns(attribute, instead) => "nobody takes what a `{attribute}` hook returns",
        help "{instead}";
}
