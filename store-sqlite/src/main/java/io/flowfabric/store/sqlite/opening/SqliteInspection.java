package io.flowfabric.store.sqlite.opening;

import io.flowfabric.model.error.EngineError;
import io.flowfabric.model.error.EngineException;
import io.flowfabric.model.error.code.ErrorCode;
import io.flowfabric.model.error.code.TransportKind;
import io.flowfabric.store.jdbc.migration.MigrationRunner;
import io.flowfabric.store.jdbc.migration.MigrationStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Decides whether a path may be opened as a store, before anything is opened for writing: a file that is refused keeps
 * every byte, and no file appears beside it.
 *
 * <p>The database is read through SQLite only. Closing a descriptor of our own would drop the locks that connections of
 * this process hold on the file.
 */
public final class SqliteInspection {

    /** The smallest page SQLite knows; a shorter file can be no database. */
    private static final int SMALLEST_PAGE = 512;

    /** Up to this size the whole file is checked, and copied where it cannot be read in place; that takes milliseconds. */
    static final long SMALL_FILE = 16L << 20;

    private final MigrationRunner migrations;

    /** An inspection by a program that knows these migrations. */
    public SqliteInspection(MigrationRunner migrations) {
        this.migrations = migrations;
    }

    /**
     * Returns when the store may be opened: the file is missing or empty, or a sound database that is ours or has room
     * for us beside the host's tables.
     *
     * @return how its ledger compares with the program; empty when there is nothing to read, or not before a writer has
     *     rolled back what a crash left
     * @throws io.flowfabric.model.error.ValidationException {@code invalid_input} when the path leads to something else,
     *     {@code corruption} when the database is damaged
     * @throws io.flowfabric.model.error.UnavailableException ({@code schema_version}) when it belongs to a newer program
     * @throws io.flowfabric.model.error.TransportException when it cannot be read
     */
    public Optional<MigrationStatus> inspect(Path path) {
        Path file = path.toAbsolutePath();
        try {
            if (Files.exists(file)) {
                file = file.toRealPath();
                requireUsableFile(file);
                requireUsableDirectory(file.getParent());
                return inspectContent(SideFiles.of(file));
            }
            if (Files.isSymbolicLink(file)) {
                throw refuse(file, "is a link that leads nowhere", "Create its target, or name the file itself.");
            }
            requireUsableDirectory(file.getParent());
            return Optional.empty();
        } catch (IOException unreadable) {
            throw SqliteErrors.transport(
                    TransportKind.TRANSPORT, file + " cannot be inspected: " + unreadable, unreadable);
        }
    }

    private static void requireUsableFile(Path file) {
        if (Files.isDirectory(file)) {
            throw refuse(file, "is a directory", "Name a file in it.");
        }
        if (!Files.isRegularFile(file)) {
            throw refuse(file, "is not a regular file", "Name a database file, or one that does not exist yet.");
        }
        if (!Files.isReadable(file) || !Files.isWritable(file)) {
            throw refuse(file, "may not be read and written by this process", "Change its owner or its rights.");
        }
    }

    private static void requireUsableDirectory(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw refuse(directory, "does not exist or is not a directory", "Create it, or name another path.");
        }
        if (!Files.isWritable(directory)) {
            throw refuse(
                    directory,
                    "may not be written by this process",
                    "Change its rights; SQLite keeps files beside the database.");
        }
    }

    private Optional<MigrationStatus> inspectContent(SideFiles files) throws IOException {
        long size = Files.size(files.database());
        if (size == 0 && !files.hasLog()) {
            return Optional.empty();
        }
        if (size > 0 && size < SMALLEST_PAGE) {
            throw notADatabase(files.database());
        }
        if (files.canBeReadAlone()) {
            return read(files.database(), SqliteUrl.immutable(files.database()), size);
        }
        if (files.needsCopy() && size + Files.size(files.log()) <= SMALL_FILE) {
            try (var copy = DatabaseCopy.of(files)) {
                return read(files.database(), SqliteUrl.open(copy.database()), 0);
            }
        }
        return read(files.database(), SqliteUrl.readOnly(files.database()), 0);
    }

    /**
     * Looks into the database.
     *
     * @param leastSize the size of a file that must hold all its pages itself, 0 when some may be elsewhere
     */
    private Optional<MigrationStatus> read(Path file, String url, long leastSize) throws IOException {
        try (var content = new DatabaseContent(file, url)) {
            content.requireComplete(leastSize);
            if (Files.size(file) <= SMALL_FILE) {
                content.requireSound();
            }
            content.requireOursOrHosts();
            MigrationStatus status = migrations.status(content.connection());
            status.requireUsable();
            return Optional.of(status);
        } catch (SQLException failed) {
            if (SqliteErrors.isNotADatabase(failed)) {
                throw notADatabase(file);
            }
            if (!SqliteErrors.isPendingRecovery(failed)) {
                throw SqliteErrors.typed(failed, file.toString(), "The store was not opened.");
            }
            // A crashed writer left a journal. Opening for writing rolls it back, as any SQLite program would; what is
            // in the file is judged then, by the migrations.
            return Optional.empty();
        }
    }

    static EngineException refuse(Path file, String what, String wayOut) {
        return EngineError.of(ErrorCode.INVALID_INPUT, file + " " + what, wayOut)
                .toException();
    }

    private static EngineException notADatabase(Path file) {
        return refuse(
                file, "is not a SQLite database, or is encrypted", "Name another path; this file was left as it was.");
    }
}
