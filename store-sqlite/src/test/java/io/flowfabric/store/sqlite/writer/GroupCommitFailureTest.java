package io.flowfabric.store.sqlite.writer;

import static io.flowfabric.store.sqlite.writer.TestDatabase.get;
import static io.flowfabric.store.sqlite.writer.TestDatabase.inMillis;
import static io.flowfabric.store.sqlite.writer.TestDatabase.inSeconds;
import static io.flowfabric.store.sqlite.writer.TestDatabase.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.ResourceExhaustedException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.UnavailableException;
import io.flowfabric.store.sqlite.opening.SqliteConnections;
import io.flowfabric.store.sqlite.opening.SqliteUrl;
import io.flowfabric.store.sqlite.turn.FileTurns;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GroupCommitFailureTest {

    @TempDir
    Path directory;

    private Path file;
    private TestDatabase database;

    @BeforeEach
    void open() throws Exception {
        file = directory.resolve("a.db");
        database = TestDatabase.open(file);
    }

    @AfterEach
    void close() throws Exception {
        database.close();
    }

    private static Throwable failureOf(CompletableFuture<?> future) {
        return catchThrowable(() -> get(future)).getCause();
    }

    private static WriteUnit<Boolean> statement(String sql) {
        return scope -> {
            try (Statement statement = scope.connection().createStatement()) {
                return statement.execute(sql);
            }
        };
    }

    @Test
    void errorThatEndedTheTransactionFailsTheWholeGroupAndTheWriterGoesOn() throws Exception {
        get(database.submit(insert(1)));
        Gate gate = Gate.hold(database);
        var before = database.submit(insert(2));
        var killer = database.submit(statement("INSERT OR ROLLBACK INTO t (x) VALUES (1)"));
        var after = database.submit(insert(3));
        gate.open();

        for (var lost : List.of(before, after)) {
            assertThat(failureOf(lost))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("Nothing of this call was written");
        }
        assertThat(failureOf(killer)).isInstanceOf(TransportException.class).hasMessageContaining("UNIQUE");
        assertThat(get(database.submit(insert(4)))).isEqualTo(1);
        assertThat(database.ask("SELECT group_concat(x) FROM t")).isEqualTo("1,4");
    }

    @Test
    void unitThatSwallowedTheEndOfItsTransactionIsNotReportedAsDone() throws Exception {
        var swallowing = database.submit(scope -> {
            insert(1).run(scope);
            return statement("ROLLBACK").run(scope);
        });
        assertThat(failureOf(swallowing)).isInstanceOf(TransportException.class);
        assertThat(database.rows()).isZero();
    }

    @Test
    void databaseInMemorySurvivesALostGroup() throws Exception {
        try (TestDatabase memory = TestDatabase.inMemory()) {
            get(memory.submit(insert(1)));
            assertThat(failureOf(memory.submit(statement("INSERT OR ROLLBACK INTO t (x) VALUES (1)"))))
                    .isInstanceOf(TransportException.class);
            assertThat(memory.rows()).isEqualTo(1);
        }
    }

    @Test
    void brokenConnectionIsReplaced() throws Exception {
        get(database.submit(insert(1)));
        var breaking = database.submit(scope -> {
            scope.connection().close();
            return true;
        });
        assertThat(failureOf(breaking)).isInstanceOf(TransportException.class);
        assertThat(get(database.submit(insert(2)))).isEqualTo(1);
        assertThat(database.rows()).isEqualTo(2);
    }

    @Test
    void fullDiskIsNamedAndWorkResumesWhenThereIsRoom() throws Exception {
        long pages = Long.parseLong(database.ask("PRAGMA page_count"));
        database.ask("PRAGMA max_page_count = " + pages);
        var tooMuch = database.submit(statement("INSERT INTO t (x, y) VALUES (1, zeroblob(100000))"));
        assertThat(failureOf(tooMuch)).isInstanceOfSatisfying(TransportException.class, full -> {
            assertThat(full.isRetryable()).isTrue();
            assertThat(full).hasMessageContaining("is full").hasMessageContaining("Work resumes when there is room");
        });

        database.ask("PRAGMA max_page_count = 1000000");
        get(database.submit(statement("INSERT INTO t (x, y) VALUES (1, zeroblob(100000))")));
        assertThat(database.rows()).isEqualTo(1);
    }

    @Test
    void writeLockOfTheHostIsWaitedFor() throws Exception {
        try (var host = DriverManager.getConnection(SqliteUrl.open(file));
                Statement statement = host.createStatement()) {
            statement.execute("BEGIN IMMEDIATE");
            var waiting = database.submit(insert(1));
            var impatient = database.writer.submit(insert(2), 1, inMillis(50));
            assertThat(failureOf(impatient))
                    .isInstanceOfSatisfying(
                            OperationTimeoutException.class,
                            timeout -> assertThat(timeout.mayHaveBeenApplied()).isFalse());
            assertThat(waiting).isNotDone();
            statement.execute("COMMIT");
            assertThat(get(waiting)).isEqualTo(1);
        }
        assertThat(database.ask("SELECT group_concat(x) FROM t")).isEqualTo("1");
    }

    @Test
    void readThatWasLeftOpenDoesNotBlockTheWriterForEver() throws Exception {
        get(database.submit(insert(1)));
        get(database.submit(insert(2)));
        get(database.submit(
                scope -> scope.prepare("SELECT x FROM t").executeQuery().next()));
        try (var host = DriverManager.getConnection(SqliteUrl.open(file));
                Statement statement = host.createStatement()) {
            statement.execute("INSERT INTO t (x) VALUES (3)");
        }
        assertThat(get(database.submit(insert(4)))).isEqualTo(1);
    }

    @Test
    void unitWhoseDeadlinePassesInTheQueueIsWithdrawn() throws Exception {
        Gate gate = Gate.hold(database);
        var late = database.writer.submit(insert(1), 1, inMillis(20));
        assertThat(failureOf(late))
                .isInstanceOfSatisfying(
                        OperationTimeoutException.class,
                        timeout -> assertThat(timeout.mayHaveBeenApplied()).isFalse());
        gate.open();
        assertThat(database.rows()).isZero();
    }

    @Test
    void unitWhoseDeadlinePassesWhileItRunsHasAnUnknownOutcome() throws Exception {
        Gate gate = new Gate();
        var slow = database.writer.submit(gate, 1, inMillis(50));
        gate.awaitEntered();
        assertThat(failureOf(slow))
                .isInstanceOfSatisfying(
                        OperationTimeoutException.class,
                        timeout -> assertThat(timeout.mayHaveBeenApplied()).isTrue());
        gate.open();
    }

    @Test
    void queueIsBoundedByCount() throws Exception {
        try (TestDatabase small =
                TestDatabase.open(directory.resolve("b.db"), new WriteQueue.Bounds(2, 1000, 10, 100))) {
            Gate gate = Gate.hold(small);
            var first = small.submit(insert(1));
            var second = small.submit(insert(2));
            assertThat(failureOf(small.submit(insert(3))))
                    .isInstanceOfSatisfying(ResourceExhaustedException.class, full -> {
                        assertThat(full.pool()).isEqualTo("write_queue");
                        assertThat(full.max()).isEqualTo(2);
                        assertThat(full.retryAfter()).isPresent();
                    });
            gate.open();
            assertThat(get(first)).isEqualTo(1);
            assertThat(get(second)).isEqualTo(1);
        }
    }

    @Test
    void queueIsBoundedByBytes() throws Exception {
        try (TestDatabase small =
                TestDatabase.open(directory.resolve("b.db"), new WriteQueue.Bounds(100, 10, 10, 100))) {
            Gate gate = Gate.hold(small);
            small.writer.submit(insert(1), 6, inSeconds(30));
            assertThat(failureOf(small.writer.submit(insert(2), 5, inSeconds(30))))
                    .isInstanceOfSatisfying(
                            ResourceExhaustedException.class,
                            full -> assertThat(full.pool()).isEqualTo("write_queue_bytes"));
            gate.open();
            assertThat(small.rows()).isEqualTo(1);
        }
    }

    @Test
    void withdrawnUnitsMakeRoom() throws Exception {
        try (TestDatabase small = TestDatabase.open(directory.resolve("b.db"), new WriteQueue.Bounds(1, 10, 10, 100))) {
            Gate gate = Gate.hold(small);
            failureOf(small.writer.submit(insert(1), 10, inMillis(10)));
            var next = small.writer.submit(insert(2), 10, inSeconds(30));
            gate.open();
            assertThat(get(next)).isEqualTo(1);
        }
    }

    @Test
    void closingFinishesWhatIsQueuedAndRefusesTheRest() throws Exception {
        Gate gate = Gate.hold(database);
        var queued = database.submit(insert(1));
        gate.open();
        database.writer.close();
        assertThat(get(queued)).isEqualTo(1);
        assertThat(failureOf(database.submit(insert(2)))).isInstanceOf(UnavailableException.class);
    }

    @Test
    void closingGivesUpAfterItsGrace() throws Exception {
        Gate gate = Gate.hold(database);
        var queued = database.submit(insert(1));
        database.writer.close(Duration.ofMillis(20));
        assertThat(failureOf(queued)).isInstanceOf(UnavailableException.class);
        gate.open();
    }

    @Test
    void databaseThatCannotBeOpenedIsRefusedAndItsTurnGivenBack() throws Exception {
        Path missing = directory.resolve("no/such/directory.db");
        var turn = FileTurns.open(directory.resolve("c.db"));
        assertThatThrownBy(() -> GroupCommitWriter.open(new SqliteConnections(TestDatabase.address(missing)), turn))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("was not opened");
    }

    @Test
    void sqlFailureOfAUnitIsTyped() {
        var failing = database.submit(scope -> {
            throw new SQLException("no such thing");
        });
        assertThat(failureOf(failing))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("no such thing")
                .hasMessageContaining("Nothing of this call was written");
    }
}
