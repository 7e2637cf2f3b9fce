package io.flowfabric.store.sqlite.opening;

import io.flowfabric.store.jdbc.migration.MigrationDialect;
import io.flowfabric.store.sqlite.writer.WriteUnit;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Migrations inside a {@link WriteUnit}: the transaction of its group is the lock, and a savepoint makes each migration
 * whole. So they run on a database in memory too, whose only connection is the writer's. The host's {@code user_version}
 * and {@code application_id} are not touched.
 */
public final class SqliteMigrationDialect implements MigrationDialect {

    static final String LEDGER = "ff_migrations";

    @Override
    public String ledgerTable() {
        return LEDGER;
    }

    @Override
    public String createLedger() {
        return """
                CREATE TABLE IF NOT EXISTS ff_migrations (
                    version INTEGER PRIMARY KEY,
                    name TEXT NOT NULL,
                    checksum TEXT NOT NULL,
                    backward_compatible INTEGER NOT NULL,
                    applied_at INTEGER NOT NULL
                )""";
    }

    @Override
    public String currentMillis() {
        return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
    }

    @Override
    public boolean hasLedger(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '" + LEDGER + "'")) {
            return row.next();
        }
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        execute(connection, "SAVEPOINT ff_migration");
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        execute(connection, "RELEASE ff_migration");
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        execute(connection, "ROLLBACK TO ff_migration");
        execute(connection, "RELEASE ff_migration");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
