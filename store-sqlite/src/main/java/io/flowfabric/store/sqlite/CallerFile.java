package io.flowfabric.store.sqlite;

import io.flowfabric.store.jdbc.CallerConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Which file a caller's connection leads to. */
final class CallerFile {
    /** Not as a query of the table of the same name: that would begin to read, and a reader may not wait to write. */
    private static final String DATABASES = "PRAGMA database_list";

    private CallerFile() {}

    /** Fails with {@code invalid_input} when the main database of a connection is another file. */
    static void require(Connection connection, Path file) throws SQLException {
        String named = mainFile(connection);
        if (named.isEmpty() || !isSame(Path.of(named), file)) {
            throw CallerConnection.refuse(
                    "the connection leads to %s, the store is in %s"
                            .formatted(named.isEmpty() ? "a database in memory" : named, file),
                    "Both must be one file for their changes to be committed together.");
        }
    }

    private static String mainFile(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(DATABASES)) {
            while (row.next()) {
                if (row.getString(2).equals("main")) {
                    return row.getString(3);
                }
            }
            return "";
        }
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.isSameFile(one, other);
        } catch (IOException gone) {
            return false;
        }
    }
}
