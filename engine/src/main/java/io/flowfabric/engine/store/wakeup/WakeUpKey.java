package io.flowfabric.engine.store.wakeup;

import io.flowfabric.model.cursor.CursorKey;
import io.flowfabric.model.event.EventFamily;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.model.id.LaneId;
import io.flowfabric.model.id.Namespace;
import java.util.Optional;

/**
 * What a call waits for at one doorbell. A commit names hashes instead of keys, because they are small, of one size,
 * and are sent to other processes: two keys with one hash are woken together, which costs a query. Processes of
 * different versions exchange these hashes, so a key keeps its hash.
 */
public sealed interface WakeUpKey {
    /** The same in every process. */
    int hash();

    /** Claimable executions of a lane, of one namespace or of any. */
    record Work(LaneId lane, Optional<Namespace> namespace) implements WakeUpKey {
        @Override
        public int hash() {
            return namespace.map(only -> hashOf(lane, only)).orElseGet(() -> hashOf(lane));
        }
    }

    /** The end of an execution. */
    record End(ExecutionId executionId) implements WakeUpKey {
        @Override
        public int hash() {
            return hashOf(executionId);
        }
    }

    /** A named cursor that becomes free. */
    record FreeCursor(CursorKey cursor) implements WakeUpKey {
        @Override
        public int hash() {
            return hashOf(cursor);
        }
    }

    /** New events of a family. */
    record NewEvents(EventFamily family) implements WakeUpKey {
        @Override
        public int hash() {
            return hashOf(family);
        }
    }

    /** For claimers of any namespace. */
    static int hashOf(LaneId lane) {
        return lane.value().hashCode();
    }

    /** For claimers of one namespace. */
    static int hashOf(LaneId lane, Namespace namespace) {
        return hashOf(lane.value(), namespace.value());
    }

    static int hashOf(ExecutionId id) {
        long bits = id.uuid().getMostSignificantBits() * 31 + id.uuid().getLeastSignificantBits();
        return Long.hashCode(bits);
    }

    static int hashOf(CursorKey cursor) {
        return hashOf(cursor.name().value(), cursor.namespace().value());
    }

    static int hashOf(EventFamily family) {
        return family.literal().hashCode();
    }

    private static int hashOf(String one, String other) {
        return 31 * (31 * one.hashCode() + 1) + other.hashCode();
    }
}
