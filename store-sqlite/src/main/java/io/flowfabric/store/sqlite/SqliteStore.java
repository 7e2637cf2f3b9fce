package io.flowfabric.store.sqlite;

import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.UncheckedSql;
import io.flowfabric.store.sqlite.opening.PrivateFile;
import io.flowfabric.store.sqlite.opening.SqliteAddress;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import io.flowfabric.store.sqlite.opening.SqliteErrors;
import io.flowfabric.store.sqlite.table.SqliteReadTx;
import io.flowfabric.store.sqlite.table.SqliteStoredPartitions;
import io.flowfabric.store.sqlite.table.SqliteTables;
import io.flowfabric.store.sqlite.table.SqliteWriteTx;
import io.flowfabric.store.sqlite.turn.FileTurns;
import io.flowfabric.store.sqlite.turn.MemoryTurn;
import io.flowfabric.store.sqlite.turn.WriteTurn;
import io.flowfabric.store.sqlite.writer.CommitWatch;
import io.flowfabric.store.sqlite.writer.GroupCommitWriter;
import io.flowfabric.store.sqlite.writer.SnapshotReads;
import io.flowfabric.store.sqlite.writer.WriteUnit;
import java.io.IOException;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Executions in one SQLite file, or in memory. */
public final class SqliteStore implements Store {
    private static final Duration SET_UP = Duration.ofSeconds(30);
    private static final int READERS = 4;

    private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(1);

    private final GroupCommitWriter writer;
    private final SnapshotReads reads;
    private final CommitWatch watch;
    private final SqliteCallerTransactions callers;
    private final SqliteTables tables = SqliteTables.create();
    private final Doorbells doorbells = new Doorbells();
    private final Clock clock;

    private SqliteStore(
            SqliteConnections connections,
            GroupCommitWriter writer,
            SqliteCallerTransactions callers,
            StoreOptions options) {
        this.writer = writer;
        this.reads = SnapshotReads.of(connections, writer, options.connections().orElse(READERS));
        this.callers = callers;
        this.watch = new CommitWatch(connections.name(), this::ringForOthers);
        this.clock = clock(options);
    }

    /** Opens a store whose file was inspected before. */
    static SqliteStore open(SqliteAddress address, SqliteSchema schema, StoreOptions options) {
        return open(address, turn(address), schema, options);
    }

    /** As above, with the turn by which its writer waits for others; the store owns it from here on. */
    static SqliteStore open(SqliteAddress address, WriteTurn turn, SqliteSchema schema, StoreOptions options) {
        var connections = new SqliteConnections(address);
        var writer = GroupCommitWriter.open(connections, turn);
        var store = new SqliteStore(connections, writer, new SqliteCallerTransactions(address.file(), turn), options);
        try {
            store.setUp(schema, options);
            store.watch.start();
            return store;
        } catch (RuntimeException failed) {
            store.reads.close();
            writer.close();
            throw failed;
        }
    }

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return writer.submit(
                scope -> UncheckedSql.unwrapping(() -> unit.run(new SqliteWriteTx(scope, tables, clock, doorbells))),
                weightBytes,
                deadline.nanoTime());
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        return reads.read(
                scope -> UncheckedSql.unwrapping(() -> unit.run(new SqliteReadTx(scope, tables, clock))),
                deadline.nanoTime());
    }

    @Override
    public <T> T writeIn(Connection connection, Unit<WriteTx, T> unit) {
        return callers.run(connection, scope -> {
            var tx = new SqliteWriteTx(scope, tables, clock, doorbells);
            return new SqliteCallerTransactions.Written<>(unit.run(tx), tx.newest());
        });
    }

    @Override
    public void requireNotHeldUp() {
        callers.requireNotHeldUp();
    }

    @Override
    public Doorbells doorbells() {
        return doorbells;
    }

    @Override
    public BackendTag backend() {
        return BackendTag.JAVA_SQLITE;
    }

    @Override
    public void close() {
        callers.close();
        watch.close();
        reads.close();
        writer.close();
    }

    public GroupCommitWriter writer() {
        return writer;
    }

    /** Commits of callers are announced here, by the thread that polls for those of other writers. */
    private void ringForOthers() {
        callers.announceCommitted(this::isStored);
        writer.ringForOthers(doorbells);
    }

    /** A failed query counts as yes: calls that are woken for nothing poll and wait on. */
    private boolean isStored(ExecutionId id) {
        try {
            return reads.read(
                    scope -> tables.executions().exists(scope, id),
                    Deadline.in(QUERY_TIMEOUT).nanoTime());
        } catch (EngineException unknown) {
            return true;
        }
    }

    private void setUp(SqliteSchema schema, StoreOptions options) {
        WriteUnit<Boolean> unit = scope -> {
            schema.runner(clock(options)).boot(scope.connection(), options.migrate());
            SqliteStoredPartitions.require(scope, options.partitions());
            return true;
        };
        try {
            writer.submit(unit, 0, Deadline.in(SET_UP).nanoTime()).join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof EngineException typed ? typed : failed;
        }
    }

    /** SQLite has no clock but its host's. */
    private static Clock clock(StoreOptions options) {
        return options.clock().orElseGet(Clock::systemUTC);
    }

    private static WriteTurn turn(SqliteAddress address) {
        if (address.file().isEmpty()) {
            return new MemoryTurn();
        }
        try {
            PrivateFile.create(address.file().get());
            return FileTurns.open(address.file().get());
        } catch (IOException failed) {
            throw SqliteErrors.transport(
                    TransportKind.TRANSPORT,
                    "the file beside %s by which writers take turns cannot be made; check its directory"
                            .formatted(address.file().get()),
                    failed);
        }
    }
}
