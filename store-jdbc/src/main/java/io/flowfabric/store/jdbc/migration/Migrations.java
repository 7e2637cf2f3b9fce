package io.flowfabric.store.jdbc.migration;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The migrations a program knows for one dialect, by ascending version.
 *
 * @param all the migrations; numbers ascend, with or without gaps
 */
public record Migrations(List<Migration> all) {

    /**
     * Checks the order.
     *
     * @throws IllegalArgumentException when a number repeats or is out of order
     */
    public Migrations {
        all = List.copyOf(all);
        for (int i = 1; i < all.size(); i++) {
            if (all.get(i).version() <= all.get(i - 1).version()) {
                throw new IllegalArgumentException("Migration " + all.get(i) + " stands behind " + all.get(i - 1)
                        + "; numbers must ascend and never repeat");
            }
        }
    }

    /**
     * Loads files from the class path. They are listed rather than searched for: a directory cannot be listed in every
     * packaging, and a file that was forgotten or slipped in should not go unnoticed.
     *
     * @param anchor a class beside which the directory lies
     * @param directory the directory of the dialect
     * @param fileNames the files, in order
     * @throws IllegalArgumentException when a file is missing, is malformed or is out of order
     */
    public static Migrations load(Class<?> anchor, String directory, List<String> fileNames) {
        return new Migrations(fileNames.stream()
                .map(fileName -> Migration.parse(fileName, read(anchor, directory + "/" + fileName)))
                .toList());
    }

    /** The newest version, or 0 without migrations. */
    public int version() {
        return all.isEmpty() ? 0 : all.get(all.size() - 1).version();
    }

    private static String read(Class<?> anchor, String resource) {
        try (InputStream in = anchor.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException(
                        "Migration file " + resource + " is not on the class path beside " + anchor.getName());
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("Migration file " + resource + " cannot be read", unreadable);
        }
    }
}
