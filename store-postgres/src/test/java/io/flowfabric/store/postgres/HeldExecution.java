package io.flowfabric.store.postgres;

import io.flowfabric.model.id.ExecutionId;
import io.flowfabric.store.jdbc.column.ExecutionKey;
import java.sql.Connection;
import java.sql.SQLException;
import org.postgresql.PGConnection;

/** The row of an execution, locked by a foreign transaction until it is closed. */
public final class HeldExecution implements AutoCloseable {
    private static final String WAITING = """
            WITH RECURSIVE behind (pid) AS (
                SELECT ? UNION SELECT a.pid FROM pg_stat_activity a JOIN behind b ON b.pid = ANY (pg_blocking_pids(a.pid)))
            SELECT count(*) - 1 FROM behind""";

    private final String schema;
    private final ExecutionId id;
    private final Connection foreign;
    private final Connection watching;

    public HeldExecution(String address, ExecutionId id) throws SQLException {
        this.schema = PostgresAddress.parse(address).schema().value();
        this.id = id;
        foreign = TestPostgres.connect(address);
        watching = TestPostgres.connect(address);
        foreign.setAutoCommit(false);
        try (var statement =
                foreign.prepareStatement("SELECT 1 FROM " + schema + ".executions WHERE id = ? FOR UPDATE")) {
            statement.setBytes(1, ExecutionKey.encode(id));
            statement.execute();
        }
    }

    /** Returns when so many sessions wait for the row, or for one that waits for it. */
    public void awaitWaiting(int sessions) throws SQLException {
        try (var waiting = watching.prepareStatement(WAITING)) {
            waiting.setInt(1, foreign.unwrap(PGConnection.class).getBackendPID());
            int found = 0;
            while (found < sessions) {
                if (Thread.interrupted()) {
                    throw new SQLException(found + " of " + sessions + " sessions wait for the row");
                }
                try (var row = waiting.executeQuery()) {
                    row.next();
                    found = row.getInt(1);
                }
            }
        }
    }

    /** Grants the execution to a worker and gives the row back, in one transaction. */
    public void grantAndCommit() throws SQLException {
        try (var grant = foreign.prepareStatement("""
                INSERT INTO %1$s.grants SELECT seq, 'k', 'claim', 'w1', 'w1-1', 0, 9000000000000
                FROM %1$s.executions WHERE id = ?""".formatted(schema))) {
            grant.setBytes(1, ExecutionKey.encode(id));
            grant.executeUpdate();
        }
        foreign.commit();
    }

    /** Ends the transaction that holds the row. */
    void giveBack() throws SQLException {
        foreign.rollback();
    }

    @Override
    public void close() throws SQLException {
        foreign.close();
        watching.close();
    }
}
