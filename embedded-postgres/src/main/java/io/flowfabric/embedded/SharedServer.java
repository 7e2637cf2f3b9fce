package io.flowfabric.embedded;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The server that the tests of a JVM share: the one that the environment variable {@code FF_TEST_PG_URL} names, or one that
 * is started when the first of them asks and ends with the JVM. Safe for use by any thread.
 */
public final class SharedServer {
    private static final AtomicInteger SCHEMAS = new AtomicInteger();
    private static final String ADDRESS = Optional.ofNullable(System.getenv("FF_TEST_PG_URL"))
            .orElseGet(() -> PostgresServer.start(ServerOptions.FAST.with("max_connections", "200"))
                    .address());

    private SharedServer() {}

    /** The address of a store in a schema that is new. */
    public static String freshAddress() {
        String schema = "ff_test_%d_%d".formatted(ProcessHandle.current().pid(), SCHEMAS.incrementAndGet());
        return ADDRESS + (ADDRESS.contains("?") ? "&" : "?") + "schema=" + schema;
    }
}
