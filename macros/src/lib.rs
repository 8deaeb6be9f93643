//! The macros of mainstay.
