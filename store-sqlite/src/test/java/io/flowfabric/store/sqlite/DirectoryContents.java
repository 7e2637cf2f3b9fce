package io.flowfabric.store.sqlite;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a directory holds, to be compared before and after. */
public final class DirectoryContents {

    private DirectoryContents() {}

    /** Every file by its name, byte for byte; directories by their names alone. */
    public static Map<String, String> of(Path directory) throws IOException {
        var contents = new TreeMap<String, String>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path each : files.toList()) {
                contents.put(
                        each.getFileName().toString(),
                        Files.isRegularFile(each)
                                ? new String(Files.readAllBytes(each), StandardCharsets.ISO_8859_1)
                                : "");
            }
        }
        return contents;
    }
}
