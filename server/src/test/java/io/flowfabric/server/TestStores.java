package io.flowfabric.server;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.postgres.PostgresStoreProvider;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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

    /** A connection of somebody else's, to the database of an address. */
    static Connection connect(String address) throws SQLException {
        var parts = URI.create(address);
        String[] login = parts.getUserInfo().split(":", 2);
        return DriverManager.getConnection(
                "jdbc:postgresql://%s:%d%s".formatted(parts.getHost(), parts.getPort(), parts.getPath()),
                login[0],
                login.length > 1 ? login[1] : "");
    }

    private static final class Postgres {
        static final String ADDRESS = Optional.ofNullable(System.getenv("FF_TEST_PG_URL"))
                .orElseGet(() -> PostgresServer.start(ServerOptions.FAST.with("max_connections", "200"))
                        .address());
    }
}
