//! A page that shows what a system does, while it does it: its actors and entities, the machine of an entity with the state that it is in, its events
//! with the state after each of them, timers, deliveries that are not confirmed, dead letters, rates.
//!
//! ```
//! use mainstay::prelude::*;
//! use mainstay_inspector::Inspector;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let system = System::volatile().start().await?;
//! let page = Inspector::new(&system).serve(([127, 0, 0, 1], 0)).await?;
//! println!("look at http://{}", page.address());
//! # Ok(())
//! # }
//! ```
//!
//! It shows what is stored and what is in memory, and nothing that an entity would have to be asked for: nobody is woken by being looked at. Of what is
//! stored it reads a page at a time, however much there is. What it needs is in the program: no script of others, nothing to fetch, no build step.
//!
//! # Who may look
//!
//! Whoever reaches the address, so it has to be one of this machine. Others are refused, unless that is said twice: by the address and by
//! [`Inspector::beyond_this_machine`]; then a token is needed for looking, too. The page sends it with every request, and keeps it in the tab alone.
//! There is no encryption: put it behind something that has.
//!
//! # Who may do something
//!
//! Nobody, without a [`token`](Inspector::token): the routes are not there. With one, whoever has it may passivate an entity, give up a delivery and cancel
//! a timer.
//!
//! # The same as JSON
//!
//! Each answer is an object; an error is `{"status": 404, "what": ".."}`. Times are milliseconds since 1970 UTC. `limit` is 100 where it is not given, and
//! 1 000 at most.
//!
//! | request | gives |
//! |---|---|
//! | `GET api/overview` | `at`, `health`, `events` (stored so far), `dead_letters`, `entities_in_memory`, `kinds` (hosted ones, with `is_machine`), `may_act` |
//! | `GET api/tree?limit` | the `actors` with their `level`, the `entities` in memory, and how many there are of both |
//! | `GET api/entities?kind&prefix&after&limit` | `ids` of what is stored, in byte order; `next` is the `after` of the next page, `null` on the last one |
//! | `GET api/entity?kind&id` | what [`System::inspect`] says, and the machine drawn as `svg` |
//! | `GET api/events?kind&id&after&limit` | its `events`, with their payloads in words; `last`, `deleted` |
//! | `GET api/state?kind&id&at` | the state after event `at`, and the `svg` of that |
//! | `GET api/timers?limit` | the timers of all entities that fire next |
//! | `GET api/deliveries?limit` | what entities in memory have sent and know of no confirmation |
//! | `GET api/dead-letters` | the last 200 since the inspector was made, newest first |
//! | `POST api/passivate` `{kind, id}` | |
//! | `POST api/give-up` `{kind, id, delivery}` | |
//! | `POST api/cancel-timer` `{kind, id, timer}` | `timer` is its `id` |
//!
//! The token goes into the header `authorization: Bearer ..`.
//!
//! [`System::inspect`]: mainstay::system::System::inspect

mod api;
mod guard;
mod inspector;
mod letters;
mod page;
mod problem;

pub use guard::{MIN_TOKEN, TokenError};
pub use inspector::{Inspector, ServeError, Serving};
