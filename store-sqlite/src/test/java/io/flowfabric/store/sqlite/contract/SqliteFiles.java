package io.flowfabric.store.sqlite.contract;

import io.flowfabric.engine.store.Store;
import io.flowfabric.engine.store.StoreProvider.StoreOptions;
import io.flowfabric.store.sqlite.SqliteStoreProvider;
import io.flowfabric.store.testkit.StoreFixture;
import io.flowfabric.store.testkit.fixture.SharedStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** A new file for each store, all in one directory. */
final class SqliteFiles implements StoreFixture {
    private final Path directory = Files.createTempDirectory("ff-contract");
    private final AtomicInteger files = new AtomicInteger();

    SqliteFiles() throws IOException {}

    @Override
    public String freshAddress() {
        return "sqlite:" + freshFile();
    }

    @Override
    public Store open(Clock clock) {
        return open(freshFile(), clock);
    }

    /** Where a store of this fixture is, as JDBC wants it. */
    static String jdbcUrl(Store store) {
        return "jdbc:sqlite:" + ((OnFile) store).file();
    }

    @Override
    public void close() {
        try (Stream<Path> all = Files.walk(directory)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException stays) {
            throw new UncheckedIOException(stays);
        }
    }

    private Path freshFile() {
        return directory.resolve("contract-%d.db".formatted(files.incrementAndGet()));
    }

    private static Store open(Path file, Clock clock) {
        return new OnFile(
                new SqliteStoreProvider().open("sqlite:" + file, StoreOptions.DEFAULT.withClock(clock)), file);
    }

    /** A store on a file that others may open as well. */
    private record OnFile(Store store, Path file) implements SharedStore {
        @Override
        public Store beside(Clock clock) {
            return SqliteFiles.open(file, clock);
        }
    }
}
