package io.flowfabric.cli.demo;

import io.flowfabric.cli.address.StoreAddress;
import io.flowfabric.embedded.PostgresServer;
import io.flowfabric.embedded.ServerOptions;
import io.flowfabric.model.id.ExecutionId;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The directory and the processes of a demo, a server included. All are gone when it ends, also by Ctrl-C; the directory stays if it was
 * asked for.
 */
final class DemoStage implements AutoCloseable {
    private final Path directory;
    private final DemoPlace place;
    private final Optional<PostgresServer> server;
    private final boolean keep;
    private final List<DemoWorkerProcess> workers = new ArrayList<>();
    private boolean cleared;

    private DemoStage(Path directory, DemoPlace place, Optional<PostgresServer> server, boolean keep) {
        this.directory = directory;
        this.place = place;
        this.server = server;
        this.keep = keep;
    }

    static DemoStage set(DemoPlace place, boolean keep) throws IOException {
        var server = place.isEmbeddedPostgres()
                ? Optional.of(PostgresServer.start(ServerOptions.DURABLE))
                : Optional.<PostgresServer>empty();
        var stage = new DemoStage(Files.createTempDirectory("ff-demo-"), place, server, keep);
        Runtime.getRuntime().addShutdownHook(new Thread(stage::clear, "ff-demo-clear"));
        return stage;
    }

    StoreAddress store() {
        return place.store()
                .orElseGet(() -> StoreAddress.parse(
                        server.map(PostgresServer::address).orElse("sqlite:" + directory.resolve("demo.db"))));
    }

    String describeStore() {
        return place.store()
                .map(StoreAddress::toString)
                .orElse(server.isPresent() ? "a PostgreSQL of their own" : "a SQLite store of their own");
    }

    synchronized DemoWorkerProcess startWorker(DemoPlan plan, String name, int finish) throws IOException {
        if (cleared) {
            throw new IOException("the demo is over");
        }
        var worker = DemoWorkerProcess.start(plan, directory, name, finish);
        workers.add(worker);
        return worker;
    }

    /** Says how to look into what was kept, for example at one execution. */
    void explain(PrintWriter out, ExecutionId example) {
        out.println("Kept %s. Look into it:".formatted(directory));
        out.println("  ff list --store '%s'".formatted(store()));
        out.println("  ff get --store '%s' '%s'".formatted(store(), example));
        out.println();
    }

    @Override
    public void close() {
        clear();
    }

    private synchronized void clear() {
        if (cleared) {
            return;
        }
        cleared = true;
        workers.forEach(DemoWorkerProcess::destroy);
        server.ifPresent(PostgresServer::close);
        if (!keep) {
            delete();
        }
    }

    private void delete() {
        try (var files = Files.walk(directory)) {
            // What a directory contains comes before it.
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot remove " + directory, failed);
        }
    }
}
