package io.flowfabric.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.jar.JarFile;

/** The programs of a server, packed in a jar for one platform. */
final class ProgramsJar {
    private static final String PACKED = ".txz";

    private ProgramsJar() {}

    /** What is packed in it, some ten megabytes. */
    static byte[] read(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            var packed = file.stream()
                    .filter(entry -> entry.getName().endsWith(PACKED))
                    .findFirst()
                    .orElseThrow(() -> new IOException(jar + " holds no programs of PostgreSQL (*" + PACKED + ")"));
            try (var programs = file.getInputStream(packed)) {
                return programs.readAllBytes();
            }
        }
    }
}
