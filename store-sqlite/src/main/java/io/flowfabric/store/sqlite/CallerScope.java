package io.flowfabric.store.sqlite;

import io.flowfabric.engine.store.wakeup.WakeUps;
import io.flowfabric.store.sqlite.writer.StatementCache;
import io.flowfabric.store.sqlite.writer.WriteScope;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Supplier;

/**
 * A transaction of a caller's, while we write in it. The thread that commits it is unknown, so hooks are
 * dropped: they keep caches up to date, which then learn from the file what they were not told.
 */
record CallerScope(Connection connection, StatementCache statements) implements WriteScope {
    @Override
    public PreparedStatement prepare(String sql) throws SQLException {
        return statements.prepare(sql);
    }

    @Override
    public void afterCommit(Runnable hook) {}

    @Override
    public void concerns(Supplier<WakeUps> wakeUps) {}

    void execute(String sql) throws SQLException {
        prepare(sql).execute();
    }
}
