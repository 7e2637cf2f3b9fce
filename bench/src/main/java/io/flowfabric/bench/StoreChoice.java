package io.flowfabric.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.TypeConversionException;

/**
 * Which stores are measured.
 *
 * @param needsServer whether a PostgreSQL is to be started
 * @param postgres the address of one that runs
 * @param sqlite the directory in which SQLite files are created
 */
record StoreChoice(boolean needsServer, Optional<String> postgres, Optional<Path> sqlite) {
    private static final String POSTGRES = "postgresql";
    private static final String SQLITE = "sqlite";
    static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    /** Both, on what is started and created for the purpose. */
    static final StoreChoice BOTH = new StoreChoice(true, Optional.empty(), Optional.of(TEMPORARY));

    /** Reads {@code postgresql}, {@code sqlite}, the address of a server, or that of a file beside which to write. */
    static StoreChoice parse(String text) {
        if (text.equals(POSTGRES)) {
            return new StoreChoice(true, Optional.empty(), Optional.empty());
        }
        if (text.equals(SQLITE)) {
            return new StoreChoice(false, Optional.empty(), Optional.of(TEMPORARY));
        }
        if (text.startsWith(POSTGRES + "://")) {
            return new StoreChoice(false, Optional.of(text), Optional.empty());
        }
        if (text.startsWith(SQLITE + ":") && !text.contains(":memory:")) {
            return new StoreChoice(false, Optional.empty(), Optional.of(directory(text)));
        }
        throw new TypeConversionException("\"" + text + "\" cannot be measured; use postgresql, sqlite,"
                + " postgresql://user:password@host/database or sqlite:path/to/file.db.");
    }

    private static Path directory(String address) {
        var file = Path.of(address.substring(SQLITE.length() + 1)).toAbsolutePath();
        var directory = file.getParent();
        if (directory == null || !Files.isDirectory(directory)) {
            throw new TypeConversionException(
                    "\"" + address + "\" names no directory that exists; files are created beside it.");
        }
        return directory;
    }
}
