package io.flowfabric.store.sqlite.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.store.sqlite.opening.LogState;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CheckpointsTest {
    private static final String FOUR_MEGABYTES = "INSERT INTO t (y) VALUES (zeroblob(4 << 20))";

    private TestDatabase database;
    private Connection other;

    @BeforeEach
    void open(@TempDir Path directory) throws Exception {
        database = TestDatabase.open(directory.resolve("a.db"));
        other = database.connections.openReader();
    }

    @AfterEach
    void close() throws Exception {
        other.close();
        database.close();
    }

    @Test
    void longLogIsWrittenBackWithoutAnotherCommit() throws Exception {
        for (int i = 0; i < 5; i++) {
            database.write(FOUR_MEGABYTES);
        }
        while (!state().isWrittenBack()) {
            Thread.onSpinWait();
        }
        assertThat(state().length()).isPositive();
    }

    @Test
    void logOfAWriterThatNeverRestsBeginsAnew() throws Exception {
        database.write(FOUR_MEGABYTES);
        int longest = 0;
        int length = state().length();
        while (length >= longest) {
            longest = length;
            database.write(FOUR_MEGABYTES);
            length = state().length();
        }
        assertThat(length).isLessThan(longest);
    }

    private LogState state() throws SQLException {
        try (var statement = other.prepareStatement(LogState.QUERY)) {
            return LogState.of(statement);
        }
    }
}
