package io.flowfabric.store.jdbc.query;

import io.flowfabric.engine.store.read.DueReads.ReclaimableLease;
import io.flowfabric.engine.store.read.ExecutionReads.LeaseScan;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.util.Optional;

/**
 * Where a page begins of executions that are ordered by a moment and then by id: {@code (moment, id) > (at, key)}.
 *
 * @param at the moment of the last execution of the page before
 * @param key its key
 */
public record PageStart(long at, byte[] key) {
    /** Before all executions. */
    static final PageStart FIRST = new PageStart(Long.MIN_VALUE, ExecutionKey.beforeAll());

    /** Behind a lease. */
    public static PageStart behind(Optional<ReclaimableLease> last) {
        return last.map(lease -> new PageStart(lease.at(), ExecutionKey.encode(lease.executionId())))
                .orElse(FIRST);
    }

    /** Behind the lease at which a scan goes on. */
    public static PageStart of(LeaseScan scan) {
        return scan.after()
                .map(last -> new PageStart(last.expiresAtMs(), ExecutionKey.encode(last.executionId())))
                .orElse(FIRST);
    }
}
