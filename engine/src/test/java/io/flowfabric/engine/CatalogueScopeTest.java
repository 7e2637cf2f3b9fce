package io.flowfabric.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.engine.catalogue.Operation;
import io.flowfabric.engine.catalogue.Scope;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What {@code GET /v1/ops} may list: the operations of 08 §7, those of chapters that are not built yet included, and those
 * for named cursors (08 §11), each with its scope.
 */
class CatalogueScopeTest {
    private static final Map<Scope, Set<String>> SPECIFIED =
            Map.of(Scope.READ, names("""
                    await_result backend_label capabilities describe_edge describe_execution
                    describe_flow evaluate_flow_eligibility explain_execution get_budget_status
                    get_execution_namespace get_execution_result get_execution_tag get_flow_tag
                    list_attempts list_edges list_executions list_expired_leases list_flow_members
                    list_flows list_lanes list_pending_waitpoints list_suspended list_workers ping
                    read_budget_usage_and_limits read_current_attempt_index read_exec_core_fields
                    read_execution_context read_execution_info read_execution_state
                    read_flow_summary read_quota_policy_limits read_stream read_summary
                    read_total_attempt_count resolve_execution_flow_id scan_eligible_executions
                    server_time_ms subscribe_completion subscribe_events subscribe_instance_tags
                    subscribe_lease_history subscribe_signal_delivery tail_stream"""), Scope.SUBMIT, names("""
                    add_execution_to_flow apply_dependency_to_child cancel_execution cancel_flow
                    create_execution create_flow deliver_signal set_edge_group_policy
                    set_execution_tag set_execution_tags set_flow_tag set_flow_tags
                    stage_dependency_edge submit_batch"""), Scope.WORK, names("""
                    append_frame cancel claim claim_execution claim_for_worker
                    claim_from_resume_grant claim_resumed_execution complete complete_batch
                    complete_execution create_waitpoint delay fail fail_execution heartbeat_worker
                    issue_reclaim_grant mark_worker_dead observe_signals progress reclaim_execution
                    record_spend register_worker renew renew_batch renew_lease report_usage suspend
                    suspend_by_triple wait_children"""), Scope.ADMIN, names("""
                    ack_cancel_member block_execution_for_admission block_route cancel_flow_header
                    cascade_completion change_priority check_admission close_waitpoint create_budget
                    create_quota_policy deliver_approval_signal drain_sibling_cancel_group
                    expire_execution expire_suspension issue_claim_grant issue_grant_and_claim
                    list_waitpoint_hmac_kids mark_lease_expired_if_due prepare project_flow_summary
                    promote_blocked_to_eligible promote_delayed read_waitpoint_token
                    reconcile_budget_counters reconcile_execution_index reconcile_quota_counters
                    reconcile_sibling_cancel_group release_admission release_budget replay_execution
                    report_usage_admin reset_budget resolve_dependency resume_execution revoke_lease
                    rotate_waitpoint_hmac_secret_all seed_waitpoint_hmac_secret set_lane_state
                    shutdown_prepare sweep_workers trim_retention unblock_execution"""));

    private static final Map<Scope, Set<String>> OUR_OWN = Map.of(
            Scope.READ, Set.of("list_cursors"),
            Scope.WORK, Set.of("acquire_cursor", "advance_cursor", "release_cursor"),
            Scope.ADMIN, Set.of("delete_cursor"));

    @Test
    void everyOperationIsSpecifiedWithItsScopeOrOurOwn() {
        assertThat(Catalogue.all())
                .allSatisfy(operation -> assertThat(specifies(SPECIFIED, operation) || specifies(OUR_OWN, operation))
                        .as("%s with scope %s", operation, operation.scope())
                        .isTrue());
    }

    private static boolean specifies(Map<Scope, Set<String>> list, Operation<?, ?> operation) {
        return Optional.ofNullable(list.get(operation.scope()))
                .filter(names -> names.contains(operation.name()))
                .isPresent();
    }

    private static Set<String> names(String text) {
        return Set.copyOf(Arrays.asList(text.strip().split("\\s+")));
    }
}
