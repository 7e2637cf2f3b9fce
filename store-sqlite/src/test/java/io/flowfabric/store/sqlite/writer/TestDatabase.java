package io.flowfabric.store.sqlite.writer;

import io.flowfabric.store.sqlite.opening.SqliteAddress;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import io.flowfabric.store.sqlite.turn.FileTurns;
import io.flowfabric.store.sqlite.turn.MemoryTurn;
import io.flowfabric.store.sqlite.turn.WriteTurn;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One database with a writer on it, and a table {@code t(x INTEGER PRIMARY KEY, y)}. */
public final class TestDatabase implements AutoCloseable {

    final SqliteConnections connections;
    final WriteTurn turn;
    public final GroupCommitWriter writer;

    private TestDatabase(SqliteAddress address, WriteTurn turn, WriteQueue.Bounds bounds) {
        this.connections = new SqliteConnections(address);
        this.turn = turn;
        this.writer = GroupCommitWriter.open(connections, turn, bounds);
    }

    public static TestDatabase open(Path file) throws Exception {
        return open(file, WriteQueue.Bounds.DEFAULT);
    }

    static TestDatabase open(Path file, WriteQueue.Bounds bounds) throws Exception {
        return create(new TestDatabase(address(file), FileTurns.open(file), bounds));
    }

    public static TestDatabase inMemory() throws Exception {
        return create(
                new TestDatabase(SqliteAddress.parse("sqlite::memory:"), new MemoryTurn(), WriteQueue.Bounds.DEFAULT));
    }

    private static TestDatabase create(TestDatabase database) throws Exception {
        database.write("CREATE TABLE IF NOT EXISTS t (x INTEGER PRIMARY KEY, y)");
        return database;
    }

    public static SqliteAddress address(Path file) {
        return new SqliteAddress(Optional.of(file), SqliteAddress.Synchronous.FULL);
    }

    public static long inSeconds(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }

    public static long inMillis(long millis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    }

    public <T> CompletableFuture<T> submit(WriteUnit<T> unit) {
        return writer.submit(unit, 1, inSeconds(30));
    }

    public static WriteUnit<Integer> insert(int x) {
        return scope -> {
            var statement = scope.prepare("INSERT INTO t (x) VALUES (?)");
            statement.setInt(1, x);
            return statement.executeUpdate();
        };
    }

    /** Runs one statement in a unit of its own. */
    public void write(String sql) throws Exception {
        get(submit(scope -> {
            try (Statement statement = scope.connection().createStatement()) {
                return statement.execute(sql);
            }
        }));
    }

    /** What the writer's own connection answers. */
    public String ask(String sql) throws Exception {
        return get(submit(scope -> single(scope.connection(), sql)));
    }

    public long rows() throws Exception {
        return Long.parseLong(ask("SELECT count(*) FROM t"));
    }

    public static String single(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    /** Waits for an answer, and fails the test when none comes. */
    public static <T> T get(CompletableFuture<T> future)
            throws InterruptedException, ExecutionException, TimeoutException {
        return future.get(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }
}
