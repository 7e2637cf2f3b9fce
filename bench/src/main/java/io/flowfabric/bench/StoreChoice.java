package io.flowfabric.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.TypeConversionException;

/**
 * Which stores are measured.
 *
 * @param servers the majors of PostgreSQL that are to be started
 * @param postgres the address of a server that runs
 * @param sqlite the directory in which SQLite files are created
 */
record StoreChoice(List<Major> servers, Optional<String> postgres, Optional<Path> sqlite) {
    private static final String POSTGRES = "postgresql";
    private static final String SQLITE = "sqlite";
    private static final List<Major> MAJORS = List.of(Major.values());
    static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    /** Everything, on what is started and created for the purpose. */
    static final StoreChoice ALL = new StoreChoice(MAJORS, Optional.empty(), Optional.of(TEMPORARY));

    /** Copies the majors. */
    StoreChoice {
        servers = List.copyOf(servers);
    }

    /**
     * Reads {@code postgresql} for every major, {@code postgresql:14} for one, {@code sqlite}, the address of a server, or
     * that of a file beside which to write.
     */
    static StoreChoice parse(String text) {
        if (text.equals(POSTGRES)) {
            return started(MAJORS);
        }
        if (text.equals(SQLITE)) {
            return inDirectory(TEMPORARY);
        }
        if (text.startsWith(POSTGRES + "://")) {
            return new StoreChoice(List.of(), Optional.of(text), Optional.empty());
        }
        if (text.startsWith(POSTGRES + ":")) {
            return started(List.of(major(text)));
        }
        if (text.startsWith(SQLITE + ":") && !text.contains(":memory:")) {
            return inDirectory(directory(text));
        }
        throw new TypeConversionException("\"" + text + "\" cannot be measured; use postgresql, sqlite,"
                + " postgresql://user:password@host/database or sqlite:path/to/file.db.");
    }

    private static StoreChoice started(List<Major> majors) {
        return new StoreChoice(majors, Optional.empty(), Optional.empty());
    }

    private static StoreChoice inDirectory(Path directory) {
        return new StoreChoice(List.of(), Optional.empty(), Optional.of(directory));
    }

    private static Major major(String text) {
        return Major.of(text.substring(POSTGRES.length() + 1))
                .orElseThrow(() ->
                        new TypeConversionException("\"%s\" is not included; use %s, or the address of a server."
                                .formatted(
                                        text,
                                        Arrays.stream(Major.values())
                                                .map(major -> POSTGRES + ":" + major.number())
                                                .collect(Collectors.joining(" or ")))));
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
