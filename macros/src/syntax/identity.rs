//! Under which name and in which version a type is stored: `name = "order.paid", version = 2, alias = "order.payed"`.

use super::args::Args;
use super::stored::check_name;
use crate::diag::{Diagnostics, catalogue};
use syn::{Ident, LitInt, LitStr};

/// How a kind of stored types is spoken of.
pub(crate) struct Kind {
    pub(crate) word: &'static str,
    /// The name of the derive's helper attribute.
    pub(crate) attribute: &'static str,
    pub(crate) name: &'static str,
    pub(crate) alias: &'static str,
}

/// What is stored of the type beside its value.
pub(crate) struct Identity {
    kind: &'static Kind,
    /// `None` if it is missing, which has been reported.
    pub(crate) name: Option<LitStr>,
    pub(crate) version: Option<LitInt>,
    pub(crate) aliases: Vec<LitStr>,
}

impl Identity {
    /// Reads that of the type `owner`.
    pub(crate) fn read(kind: &'static Kind, args: &Args, owner: &Ident, diag: &mut Diagnostics) -> Self {
        let Kind { word, attribute, name: example, alias } = kind;
        let name = match args.get("name") {
            Some(arg) => arg.value(&format!("name = \"{example}\""), diag),
            None if !args.is_whole() => None,
            None => {
                diag.error(owner, catalogue::no_name(word, owner, attribute, example));
                None
            }
        };
        let version = args.get("version").and_then(|arg| arg.value("version = 2", diag));
        let aliases = args.get("alias").map(|arg| arg.strings(&format!("alias = \"{alias}\""), diag));
        Self { kind, name, version, aliases: aliases.unwrap_or_default() }
    }

    /// Says what is wrong with it.
    pub(crate) fn check(&self, diag: &mut Diagnostics) {
        self.check_names(diag);
        self.check_version(diag);
    }

    // A type that cannot be told from others:
    //
    //     #[event(name = "")]
    //
    fn check_names(&self, diag: &mut Diagnostics) {
        let names: Vec<_> = self.name.iter().chain(&self.aliases).collect();
        for (at, name) in names.iter().enumerate() {
            check_name(name, self.kind.name, diag);
            if let Some(first) = names.iter().take(at).find(|earlier| earlier.value() == name.value()) {
                diag.error(name, catalogue::repeated_name(&self.kind.word)).first(first);
            }
        }
    }

    // Versions count from one:
    //
    //     #[event(name = "order.paid", version = 0)]
    //
    fn check_version(&self, diag: &mut Diagnostics) {
        if let Some(version) = self.version.as_ref().filter(|version| number(version).is_none()) {
            diag.error(version, catalogue::bad_version());
        }
    }
}

/// The version, if it is one.
pub(crate) fn number(version: &LitInt) -> Option<u32> {
    version.base10_parse().ok().filter(|version| *version > 0)
}
