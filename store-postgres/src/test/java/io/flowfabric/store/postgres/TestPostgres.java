package io.flowfabric.store.postgres;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real PostgreSQL for the tests of this module, started from the Maven artifact once per JVM, or the server that
 * {@code FF_TEST_PG_URL} names. Every test gets a schema of its own.
 */
public final class TestPostgres {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final String ADDRESS =
            Optional.ofNullable(System.getenv("FF_TEST_PG_URL")).orElseGet(TestPostgres::start);

    private TestPostgres() {}

    /** An address with a schema that nobody has used before. */
    public static String freshAddress() {
        String schema = "ff_test_%d_%d".formatted(ProcessHandle.current().pid(), SCHEMAS.incrementAndGet());
        return ADDRESS + (ADDRESS.contains("?") ? "&" : "?") + "schema=" + schema;
    }

    /** A fresh store that takes its time from a clock. */
    public static Store open(Clock clock) {
        return new PostgresStoreProvider().open(freshAddress(), StoreOptions.DEFAULT.withClock(clock));
    }

    private static String start() {
        try {
            EmbeddedPostgres server = EmbeddedPostgres.builder()
                    .setServerConfig("max_connections", "200")
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> close(server)));
            return "postgresql://postgres@localhost:" + server.getPort() + "/postgres";
        } catch (IOException failed) {
            throw new UncheckedIOException("PostgreSQL for the tests could not be started", failed);
        }
    }

    private static void close(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
