package io.flowfabric.store.sqlite.opening;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A passing copy of a database and its log, as a backup leaves them: without the log's index, which SQLite would create
 * beside the original. Copying is safe because no connection has such a log open.
 *
 * @param directory a directory of its own
 * @param database the copy of the database file
 */
record DatabaseCopy(Path directory, Path database) implements AutoCloseable {

    static DatabaseCopy of(SideFiles files) throws IOException {
        Path directory = Files.createTempDirectory("flowfabric-inspection");
        var copy = new DatabaseCopy(directory, directory.resolve("copy.db"));
        try {
            Files.copy(files.database(), copy.database());
            Files.copy(files.log(), SideFiles.beside(copy.database(), "-wal"));
            return copy;
        } catch (IOException | RuntimeException failed) {
            copy.close();
            throw failed;
        }
    }

    @Override
    public void close() throws IOException {
        for (String suffix : List.of("", "-wal", "-shm")) {
            Files.deleteIfExists(SideFiles.beside(database, suffix));
        }
        Files.delete(directory);
    }
}
