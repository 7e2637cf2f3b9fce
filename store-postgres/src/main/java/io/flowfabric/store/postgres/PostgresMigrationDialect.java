package io.flowfabric.store.postgres;

import io.flowfabric.store.jdbc.migration.MigrationDialect;
import io.flowfabric.store.postgres.transaction.SchemaName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Migrations under an advisory lock, each in a transaction of its own. A role without rights to create may read the
 * status.
 */
final class PostgresMigrationDialect implements MigrationDialect {
    private final SchemaName schema;

    PostgresMigrationDialect(SchemaName schema) {
        this.schema = schema;
    }

    @Override
    public String ledgerTable() {
        return schema.in("ff.migrations");
    }

    @Override
    public String createLedger() {
        return schema.in("""
                CREATE TABLE IF NOT EXISTS ff.migrations (
                    version integer PRIMARY KEY,
                    name text NOT NULL,
                    checksum text NOT NULL,
                    backward_compatible integer NOT NULL,
                    applied_at bigint NOT NULL
                )""");
    }

    @Override
    public String beginOfScript() {
        return createSchema() + ";\n";
    }

    private String createSchema() {
        return "CREATE SCHEMA IF NOT EXISTS " + schema.quoted();
    }

    @Override
    public String currentMillis() {
        return "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
    }

    @Override
    public boolean hasLedger(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            statement.setString(1, ledgerTable());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getBoolean(1);
            }
        }
    }

    @Override
    public void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "SELECT pg_advisory_xact_lock(" + ((long) schema.lockSpace() << 48 | 0xFFFF_FFFF_FFFFL) + ")");
            statement.execute(createSchema());
        }
    }

    @Override
    public void commit(Connection connection) throws SQLException {
        connection.commit();
    }

    @Override
    public void rollback(Connection connection) throws SQLException {
        connection.rollback();
    }
}
