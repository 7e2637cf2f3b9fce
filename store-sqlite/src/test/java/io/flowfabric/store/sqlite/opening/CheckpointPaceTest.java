package io.flowfabric.store.sqlite.opening;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Readers that keep the log from being written back. */
class CheckpointPaceTest {
    private static final int PAGE_BYTES = 4096;

    private SqliteConnections connections;
    private Connection writer;
    private CheckpointPace pace;

    @BeforeEach
    void open(@TempDir Path directory) throws SQLException {
        connections = new SqliteConnections(SqliteAddress.parse("sqlite:" + directory.resolve("a.db")));
        // Closed again, so that what is there is in the file and the log is empty.
        try (var first = connections.openWriter();
                var statement = first.createStatement()) {
            statement.execute("CREATE TABLE stuff (bytes BLOB)");
        }
        writer = connections.openWriter();
        pace = new CheckpointPace(writer);
    }

    @AfterEach
    void close() throws SQLException {
        writer.close();
    }

    @Test
    void logThatIsWrittenBackIsTriedAsUsual() throws SQLException {
        for (int i = 0; i < 3; i++) {
            write(CheckpointPace.LIMIT);
        }
        assertThat(pace.limit()).isEqualTo(CheckpointPace.LIMIT);
    }

    @Test
    void nextTryIsMadeWhenTheLogThatAReaderKeepsHasDoubled() throws SQLException {
        var reader = snapshot();
        write(CheckpointPace.LIMIT / 2);
        assertThat(pace.limit()).isEqualTo(CheckpointPace.LIMIT);

        write(CheckpointPace.LIMIT);
        int doubled = pace.limit();
        assertThat(doubled).isBetween(3 * CheckpointPace.LIMIT, 4 * CheckpointPace.LIMIT);
        write(CheckpointPace.LIMIT / 2);
        assertThat(pace.limit()).isEqualTo(doubled);

        write(doubled);
        assertThat(pace.limit()).isGreaterThanOrEqualTo(2 * doubled);
        reader.close();
    }

    @Test
    void everythingIsAsBeforeWhenTheReaderHasGone() throws SQLException {
        var reader = snapshot();
        write(CheckpointPace.LIMIT);
        int doubled = pace.limit();
        assertThat(doubled).isGreaterThan(CheckpointPace.LIMIT);
        reader.close();

        write(doubled);
        write(1);

        assertThat(pace.limit()).isEqualTo(CheckpointPace.LIMIT);
    }

    @Test
    void databaseInMemoryHasNoLog() throws SQLException {
        try (var memory = new SqliteConnections(SqliteAddress.parse("sqlite::memory:")).openWriter()) {
            var none = new CheckpointPace(memory);
            none.committed();
            assertThat(none.limit()).isEqualTo(CheckpointPace.LIMIT);
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

    private void write(int pages) throws SQLException {
        try (var statement = writer.createStatement()) {
            statement.execute("INSERT INTO stuff VALUES (zeroblob(%d))".formatted((long) pages * PAGE_BYTES));
        }
        pace.committed();
    }
}
