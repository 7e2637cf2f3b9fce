package io.flowfabric.model.error.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorCodeTest {

    /** Kind, class, and the literals that have both. */
    private static final String TABLE = """
            not_found | terminal | execution_not_found flow_not_found attempt_not_found budget_not_found
            not_found | terminal | quota_policy_not_found
            not_found | expected | stream_not_found
            validation | terminal | invalid_input invalid_capabilities invalid_policy_json invalid_tag_key
            validation | terminal | payload_too_large signal_limit_exceeded invalid_waitpoint_key invalid_token
            validation | terminal | token_expired missing_token waitpoint_not_token_bound retention_limit_exceeded
            validation | terminal | invalid_lease_for_suspend invalid_dependency invalid_waitpoint_for_execution
            validation | terminal | invalid_blocking_reason unauthorized invalid_budget_scope
            validation | terminal | budget_override_not_allowed invalid_quota_spec invalid_kid invalid_secret_hex
            validation | terminal | invalid_grace_ms corruption handle_from_other_backend
            validation | retryable | capability_mismatch invalid_offset
            validation | soft_error | invalid_frame_type
            contention | retryable | use_claim_resumed_execution not_a_resumed_execution execution_not_leaseable
            contention | retryable | lease_conflict invalid_claim_grant claim_grant_expired no_eligible_execution
            contention | retryable | waitpoint_not_found waitpoint_pending_use_buffer_script stale_graph_revision
            contention | retryable | rate_limit_exceeded concurrency_limit_exceeded retry_exhausted
            contention | terminal | execution_not_active
            contention | informational | execution_not_eligible execution_not_in_eligible_set
            contention | informational | execution_not_reclaimable no_active_lease
            conflict | terminal | dependency_already_exists cycle_detected self_referencing_edge
            conflict | terminal | execution_already_in_flow budget_attach_conflict quota_attach_conflict
            conflict | terminal | rotation_conflict
            conflict | informational | waitpoint_already_exists
            conflict | bug | active_attempt_exists
            state | terminal | stale_lease lease_expired lease_revoked target_not_signalable
            state | terminal | resume_condition_not_met execution_not_terminal max_replays_exhausted
            state | terminal | replay_not_allowed stream_closed stale_owner_cannot_append execution_not_in_flow
            state | terminal | flow_already_terminal not_runnable terminal attempt_not_started
            state | terminal | execution_not_eligible_for_attempt max_retries_exhausted
            state | cooperative | budget_exceeded
            state | informational | execution_not_suspended already_suspended already_satisfied waitpoint_closed
            state | informational | duplicate_signal grant_already_exists ok_already_applied
            state | informational | attempt_already_terminal stream_already_closed budget_soft_exceeded
            state | informational | waitpoint_not_open waitpoint_not_pending pending_waitpoint_expired
            state | informational | not_blocked_by_deps deps_not_satisfied
            bug | bug | attempt_not_in_created_state invariant_violation
            transport | terminal | transport
            unavailable | terminal | unavailable hmac_secret_not_initialized invalid_secret
            unavailable | terminal | invalid_keys_missing_hmac
            resource_exhausted | retryable | resource_exhausted
            timeout | terminal | timeout
            stream_disconnected | terminal | stream_disconnected
            stream_backpressure | informational | stream_backpressure
            """;

    record Row(String literal, String kind, String errorClass) {}

    static Stream<Row> codes() {
        return TABLE.lines().flatMap(line -> {
            String[] columns = line.split(" \\| ");
            return Arrays.stream(columns[2].split(" ")).map(literal -> new Row(literal, columns[0], columns[1]));
        });
    }

    @ParameterizedTest
    @MethodSource("codes")
    void codeHasItsKindAndClass(Row row) {
        ErrorCode code = ErrorCode.ofLiteral(row.literal()).orElseThrow();

        assertThat(code.literal()).isEqualTo(row.literal());
        assertThat(code.kind().literal()).isEqualTo(row.kind());
        assertThat(code.errorClass().literal()).isEqualTo(row.errorClass());
    }

    @Test
    void noCodeIsMissingFromTheTable() {
        assertThat(codes().map(Row::literal))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ErrorCode.values())
                        .map(ErrorCode::literal)
                        .toList());
    }

    @Test
    void fenceProblemsAreDetailsAndNoCodes() {
        assertThat(Stream.of("fence_required", "partial_fence_triple", "edge_not_found"))
                .allSatisfy(literal -> assertThat(ErrorCode.ofLiteral(literal)).isEmpty());
    }
}
