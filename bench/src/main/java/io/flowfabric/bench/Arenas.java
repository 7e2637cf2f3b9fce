package io.flowfabric.bench;

import io.flowfabric.bench.place.Arena;
import io.flowfabric.bench.place.PostgresHost;
import io.flowfabric.bench.place.SqliteDirectory;
import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.model.error.EngineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a benchmark runs, and the servers that it started for it, the newest first. All of it is gone when it ends, also by
 * Ctrl-C.
 */
final class Arenas implements AutoCloseable {
    private final List<Arena> all = new ArrayList<>();
    private final List<PostgresServer> servers = new ArrayList<>();
    private final List<String> absences = new ArrayList<>();
    private final Thread closeAtExit = new Thread(this::clear, "ff-bench-clear");

    private Arenas() {
        Runtime.getRuntime().addShutdownHook(closeAtExit);
    }

    /**
     * Opens what was chosen, starting the servers that are needed. One of several that cannot be started is left out, see
     * {@link #absences}.
     *
     * @throws EngineException {@code unavailable} if there is no server to measure
     */
    static Arenas open(StoreChoice choice) {
        var arenas = new Arenas();
        try {
            for (var major : choice.servers()) {
                arenas.start(major, choice.servers().size() > 1 && major != Major.NEWEST);
            }
            choice.postgres().map(PostgresHost::new).ifPresent(arenas.all::add);
            choice.sqlite().map(SqliteDirectory::in).ifPresent(arenas.all::add);
            return arenas;
        } catch (RuntimeException failed) {
            arenas.close();
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

    List<Arena> all() {
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
                        .map(arena -> ((SqliteDirectory) arena).directory())
                        .findFirst())
                .orElse(Path.of(System.getProperty("java.io.tmpdir")));
    }

    List<PostgresHost> postgres() {
        return all.stream()
                .filter(PostgresHost.class::isInstance)
                .map(PostgresHost.class::cast)
                .toList();
    }

    /** Whether an arena is a PostgreSQL, and there is a newer one. */
    boolean isOlder(Arena arena) {
        return postgres().indexOf(arena) > 0;
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
                .filter(arena -> servers.isEmpty() || arena instanceof SqliteDirectory)
                .forEach(Arena::close);
        all.clear();
        servers.forEach(PostgresServer::close);
        servers.clear();
    }
}
