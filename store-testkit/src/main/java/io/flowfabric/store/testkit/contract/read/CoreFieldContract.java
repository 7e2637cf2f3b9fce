package io.flowfabric.store.testkit.contract.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.budget.BudgetId;
import io.flowfabric.model.budget.QuotaPolicyId;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.lease.ProgressRequest;
import io.flowfabric.model.op.lease.RenewRequest;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.op.read.ReadExecCoreFields;
import io.flowfabric.model.op.submit.CancelExecution;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** 06 §7.7 on a store: the fields of 02 §1.2, by name and as text. */
@Covers("read_exec_core_fields")
public abstract class CoreFieldContract extends ContractSuite {

    /** Each name with its value, or alone when it has none. */
    private static final String INITIAL_VALUES = """
            namespace shop
            lane_id main
            current_lane main
            execution_kind charge
            creator_identity alice
            payload_encoding raw
            flow_id
            required_capabilities cuda,gpu
            priority 7
            lifecycle_phase runnable
            ownership_state unowned
            eligibility_state eligible_now
            blocking_reason waiting_for_worker
            blocking_detail
            terminal_outcome none
            attempt_state pending_first_attempt
            public_state waiting
            total_attempt_count 0
            retry_count 0
            replay_count 0
            lease_reclaim_count 0
            current_attempt_index
            current_attempt_id
            current_lease_id
            current_lease_epoch 0
            current_worker_id
            current_worker_instance_id
            lease_acquired_at
            lease_expires_at
            lease_last_renewed_at
            lease_renewal_deadline
            lease_expired_at
            lease_revoked_at
            lease_revoke_reason
            created_at 1800000000000
            started_at
            completed_at
            last_transition_at 1800000000000
            last_mutation_at 1800000000000
            delay_until
            execution_deadline_at 1800000090000
            attempt_timeout_at
            pending_retry_reason
            pending_replay_reason
            pending_replay_requested_by
            pending_previous_attempt_index
            progress_pct
            progress_message
            progress_updated_at
            failure_reason
            cancellation_reason
            cancel_reason
            cancelled_by
            last_capability_mismatch_at
            current_suspension_id
            current_waitpoint_id
            budget_ids
            quota_policy_id
            no_such_field""";

    @Test
    public void freshExecutionHasItsInitialValues() {
        var id = create(execution()
                .creator("alice")
                .input(new Payload(new byte[] {1}, Optional.of("raw")))
                .priority(7)
                .deadlineAt(START + 90_000)
                .policyJson(requiring("gpu", "cuda")));
        var expected = INITIAL_VALUES
                .lines()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(
                        words -> words[0],
                        words -> words.length > 1 ? Optional.of(words[1]) : Optional.<String>empty()));

