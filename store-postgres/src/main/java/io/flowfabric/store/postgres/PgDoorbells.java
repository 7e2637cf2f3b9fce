package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.store.Peal;
import io.flowfabric.model.event.Event;
import java.util.List;

/** Tells of what is committed: by name in this process, coalesced in the others, and how much it was. */
record PgDoorbells(Doorbells here, Ringer elsewhere, Vacuum vacuum) {
    void changed(List<Change> changes) {
        ring(Peal.of(changes), Peal.wakesOthers(changes));
        vacuum.wrote(changes.size());
    }

    void appended(List<Event> events) {
        ring(Peal.ofEvents(events), Peal.wakesOthersByEvents(events));
    }

    private void ring(Peal peal, boolean everywhere) {
        here.ring(peal);
        if (everywhere) {
            elsewhere.ring(peal);
        }
    }
}
