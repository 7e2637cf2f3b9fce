package io.flowfabric.store.sqlite.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.sqlite.opening.CheckpointPace.Step;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the log is written back, by which thread, and readers that keep it from being. */
class CheckpointPaceTest {
    private static final int PAGE_BYTES = 4096;

    private final CheckpointPace pace = new CheckpointPace();
    private SqliteConnections connections;
    private Connection writer;
    private Connection beside;

    @BeforeEach
    void open(@TempDir Path directory) throws SQLException {
        connections = new SqliteConnections(SqliteAddress.parse("sqlite:" + directory.resolve("a.db")));
        // Closed again, so that what is there is in the file and the log is empty.
        try (var first = connections.openWriter();
                var statement = first.createStatement()) {
            statement.execute("CREATE TABLE stuff (bytes BLOB)");
        }
        writer = connections.openWriter();
        beside = connections.openForCheckpoints();
    }

    @AfterEach
    void close() throws SQLException {
        beside.close();
        writer.close();
    }

    @Test
    void longLogIsWrittenBackBesideTheWriterAndThenBeginsAnew() throws SQLException {
        for (int i = 0; i < 3; i++) {
            assertThat(write(CheckpointPace.LIMIT / 2)).isEqualTo(Step.NOTHING);
            assertThat(write(CheckpointPace.LIMIT)).isEqualTo(Step.BESIDE_THE_WRITER);
            assertThat(writeBack(beside).isWrittenBack()).isTrue();
        }
        assertThat(pace.limit()).isEqualTo(CheckpointPace.LIMIT);
    }

    @Test
    void commitWritesNothingBack() throws SQLException {
        write(3 * CheckpointPace.LIMIT);
        assertThat(state().writtenBack()).isZero();
    }

    @Test
    void veryLongLogIsWrittenBackByTheWriter() throws SQLException {
        assertThat(write(4 * CheckpointPace.LIMIT)).isEqualTo(Step.BY_THE_WRITER);
        assertThat(writeBack(writer).isWrittenBack()).isTrue();
        assertThat(write(1)).isEqualTo(Step.NOTHING);
        assertThat(state().length()).isLessThan(CheckpointPace.LIMIT);
    }

    @Test
    void nextTryIsMadeWhenTheLogThatAReaderKeepsHasDoubled() throws SQLException {
        var reader = snapshot();
        assertThat(write(CheckpointPace.LIMIT)).isEqualTo(Step.BESIDE_THE_WRITER);
        writeBack(beside);
        int doubled = pace.limit();
        assertThat(doubled).isBetween(2 * CheckpointPace.LIMIT, 3 * CheckpointPace.LIMIT);
        assertThat(write(CheckpointPace.LIMIT / 2)).isEqualTo(Step.NOTHING);

        assertThat(write(doubled)).isEqualTo(Step.BESIDE_THE_WRITER);
        writeBack(beside);
        assertThat(pace.limit()).isGreaterThanOrEqualTo(2 * doubled);
        reader.close();
    }

    @Test
    void everythingIsAsBeforeWhenTheReaderHasGone() throws SQLException {
        var reader = snapshot();
        write(CheckpointPace.LIMIT);
        writeBack(beside);
        reader.close();
        assertThat(pace.limit()).isGreaterThan(CheckpointPace.LIMIT);

        writeBack(beside);
        write(1);

        assertThat(pace.limit()).isEqualTo(CheckpointPace.LIMIT);
    }

    @Test
    void databaseInMemoryHasNoLog() throws SQLException {
        try (var memory = new SqliteConnections(SqliteAddress.parse("sqlite::memory:")).openWriter();
                var statement = memory.prepareStatement(LogState.QUERY)) {
            assertThat(pace.after(LogState.of(statement))).isEqualTo(Step.NOTHING);
        }
    }

    private Connection snapshot() throws SQLException {
        var reader = connections.openReader();
        reader.setAutoCommit(false);
        try (var statement = reader.createStatement();
                var row = statement.executeQuery("SELECT count(*) FROM stuff")) {
            row.next();
        }
        return reader;
    }

    private Step write(int pages) throws SQLException {
        try (var statement = writer.createStatement()) {
            statement.execute("INSERT INTO stuff VALUES (zeroblob(%d))".formatted((long) pages * PAGE_BYTES));
        }
        return pace.after(state());
    }

    private LogState state() throws SQLException {
        try (var statement = writer.prepareStatement(LogState.QUERY)) {
            return LogState.of(statement);
        }
    }

    private LogState writeBack(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(LogState.WRITE_BACK)) {
            var log = LogState.of(statement);
            pace.tried(log);
            return log;
        }
    }
}
