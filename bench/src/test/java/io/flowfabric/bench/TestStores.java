package io.flowfabric.bench;

import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.store.PostgresHost;
import io.flowfabric.bench.store.SqliteDirectory;
import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import java.nio.file.Path;
import java.util.List;

/** A PostgreSQL and a directory for SQLite, once per JVM. They go with it. */
public final class TestStores {
    public static final PostgresHost POSTGRES = PostgresHost.ours(
            PostgresServer.start(ServerOptions.FAST.with("shared_preload_libraries", "pg_stat_statements")));

    public static final SqliteDirectory SQLITE = SqliteDirectory.in(Path.of(System.getProperty("java.io.tmpdir")));

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(SQLITE::close));
    }

    private TestStores() {}

    public static List<BenchStores> all() {
        return List.of(SQLITE, POSTGRES);
    }
}
