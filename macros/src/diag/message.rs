//! What is said of one mistake. The texts stand in the catalogue.

use std::fmt::{self, Display, Formatter};

/// Where the guide has a section for each slug.
const GUIDE: &str = "mainstay::guide::errors";

/// What is wrong, what to write instead, and where more is written about it.
pub(crate) struct Message {
    slug: &'static str,
    wrong: String,
    help: String,
}

impl Message {
    /// Only for the catalogue: the sink takes nothing that is not in there.
    pub(super) fn new(slug: &'static str, wrong: String, help: String) -> Self {
        Self { slug, wrong, help }
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { slug, wrong, help } = self;
        write!(f, "{wrong}\nhelp: {help}\nsee:  {GUIDE}#{slug}")
    }
}

/// Writes a function for each message, and `SLUGS`, which has the slugs of all of them.
///
/// A message is `name(what, it, is, about) => "what is wrong", help "what to write";`. Its slug is its name, or that of the rule that it belongs
/// to: `name() in rule => ..`. The slug is also that of the case in `tests/ui` and of the section in the guide.
macro_rules! catalogue {
    ($($name:ident($($about:ident),*) $(in $slug:ident)? => $wrong:literal, help $help:literal;)+) => {
        $(
            pub(crate) fn $name($($about: &dyn ::std::fmt::Display),*) -> $crate::diag::Message {
                let slug = catalogue!(@slug $name $($slug)?);
                $crate::diag::Message::new(slug, format!($wrong), format!($help))
            }
        )+

        #[cfg(test)]
        pub(crate) const SLUGS: &[&str] = &[$(catalogue!(@slug $name $($slug)?)),+];
    };
    (@slug $name:ident) => { stringify!($name) };
    (@slug $name:ident $slug:ident) => { stringify!($slug) };
}

pub(super) use catalogue;
