package io.flowfabric.store.sqlite.writer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The prepared statements of one connection, by their text. Statements belong to the cache: use them, close their result
 * sets, leave them open. When it is full the statement unused for longest is closed. Not for several threads at once.
 */
public final class StatementCache implements AutoCloseable {

    static final int CAPACITY = 256;

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(64, 0.75f, true);

    public StatementCache(Connection connection) {
        this.connection = connection;
    }

    /** The statement for this text, without parameters or batch of an earlier use. */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
            closeEldestWhenFull();
        } else {
            // The driver hands over all parameters of a use at once, those that were not set as NULL.
            statement.clearBatch();
        }
        return statement;
    }

    int size() {
        return statements.size();
    }

    /** Closes the statements; the connection stays open. */
    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : statements.values()) {
            statement.close();
        }
        statements.clear();
    }

    private void closeEldestWhenFull() throws SQLException {
        if (statements.size() > CAPACITY) {
            var entries = statements.values().iterator();
            PreparedStatement eldest = entries.next();
            entries.remove();
            eldest.close();
        }
    }
}
