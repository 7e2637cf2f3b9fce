package io.flowfabric.server;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The stores that servers are tested on. PostgreSQL is started once per JVM; every test gets a schema of its own. */
final class TestStores {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private TestStores() {}

    static Store sqlite(Path directory) {
        return new SqliteStoreProvider().open("sqlite:" + directory.resolve("test.db"), StoreOptions.DEFAULT);
    }

    static Store postgres(String address) {
        return new PostgresStoreProvider().open(address, StoreOptions.DEFAULT);
    }

    /** An address with a schema that nobody has used before. */
    static String freshPostgres() {
        String schema = "ff_http_%d_%d".formatted(ProcessHandle.current().pid(), SCHEMAS.incrementAndGet());
        String address = Postgres.ADDRESS;
        return address + (address.contains("?") ? "&" : "?") + "schema=" + schema;
    }

    private static final class Postgres {
        static final String ADDRESS = Optional.ofNullable(System.getenv("FF_TEST_PG_URL"))
                .orElseGet(() -> PostgresServer.start(ServerOptions.FAST.with("max_connections", "200"))
                        .address());
    }
}
