//! Text: how wide it is, where it is broken, what has to be escaped.

/// The size of text, in pixels.
pub(crate) const SIZE: i64 = 12;
/// The height of a line.
pub(crate) const LINE: i64 = 16;
/// Lines are broken behind so many characters, where there is a place to break them.
const BREAK: usize = 26;

/// How wide a line is, at most. The font has a fixed width, of 0.6 of its size in all that are common; what is not Latin may take two places.
pub(crate) fn width(line: &str) -> i64 {
    let cells: i64 = line.chars().map(|letter| if letter < '\u{1100}' { 1 } else { 2 }).sum();
    (cells * SIZE * 61 + 99) / 100
}

/// A number of things as a length.
pub(crate) fn count(things: usize) -> i64 {
    i64::try_from(things).unwrap_or(i64::MAX / 1024)
}

/// Breaks what is too long at its spaces. What follows the first line is moved in a little.
pub(crate) fn broken(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            // A slash stays with the event that follows it.
            Some(line) if line.ends_with('/') || line.chars().count() + word.chars().count() < BREAK => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("\u{a0}\u{a0}{word}")),
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Text in XML.
pub(crate) fn xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // A newline would end a block of Markdown, and XML knows no other control character.
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A name as an id of XML, Mermaid and DOT know it.
pub(crate) fn identifier(name: &str) -> String {
    let each = name.chars().map(|letter| {
        // Two names that differ have ids that differ.
        if letter.is_ascii_alphanumeric() { letter.to_string() } else { format!("_{:x}_", u32::from(letter)) }
    });
    each.collect()
}
