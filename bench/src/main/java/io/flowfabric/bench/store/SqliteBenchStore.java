package io.flowfabric.bench.store;

import java.nio.file.Path;

/**
 * A SQLite file in a directory of its own.
 *
 * @param directory removed with the store
 */
public record SqliteBenchStore(Path directory) implements BenchStore {
    /** How reports call this kind of store. */
    public static final String STORE = "sqlite";

    @Override
    public String store() {
        return STORE;
    }

    @Override
    public String address() {
        return "sqlite:" + file();
    }

    /** The database. */
    public Path file() {
        return directory.resolve("bench.db");
    }

    @Override
    public void close() {
        Directories.remove(directory);
    }
}
