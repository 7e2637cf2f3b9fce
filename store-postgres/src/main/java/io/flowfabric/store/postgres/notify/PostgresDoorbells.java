package io.flowfabric.store.postgres.notify;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.model.event.Event;
import io.flowfabric.store.postgres.transaction.Vacuum;
import java.util.List;

/** Tells of what is committed: by name in this process, coalesced in the others, and how much it was. */
public record PostgresDoorbells(OutboxWatch here, NotifySender elsewhere, Vacuum vacuum) {
    public void changed(List<Change> changes) {
        wake(WakeUps.of(changes), WakeUps.wakesOthers(changes));
        vacuum.wrote(changes.size());
    }

    public void appended(List<Event> events) {
        wake(WakeUps.ofEvents(events), WakeUps.wakesOthersByEvents(events));
    }

    /** Others are woken as well: the dispatcher of this process may be busy, or end. */
    public void followUps(WakeUps wakeUps) {
        wake(wakeUps, true);
    }

    private void wake(WakeUps wakeUps, boolean everywhere) {
        here.wake(wakeUps);
        if (everywhere) {
            elsewhere.enqueue(wakeUps);
        }
    }
}
