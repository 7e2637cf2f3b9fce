package io.flowfabric.bench.place;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory in which SQLite files are created and removed.
 *
 * @param directory exists, and decides on which disk is written
 */
public record SqliteDirectory(Path directory) implements Arena {

    /** The system's directory for temporary files. */
    public static SqliteDirectory temporary() {
        return new SqliteDirectory(Path.of(System.getProperty("java.io.tmpdir")));
    }

    @Override
    public String store() {
        return SqlitePlace.STORE;
    }

    @Override
    public SqlitePlace fresh() {
        try {
            return new SqlitePlace(Files.createTempDirectory(directory, "ff-bench-"));
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot create a directory in " + directory, failed);
        }
    }
}
