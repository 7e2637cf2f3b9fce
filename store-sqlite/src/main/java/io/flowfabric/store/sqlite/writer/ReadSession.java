package io.flowfabric.store.sqlite.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A read connection with its statements. Used by one thread at a time. */
final class ReadSession implements SqlScope, AutoCloseable {

    private final Connection connection;
    private final StatementCache statements;
    private final PreparedStatement begin;
    private final PreparedStatement rollback;

    ReadSession(Connection connection) throws SQLException {
        this.connection = connection;
        this.statements = new StatementCache(connection);
        this.begin = connection.prepareStatement("BEGIN");
        this.rollback = connection.prepareStatement("ROLLBACK");
    }

    /** Runs a unit in a transaction of its own. Rolling back ends result sets that the unit left open, too. */
    <T> T run(ReadUnit<T> unit) throws SQLException {
        begin.execute();
        T result;
        try {
            result = unit.run(this);
        } catch (Throwable failed) {
            try {
                rollback.execute();
            } catch (SQLException alsoFailed) {
                failed.addSuppressed(alsoFailed);
            }
            throw failed;
        }
        rollback.execute();
        return result;
    }

    @Override
    public Connection connection() {
        return connection;
    }

    @Override
    public PreparedStatement prepare(String sql) throws SQLException {
        return statements.prepare(sql);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
