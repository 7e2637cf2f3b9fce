package io.flowfabric.store.sqlite.writer;

import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import io.flowfabric.store.sqlite.opening.SqliteErrors;
import io.flowfabric.store.sqlite.turn.WriteTurn;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs groups of units, each group as one transaction, on the connection it owns. Used by one thread.
 *
 * <p>Two things hold whatever fails: a unit is answered with success only after COMMIT succeeded, and with "nothing was
 * written" only when COMMIT was not reached or SQLite itself refused it, in which case it has rolled back or still can.
 */
final class GroupTransaction implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupTransaction.class);
    private static final String NOT_WRITTEN = "Nothing of this call was written.";
    private static final String UNKNOWN = "It may have been written; read the record before you repeat the call.";

    /** The transaction may well be one of the thread that waits for us, which it then does in vain. */
    private static final String HELD = "another connection holds the write lock of %s; if it is one of this thread, end"
            + " its transaction before the call, or submit inside it with submit(connection, …)";

    private static final long LONGEST_OPEN_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final SqliteConnections connections;
    private final WriteTurn turn;
    private final KeyedCommits commits;
    private final Checkpoints checkpoints;
    private @Nullable WriteSession session;

    GroupTransaction(SqliteConnections connections, WriteTurn turn) {
        this.connections = connections;
        this.turn = turn;
        this.commits = new KeyedCommits(turn);
        this.checkpoints = new Checkpoints(connections);
        this.checkpoints.start();
    }

    long commits() {
        return turn.commits();
    }

    /** Rings the doorbells for what other writers have committed since it was last called; called by one thread. */
    void ringForOthers(Doorbells doorbells) {
        commits.ring(doorbells);
    }

    /** Opens the connection unless it is open. Waits a while for other stores that set up the same file. */
    WriteSession openSession() throws SQLException {
        long openUntil = System.nanoTime() + LONGEST_OPEN_NANOS;
        while (session == null) {
            try {
                session = newSession();
            } catch (SQLException failed) {
                if (!SqliteErrors.isBusy(failed) || Deadlines.passed(openUntil)) {
                    throw failed;
                }
                BusyPause.park();
            }
        }
        return session;
    }

    private WriteSession newSession() throws SQLException {
        Connection connection = connections.openWriter();
        try {
            return new WriteSession(connection, checkpoints);
        } catch (SQLException failed) {
            connection.close();
            throw failed;
        }
    }

    /** Runs the units and answers every caller. Throws nothing. */
    void run(List<PendingUnit<?>> group) {
        try {
            if (runInTurn(group)) {
                group.forEach(PendingUnit::runHooks);
            }
            group.forEach(unit -> unit.settle(connections.name()));
        } catch (IOException turnFailed) {
            failAll(
                    group,
                    unit -> SqliteErrors.transport(
                            TransportKind.TRANSPORT,
                            "the turn file of " + connections.name() + " cannot be locked. " + NOT_WRITTEN,
                            turnFailed));
        } catch (SQLException lost) {
            abandon();
            failAll(group, unit -> SqliteErrors.isBusy(lost) ? unit.notWritten() : notWritten(lost));
        } catch (RuntimeException | Error unforeseen) {
            LOG.error("A group of {} units was given up; its outcome is unknown", group.size(), unforeseen);
            abandon();
            failAll(
                    group,
                    unit -> SqliteErrors.transport(
                            TransportKind.TRANSPORT,
                            connections.name() + ": " + unforeseen + ". " + UNKNOWN,
                            unforeseen));
        }
    }

    /** Closes the connection and this writer's share of the turn. */
    @Override
    public void close() {
        checkpoints.close();
        closeSession();
        turn.close();
    }

    /** Whether the group committed something. When it did not, no unit succeeded. */
    private boolean runInTurn(List<PendingUnit<?>> group) throws IOException, SQLException {
        if (!takeTurn(group)) {
            return false;
        }
        try {
            return begin(group) && runUnits(group);
        } finally {
            turn.release();
        }
    }

    private boolean takeTurn(List<PendingUnit<?>> group) throws IOException {
        Optional<Long> latest = Deadlines.latest(group);
        if (latest.isPresent() && turn.acquire(latest.get())) {
            return true;
        }
        expireAll(group);
        return false;
    }

    /**
     * Begins the transaction, waiting for a foreign writer as long as a caller still wants the answer. A connection
     * that cannot begin for another reason is replaced, once.
     */
    private boolean begin(List<PendingUnit<?>> group) throws SQLException {
        boolean replaced = session == null;
        while (Deadlines.latest(group).isPresent()) {
            try {
                openSession().begin();
                return true;
            } catch (SQLException failed) {
                if (SqliteErrors.isBusy(failed) && !SqliteErrors.isStaleSnapshot(failed)) {
                    String reason = HELD.formatted(connections.name());
                    group.forEach(unit -> unit.heldUpBy(reason));
                    BusyPause.park();
                    expireAll(group);
                } else if (replaced) {
                    throw failed;
                } else {
                    abandon();
                    replaced = true;
                }
            }
        }
        return false;
    }

    private boolean runUnits(List<PendingUnit<?>> group) throws SQLException {
        WriteSession open = openSession();
        long changesBefore = open.changes();
        boolean kept = false;
        for (PendingUnit<?> unit : group) {
            kept |= unit.begin() && unit.run(open);
        }
        // A group that has only read is not announced: waiting calls would wake each other for ever.
        boolean wrote = open.changes() != changesBefore;
        if (!kept) {
            open.rollback();
            return false;
        }
        commit(open, group);
        if (wrote) {
            commits.announce(group.stream().map(PendingUnit::wakeUps).toList());
        }
        return true;
    }

    /** A busy COMMIT leaves the transaction open, so it may be tried again; after any other failure it is abandoned. */
    private static void commit(WriteSession open, List<PendingUnit<?>> group) throws SQLException {
        while (true) {
            try {
                open.commit();
                return;
            } catch (SQLException failed) {
                boolean wanted = Deadlines.latest(group)
                        .filter(until -> !Deadlines.passed(until))
                        .isPresent();
                if (!SqliteErrors.isBusy(failed) || !wanted) {
                    throw failed;
                }
                BusyPause.park();
            }
        }
    }

    private EngineException notWritten(SQLException lost) {
        return SqliteErrors.typed(lost, connections.name(), NOT_WRITTEN);
    }

    private static void expireAll(List<PendingUnit<?>> group) {
        long now = System.nanoTime();
        group.forEach(unit -> unit.expire(now));
    }

    private static void failAll(List<PendingUnit<?>> group, Function<PendingUnit<?>, EngineException> error) {
        group.forEach(unit -> unit.fail(error.apply(unit)));
    }

    /**
     * Gets rid of an open transaction. Closing the connection does it whatever state it is in; a database in memory would
     * be gone with its connection, so there the transaction is rolled back, unless SQLite has done that already.
     */
    private void abandon() {
        if (!connections.inMemory()) {
            closeSession();
        } else if (session != null) {
            try {
                session.rollback();
            } catch (SQLException alreadyRolledBack) {
                LOG.debug("The transaction had ended", alreadyRolledBack);
            }
        }
    }

    private void closeSession() {
        WriteSession open = session;
        session = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException failed) {
                LOG.warn("The write connection of {} could not be closed", connections.name(), failed);
            }
        }
    }
}
