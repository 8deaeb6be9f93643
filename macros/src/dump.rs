//! `MAINSTAY_EXPAND=Account`: while `Account` is compiled, what each macro makes of it is written to a file.
//!
//! For looking at one type where `cargo expand` would print a whole crate. Nothing of this runs without the variable, and nothing that goes wrong
//! here keeps anything from compiling.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use syn::{Item, ItemEnum, ItemStruct, ItemUnion, Type};

/// The name of the type whose expansions are written.
const VARIABLE: &str = "MAINSTAY_EXPAND";

/// Where they are written to, in the folder that cargo builds into.
const FOLDER: &str = "mainstay-expand";

/// Writes what the macro `name` has made of `item`, if it was asked for, and says where it is.
pub(crate) fn dump(name: &str, item: &TokenStream, expansion: &TokenStream) {
    let Ok(wanted) = env::var(VARIABLE) else { return };
    if type_of(item).is_none_or(|ty| ty != wanted) {
        return;
    }
    // Cargo runs the compiler in the root of the workspace.
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    let file = target.join(FOLDER).join(format!("{wanted}.{name}.rs"));
    match write(&file, expansion) {
        Ok(()) => eprintln!("{VARIABLE}: {}", file.display()),
        Err(error) => eprintln!("{VARIABLE}: {}: {error}", file.display()),
    }
}

/// The name of the struct or the enum that `item` is, or that it is an `impl` block of.
fn type_of(item: &TokenStream) -> Option<String> {
    // What is in the braces may be half-typed, and is not asked for.
    let mut tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    if let Some(TokenTree::Group(body)) = tokens.last_mut()
        && body.delimiter() == Delimiter::Brace
    {
        *body = Group::new(Delimiter::Brace, TokenStream::new());
    }
    let ident = match syn::parse2(tokens.into_iter().collect()).ok()? {
        Item::Struct(ItemStruct { ident, .. })
        | Item::Enum(ItemEnum { ident, .. })
        | Item::Union(ItemUnion { ident, .. }) => ident,
        Item::Impl(block) => match *block.self_ty {
            Type::Path(ty) => ty.path.segments.last()?.ident.clone(),
            _ => return None,
        },
        _ => return None,
    };
    Some(ident.to_string())
}

fn write(file: &Path, expansion: &TokenStream) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let text = for_compiler(expansion.clone()).to_string();
    // Without rustfmt, or where it cannot read what a mistake has left, the text is all on one line.
    let text = formatted(&text).unwrap_or(text);
    std::fs::write(file, text)
}

/// The text as rustfmt lays it out.
fn formatted(text: &str) -> Option<String> {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--emit", "stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    // It reads all before it writes anything; the pipe is closed here.
    rustfmt.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = rustfmt.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8(output.stdout).ok())?
}

/// The tokens with the second of the two forms in place of `::mainstay::__ide! { {..} {..} }`.
pub(crate) fn for_compiler(tokens: TokenStream) -> TokenStream {
    let mut output: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "__ide" => {
                // The rest of its path is before it, `! {..}` behind it.
                while output.pop_if(|token| is_path(token)).is_some() {}
                let form = tokens.nth(1).and_then(second_form).unwrap_or_default();
                output.extend(for_compiler(form));
            }
            TokenTree::Group(group) => {
                output.push(Group::new(group.delimiter(), for_compiler(group.stream())).into());
            }
            token => output.push(token),
        }
    }
    output.into_iter().collect()
}

fn is_path(token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(punct) => punct.as_char() == ':',
        other => matches!(other, TokenTree::Ident(_)),
    }
}

fn second_form(forms: TokenTree) -> Option<TokenStream> {
    let TokenTree::Group(forms) = forms else { return None };
    match forms.stream().into_iter().nth(1)? {
        TokenTree::Group(form) => Some(form.stream()),
        _ => None,
    }
}
