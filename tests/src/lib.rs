//! Holds no code: the tests are beside it.
