package io.flowfabric.bench.measure;

import io.flowfabric.bench.store.PostgresBenchStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which statements a PostgreSQL server spent its time on, in one database. Needs the extension {@code
 * pg_stat_statements},
 * loaded and switched off: it counts only where this profile switches it on.
 */
public final class StatementProfile {
    private static final String EXTENSION = "pg_stat_statements";

    private static final String TOP = """
            SELECT regexp_replace(query, '\\s+', ' ', 'g'), calls, rows, total_exec_time,
                total_exec_time / nullif(sum(total_exec_time) OVER (), 0)
            FROM pg_stat_statements
            WHERE dbid = (SELECT oid FROM pg_database WHERE datname = ?)
            ORDER BY total_exec_time DESC
            LIMIT ?""";

    private static final String COUNT = """
            SELECT coalesce(sum(calls), 0)::bigint FROM pg_stat_statements
            WHERE dbid = (SELECT oid FROM pg_database WHERE datname = ?)
                AND query NOT ILIKE 'BEGIN%' AND query NOT ILIKE 'COMMIT%' AND query NOT ILIKE 'ROLLBACK%'""";

    private final PostgresBenchStore benchStore;

    private StatementProfile(PostgresBenchStore benchStore) {
        this.benchStore = benchStore;
    }

    /**
     * A statement and what it took.
     *
     * @param share of the time of all statements
     */
    public record Line(String statement, long calls, long rows, double millis, double share) {}

    /**
     * Begins to count what new connections to a database execute. Empty where the server has not loaded the extension,
     * or
     * does not let us use it.
     */
    public static Optional<StatementProfile> start(PostgresBenchStore benchStore) {
        try (var connection = benchStore.host().connect();
                var statement = connection.createStatement()) {
            statement.execute("CREATE EXTENSION IF NOT EXISTS " + EXTENSION);
            statement.execute("ALTER DATABASE " + benchStore.database() + " SET " + EXTENSION + ".track = 'top'");
            // Fails unless it was loaded when the server started.
            statement.execute("SELECT count(*) FROM " + EXTENSION);
            return Optional.of(new StatementProfile(benchStore));
        } catch (SQLException notPossible) {
            return Optional.empty();
        }
    }

    /** The statements that took longest. */
    public List<Line> top(int limit) throws SQLException {
        try (var connection = benchStore.host().connect();
                var select = connection.prepareStatement(TOP)) {
            select.setString(1, benchStore.database());
            select.setInt(2, limit);
            var lines = new ArrayList<Line>();
            try (var rows = select.executeQuery()) {
                while (rows.next()) {
                    lines.add(new Line(
                            rows.getString(1), rows.getLong(2), rows.getLong(3), rows.getDouble(4), rows.getDouble(5)));
                }
            }
            return lines;
        }
    }

    /** How many statements were executed so far; the borders of transactions do not count. */
    public long count() throws SQLException {
        try (var connection = benchStore.host().connect();
                var select = connection.prepareStatement(COUNT)) {
            select.setString(1, benchStore.database());
            try (var row = select.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
