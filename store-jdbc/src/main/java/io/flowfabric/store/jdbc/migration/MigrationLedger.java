package io.flowfabric.store.jdbc.migration;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The table of applied migrations. */
final class MigrationLedger {

    private final MigrationDialect dialect;

    MigrationLedger(MigrationDialect dialect) {
        this.dialect = dialect;
    }

    /** What was applied, by ascending version; nothing when there is no ledger. Changes nothing. */
    List<AppliedMigration> read(Connection connection) throws SQLException {
        var applied = new ArrayList<AppliedMigration>();
        if (!dialect.hasLedger(connection)) {
            return applied;
        }
        String select = "SELECT version, name, checksum, backward_compatible, applied_at FROM " + dialect.ledgerTable()
                + " ORDER BY version";
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(select)) {
            while (row.next()) {
                applied.add(new AppliedMigration(
                        row.getInt(1),
                        row.getString(2),
                        row.getString(3),
                        row.getInt(4) == 1,
                        Instant.ofEpochMilli(row.getLong(5))));
            }
        }
        return applied;
    }

    void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(dialect.createLedger());
        }
    }

    /** The statement that adds the row of a migration, for a script that is run by hand. */
    String recording(Migration migration) {
        return "INSERT INTO %s (version, name, checksum, backward_compatible, applied_at) VALUES (%d, '%s', '%s', %d, %s)"
                .formatted(
                        dialect.ledgerTable(),
                        migration.version(),
                        migration.name(),
                        migration.checksum(),
                        migration.backwardCompatible() ? 1 : 0,
                        dialect.currentMillis());
    }

    /** Adds the row of a migration, in the transaction that applied it. */
    void record(Connection connection, Migration migration, Instant appliedAt) throws SQLException {
        String insert = "INSERT INTO " + dialect.ledgerTable()
                + " (version, name, checksum, backward_compatible, applied_at) VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setInt(1, migration.version());
            statement.setString(2, migration.name());
            statement.setString(3, migration.checksum());
            statement.setInt(4, migration.backwardCompatible() ? 1 : 0);
            statement.setLong(5, appliedAt.toEpochMilli());
            statement.executeUpdate();
        }
    }
}
