package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.store.wakeup.WakeUps;
import java.util.function.Supplier;

/** The transaction of a {@link WriteUnit}, shared with the other units of its group. */
public interface WriteScope extends SqlScope {

    /**
     * Runs something on the writer's thread once the unit is committed, before its future completes; not at all when it
     * is rolled back. The hook must be short and must not wait for the writer. What it throws is logged.
     */
    void afterCommit(Runnable hook);

    /**
     * Says what the unit concerns, for other writers of the file; asked once it is committed. A unit says it once. One that does
     * not, and writes, wakes no call.
     */
    void concerns(Supplier<WakeUps> wakeUps);
}
