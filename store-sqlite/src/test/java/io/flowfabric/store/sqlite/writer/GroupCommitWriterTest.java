package io.flowfabric.store.sqlite.writer;

import static io.flowfabric.store.sqlite.writer.TestDatabase.get;
import static io.flowfabric.store.sqlite.writer.TestDatabase.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.store.sqlite.opening.SqliteAddress;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import io.flowfabric.store.sqlite.turn.FileTurns;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class GroupCommitWriterTest {

    private TestDatabase database;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        database = TestDatabase.open(directory.resolve("a.db"));
    }

    @AfterEach
    void close() throws Exception {
        database.close();
    }

    @Test
    void answersWhatTheUnitAnswered() throws Exception {
        assertThat(get(database.submit(insert(1)))).isEqualTo(1);
        assertThat(database.rows()).isEqualTo(1);
    }

    @Test
    void unitsThatWaitTogetherShareOneCommit() throws Exception {
        Gate gate = Gate.hold(database);
        long before = database.writer.commits();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int x = 0; x < 100; x++) {
            answers.add(database.submit(insert(x)));
        }
        gate.open();
        for (var answer : answers) {
            get(answer);
        }
        assertThat(database.writer.commits() - before)
                .as("one group; the gate wrote nothing and is not announced")
                .isEqualTo(1);
    }

    @Test
    void groupHoldsNoMoreUnitsThanItsBound(@TempDir Path directory) throws Exception {
        var bounds = new WriteQueue.Bounds(100, 100, 10, 100);
        try (TestDatabase small = TestDatabase.open(directory.resolve("b.db"), bounds)) {
            assertThat(commitsOfTwenty(small, 1)).isEqualTo(2);
        }
    }

    @Test
    void groupHoldsNoMoreBytesThanItsBound(@TempDir Path directory) throws Exception {
        var bounds = new WriteQueue.Bounds(100, 1000, 100, 50);
        try (TestDatabase small = TestDatabase.open(directory.resolve("b.db"), bounds)) {
            assertThat(commitsOfTwenty(small, 10)).isEqualTo(4);
        }
    }

    private static long commitsOfTwenty(TestDatabase small, long weight) throws Exception {
        Gate gate = Gate.hold(small);
        long before = small.writer.commits();
        List<CompletableFuture<Integer>> answers = new ArrayList<>();
        for (int x = 0; x < 20; x++) {
            answers.add(small.writer.submit(insert(x), weight, TestDatabase.inSeconds(30)));
        }
        gate.open();
        for (var answer : answers) {
            get(answer);
        }
        return small.writer.commits() - before;
    }

    @Test
    void failedUnitLeavesItsNeighboursAlone() throws Exception {
        Gate gate = Gate.hold(database);
        var first = database.submit(insert(1));
        var failing = database.submit(scope -> {
            insert(2).run(scope);
            throw new IllegalArgumentException("no");
        });
        var last = database.submit(insert(3));
        gate.open();

        assertThat(get(first)).isEqualTo(1);
        assertThat(get(last)).isEqualTo(1);
        assertThatThrownBy(() -> get(failing)).hasRootCauseMessage("no");
        assertThat(database.ask("SELECT group_concat(x) FROM t")).isEqualTo("1,3");
    }

    @Test
    void hooksRunAfterTheCommitAndBeforeTheAnswer() throws Exception {
        var seen = new AtomicInteger(-1);
        long before = database.writer.commits();
        get(database.submit(scope -> {
            scope.afterCommit(() -> seen.set((int) (database.writer.commits() - before)));
            return insert(1).run(scope);
        }));
        assertThat(seen).hasValue(1);
    }

    @Test
    void hooksOfAFailedUnitDoNotRun() throws Exception {
        var ran = new AtomicInteger();
        Gate gate = Gate.hold(database);
        var failing = database.submit(scope -> {
            scope.afterCommit(ran::incrementAndGet);
            throw new IllegalArgumentException("no");
        });
        var neighbour = database.submit(insert(1));
        gate.open();
        get(neighbour);
        assertThatThrownBy(() -> get(failing)).hasRootCauseMessage("no");
        assertThat(ran).hasValue(0);
    }

    @Test
    void failingHookDoesNotFailACommittedUnit() throws Exception {
        Integer answer = get(database.submit(scope -> {
            scope.afterCommit(() -> {
                throw new IllegalStateException("hook");
            });
            return insert(1).run(scope);
        }));
        assertThat(answer).isEqualTo(1);
    }

    @Test
    void unitThatMetABusyDatabaseRunsAgainAndOnlyTheLastRunCounts() throws Exception {
        var runs = new AtomicInteger();
        var hooks = new AtomicInteger();
        get(database.submit(scope -> {
            scope.afterCommit(hooks::incrementAndGet);
            insert(runs.incrementAndGet()).run(scope);
            if (runs.get() < 3) {
                throw new SQLiteException("busy", SQLiteErrorCode.SQLITE_BUSY);
            }
            return true;
        }));
        assertThat(hooks).hasValue(1);
        assertThat(database.ask("SELECT group_concat(x) FROM t")).isEqualTo("3");
    }

    @Test
    void commitIsAnnouncedOnlyWhenSomethingWasCommitted() throws Exception {
        long before = database.writer.commits();
        var failing = database.submit(scope -> {
            throw new SQLException("no");
        });
        assertThatThrownBy(() -> get(failing)).hasRootCauseMessage("no");
        get(database.writer.submitRead(scope -> 1, TestDatabase.inSeconds(30)));
        assertThat(database.writer.commits()).isEqualTo(before);
    }

    @Test
    void cancelledUnitDoesNotRun() throws Exception {
        Gate gate = Gate.hold(database);
        var cancelled = database.submit(insert(1));
        cancelled.cancel(false);
        gate.open();
        assertThat(database.rows()).isZero();
    }

    @Test
    void scopeEndsWithItsUnit() throws Exception {
        WriteScope leaked = get(database.submit(scope -> scope));
        assertThatThrownBy(leaked::connection).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void interruptLeftBehindByAUnitDoesNotDisturbTheWriter() throws Exception {
        get(database.submit(scope -> {
            Thread.currentThread().interrupt();
            return true;
        }));
        assertThat(get(database.submit(insert(1)))).isEqualTo(1);
    }

    @Test
    void writerIsSetUpForDurability() throws Exception {
        assertThat(database.ask("PRAGMA journal_mode")).isEqualTo("wal");
        assertThat(database.ask("PRAGMA synchronous")).as("FULL").isEqualTo("2");
        assertThat(database.ask("PRAGMA foreign_keys")).isEqualTo("0");
    }

    @Test
    void normalSynchronousIsAnOption(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("n.db");
        var connections = new SqliteConnections(SqliteAddress.parse("sqlite:" + file + "?synchronous=NORMAL"));
        try (var writer = GroupCommitWriter.open(connections, FileTurns.open(file))) {
            String synchronous = get(writer.submit(
                    scope -> TestDatabase.single(scope.connection(), "PRAGMA synchronous"),
                    1,
                    TestDatabase.inSeconds(30)));
            assertThat(synchronous).as("NORMAL").isEqualTo("1");
        }
    }
}
