package io.flowfabric.store.postgres.transaction;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;

/** The server's clock, or the one that a test has put in its place. */
public final class ServerClock {
    /** What the server says when asked. */
    public static final String MILLIS = "(extract(epoch FROM clock_timestamp()) * 1000)::int8";

    private static final String NOW = "SELECT " + MILLIS;

    private final Optional<Clock> replacement;

    public ServerClock(Optional<Clock> replacement) {
        this.replacement = replacement;
    }

    /** The time, given what the server has said. */
    public long insteadOf(long serverMillis) {
        return replacement.map(Clock::millis).orElse(serverMillis);
    }

    public long millis(PostgresScope scope) throws SQLException {
        if (replacement.isPresent()) {
            return replacement.get().millis();
        }
        try (var statement = scope.prepare(NOW);
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }
}
