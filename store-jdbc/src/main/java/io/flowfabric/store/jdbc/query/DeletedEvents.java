package io.flowfabric.store.jdbc.query;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Events that a statement has deleted.
 *
 * @param count how many
 * @param newest the highest number among them, or 0
 */
public record DeletedEvents(int count, long newest) {
    /** Runs a statement that deletes events and returns their numbers. Reading to the end is what carries it out. */
    public static DeletedEvents by(PreparedStatement deleting) throws SQLException {
        int count = 0;
        long newest = 0;
        try (ResultSet deleted = deleting.executeQuery()) {
            while (deleted.next()) {
                count++;
                newest = Math.max(newest, deleted.getLong(1));
            }
        }
        return new DeletedEvents(count, newest);
    }
}
