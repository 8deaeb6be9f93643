//! What stands in the parentheses of an attribute, and what cannot be read.

use crate::diag::message::catalogue;

catalogue! {
    unreadable(words) => "{words}",
        help "until it can be read, it is left out, and the rest is there";

    unknown_option(of, written, meant) => "`{of}` has no option `{written}`",
        help "{meant}";
    duplicate_option(name) => "`{name}` is given twice",
        help "take one of the two away";
    malformed_option(of) => "`{of}` takes options of the form `key = value`",
        help "write `key = value`, with a comma between two";
    attribute_without_list(of, open) in malformed_option => "`{of}` takes its options in parentheses",
        help "write `{open}(..)]`";
    option_without_list(name, shape) in malformed_option => "`{name}` takes its options in parentheses",
        help "write `{shape}`";
    option_without_items(name, shape) in malformed_option => "`{name}` takes what it lists in parentheses",
        help "write `{shape}`";
    option_without_value(name, shape) in malformed_option => "`{name}` needs a value",
        help "write `{shape}`";
    bad_value(name, shape) in malformed_option => "this is no value for `{name}`",
        help "write `{shape}`";
    not_a_string(shape) in malformed_option => "this is no string",
        help "write `{shape}`";
    value_of_a_flag(name) in malformed_option => "`{name}` takes no value",
        help "write `{name}`";
    bad_time(shape) => "a time is a number and a unit: `ms`, `s`, `m`, `h` or `d`",
        help "write `{shape}`";
    bad_number(key, shape) => "`{key}` is a number from 1",
        help "write `{shape}`";

    bad_mailbox(key, shape) => "a {key} holds a number of messages from 1, or is unbounded",
        help "write `{shape}`";
    unknown_word(key, written, instead) in bad_supervision => "`{key}` cannot be `{written}`",
        help "{instead}";
    not_a_word(key, shape) in bad_supervision => "`{key}` is a word",
        help "write `{shape}`";
    falling_backoff() in bad_supervision => "the longest wait is shorter than the first",
        help "let `max` be at least `min`";
    bad_jitter(shape) in bad_supervision => "the jitter is a part of the wait, from 0 to 1",
        help "write `{shape}`";
    bad_restarts() in bad_supervision => "restarts are a number from 0",
        help "write `restarts = 10`";
    no_pause(shape) in delivery_options => "what is sent again without a pause never gets an answer",
        help "write `{shape}`";
}
