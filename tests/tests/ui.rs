//! Programs that must not compile, each with what the compiler says. `TRYBUILD=overwrite` writes the answers anew.

#[test]
fn every_mistake_is_an_error_at_the_word() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}
