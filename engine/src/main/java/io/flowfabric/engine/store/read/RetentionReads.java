package io.flowfabric.engine.store.read;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Finding executions that have been kept long enough. */
public interface RetentionReads {
    /** An ended execution, and the time until which it is kept. */
    record Ended(long retainedUntil, ExecutionId id) {}

    /** Ended executions that need no longer be kept, by that time and then by the text of the id. */
    List<Ended> due(Scan scan);

    /**
     * A page of them.
     *
     * @param retentionMs how long those are kept whose policy says nothing
     * @param after where the last page ended; from the longest due on when empty
     */
    record Scan(long now, long retentionMs, Part part, Optional<Ended> after, int limit) {}

    /** A part of the store: one partition, one lane, or everything. */
    record Part(OptionalInt partition, Optional<LaneId> lane) {
        public static final Part ALL = new Part(OptionalInt.empty(), Optional.empty());
    }
}
