package io.flowfabric.bench.ceiling;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The statements of {@link SqliteSql}, prepared once on a connection that does not commit by itself. */
final class SqliteStatements {
    private final Connection connection;
    private final PreparedStatement execution;
    private final PreparedStatement content;
    private final PreparedStatement claim;
    private final PreparedStatement inputs;
    private final PreparedStatement acquired;
    private final PreparedStatement history;
    private final PreparedStatement ended;
    private final PreparedStatement complete;

    SqliteStatements(Connection connection) throws SQLException {
        this.connection = connection;
        this.execution = connection.prepareStatement(SqliteSql.EXECUTION);
        this.content = connection.prepareStatement(SqliteSql.CONTENT);
        this.claim = connection.prepareStatement(SqliteSql.CLAIM);
        this.inputs = connection.prepareStatement(SqliteSql.INPUTS);
        this.acquired = connection.prepareStatement(SqliteSql.ACQUIRED);
        this.history = connection.prepareStatement(SqliteSql.HISTORY);
        this.ended = connection.prepareStatement(SqliteSql.ENDED);
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

    /** Claims a batch, reads its payloads as a worker would, and answers the row numbers. */
    List<Long> claim(int queue) throws SQLException {
        long now = System.currentTimeMillis();
        claim.setLong(1, now);
        claim.setString(2, CeilingBatches.WORKER);
        claim.setString(3, CeilingBatches.INSTANCE);
        claim.setLong(4, now + CeilingBatches.LEASE_MS);
        claim.setInt(5, queue);
        claim.setInt(6, CeilingBatches.DRAIN);
        var seqs = new ArrayList<Long>(CeilingBatches.DRAIN);
        try (var rows = claim.executeQuery()) {
            while (rows.next()) {
                seqs.add(rows.getLong(1));
            }
        }
        String list = json(seqs);
        acquired.setString(1, list);
        acquired.setString(2, CeilingBatches.NAMESPACE);
        acquired.executeUpdate();
        connection.commit();
        inputs.setString(1, list);
        try (var rows = inputs.executeQuery()) {
            while (rows.next()) {
                rows.getBytes(1);
            }
        }
        return seqs;
    }

    void complete(List<Long> seqs) throws SQLException {
        long now = System.currentTimeMillis();
        String list = json(seqs);
        for (long seq : seqs) {
            history.setLong(1, seq);
            history.setLong(2, now);
            history.setBytes(3, CeilingBatches.RESULT);
            history.addBatch();
        }
        history.executeBatch();
        ended.setString(1, list);
        ended.setString(2, CeilingBatches.NAMESPACE);
        ended.setLong(3, now);
        ended.executeUpdate();
        complete.setString(1, list);
        complete.setLong(2, now);
        complete.executeUpdate();
        connection.commit();
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
