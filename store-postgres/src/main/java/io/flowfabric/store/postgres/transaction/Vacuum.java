package io.flowfabric.store.postgres.transaction;

import io.flowfabric.engine.BackgroundLoop;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vacuums the tables of entries under load. The server would do so once a minute at most, and by then a busy store has left
 * behind many times what it works on. The hot rows need no such care: their versions are removed page by page as they are read. It is done every few seconds as long as enough is written, by one process at a time,
 * and ever more seldom while it is of no use, because a transaction holds a snapshot open.
 */
public final class Vacuum implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Vacuum.class);

    /** So many changes are worth it. */
    private static final long ENOUGH = 50_000;

    private static final Duration BETWEEN = Duration.ofSeconds(5);
    private static final Duration MOST_BETWEEN = Duration.ofMinutes(5);

    /** What the server counts reaches its statistics a moment later. */
    private static final Duration UNTIL_COUNTED = Duration.ofSeconds(1);

    /** The owner of a table may vacuum it, and since PostgreSQL 17 every role that was granted that. */
    private static final String TABLE = """
            SELECT pg_has_role(relowner, 'USAGE') OR CASE
                    WHEN current_setting('server_version_num')::int >= 170000 THEN has_table_privilege(oid, 'MAINTAIN')
                    ELSE false END,
                (SELECT sum(pg_stat_get_dead_tuples(hot.oid)) FROM unnest(ARRAY['ff.fresh_entries', 'ff.returned_entries',
                    'ff.lease_entries', 'ff.due_entries']::regclass[]) AS hot (oid))
            FROM pg_class WHERE oid = 'ff.fresh_entries'::regclass""";

    /** Another process that vacuums at the same time holds the lock, and then there is nothing to do. */
    private static final String VACUUM = "VACUUM (SKIP_LOCKED, INDEX_CLEANUP ON, TRUNCATE OFF)"
            + " ff.fresh_entries, ff.returned_entries, ff.lease_entries, ff.due_entries";

    /** What came of it. */
    enum Outcome {
        HELPED,
        USELESS,
        NOT_ALLOWED
    }

    private record Table(boolean allowed, long dead) {}

    private final DataSource dataSource;
    private final PostgresStatements statements;
    private final AtomicLong written = new AtomicLong();
    private final Thread thread =
            new Thread(new BackgroundLoop("postgres-vacuum", this::run), "flowfabric-postgres-vacuum");
    private volatile Optional<Statement> running = Optional.empty();
    private volatile boolean closed;

    public Vacuum(DataSource dataSource, PostgresStatements statements) {
        this.dataSource = dataSource;
        this.statements = statements;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** So many executions were changed. */
    public void wrote(int rows) {
        long before = written.getAndAdd(rows);
        if (before < ENOUGH && before + rows >= ENOUGH) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        running.ifPresent(Vacuum::cancel);
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void cancel(Statement statement) {
        try {
            statement.cancel();
        } catch (SQLException ended) {
            LOG.debug("The vacuum had ended", ended);
        }
    }

    private void run() {
        var pause = BETWEEN;
        var outcome = Outcome.HELPED;
        while (!closed && outcome != Outcome.NOT_ALLOWED) {
            if (written.get() < ENOUGH) {
                LockSupport.park(this);
                continue;
            }
            written.set(0);
            try {
                outcome = once();
                pause = outcome == Outcome.HELPED ? BETWEEN : longer(pause);
                Thread.sleep(pause.toMillis());
            } catch (SQLException failed) {
                LOG.debug("The entries were not vacuumed", failed);
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }

    private static Duration longer(Duration pause) {
        var twice = pause.multipliedBy(2);
        return twice.compareTo(MOST_BETWEEN) < 0 ? twice : MOST_BETWEEN;
    }

    /** Vacuums now. */
    Outcome once() throws SQLException, InterruptedException {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(true);
            var before = statistics(connection);
            if (!before.allowed()) {
                LOG.info("This role does not own the tables of entries, so only the server vacuums them");
                return Outcome.NOT_ALLOWED;
            }
            try (Statement statement = connection.createStatement()) {
                running = Optional.of(statement);
                statement.execute(statements.text(VACUUM));
            } finally {
                running = Optional.empty();
            }
            Thread.sleep(UNTIL_COUNTED.toMillis());
            return statistics(connection).dead() < before.dead() / 2 ? Outcome.HELPED : Outcome.USELESS;
        }
    }

    private Table statistics(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(statements.text(TABLE))) {
            row.next();
            return new Table(row.getBoolean(1), row.getLong(2));
        }
    }
}
