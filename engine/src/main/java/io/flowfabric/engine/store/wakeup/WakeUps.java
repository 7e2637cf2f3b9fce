package io.flowfabric.engine.store.wakeup;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.claim.AdmissionRules;
import io.flowfabric.engine.rules.record.EventRules;
import io.flowfabric.model.Times;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.kind.WorkerEventKind;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.state.VectorRow;
import java.time.Duration;
import java.util.List;

/**
 * Which doorbells a commit rings, and for which keys.
 *
 * @param work a call may be able to claim something
 * @param ends an execution has ended
 * @param events something was appended to the outbox
 * @param revoked a holder lost its lease: revoked, or expired
 * @param cursors a named cursor may be free
 * @param followUps there is a follow-up to carry out
 * @param dueAt the earliest due time that it set; {@link #NO_DUE_TIME} when it set none
 */
public record WakeUps(
        WakeUpKeys work,
        WakeUpKeys ends,
        WakeUpKeys events,
        boolean revoked,
        WakeUpKeys cursors,
        boolean followUps,
        long dueAt) {
    /** Later than any due time. */
    public static final long NO_DUE_TIME = Long.MAX_VALUE;

    /** Rings nothing. */
    public static final WakeUps NONE =
            new WakeUps(WakeUpKeys.NONE, WakeUpKeys.NONE, WakeUpKeys.NONE, false, WakeUpKeys.NONE, false, NO_DUE_TIME);

    /** Rings everything: what was committed is not known. */
    public static final WakeUps ALL =
            new WakeUps(WakeUpKeys.ALL, WakeUpKeys.ALL, WakeUpKeys.ALL, true, WakeUpKeys.ALL, true, Long.MIN_VALUE);

    /** For follow-ups that now wait to be carried out. */
    public static final WakeUps FOLLOW_UPS =
            new WakeUps(WakeUpKeys.NONE, WakeUpKeys.NONE, WakeUpKeys.NONE, false, WakeUpKeys.NONE, true, NO_DUE_TIME);

    /** The timers of every process query the store twice in this time. */
    private static final long LONG_ALIVE_MS = Duration.ofMinutes(1).toMillis();

    /** For changes that are now committed. */
    public static WakeUps of(List<Change> changes) {
        var collector = new WakeUpCollector();
        for (Change change : changes) {
            change.accept(collector);
        }
        return collector.collected();
    }

    /** For something that the timers have to do at a given time. */
    public static WakeUps ofDueTime(long at) {
        return new WakeUps(WakeUpKeys.NONE, WakeUpKeys.NONE, WakeUpKeys.NONE, false, WakeUpKeys.NONE, false, at);
    }

    /** For events that are now in the outbox. */
    public static WakeUps ofEvents(List<Event> appended) {
        var families = new WakeUpKeys.Collector();
        boolean takenAway = false;
        for (Event event : appended) {
            families.add(WakeUpKey.hashOf(event.family()));
            takenAway |= EventRules.isTakenAway(event);
        }
        return new WakeUps(
                WakeUpKeys.NONE, WakeUpKeys.NONE, families.keys(), takenAway, WakeUpKeys.NONE, false, NO_DUE_TIME);
    }

    /**
     * Whether other processes are woken for changes as well. They are not for workers that stay alive for long: their
     * next regular query finds those, long before one of them could count as dead.
     */
    public static boolean wakesOthers(List<Change> changes) {
        return !changes.stream().allMatch(WakeUps::isAliveForLong);
    }

    /** Whether other processes are woken for events as well. They are not for heartbeats. */
    public static boolean wakesOthersByEvents(List<Event> appended) {
        return !appended.stream().allMatch(WakeUps::isHeartbeat);
    }

    /** The same for subscribers to any family of events. */
    public WakeUps withAllEvents() {
        return new WakeUps(work, ends, WakeUpKeys.ALL, revoked, cursors, followUps, dueAt);
    }

    /** Both at once. */
    public WakeUps and(WakeUps other) {
        return new WakeUps(
                work.and(other.work),
                ends.and(other.ends),
                events.and(other.events),
                revoked || other.revoked,
                cursors.and(other.cursors),
                followUps || other.followUps,
                Math.min(dueAt, other.dueAt));
    }

    private static boolean isAliveForLong(Change change) {
        return change instanceof Change.WorkerStored stored
                && stored.worker().offer().livenessTtlMs() >= LONG_ALIVE_MS;
    }

    private static boolean isHeartbeat(Event event) {
        return event instanceof WorkerEvent worker && worker.kind() == WorkerEventKind.HEARTBEAT;
    }

    /** The earliest time at which the timers have to act on an execution. */
    static long earliestDueTime(Execution e) {
        long earliest = Math.min(
                Math.min(leaseEnd(e), routeCheck(e)), e.dueTimes().delayUntil().orElse(NO_DUE_TIME));
        return Math.min(
                Math.min(earliest, e.dueTimes().deadlineAt().orElse(NO_DUE_TIME)),
                e.dueTimes().attemptTimeoutAt().orElse(NO_DUE_TIME));
    }

    private static long leaseEnd(Execution e) {
        if (e.lease().isEmpty()) {
            return NO_DUE_TIME;
        }
        var lease = e.lease().get();
        return lease.reclaimableSince().orElse(lease.expiresAt());
    }

    private static long routeCheck(Execution e) {
        return e.vector().row() == VectorRow.BLOCKED_BY_ROUTE
                ? Times.plus(e.timing().lastTransitionAt(), AdmissionRules.ROUTE_INTERVAL_MS)
                : NO_DUE_TIME;
    }
}
