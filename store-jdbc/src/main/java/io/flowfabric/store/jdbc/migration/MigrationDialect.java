package io.flowfabric.store.jdbc.migration;

import java.sql.Connection;
import java.sql.SQLException;

/** What differs between databases when they are migrated. */
public interface MigrationDialect {

    /** The name of the ledger table, as SQL wants it. */
    String ledgerTable();

    /**
     * The statement that creates the ledger if it is missing, with the columns {@code version} (integer, primary key),
     * {@code name} and {@code checksum} (text), {@code backward_compatible} (0 or 1) and {@code applied_at} (epoch
     * milliseconds).
     */
    String createLedger();

    /** What a script that is run by hand begins with; empty when nothing has to be there before the ledger. */
    default String beginOfScript() {
        return "";
    }

    /** The time in epoch milliseconds, as an expression for a script that is run by hand. */
    String currentMillis();

    /**
     * Whether the ledger table exists. Changes nothing.
     *
     * @throws SQLException when the database cannot be asked
     */
    boolean hasLedger(Connection connection) throws SQLException;

    /**
     * Begins a transaction and waits for the lock that keeps other runners out until it ends.
     *
     * @throws SQLException when the lock cannot be had; no transaction is open then
     */
    void begin(Connection connection) throws SQLException;

    /**
     * Commits the transaction that {@link #begin} began.
     *
     * @throws SQLException when it could not be committed
     */
    void commit(Connection connection) throws SQLException;

    /**
     * Rolls back the transaction that {@link #begin} began.
     *
     * @throws SQLException when there is none any more
     */
    void rollback(Connection connection) throws SQLException;
}
