package io.flowfabric.engine.rules;

import io.flowfabric.engine.rules.claim.Acquisition;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.claim.ClaimRules;
import io.flowfabric.engine.rules.claim.GrantRequest;
import io.flowfabric.engine.rules.lease.Authority.Fence;
import io.flowfabric.engine.rules.lease.CancelRules;
import io.flowfabric.engine.rules.lease.Failure;
import io.flowfabric.engine.rules.lease.LeaseRules;
import io.flowfabric.engine.rules.lease.OperatorRules;
import io.flowfabric.engine.rules.lease.OutcomeRules;
import io.flowfabric.engine.rules.lease.TimerRules;
import io.flowfabric.engine.rules.record.CreateRules;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.CancelSource;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.flow.FlowId;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.Grant;
import io.flowfabric.model.lease.GrantKind;
import io.flowfabric.model.op.submit.CreateExecution;
import io.flowfabric.model.op.submit.CreateExecutionBuilder;
import io.flowfabric.model.op.timer.TimeoutPhase;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.PolicyJson;
import io.flowfabric.model.policy.retry.FailureClass;
import io.flowfabric.model.policy.retry.FixedBackoff;
import io.flowfabric.model.policy.retry.RetryPolicy;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * An execution to begin a test with, and the time it is then. Every state is reached by the rules themselves, so that
 * it cannot drift from what they do; suspension, skips and membership in a flow have no rules here and are put together
 * by hand. Immutable: each step answers another one.
 */
public record Given(Loaded loaded, long now) {
    public static final long T0 = 1_000_000;
    public static final long TTL = 30_000;
    public static final ExecutionId ID = new ExecutionId(7, new UUID(0, 1));

    /** Two retries, each after 500 ms. */
    public static final ExecutionPolicy RETRYING = ExecutionPolicy.builder()
            .retry(RetryPolicy.of(2, new FixedBackoff(500)))
            .build();

    public static CreateExecutionBuilder arguments() {
        return CreateExecution.of(new Namespace("tests"), new LaneId("default"), "job")
                .id(ID);
    }

    public static Given created(CreateExecutionBuilder arguments) {
        var args = arguments.build();
        var created = CreateRules.create(args, ID, CreateRules.Existing.NOTHING, T0);
        var change = (Change.Created) created.changes().get(0);
        return new Given(Loaded.of(change.after(), PolicyJson.parse(args.policy())), T0);
    }

    public static Given eligible() {
        return created(arguments());
    }

    public static Given eligible(ExecutionPolicy policy) {
        return created(arguments().policy(policy));
    }

    public static Given delayedUntil(long delayUntil) {
        return created(arguments().delayUntil(delayUntil));
    }

    public Execution execution() {
        return loaded.execution();
    }

    /** The same a while later. */
    public Given after(long ms) {
        return new Given(loaded, now + ms);
    }

    /** The same at the moment its lease ends. */
    public Given atLeaseEnd() {
        return new Given(loaded, execution().lease().orElseThrow().expiresAt());
    }

    /** What the next acquisition by a worker would be; each epoch has ids of its own. */
    public Acquisition by(String worker) {
        return acquisition(worker, worker + "-a", execution().leaseEpoch() + 1);
    }

    static Acquisition acquisition(String worker, String instance, long epoch) {
        return Acquisition.of(
                new WorkerId(worker),
                new WorkerInstanceId(instance),
                new LeaseId(uuid("lease", worker, epoch)),
                new AttemptId(uuid("attempt", worker, epoch)),
                TTL);
    }

    /** The fence of the worker that holds, or last held, the lease. */
    public Fence fence() {
        var attempt = execution().openAttempt().orElseThrow();
        var holder = attempt.holder().orElseThrow();
        return new Fence(holder.leaseId(), holder.epoch(), attempt.id());
    }

    public Given leasedBy(String worker) {
        return claimed(by(worker));
    }

    public Given claimed(Acquisition by) {
        var required = execution().identity().requiredCapabilities();
        return then(ClaimRules.claim(loaded, required, by, 0, now));
    }

    /** The lease has expired and is marked so. */
    public Given leaseExpired() {
        var late = atLeaseEnd();
        return late.then(LeaseRules.markExpiredIfDue(Optional.of(execution()), late.now));
    }

    public Given revoked() {
        return then(LeaseRules.revoke(execution(), Optional.empty(), Optional.empty(), "drain", now));
    }

    public Given completed() {
        return then(OutcomeRules.complete(execution(), fence(), Optional.empty(), now));
    }

    /** The attempt failed; whether the execution did is up to its policy. */
    public Given failed() {
        return then(OutcomeRules.fail(execution(), fence(), failure("boom", FailureClass.TRANSIENT), now));
    }

