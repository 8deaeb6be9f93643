//! The examples are programs; see the files beside this one.
