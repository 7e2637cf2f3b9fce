package io.flowfabric.engine.rules;

import io.flowfabric.engine.rules.Authority.Fence;
import io.flowfabric.model.capability.CapabilitySet;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.execution.ExecutionIdentity;
import io.flowfabric.model.execution.Grant;
import io.flowfabric.model.execution.GrantKind;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.CancelSource;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.FlowId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.Namespace;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.op.CreateExecution;
import io.flowfabric.model.op.CreateExecutionBuilder;
import io.flowfabric.model.op.TimeoutPhase;
import io.flowfabric.model.policy.ExecutionPolicy;
import io.flowfabric.model.policy.FailureClass;
import io.flowfabric.model.policy.FixedBackoff;
import io.flowfabric.model.policy.PolicyJson;
import io.flowfabric.model.policy.RetryPolicy;
import io.flowfabric.model.state.AttemptState;
import io.flowfabric.model.state.BlockingReason;
import io.flowfabric.model.state.StateVector;
import io.flowfabric.model.state.VectorRow;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * An execution to begin a test with, and the time it is then. Every state is reached by the rules themselves, so that it
 * cannot drift from what they do; suspension, skips and membership in a flow have no rules here and are put together by
 * hand. Immutable: each step answers another one.
 */
public record Given(Loaded loaded, long now) {
    public static final long T0 = 1_000_000;
    public static final long TTL = 30_000;
    public static final ExecutionId ID = new ExecutionId(7, new UUID(0, 1));

    /** Two retries, each after 500 ms. */
    static final ExecutionPolicy RETRYING = ExecutionPolicy.builder()
            .retry(RetryPolicy.of(2, new FixedBackoff(500)))
            .build();

    static CreateExecutionBuilder arguments() {
        return CreateExecution.of(new Namespace("tests"), new LaneId("default"), "job")
                .id(ID);
    }

    static Given created(CreateExecutionBuilder arguments) {
        var args = arguments.build();
        var created = CreateRules.create(args, ID, CreateRules.Existing.NOTHING, T0);
        var change = (Change.Created) created.changes().get(0);
        return new Given(Loaded.of(change.after(), PolicyJson.parse(args.policy())), T0);
    }

    public static Given eligible() {
        return created(arguments());
    }

    static Given eligible(ExecutionPolicy policy) {
        return created(arguments().policy(policy));
    }

    public static Given delayedUntil(long delayUntil) {
        return created(arguments().delayUntil(delayUntil));
    }

    public Execution execution() {
        return loaded.execution();
    }

    /** The same a while later. */
    Given after(long ms) {
        return new Given(loaded, now + ms);
    }

    /** The same at the moment its lease ends. */
    Given atLeaseEnd() {
        return new Given(loaded, execution().lease().orElseThrow().expiresAt());
    }

    /** What the next acquisition by a worker would be; each epoch has ids of its own. */
    Acquisition by(String worker) {
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

    /** The fence of whoever holds, or last held, the lease. */
    public Fence fence() {
        var attempt = execution().openAttempt().orElseThrow();
        var holder = attempt.holder().orElseThrow();
        return new Fence(holder.leaseId(), holder.epoch(), attempt.id());
    }

    public Given leasedBy(String worker) {
        return claimed(by(worker));
    }

    Given claimed(Acquisition by) {
        var required = execution().identity().requiredCapabilities();
        return then(ClaimRules.claim(loaded, required, by, 0, now));
    }

    /** The lease has run out and somebody noticed. */
    public Given lapsed() {
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

    Failure failure(String message, FailureClass failureClass) {
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
    Given waitingFor(int unresolved) {
        return then(OutcomeRules.waitChildren(member(false, false, unresolved, 0).loaded, fence(), now));
    }

    public Given cancelled() {
        return then(CancelRules.cancelExecution(
                loaded, "not needed", CancelSource.OPERATOR_OVERRIDE, Optional.empty(), OptionalLong.empty(), now));
    }

    /** Its deadline has passed; it must have one. */
    public Given expired() {
        var late = new Given(loaded, execution().alarms().deadlineAt().orElseThrow());
        return late.then(TimerRules.expire(Optional.of(loaded), TimeoutPhase.EXECUTION_DEADLINE, 0, late.now));
    }

    Given replayed() {
        return then(OperatorRules.replay(loaded, Optional.of("again"), Optional.of("ops"), now));
    }

    /** Its delay is over and it was promoted. */
    Given promoted() {
        var due = new Given(
                loaded, Math.max(now, execution().alarms().delayUntil().orElseThrow()));
        return due.then(TimerRules.promoteDelayed(Optional.of(execution()), due.now));
    }

    public Given blockedFor(BlockingReason reason) {
        return then(AdmissionRules.block(Optional.of(loaded), reason.literal(), "held back", now));
    }

    Given resumed(long delayMs) {
        return then(OperatorRules.resume(execution(), delayMs, now));
    }

    /** The holder suspended; by hand. */
    Given suspended(BlockingReason reason) {
        var e = execution();
        return with(e.edit()
                .transition(StateVector.suspended(reason), "", now)
                .paused(e.openAttempt().orElseThrow().suspended("a suspension", now))
                .alarms(e.alarms().pausedAt(now))
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
    Given inFlow(FlowId flow) {
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
                e.alarms(),
                e.pending(),
                e.progress(),
                e.ending(),
                e.lastCapabilityMismatchAt()));
    }

    /** What its flow means for it. */
    Given member(boolean flowEnded, boolean owedCancel, int unresolved, int impossible) {
        var membership = new Membership(flowEnded, owedCancel, unresolved, impossible);
        return new Given(new Loaded(execution(), loaded.policy(), loaded.grant(), membership), now);
    }

    Given owedCancel() {
        return member(false, true, 0, 0);
    }

    /** A worker holds a grant on it that ends in so many milliseconds. */
    Given granted(GrantKind kind, String worker, long ttlMs) {
        var grant = request(worker, CapabilitySet.EMPTY, ttlMs).grant(execution(), kind, now);
        return new Given(withGrant(Optional.of(grant)), now);
    }

    static GrantRequest request(String worker, CapabilitySet capabilities, long ttlMs) {
        return new GrantRequest(
                "grant-" + worker, new WorkerId(worker), new WorkerInstanceId(worker + "-a"), capabilities, ttlMs);
    }

    /** What is stored once a decision has been carried out. */
    Given then(Decision<?> decision) {
        Given next = this;
        for (Change change : decision.changes()) {
            if (change instanceof Change.OfExecution changed) {
                next = next.with(changed.after());
            } else if (change instanceof Change.GrantIssued issued) {
                next = new Given(next.withGrant(Optional.of(issued.grant())), now);
            } else if (change instanceof Change.GrantRemoved) {
                next = new Given(next.withGrant(Optional.empty()), now);
            }
        }
        return next;
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
