package io.flowfabric.store.sqlite.opening;

import java.nio.file.Path;

/** The driver's names for databases. Files go by URI, so that a {@code ?}, {@code #} or {@code %} in a path is harmless. */
public final class SqliteUrl {

    public static final String MEMORY = "jdbc:sqlite::memory:";

    private SqliteUrl() {}

    /** Reads and writes a file, and creates it when missing. */
    public static String create(Path file) {
        return of(file, "mode=rwc");
    }

    /** Reads and writes a file that exists. */
    public static String open(Path file) {
        return of(file, "mode=rw");
    }

    /** Reads a file and takes part in SQLite's locking. */
    static String readOnly(Path file) {
        return of(file, "mode=ro");
    }

    /** Reads a file as if it could not change: no locks, and no file is created beside it. */
    static String immutable(Path file) {
        return of(file, "mode=ro&immutable=1");
    }

    private static String of(Path file, String parameters) {
        return "jdbc:sqlite:file:" + file.toUri().getRawPath() + "?" + parameters;
    }
}
