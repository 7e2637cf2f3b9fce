package io.flowfabric.store.postgres.table;

import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import io.flowfabric.store.postgres.transaction.ServerClock;
import java.util.OptionalLong;

/**
 * The time of a transaction. It is asked once after rows were locked, and kept until others are: what is decided together
 * happens at one time.
 */
final class UnitClock {
    private final PostgresScope scope;
    private final ServerClock clock;
    private OptionalLong now = OptionalLong.empty();
    private boolean hasLocked;
    private long newestLoaded = Long.MIN_VALUE;

    UnitClock(PostgresScope scope, ServerClock clock) {
        this.scope = scope;
        this.clock = clock;
    }

    long now() {
        if (now.isEmpty()) {
            now = OptionalLong.of(
                    UncheckedSql.run(() -> hasLocked ? clock.millis(scope) : clock.insteadOf(scope.begunAt())));
        }
        return Math.max(now.getAsLong(), newestLoaded);
    }

    /** Rows were locked: what was known of the time is from before. */
    void locked() {
        now = OptionalLong.empty();
        hasLocked = true;
    }

    /** The statement that locked rows has answered the server's time as well. */
    void told(long serverMillis) {
        now = OptionalLong.of(clock.insteadOf(serverMillis));
    }

    /** Something was loaded that bears this time; the transaction does not happen before it. */
    void loadedAsOf(long time) {
        newestLoaded = Math.max(newestLoaded, time);
    }
}
