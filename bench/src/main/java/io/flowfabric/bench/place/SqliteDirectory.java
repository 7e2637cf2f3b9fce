package io.flowfabric.bench.place;

import java.nio.file.Path;

/**
 * A temporary directory in which SQLite files are created and removed.
 *
 * @param directory goes with it
 */
public record SqliteDirectory(Path directory) implements Arena {

    /** A new one in a directory that exists, which decides on which disk is written. */
    public static SqliteDirectory in(Path parent) {
        return new SqliteDirectory(Directories.create(parent));
    }

    @Override
    public String store() {
        return SqlitePlace.STORE;
    }

    @Override
    public SqlitePlace fresh() {
        return new SqlitePlace(Directories.create(directory));
    }

    @Override
    public void close() {
        Directories.remove(directory);
    }
}
