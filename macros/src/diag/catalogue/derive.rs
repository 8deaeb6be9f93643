//! Messages, events and timers: what is sent and what is stored.

use crate::diag::message::catalogue;

catalogue! {
    borrowing_message() => "a message outlives the call, so it cannot borrow",
        help "carry `String` for `&str`, `Vec<T>` for `&[T]`";
    generic_event() => "an event has one stored shape, so it cannot be generic",
        help "write one event for each type that is stored";
    generic_timer() => "a timer has one stored shape, so it cannot be generic",
        help "write one timer for each type";
    confirmable_generic() => "a message that is delivered has one stored shape, so it cannot be generic",
        help "write one message for each type that is stored";
    delivered_union() => "a union cannot be delivered",
        help "write a struct";

    no_name(word, owner, attribute, example) => "the {word} `{owner}` has no stored name",
        help "write `#[{attribute}(name = \"{example}\")]`: it stays when the type is renamed";
    machine_without_name(machine, name) in no_name => "under which name is the machine stored?",
        help "write `#[states({machine}, name = \"{name}\")]`; the name must never change";
    bad_name(example) => "a stored name is one word",
        help "write a name such as `\"{example}\"`";
    long_name(most, bytes, example) in bad_name => "a stored name has at most {most} bytes, and this one has {bytes}",
        help "write a name such as `\"{example}\"`";
    repeated_name(word) => "the {word} has this name already",
        help "take one of the two away";
    bad_tag() => "a tag is one word",
        help "write a tag such as `\"money\"`";

    bad_version() => "a version is a number from 1",
        help "leave it out for the first one";
    bad_earlier_version(shape) => "this is no earlier version",
        help "write `{shape}`";
    earlier_version_zero() in bad_earlier_version => "a version is a number from 1",
        help "write `1 = OldType` for the first one";
    version_read_twice() in bad_earlier_version => "this version is read as another type already",
        help "take one of the two away";
    version_not_earlier(old, current, next) in bad_earlier_version => "version {old} is not earlier than the event's own, {current}",
        help "write `version = {next}` when the shape changes";
    unordered_versions() in bad_earlier_version => "earlier versions are listed in order, each once",
        help "write the first one first";
}
