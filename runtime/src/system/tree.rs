//! The live hierarchy, to be looked at.

use super::residents::Profile;
use super::run::System;
#[cfg(feature = "persistence")]
use crate::mailbox::Phase;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// The actors and entities that a system had at some moment. Displayed, it is an indented tree, and the entities after it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tree {
    /// Each actor, followed by its children in the order in which they were spawned. A list and not a tree of boxes, since a hierarchy may
    /// be deeper than a stack.
    pub actors: Vec<Branch>,
    /// The entities that somebody has asked for since the system started, by kind and id.
    #[cfg(feature = "persistence")]
    pub entities: Vec<Leaf>,
}

/// An entity in a [`Tree`]. It has neither parent nor children.
#[cfg(feature = "persistence")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Leaf {
    /// The stable name of its type.
    pub kind: &'static str,
    /// Its id.
    pub id: Arc<str>,
    /// How many messages wait, as in [`Branch::depth`].
    pub depth: usize,
    /// What it has in memory.
    pub phase: Phase,
}

/// An actor in a [`Tree`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// How many ancestors it has.
    pub level: usize,
    /// Its type.
    pub actor: &'static str,
    /// Its name, if it has one.
    pub name: Option<Arc<str>>,
    /// How many messages wait. The ones that the actor took out of its mailbox last are counted until it comes for more.
    pub depth: usize,
    /// How often it has started over.
    pub restarts: u32,
}

impl Tree {
    fn grow(profiles: Vec<Profile>) -> Vec<Branch> {
        let known: HashSet<usize> = profiles.iter().map(|profile| profile.key).collect();
        let mut children: HashMap<Option<usize>, Vec<Profile>> = HashMap::new();
        for profile in profiles {
            // A parent that has gone between the two looks leaves its children at the top.
            let parent = profile.parent.filter(|parent| known.contains(parent));
            children.entry(parent).or_default().push(profile);
        }
        let mut actors = Vec::with_capacity(known.len());
        let mut next = |level: usize, parent: Option<usize>, waiting: &mut Vec<(usize, Profile)>| {
            let youngest_first = children.remove(&parent).into_iter().flatten().rev();
            waiting.extend(youngest_first.map(|profile| (level, profile)));
        };
        let mut waiting = Vec::new();
        next(0, None, &mut waiting);
        while let Some((level, profile)) = waiting.pop() {
            next(level + 1, Some(profile.key), &mut waiting);
            let Profile { kind, name, depth, restarts, .. } = profile;
            actors.push(Branch { level, actor: kind, name, depth, restarts });
        }
        actors
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.actors.iter().try_for_each(|branch| writeln!(f, "{branch}"))?;
        #[cfg(feature = "persistence")]
        self.entities.iter().try_for_each(|leaf| writeln!(f, "{leaf}"))?;
        Ok(())
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, actor, name, depth, restarts } = self;
        // Not as a width, which is at most 65 535.
        (0..*level).try_for_each(|_| f.write_str("  "))?;
        f.write_str(actor)?;
        if let Some(name) = name {
            write!(f, " \"{name}\"")?;
        }
        write!(f, ": {depth} waiting, {restarts} restarts")
    }
}

#[cfg(feature = "persistence")]
impl fmt::Display for Leaf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, id, depth, phase } = self;
        write!(f, "{kind} \"{id}\": {depth} waiting, {phase}")
    }
}

impl System {
    /// The actors in memory that are alive now, by who spawned whom, and the entities that have been asked for.
    ///
    /// ```
    /// use mainstay::prelude::*;
    ///
    /// #[actor]
    /// struct Clerk;
    ///
    /// #[handlers]
    /// impl Clerk {}
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let system = System::volatile().start().await?;
    /// let _clerk = system.spawn_named("front desk", Clerk)?;
    /// let tree = system.tree();
    /// assert_eq!(tree.actors[0].name.as_deref(), Some("front desk"));
    /// assert!(tree.to_string().ends_with("Clerk \"front desk\": 0 waiting, 0 restarts\n"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn tree(&self) -> Tree {
        Tree {
            actors: Tree::grow(self.0.core.residents().map(|residents| residents.profiles()).unwrap_or_default()),
            #[cfg(feature = "persistence")]
            entities: self.0.entities.leaves(),
        }
    }
}
