package io.flowfabric.bench.ceiling;

import io.flowfabric.bench.store.PostgresBenchStore;
import io.flowfabric.bench.system.SystemRun;
import io.flowfabric.sdk.FlowFabric;
import io.flowfabric.store.jdbc.outbox.OutboxPage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** The ceiling on PostgreSQL: one connection claims, another completes what was claimed. */
public final class PostgresCeiling implements SystemRun {
    /** Batches between claim and completion: enough for neither to wait for the other's hiccups. */
    private static final int UNDER_WAY = 4;

    private final PostgresBenchStore benchStore;
    private int queue;
    private int submitted;

    /** A run on a store. */
    public PostgresCeiling(PostgresBenchStore benchStore) {
        this.benchStore = benchStore;
    }

    @Override
    public String name() {
        return CeilingBatches.NAME;
    }

    @Override
    public Map<String, String> settings() {
        return CeilingBatches.settings();
    }

    @Override
    public void prepare() throws SQLException {
        FlowFabric.open(benchStore.address()).close();
        try (var connection = benchStore.connect();
                var insert = connection.prepareStatement(PostgresSql.QUEUE)) {
            insert.setString(1, CeilingBatches.NAMESPACE);
            insert.setString(2, CeilingBatches.LANE);
            try (var number = insert.executeQuery()) {
                number.next();
                queue = number.getInt(1);
            }
        }
    }

    @Override
    public void submit(int count, byte[] payload) throws SQLException {
        try (var connection = benchStore.connect();
                var insert = connection.prepareStatement(PostgresSql.SUBMIT)) {
            for (int left = count; left > 0; left -= CeilingBatches.SUBMIT) {
                int size = Math.min(left, CeilingBatches.SUBMIT);
                var payloads = new byte[size][];
                Arrays.fill(payloads, payload);
                long now = System.currentTimeMillis();
                insert.setArray(1, connection.createArrayOf("bytea", CeilingBatches.mintIds(size)));
                insert.setArray(2, connection.createArrayOf("bytea", payloads));
                insert.setLong(3, now);
                insert.setInt(4, queue);
                insert.setLong(5, now);
                insert.setLong(6, now);
                insert.executeUpdate();
            }
        }
        submitted += count;
    }

    @Override
    public void drain() throws Exception {
        var claimed = new ArrayBlockingQueue<Claimed>(UNDER_WAY);
        var thread = Executors.newSingleThreadExecutor();
        try {
            var completer = thread.submit(() -> complete(claimed));
            claim(batch -> {
                while (!claimed.offer(batch, 100, TimeUnit.MILLISECONDS)) {
                    if (completer.isDone()) {
                        // It fails with what made the other side end.
                        completer.get();
                    }
                }
            });
            completer.get();
        } finally {
            thread.shutdownNow();
        }
    }

    @Override
    public void close() {
        // Callers close the connections that they opened.
    }

    private interface Taker {
        void take(Claimed batch) throws Exception;
    }

    private void claim(Taker taker) throws Exception {
        try (var connection = benchStore.connect();
                var claim = connection.prepareStatement(PostgresSql.CLAIM);
                var pages = connection.prepareStatement(PostgresSql.PAGES)) {
            connection.setAutoCommit(false);
            for (int left = submitted; left > 0; ) {
                long now = System.currentTimeMillis();
                claim.setInt(1, queue);
                claim.setInt(2, CeilingBatches.DRAIN);
                claim.setLong(3, now);
                claim.setString(4, CeilingBatches.WORKER);
                claim.setString(5, CeilingBatches.INSTANCE);
                claim.setLong(6, now + CeilingBatches.LEASE_MS);
                for (int column = 7; column <= 10; column++) {
                    claim.setLong(column, now);
                }
                try (var rows = claim.executeQuery()) {
                    var batch = Claimed.read(rows);
                    pages.setLong(1, now);
                    bind(connection, pages, 2, CeilingPages.acquired(batch, now));
                    pages.executeUpdate();
                    connection.commit();
                    left -= batch.size();
                    taker.take(batch);
                }
            }
        }
    }

    private int complete(BlockingQueue<Claimed> claimed) throws SQLException, InterruptedException {
        int completed = 0;
        try (var connection = benchStore.connect();
                var complete = connection.prepareStatement(PostgresSql.COMPLETE)) {
            while (completed < submitted) {
                completed += complete(connection, complete, claimed.take());
            }
        }
        return completed;
    }

    private static int complete(Connection connection, PreparedStatement complete, Claimed batch) throws SQLException {
        batch.bind(connection, complete);
        long now = System.currentTimeMillis();
        complete.setLong(7, now);
        complete.setString(8, CeilingBatches.WORKER);
        complete.setString(9, CeilingBatches.INSTANCE);
        complete.setLong(10, CeilingBatches.LEASE_MS);
        bind(connection, complete, 11, CeilingPages.ended(batch, now));
        complete.executeUpdate();
        return batch.size();
    }

    private static void bind(Connection connection, PreparedStatement statement, int first, List<OutboxPage> pages)
            throws SQLException {
        statement.setArray(
                first,
                connection.createArrayOf(
                        "bigint", pages.stream().map(OutboxPage::newestSeq).toArray()));
        statement.setArray(
                first + 1,
                connection.createArrayOf(
                        "bytea", pages.stream().map(OutboxPage::events).toArray(byte[][]::new)));
    }
}
