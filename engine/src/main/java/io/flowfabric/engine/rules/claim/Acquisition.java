package io.flowfabric.engine.rules.claim;

import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.id.AttemptId;
import io.flowfabric.model.id.LeaseId;
import io.flowfabric.model.id.WorkerId;
import io.flowfabric.model.id.WorkerInstanceId;
import io.flowfabric.model.lease.LeaseHolder;
import io.flowfabric.model.lease.LeaseMarks;
import java.util.OptionalLong;

/**
 * A request for a lease. All ids are given: a rule creates none.
 *
 * @param attemptTimeoutMs overrides the policy's attempt timeout, or what is left of it after a pause
 * @param executionDeadlineAt replaces the deadline of the execution
 * @param marks what the holder says about itself
 */
public record Acquisition(
        WorkerId workerId,
        WorkerInstanceId workerInstanceId,
        LeaseId leaseId,
        AttemptId attemptId,
        long leaseTtlMs,
        OptionalLong attemptTimeoutMs,
        OptionalLong executionDeadlineAt,
        LeaseMarks marks) {

    /** An acquisition by a holder that says nothing about itself. */
    public Acquisition(
            WorkerId workerId,
            WorkerInstanceId workerInstanceId,
            LeaseId leaseId,
            AttemptId attemptId,
            long leaseTtlMs,
            OptionalLong attemptTimeoutMs,
            OptionalLong executionDeadlineAt) {
        this(
                workerId,
                workerInstanceId,
                leaseId,
                attemptId,
                leaseTtlMs,
                attemptTimeoutMs,
                executionDeadlineAt,
                LeaseMarks.NONE);
    }

    /** An acquisition that leaves timeout and deadline to the policy. */
    public static Acquisition of(
            WorkerId workerId,
            WorkerInstanceId workerInstanceId,
            LeaseId leaseId,
            AttemptId attemptId,
            long leaseTtlMs) {
        return new Acquisition(
                workerId, workerInstanceId, leaseId, attemptId, leaseTtlMs, OptionalLong.empty(), OptionalLong.empty());
    }

    /** The same by a holder that says this about itself. */
    public Acquisition marked(LeaseMarks said) {
        return new Acquisition(
                workerId,
                workerInstanceId,
                leaseId,
                attemptId,
                leaseTtlMs,
                attemptTimeoutMs,
                executionDeadlineAt,
                said);
    }

    /**
     * The same for a caller that named a lease but no attempt: when it holds that lease already, the attempt it means
     * is the one the lease was given for, so that a repeated call is recognised.
     */
    public Acquisition ofAnyAttempt(Execution e) {
        boolean held = e.leaseHolder()
                .filter(holder -> holder.leaseId().equals(leaseId))
                .isPresent();
        return held
                ? new Acquisition(
                        workerId,
                        workerInstanceId,
                        leaseId,
                        e.currentAttemptId().orElse(attemptId),
                        leaseTtlMs,
                        attemptTimeoutMs,
                        executionDeadlineAt,
                        marks)
                : this;
    }

    public LeaseHolder holder(long epoch) {
        return new LeaseHolder(workerId, workerInstanceId, leaseId, epoch);
    }
}
