package io.flowfabric.bench.ceiling;

import io.flowfabric.store.jdbc.outbox.OutboxPage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;

/** The statements of {@link SqliteSql}, prepared once on a connection that does not commit by itself. */
final class SqliteStatements {
    private final Connection connection;
    private final PreparedStatement execution;
    private final PreparedStatement content;
    private final PreparedStatement claim;
    private final PreparedStatement inputs;
    private final PreparedStatement history;
    private final PreparedStatement page;
    private final PreparedStatement complete;

    SqliteStatements(Connection connection) throws SQLException {
        this.connection = connection;
        this.execution = connection.prepareStatement(SqliteSql.EXECUTION);
        this.content = connection.prepareStatement(SqliteSql.CONTENT);
        this.claim = connection.prepareStatement(SqliteSql.CLAIM);
        this.inputs = connection.prepareStatement(SqliteSql.INPUTS);
        this.history = connection.prepareStatement(SqliteSql.HISTORY);
        this.page = connection.prepareStatement(SqliteSql.PAGE);
        this.complete = connection.prepareStatement(SqliteSql.COMPLETE);
    }

    /** Stores a batch whose row numbers begin with {@code firstSeq}. */
    void submit(long firstSeq, byte[][] ids, int queue, byte[] payload) throws SQLException {
        long now = System.currentTimeMillis();
        for (int i = 0; i < ids.length; i++) {
            execution.setLong(1, firstSeq + i);
            execution.setBytes(2, ids[i]);
            execution.setLong(3, now);
            execution.setInt(4, queue);
            execution.addBatch();
            content.setLong(1, firstSeq + i);
            content.setBytes(2, payload);
            content.addBatch();
        }
        execution.executeBatch();
        content.executeBatch();
        connection.commit();
    }

    /** Claims a batch, and reads its payloads as a worker would. */
    Claimed claim(int queue) throws SQLException {
        long now = System.currentTimeMillis();
        claim.setLong(1, now);
        claim.setString(2, CeilingBatches.WORKER);
        claim.setString(3, CeilingBatches.INSTANCE);
        claim.setLong(4, now + CeilingBatches.LEASE_MS);
        claim.setInt(5, queue);
        claim.setInt(6, CeilingBatches.DRAIN);
        Claimed claimed;
        try (var rows = claim.executeQuery()) {
            claimed = Claimed.read(rows);
        }
        write(CeilingPages.acquired(claimed, now));
        connection.commit();
        inputs.setString(1, json(claimed.seqs()));
        try (var rows = inputs.executeQuery()) {
            while (rows.next()) {
                rows.getBytes(1);
            }
        }
        return claimed;
    }

    void complete(Claimed claimed) throws SQLException {
        long now = System.currentTimeMillis();
        for (long seq : claimed.seqs()) {
            history.setLong(1, seq);
            history.setLong(2, now);
            history.setBytes(3, CeilingBatches.RESULT);
            history.addBatch();
        }
        history.executeBatch();
        write(CeilingPages.ended(claimed, now));
        complete.setString(1, json(claimed.seqs()));
        complete.setLong(2, now);
        complete.executeUpdate();
        connection.commit();
    }

    private void write(List<OutboxPage> pages) throws SQLException {
        for (var one : pages) {
            page.setLong(1, one.newestAt());
            page.setLong(2, one.newestSeq());
            page.setBytes(3, one.events());
            page.executeUpdate();
        }
    }

    void close() {
        try {
            connection.close();
        } catch (SQLException failed) {
            throw new IllegalStateException("cannot close the SQLite connection", failed);
        }
    }

    private static String json(List<Long> seqs) {
        return seqs.stream().map(String::valueOf).collect(Collectors.joining(",", "[", "]"));
    }
}
