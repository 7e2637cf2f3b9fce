package io.flowfabric.model.backend;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Reads the version that the build wrote beside this class. */
final class BuildVersion {

    private static final String RESOURCE = "build.properties";

    static final BackendVersion CURRENT = BackendVersion.parse(read());

    private BuildVersion() {}

    private static String read() {
        try (InputStream in = BuildVersion.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing beside " + BuildVersion.class.getName()
                        + "; keep it when repackaging the jar");
            }
            var properties = new Properties();
            properties.load(in);
            return properties.getProperty("version", "");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