    public Failure failure(String message, FailureClass failureClass) {
        return new Failure(
                message,
                failureClass.literal(),
                failureClass,
                loaded.policy().handling().retryPolicy(),
                0.5);
    }

    /** The holder gave its lease up until a time. */
    public Given pausedUntil(long delayUntil) {
        return then(OutcomeRules.delay(execution(), fence(), delayUntil, now));
    }

    /** The holder waits for so many dependencies. */
    public Given waitingFor(int unresolved) {
        return then(OutcomeRules.waitChildren(member(false, false, unresolved, 0).loaded, fence(), now));
    }

    public Given cancelled() {
        return then(CancelRules.cancelExecution(
                loaded, "not needed", CancelSource.OPERATOR_OVERRIDE, Optional.empty(), OptionalLong.empty(), now));
    }

    /** Its deadline has passed; it must have one. */
    public Given expired() {
        var late = new Given(loaded, execution().dueTimes().deadlineAt().orElseThrow());
        return late.then(TimerRules.expire(Optional.of(loaded), TimeoutPhase.EXECUTION_DEADLINE, 0, late.now));
    }

    public Given replayed() {
        return then(OperatorRules.replay(loaded, Optional.of("again"), Optional.of("ops"), now));
    }

    /** Its delay is over and it was promoted. */
    public Given promoted() {
        var due = new Given(
                loaded, Math.max(now, execution().dueTimes().delayUntil().orElseThrow()));
        return due.then(TimerRules.promoteDelayed(Optional.of(execution()), due.now));
    }

    public Given blockedFor(BlockingReason reason) {
        return then(AdmissionRules.block(Optional.of(loaded), reason.literal(), "held back", now));
    }

    public Given resumed(long delayMs) {
        return then(OperatorRules.resume(execution(), delayMs, now));
    }

    /** The holder suspended; by hand. */
    public Given suspended(BlockingReason reason) {
        var e = execution();
        return with(e.edit()
                .transition(StateVector.suspended(reason), "", now)
                .paused(e.openAttempt().orElseThrow().suspended("a suspension", now))
                .dueTimes(e.dueTimes().pausedAt(now))
                .done());
    }

    /** It was skipped before it ever ran; by hand. */
    Given skipped() {
        return with(execution()
                .edit()
                .transition(StateVector.of(VectorRow.SKIPPED, AttemptState.NONE), "", now)
                .attemptOver()
                .completedAt(OptionalLong.of(now))
                .done());
    }

    /** It belongs to a flow; by hand. */
    public Given inFlow(FlowId flow) {
        var e = execution();
        var identity = new ExecutionIdentity(
                e.id(),
                e.identity().namespace(),
                e.identity().lane(),
                e.identity().requiredCapabilities(),
                Optional.of(flow),
                e.identity().instanceTag());
        return with(new Execution(
                identity,
                e.version(),
                e.vector(),
                e.blockingDetail(),
                e.priority(),
                e.counters(),
                e.leaseEpoch(),
                e.current(),
                e.openAttempt(),
                e.lease(),
                e.timing(),
                e.dueTimes(),
                e.pending(),
                e.progress(),
                e.ending(),
                e.lastCapabilityMismatchAt()));
    }

    /** What its flow means for it. */
    public Given member(boolean flowEnded, boolean owedCancel, int unresolved, int impossible) {
        var membership = new Membership(flowEnded, owedCancel, unresolved, impossible);
        return new Given(new Loaded(execution(), loaded.policy(), loaded.grant(), membership), now);
    }

    public Given owedCancel() {
        return member(false, true, 0, 0);
    }

    /** A worker holds a grant on it that ends in so many milliseconds. */
    public Given granted(GrantKind kind, String worker, long ttlMs) {
        var grant = request(worker, CapabilitySet.EMPTY, ttlMs).grant(execution(), kind, now);
        return new Given(withGrant(Optional.of(grant)), now);
    }

    public static GrantRequest request(String worker, CapabilitySet capabilities, long ttlMs) {
        return new GrantRequest(
                "grant-" + worker, new WorkerId(worker), new WorkerInstanceId(worker + "-a"), capabilities, ttlMs);
    }

    /** What is stored once a decision has been carried out. */
    public Given then(Decision<?> decision) {
        return new Given(LoadedAfter.of(loaded, decision), now);
    }

    private Given with(Execution execution) {
        return new Given(loaded.with(execution), now);
    }

    private Loaded withGrant(Optional<Grant> grant) {
        return new Loaded(execution(), loaded.policy(), grant, loaded.membership());
    }

    private static UUID uuid(String what, String worker, long epoch) {
        return UUID.nameUUIDFromBytes((what + worker + epoch).getBytes(StandardCharsets.UTF_8));
    }
}
