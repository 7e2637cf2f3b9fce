package io.flowfabric.engine.store;

import io.flowfabric.engine.rules.AdmissionRules;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.model.Times;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.state.VectorRow;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The bells of a store. It rings those that the changes of a committed transaction concern, and all of them when another
 * process has committed.
 *
 * @param work somebody may be able to claim something
 * @param ends an execution has ended
 * @param events something was appended to the outbox
 * @param alarms an alarm was set that may go off earlier than the earliest known
 */
public record Doorbells(Doorbell work, Doorbell ends, Doorbell events, AlarmBell alarms) {
    public Doorbells() {
        this(new Doorbell(), new Doorbell(), new Doorbell(), new AlarmBell());
    }

    /** Rings for changes that are now committed. */
    public void ring(List<Change> changes) {
        boolean claimable = false;
        boolean ended = false;
        for (Change change : changes) {
            if (change instanceof Change.Created created) {
                claimable |= ClaimRules.isCandidate(created.after().vector());
                ringAlarm(created.after());
            } else if (change instanceof Change.OfExecution changed) {
                claimable |= ClaimRules.isCandidate(changed.after().vector());
                ended |= changed instanceof Change.Ended;
                ringAlarm(changed.after());
            } else if (change instanceof Change.WorkerStored stored) {
                alarms.ring(Times.plus(stored.worker().livenessEndsAt(), 1));
            }
        }
        if (claimable) {
            work.ring();
        }
        if (ended) {
            ends.ring();
        }
    }

    /** Rings all of them: what was committed is not known. */
    public void ringAll() {
        work.ring();
        ends.ring();
        events.ring();
        alarms.ring(Long.MIN_VALUE);
    }

    private void ringAlarm(Execution after) {
        earliestAlarm(after).ifPresent(alarms::ring);
    }

    private static OptionalLong routeLook(Execution e) {
        return e.vector().row() == VectorRow.BLOCKED_BY_ROUTE
                ? OptionalLong.of(Times.plus(e.timing().lastTransitionAt(), AdmissionRules.ROUTE_INTERVAL_MS))
                : OptionalLong.empty();
    }

    private static OptionalLong earliestAlarm(Execution e) {
        var leaseEnd = e.lease().map(lease -> lease.lapsedAt().orElse(lease.expiresAt()));
        return Stream.of(
                        e.alarms().delayUntil(),
                        e.alarms().deadlineAt(),
                        e.alarms().attemptTimeoutAt(),
                        leaseEnd.isPresent() ? OptionalLong.of(leaseEnd.get()) : OptionalLong.empty(),
                        routeLook(e))
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min();
    }
}
