//! The README shows parts of programs and of their expansions: each must be what it says it is taken from.

use std::path::Path;

/// Parts are separated by a line that says so.
const LEFT_OUT: &str = "// ..";

#[test]
fn what_the_readme_shows_is_what_is_there() {
    let readme = read("README.md");
    let mut shown = 0;
    for part in readme.split("<!-- from ").skip(1) {
        let (file, rest) = part.split_once(" -->").expect("a comment ends");
        let (_, rest) = rest.split_once("```rust\n").expect("a block follows");
        let (block, _) = rest.split_once("```").expect("a block ends");
        let text = words(&read(file));
        for lines in block.split(LEFT_OUT).map(words).filter(|lines| !lines.is_empty()) {
            assert!(text.contains(&lines), "{file} does not have this part of the README:\n{lines}");
            shown += 1;
        }
    }
    assert!(shown >= 10, "the README shows {shown} parts");
}

fn read(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The text without its indentation, and with its lines as one.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
