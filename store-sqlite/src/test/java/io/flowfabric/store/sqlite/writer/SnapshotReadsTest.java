package io.flowfabric.store.sqlite.writer;

import static io.flowfabric.store.sqlite.writer.TestDatabase.get;
import static io.flowfabric.store.sqlite.writer.TestDatabase.inMillis;
import static io.flowfabric.store.sqlite.writer.TestDatabase.inSeconds;
import static io.flowfabric.store.sqlite.writer.TestDatabase.insert;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.model.error.OperationTimeoutException;
import io.flowfabric.model.error.TransportException;
import io.flowfabric.model.error.UnavailableException;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotReadsTest {

    private static final ReadUnit<String> COUNT =
            scope -> TestDatabase.single(scope.connection(), "SELECT count(*) FROM t");

    private TestDatabase database;
    private SnapshotReads reads;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        database = TestDatabase.open(directory.resolve("a.db"));
        reads = SnapshotReads.of(database.connections, database.writer, 4);
    }

    @AfterEach
    void close() throws Exception {
        reads.close();
        database.close();
    }

    @Test
    void committedChangeIsSeenByTheNextRead() throws Exception {
        get(database.submit(insert(1)));
        assertThat(reads.read(COUNT, inSeconds(30))).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void noMoreConnectionsReadAtOnceThanAreAllowed(int most) {
        try (var few = SnapshotReads.of(database.connections, database.writer, most)) {
            assertThat(nested(few, most, inSeconds(30))).isEqualTo("0");
            assertThatThrownBy(() -> nested(few, most + 1, System.nanoTime()))
                    .isInstanceOf(OperationTimeoutException.class);
        }
    }

    /** A read within reads, each of which needs a connection of its own. */
    private static String nested(SnapshotReads reads, int depth, long deadlineNanos) {
        return depth == 1
                ? reads.read(COUNT, deadlineNanos)
                : reads.read(scope -> nested(reads, depth - 1, deadlineNanos), inSeconds(30));
    }

    @Test
    void readSeesOneSnapshotWhateverIsCommittedMeanwhile() {
        String seen = reads.read(
                scope -> {
                    String before = COUNT.run(scope);
                    commit(1);
                    return before + COUNT.run(scope);
                },
                inSeconds(30));
        assertThat(seen).isEqualTo("00");
        assertThat(reads.read(COUNT, inSeconds(30))).isEqualTo("1");
    }

    private void commit(int x) {
        try {
            get(database.submit(insert(x)));
        } catch (Exception unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    @Test
    void readCannotWrite() {
        assertThatThrownBy(() -> reads.read(
                        scope -> scope.prepare("INSERT INTO t (x) VALUES (1)").executeUpdate(), inSeconds(30)))
                .isInstanceOf(TransportException.class);
    }

    @Test
    void connectionIsUsedAgain() {
        Connection first = reads.read(SqlScope::connection, inSeconds(30));
        assertThat(reads.read(SqlScope::connection, inSeconds(30))).isSameAs(first);
    }

    @Test
    void failureOfTheUnitLeavesTheConnectionUsable() {
        Connection first = reads.read(SqlScope::connection, inSeconds(30));
        assertThatThrownBy(() -> reads.read(
                        scope -> {
                            throw new IllegalStateException("no");
                        },
                        inSeconds(30)))
                .hasMessage("no");
        assertThat(reads.read(SqlScope::connection, inSeconds(30))).isSameAs(first);
    }

    @Test
    void brokenConnectionIsReplaced() {
        assertThatThrownBy(() -> reads.read(
                        scope -> {
                            scope.connection().close();
                            return COUNT.run(scope);
                        },
                        inSeconds(30)))
                .isInstanceOf(TransportException.class);
        assertThat(reads.read(COUNT, inSeconds(30))).isEqualTo("0");
    }

    @Test
    void fewReadsRunAtOnceAndTheNextGivesUpAtItsDeadline() throws Exception {
        var entered = new CountDownLatch(4);
        var leave = new CountDownLatch(1);
        var pool = Executors.newFixedThreadPool(4);
        List<Future<Connection>> busy = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                busy.add(pool.submit(() -> reads.read(
                        scope -> {
                            entered.countDown();
                            await(leave);
                            return scope.connection();
                        },
                        inSeconds(30))));
            }
            await(entered);
            assertThatThrownBy(() -> reads.read(COUNT, inMillis(10))).isInstanceOf(OperationTimeoutException.class);
            leave.countDown();
            assertThat(distinct(busy)).hasSize(4);
        } finally {
            leave.countDown();
            pool.shutdown();
        }
    }

    private static HashSet<Connection> distinct(List<Future<Connection>> reads)
            throws InterruptedException, ExecutionException {
        var connections = new HashSet<Connection>();
        for (var read : reads) {
            connections.add(read.get());
        }
        return connections;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    @Test
    void closedPoolRefusesAndClosesItsConnections() throws Exception {
        Connection connection = reads.read(SqlScope::connection, inSeconds(30));
        reads.close();
        assertThat(connection.isClosed()).isTrue();
        assertThatThrownBy(() -> reads.read(COUNT, inSeconds(30))).isInstanceOf(UnavailableException.class);
    }

    @Test
    void databaseInMemoryIsReadThroughItsWriter() throws Exception {
        try (TestDatabase memory = TestDatabase.inMemory();
                SnapshotReads through = SnapshotReads.of(memory.connections, memory.writer, 4)) {
            get(memory.submit(insert(1)));
            long commits = memory.writer.commits();
            assertThat(through.read(COUNT, inSeconds(30))).isEqualTo("1");
            assertThat(memory.writer.commits()).as("a read announces no commit").isEqualTo(commits);
            assertThatThrownBy(() -> through.read(
                            scope -> {
                                throw new IllegalStateException("no");
                            },
                            inSeconds(30)))
                    .isInstanceOf(IllegalStateException.class);
        }
    }
}
