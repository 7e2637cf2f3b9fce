package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.Doorbells;
import java.util.List;

/** Tells of what is committed: by name in this process, once for everything in the others, and how much it was. */
record PgDoorbells(Doorbells here, Ringer elsewhere, Vacuum vacuum) {
    void changed(List<Change> changes) {
        here.ring(changes);
        elsewhere.ring();
        vacuum.wrote(changes.size());
    }

    void appended() {
        here.events().ring();
        elsewhere.ring();
    }
}
