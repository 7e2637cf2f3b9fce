package io.flowfabric.store.postgres.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.flowfabric.embedded.KillableServer;
import io.flowfabric.store.postgres.TestPostgres;
import io.flowfabric.store.testkit.chaos.StormContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The storm, on a server of its own that writes through to the disk. */
abstract class PostgresStormContract extends StormContract {
    @TempDir
    static Path directory;

    private KillableServer server;

    @Override
    protected String address() throws Exception {
        server = KillableServer.start(directory.resolve("data"));
        return server.address();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fsync", "synchronous_commit", "full_page_writes"})
    void serverWritesThroughToTheDisk(String setting) throws Exception {
        try (var connection = TestPostgres.connect(server.address());
                var statement = connection.createStatement();
                var row = statement.executeQuery("SHOW " + setting)) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("on");
        }
    }

    @AfterAll
    void stop() throws Exception {
        server.close();
    }
}
