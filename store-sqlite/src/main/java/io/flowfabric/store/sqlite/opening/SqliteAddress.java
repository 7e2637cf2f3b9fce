package io.flowfabric.store.sqlite.opening;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a SQLite store lives: {@code sqlite:path} or {@code sqlite::memory:}, with {@code ?synchronous=FULL|NORMAL}.
 *
 * @param file the database file, or empty for a database in memory
 * @param synchronous what survives when the power fails
 */
public record SqliteAddress(Optional<Path> file, Synchronous synchronous) {

    private static final String SCHEME = "sqlite:";
    private static final String MEMORY = ":memory:";
    private static final String OPTION = "synchronous";
    private static final String SHAPE = "Write sqlite:path/to/file.db or sqlite::memory:, with ?synchronous=FULL or"
            + " ?synchronous=NORMAL behind it if wanted.";

    /** What survives when the power fails; a killed process loses nothing in either mode. */
    public enum Synchronous {
        /** Everything that was answered. */
        FULL,
        /** Everything up to the last checkpoint; the latest commits may be lost, the file stays sound. */
        NORMAL
    }

    /**
     * Reads an address.
     *
     * @throws io.flowfabric.model.error.ValidationException ({@code invalid_input}) naming what is wrong with it
     */
    public static SqliteAddress parse(String text) {
        if (!text.startsWith(SCHEME)) {
            throw refuse("the address \"" + text + "\" does not start with sqlite:", SHAPE);
        }
        String rest = text.substring(SCHEME.length());
        int query = rest.indexOf('?');
        String path = query < 0 ? rest : rest.substring(0, query);
        Synchronous synchronous = query < 0 ? Synchronous.FULL : option(rest.substring(query + 1));
        return new SqliteAddress(file(path), synchronous);
    }

    /**
     * The same address by the real path of the file, so that all names of a file lead to one turn. The file need not exist.
     *
     * @throws io.flowfabric.model.error.ValidationException ({@code invalid_input}) when its directory does not exist
     */
    public SqliteAddress resolved() {
        return new SqliteAddress(file.map(SqliteAddress::realPath), synchronous);
    }

    private static Path realPath(Path file) {
        Path absolute = file.toAbsolutePath();
        try {
            return Files.exists(absolute)
                    ? absolute.toRealPath()
                    : absolute.getParent().toRealPath().resolve(absolute.getFileName());
        } catch (IOException missing) {
            throw refuse("the directory of " + absolute + " cannot be found", "Create it, or name another path.");
        }
    }

    private static Optional<Path> file(String path) {
        if (path.equals(MEMORY)) {
            return Optional.empty();
        }
        if (path.isBlank()) {
            throw refuse("the address has no path", SHAPE);
        }
        if (path.startsWith(":")) {
            throw refuse("\"" + path + "\" is not a path", SHAPE);
        }
        try {
            return Optional.of(Path.of(path));
        } catch (InvalidPathException notAPath) {
            throw refuse("\"" + path + "\" is not a path: " + notAPath.getReason(), SHAPE);
        }
    }

    private static Synchronous option(String query) {
        int equals = query.indexOf('=');
        String name = equals < 0 ? query : query.substring(0, equals);
        if (!name.equals(OPTION)) {
            throw refuse("unknown option \"" + name + "\"", "Known options: " + OPTION + "=FULL|NORMAL, at most once.");
        }
        String value = equals < 0 ? "" : query.substring(equals + 1);
        return switch (value.toUpperCase(Locale.ROOT)) {
            case "FULL" -> Synchronous.FULL;
            case "NORMAL" -> Synchronous.NORMAL;
            default ->
                throw refuse(OPTION + "=\"" + value + "\" is not known", "Use FULL or NORMAL, and no other option.");
        };
    }

    private static EngineException refuse(String detail, String wayOut) {
        return EngineError.of(ErrorCode.INVALID_INPUT, detail, wayOut).toException();
    }
}
