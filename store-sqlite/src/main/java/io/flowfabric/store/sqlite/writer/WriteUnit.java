package io.flowfabric.store.sqlite.writer;

import java.sql.SQLException;

/**
 * A change that is applied whole or not at all. It may be run more than once when another connection was in the way; only
 * the last run counts. It lets every {@link SQLException} out: one that it swallowed may have ended the transaction.
 */
@FunctionalInterface
public interface WriteUnit<T> {

    T run(WriteScope scope) throws SQLException;
}
