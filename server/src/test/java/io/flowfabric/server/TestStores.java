package io.flowfabric.server;

import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider;
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
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private TestStores() {}

    static Store sqlite(Path directory) {
        return open("sqlite:" + directory.resolve("test.db"), StoreOptions.DEFAULT);
    }

    /** The store at an address of this class. */
    static Store open(String address, StoreOptions options) {
        StoreProvider provider =
                address.startsWith("sqlite:") ? new SqliteStoreProvider() : new PostgresStoreProvider();
        return provider.open(address, options);
    }

    /** The address of a file in a directory that nothing has used before. */
    static String freshSqlite(Path directory) {
        return "sqlite:" + directory.resolve("test-%d.db".formatted(NUMBERS.incrementAndGet()));
    }

    static Store postgres(String address) {
        return open(address, StoreOptions.DEFAULT);
    }

    /** An address with a new schema. */
    static String freshPostgres() {
        String schema = "ff_http_%d_%d".formatted(ProcessHandle.current().pid(), NUMBERS.incrementAndGet());
        String address = Postgres.ADDRESS;
        return address + (address.contains("?") ? "&" : "?") + "schema=" + schema;
    }

    /** A connection of another program to the database of an address. */
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
