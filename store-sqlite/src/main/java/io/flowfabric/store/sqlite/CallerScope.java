package io.flowfabric.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * A transaction of a caller's, while we write in it. Nobody tells us on which thread it is committed, so hooks are
 * dropped: they keep caches up to date, which then learn from the file what they did not hear.
 */
record CallerScope(Connection connection, StatementCache statements) implements WriteScope {
    @Override
    public PreparedStatement prepare(String sql) throws SQLException {
        return statements.prepare(sql);
    }

    @Override
    public void afterCommit(Runnable hook) {}

    void execute(String sql) throws SQLException {
        prepare(sql).execute();
    }
}
