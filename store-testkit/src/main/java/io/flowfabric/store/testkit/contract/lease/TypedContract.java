package io.flowfabric.store.testkit.contract.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.event.LeaseEvent;
import io.flowfabric.model.event.kind.RevokedBy;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.op.EndedOutcome;
import io.flowfabric.model.op.ExecutionRef;
import io.flowfabric.model.op.Payload;
import io.flowfabric.model.op.claim.Claim;
import io.flowfabric.model.op.fenced.CompleteExecution;
import io.flowfabric.model.op.fenced.FailExecution;
import io.flowfabric.model.op.fenced.FenceTriple;
import io.flowfabric.model.op.fenced.RenewLease;
import io.flowfabric.model.op.fenced.RenewLeaseOutcome;
import io.flowfabric.model.op.lease.FailOutcome;
import io.flowfabric.model.op.lease.FailOutcome.RetryScheduled;
import io.flowfabric.model.op.lease.FailOutcome.TerminalFailed;
import io.flowfabric.model.op.operator.RevokeLease;
import io.flowfabric.model.state.AttemptStatus;
import io.flowfabric.model.state.PublicState;
import io.flowfabric.store.testkit.fixture.ContractSuite;
import io.flowfabric.store.testkit.fixture.Covers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** 02 §3.1 and §8 on a store: the calls of a holder with a fence and no handle. */
@Covers({"complete_execution", "fail_execution", "renew_lease"})
public abstract class TypedContract extends ContractSuite {
    private static final String RETRIES = "{\"max_retries\":2,\"backoff\":{\"type\":\"fixed\",\"delay_ms\":10}}";

    @Test
    public void fenceCompletesAndARepeatIsRefused() {
        var id = create();
        var claim = claimOne("w1");
        var args = completion(claim, Optional.of(Payload.json("7")));

        assertThat(engine.call(Catalogue.COMPLETE_EXECUTION, args))
                .isEqualTo(new EndedOutcome.Completed(id, PublicState.COMPLETED));

        assertThat(engine.call(Catalogue.GET_EXECUTION_RESULT, new ExecutionRef(id)))
                .contains(Payload.json("7"));
        assertThat(refused(ErrorCode.EXECUTION_NOT_ACTIVE, Catalogue.COMPLETE_EXECUTION, args)
                        .details())
                .containsEntry("terminal_outcome", "success")
                .containsEntry("lease_epoch", "1")
                .containsEntry("lifecycle_phase", "terminal")
                .containsEntry("attempt_id", claim.attemptId().toString());
        assertThat(types()).containsExactly("acquired", "success", "revoked");
    }

    @Test
    public void operatorMayTakeThePlaceOfALiveHolder() {
        var id = create();
        claimOne("w1");

        engine.call(Catalogue.COMPLETE_EXECUTION, override(id));

        assertThat(describe(id).publicState()).isEqualTo(PublicState.COMPLETED);
        assertThat(events().get(2))
                .isInstanceOfSatisfying(
                        LeaseEvent.class, event -> assertThat(event.revokedBy()).contains(RevokedBy.OPERATOR));
    }

