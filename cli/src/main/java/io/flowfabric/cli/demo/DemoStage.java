package io.flowfabric.cli.demo;

import io.flowfabric.cli.address.StoreAddress;
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
 * The directory and the processes of a demo. Both are gone when it ends, also by Ctrl-C; the directory stays if it was
 * asked for.
 */
final class DemoStage implements AutoCloseable {
    private final Path directory;
    private final StoreAddress store;
    private final boolean temporary;
    private final boolean keep;
    private final List<WorkerProcess> workers = new ArrayList<>();
    private boolean cleared;

    private DemoStage(Path directory, StoreAddress store, boolean temporary, boolean keep) {
        this.directory = directory;
        this.store = store;
        this.temporary = temporary;
        this.keep = keep;
    }

    static DemoStage set(Optional<StoreAddress> existing, boolean keep) throws IOException {
        var directory = Files.createTempDirectory("ff-demo-");
        var store = existing.orElseGet(() -> StoreAddress.parse("sqlite:" + directory.resolve("demo.db")));
        var stage = new DemoStage(directory, store, existing.isEmpty(), keep);
        Runtime.getRuntime().addShutdownHook(new Thread(stage::clear, "ff-demo-clear"));
        return stage;
    }

    StoreAddress store() {
        return store;
    }

    String describeStore() {
        return temporary ? "a SQLite store of their own" : store.text();
    }

    synchronized WorkerProcess startWorker(DemoPlan plan, String name) throws IOException {
        if (cleared) {
            throw new IOException("the demo is over");
        }
        var worker = WorkerProcess.start(plan, directory, name);
        workers.add(worker);
        return worker;
    }

    /** Says how to look into what was kept, for example at one execution. */
    void explain(PrintWriter out, ExecutionId example) {
        out.println("Kept %s. Look into it:".formatted(directory));
        out.println("  ff list --store '%s'".formatted(store));
        out.println("  ff get --store '%s' '%s'".formatted(store, example));
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
        workers.forEach(WorkerProcess::destroy);
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
