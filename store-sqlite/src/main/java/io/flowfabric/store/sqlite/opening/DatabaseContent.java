package io.flowfabric.store.sqlite.opening;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What an inspection asks a database. Every question throws when the answer forbids to open the store. */
final class DatabaseContent implements AutoCloseable {

    private static final List<String> LEDGER_COLUMNS =
            List.of("version", "name", "checksum", "backward_compatible", "applied_at");

    private final Path file;
    private final Connection connection;

    /**
     * Opens the database.
     *
     * @param file how it is named in messages
     */
    DatabaseContent(Path file, String url) throws SQLException {
        this.file = file;
        this.connection = DriverManager.getConnection(url);
    }

    Connection connection() {
        return connection;
    }

    /** SQLite itself notices whole pages that are missing at the end, but not a part of the last one. */
    void requireComplete(long size) throws SQLException {
        long pages = Long.parseLong(column("PRAGMA page_count").get(0));
        long bytes = pages * Long.parseLong(column("PRAGMA page_size").get(0));
        if (size > 0 && size < bytes) {
            throw damaged("has " + size + " bytes, its header says " + bytes);
        }
    }

    void requireSound() throws SQLException {
        String found = column("PRAGMA quick_check(1)").get(0);
        if (!found.equals("ok")) {
            // SQLite puts a heading above what it found; a refusal is one line.
            throw damaged(found.replace('\n', ' '));
        }
    }

    /** Our tables come with our ledger. Without it, tables with our prefix are another program's. */
    void requireOursOrHosts() throws SQLException {
        List<String> prefixed =
                column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'ff\\_%' ESCAPE '\\'");
        if (prefixed.contains(SqliteMigrationDialect.LEDGER)) {
            List<String> columns =
                    column("SELECT name FROM pragma_table_info('" + SqliteMigrationDialect.LEDGER + "') ORDER BY cid");
            if (!columns.equals(LEDGER_COLUMNS)) {
                throw foreign("a table " + SqliteMigrationDialect.LEDGER + " with the columns " + columns);
            }
        } else if (!prefixed.isEmpty()) {
            throw foreign("the table " + prefixed.get(0) + " but no " + SqliteMigrationDialect.LEDGER);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private List<String> column(String sql) throws SQLException {
        var values = new ArrayList<String>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                values.add(row.getString(1));
            }
        }
        return values;
    }

    private EngineException foreign(String found) {
        return SqliteInspection.refuse(
                file,
                "has " + found + ": its tables with the prefix ff_ are another program's",
                "Name another file; this one was left as it was.");
    }

    private EngineException damaged(String how) {
        return EngineError.of(
                        ErrorCode.CORRUPTION,
                        file + ": " + how,
                        "Restore the file from a backup, or recover it with the sqlite3 shell; it was left as it was.")
                .toException();
    }
}
