package io.flowfabric.junit;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The PostgreSQL server of this JVM's tests, started when the first of them asks for it. */
final class SharedPostgres {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final String ADDRESS = Optional.ofNullable(System.getenv("FF_TEST_PG_URL"))
            .orElseGet(() -> PostgresServer.start(ServerOptions.FAST).address());

    private SharedPostgres() {}

    /** A store in a schema that nobody has used before. */
    static Store open(StoreOptions options) {
        String schema = "ff_junit_%d_%d".formatted(ProcessHandle.current().pid(), SCHEMAS.incrementAndGet());
        String address = ADDRESS + (ADDRESS.contains("?") ? "&" : "?") + "schema=" + schema;
        return new PostgresStoreProvider().open(address, options);
    }
}
