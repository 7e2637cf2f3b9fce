package io.flowfabric.store.postgres;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.flowfabric.embedded.KillableServer;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.model.error.TransportException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that cannot be opened says why, in one line and without the password. */
class UnreachableServerTest {
    private static final String PASSWORD = "s3cret";

    @Test
    void nobodyListens() {
        assertRefused("postgresql://bob:" + PASSWORD + "@localhost:1/app", "refused");
    }

    @Test
    void hostIsUnknown() {
        assertRefused("postgresql://bob:" + PASSWORD + "@nowhere.invalid/app", "nowhere.invalid");
    }

    @Test
    void passwordIsWrong(@TempDir Path directory) throws Exception {
        Path data = directory.resolve("data");
        try (var server = KillableServer.start(data);
                var connection = TestPostgres.connect(server.address());
                var statement = connection.createStatement()) {
            statement.execute("CREATE ROLE bob LOGIN PASSWORD 'another'");
            Files.writeString(data.resolve("pg_hba.conf"), "host all all all scram-sha-256\n");
            statement.execute("SELECT pg_reload_conf()");
            assertRefused(server.address().replace("postgres@", "bob:" + PASSWORD + "@"), "password");
        }
    }

    private static void assertRefused(String address, String said) {
        assertThatThrownBy(() -> new PostgresStoreProvider().open(address, StoreOptions.DEFAULT))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(said)
                .message()
                .hasLineCount(1)
                .doesNotContain(PASSWORD);
    }
}
