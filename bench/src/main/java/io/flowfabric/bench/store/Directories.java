package io.flowfabric.bench.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Temporary directories. */
final class Directories {
    private Directories() {}

    static Path create(Path parent) {
        try {
            return Files.createTempDirectory(parent, "ff-bench-");
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot create a directory in " + parent, failed);
        }
    }

    /** Removes a directory and all that is in it; one that is gone already is no reason to complain. */
    static void remove(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException("cannot remove " + directory, failed);
        }
    }
}
