package io.flowfabric.engine.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.grant.ClaimExecution;
import io.flowfabric.model.op.grant.ClaimResumedExecution;
import io.flowfabric.model.op.grant.ReclaimExecution;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.submit.SubmitBatch;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** 08 §1, "Repeating a call whose answer was lost", operation by operation. */
class RetrySafetyTest {
    /** An operation, whether it is repeated for all arguments, and why; "listed" is what 08 §1 names. */
    private static final String EXPECTED = """
            acquire_cursor                | yes | the holder that asks again is given the same epoch
            advance_cursor                | yes | the epoch is its fence, and the same place may be stored again
            await_result                  | yes | listed: a read
            backend_label                 | yes | listed: a read
            block_execution_for_admission | no  | a repeat is rejected, or blocks what was unblocked since
            block_route                   | no  | a repeat is rejected, or blocks what was unblocked since
            cancel                        | yes | listed
            cancel_execution              | yes | listed: a cancel
            capabilities                  | yes | listed: a read
            change_priority               | no  | a repeat is reported a second time, or refused once it was claimed
            claim                         | no  | listed as unsafe: a repeat takes something else
            claim_execution               | no  | listed with a lease_id only
            claim_for_worker              | no  | a repeat grants something else
            claim_from_resume_grant       | no  | names no lease by which a repeat could be known
            claim_resumed_execution       | no  | listed with a lease_id only
            complete                      | yes | listed
            complete_batch                | yes | listed: complete, item by item
            complete_execution            | no  | a repeat is refused, or by operator_override completes the next attempt
            create_execution              | no  | listed with an id or a key only
            delay                         | no  | listed as one that tells by its error that the first landed
            delete_cursor                 | no  | a repeat forgets the cursor that a subscriber has made anew
            describe_execution            | yes | listed: a read
            expire_execution              | yes | listed: a scanner hook
            explain_execution             | yes | listed: a read
            fail                          | yes | listed
            fail_execution                | no  | a repeat is refused, or by operator_override fails the next attempt
            get_execution_namespace       | yes | listed: a read
            get_execution_result          | yes | listed: a read
            get_execution_tag             | yes | listed: a read
            heartbeat_worker              | yes | listed: the registry
            issue_claim_grant             | no  | a repeat is refused by the grant of the first
            issue_grant_and_claim         | no  | a repeat is refused by the lease of the first
            issue_reclaim_grant           | no  | a repeat is refused by the grant of the first
            list_attempts                 | yes | listed: a read
            list_cursors                  | yes | listed: a read
            list_executions               | yes | listed: a read
            list_expired_leases           | yes | listed: a read
            list_lanes                    | yes | listed: a read
            list_workers                  | yes | listed: a read
            mark_lease_expired_if_due     | yes | listed: a scanner hook
            mark_worker_dead              | yes | listed: the registry
            ping                          | yes | listed: a read
            prepare                       | yes | finds nothing left to prepare
            progress                      | yes | listed
            promote_delayed               | yes | listed: a scanner hook
            read_current_attempt_index    | yes | listed: a read
            read_exec_core_fields         | yes | listed: a read
            read_execution_context        | yes | listed: a read
            read_execution_info           | yes | listed: a read
            read_execution_state          | yes | listed: a read
            read_total_attempt_count      | yes | listed: a read
            reclaim_execution             | no  | listed with a lease_id only
            reconcile_execution_index     | yes | listed: a scanner hook
            register_worker               | yes | listed: the registry
            release_cursor                | yes | changes nothing the second time, even if another subscriber holds the cursor by then
            renew                         | yes | listed
            renew_batch                   | yes | listed: renew, item by item
            renew_lease                   | yes | is renew with the fence spelt out, which a later lease does not match
            replay_execution              | no  | listed as one that tells by its error that the first landed
            resolve_execution_flow_id     | yes | listed: a read
            revoke_lease                  | yes | listed: a revoke
            scan_eligible_executions      | yes | listed: a read
            server_time_ms                | yes | listed: a read
            set_execution_tag             | yes | sets what is set; only a value that changes is reported
            set_execution_tags            | yes | sets what is set; only a value that changes is reported
            shutdown_prepare              | yes | can be asked again, and waits for what has not ended yet
            submit_batch                  | no  | listed with ids or keys only
            subscribe_completion          | yes | listed: a read
            subscribe_events              | yes | listed: a read
            subscribe_instance_tags       | yes | listed: a read
            subscribe_lease_history       | yes | listed: a read
            subscribe_signal_delivery     | yes | listed: a read
            sweep_workers                 | yes | listed: a scanner hook
            trim_retention                | yes | listed: a scanner hook
            unblock_execution             | yes | listed: a scanner hook
            wait_children                 | no  | listed as one that tells by its error that the first landed
            """;

