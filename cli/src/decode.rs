//! MessagePack as JSON, without knowing the types.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value, json};
use std::fmt;

/// What stands in `bytes`, one value after another; whatever is no MessagePack is given in hexadecimal.
pub(crate) fn all(mut bytes: &[u8]) -> Vec<Value> {
    let mut values = Vec::new();
    while !bytes.is_empty() {
        let rest = bytes;
        if let Ok(Shown(value)) = rmp_serde::from_read(&mut bytes) {
            values.push(value);
        } else {
            values.push(hex(rest));
            break;
        }
    }
    values
}

/// The same of a payload, which is one value.
pub(crate) fn payload(bytes: &[u8]) -> Value {
    let mut values = all(bytes);
    if values.len() == 1 { values.remove(0) } else { hex(bytes) }
}

/// The same of a stored state. That of a machine is its own state, and what all its states share, encoded apart.
pub(crate) fn state(bytes: &[u8]) -> Value {
    let mut state = payload(bytes);
    if let Some(fields) = state.as_object_mut()
        && fields.len() == 2
        && fields.contains_key("state")
        && let Some(shared) = fields.get("data").and_then(self::bytes)
    {
        fields.insert("data".into(), payload(&shared));
    }
    state
}

/// The bytes that [`hex`] has written.
pub(crate) fn bytes(value: &Value) -> Option<Vec<u8>> {
    let text = value.get("hex")?.as_str()?;
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// JSON has no bytes.
fn hex(bytes: &[u8]) -> Value {
    json!({ "hex": bytes.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}")) })
}

/// A value of any type.
struct Shown(Value);

impl<'de> Deserialize<'de> for Shown {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Any).map(Shown)
    }
}

struct Any;

impl<'de> Visitor<'de> for Any {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    /// JSON has no infinities, and nothing that is no number.
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or_else(|| value.to_string().into(), Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_bytes<E>(self, value: &[u8]) -> Result<Value, E> {
        Ok(hex(value))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, value: D) -> Result<Value, D::Error> {
        value.deserialize_any(self)
    }

    /// An extension is its number and its bytes.
    fn visit_newtype_struct<D: Deserializer<'de>>(self, value: D) -> Result<Value, D::Error> {
        value.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(Shown(value)) = sequence.next_element()? {
            values.push(value);
        }
        Ok(values.into())
    }

    /// JSON has texts as keys alone.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut values = Map::new();
        while let Some((Shown(key), Shown(value))) = map.next_entry()? {
            let key = key.as_str().map_or_else(|| key.to_string(), Into::into);
            values.insert(key, value);
        }
        Ok(values.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_value_is_shown() {
        // {"a": [1, -1, nil, true], 2: bytes 07 ff}, then 1.5
        let bytes = b"\x82\xa1a\x94\x01\xff\xc0\xc3\x02\xc4\x02\x07\xff\xcb\x3f\xf8\0\0\0\0\0\0";
        assert_eq!(all(bytes), [json!({"a": [1, -1, null, true], "2": {"hex": "07ff"}}), json!(1.5)]);
    }

    #[test]
    fn what_the_states_of_a_machine_share_is_shown_too() {
        // {"data": bytes of {"a": 7}, "state": "Open"}
        let bytes = b"\x82\xa4data\xc4\x04\x81\xa1a\x07\xa5state\xa4Open";
        assert_eq!(state(bytes), json!({"data": {"a": 7}, "state": "Open"}));
        assert_eq!(state(b"\x81\xa1a\x07"), json!({"a": 7}));
    }

    #[test]
    fn what_is_cut_off_is_shown_as_bytes() {
        assert_eq!(payload(b"\x92\x01"), json!({"hex": "9201"}));
        assert_eq!(payload(b""), json!({"hex": ""}));
        assert_eq!(bytes(&json!({"hex": "9201"})), Some(vec![0x92, 1]));
    }
}
