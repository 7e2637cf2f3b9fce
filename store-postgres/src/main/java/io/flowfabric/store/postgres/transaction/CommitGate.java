package io.flowfabric.store.postgres.transaction;

/**
 * Stands before COMMIT. As long as it was not passed, a caller whose deadline comes can be told that nothing was written,
 * because then it stays shut.
 */
public interface CommitGate {
    /** The gate of a caller that waits for as long as it takes. */
    CommitGate OPEN = new CommitGate() {
        @Override
        public boolean pass() {
            return true;
        }

        @Override
        public void comeBack() {}
    };

    /** Whether to commit; false when the caller was told that nothing was written. */
    boolean pass();

    /** The transaction was certainly rolled back. */
    void comeBack();
}
