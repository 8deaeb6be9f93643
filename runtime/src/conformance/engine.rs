//! The engine that is tested, and how a rule is run on it.

use crate::journal::Store;
use std::error::Error;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// A rule that takes longer than this hangs: 2 minutes.
pub const TIME_LIMIT: Duration = Duration::from_mins(2);

/// Why a store could not be opened.
pub type OpenFailed = Box<dyn Error + Send + Sync>;

/// Opens the store that is tested.
pub trait Engine {
    /// Opens the store: an empty one the first time, and later the same one again.
    ///
    /// It is called again after the store was closed, and once while it is open, which either fails or makes an end of the one before.
    fn open(&mut self) -> impl Future<Output = Result<Arc<dyn Store>, OpenFailed>>;

    /// Whether [`open`](Engine::open) finds what was stored before. Without it, rules that need that say that they are skipped.
    fn restarts(&self) -> bool {
        true
    }
}

/// An engine with its store, open.
#[derive(Debug)]
pub struct Subject<E> {
    pub(super) engine: E,
    pub(super) store: Arc<dyn Store>,
}

impl<E: Engine> Subject<E> {
    /// Closes the store and opens it again, if the engine can do that.
    pub(super) async fn restart(&mut self) -> bool {
        if !self.engine.restarts() {
            eprintln!("skipped: the engine does not restart");
            return false;
        }
        // Closed already in some tests.
        let _ = self.store.close().await;
        self.store = self.engine.open().await.expect("a store that was closed can be opened again");
        true
    }
}

/// Runs `rule` on a new store of `engine`.
pub fn run<E: Engine, F: Future<Output = ()>>(mut engine: E, rule: impl FnOnce(Subject<E>) -> F) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    runtime.block_on(async {
        let test = async {
            let store = engine.open().await.expect("a new store can be opened");
            rule(Subject { engine, store }).await;
        };
        tokio::time::timeout(TIME_LIMIT, test).await.expect("the store answers");
    });
}

/// Tests an engine: `conformance!(name, engine)` makes a module `name` with a test for each rule.
///
/// `engine` is an expression that gives an [`Engine`](crate::conformance::Engine) whose store is empty; every test evaluates it anew. See
/// [`conformance`](mod@crate::conformance).
#[macro_export]
macro_rules! conformance {
    ($name:ident, $engine:expr) => {
        mod $name {
            #[allow(unused_imports, reason = "the expression names what is in scope outside")]
            use super::*;

            $crate::conformance! {
                @ $engine;
                events::t01_to_t11_windows_with_both_bounds_and_a_count,
                events::t11_an_unknown_entity_has_nothing,
                events::t21_t22_a_record_comes_back_as_it_was,
                events::t55_a_read_sees_what_was_appended_before_it,
                events::t57_the_last_number_counts_what_a_page_leaves_out,
                events::t61_tags_belong_to_each_event,
                events::t62_ids_do_not_mix,
                events::t64_payloads_of_all_sizes,
                events::t65_a_long_history_comes_in_bounded_pages,
                events::ids_come_in_pages,
                events::kinds_are_sorted,
                writers::t49_a_wrong_number_is_a_conflict_that_names_the_right_one,
                writers::t50_the_same_unit_again_is_there_already,
                writers::t50_the_same_unit_under_the_next_epoch_is_there_already,
                writers::t51_other_content_at_the_same_number_is_a_conflict,
                writers::t53_a_number_too_high_is_a_conflict,
                writers::t54_an_older_epoch_is_refused,
                writers::t54_an_epoch_of_the_future_is_refused,
                writers::t56_answers_come_in_order,
                writers::t63_numbers_beyond_32_and_53_bits,
                writers::t64_what_is_too_large_is_refused_before_it_is_written,
                writers::t64_a_unit_without_parts_and_ids_of_no_length_are_invalid,
                writers::t64_tags_that_are_no_words_and_traces_of_no_length_are_refused,
                writers::a_refused_unit_leaves_the_others_alone,
                writers::units_of_one_entity_follow_each_other_unawaited,
                writers::tasks_append_at_once,
                writers::one_of_many_writers_wins_each_number,
                writers::an_append_nobody_waits_for_is_stored,
                beside::t25_an_unknown_entity_has_no_snapshot,
                beside::t27_t28_t29_the_newest_snapshot_up_to_a_number,
                beside::t31_t33_snapshots_are_deleted_up_to_a_number,
                beside::t35_t40_the_same_number_again_replaces_the_snapshot,
                beside::t36_t38_a_large_snapshot_comes_back_as_it_was,
                beside::t39_of_many_snapshots_the_newest_are_kept,
                beside::t67_a_snapshot_of_the_last_event_outlives_all_events,
                beside::a_snapshot_at_a_number_without_event_is_refused,
                beside::a_snapshot_of_an_older_epoch_is_refused,
                beside::t71_all_parts_are_stored_with_the_events,
                beside::t71_no_part_of_a_refused_unit_is_stored,
                beside::a_unit_without_events_checks_the_number_and_leaves_it,
                beside::requests_are_kept_newest_first,
                beside::rows_are_replaced_and_removed_and_come_in_pages,
                beside::rows_that_are_due_come_earliest_first,
                deleting::t12_deleting_a_prefix_leaves_the_rest_and_the_number,
                deleting::t13_t14_deleting_everything_leaves_the_number,
                deleting::t15_to_t19_windows_across_a_deleted_prefix,
                deleting::t60_a_history_without_its_beginning_goes_on,
                deleting::e77_deleting_beyond_the_end_is_refused,
                deleting::t69_purging_leaves_the_number_and_nothing_else,
                deleting::t69_an_entity_begins_anew_after_a_purge,
                feeds::t43_t47_all_events_come_in_one_order,
                feeds::t43_who_follows_is_told_of_commits_and_of_the_end,
                feeds::t44_the_offset_is_exclusive_and_every_place_can_be_resumed,
                feeds::t45_deleted_events_are_passed_over_and_their_places_are_not_given_again,
                feeds::t46_no_more_is_read_than_was_asked_for,
                feeds::t48_a_tag_that_nothing_has_is_at_the_end_at_once,
                feeds::t59_no_event_appears_behind_a_place_that_was_read,
                lives::t70_a_second_owner_is_kept_out_or_makes_an_end_of_the_first,
                lives::reopening_raises_the_epoch_and_keeps_everything,
                lives::all_who_reopen_share_one_reopening,
                lives::a_restart_keeps_everything_and_raises_the_epoch,
                lives::a_closed_store_answers_closed,
            }
        }
    };
    (@ $engine:expr; $($file:ident::$rule:ident),+ $(,)?) => {
        $(
            #[test]
            fn $rule() {
                $crate::conformance::run($engine, $crate::conformance::$file::$rule);
            }
        )+
    };
}
