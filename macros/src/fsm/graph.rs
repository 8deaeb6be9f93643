//! The machine as a graph: which states can be reached, and which can be left.

/// States by number, with the states that their rows lead to.
#[derive(Debug)]
pub(super) struct Graph {
    /// For each state, the states that rows of it lead to.
    pub(super) edges: Vec<Vec<usize>>,
    pub(super) initial: usize,
}

impl Graph {
    /// The states that no path from the initial one leads to.
    pub(super) fn unreachable(&self) -> Vec<usize> {
        let reached = self.reached(vec![self.initial]);
        (0..self.edges.len()).filter(|state| reached.get(*state) == Some(&false)).collect()
    }

    /// Whether a path of one row or more leads from `state` to each of the states.
    pub(super) fn reached_from(&self, state: usize) -> Vec<bool> {
        self.reached(self.edges.get(state).cloned().unwrap_or_default())
    }

    /// Whether a path leads from one of the `open` states to each of the states.
    fn reached(&self, mut open: Vec<usize>) -> Vec<bool> {
        let mut reached = vec![false; self.edges.len()];
        while let Some(state) = open.pop() {
            let Some(seen) = reached.get_mut(state) else { continue };
            if !std::mem::replace(seen, true) {
                open.extend(self.edges.get(state).into_iter().flatten());
            }
        }
        reached
    }

    /// The states that nothing leaves.
    pub(super) fn dead_ends(&self) -> Vec<usize> {
        let leads_away = |state: usize, edges: &[usize]| edges.iter().any(|target| *target != state);
        self.edges
            .iter()
            .enumerate()
            .filter(|(state, edges)| !leads_away(*state, edges))
            .map(|(state, _)| state)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;

    fn graph(edges: &[&[usize]]) -> Graph {
        Graph { edges: edges.iter().map(|edges| edges.to_vec()).collect(), initial: 0 }
    }

    #[test]
    fn a_state_that_only_unreachable_ones_lead_to_is_unreachable() {
        assert_eq!(graph(&[&[1], &[0], &[3], &[2]]).unreachable(), [2, 3]);
    }

    #[test]
    fn a_cycle_is_reached_once() {
        assert_eq!(graph(&[&[1], &[2], &[0]]).unreachable(), [0; 0]);
    }

    #[test]
    fn a_state_that_leads_only_to_itself_is_a_dead_end() {
        assert_eq!(graph(&[&[0, 1], &[1], &[]]).dead_ends(), [1, 2]);
    }

    #[test]
    fn a_state_reaches_itself_only_by_a_row() {
        let graph = graph(&[&[1], &[2], &[1], &[]]);
        assert_eq!(graph.reached_from(0), [false, true, true, false]);
        assert_eq!(graph.reached_from(1), [false, true, true, false]);
        assert_eq!(graph.reached_from(3), [false; 4]);
    }

    #[test]
    fn a_machine_without_states_has_no_mistakes() {
        assert_eq!(graph(&[]).unreachable(), [0; 0]);
        assert_eq!(graph(&[]).dead_ends(), [0; 0]);
    }
}
