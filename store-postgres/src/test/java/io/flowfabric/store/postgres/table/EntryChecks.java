package io.flowfabric.store.postgres.table;

import io.flowfabric.store.postgres.transaction.SchemaName;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Compares the entries of a schema with what the rows of its executions ask for, and makes them anew. */
public final class EntryChecks {
    private EntryChecks() {}

    /** Entries that are missing and entries that no row asks for, each with its kind. */
    public static List<String> differences(Connection connection, SchemaName schema) throws SQLException {
        var differences = new ArrayList<String>();
        try (Statement statement = connection.createStatement()) {
            for (EntryKind kind : EntryKind.values()) {
                add(statement, schema, kind + " missing", kind.asked(), kind.present(), differences);
                add(statement, schema, kind + " left over", kind.present(), kind.asked(), differences);
            }
        }
        return differences;
    }

    private static void add(
            Statement statement, SchemaName schema, String what, String some, String others, List<String> into)
            throws SQLException {
        try (ResultSet row = statement.executeQuery(
                schema.in("SELECT d::text FROM (%s EXCEPT ALL %s) d LIMIT 10".formatted(some, others)))) {
            while (row.next()) {
                into.add(what + ": " + row.getString(1));
            }
        }
    }

    /** For tests that write rows of executions themselves. */
    public static void rebuild(Statement statement, SchemaName schema) throws SQLException {
        for (EntryKind.Table table : EntryKind.Table.values()) {
            statement.execute(schema.in("DELETE FROM " + table.fullName()));
        }
        for (EntryKind kind : EntryKind.values()) {
            statement.execute(schema.in("INSERT INTO %s (%s) %s"
                    .formatted(
                            kind.table().fullName(),
                            String.join(", ", kind.table().columns()),
                            kind.asked())));
        }
    }
}
