package io.flowfabric.store.sqlite.writer;

import static io.flowfabric.store.sqlite.writer.TestDatabase.get;
import static io.flowfabric.store.sqlite.writer.TestDatabase.inMillis;
import static io.flowfabric.store.sqlite.writer.TestDatabase.inSeconds;
import static io.flowfabric.store.sqlite.writer.TestDatabase.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.store.sqlite.opening.FaultyCommits;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import io.flowfabric.store.sqlite.turn.FileTurns;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class CommitFailureTest {

    @TempDir
    Path directory;

    private FaultyCommits connections;
    private GroupCommitWriter writer;

    @BeforeEach
    void open() throws Exception {
        Path file = directory.resolve("a.db");
        connections = new FaultyCommits(file);
        writer = GroupCommitWriter.open(connections, FileTurns.open(file));
        get(writer.submit(statement("CREATE TABLE t (x INTEGER PRIMARY KEY, y)"), 1, inSeconds(30)));
    }

    @AfterEach
    void close() {
        writer.close();
    }

    private static WriteUnit<Boolean> statement(String sql) {
        return scope -> {
            try (Statement statement = scope.connection().createStatement()) {
                return statement.execute(sql);
            }
        };
    }

    private String rows() throws Exception {
        return get(writer.submit(
                scope -> TestDatabase.single(scope.connection(), "SELECT count(*) FROM t"), 1, inSeconds(30)));
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        return catchThrowable(() -> get(future)).getCause();
    }

    @Test
    void commitThatSqliteRefusesIsRolledBackAndReportedAsNotApplied() throws Exception {
        var hooks = new AtomicInteger();
        long before = writer.commits();
        connections.faults.add(new SQLiteException("disk full", SQLiteErrorCode.SQLITE_FULL));
        var lost = writer.submit(
                scope -> {
                    scope.afterCommit(hooks::incrementAndGet);
                    return insert(1).run(scope);
                },
                1,
                inSeconds(30));
        assertThat(failureOf(lost))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("is full")
                .hasMessageContaining("Nothing of this call was written");
        assertThat(hooks).hasValue(0);
        assertThat(writer.commits()).isEqualTo(before);
        assertThat(rows()).isEqualTo("0");
    }

    @Test
    void busyCommitIsTriedAgain() throws Exception {
        for (int i = 0; i < 3; i++) {
            connections.faults.add(new SQLiteException("busy", SQLiteErrorCode.SQLITE_BUSY));
        }
        assertThat(get(writer.submit(insert(1), 1, inSeconds(30)))).isEqualTo(1);
        assertThat(rows()).isEqualTo("1");
    }

    @Test
    void commitThatStaysBusyEndsInATimeout() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            connections.faults.add(new SQLiteException("busy", SQLiteErrorCode.SQLITE_BUSY));
        }
        assertThat(failureOf(writer.submit(insert(1), 1, inMillis(20)))).isInstanceOf(OperationTimeoutException.class);
        connections.faults.clear();
        assertThat(get(writer.submit(insert(2), 1, inSeconds(30)))).isEqualTo(1);
    }

    @Test
    void failureThatIsNotSqlitesLeavesTheOutcomeUnknown() throws Exception {
        connections.faults.add(new IllegalStateException("lost in the driver"));
        assertThat(failureOf(writer.submit(insert(1), 1, inSeconds(30))))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("It may have been written");
        assertThat(get(writer.submit(insert(2), 1, inSeconds(30)))).isEqualTo(1);
    }

    @Test
    void constraintThatFailsAtCommitFailsTheGroupAndNothingStays() throws Exception {
        Path file = directory.resolve("b.db");
        var checking = new SqliteConnections(TestDatabase.address(file)) {
            @Override
            public Connection openWriter() throws SQLException {
                Connection connection = super.openWriter();
                try (Statement statement = connection.createStatement()) {
                    statement.execute("PRAGMA foreign_keys = ON");
                }
                return connection;
            }
        };
        try (var own = GroupCommitWriter.open(checking, FileTurns.open(file))) {
            get(own.submit(
                    statement("CREATE TABLE t (x INTEGER PRIMARY KEY, y REFERENCES t DEFERRABLE INITIALLY DEFERRED)"),
                    1,
                    inSeconds(30)));
            var lost = own.submit(statement("INSERT INTO t VALUES (1, 99)"), 1, inSeconds(30));
            assertThat(failureOf(lost)).hasMessageContaining("FOREIGN KEY");
            String left = get(own.submit(
                    scope -> TestDatabase.single(scope.connection(), "SELECT count(*) FROM t"), 1, inSeconds(30)));
            assertThat(left).isEqualTo("0");
        }
    }
}
