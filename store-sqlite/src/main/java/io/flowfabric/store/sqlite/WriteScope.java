package io.flowfabric.store.sqlite;

/** The transaction of a {@link WriteUnit}, shared with the other units of its group. */
interface WriteScope extends SqlScope {

    /**
     * Runs something on the writer's thread once the unit is committed, before its future completes; not at all when it
     * is rolled back. The hook must be short and must not wait for the writer. What it throws is logged.
     */
    void afterCommit(Runnable hook);
}