        assertThat(fields(id, expected.keySet().toArray(String[]::new))).isEqualTo(expected);
    }

    @Test
    public void identityIsThatOfTheId() {
        var id = create();

        assertThat(field(id, "execution_id")).contains(id.toString());
        assertThat(field(id, "partition_id")).contains(Integer.toString(id.partition()));
    }

    @Test
    public void textThatWasNeverGivenIsAbsent() {
        var id = create();

        assertThat(fields(id, "creator_identity", "payload_encoding", "required_capabilities")
                        .values())
                .containsOnly(Optional.empty());
    }

    @Test
    public void policyIsTheOneItWasSubmittedWith() {
        var budget = BudgetId.mint();
        var other = BudgetId.mint();
        var quota = QuotaPolicyId.mint();
        var policy = ExecutionPolicy.builder()
                .budget(budget)
                .budget(other)
                .quota(quota)
                .build();
        var id = create(execution().policy(policy));
        var bare = create();

        assertThat(field(id, "policy").map(PolicyJson::parse)).contains(policy);
        assertThat(field(id, "budget_ids")).contains(budget + "," + other);
        assertThat(field(id, "quota_policy_id")).contains(quota.toString());
        assertThat(field(bare, "policy")).contains("{}");
        assertThat(field(unknown(), "policy")).isEmpty();
    }

    @Test
    public void leaseIsThatOfItsHolder() {
        var id = create();
        advance(5);
        var claim = claimOne("w1");
        advance(10);
        engine.call(Catalogue.RENEW, new RenewRequest(claim.handle()));

        assertThat(field(id, "current_lease_id")).contains(claim.leaseId().toString());
        assertThat(field(id, "current_lease_epoch")).contains("1");
        assertThat(field(id, "current_worker_id")).contains("w1");
        assertThat(field(id, "current_worker_instance_id")).contains("w1-1");
        assertThat(field(id, "current_attempt_id")).contains(claim.attemptId().toString());
        assertThat(field(id, "current_attempt_index")).contains("0");
        assertTime(id, "started_at", START + 5);
        assertTime(id, "lease_acquired_at", START + 5);
        assertTime(id, "lease_last_renewed_at", START + 15);
        assertTime(id, "lease_expires_at", START + 15 + TTL_MS);
        assertTime(id, "lease_renewal_deadline", START + 15 + TTL_MS * 2 / 3);
    }

    @Test
    public void everyAcquisitionHasItsOwnTime() {
        var id = create();
        handBack(claimOne("w1"));
        assertThat(field(id, "lease_acquired_at")).isEmpty();
        promote(id);
        advance(10);
        claimOne("w1");
        assertTime(id, "lease_acquired_at", START + 10);
        advance(TTL_MS);
        mark(id);
        assertTime(id, "lease_expired_at", START + 10 + TTL_MS);
        assertTime(id, "lease_acquired_at", START + 10);
        advance(1);

        complete(claimOne("w2"));

        assertThat(field(id, "lease_acquired_at")).isEmpty();
        assertThat(field(id, "lease_reclaim_count")).contains("1");
        assertTime(id, "started_at", START);
        assertTime(id, "completed_at", START + 11 + TTL_MS);
    }

    @Test
    public void reclaimedLeaseBeginsWithTheReclaim() {
        var id = create();
        claimOne("w1");
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(id, "stuck"));
        assertThat(field(id, "lease_revoke_reason")).contains("stuck");
        assertTime(id, "lease_revoked_at", START);
        advance(7);

        claimOne("w2");

        assertTime(id, "lease_acquired_at", START + 7);
        assertThat(fields(id, "lease_revoke_reason", "lease_revoked_at").values())
                .containsOnly(Optional.empty());
    }

    @Test
    public void progressFailureAndCancellationAreText() {
        var id = create(execution()
                .policyJson("{\"retry_policy\":{\"max_retries\":1,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":9}}}"));
        var claim = claimOne("w1");
        engine.call(
                Catalogue.PROGRESS, new ProgressRequest(claim.handle(), OptionalInt.of(40), Optional.of("copying")));
        engine.call(Catalogue.FAIL, failure(claim, FailureClass.TRANSIENT));

        assertThat(fields(id, "progress_pct", "progress_message", "failure_reason", "pending_retry_reason"))
                .isEqualTo(Map.of(
                        "progress_pct", Optional.of("40"),
                        "progress_message", Optional.of("copying"),
                        "failure_reason", Optional.of("boom"),
                        "pending_retry_reason", Optional.of("boom")));
        assertTime(id, "progress_updated_at", START);
        assertTime(id, "delay_until", START + 9);
        assertThat(field(id, "pending_previous_attempt_index")).contains("0");

        engine.call(Catalogue.CANCEL_EXECUTION, CancelExecution.byOperator(id, "enough"));

        assertThat(fields(id, "cancellation_reason", "cancel_reason", "cancelled_by", "terminal_outcome"))
                .isEqualTo(Map.of(
                        "cancellation_reason", Optional.of("enough"),
                        "cancel_reason", Optional.of("enough"),
                        "cancelled_by", Optional.of("operator_override"),
                        "terminal_outcome", Optional.of("cancelled")));
    }

    @Test
    public void unknownExecutionHasNoValuesAndNoNamesNoEntries() {
        assertThat(fields(unknown(), "public_state", "execution_kind"))
                .isEqualTo(Map.of("public_state", Optional.empty(), "execution_kind", Optional.empty()));
        assertThat(fields(create())).isEmpty();
    }

    @Test
    public void fieldsOfAnotherPartitionAreRefused() {
        var id = create();

        assertThat(engine.call(
                                Catalogue.READ_EXEC_CORE_FIELDS,
                                new ReadExecCoreFields(id, OptionalInt.of(id.partition()), List.of("public_state")))
                        .values())
                .containsEntry("public_state", Optional.of("waiting"));
        refused(
                ErrorCode.INVALID_INPUT,
                Catalogue.READ_EXEC_CORE_FIELDS,
                new ReadExecCoreFields(id, OptionalInt.of(id.partition() + 1), List.of("public_state")));
    }

    private void assertTime(ExecutionId id, String name, long expected) {
        assertThat(field(id, name)).as(name).contains(Long.toString(expected));
    }

    private Optional<String> field(ExecutionId id, String name) {
        return fields(id, name).get(name);
    }

    private Map<String, Optional<String>> fields(ExecutionId id, String... names) {
        return engine.call(
                        Catalogue.READ_EXEC_CORE_FIELDS,
                        new ReadExecCoreFields(id, OptionalInt.empty(), List.of(names)))
                .values();
    }
}
