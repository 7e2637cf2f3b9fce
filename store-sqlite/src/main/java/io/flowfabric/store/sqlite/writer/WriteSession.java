package io.flowfabric.store.sqlite.writer;

import io.flowfabric.store.sqlite.opening.LogState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The write connection with its statements. Used by the writer's thread only. */
final class WriteSession implements AutoCloseable {

    private final Connection connection;
    private final StatementCache statements;
    private final PreparedStatement begin;
    private final PreparedStatement savepoint;
    private final PreparedStatement release;
    private final PreparedStatement rollbackTo;
    private final PreparedStatement commit;
    private final PreparedStatement rollback;
    private final PreparedStatement changes;
    private final PreparedStatement logState;
    private final PreparedStatement writeBack;
    private final Checkpoints checkpoints;

    WriteSession(Connection connection, Checkpoints checkpoints) throws SQLException {
        this.connection = connection;
        this.statements = new StatementCache(connection);
        this.begin = connection.prepareStatement("BEGIN IMMEDIATE");
        this.savepoint = connection.prepareStatement("SAVEPOINT ff_unit");
        this.release = connection.prepareStatement("RELEASE ff_unit");
        this.rollbackTo = connection.prepareStatement("ROLLBACK TO ff_unit");
        this.commit = connection.prepareStatement("COMMIT");
        this.rollback = connection.prepareStatement("ROLLBACK");
        this.changes = connection.prepareStatement("SELECT total_changes()");
        this.logState = connection.prepareStatement(LogState.QUERY);
        this.writeBack = connection.prepareStatement(LogState.WRITE_BACK);
        this.checkpoints = checkpoints;
    }

    Connection connection() {
        return connection;
    }

    StatementCache statements() {
        return statements;
    }

    void begin() throws SQLException {
        begin.execute();
    }

    void savepoint() throws SQLException {
        savepoint.execute();
    }

    /** Keeps what the unit did. Fails when the transaction has ended under it. */
    void keep() throws SQLException {
        release.execute();
    }

    /** Undoes what the unit did. Fails when the transaction has ended under it. */
    void undo() throws SQLException {
        rollbackTo.execute();
        release.execute();
    }

    /** How many rows were ever written through this connection. */
    long changes() throws SQLException {
        try (ResultSet row = changes.executeQuery()) {
            row.next();
            return row.getLong(1);
        }
    }

    void commit() throws SQLException {
        commit.execute();
        checkpoints.committed(logState, writeBack);
    }

    void rollback() throws SQLException {
        rollback.execute();
    }

    /** Closes the connection; SQLite rolls back what is open and finalises the statements. */
    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
