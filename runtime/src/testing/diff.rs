//! What is different between two texts, in the form that everybody knows.

use std::fmt::Write as _;

/// So many lines that are the same stand before and behind those that are not.
const CONTEXT: usize = 3;

/// One line of both texts together.
struct Line<'a> {
    /// Where it is: in both, in the old one, or in the new one.
    mark: char,
    text: &'a str,
}

/// The lines that differ, each with a few around it; empty where none does.
pub(super) fn unified(old: &str, new: &str) -> String {
    let lines = merged(&old.lines().collect::<Vec<_>>(), &new.lines().collect::<Vec<_>>());
    let differs: Vec<_> = (0..lines.len()).filter(|at| lines[*at].mark != ' ').collect();
    let is_near = |at: usize| differs.iter().any(|differs| differs.abs_diff(at) <= CONTEXT);
    let (mut text, mut left, mut right, mut was_near) = (String::new(), 1, 1, false);
    for (at, Line { mark, text: line }) in lines.iter().enumerate() {
        if is_near(at) {
            if !was_near {
                let _ = writeln!(text, "@@ line {left}, now line {right} @@");
            }
            let _ = writeln!(text, "{mark}{line}");
        }
        was_near = is_near(at);
        left += usize::from(*mark != '+');
        right += usize::from(*mark != '-');
    }
    text
}

/// All lines of both, so that as many as possible are the same.
fn merged<'a>(old: &[&'a str], new: &[&'a str]) -> Vec<Line<'a>> {
    // How many lines the two have in common from there on.
    let mut common = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for left in (0..old.len()).rev() {
        for right in (0..new.len()).rev() {
            common[left][right] = if old[left] == new[right] {
                common[left + 1][right + 1] + 1
            } else {
                common[left + 1][right].max(common[left][right + 1])
            };
        }
    }
    let (mut left, mut right, mut lines) = (0, 0, Vec::new());
    while left < old.len() || right < new.len() {
        let are_same = left < old.len() && right < new.len() && old[left] == new[right];
        let is_gone = left < old.len() && (right == new.len() || common[left + 1][right] >= common[left][right + 1]);
        let (mark, text) = match (are_same, is_gone) {
            (true, _) => (' ', old[left]),
            (false, true) => ('-', old[left]),
            (false, false) => ('+', new[right]),
        };
        lines.push(Line { mark, text });
        left += usize::from(mark != '+');
        right += usize::from(mark != '-');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::unified;

    #[test]
    fn texts_that_are_the_same_differ_in_nothing() {
        assert_eq!(unified("a\nb\n", "a\nb\n"), "");
        assert_eq!(unified("", ""), "");
    }

    #[test]
    fn what_differs_has_a_few_lines_around_it() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let new = "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\n";
        let expected = "@@ line 2, now line 2 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n+10\n";
        assert_eq!(unified(old, new), expected);
        assert_eq!(unified("", "a\n"), "@@ line 1, now line 1 @@\n+a\n");
        assert_eq!(unified("a\n", ""), "@@ line 1, now line 1 @@\n-a\n");
    }

    #[test]
    fn places_far_apart_are_told_apart() {
        let old = (0..20).fold(String::new(), |text, line| format!("{text}{line}\n"));
        let new = old.replacen("0\n", "zero\n", 1).replace("19\n", "");
        assert_eq!(
            unified(&old, &new),
            "@@ line 1, now line 1 @@\n-0\n+zero\n 1\n 2\n 3\n@@ line 17, now line 17 @@\n 16\n 17\n 18\n-19\n"
        );
    }
}
