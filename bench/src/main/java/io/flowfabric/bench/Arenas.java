package io.flowfabric.bench;

import io.flowfabric.bench.place.Arena;
import io.flowfabric.bench.place.PostgresHost;
import io.flowfabric.bench.place.SqliteDirectory;
import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where a benchmark runs, and the server that it started for it. All of it is gone when it ends, also by Ctrl-C. */
final class Arenas implements AutoCloseable {
    /** Statements are counted where that is switched on, which it is not while anything is measured. */
    private static final ServerOptions OPTIONS = ServerOptions.DURABLE
            .with("shared_preload_libraries", "pg_stat_statements")
            .with("pg_stat_statements.track", "none")
            .with("max_connections", "200");

    private final List<Arena> all = new ArrayList<>();
    private final Optional<PostgresServer> server;
    private final Thread closeAtExit = new Thread(this::clear, "ff-bench-clear");

    private Arenas(Optional<PostgresServer> server) {
        this.server = server;
    }

    /** Opens what was chosen, starting a server if one is needed and none is given. */
    static Arenas open(StoreChoice choice) throws IOException {
        var server =
                choice.needsServer() ? Optional.of(PostgresServer.start(OPTIONS)) : Optional.<PostgresServer>empty();
        var arenas = new Arenas(server);
        Runtime.getRuntime().addShutdownHook(arenas.closeAtExit);
        server.map(PostgresHost::ours)
                .or(() -> choice.postgres().map(PostgresHost::new))
                .ifPresent(arenas.all::add);
        if (choice.sqlite().isPresent()) {
            arenas.all.add(SqliteDirectory.in(choice.sqlite().get()));
        }
        return arenas;
    }

    List<Arena> all() {
        return List.copyOf(all);
    }

    /** Where data are written: by our server, or by SQLite, or at least on this machine. */
    Path directory() {
        return server.map(PostgresServer::directory)
                .or(() -> all.stream()
                        .filter(SqliteDirectory.class::isInstance)
                        .map(arena -> ((SqliteDirectory) arena).directory())
                        .findFirst())
                .orElse(Path.of(System.getProperty("java.io.tmpdir")));
    }

    Optional<PostgresHost> postgres() {
        return all.stream()
                .filter(PostgresHost.class::isInstance)
                .map(PostgresHost.class::cast)
                .findFirst();
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
        // What lies on our own server goes with it.
        all.stream()
                .filter(arena -> server.isEmpty() || arena instanceof SqliteDirectory)
                .forEach(Arena::close);
        all.clear();
        server.ifPresent(PostgresServer::close);
    }
}
