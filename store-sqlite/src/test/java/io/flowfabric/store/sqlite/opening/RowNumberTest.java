package io.flowfabric.store.sqlite.opening;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.engine.catalogue.Catalogue;
import io.flowfabric.model.op.timer.TrimRetention;
import io.flowfabric.store.testkit.Client;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowNumberTest {
    @TempDir
    Path directory;

    /** Row numbers are remembered, so a number that is given out again would lead to the row of another execution. */
    @Test
    void numberOfAPurgedExecutionIsNotGivenOutAgain() throws Exception {
        Path file = directory.resolve("ff.db");
        try (var client = Client.open("sqlite:" + file)) {
            client.create();
            client.complete(client.claim(1, Duration.ZERO).get(0));
            assertThat(numbers(file)).isEqualTo("1");
            client.engine().call(Catalogue.TRIM_RETENTION, TrimRetention.all(0, 10));
            assertThat(numbers(file)).as("the only execution is purged").isNull();

            client.create();

            assertThat(numbers(file)).isEqualTo("2");
        }
    }

    private static String numbers(Path file) throws SQLException {
        try (var connection = DriverManager.getConnection(SqliteUrl.open(file));
                var row = connection.createStatement().executeQuery("SELECT group_concat(seq) FROM ff_executions")) {
            row.next();
            return row.getString(1);
        }
    }
}
