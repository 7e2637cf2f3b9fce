package io.flowfabric.bench.ceiling;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A batch that was claimed: what a completion has to say about each of its executions. */
record Claimed(List<Long> seqs, List<byte[]> ids, List<byte[]> attempts, List<byte[]> leases, List<Long> startedAt) {

    static Claimed read(ResultSet rows) throws SQLException {
        var claimed = new Claimed(
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        while (rows.next()) {
            claimed.seqs.add(rows.getLong(1));
            claimed.ids.add(rows.getBytes(2));
            claimed.attempts.add(rows.getBytes(3));
            claimed.leases.add(rows.getBytes(4));
            claimed.startedAt.add(rows.getLong(5));
            // The payload, which a handler would be given.
            rows.getBytes(6);
        }
        return claimed;
    }

    int size() {
        return seqs.size();
    }

    /** Sets the first six parameters of {@link PostgresSql#COMPLETE}. */
    void bind(Connection connection, PreparedStatement complete) throws SQLException {
        complete.setArray(1, connection.createArrayOf("bigint", seqs.toArray()));
        complete.setArray(2, connection.createArrayOf("bytea", ids.toArray(byte[][]::new)));
        complete.setArray(3, connection.createArrayOf("bytea", attempts.toArray(byte[][]::new)));
        complete.setArray(4, connection.createArrayOf("bytea", leases.toArray(byte[][]::new)));
        complete.setArray(5, connection.createArrayOf("bigint", startedAt.toArray()));
        complete.setArray(
                6,
                connection.createArrayOf(
                        "bytea",
                        Collections.nCopies(size(), CeilingBatches.RESULT).toArray(byte[][]::new)));
    }
}
