//! What is in a payload, for people to read.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Bytes of MessagePack, shown as the value that they are; others as they are.
pub(crate) struct Shown<'a>(pub(crate) &'a [u8]);

impl fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match rmp_serde::from_slice::<Value>(self.0) {
            Ok(value) => value.fmt(f),
            Err(_) => self.0.fmt(f),
        }
    }
}

/// What is in a payload, for people to read: the value that it is, as `Debug` would write it. Bytes that are no MessagePack are shown as they are.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let payload = rmp_serde::to_vec_named(&std::collections::BTreeMap::from([("amount", 3)]))?;
/// assert_eq!(mainstay::entity::in_words(&payload), r#"{"amount": 3}"#);
/// # Ok(())
/// # }
/// ```
pub fn in_words(payload: &[u8]) -> String {
    format!("{:?}", Shown(payload))
}

/// A payload as JSON over several lines, for people to read and to compare. Bytes that are a value of MessagePack are shown as that: so is a part
/// of a snapshot written. What JSON has no words for is shown in those of Rust.
#[cfg(feature = "testing")]
pub(crate) fn json(payload: &[u8]) -> String {
    match rmp_serde::from_slice::<Value>(payload) {
        Ok(value) => value.json(""),
        Err(_) => format!("{payload:?}"),
    }
}

/// Any value.
enum Value {
    Nothing,
    Plain(String),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Value>),
    Map(Vec<(Value, Value)>),
}

/// How far what is inside of something is set in.
#[cfg(feature = "testing")]
const INDENT: &str = "  ";

#[cfg(feature = "testing")]
impl Value {
    /// As JSON, whose later lines are set in so far.
    fn json(&self, indent: &str) -> String {
        let deeper = format!("{indent}{INDENT}");
        let all = |open, items: Vec<String>, close| {
            if items.is_empty() {
                return format!("{open}{close}");
            }
            format!("{open}\n{deeper}{}\n{indent}{close}", items.join(&format!(",\n{deeper}")))
        };
        match self {
            Self::Nothing => "null".into(),
            Self::Plain(words) => words.clone(),
            Self::Text(text) => quoted(text),
            Self::Bytes(bytes) => match rmp_serde::from_slice::<Self>(bytes) {
                Ok(value @ Self::Map(_)) => value.json(indent),
                Ok(_) | Err(_) => format!("{bytes:?}"),
            },
            Self::List(items) => all('[', items.iter().map(|item| item.json(&deeper)).collect(), ']'),
            Self::Map(entries) => {
                let key = |key: &Self| match key {
                    Self::Text(text) => quoted(text),
                    other => quoted(&other.json("")),
                };
                let entries = entries.iter().map(|(name, value)| format!("{}: {}", key(name), value.json(&deeper)));
                all('{', entries.collect(), '}')
            }
        }
    }
}

#[cfg(feature = "testing")]
fn quoted(text: &str) -> String {
    let escaped = text.chars().map(|letter| match letter {
        '"' | '\\' => format!("\\{letter}"),
        '\n' => "\\n".into(),
        control if control.is_control() => format!("\\u{:04x}", u32::from(control)),
        letter => letter.into(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.write_str("nothing"),
            Self::Text(text) => text.fmt(f),
            Self::Bytes(bytes) => bytes.fmt(f),
            Self::Plain(words) => f.write_str(words),
            Self::List(items) => f.debug_list().entries(items).finish(),
            Self::Map(entries) => f.debug_map().entries(entries.iter().map(|(key, value)| (key, value))).finish(),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Any)
    }
}

struct Any;

/// Each kind of value that has words of its own.
macro_rules! plain {
    ($($visit:ident: $type:ty),+) => {
        $(fn $visit<E>(self, value: $type) -> Result<Value, E> {
            Ok(Value::Plain(format!("{value:?}")))
        })+
    };
}

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    plain!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f32: f32, visit_f64: f64);

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.into()))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Value, E> {
        Ok(Value::Bytes(bytes.into()))
    }

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut items: S) -> Result<Value, S::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Value::List(list))
    }

    fn visit_map<M: MapAccess<'de>>(self, mut entries: M) -> Result<Value, M::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Value::Map(map))
    }
}