    private static final ExecutionId ID = ExecutionId.minted(7);
    private static final LaneId LANE = new LaneId("main");
    private static final WorkerId WORKER = new WorkerId("pool");
    private static final WorkerInstanceId INSTANCE = new WorkerInstanceId("pool-1");

    record Expectation(String operation, boolean isSafe, String why) {
        static Expectation of(String row) {
            var cells = Arrays.stream(row.split("\\|")).map(String::strip).toList();
            return new Expectation(cells.get(0), cells.get(1).equals("yes"), cells.get(2));
        }

        @Override
        public String toString() {
            return "%s %s: %s".formatted(operation, isSafe ? "is repeated" : "is not repeated", why);
        }
    }

    static Stream<Expectation> expectations() {
        return EXPECTED.lines().map(Expectation::of);
    }

    @Test
    void everyOperationHasARow() {
        assertThat(expectations().map(Expectation::operation))
                .containsExactlyElementsOf(
                        Catalogue.all().stream().map(Operation::name).toList());
    }

    @ParameterizedTest
    @MethodSource("expectations")
    void operationIsRepeatedWhereTheFirstCallAndTheSecondEndTheSameWay(Expectation expected) {
        var operation = Catalogue.all().stream()
                .filter(each -> each.name().equals(expected.operation()))
                .findAny()
                .orElseThrow();

        assertThat(operation.isSafeToRepeat("anything")).isEqualTo(expected.isSafe());
    }

    @Test
    void submissionIsSafeWhenItIsNamed() {
        var nameless = submission().build();
        var byId = submission().id(ID).build();
        var byKey = submission().idempotencyKey("order-1").build();
        var byNoKey = submission().idempotencyKey("").build();

        assertThat(Catalogue.CREATE_EXECUTION.isSafeToRepeat(nameless)).isFalse();
        assertThat(Catalogue.CREATE_EXECUTION.isSafeToRepeat(byId)).isTrue();
        assertThat(Catalogue.CREATE_EXECUTION.isSafeToRepeat(byKey)).isTrue();
        assertThat(Catalogue.CREATE_EXECUTION.isSafeToRepeat(byNoKey))
                .as("an empty key is none")
                .isFalse();
        assertThat(Catalogue.SUBMIT_BATCH.isSafeToRepeat(new SubmitBatch(List.of(byId, byKey))))
                .isTrue();
        assertThat(Catalogue.SUBMIT_BATCH.isSafeToRepeat(new SubmitBatch(List.of(byId, nameless))))
                .isFalse();
    }

    @Test
    void claimOfAnExecutionIsSafeWhenItNamesItsLease() {
        var lease = Optional.of(LeaseId.mint());

        assertThat(Catalogue.CLAIM_EXECUTION.isSafeToRepeat(claim(Optional.empty())))
                .isFalse();
        assertThat(Catalogue.CLAIM_EXECUTION.isSafeToRepeat(claim(lease))).isTrue();
        assertThat(Catalogue.CLAIM_RESUMED_EXECUTION.isSafeToRepeat(claimResumed(Optional.empty())))
                .isFalse();
        assertThat(Catalogue.CLAIM_RESUMED_EXECUTION.isSafeToRepeat(claimResumed(lease)))
                .isTrue();
        assertThat(Catalogue.RECLAIM_EXECUTION.isSafeToRepeat(reclaim(Optional.empty())))
                .isFalse();
        assertThat(Catalogue.RECLAIM_EXECUTION.isSafeToRepeat(reclaim(lease))).isTrue();
    }

    /** Each with an attempt, which alone makes nothing safe. */
    private static ClaimExecution claim(Optional<LeaseId> lease) {
        return new ClaimExecution(
                ID,
                LANE,
                WORKER,
                INSTANCE,
                30_000,
                lease,
                Optional.of(AttemptId.mint()),
                OptionalLong.empty(),
                OptionalLong.empty());
    }

    private static ClaimResumedExecution claimResumed(Optional<LeaseId> lease) {
        return new ClaimResumedExecution(ID, LANE, WORKER, INSTANCE, 30_000, lease, OptionalLong.empty());
    }

    private static ReclaimExecution reclaim(Optional<LeaseId> lease) {
        return new ReclaimExecution(
                ID, LANE, WORKER, INSTANCE, 30_000, lease, Optional.of(AttemptId.mint()), OptionalInt.empty());
    }

    private static CreateExecutionBuilder submission() {
        return CreateExecution.of(new Namespace("shop"), LANE, "charge");
    }
}
