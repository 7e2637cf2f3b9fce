package io.flowfabric.model.execution;

import io.flowfabric.model.attempt.Attempt;
import io.flowfabric.model.attempt.AttemptPointer;
import io.flowfabric.model.attempt.PendingLineage;
import io.flowfabric.model.lease.Lease;
import io.flowfabric.model.state.StateVector;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The next version of an execution record in the making. Each method replaces one group; {@link #transition} and
 * {@link #touch} also move the times that go with a change. Not thread-safe; used once.
 */
public final class ExecutionEdit {
    private final Execution before;
    private ExecutionIdentity identity;
    private StateVector vector;
    private String blockingDetail;
    private int priority;
    private Counters counters;
    private long leaseEpoch;
    private AttemptPointer current;
    private Optional<Attempt> openAttempt;
    private Optional<Lease> lease;
    private Timing timing;
    private DueTimes dueTimes;
    private PendingLineage pending;
    private Progress progress;
    private ExecutionEnding ending;
    private OptionalLong lastCapabilityMismatchAt;

    ExecutionEdit(Execution before) {
        this.before = before;
        this.identity = before.identity();
        this.vector = before.vector();
        this.blockingDetail = before.blockingDetail();
        this.priority = before.priority();
        this.counters = before.counters();
        this.leaseEpoch = before.leaseEpoch();
        this.current = before.current();
        this.openAttempt = before.openAttempt();
        this.lease = before.lease();
        this.timing = before.timing();
        this.dueTimes = before.dueTimes();
        this.pending = before.pending();
        this.progress = before.progress();
        this.ending = before.ending();
        this.lastCapabilityMismatchAt = before.lastCapabilityMismatchAt();
    }

    /** A write that leaves the state vector alone. */
    public ExecutionEdit touch(long now) {
        timing = timing.mutated(now);
        return this;
    }

    /** A change of the state vector, with what there is to say about it. */
    public ExecutionEdit transition(StateVector to, String detail, long now) {
        vector = to;
        blockingDetail = detail;
        timing = timing.transitioned(now);
        return this;
    }

    /** A change of the state vector that ends the lease against its holder's will: the transition time stays. */
    public ExecutionEdit expireLease(StateVector to, String detail, Lease expired, long now) {
        vector = to;
        blockingDetail = detail;
        lease = Optional.of(expired);
        timing = timing.mutated(now);
        return this;
    }

    /** An attempt begins or goes on under a lease; the epoch moves to that of its holder. */
    public ExecutionEdit acquired(Attempt attempt, Lease newLease, long now) {
        openAttempt = Optional.of(attempt);
        current = AttemptPointer.to(attempt);
        leaseEpoch = attempt.holder().orElseThrow().epoch();
        lease = Optional.of(newLease);
        timing = timing.started(now);
        return this;
    }

    /** The lease is given up, the attempt waits to be continued. */
    public ExecutionEdit paused(Attempt attempt) {
        openAttempt = Optional.of(attempt);
        lease = Optional.empty();
        return this;
    }

    /** No attempt is open and no lease is held any more. */
    public ExecutionEdit attemptOver() {
        openAttempt = Optional.empty();
        lease = Optional.empty();
        dueTimes = dueTimes.withoutAttempt();
        return this;
    }

    public ExecutionEdit lease(Lease renewed) {
        lease = Optional.of(renewed);
        return this;
    }

    public ExecutionEdit completedAt(OptionalLong at) {
        timing = timing.completed(at);
        return this;
    }

    public ExecutionEdit current(AttemptPointer pointer) {
        current = pointer;
        return this;
    }

    public ExecutionEdit instanceTag(Optional<String> value) {
        identity = identity.withInstanceTag(value);
        return this;
    }

    public ExecutionEdit priority(int value) {
        priority = value;
        return this;
    }

    public ExecutionEdit counters(Counters value) {
        counters = value;
        return this;
    }

    public ExecutionEdit dueTimes(DueTimes value) {
        dueTimes = value;
        return this;
    }

    public ExecutionEdit pending(PendingLineage value) {
        pending = value;
        return this;
    }

    public ExecutionEdit progress(Progress value) {
        progress = value;
        return this;
    }

    public ExecutionEdit ending(ExecutionEnding value) {
        ending = value;
        return this;
    }

    public ExecutionEdit capabilityMismatchAt(long now) {
        lastCapabilityMismatchAt = OptionalLong.of(now);
        return this;
    }

    /** The next version. Fails with {@code invariant_violation} when the parts do not go together. */
    public Execution done() {
        return new Execution(
                identity,
                before.version() + 1,
                vector,
                blockingDetail,
                priority,
                counters,
                leaseEpoch,
                current,
                openAttempt,
                lease,
                timing,
                dueTimes,
                pending,
                progress,
                ending,
                lastCapabilityMismatchAt);
    }
}
