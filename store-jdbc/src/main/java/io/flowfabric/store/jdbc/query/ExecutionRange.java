package io.flowfabric.store.jdbc.query;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A range of execution keys: {@code id > after AND id <= upTo}.
 *
 * @param after the bound below the range
 * @param upTo the last key that may be in the range
 */
public record ExecutionRange(byte[] after, byte[] upTo) {
    /** All executions of a partition, or of the store. */
    public static ExecutionRange of(OptionalInt partition) {
        return partition.isPresent()
                ? new ExecutionRange(
                        ExecutionKey.beforeAllOf(partition.getAsInt()), ExecutionKey.lastOf(partition.getAsInt()))
                : new ExecutionRange(ExecutionKey.beforeAll(), ExecutionKey.afterAll());
    }

    /** The rest of the range behind the last execution of a page; the whole range when there is none. */
    public ExecutionRange behind(Optional<ExecutionId> last) {
        return last.isPresent() ? new ExecutionRange(ExecutionKey.encode(last.get()), upTo) : this;
    }
}
