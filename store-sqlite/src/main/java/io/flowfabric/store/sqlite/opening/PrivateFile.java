package io.flowfabric.store.sqlite.opening;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** Creates files that only their owner may read, where the file system knows owners. Files that exist stay as they are. */
public final class PrivateFile {
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private PrivateFile() {}

    /** A database; SQLite gives the files that it puts beside it the same rights. */
    public static void create(Path database) throws IOException {
        create(database, OWNER_ONLY);
    }

    /** A file beside a database, with its rights: a user that may write the one must be able to write the other. */
    public static void createBeside(Path database, Path file) throws IOException {
        create(
                file,
                Files.exists(database) && hasOwners(database) ? Files.getPosixFilePermissions(database) : OWNER_ONLY);
    }

    /** Who may do what with a file, as {@code ls} writes it; empty where files have no owners, and for one that is not there. */
    public static Optional<String> rights(Path file) throws IOException {
        return Files.exists(file) && hasOwners(file)
                ? Optional.of(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                : Optional.empty();
    }

    private static void create(Path file, Set<PosixFilePermission> rights) throws IOException {
        if (Files.exists(file)) {
            return;
        }
        boolean owned = hasOwners(file.toAbsolutePath().getParent());
        FileAttribute<?>[] attributes =
                owned ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(rights)} : new FileAttribute<?>[0];
        try {
            Files.newByteChannel(file, Set.of(CREATE_NEW, WRITE), attributes).close();
            if (owned) {
                // The mask of the process may have taken rights of the group away.
                Files.setPosixFilePermissions(file, rights);
            }
        } catch (FileAlreadyExistsException another) {
            // Another process was faster, and chose the same rights.
        }
    }

    private static boolean hasOwners(Path path) throws IOException {
        return Files.getFileStore(path).supportsFileAttributeView("posix");
    }
}
