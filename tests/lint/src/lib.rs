//! Every shape that the macros take, where nothing may be warned of.
//!
//! There is nothing to run: `cargo clippy` compiles this crate under every group of lints that people turn on, and a few that are off in most crates
//! but strict in some. What the user writes is written so that it gives no warning; then each that comes is of what the macros wrote beside it.
#![warn(clippy::pedantic, clippy::nursery)]
#![warn(
    clippy::allow_attributes_without_reason,
    clippy::expect_used,
    clippy::iter_over_hash_type,
    clippy::panic,
    clippy::redundant_type_annotations,
    clippy::unreachable,
    clippy::unwrap_in_result,
    clippy::unwrap_used,
    future_incompatible,
    let_underscore_drop,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    rust_2018_idioms,
    rust_2024_compatibility,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unsafe_code,
    unused_import_braces,
    unused_lifetimes,
    unused_macro_rules,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![allow(
    clippy::missing_const_for_fn,
    clippy::must_use_candidate,
    reason = "no handler is `const`, and none is called where what it returns would be forgotten"
)]
#![allow(
    forbidden_lint_groups,
    reason = "serde's derives allow lints that are forbidden here, which is only said of them"
)]
#![forbid(warnings)]

pub mod derives;
pub mod in_memory;
pub mod machine;
pub mod persistent;
pub mod volatile;
