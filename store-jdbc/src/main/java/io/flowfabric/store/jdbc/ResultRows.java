package io.flowfabric.store.jdbc;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What a query finds. */
public final class ResultRows {
    private ResultRows() {}

    /** Makes a value of the row that a result stands on. */
    public interface Reader<T> {
        /** The value; moves the result nowhere. */
        T read(ResultSet row) throws SQLException;
    }

    /** Runs a query whose parameters are bound, and answers its rows in their order. The statement stays open. */
    public static <T> List<T> of(PreparedStatement query, Reader<T> reader) throws SQLException {
        var found = new ArrayList<T>();
        try (ResultSet row = query.executeQuery()) {
            while (row.next()) {
                found.add(reader.read(row));
            }
        }
        return found;
    }
}
