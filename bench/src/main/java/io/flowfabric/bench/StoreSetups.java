package io.flowfabric.bench;

import io.flowfabric.bench.store.BenchStores;
import io.flowfabric.bench.store.PostgresHost;
import io.flowfabric.bench.store.SqliteDirectory;
import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.model.error.EngineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a benchmark runs, and the servers that it started for it, the newest first. All of it is gone when it ends, also by
 * Ctrl-C.
 */
final class StoreSetups implements AutoCloseable {
    private final List<BenchStores> all = new ArrayList<>();
    private final List<PostgresServer> servers = new ArrayList<>();
    private final List<String> absences = new ArrayList<>();
    private final Thread closeAtExit = new Thread(this::clear, "ff-bench-clear");

    private StoreSetups() {
        Runtime.getRuntime().addShutdownHook(closeAtExit);
    }

    /**
     * Opens what was chosen, starting the servers that are needed. One of several that cannot be started is left out, see
     * {@link #absences}.
     *
     * @throws EngineException {@code unavailable} if there is no server to measure
     */
    static StoreSetups open(StoreChoice choice) {
        var setups = new StoreSetups();
        try {
            for (var major : choice.servers()) {
                setups.start(major, choice.servers().size() > 1 && major != Major.NEWEST);
            }
            choice.postgres().map(PostgresHost::new).ifPresent(setups.all::add);
            choice.sqlite().map(SqliteDirectory::in).ifPresent(setups.all::add);
            return setups;
        } catch (RuntimeException failed) {
            setups.close();
            throw failed;
        }
    }

    private synchronized void start(Major major, boolean isOptional) {
        try {
            var server = major.start();
            servers.add(server);
            all.add(PostgresHost.ours(server));
        } catch (EngineException failed) {
            if (!isOptional) {
                throw failed;
            }
            absences.add("PostgreSQL %s is left out: %s".formatted(major.number(), failed.getMessage()));
        }
    }

    List<BenchStores> all() {
        return List.copyOf(all);
    }

    /** A sentence for each major that was chosen and is not there. */
    List<String> absences() {
        return List.copyOf(absences);
    }

    /** Where data are written: by our server, or by SQLite, or at least on this machine. */
    Path directory() {
        return servers.stream()
                .map(PostgresServer::directory)
                .findFirst()
                .or(() -> all.stream()
                        .filter(SqliteDirectory.class::isInstance)
                        .map(stores -> ((SqliteDirectory) stores).directory())
                        .findFirst())
                .orElse(Path.of(System.getProperty("java.io.tmpdir")));
    }

    List<PostgresHost> postgres() {
        return all.stream()
                .filter(PostgresHost.class::isInstance)
                .map(PostgresHost.class::cast)
                .toList();
    }

    /** Whether stores are on a PostgreSQL, and there is a newer one. */
    boolean isOlder(BenchStores stores) {
        return postgres().indexOf(stores) > 0;
    }

    @Override
    public void close() {
        clear();
        try {
            Runtime.getRuntime().removeShutdownHook(closeAtExit);
        } catch (IllegalStateException alreadyEnding) {
            // Then the hook runs, and finds nothing left to do.
        }
    }

    private synchronized void clear() {
        // What lies on our own servers goes with them.
        all.stream()
                .filter(stores -> servers.isEmpty() || stores instanceof SqliteDirectory)
                .forEach(BenchStores::close);
        all.clear();
        servers.forEach(PostgresServer::close);
        servers.clear();
    }
}