    @Test
    public void operatorMeetsTheSameBoundsAsTheHolder() {
        var expired = create();
        claimOne("w1");
        advance(TTL_MS);
        refused(ErrorCode.LEASE_EXPIRED, Catalogue.COMPLETE_EXECUTION, override(expired));
        assertThat(types()).containsExactly("acquired", "expired");

        var revoked = create(execution().priority(9));
        claimOne("w1");
        engine.call(Catalogue.REVOKE_LEASE, RevokeLease.ofAnybody(revoked, ""));
        refused(ErrorCode.LEASE_REVOKED, Catalogue.COMPLETE_EXECUTION, override(revoked));

        refused(ErrorCode.EXECUTION_NOT_ACTIVE, Catalogue.COMPLETE_EXECUTION, override(create()));
        refused(ErrorCode.EXECUTION_NOT_FOUND, Catalogue.COMPLETE_EXECUTION, override(unknown()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"lease_holder", "worker", "flow_cascade", "some_tool"})
    public void withoutAFenceOnlyTheOverrideIsHeard(String source) {
        var id = unknown();
        assertThat(refused(
                                ErrorCode.INVALID_INPUT,
                                Catalogue.COMPLETE_EXECUTION,
                                completion(id, Optional.empty(), CancelSource.of(source)))
                        .detail())
                .as("judged before the store is asked")
                .isEqualTo("fence_required");
        assertThat(refused(
                                ErrorCode.INVALID_INPUT,
                                Catalogue.FAIL_EXECUTION,
                                failure(id, Optional.empty(), CancelSource.of(source)))
                        .detail())
                .isEqualTo("fence_required");
    }

    @ParameterizedTest
    @MethodSource("partialFences")
    public void partOfAFenceIsRefusedBeforeAnyRead(FenceTriple part) {
        var id = unknown();
        var fence = Optional.of(part);
        var details = List.of(
                refused(
                        ErrorCode.INVALID_INPUT,
                        Catalogue.COMPLETE_EXECUTION,
                        completion(id, fence, CancelSource.OPERATOR_OVERRIDE)),
                refused(
                        ErrorCode.INVALID_INPUT,
                        Catalogue.FAIL_EXECUTION,
                        failure(id, fence, CancelSource.LEASE_HOLDER)),
                refused(ErrorCode.INVALID_INPUT, Catalogue.RENEW_LEASE, new RenewLease(id, fence, 0, TTL_MS)));

        assertThat(details).allSatisfy(refusal -> assertThat(refusal.detail()).isEqualTo("partial_fence_triple"));
    }

    /** Each way to leave out something, but not all, of a fence. */
    static Stream<Arguments> partialFences() {
        var lease = Optional.of(LeaseId.mint());
        var attempt = Optional.of(AttemptId.mint());
        var epoch = OptionalLong.of(1);
        return Stream.of(
                        new FenceTriple(lease, epoch, Optional.empty()),
                        new FenceTriple(lease, OptionalLong.empty(), attempt),
                        new FenceTriple(Optional.empty(), epoch, attempt),
                        new FenceTriple(lease, OptionalLong.empty(), Optional.empty()),
                        new FenceTriple(Optional.empty(), epoch, Optional.empty()),
                        new FenceTriple(Optional.empty(), OptionalLong.empty(), attempt))
                .map(Arguments::of);
    }

    @Test
    public void renewalNeedsAFenceAndTheRightAttemptIndex() {
        var id = create();
        var claim = claimOne("w1");
        var fence = Optional.of(FenceTriple.of(claim));
        advance(10);

        assertThat(engine.call(Catalogue.RENEW_LEASE, new RenewLease(id, fence, 0, 500)))
                .isEqualTo(new RenewLeaseOutcome.Renewed(START + 10 + 500));
        assertThat(describe(id).lease().orElseThrow().expiresAt()).isEqualTo(START + 510);
        assertThat(refused(ErrorCode.INVALID_INPUT, Catalogue.RENEW_LEASE, new RenewLease(id, Optional.empty(), 0, 500))
                        .detail())
                .isEqualTo("fence_required");
        refused(ErrorCode.STALE_LEASE, Catalogue.RENEW_LEASE, new RenewLease(id, fence, 1, 500));
        refused(ErrorCode.INVALID_INPUT, Catalogue.RENEW_LEASE, new RenewLease(id, fence, 0, 0));
        assertThat(types()).containsExactly("acquired", "renewed");
    }

    @Test
    public void failureFollowsTheExecutionsOwnPolicyUnlessAnotherIsGiven() {
        var id = create(execution().policyJson("{\"retry_policy\":" + RETRIES + "}"));
        assertThat(fail(claimOne("w1"), "transient", Optional.empty())).isEqualTo(new RetryScheduled(START + 10, 1));
        advance(10);
        promote(id);
        assertThat(fail(claimOne("w1"), "transient", Optional.of("{\"max_retries\":9,\"backoff\":{\"type\":\"odd\"}}")))
                .isEqualTo(new RetryScheduled(START + 10 + 1000, 2));
        advance(1000);
        promote(id);
        assertThat(fail(claimOne("w1"), "transient", Optional.of(""))).isEqualTo(new TerminalFailed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{oops", "[]", "7"})
    public void unreadableRetryPolicyIsNone(String retryPolicy) {
        create(execution().policyJson("{\"retry_policy\":" + RETRIES + "}"));

        assertThat(fail(claimOne("w1"), "transient", Optional.of(retryPolicy))).isEqualTo(new TerminalFailed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"permanent", "cancelled"})
    public void someCategoriesAreNeverRetried(String category) {
        var id = create(execution().policyJson("{\"retry_policy\":" + RETRIES + "}"));

        assertThat(fail(claimOne("w1"), category, Optional.empty())).isEqualTo(new TerminalFailed());
        assertThat(attempts(id)).singleElement().satisfies(attempt -> {
            assertThat(attempt.status()).isEqualTo(AttemptStatus.ENDED_FAILURE);
            assertThat(attempt.failure().orElseThrow().category()).contains(category);
        });
    }

    @Test
    public void onlyListedCategoriesAreRetried() {
        var policy = "{\"retry_policy\":{\"retryable_categories\":[\"timeout\"]}}";
        create(execution().policyJson(policy));
        assertThat(fail(claimOne("w1"), "provider_error", Optional.empty())).isEqualTo(new TerminalFailed());
        create(execution().policyJson(policy));
        assertThat(fail(claimOne("w1"), "timeout", Optional.empty())).isInstanceOf(RetryScheduled.class);
    }

    @Test
    public void repeatedFailureIsRefused() {
        create(execution().policyJson("{\"retry_policy\":" + RETRIES + "}"));
        var claim = claimOne("w1");
        fail(claim, "transient", Optional.empty());

        assertThat(refused(
                                ErrorCode.EXECUTION_NOT_ACTIVE,
                                Catalogue.FAIL_EXECUTION,
                                failure(
                                        claim.executionId(),
                                        Optional.of(FenceTriple.of(claim)),
                                        CancelSource.LEASE_HOLDER))
                        .details())
                .containsEntry("lifecycle_phase", "runnable")
                .containsEntry("attempt_id", "");
    }

    @Test
    public void resultOverOneMebibyteIsRefused() {
        create();
        var claim = claimOne("w1");

        refused(
                ErrorCode.PAYLOAD_TOO_LARGE,
                Catalogue.COMPLETE_EXECUTION,
                completion(claim, Optional.of(Payload.of(new byte[(1 << 20) + 1]))));
    }

    private FailOutcome fail(Claim claim, String category, Optional<String> retryPolicy) {
        return engine.call(
                Catalogue.FAIL_EXECUTION,
                new FailExecution(
                        claim.executionId(),
                        "boom",
                        Optional.of(FenceTriple.of(claim)),
                        OptionalInt.empty(),
                        category,
                        retryPolicy,
                        CancelSource.LEASE_HOLDER));
    }

    private static FailExecution failure(ExecutionId id, Optional<FenceTriple> fence, CancelSource source) {
        return new FailExecution(id, "boom", fence, OptionalInt.empty(), "transient", Optional.empty(), source);
    }

    private static CompleteExecution completion(Claim claim, Optional<Payload> result) {
        return new CompleteExecution(
                claim.executionId(),
                Optional.of(FenceTriple.of(claim)),
                OptionalInt.of(0),
                result,
                CancelSource.LEASE_HOLDER);
    }

    private static CompleteExecution completion(ExecutionId id, Optional<FenceTriple> fence, CancelSource source) {
        return new CompleteExecution(id, fence, OptionalInt.empty(), Optional.empty(), source);
    }

    private static CompleteExecution override(ExecutionId id) {
        return completion(id, Optional.empty(), CancelSource.OPERATOR_OVERRIDE);
    }
}
