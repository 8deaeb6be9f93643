//! The ids of all stored entities of a type.

use crate::entity::{EntityId, Persistent};
use crate::journal::{ReadError, Store};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// So many ids are read at a time.
const PAGE: usize = 1024;

/// Goes through the ids of all entities of the type `A` of which something is stored, in byte order, a page at a time.
pub struct Ids<A> {
    store: Arc<dyn Store>,
    page: std::vec::IntoIter<Arc<str>>,
    last: Option<Arc<str>>,
    actor: PhantomData<fn() -> A>,
}

impl<A: Persistent> Ids<A> {
    pub(super) fn new(store: Arc<dyn Store>) -> Self {
        Self { store, page: Vec::new().into_iter(), last: None, actor: PhantomData }
    }

    /// The next id, or `None` after the last one.
    ///
    /// # Errors
    ///
    /// The store cannot be read. Calling again tries again.
    ///
    /// # Cancel safety
    ///
    /// Dropping the future skips nothing.
    pub async fn next(&mut self) -> Result<Option<EntityId<A>>, ReadError> {
        if self.page.as_slice().is_empty() {
            self.page = self.store.ids(A::KIND.into(), self.last.clone(), PAGE).await?.into_iter();
        }
        let Some(id) = self.page.next() else { return Ok(None) };
        self.last = Some(id.clone());
        let id = EntityId::new(id).map_err(|invalid| ReadError::Engine { cause: invalid.to_string().into() })?;
        Ok(Some(id))
    }
}

impl<A> fmt::Debug for Ids<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ids").field("last", &self.last).finish_non_exhaustive()
    }
}
