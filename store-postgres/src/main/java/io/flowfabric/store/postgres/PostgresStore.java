package io.flowfabric.store.postgres;

import com.zaxxer.hikari.HikariDataSource;
import io.flowfabric.engine.store.Deadline;
import io.flowfabric.engine.store.Doorbells;
import io.flowfabric.engine.store.PoolUse;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.model.handle.BackendTag;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.sql.DataSource;

/** Executions in a PostgreSQL database. */
final class PostgresStore implements Store {
    private static final Duration SET_UP = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final Transactions transactions;
    private final WriteUnits units;
    private final PgTables tables = PgTables.create();
    private final ServerClock clock;
    private final Doorbells doorbells = new Doorbells();
    private final PgDoorbells rings;
    private final Ringer ringer;
    private final Listener listener;
    private final Vacuum vacuum;
    private final OutboxWatch outbox;
    private final CallerTransactions callers;
    private final AutoCloseable pool;

    private PostgresStore(Sources sources, SchemaName schema, StoreOptions options) {
        var statements = new Statements(schema);
        this.transactions = new Transactions(sources.dataSource(), statements);
        this.callers = new CallerTransactions(transactions, statements);
        this.units = new WriteUnits(sources.writers());
        this.clock = new ServerClock(options.clock());
        this.pool = sources.owned();
        String self = UUID.randomUUID().toString();
        String channel = schema.doorbell();
        this.ringer = new Ringer(sources.dataSource(), channel, self);
        this.vacuum = new Vacuum(sources.dataSource(), statements);
        this.rings = new PgDoorbells(doorbells, ringer, vacuum);
        this.listener = new Listener(sources.dataSource(), channel, self, doorbells, ringer);
        this.outbox = new OutboxWatch(doorbells, this::settled);
    }

    /**
     * Where connections come from.
     *
     * @param writers how many units may run at once
     * @param owned closed with the store
     */
    record Sources(DataSource dataSource, int writers, AutoCloseable owned) {}

    /** Opens a store whose schema was brought up to date before. */
    static PostgresStore open(Sources sources, SchemaName schema, StoreOptions options) {
        var store = new PostgresStore(sources, schema, options);
        try {
            store.transactions.write(Deadline.in(SET_UP), CommitGate.OPEN, scope -> {
                StoredPartitions.require(scope, options.partitions());
                return true;
            });
        } catch (RuntimeException failed) {
            store.units.close();
            store.closePool();
            throw failed;
        }
        store.ringer.start();
        store.listener.start();
        store.vacuum.start();
        store.outbox.start();
        return store;
    }

    @Override
    public <T> CompletableFuture<T> write(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return units.submit(weightBytes, deadline, attempt(deadline, unit));
    }

    @Override
    public <T> CompletableFuture<T> tryWrite(long weightBytes, Deadline deadline, Unit<WriteTx, T> unit) {
        return units.submitOnce(weightBytes, deadline, attempt(deadline, unit));
    }

    private <T> Function<CommitGate, T> attempt(Deadline deadline, Unit<WriteTx, T> unit) {
        return gate -> transactions.tryWrite(
                deadline, gate, scope -> unit.run(new PostgresWriteTx(scope, tables, clock, rings)));
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        return transactions.read(deadline, scope -> unit.run(new PostgresReadTx(scope, tables, clock, outbox)));
    }

    /** How far the outbox is settled; every statement has a transaction of its own. */
    private long settled() {
        return transactions.read(Deadline.in(LOOK), scope -> new PgEventTable(scope, newest -> {}).settled());
    }

    @Override
    public <T> T writeIn(Connection connection, Unit<WriteTx, T> unit) {
        return callers.run(connection, scope -> {
            var tx = new PostgresWriteTx(scope, tables, clock, rings);
            return new CallerTransactions.Written<>(unit.run(tx), tx.peal());
        });
    }

    @Override
    public Optional<PoolUse> pool() {
        return pool instanceof HikariDataSource own
                ? Optional.of(own.getHikariPoolMXBean())
                        .map(use -> new PoolUse(
                                use.getActiveConnections(),
                                use.getIdleConnections(),
                                use.getThreadsAwaitingConnection()))
                : Optional.empty();
    }

    @Override
    public Doorbells doorbells() {
        return doorbells;
    }

    @Override
    public BackendTag backend() {
        return BackendTag.JAVA_POSTGRES;
    }

    @Override
    public void close() {
        callers.close();
        listener.close();
        vacuum.close();
        outbox.close();
        units.close();
        ringer.close();
        closePool();
    }

    private void closePool() {
        try {
            pool.close();
        } catch (Exception failed) {
            throw new IllegalStateException("The connections could not be closed", failed);
        }
    }
}
