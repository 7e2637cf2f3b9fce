package io.flowfabric.bench.store;

import java.nio.file.Path;

/**
 * A temporary directory in which SQLite files are created and removed.
 *
 * @param directory goes with it
 */
public record SqliteDirectory(Path directory) implements BenchStores {

    /** A new one in a directory that exists, which decides on which disk is written. */
    public static SqliteDirectory in(Path parent) {
        return new SqliteDirectory(Directories.create(parent));
    }

    @Override
    public String store() {
        return SqliteBenchStore.STORE;
    }

    @Override
    public SqliteBenchStore fresh() {
        return new SqliteBenchStore(Directories.create(directory));
    }

    @Override
    public void close() {
        Directories.remove(directory);
    }
}
