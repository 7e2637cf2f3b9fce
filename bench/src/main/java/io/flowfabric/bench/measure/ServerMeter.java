package io.flowfabric.bench.measure;

import io.flowfabric.bench.store.PostgresBenchStore;
import java.sql.SQLException;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reads what a PostgreSQL server has done so far in a database. No other program should use it. */
public final class ServerMeter {
    /** Asked from another database: the counts of a database do not include who counts. */
    private static final String READING = """
            SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint,
                (SELECT xact_commit FROM pg_stat_database WHERE datname = ?)""";

    private final PostgresBenchStore benchStore;
    private final Reading before;

    private record Reading(long walBytes, long commits, OptionalLong cpuNanos) {}

    private ServerMeter(PostgresBenchStore benchStore) throws SQLException {
        this.benchStore = benchStore;
        this.before = read();
    }

    /** Begins to measure. */
    public static ServerMeter start(PostgresBenchStore benchStore) throws SQLException {
        return new ServerMeter(benchStore);
    }

    /**
     * What was spent since the start, by execution. Servers count a commit when its connection is closed, or about a
     * second later: ask when all connections are.
     */
    public Cost perExecution(long executions) throws SQLException {
        var after = read();
        return new Cost(
                (after.walBytes - before.walBytes) / (double) executions,
                (after.commits - before.commits) / (double) executions,
                after.cpuNanos.isPresent() && before.cpuNanos.isPresent()
                        ? OptionalDouble.of(
                                (after.cpuNanos.getAsLong() - before.cpuNanos.getAsLong()) / 1e3 / executions)
                        : OptionalDouble.empty());
    }

    private Reading read() throws SQLException {
        try (var connection = benchStore.host().connect();
                var select = connection.prepareStatement(READING)) {
            select.setString(1, benchStore.database());
            try (var row = select.executeQuery()) {
                row.next();
                return new Reading(row.getLong(1), row.getLong(2), cpuNanos());
            }
        }
    }

    private OptionalLong cpuNanos() {
        return benchStore
                .host()
                .directory()
                .map(data -> new ServerProcesses(data).cpuNanos())
                .orElse(OptionalLong.empty());
    }
}
