package io.flowfabric.store.sqlite.opening;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What lies beside a database file and decides how it can be read without a trace.
 *
 * @param database the database file
 * @param log its write-ahead log, which holds the newest pages
 * @param hasLog whether the log has content
 * @param inUse whether log and index exist, so that reading creates neither
 * @param hasJournal whether a rollback journal has content
 */
record SideFiles(Path database, Path log, boolean hasLog, boolean inUse, boolean hasJournal) {

    static SideFiles of(Path database) throws IOException {
        Path log = beside(database, "-wal");
        boolean inUse = Files.exists(log) && Files.exists(beside(database, "-shm"));
        return new SideFiles(database, log, hasContent(log), inUse, hasContent(beside(database, "-journal")));
    }

    /** Whether the database file alone holds everything. */
    boolean canBeReadAlone() {
        return !hasLog && !inUse && !hasJournal;
    }

    /** Whether reading in place would create the index of the log. No process has the log open then. */
    boolean needsCopy() {
        return hasLog && !inUse;
    }

    static Path beside(Path database, String suffix) {
        return database.resolveSibling(database.getFileName() + suffix);
    }

    private static boolean hasContent(Path file) throws IOException {
        return Files.exists(file) && Files.size(file) > 0;
    }
}
