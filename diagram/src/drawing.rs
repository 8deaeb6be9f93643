//! A machine with what a reader is to be shown beside it.

use crate::machine::Machine;
use crate::{dot, markdown, mermaid, svg};

/// A drawing of a machine: what it shows, before it is known in which language. Made by [`Machine::drawing`], and by the tables of machines.
#[derive(Clone, Debug)]
#[must_use = "nothing is drawn before it is written in some language"]
pub struct Drawing {
    pub(crate) machine: Machine,
    pub(crate) title: Option<String>,
    pub(crate) current: Option<String>,
    pub(crate) id: Option<String>,
}

impl Drawing {
    /// A drawing of this machine.
    pub fn new(machine: Machine) -> Self {
        Self { machine, title: None, current: None, id: None }
    }

    /// Gives it a title. Without one it is "State machine" with the machine's name.
    pub fn title(self, title: impl Into<String>) -> Self {
        Self { title: Some(title.into()), ..self }
    }

    /// Marks a state: the one that a machine is in. A name that no state has marks nothing.
    pub fn current(self, state: impl Into<String>) -> Self {
        Self { current: Some(state.into()), ..self }
    }

    /// What the ids of an SVG begin with, where one page has several drawings of one machine. Without it that is the name of the machine.
    pub fn id(self, id: impl Into<String>) -> Self {
        Self { id: Some(id.into()), ..self }
    }

    /// The drawing as one `<svg>` element, to be put into HTML or into a file.
    ///
    /// It needs no script, has no background and takes its colour from the text around it, so that it can be read on light and on dark pages. Its
    /// texts are text; it has a title and a description for those who cannot see it. No line is empty, so that it can stand in Markdown.
    pub fn to_svg(&self) -> String {
        svg::write(self)
    }

    /// The drawing in Mermaid's language for state diagrams.
    pub fn to_mermaid(&self) -> String {
        mermaid::write(self)
    }

    /// The drawing in DOT, Graphviz's language.
    pub fn to_dot(&self) -> String {
        dot::write(self)
    }

    /// The machine as a table in Markdown: a line for each outcome of each row.
    pub fn to_markdown(&self) -> String {
        markdown::write(self)
    }

    pub(crate) fn heading(&self) -> String {
        self.title.clone().unwrap_or_else(|| format!("State machine {}", self.machine.name))
    }

    pub(crate) fn is_current(&self, state: &str) -> bool {
        self.current.as_deref() == Some(state)
    }
}
