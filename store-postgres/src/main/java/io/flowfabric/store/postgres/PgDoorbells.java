package io.flowfabric.store.postgres;

import io.flowfabric.engine.rules.Change;
import io.flowfabric.engine.store.Doorbells;
import java.util.List;

/** Rings for what is committed: by name in this process, and once for everything in the others. */
record PgDoorbells(Doorbells here, Ringer elsewhere) {
    void changed(List<Change> changes) {
        here.ring(changes);
        elsewhere.ring();
    }

    void appended() {
        here.events().ring();
        elsewhere.ring();
    }
}
