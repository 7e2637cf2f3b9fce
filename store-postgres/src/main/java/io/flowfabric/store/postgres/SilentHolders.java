package io.flowfabric.store.postgres;

import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.postgres.table.PostgresEventTable;
import io.flowfabric.store.postgres.table.PostgresQueries;
import io.flowfabric.store.postgres.transaction.PostgresErrors;
import io.flowfabric.store.postgres.transaction.PostgresScope;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends sessions that have announced events and then stopped in the middle of sending them. PostgreSQL before 17 has no
 * timeout for these: the session is in a statement as far as the server knows, so it is not idle, and between two messages of
 * the client no statement timeout runs. Any number of processes may do so at once. Safe for use by any thread.
 */
public final class SilentHolders {
    private static final Logger LOG = LoggerFactory.getLogger(SilentHolders.class);

    /** What the server tells about a session of another role, or about any while {@code track_activities} is off. */
    private static final String HIDDEN = "(state IS NULL OR state = 'disabled')";

    /**
     * Sessions that hold an announcement. Neither the lock nor the activity is read from a snapshot, so that what is found is
     * checked again by the statement that ends it. No table is read.
     */
    private static final String HOLDERS =
            " FROM pg_stat_activity WHERE pid IN (SELECT pid " + PostgresEventTable.ANNOUNCED + ") AND ";

    /**
     * In the middle of what is sent with an announcement, which is the announcement, the events and COMMIT, and waiting for
     * the client since a while. Every message begins the while anew. The texts keep the sessions of callers apart who announced
     * in a transaction of theirs and wait for their own client, such as in a COPY. The driver leaves the blank behind the
     * statement before in front of each.
     */
    private static final String SILENT = """
            state = 'active' AND wait_event = 'ClientRead'
              AND state_change < clock_timestamp() - ? * interval '1 millisecond'
              AND (ltrim(query) = 'COMMIT' OR starts_with(ltrim(query), 'SELECT pg_advisory_xact_lock_shared(')
                OR starts_with(ltrim(query), 'INSERT INTO ff.event_pages ')
                OR starts_with(ltrim(query), 'WITH worker_events AS ('))""";

    static final String FIND = "SELECT pid, " + HIDDEN + HOLDERS + "(" + HIDDEN + " OR " + SILENT + ")";

    static final String END = "SELECT pg_terminate_backend(pid)" + HOLDERS + SILENT + " AND pid = ?";

    private record Holder(int pid, boolean hidden) {}

    private final AtomicBoolean powerless = new AtomicBoolean();

    /**
     * Ends those that have sent nothing for a while; answers how many. Every statement has a transaction of its own. What this
     * role may not see or end is said once.
     */
    public int end(PostgresScope scope, Duration silence) throws SQLException {
        int ended = 0;
        for (var holder : find(scope, silence)) {
            if (holder.hidden()) {
                sayPowerless(holder, "see what it does");
            } else if (end(scope, holder, silence)) {
                LOG.warn(
                        "Session {} was ended: it held up all subscribers and had sent nothing for {}. Its engine is stopped"
                                + " or cut off.",
                        holder.pid(),
                        silence);
                ended++;
            }
        }
        return ended;
    }

    private static List<Holder> find(PostgresScope scope, Duration silence) throws SQLException {
        return UncheckedSql.unwrapping(() -> PostgresQueries.rows(
                scope,
                FIND,
                row -> new Holder(row.getInt(1), row.getBoolean(2)),
                scope.lockSpace(),
                silence.toMillis()));
    }

    private boolean end(PostgresScope scope, Holder holder, Duration silence) throws SQLException {
        try {
            return UncheckedSql.unwrapping(() -> PostgresQueries.rows(
                            scope, END, row -> row.getBoolean(1), scope.lockSpace(), silence.toMillis(), holder.pid())
                    .contains(true));
        } catch (SQLException failed) {
            if (!PostgresErrors.isDenied(failed)) {
                throw failed;
            }
            sayPowerless(holder, "end it");
            return false;
        }
    }

    private void sayPowerless(Holder holder, String denied) {
        if (!powerless.getAndSet(true)) {
            LOG.warn(
                    "Session {} has announced events that subscribers wait for, and this role may not {}. Let all engines of a database use one role,"
                            + " or grant theirs pg_read_all_stats and pg_signal_backend; track_activities must be on.",
                    holder.pid(),
                    denied);
        }
    }
}
