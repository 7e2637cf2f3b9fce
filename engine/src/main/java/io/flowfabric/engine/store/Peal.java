package io.flowfabric.engine.store;

import io.flowfabric.engine.rules.AdmissionRules;
import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.rules.ClaimRules;
import io.flowfabric.engine.rules.EventRules;
import io.flowfabric.model.Times;
import io.flowfabric.model.event.Event;
import io.flowfabric.model.event.WorkerEvent;
import io.flowfabric.model.event.WorkerEventKind;
import io.flowfabric.model.execution.Execution;
import io.flowfabric.model.state.VectorRow;
import java.time.Duration;
import java.util.List;

/**
 * Which bells a commit rings.
 *
 * @param work somebody may be able to claim something
 * @param ends an execution has ended
 * @param events something was appended to the outbox
 * @param takenAway a lease ended against the will of its holder
 * @param cursors a named cursor may be free
 * @param alarmAt when the earliest alarm goes off that it set; {@link #NO_ALARM} when it set none
 */
public record Peal(boolean work, boolean ends, boolean events, boolean takenAway, boolean cursors, long alarmAt) {
    /** Later than any alarm. */
    public static final long NO_ALARM = Long.MAX_VALUE;

    /** Rings nothing. */
    public static final Peal NONE = new Peal(false, false, false, false, false, NO_ALARM);

    /** Rings everything: what was committed is not known. */
    public static final Peal ALL = new Peal(true, true, true, true, true, Long.MIN_VALUE);

    /** The timers of every process look at what is stored twice in this time. */
    private static final long LONG_ALIVE_MS = Duration.ofMinutes(1).toMillis();

    /** For changes that are now committed. */
    public static Peal of(List<Change> changes) {
        boolean claimable = false;
        boolean ended = false;
        boolean freed = false;
        long alarmAt = NO_ALARM;
        for (Change change : changes) {
            if (change instanceof Change.Created created) {
                claimable |= ClaimRules.isCandidate(created.after().vector());
                alarmAt = Math.min(alarmAt, earliestAlarm(created.after()));
            } else if (change instanceof Change.OfExecution changed) {
                claimable |= ClaimRules.isCandidate(changed.after().vector());
                ended |= changed instanceof Change.Ended;
                alarmAt = Math.min(alarmAt, earliestAlarm(changed.after()));
            } else if (change instanceof Change.WorkerStored stored) {
                alarmAt = Math.min(alarmAt, Times.plus(stored.worker().livenessEndsAt(), 1));
            } else if (change instanceof Change.GrantIssued issued) {
                alarmAt = Math.min(alarmAt, Times.plus(issued.grant().expiresAt(), 1));
            } else if (change instanceof Change.CursorMoved moved) {
                freed |= moved.after().lease().isEmpty();
            } else if (change instanceof Change.CursorRemoved) {
                freed = true;
            }
        }
        return new Peal(claimable, ended, false, false, freed, alarmAt);
    }

    /** For events that now stand in the outbox. */
    public static Peal ofEvents(List<Event> appended) {
        return new Peal(false, false, true, appended.stream().anyMatch(EventRules::isTakenAway), false, NO_ALARM);
    }

    /**
     * Whether other processes are woken for changes as well. They are not for workers that live on for long: they meet
     * those when they look again, long before one of them could count as dead.
     */
    public static boolean wakesOthers(List<Change> changes) {
        return !changes.stream().allMatch(Peal::isAliveForLong);
    }

    /** Whether other processes are woken for events as well. They are not for heartbeats. */
    public static boolean wakesOthersByEvents(List<Event> appended) {
        return !appended.stream().allMatch(Peal::isHeartbeat);
    }

    /** Both at once. */
    public Peal and(Peal other) {
        return new Peal(
                work || other.work,
                ends || other.ends,
                events || other.events,
                takenAway || other.takenAway,
                cursors || other.cursors,
                Math.min(alarmAt, other.alarmAt));
    }

    private static boolean isAliveForLong(Change change) {
        return change instanceof Change.WorkerStored stored
                && stored.worker().offer().livenessTtlMs() >= LONG_ALIVE_MS;
    }

    private static boolean isHeartbeat(Event event) {
        return event instanceof WorkerEvent worker && worker.kind() == WorkerEventKind.HEARTBEAT;
    }

    private static long earliestAlarm(Execution e) {
        long earliest = Math.min(
                Math.min(leaseEnd(e), routeLook(e)), e.alarms().delayUntil().orElse(NO_ALARM));
        return Math.min(
                Math.min(earliest, e.alarms().deadlineAt().orElse(NO_ALARM)),
                e.alarms().attemptTimeoutAt().orElse(NO_ALARM));
    }

    private static long leaseEnd(Execution e) {
        if (e.lease().isEmpty()) {
            return NO_ALARM;
        }
        var lease = e.lease().get();
        return lease.lapsedAt().orElse(lease.expiresAt());
    }

    private static long routeLook(Execution e) {
        return e.vector().row() == VectorRow.BLOCKED_BY_ROUTE
                ? Times.plus(e.timing().lastTransitionAt(), AdmissionRules.ROUTE_INTERVAL_MS)
                : NO_ALARM;
    }
}
