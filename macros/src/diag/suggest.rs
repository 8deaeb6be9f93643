//! What somebody meant who wrote something else.

/// The one of `known` that `word` is a slip of, if there is one: at most two letters are wrong.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    // Of a short word, two wrong letters leave nothing to recognise it by.
    let allowed = if word.chars().count() <= 3 { 1 } else { 2 };
    known
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// The help for an unknown word: the one that was meant, or all there are.
pub(crate) fn did_you_mean(word: &str, known: &[&str]) -> String {
    match (nearest(word, known), known) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, []) => "it takes no options".to_owned(),
        (None, [only]) => format!("the only option is `{only}`"),
        (None, [rest @ .., last]) => {
            let rest: Vec<_> = rest.iter().map(|key| format!("`{key}`")).collect();
            format!("the options are {} and `{last}`", rest.join(", "))
        }
    }
}

/// The number of letters to insert, delete, replace or swap with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut previous = None;
    for (i, from) in a.chars().enumerate() {
        let mut next = vec![i + 1];
        let mut last = i + 1;
        let mut left = None;
        for (j, to) in b.iter().enumerate() {
            let get = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX - 1);
            let mut best = (get(&row, j) + usize::from(from != *to)).min(get(&row, j + 1) + 1).min(last + 1);
            if previous == Some(*to) && left == Some(from) && j > 0 {
                best = best.min(get(&before, j - 1) + 1);
            }
            next.push(best);
            last = best;
            left = Some(*to);
        }
        before = std::mem::replace(&mut row, next);
        previous = Some(from);
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{did_you_mean, distance, nearest};

    #[test]
    fn distance_counts_edits() {
        assert_eq!(distance("handle", "handle"), 0);
        assert_eq!(distance("handler", "handle"), 1);
        assert_eq!(distance("hnadle", "handle"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn the_nearest_word_is_meant() {
        assert_eq!(nearest("mialbox", &["crate", "mailbox"]), Some("mailbox"));
        assert_eq!(nearest("colour", &["crate", "mailbox"]), None);
        assert_eq!(nearest("on", &["tag"]), None);
    }

    #[test]
    fn an_unknown_word_lists_what_there_is() {
        assert_eq!(did_you_mean("x", &["crate", "mailbox"]), "the options are `crate` and `mailbox`");
        assert_eq!(did_you_mean("mailbo", &["crate", "mailbox"]), "did you mean `mailbox`?");
    }
}
