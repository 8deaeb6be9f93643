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

/// Any value.
enum Value {
    Plain(String),
    List(Vec<Value>),
    Map(Vec<(Value, Value)>),
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
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

    plain!(visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f32: f32, visit_f64: f64, visit_str: &str, visit_bytes: &[u8]);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Plain("nothing".into()))
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Plain("nothing".into()))
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
