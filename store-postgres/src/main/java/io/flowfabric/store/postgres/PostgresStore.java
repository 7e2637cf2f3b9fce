package io.flowfabric.store.postgres;

import com.zaxxer.hikari.HikariDataSource;
import io.flowfabric.engine.Deadline;
import io.flowfabric.engine.PoolUse;
import io.flowfabric.engine.store.ReadTx;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.engine.store.WriteTx;
import io.flowfabric.engine.store.wakeup.Doorbells;
import io.flowfabric.model.handle.BackendTag;
import io.flowfabric.store.postgres.notify.NotifyListener;
import io.flowfabric.store.postgres.notify.NotifySender;
import io.flowfabric.store.postgres.notify.OutboxWatch;
import io.flowfabric.store.postgres.notify.PostgresDoorbells;
import io.flowfabric.store.postgres.table.PostgresEventTable;
import io.flowfabric.store.postgres.table.PostgresReadTx;
import io.flowfabric.store.postgres.table.PostgresStoredPartitions;
import io.flowfabric.store.postgres.table.PostgresTables;
import io.flowfabric.store.postgres.table.PostgresWriteTx;
import io.flowfabric.store.postgres.transaction.CommitGate;
import io.flowfabric.store.postgres.transaction.PostgresStatements;
import io.flowfabric.store.postgres.transaction.PostgresTransactions;
import io.flowfabric.store.postgres.transaction.SchemaName;
import io.flowfabric.store.postgres.transaction.ServerClock;
import io.flowfabric.store.postgres.transaction.Vacuum;
import io.flowfabric.store.postgres.transaction.WriteUnits;
import java.sql.Connection;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import javax.sql.DataSource;

/** Executions in a PostgreSQL database. */
public final class PostgresStore implements Store {
    private static final Duration SET_UP = Duration.ofSeconds(30);
    private static final Duration QUERY_TIMEOUT = Duration.ofSeconds(5);

    private final PostgresTransactions transactions;
    private final WriteUnits units;
    private final PostgresTables tables = PostgresTables.create();
    private final ServerClock clock;
    private final Doorbells doorbells = new Doorbells();
    private final PostgresDoorbells commitDoorbells;
    private final NotifySender sender;
    private final NotifyListener listener;
    private final Vacuum vacuum;
    private final OutboxWatch outbox;
    private final SilentHolders holders = new SilentHolders();
    private final PostgresCallerTransactions callers;
    private final AutoCloseable pool;

    private PostgresStore(Sources sources, SchemaName schema, StoreOptions options) {
        var statements = new PostgresStatements(schema);
        this.transactions = new PostgresTransactions(sources.dataSource(), statements);
        this.callers = new PostgresCallerTransactions(transactions, statements);
        this.units = new WriteUnits(sources.writers());
        this.clock = new ServerClock(options.clock());
        this.pool = sources.owned();
        String self = UUID.randomUUID().toString();
        String channel = schema.doorbell();
        this.sender = new NotifySender(sources.dataSource(), channel, self);
        this.vacuum = new Vacuum(sources.dataSource(), statements);
        this.outbox = new OutboxWatch(doorbells, this::settled, this::endSilentHolders);
        this.commitDoorbells = new PostgresDoorbells(outbox, sender, vacuum);
        this.listener = new NotifyListener(sources.dataSource(), channel, self, outbox, sender);
    }

    /**
     * Where connections come from.
     *
     * @param writers how many units may run at once
     * @param owned closed with the store
     */
    public record Sources(DataSource dataSource, int writers, AutoCloseable owned) {}

    /** Opens a store whose schema was brought up to date before. */
    public static PostgresStore open(Sources sources, SchemaName schema, StoreOptions options) {
        var store = new PostgresStore(sources, schema, options);
        try {
            store.transactions.write(Deadline.in(SET_UP), CommitGate.OPEN, scope -> {
                PostgresStoredPartitions.require(scope, options.partitions());
                return true;
            });
        } catch (RuntimeException failed) {
            store.units.close();
            store.closePool();
            throw failed;
        }
        store.sender.start();
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
                deadline, gate, scope -> unit.run(new PostgresWriteTx(scope, tables, clock, commitDoorbells)));
    }

    @Override
    public <T> T read(Deadline deadline, Unit<ReadTx, T> unit) {
        return transactions.read(
                deadline,
                scope -> unit.run(new PostgresReadTx(scope, tables, clock, newest -> outbox.met(newest, deadline))));
    }

    /** How far the outbox is settled; every statement has a transaction of its own. */
    private long settled() {
        return transactions.read(
                Deadline.in(QUERY_TIMEOUT), scope -> new PostgresEventTable(scope, newest -> {}).settled());
    }

    private void endSilentHolders(Duration silence) {
        transactions.read(Deadline.in(QUERY_TIMEOUT), scope -> holders.end(scope, silence));
    }

    @Override
    public <T> T writeIn(Connection connection, Unit<WriteTx, T> unit) {
        return callers.run(connection, scope -> {
            var tx = new PostgresWriteTx(scope, tables, clock, commitDoorbells);
            return new PostgresCallerTransactions.Written<>(unit.run(tx), tx.peal());
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
        sender.close();
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
