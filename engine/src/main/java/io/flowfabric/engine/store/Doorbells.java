package io.flowfabric.engine.store;

import io.flowfabric.engine.rules.Change;
import java.util.List;

/**
 * The bells of a store. It rings those that a commit concerns, also one of another process, and all of them when it does
 * not know what was committed.
 *
 * @param work somebody may be able to claim something
 * @param ends an execution has ended
 * @param events something was appended to the outbox
 * @param takenAway a lease ended against the will of its holder
 * @param cursors a named cursor may be free
 * @param alarms an alarm was set that may go off earlier than the earliest known
 */
public record Doorbells(
        Doorbell work, Doorbell ends, Doorbell events, Doorbell takenAway, Doorbell cursors, AlarmBell alarms) {
    public Doorbells() {
        this(new Doorbell(), new Doorbell(), new Doorbell(), new Doorbell(), new Doorbell(), new AlarmBell());
    }

    /** Rings for changes that are now committed. */
    public void ring(List<Change> changes) {
        ring(Peal.of(changes));
    }

    public void ring(Peal peal) {
        if (peal.work()) {
            work.ring();
        }
        if (peal.ends()) {
            ends.ring();
        }
        if (peal.events()) {
            events.ring();
        }
        if (peal.takenAway()) {
            takenAway.ring();
        }
        if (peal.cursors()) {
            cursors.ring();
        }
        if (peal.alarmAt() != Peal.NO_ALARM) {
            alarms.ring(peal.alarmAt());
        }
    }

    /** Rings all of them: what was committed is not known. */
    public void ringAll() {
        ring(Peal.ALL);
    }
}
