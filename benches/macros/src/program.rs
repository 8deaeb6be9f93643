//! Programs of any size, as somebody would write them.

use std::fmt::Write as _;

/// An actor with so many handlers of fifteen statements.
pub(crate) fn handlers(count: usize) -> String {
    let handlers = (0..count).map(|n| {
        format!(
            "/// Takes what came in, and says how much there is.
            #[handle]
            fn take_{n}(&mut self, amount: u64, note: String) -> Result<u64, Refusal> {{
                let before = self.balance;
                let limit = self.limits.get(&note).copied().unwrap_or(u64::MAX);
                if amount > limit {{ return Err(Refusal::Limit {{ amount, limit }}); }}
                let fee = match amount {{ 0..=99 => 0, 100..=9_999 => amount / 100, _ => 100 + (amount - 10_000) / 1_000 }};
                let net = amount.checked_sub(fee).ok_or(Refusal::Fee {{ fee }})?;
                self.balance = before.checked_add(net).ok_or_else(|| Refusal::Overflow {{ before, net }})?;
                self.history.push(Entry {{ at: self.clock.now(), amount, fee, note: note.clone() }});
                if self.history.len() > 1_000 {{ self.history.drain(..500).for_each(drop); }}
                let total: u64 = self.history.iter().filter(|entry| entry.fee > 0).map(|entry| entry.fee).sum();
                self.fees = total;
                for entry in self.history.iter_mut().rev().take(3) {{ entry.note.push_str(\", seen\"); }}
                let words: Vec<&str> = note.split_whitespace().collect();
                let longest = words.iter().max_by_key(|word| word.len()).map_or(\"\", |word| *word);
                println!(\"{{longest}}: {{}} of {{}} in {n}\", self.balance, total);
                Ok(self.balance + {n})
            }}"
        )
    });
    format!("impl Account {{ {} }}", handlers.collect::<Vec<_>>().join("\n"))
}

/// A stored machine with so many states, of which each has five rows.
pub(crate) fn machine(count: usize) -> String {
    let mut states = String::new();
    for n in 0..count {
        let initial = if n == 0 { "#[initial]" } else { "" };
        let mut rows = String::new();
        for row in 0..5 {
            let to = (n + row + 1) % count;
            let _ = write!(rows, "#[on(Command{row} => Event{row} => S{to:03})] ");
        }
        let _ = writeln!(states, "/// The state with the number {n:03}. \n {initial} {rows} S{n:03}(State{n:03}),");
    }
    format!("#[states(Big, name = \"big\")] pub enum BigState {{ {states} }}")
}
