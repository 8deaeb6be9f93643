//! What somebody does in an editor, done by a real rust-analyzer.

use crate::lsp::Client;
use crate::page::Page;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// How often the server may be quiescent without having built the macros.
const ATTEMPTS: usize = 10;

/// An editor with a fixture open in it.
#[derive(Debug)]
pub struct Editor {
    client: Client,
    source: PathBuf,
    /// The files as they are on disk.
    saved: BTreeMap<&'static str, String>,
    /// The files as the server has them.
    open: BTreeMap<&'static str, String>,
    version: u64,
}

/// Where rust-analyzer builds the macros.
fn target() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/ide")
}

impl Editor {
    /// Opens the files of a fixture and waits until the server has loaded it. `None` where there is no rust-analyzer.
    pub fn open(fixture: &str, files: &[&'static str]) -> Option<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(fixture);
        let root = root.canonicalize().unwrap_or_else(|why| panic!("{}: {why}", root.display()));
        let installed = Command::new("rust-analyzer").arg("--version").current_dir(&root).output();
        if !installed.is_ok_and(|output| output.status.success()) {
            return None;
        }
        let client = Client::start(Command::new("rust-analyzer").current_dir(&root)).expect("it starts");
        let saved = files.iter().map(|file| (*file, Page::of(fixture, file).text())).collect();
        let mut editor = Self { client, source: root.join("src"), saved, open: BTreeMap::new(), version: 0 };
        editor.load(&root);
        Some(editor)
    }

    fn load(&mut self, root: &Path) {
        let capabilities = json!({
            "experimental": { "serverStatusNotification": true },
            "general": { "positionEncodings": ["utf-8"] },
            "textDocument": {
                "codeAction": {
                    "codeActionLiteralSupport": { "codeActionKind": { "valueSet": ["quickfix", "refactor"] } },
                    "resolveSupport": { "properties": ["edit"] },
                    "dataSupport": true,
                },
                "diagnostic": {},
                "hover": { "contentFormat": ["markdown"] },
            },
            "workspace": { "workspaceEdit": { "documentChanges": true } },
        });
        let options = json!({
            "cachePriming": { "enable": false },
            "cargo": { "allTargets": false, "targetDir": target() },
            "checkOnSave": false,
            // What could be imported from elsewhere is not asked for here, and takes long to find.
            "completion": { "autoimport": { "enable": false } },
        });
        let root = format!("file://{}", root.display());
        let params = json!({
            "processId": std::process::id(), "rootUri": root, "capabilities": capabilities, "initializationOptions": options,
            "workspaceFolders": [{ "uri": root, "name": "fixture" }],
        });
        self.client.request("initialize", &params).expect("it initializes");
        self.client.notify("initialized", &json!({}));
        // It is quiescent more than once, also between having read the manifest and building the macros. So it is loaded when it finds no
        // mistakes in what uses them; until then it is told to build them, after which it is quiescent once more.
        let mut mistakes = Vec::new();
        for _ in 0..ATTEMPTS {
            while self.client.notification("experimental/serverStatus")["quiescent"] != true {}
            mistakes = self.mistakes(&[]);
            if mistakes.is_empty() {
                return;
            }
            self.client.request("rust-analyzer/rebuildProcMacros", &Value::Null).expect("it builds");
        }
        panic!("the fixture has mistakes: {mistakes:?}");
    }

    /// Shows the server these pages, and all other files as they are on disk.
    fn show(&mut self, pages: &[Page]) {
        for (file, saved) in self.saved.clone() {
            let text = pages.iter().find(|page| page.file == file).map_or(saved, Page::text);
            if self.open.get(file) == Some(&text) {
                continue;
            }
            self.version += 1;
            let (uri, version) = (self.uri(file), self.version);
            let before = self.open.insert(file, text.clone());
            if before.is_some() {
                let params =
                    json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": [{ "text": text }] });
                self.client.notify("textDocument/didChange", &params);
            } else {
                let document = json!({ "uri": uri, "languageId": "rust", "version": version, "text": text });
                self.client.notify("textDocument/didOpen", &json!({ "textDocument": document }));
            }
        }
    }

    /// What the server says about the place of the cursor, which one of the pages has.
    fn ask(&mut self, method: &str, pages: &[Page], more: &Value) -> Result<Value, String> {
        self.show(pages);
        let (file, (line, column)) =
            pages.iter().find_map(|page| Some((page.file, page.cursor()?))).expect("a page has the cursor");
        let position = json!({ "line": line, "character": column });
        let mut params = json!({
            "textDocument": { "uri": self.uri(file) },
            "position": position,
            "range": { "start": position, "end": position },
        });
        for (key, value) in more.as_object().into_iter().flatten() {
            params[key] = value.clone();
        }
        self.client.request(method, &params)
    }

    /// What the server reports in these pages and in all other files.
    pub fn mistakes(&mut self, pages: &[Page]) -> Vec<String> {
        self.show(pages);
        let mut mistakes = Vec::new();
        for file in self.saved.clone().into_keys() {
            let params = json!({ "textDocument": { "uri": self.uri(file) } });
            let report = self.client.request("textDocument/diagnostic", &params).expect("it answers");
            let items = report["items"].as_array().into_iter().flatten();
            mistakes.extend(items.map(|item| format!("{file}: {}", item["message"].as_str().unwrap_or_default())));
        }
        mistakes
    }

    /// What is offered at the cursor, without what comes after the name.
    pub fn completions(&mut self, pages: &[Page]) -> BTreeSet<String> {
        let answer = self.ask("textDocument/completion", pages, &Value::Null).expect("it answers");
        let items = answer["items"].as_array().or_else(|| answer.as_array()).cloned().unwrap_or_default();
        let label = |item: &Value| Some(item["label"].as_str()?.split(['(', ' ', '…']).next()?.to_owned());
        items.iter().filter_map(label).collect()
    }

    /// What is shown of the word at the cursor.
    pub fn hover(&mut self, pages: &[Page]) -> String {
        let answer = self.ask("textDocument/hover", pages, &Value::Null).expect("it answers");
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    /// Where the word at the cursor is defined: the file, and the line without its indentation.
    pub fn definitions(&mut self, pages: &[Page]) -> Vec<String> {
        let answer = self.ask("textDocument/definition", pages, &Value::Null).expect("it answers");
        self.lines(&answer)
    }

    /// Every place that names what the word at the cursor names, its definition too.
    pub fn references(&mut self, pages: &[Page]) -> Vec<String> {
        let more = json!({ "context": { "includeDeclaration": true } });
        let answer = self.ask("textDocument/references", pages, &more).expect("it answers");
        let mut lines = self.lines(&answer);
        lines.sort();
        lines.dedup();
        lines
    }

    fn lines(&self, places: &Value) -> Vec<String> {
        let many = places.as_array().cloned();
        let places = many.unwrap_or_else(|| vec![places.clone()]);
        let line = |place: &Value| {
            let uri = place["uri"].as_str()?;
            let start = &place["range"]["start"]["line"];
            let file = self.file(uri);
            let text = self.open.get(file.as_str())?;
            let line = text.lines().nth(usize::try_from(start.as_u64()?).ok()?)?.trim();
            Some(format!("{file}: {line}"))
        };
        places
            .iter()
            .filter(|place| !place.is_null())
            .map(|place| line(place).unwrap_or_else(|| place.to_string()))
            .collect()
    }

    /// The files as they are after the word at the cursor has a new name, or why it cannot have one.
    pub fn rename(&mut self, pages: &[Page], name: &str) -> Result<BTreeMap<String, String>, String> {
        let answer = self.ask("textDocument/rename", pages, &json!({ "newName": name }))?;
        Ok(self.edited(&answer))
    }

    /// The files as they are after an action, which is known by a part of its title.
    pub fn act(&mut self, pages: &[Page], title: &str) -> Result<BTreeMap<String, String>, String> {
        let more = json!({ "context": { "diagnostics": [] } });
        let actions = self.ask("textDocument/codeAction", pages, &more)?;
        let mut actions = actions.as_array().cloned().unwrap_or_default();
        let titles: Vec<_> = actions.iter().map(|action| action["title"].to_string()).collect();
        let found = titles.iter().position(|found| found.contains(title));
        let found = found.ok_or_else(|| format!("`{title}` is not among {titles:?}"))?;
        let action = self.client.request("codeAction/resolve", &actions.swap_remove(found))?;
        Ok(self.edited(&action["edit"]))
    }

    /// The files that an edit changes, with its changes.
    fn edited(&self, edit: &Value) -> BTreeMap<String, String> {
        let changes = edit["documentChanges"].as_array().into_iter().flatten();
        let mut edited = BTreeMap::new();
        for change in changes {
            let file = self.file(change["textDocument"]["uri"].as_str().unwrap_or_default());
            let mut text = self.open.get(file.as_str()).unwrap_or_else(|| panic!("{file} is not open")).clone();
            let mut edits: Vec<_> = change["edits"].as_array().cloned().unwrap_or_default();
            // From the end, so that the places of the others stay.
            edits.sort_by_key(|edit| std::cmp::Reverse(offset(&text, &edit["range"]["start"])));
            for edit in edits {
                let (start, end) = (offset(&text, &edit["range"]["start"]), offset(&text, &edit["range"]["end"]));
                text.replace_range(start..end, edit["newText"].as_str().unwrap_or_default());
            }
            edited.insert(file, text);
        }
        edited
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}", self.source.join(file).display())
    }

    /// The name of a file of the fixture; of any other, its whole address.
    fn file(&self, uri: &str) -> String {
        let source = format!("file://{}/", self.source.display());
        uri.strip_prefix(&source).unwrap_or(uri).to_owned()
    }
}

/// The byte that a position of the protocol is at.
fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| position[key].as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or_default();
    let before: usize = text.split_inclusive('\n').take(number("line")).map(str::len).sum();
    before + number("character")
}
