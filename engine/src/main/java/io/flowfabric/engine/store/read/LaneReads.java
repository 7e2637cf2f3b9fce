package io.flowfabric.engine.store.read;

import io.flowfabric.engine.EngineLoad;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.List;
import java.util.Optional;

/** Which lanes there are. */
public interface LaneReads {
    /**
     * Every lane that was ever used, by one namespace or by any, in the order of the bytes of their names, behind one
     * or from the first.
     */
    List<LaneId> list(Optional<Namespace> namespace, Optional<LaneId> after, int limit);

    /** How much there is, counted along indexes and no further than it says; one statement. */
    EngineLoad load();
}
