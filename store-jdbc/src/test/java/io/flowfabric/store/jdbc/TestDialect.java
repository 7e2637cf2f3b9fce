package io.flowfabric.store.jdbc;

import io.flowfabric.store.jdbc.migration.MigrationDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** SQLite with its write lock as the lock. */
public final class TestDialect implements MigrationDialect {

    @Override
    public String ledgerTable() {
        return "ledger";
    }

    @Override
    public String createLedger() {
        return "CREATE TABLE IF NOT EXISTS ledger (version INTEGER PRIMARY KEY, name TEXT, checksum TEXT,"
                + " backward_compatible INTEGER, applied_at INTEGER)";
    }

    @Override
    public String currentMillis() {
        return "0";
    }

    @Override
    public boolean hasLedger(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM sqlite_schema WHERE name = 'ledger'")) {
            return row.next();
        }
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        execute(connection, "BEGIN IMMEDIATE");
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "COMMIT");
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
