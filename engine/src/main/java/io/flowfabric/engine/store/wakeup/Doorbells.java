package io.flowfabric.engine.store.wakeup;

import io.flowfabric.engine.rules.Change;
import java.util.List;

/**
 * The doorbells of a store. For a commit, also of another process, the store rings those that it concerns, for the keys
 * that it concerns; when it does not know what was committed, it rings all of them for all keys.
 *
 * @param work a call may be able to claim something
 * @param ends an execution has ended
 * @param events something was appended to the outbox
 * @param revocations a holder lost its lease: revoked, or expired
 * @param cursors a named cursor may be free
 * @param followUps there is a follow-up to carry out
 * @param timers a due time was set that may be earlier than the earliest known
 */
public record Doorbells(
        Doorbell work,
        Doorbell ends,
        Doorbell events,
        Doorbell revocations,
        Doorbell cursors,
        Doorbell followUps,
        TimerWakeUp timers) {
    public Doorbells() {
        this(
                new Doorbell(),
                new Doorbell(),
                new Doorbell(),
                new Doorbell(),
                new Doorbell(),
                new Doorbell(),
                new TimerWakeUp());
    }

    /** Rings for changes that are now committed. */
    public void ring(List<Change> changes) {
        ring(WakeUps.of(changes));
    }

    public void ring(WakeUps wakeUps) {
        work.ring(wakeUps.work());
        ends.ring(wakeUps.ends());
        events.ring(wakeUps.events());
        if (wakeUps.revoked()) {
            revocations.ring();
        }
        cursors.ring(wakeUps.cursors());
        if (wakeUps.followUps()) {
            followUps.ring();
        }
        if (wakeUps.dueAt() != WakeUps.NO_DUE_TIME) {
            timers.ring(wakeUps.dueAt());
        }
    }

    /** Rings all of them: what was committed is not known. */
    public void ringAll() {
        ring(WakeUps.ALL);
    }
}
